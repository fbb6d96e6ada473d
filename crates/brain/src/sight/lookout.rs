//! When to look, at what, and what is new. Pure but for the moments that are handed in: who drives it takes frames,
//! reads processes, and looks when it is due.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use detect::{Change, Facts, Profiles, Program, Standing, State, Watch};
use model::{KernelFacts, Kind};
use screen::{Screen, Snapshot};
use wire::{TapEvent, TapFrame};

use super::alarm::Alarm;
use super::chosen::Chosen;
use super::clock::SessionClock;
use super::picture::Picture;
use super::{Candidate, Detecting, Sighting};

/// How long a frame that the program draws in one go may keep us from looking. A program that was killed in the
/// middle of one never ends it.
const FRAME: Duration = Duration::from_millis(150);
/// Between two looks, whatever asks for them.
const BREATH: Duration = Duration::from_millis(5);

/// One session.
pub struct Lookout {
    watch: Watch,
    chosen: Chosen,
    threshold: f64,
    kernel: Option<KernelFacts>,
    clock: SessionClock,
    /// The latest moment that the watch was told of: its time never runs backwards.
    latest: Duration,
    written: Duration,
    not_before: Duration,
    /// What the host had kept from before we came has been taken.
    present: bool,
    /// The session was there before us, and nothing has been said about it yet.
    found_open: bool,
    /// What the program was last said to wait for, until it is said not to.
    announced: Option<Standing>,
    alarm: Alarm,
    /// What the last look of the watch was at.
    looked: Option<Picture>,
    /// What was looked at last, kept while further looks at the same picture may follow.
    picture: Option<Snapshot>,
}

impl Lookout {
    /// A session that runs this command and has shown nothing yet.
    pub fn new(command: &[String], detecting: Detecting) -> Self {
        let chosen = Chosen::by_command(command, detecting.profiles);
        Lookout {
            watch: Watch::new(Arc::clone(chosen.profile()), detecting.threshold),
            chosen,
            threshold: detecting.threshold,
            alarm: Alarm::new(detecting.warn_after),
            kernel: None,
            clock: SessionClock::default(),
            latest: Duration::ZERO,
            written: Duration::ZERO,
            not_before: Duration::ZERO,
            present: true,
            found_open: false,
            announced: None,
            looked: None,
            picture: None,
        }
    }

