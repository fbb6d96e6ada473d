//! A program in a session: with this terminal, or with none.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use host::unix::client::{self, Ending, RunError, RunRequest};
use model::SessionId;
use serde_json::json;
use wire::{StartStep, Wish};

use super::shown;
use crate::agent_hook::{self, Added};
use crate::brain::Relight;
use crate::cli::RunArguments;
use crate::config::Settings;
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::names::NameError;
use crate::recorder::{self, Recording};
use crate::{attach, brain, config, folders, policy, say};

/// Everything about a session that is about to begin.
struct Birth {
    runtime: RuntimeFolder,
    settings: Settings,
    session: SessionId,
    /// The name it has claimed.
    name: String,
    /// What the person calls the program.
    program: String,
    verbose: bool,
    began: Instant,
}

/// How long a brain may take to start on a busy machine.
const BRAIN_STARTS: Duration = Duration::from_secs(3);

impl Birth {
    /// Settings with a mistake are not in force, and the person must know it before anything is started.
    fn prepare(arguments: &RunArguments) -> Result<Birth, Failure> {
        let (settings, runtime, session) = (config::load()?, RuntimeFolder::open()?, new_session());
        let program = shown(&arguments.command);
        let names = runtime.names();
        let claimed = match &arguments.name {
            Some(name) => names.claim(name, &session).map(|()| name.clone()),
            None => names.claim_free(&program, &session),
        };
        let name = match claimed {
            Ok(name) => name,
            // A full disk is no reason not to run; the session is then known by its id alone.
            Err(error @ (NameError::Io { .. } | NameError::NoneFree { .. })) => {
                say::note(format!("warning: {error}. The session has no name; its id is {session}."));
                session.to_string()
            }
            Err(error) => return Err(error.into()),
        };
        if arguments.verbose {
            say::note(format!("session {session}, called {name}"));
        }
        if let Some(file) = &arguments.policy {
            policy::for_session(file, &session).inspect_err(|_| drop(names.release(&session)))?;
        }
        Ok(Birth {
            runtime,
            settings,
            session,
            name,
            program,
            verbose: arguments.verbose,
            began: Instant::now(),
        })
    }

    fn request(
        &self,
        arguments: RunArguments,
        program: PathBuf,
        recording: Option<&mut Recording>,
    ) -> RunRequest {
        let wish = Wish { dry_run: arguments.dry_run, nudge: arguments.nudge() };
        let (command, hooks) = self.with_hooks(&arguments);
        RunRequest {
            session: self.session.clone(),
            program,
            arguments: command,
            folder: arguments.cwd,
            recorder: recording.and_then(Recording::take_socket),
            record_input: arguments.record_input,
            hup_kill: arguments.hup_kill,
            socket: Some(self.runtime.socket(&self.session)),
            environment: folders::lasting_variables().into_iter().chain(hooks).collect(),
            host_arguments: vec!["host".into()],
            detach_key: attach::wire_key(&self.settings),
            awaited: self.settings.brain.autostart || brain::runs(&self.runtime),
            wish,
        }
    }

    /// The command and more of its environment, with our hooks if it is an agent that takes them for one run.
    fn with_hooks(&self, arguments: &RunArguments) -> (Vec<OsString>, Vec<(OsString, OsString)>) {
        let command = arguments.command.clone();
        if arguments.no_hooks || !self.settings.agents.hooks {
            return (command, Vec::new());
        }
        let folder = arguments.cwd.clone().unwrap_or_else(|| PathBuf::from("."));
        let Added { command, environment, note } = agent_hook::add(command, &folder, self.runtime.path());
        if let Some(note) = note.filter(|_| self.verbose) {
            say::note(note);
        }
        (command, environment)
    }

    /// What the person should know about the record. A brain that was only just started may not be there yet.
    fn warning(&self) -> Option<String> {
        let long_ago = self.began.elapsed() > BRAIN_STARTS;
        if self.settings.brain.autostart && long_ago && !brain::runs(&self.runtime) {
            return Some(
                "warning: the brain does not run, so nothing was recorded. `locum daemon start` tells why."
                    .into(),
            );
        }
        brain::glance(&self.runtime)
    }

    /// The session is over, or never began: its name is free.
    fn end(&self) {
        let _ = self.runtime.names().release(&self.session);
        self.runtime.sweep();
    }
}

