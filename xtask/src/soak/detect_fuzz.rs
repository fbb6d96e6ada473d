//! Random screens for the detector: dialogs of every kind, cut, doubled, mixed and spoilt. No panic, a bounded time,
//! nothing said that cannot be, and looks that come to an end.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use detect::{Change, Detection, Facts, Profile, Profiles, View, Waits, Watch, detect};
use model::{LineMode, Size};
use rustix::time::{ClockId, clock_gettime};
use screen::{Screen, Snapshot};

use super::Soak;
use super::fuzz::Target;
use crate::bench::stream::Numbers;

/// What one look may cost in processor time. A settled screen takes far less; this is for the worst there is.
const LONGEST_LOOK: Duration = Duration::from_millis(100 * super::fuzz::SLOWER);
/// One input in so many is also watched over time: that costs several looks.
const CLOSE_LOOK: u64 = 16;
/// So many looks without anything happening are looks without an end.
const MOST_LOOKS: usize = 200;

/// Profiles hold dialogs of real agents, line by line.
pub(super) const SOURCES: [&str; 7] = [
    include_str!("../../../crates/detect/agents/claude.toml"),
    include_str!("../../../crates/detect/agents/codex.toml"),
    include_str!("../../../crates/detect/agents/gemini.toml"),
    include_str!("../../../crates/detect/agents/aider.toml"),
    include_str!("../../../crates/detect/agents/opencode.toml"),
    include_str!("../../../crates/detect/agents/copilot.toml"),
    include_str!("../../../crates/detect/agents/generic.toml"),
];
const NAMES: [&str; 7] = ["claude", "codex", "gemini", "aider", "opencode", "copilot", "generic"];

/// Pieces of questions of other programs, and of what only looks like them.
const PIECES: &[&str] = &[
    "Continue? [y/N] ",
    "Overwrite (yes/no)? ",
    "Password: ",
    "Enter passphrase for key '/x': ",
    "❯ 1. Yes",
    "  2. No",
    "( ) one",
    "[x] two",
    "[ ] three",
    "? Pick one › - Use arrow-keys",
    "1) first",
    "2) second",
    "#? ",
    "-- More --",
    "(END)",
    "Press Enter to continue",
    "┌──────────┐",
    "│ <Yes>    <No> │",
    "└──────────┘",
    "╭─╮",
    "│ > │",
    "╰─╯",
    "$ ",
    "root@x:~# ",
    ">>> ",
    "(gdb) ",
    "~",
    "-- INSERT --",
    "What is your name?",
    "Name [demo]: ",
    "100%",
    "⠋ working",
    "Esc to cancel · Tab to amend",
    "(Y)es / (N)o / (A)ll? ",
    "日本語? ",
    "e\u{301}",
    "",
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789",
    "\u{200d}\u{1f680}",
    "────────",
];
const SEQUENCES: &[&str] = &[
    "\x1b[1m",
    "\x1b[7m",
    "\x1b[0m",
    "\x1b[36m",
    "\x1b[48;5;4m",
    "\x1b[?25l",
    "\x1b[?25h",
    "\x1b[?1049h",
    "\x1b[?1h",
    "\x1b[2J\x1b[H",
    "\x1b[A",
    "\x1b[3C",
    "\x1b[?2026h",
    "\x1b[?2004h",
    "\x1b[H",
    "\t",
    "\x1b[K",
];

pub(super) fn prove(soak: &Soak) -> String {
    Target { try_seed, describe: |seed| Input::new(seed).describe() }.run(soak)
}

fn lines() -> &'static [Vec<&'static str>] {
    static LINES: OnceLock<Vec<Vec<&str>>> = OnceLock::new();
    LINES.get_or_init(|| SOURCES.iter().map(|source| source.lines().collect()).collect())
}

struct Input {
    seed: u64,
    size: Size,
    bytes: String,
    facts: Facts,
    profile: Arc<Profile>,
    quiet: Duration,
}

impl Input {
    fn new(seed: u64) -> Input {
        let mut numbers = Numbers::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let name = NAMES[numbers.below(7) as usize];
        let profile = Profiles::embedded().named(name).unwrap_or_else(|| panic!("{name} does not load"));
        let size = Size::cells(side(&mut numbers, 30), side(&mut numbers, 110));
        let (bytes, facts) = (text(&mut numbers), facts(&mut numbers));
        Input {
            seed,
            size,
            bytes,
            facts,
            profile,
            quiet: Duration::from_millis(u64::from(numbers.below(4000))),
        }
    }

    fn describe(&self) -> String {
        let (rows, cols) = (self.size.rows, self.size.cols);
        let name = self.profile.name();
        format!(
            "seed {}, {rows}x{cols}, {name}, {:?}, {:?}\n{:?}",
            self.seed, self.facts, self.quiet, self.bytes
        )
    }
}

/// Mostly small: everything is near an edge then, and fast.
fn side(numbers: &mut Numbers, most: u32) -> u16 {
    let most = if numbers.below(4) == 0 { most } else { most / 3 };
    (1 + numbers.below(most)) as u16
}