    /// The same for a session that may have begun long ago: nothing is looked at before its host has told how things
    /// stand now.
    pub fn adopted(command: &[String], detecting: Detecting) -> Self {
        Lookout { present: false, found_open: true, ..Lookout::new(command, detecting) }
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
            TapEvent::Injected { .. } => self.watch.typed_for_them(self.latest),
            TapEvent::Gap { .. } | TapEvent::Resized(_) => self.watch.output(self.latest),
            TapEvent::Described(_) => self.present = true,
            _ => {}
        }
    }

    fn facts(&mut self, kernel: KernelFacts) {
        let told = Facts::of(&kernel, self.chosen.is_remote(&kernel));
        self.watch.facts(Facts { reader: self.chosen.reader(&kernel), ..told }, self.latest);
        self.kernel = Some(kernel);
    }

    /// The processes to [`identify`](super::identify), if they are others than before. One answer is awaited at a time.
    pub fn take_unidentified(&mut self) -> Option<Vec<Candidate>> {
        let kernel = self.kernel.as_ref().filter(|_| self.present)?;
        self.chosen.take_unidentified(kernel)
    }

    /// What they are.
    pub fn identified(&mut self, programs: Vec<Program>) {
        if let Some(profile) = self.chosen.identified(programs) {
            self.watch.profile(profile, self.latest);
        }
        if let Some(kernel) = self.kernel.take() {
            self.facts(kernel);
        }
    }

    /// Other profiles are in force. They also say which programs are remote.
    pub fn change_profiles(&mut self, profiles: Arc<Profiles>) {
        if let Some(profile) = self.chosen.change_profiles(profiles) {
            self.watch.profile(profile, self.latest);
        }
        if let Some(kernel) = self.kernel.take() {
            self.facts(kernel);
        }
    }

    /// The programs by which the profile is chosen, in order.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &Program> {
        self.chosen.programs()
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
        let snapshot = self.snapshot(screen);
        let due = self.watch.next_look().is_some_and(|due| due <= now);
        let change = due.then(|| self.watch.look(&snapshot, now)).flatten();
        if due {
            self.looked = Some(Picture::of(&snapshot, screen.offset(), self.input_box()));
        }
        let sighting = change.and_then(|change| self.changed(change));
        self.alarm.observe(self.waits_unknown_since());
        let sightings = sighting.into_iter().chain(self.warning(&snapshot, now)).collect();
        self.picture = self.next_look().map(|_| snapshot);
        sightings
    }

    /// Where the input box begins at which the program rests, by the last look.
    fn input_box(&self) -> Option<u16> {
        let detection = &self.watch.standing()?.detection;
        let rests = matches!(&detection.state, State::Idle(question) if question.kind == Kind::Composer);
        detection.rows.as_ref().filter(|_| rests).map(|rows| rows.start)
    }

    /// The same generation is the same picture; most looks only see that it still stands.
    fn snapshot(&mut self, screen: &Screen) -> Snapshot {
        let same = |last: &Snapshot| last.generation == screen.generation() && last.size == screen.size();
        self.picture.take().filter(same).unwrap_or_else(|| screen.snapshot_anyway())
    }

    fn changed(&mut self, change: Change) -> Option<Sighting> {
        match change {
            Change::Waiting(mut standing) => {
                // It has stood since the program last wrote, though nobody was there to see it.
                if std::mem::take(&mut self.found_open) {
                    standing.since = standing.since.min(self.written);
                }
                self.announced = Some((*standing).clone());
                Some(Sighting::Waiting(standing))
            }
            Change::Still(standing) => {
                let since = self.announced.as_ref().map_or(standing.since, |announced| announced.since);
                self.announced = Some(Standing { since, ..*standing });
                Some(Sighting::Still(Box::new(self.announced.clone()?)))
            }
            Change::Resumed => {
                self.found_open = false;
                self.announced = None;
                Some(Sighting::Resumed)
            }
        }
    }

    /// Since when a known agent waits, by the kernel's word, with nothing on its screen that is known. Agents listen
    /// while they work, so their screen must rest as well.
    fn waits_unknown_since(&self) -> Option<Duration> {
        let standing = self.watch.standing().filter(|_| !self.chosen.profile().is_generic())?;
        let detection = &standing.detection;
        let unknown = detection.state == State::Unsure(None) && detection.rule.is_none();
        unknown.then(|| standing.since.max(self.written))
    }

    fn warning(&mut self, snapshot: &Snapshot, now: Duration) -> Option<Sighting> {
        let since = self.alarm.long_since(now)?;
        let agent = self.chosen.profile().name().to_owned();
        self.alarm.rings(picture(snapshot), now).then_some(Sighting::Unrecognised { agent, since })
    }

    /// How the session stands, as the last look found it. A question that is being drawn anew is still the same, and
    /// has been asked since it was announced.
    pub fn standing(&self) -> Option<Standing> {
        let seen = self.watch.standing()?;
        let Some(announced) = &self.announced else { return Some(seen.clone()) };
        Some(match &seen.detection.state {
            State::Busy => announced.clone(),
            State::Unsure(_) => seen.clone(),
            State::Asking(_) | State::Idle(_) => Standing { since: announced.since, ..seen.clone() },
        })
    }

    /// What the last look found, without regard to what was said before, and what it was at.
    pub(crate) fn last_look(&self) -> Option<(&Standing, &Picture)> {
        self.watch.standing().zip(self.looked.as_ref())
    }

    /// Whether the program is an agent that is known.
    pub(crate) fn is_agent(&self) -> bool {
        !self.chosen.profile().is_generic()
    }

    /// Whether another program than the one in front waits at the terminal.
    pub(crate) fn somebody_else_reads(&self) -> bool {
        let Some(kernel) = self.kernel() else { return false };
        let (front, thread) = (kernel.foreground.as_ref(), kernel.reader_thread);
        front.zip(thread).is_some_and(|(front, thread)| {
            let name = |id: u32| std::fs::read_to_string(format!("/proc/{id}/comm")).ok();
            // A thread may have a name of its own: its process counts.
            let process = process_of(thread).unwrap_or(thread);
            process != front.pid && name(process) != name(front.pid)
        })
    }

    /// Whether whatever it asks is a line.
    pub(crate) fn asks_by_lines(&self) -> bool {
        self.chosen.profile().asks_by_lines()
    }

    /// Whether a choice is a field to write in.
    pub(crate) fn is_field(&self, label: &str) -> bool {
        self.chosen.profile().is_field(label)
    }

    /// What is known about the program.
    pub(crate) fn profile(&self) -> &detect::Profile {
        self.chosen.profile()
    }

    /// The session's time at a moment.
    pub(crate) fn moment(&self, at: Instant) -> Duration {
        self.clock.time(at).unwrap_or_default().max(self.latest)
    }

    /// The moment of a session's time.
    pub(crate) fn instant(&self, time: Duration) -> Option<Instant> {
        self.clock.instant(time)
    }

    /// The agent that has waited for long at a screen that nobody knows, and since when.
    pub(crate) fn unrecognised(&self) -> Option<(&str, Duration)> {
        Some((self.chosen.profile().name(), self.alarm.long_since(self.latest)?))
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
        self.threshold
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
/// The process of a thread.
fn process_of(thread: u32) -> Option<u32> {
    let status = std::fs::read_to_string(format!("/proc/{thread}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("Tgid:"))?.trim().parse().ok()
}