/// Runs a program with this terminal until it ends or the terminal goes.
pub(super) fn supervise(arguments: RunArguments, program: PathBuf) -> Result<ExitCode, Failure> {
    let birth = Birth::prepare(&arguments)?;
    brain::kindle(&birth.runtime, &birth.settings);
    let outcome = supervise_born(&birth, arguments, program);
    if !matches!(outcome, Ok(Ending::Detached | Ending::HungUp)) {
        birth.end();
    }
    let ending = outcome?;
    if birth.verbose {
        say::note(in_the_end(ending, &birth.session));
    }
    say_how_to_return(ending, &birth.name);
    if ending != Ending::HungUp
        && let Some(warning) = birth.warning()
    {
        say::note(warning);
    }
    Ok(ExitCode::from(client::leave(ending)))
}

fn supervise_born(birth: &Birth, arguments: RunArguments, program: PathBuf) -> Result<Ending, Failure> {
    let mut recording = recorder::start(&arguments)?;
    let request = birth.request(arguments, program, recording.as_mut());
    let mut brain = Relight::new(&birth.runtime, &birth.settings);
    let ending = client::run(request, &mut || brain.look());
    let ending = ending.map_err(|error| in_words(error, &birth.program));
    if let Some(recording) = recording {
        finish(recording, &ending);
    }
    ending
}

/// Returns once the program runs: what follows is between it and whoever attaches.
pub(super) fn start_detached(arguments: RunArguments, program: PathBuf) -> Result<ExitCode, Failure> {
    let (birth, json) = (Birth::prepare(&arguments)?, arguments.json);
    brain::kindle(&birth.runtime, &birth.settings);
    start_born(&birth, arguments, program).inspect_err(|_| birth.end())?;
    if json {
        say::json(json!({"id": birth.session.as_str(), "name": birth.name}));
    } else {
        say::line(&birth.name);
    }
    if let Some(warning) = birth.warning() {
        say::note(warning);
    }
    Ok(ExitCode::SUCCESS)
}

fn start_born(birth: &Birth, arguments: RunArguments, program: PathBuf) -> Result<(), Failure> {
    let mut recording = recorder::start(&arguments)?;
    let mut request = birth.request(arguments, program, recording.as_mut());
    request.environment.extend(usual_terminal());
    client::start_detached(request).map_err(|error| in_words(error, &birth.program))?;
    Ok(())
}

/// A service or a timer has no terminal and names none; the program gets one all the same.
fn usual_terminal() -> Option<(OsString, OsString)> {
    let named = std::env::var_os("TERM").is_some_and(|term| !term.is_empty() && term != "dumb");
    (!named).then(|| ("TERM".into(), "xterm-256color".into()))
}

/// A person who let go of a session is told the way back.
pub(crate) fn say_how_to_return(ending: Ending, name: &str) {
    if ending == Ending::Detached {
        say::aside(format!("[detached from {name}; `locum attach {name}` to return]"));
    }
}

fn new_session() -> SessionId {
    let mut random = [0; 8];
    // Early in a boot the kernel may have none to give; a clock is then unique enough for a name.
    if rustix::rand::getrandom(&mut random, rustix::rand::GetRandomFlags::empty()).is_err() {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        random = (since.as_nanos() as u64 ^ u64::from(std::process::id())).to_le_bytes();
    }
    SessionId::from_random(random)
}

/// A recorder that goes on is waited for, but not after a hang-up: the session lives on, and so does it.
fn finish(recording: Recording, ending: &Result<Ending, Failure>) {
    if matches!(ending, Ok(Ending::Detached | Ending::HungUp)) {
        return;
    }
    if let Err(problem) = recording.finish() {
        say::note(problem);
    }
}

fn in_words(error: RunError, name: &str) -> Failure {
    match error {
        RunError::NotStarted { step: StartStep::Execute, error } => {
            Failure::Execute { name: name.to_owned(), error }
        }
        other => other.into(),
    }
}

fn in_the_end(ending: Ending, session: &SessionId) -> String {
    match ending {
        Ending::Exited(exit) => format!("session {session} ended with status {}", exit.status()),
        Ending::DieOf(signal) => format!("session {session} ended by signal {signal}"),
        Ending::Detached | Ending::HungUp => format!("session {session} goes on without a terminal"),
    }
}
