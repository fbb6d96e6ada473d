//! Which profile applies: by the programs that the kernel's facts speak of, else by the session's own command.

use std::sync::Arc;

use detect::{Profile, Profiles, Program};
use model::KernelFacts;

use super::programs::{self, Candidate};

/// The profile of a session, and how it was found.
#[derive(Debug)]
pub(super) struct Chosen {
    profiles: Arc<Profiles>,
    command: Program,
    /// Whom the facts spoke of when they were last identified, and what they are.
    asked: Vec<Candidate>,
    identified: Vec<Program>,
    /// An answer is on its way.
    identifying: bool,
    profile: Arc<Profile>,
}

impl Chosen {
    /// By the session's command, until more is known.
    pub(super) fn by_command(command: &[String], profiles: Arc<Profiles>) -> Self {
        let command = Program::with_arguments(command.iter().cloned());
        let profile = profiles.for_programs(std::slice::from_ref(&command));
        Chosen { profiles, command, asked: Vec::new(), identified: Vec::new(), identifying: false, profile }
    }

    pub(super) fn profile(&self) -> &Arc<Profile> {
        &self.profile
    }

    /// The processes to be identified, if they are others than before.
    pub(super) fn take_unidentified(&mut self, kernel: &KernelFacts) -> Option<Vec<Candidate>> {
        let candidates = programs::candidates(kernel);
        if self.identifying || candidates == self.asked {
            return None;
        }
        self.identifying = true;
        self.asked.clone_from(&candidates);
        Some(candidates)
    }

    /// What they are. Returns the profile if it is another one now.
    pub(super) fn identified(&mut self, programs: Vec<Program>) -> Option<Arc<Profile>> {
        self.identifying = false;
        self.identified = programs;
        self.choose()
    }

    /// Other profiles are in force. Returns the profile if it is another one now.
    pub(super) fn change_profiles(&mut self, profiles: Arc<Profiles>) -> Option<Arc<Profile>> {
        self.profiles = profiles;
        self.choose()
    }

    fn choose(&mut self) -> Option<Arc<Profile>> {
        let programs: Vec<Program> = self.programs().cloned().collect();
        let chosen = self.profiles.for_programs(&programs);
        let before = std::mem::replace(&mut self.profile, Arc::clone(&chosen));
        (!Arc::ptr_eq(&before, &chosen)).then_some(chosen)
    }

    /// The programs that count, in order.
    pub(super) fn programs(&self) -> impl Iterator<Item = &Program> {
        self.identified.iter().chain([&self.command])
    }

    /// The name of the program that waits, if these facts are those that were identified.
    pub(super) fn reader(&self, kernel: &KernelFacts) -> Option<String> {
        let known = !self.identifying && self.identified.len() == self.asked.len();
        let told = known && kernel.reader_thread.is_some() && programs::candidates(kernel) == self.asked;
        self.identified.first().filter(|_| told)?.name.clone()
    }

    /// Whether the foreground only passes on what a program elsewhere does.
    pub(super) fn is_remote(&self, kernel: &KernelFacts) -> bool {
        kernel.foreground.as_ref().is_some_and(|process| self.profiles.is_remote(&process.name))
    }
}
