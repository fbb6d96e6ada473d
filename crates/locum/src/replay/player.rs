//! A recording played to the detector, in recorded time and as fast as it goes.

use std::io::BufRead;
use std::sync::Arc;
use std::time::Duration;

use detect::{Change, Facts, Profile, Profiles, Program, Watch};
use host::input::Typing;
use model::KernelFacts;
use rustix::time::{ClockId, clock_gettime};
use screen::{Screen, Snapshot};

use super::cast::{Cast, CastError, Happened};

/// How long a program may be in the middle of a synchronized frame before half of it is looked at.
const LONGEST_FRAME: Duration = Duration::from_millis(200);

/// How a recording is played.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// What is known about programs.
    pub(crate) profiles: Arc<Profiles>,
    /// The profile where neither facts nor header name a program that has one.
    pub(crate) agent: Option<Arc<Profile>>,
    /// Kernel facts in the recording are not looked at.
    pub(crate) without_facts: bool,
    /// Detections below it are unsure.
    pub(crate) threshold: f64,
    /// Whether looks are timed.
    pub(crate) timed: bool,
}

/// What is known about a recording once it was played.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Played {
    /// The command, in words.
    pub(crate) command: Vec<String>,
    /// The time of its last event.
    pub(crate) end: Duration,
    /// How much processor time each look took, if that was wanted.
    pub(crate) looks: Vec<Duration>,
}

/// What the detector said, and when.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Said {
    /// In recorded time.
    pub(crate) at: Duration,
    /// What is new.
    pub(crate) change: Change,
}

/// Looks are taken for so long after the last event: a recorder stops when the program does, and whether it still
/// waited is seen only then.
const AFTERWARDS: Duration = Duration::from_millis(500);

/// Plays a recording to its end.
pub(crate) fn play<R: BufRead>(
    reader: R,
    options: &Options,
    mut hear: impl FnMut(Said),
) -> Result<Played, CastError> {
    let mut cast = Cast::open(reader)?;
    let mut player = Player::new(&cast, options);
    while let Some((at, happened)) = cast.next_event()? {
        player.look_until(at, &mut hear);
        player.take(at, happened);
    }
    player.look_until(player.last + AFTERWARDS, &mut hear);
    Ok(Played { command: cast.command(), end: player.last, looks: player.looks })
}

struct Player<'a> {
    options: &'a Options,
    screen: Screen,
    watch: Watch,
    typing: Typing,
    command: Program,
    profile: Arc<Profile>,
    /// Since when the program is in the middle of a frame.
    frame_since: Option<Duration>,
    last: Duration,
    looks: Vec<Duration>,
}

impl<'a> Player<'a> {
    fn new<R: BufRead>(cast: &Cast<R>, options: &'a Options) -> Self {
        let command = Program::with_arguments(cast.command());
        let profile = choose(options, std::slice::from_ref(&command));
        let mut watch = Watch::new(profile.clone(), options.threshold);
        let name = command.arguments.first().and_then(|path| path.rsplit('/').next()).map(str::to_owned);
        watch.facts(Facts { program: name, ..Facts::none() }, Duration::ZERO);
        Player {
            options,
            screen: Screen::new(cast.size()),
            watch,
            typing: Typing::new(),
            command,
            profile,
            frame_since: None,
            last: Duration::ZERO,
            looks: Vec::new(),
        }
    }

    /// Looks whenever it is due up to this moment.
    fn look_until(&mut self, moment: Duration, hear: &mut impl FnMut(Said)) {
        let mut before = None;
        while let Some(due) = self.watch.next_look().filter(|due| *due <= moment) {
            // A look that asks for itself again would never end.
            if before == Some(due) {
                return;
            }
            before = Some(due);
            match self.snapshot(due) {
                Some(snapshot) => {
                    let change = self.look(&snapshot, due);
                    change.into_iter().for_each(|change| hear(Said { at: due, change }));
                }
                None => self.watch.output(due),
            }
        }
    }

    fn look(&mut self, snapshot: &Snapshot, now: Duration) -> Option<Change> {
        let begun = self.options.timed.then(processor_time);
        let change = self.watch.look(snapshot, now);
        self.looks.extend(begun.map(|begun| processor_time().saturating_sub(begun)));
        change
    }

    /// What is seen; nothing while a frame is being drawn, unless that takes too long.
    fn snapshot(&self, now: Duration) -> Option<Snapshot> {
        let drawing = self.frame_since.is_some_and(|since| now.saturating_sub(since) < LONGEST_FRAME);
        (!drawing).then(|| self.screen.snapshot_anyway())
    }

    fn take(&mut self, at: Duration, happened: Happened) {
        self.last = at;
        match happened {
            Happened::Output(text) => self.output(at, text.as_bytes()),
            Happened::Resized(size) => {
                self.screen.resize(size);
                self.watch.output(at);
            }
            Happened::Input(text) => self.input(at, text.as_bytes()),
            Happened::Facts(facts) if !self.options.without_facts => self.facts(at, &facts),
            Happened::Facts(_) | Happened::Nothing => {}
        }
    }

    fn output(&mut self, at: Duration, bytes: &[u8]) {
        self.screen.feed(bytes);
        // Answers are in the recording; those of the model are nobody's.
        drop(self.screen.take_replies());
        self.frame_since = self.screen.is_synchronizing().then(|| self.frame_since.unwrap_or(at));
        self.watch.output(at);
    }

    /// Only that something was typed counts. What the terminal reports by itself is no typing; in a recording a
    /// report of the cursor is likelier than Shift+F3, and an event is never cut in the middle of a key.
    fn input(&mut self, at: Duration, bytes: &[u8]) {
        let before = self.typing.epoch();
        self.typing.feed(bytes, true, &host::input::Cooking::Raw);
        self.typing.flush();
        if self.typing.epoch() != before {
            self.watch.typed(at);
        }
    }

    fn facts(&mut self, at: Duration, kernel: &KernelFacts) {
        let programs: Vec<Program> = innermost_first(kernel).chain([self.command.clone()]).collect();
        let profile = choose(self.options, &programs);
        if profile.name() != self.profile.name() {
            self.profile = profile.clone();
            self.watch.profile(profile, at);
        }
        let name = kernel.foreground.as_ref().map(|process| process.name.as_str());
        let remote = name.is_some_and(|name| self.options.profiles.is_remote(name));
        self.watch.facts(Facts::of(kernel, remote), at);
    }
}

fn innermost_first(kernel: &KernelFacts) -> impl Iterator<Item = Program> + '_ {
    let inner = kernel.inner.as_ref().and_then(|inner| inner.foreground.as_ref());
    inner.into_iter().chain(&kernel.foreground).map(|process| Program::named(process.name.clone()))
}

fn choose(options: &Options, programs: &[Program]) -> Arc<Profile> {
    let profile = options.profiles.for_programs(programs);
    match &options.agent {
        Some(agent) if profile.is_generic() => agent.clone(),
        _ => profile,
    }
}

/// This thread's, so that others on the machine do not count.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
