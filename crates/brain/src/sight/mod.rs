//! One session as detection sees it: what its host tells, in the form and at the times that a [`Watch`] asks for.
//! Pure but for the clock that is handed in: who drives it reads processes, takes frames, and looks when it is due.

mod alarm;
mod clock;
mod damage;
mod drawing;
mod programs;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use detect::{Change, Facts, Fingerprint, Profile, Profiles, Program, Standing, Waits, Watch};
use model::KernelFacts;
use screen::{Screen, Snapshot};
use wire::{TapEvent, TapFrame};

use alarm::Alarm;
use clock::SessionClock;
pub use drawing::draw;
pub use programs::{Candidate, identify};

/// How long a frame that the program draws in one go may keep us from looking. A program that was killed in the
/// middle of one never ends it.
const FRAME: Duration = Duration::from_millis(150);
/// Between two looks, whatever asks for them.
const BREATH: Duration = Duration::from_millis(5);

/// What detection works with, the same for all sessions.
#[derive(Debug, Clone)]
pub struct Detecting {
    /// The profiles in force.
    pub profiles: Arc<Profiles>,
    /// Below this confidence a session is unsure.
    pub threshold: f64,
    /// How long a known agent may wait at a screen that nobody knows before the person is told.
    pub warn_after: Duration,
}

impl Detecting {
    /// What holds if nobody says anything else.
    pub fn usual() -> Self {
        Detecting {
            profiles: Arc::new(Profiles::embedded()),
            threshold: 0.6,
            warn_after: Duration::from_secs(20),
        }
    }
}

/// What a look found to be new.
#[derive(Debug, Clone, PartialEq)]
pub enum Sighting {
    /// The program waits: for something new, or again.
    Waiting(Box<Standing>),
    /// It does not wait any more.
    Resumed,
    /// A known agent has waited for long, and nothing known fits its screen.
    Unrecognised {
        /// The agent.
        agent: String,
        /// Since when.
        since: Duration,
    },
}

/// One session.
pub struct Lookout {
    watch: Watch,
    profile: Arc<Profile>,
    detecting: Detecting,
    command: Program,
    kernel: Option<KernelFacts>,
    /// Whom the kernel's facts spoke of when the profile was last chosen, and what they are.
    asked: Vec<Candidate>,
    identified: Vec<Program>,
    identifying: bool,
    clock: SessionClock,
    /// The latest moment that the watch was told of: its time never runs backwards.
    latest: Duration,
    written: Duration,
    not_before: Duration,
    /// What the host had kept from before we came has been taken.
    present: bool,
    /// The last look found a screen of which a part was lost.
    damaged: bool,
    reported: Option<Fingerprint>,
    alarm: Alarm,
}

impl Lookout {
    /// A session that runs this command and has shown nothing yet.
    pub fn new(command: &[String], detecting: Detecting) -> Self {
        let command = Program::with_arguments(command.iter().cloned());
        let profile = detecting.profiles.for_programs(std::slice::from_ref(&command));
        Lookout {
            watch: Watch::new(Arc::clone(&profile), detecting.threshold),
            profile,
            alarm: Alarm::new(detecting.warn_after),
            detecting,
            command,
            kernel: None,
            asked: Vec::new(),
            identified: Vec::new(),
            identifying: false,
            clock: SessionClock::default(),
            latest: Duration::ZERO,
            written: Duration::ZERO,
            not_before: Duration::ZERO,
            present: true,
            damaged: false,
            reported: None,
        }
    }

    /// The same for a session that may have begun long ago: nothing is looked at before its host has told how things
    /// stand now.
    pub fn adopted(command: &[String], detecting: Detecting) -> Self {
        Lookout { present: false, ..Lookout::new(command, detecting) }
    }

    /// Takes note of a frame of the session's tap, which arrived at `at`. The screen has taken it already.
    pub fn hear(&mut self, frame: &TapFrame, at: Instant) {
        let (TapFrame::Output { micros, .. } | TapFrame::Event { micros, .. }) = frame;
        let told = Duration::from_micros(*micros);
        self.clock.heard(told, at);
        self.latest = self.latest.max(told);
        match frame {
            TapFrame::Output { .. } => self.output(told),
            TapFrame::Event { event, .. } => self.event(event),
        }
    }

    fn output(&mut self, told: Duration) {
        self.written = self.written.max(told);
        self.watch.output(self.latest);
    }

    fn event(&mut self, event: &TapEvent) {
        match event {
            TapEvent::Facts(facts) => self.facts((**facts).clone().into()),
            TapEvent::Typed { .. } => self.watch.typed(self.latest),
            TapEvent::Gap { .. } | TapEvent::Resized(_) => self.watch.output(self.latest),
            TapEvent::Described(_) => self.present = true,
            _ => {}
        }
    }

    fn facts(&mut self, kernel: KernelFacts) {
        self.kernel = Some(kernel);
        self.tell_facts();
    }

    fn tell_facts(&mut self) {
        let Some(kernel) = &self.kernel else { return };
        let name = kernel.foreground.as_ref().map_or("", |process| process.name.as_str());
        let remote = self.detecting.profiles.is_remote(name);
        self.watch.facts(Facts::of(kernel, remote), self.latest);
    }