fn text(numbers: &mut Numbers) -> String {
    let mut text = String::new();
    for _ in 0..numbers.below(4) {
        match numbers.below(3) {
            0 => passage(numbers, &mut text),
            _ => (0..numbers.below(8)).for_each(|_| piece(numbers, &mut text)),
        }
    }
    spoil(text, numbers)
}

/// Some lines of a profile in their order, with a few left out or doubled.
fn passage(numbers: &mut Numbers, text: &mut String) {
    let source = &lines()[numbers.below(SOURCES.len() as u32) as usize];
    let from = numbers.below(source.len() as u32) as usize;
    for line in source.iter().skip(from).take(1 + numbers.below(20) as usize) {
        for _ in 0..[1, 1, 1, 1, 1, 1, 0, 2][numbers.below(8) as usize] {
            text.push_str(line);
            text.push_str("\r\n");
        }
    }
}

fn piece(numbers: &mut Numbers, text: &mut String) {
    match numbers.below(4) {
        0 => text.push_str(SEQUENCES[numbers.below(SEQUENCES.len() as u32) as usize]),
        _ => text.push_str(PIECES[numbers.below(PIECES.len() as u32) as usize]),
    }
    if numbers.below(2) == 0 {
        text.push_str("\r\n");
    }
}

/// A few characters become others.
fn spoil(text: String, numbers: &mut Numbers) -> String {
    const OTHERS: [char; 10] = ['?', ':', '>', '1', ' ', '│', '❯', '[', 'y', '日'];
    let every = 20 + numbers.below(400);
    let other = |c: char, numbers: &mut Numbers| {
        if numbers.below(every) == 0 { OTHERS[numbers.below(10) as usize] } else { c }
    };
    text.chars().map(|c| other(c, numbers)).collect()
}

fn facts(numbers: &mut Numbers) -> Facts {
    let waits =
        [Waits::Nobody, Waits::Untold, Waits::Polls, Waits::Listens, Waits::Reads][numbers.below(5) as usize];
    let mut flag = || numbers.below(2) == 0;
    let mode = flag().then(|| LineMode { canonical: flag(), echo: flag(), signals: flag() });
    let programs = ["bash", "vim", "less", "ssh", "node", "python3", ""];
    let awaits_reply = numbers.below(16) == 0;
    let unread = numbers.below(16) == 0;
    let program = Some(programs[numbers.below(7) as usize].to_owned()).filter(|name| !name.is_empty());
    let comes_back = numbers.below(4) == 0;
    Facts { waits, comes_back, mode, program, reader: None, awaits_reply, unread }
}

fn try_seed(seed: u64, index: u64) -> usize {
    let input = Input::new(seed);
    let mut screen = Screen::new(input.size);
    screen.feed(input.bytes.as_bytes());
    let snapshot = screen.snapshot_anyway();
    let begun = processor_time();
    let found = detect(&View::new(&snapshot), &input.facts, &input.profile, input.quiet);
    let took = processor_time().saturating_sub(begun);
    assert!(took < LONGEST_LOOK, "a look took {took:?}:\n{}", input.describe());
    check(&input, &snapshot, &found);
    if index.is_multiple_of(CLOSE_LOOK) {
        watch(&input, &snapshot);
    }
    input.bytes.len()
}

/// What can be said at all.
fn check(input: &Input, snapshot: &Snapshot, found: &Detection) {
    let sure = (0.0..=1.0).contains(&found.confidence);
    let rows = found
        .rows
        .as_ref()
        .is_none_or(|rows| rows.start <= rows.end && usize::from(rows.end) <= snapshot.rows.len());
    let vetoed = input.facts.waits == Waits::Nobody && found.state.is_waiting();
    let choices = found.state.question().map_or(0, |question| question.choices.len());
    let selected = found
        .state
        .question()
        .map_or(0, |question| question.choices.iter().filter(|choice| choice.selected).count());
    let right = sure && rows && !vetoed && choices <= 4 * snapshot.rows.len().max(25) && selected <= choices;
    assert!(right, "this cannot be: {found:?}\n{}", input.describe());
}

/// Looks come to an end, each later than the one before, and the same screen is announced once.
fn watch(input: &Input, snapshot: &Snapshot) {
    let mut watch = Watch::new(input.profile.clone(), 0.6);
    watch.output(Duration::from_millis(10));
    watch.facts(input.facts.clone(), Duration::from_millis(20));
    let (mut last, mut looks, mut waiting) = (None, 0, 0);
    while let Some(due) = watch.next_look().filter(|due| *due < Duration::from_secs(60)) {
        assert!(
            last.is_none_or(|last| last < due) && looks < MOST_LOOKS,
            "looks without an end:\n{}",
            input.describe()
        );
        waiting += usize::from(matches!(watch.look(snapshot, due), Some(Change::Waiting(_))));
        (last, looks) = (Some(due), looks + 1);
    }
    assert!(waiting <= 4, "one screen was announced {waiting} times:\n{}", input.describe());
}

/// This thread's: the machine may be busy.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