    /// The processes to [`identify`], if they are others than before. One answer is awaited at a time.
    pub fn to_identify(&mut self) -> Option<Vec<Candidate>> {
        let candidates = programs::candidates(self.kernel.as_ref()?);
        if self.identifying || !self.present || candidates == self.asked {
            return None;
        }
        self.identifying = true;
        self.asked.clone_from(&candidates);
        Some(candidates)
    }

    /// What they are.
    pub fn identified(&mut self, programs: Vec<Program>) {
        self.identifying = false;
        self.identified = programs;
        self.choose_profile();
    }

    /// Other profiles are in force.
    pub fn change_profiles(&mut self, profiles: Arc<Profiles>) {
        self.detecting.profiles = profiles;
        self.choose_profile();
        self.tell_facts();
    }

    fn choose_profile(&mut self) {
        let programs: Vec<Program> = self.programs().cloned().collect();
        let chosen = self.detecting.profiles.for_programs(&programs);
        if !Arc::ptr_eq(&chosen, &self.profile) {
            self.profile = Arc::clone(&chosen);
            self.watch.profile(chosen);
        }
    }

    /// The programs by which the profile is chosen, in order.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &Program> {
        self.identified.iter().chain([&self.command])
    }

    /// When to look next, if nothing happens before.
    pub fn next_look(&self) -> Option<Instant> {
        let due = [self.watch.next_look(), self.alarm.due()].into_iter().flatten().min()?;
        self.clock.instant(due.max(self.not_before)).filter(|_| self.present)
    }

    /// Looks at the screen, if it is time to.
    pub fn look(&mut self, screen: &Screen, at: Instant) -> Vec<Sighting> {
        let Some(now) = self.clock.time(at).map(|now| now.max(self.latest)) else { return Vec::new() };
        if screen.is_synchronizing() && now < self.written + FRAME {
            self.not_before = self.written + FRAME;
            return Vec::new();
        }
        (self.latest, self.not_before) = (now, now + BREATH);
        let snapshot = screen.snapshot_anyway();
        self.damaged = snapshot.gap;
        if self.watch.next_look().is_some_and(|due| due <= now) {
            // What has changed is found below: a screen that was damaged may be whole again with nothing else new.
            let _: Option<Change> = self.watch.look(&snapshot, now);
        }
        self.alarm.observe(self.waits_unknown_since());
        self.change().into_iter().chain(self.warning(&snapshot, now)).collect()
    }

    fn change(&mut self) -> Option<Sighting> {
        let standing = self.standing().filter(|standing| standing.detection.state.is_waiting());
        let before = std::mem::replace(
            &mut self.reported,
            standing.as_ref().and_then(|standing| standing.fingerprint),
        );
        match standing {
            Some(_) if before == self.reported => None,
            Some(standing) => Some(Sighting::Waiting(Box::new(standing))),
            None => before.map(|_| Sighting::Resumed),
        }
    }

    /// Since when a known agent waits, by the kernel's word, with nothing on its screen that is known. One that
    /// listens while it works is only believed to wait while its screen stands still.
    fn waits_unknown_since(&self) -> Option<Duration> {
        let standing = self.watch.standing()?;
        let understood = standing.detection.rule.is_some() || self.profile.is_generic();
        let known = self.alarm.since().unwrap_or(self.latest);
        match self.waits().filter(|_| !understood)? {
            Waits::Reads | Waits::Listens => Some(known),
            Waits::Polls => Some(known.max(self.written)),
            Waits::Nobody | Waits::Untold => None,
        }
    }

    fn waits(&self) -> Option<Waits> {
        let kernel = self.kernel.as_ref()?;
        let name = kernel.foreground.as_ref().map_or("", |process| process.name.as_str());
        Some(Facts::of(kernel, self.detecting.profiles.is_remote(name)).waits)
    }

    fn warning(&mut self, snapshot: &Snapshot, now: Duration) -> Option<Sighting> {
        let since = self.alarm.long_since(now)?;
        let agent = self.profile.name().to_owned();
        self.alarm.rings(picture(snapshot), now).then_some(Sighting::Unrecognised { agent, since })
    }

    /// How the session stands, as the last look found it.
    pub fn standing(&self) -> Option<Standing> {
        let standing = self.watch.standing()?.clone();
        Some(if self.damaged { damage::doubted(standing) } else { standing })
    }

    /// The agent that has waited for long at a screen that nobody knows, and since when.
    pub(crate) fn unrecognised(&self) -> Option<(&str, Duration)> {
        Some((self.profile.name(), self.alarm.long_since(self.latest)?))
    }

    /// The session's time when it was last looked at, or last heard of.
    pub fn time(&self) -> Duration {
        self.latest
    }

    /// How long ago something was when the session was last looked at.
    pub(crate) fn time_since(&self, then: Duration) -> Duration {
        self.latest.saturating_sub(then)
    }

    pub(crate) fn kernel(&self) -> Option<&KernelFacts> {
        self.kernel.as_ref()
    }

    pub(crate) fn threshold(&self) -> f64 {
        self.detecting.threshold
    }

    /// How long the program has written nothing.
    pub(crate) fn quiet(&self, at: Instant) -> Duration {
        self.clock.time(at).unwrap_or_default().saturating_sub(self.written)
    }
}

/// The same number for the same words in the same places.
fn picture(snapshot: &Snapshot) -> u64 {
    let mut hasher = DefaultHasher::new();
    for row in &snapshot.rows {
        row.text.hash(&mut hasher);
    }
    hasher.finish()
}
