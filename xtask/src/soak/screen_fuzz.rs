//! Random output for the screen model: no panic inside, no hang, the same however it is cut, restored as it was.
//!
//! Every input comes from a seed of its own, which is printed with its bytes when something is wrong with it.

use model::Size;
use screen::{Screen, Snapshot, render};

use super::Soak;
use super::fuzz::Target;
use crate::bench::stream::Numbers;

/// One input in so many is also restored, rendered and cut: that costs many times the feeding.
const CLOSE_LOOK: u64 = 16;

/// Shapes of sequences; `#` becomes a number.
const SHAPES: &[&str] = &[
    "\x1b[#;#H",
    "\x1b[#A",
    "\x1b[#B",
    "\x1b[#C",
    "\x1b[#D",
    "\x1b[#G",
    "\x1b[#d",
    "\x1b[#J",
    "\x1b[#K",
    "\x1b[#L",
    "\x1b[#M",
    "\x1b[#@",
    "\x1b[#P",
    "\x1b[#X",
    "\x1b[#S",
    "\x1b[#T",
    "\x1b[#b",
    "\x1b[#I",
    "\x1b[#Z",
    "\x1b[#g",
    "\x1b[#;#r",
    "\x1b[#m",
    "\x1b[#;#;#m",
    "\x1b[38;2;#;#;#m",
    "\x1b[48;5;#m",
    "\x1b[4:#m",
    "\x1b[?#h",
    "\x1b[?#l",
    "\x1b[#h",
    "\x1b[#l",
    "\x1b[?1049h",
    "\x1b[?1049l",
    "\x1b[?47h",
    "\x1b[?47l",
    "\x1b[?1047h",
    "\x1b[?6h",
    "\x1b[?7l",
    "\x1b[?7h",
    "\x1b[4h",
    "\x1b[4l",
    "\x1b[20h",
    "\x1b7",
    "\x1b8",
    "\x1bM",
    "\x1bD",
    "\x1bE",
    "\x1bH",
    "\x1bc",
    "\x1b#8",
    "\x1b(0",
    "\x1b(B",
    "\x0e",
    "\x0f",
    "\r",
    "\n",
    "\t",
    "\x08",
    "\x1b[!p",
    "\x1b[#n",
    "\x1b[?#n",
    "\x1b[c",
    "\x1b[>#u",
    "\x1b[<#u",
    "\x1b[=#;#u",
    "\x1b[?u",
    "\x1b[?#$p",
    "\x1b[#t",
    "\x1b[#;#t",
    "\x1b]#;text\x07",
    "\x1b]#;?\x1b\\",
    "\x1b]8;;http://x/#\x07",
    "\x1b]8;;\x07",
    "\x1b]133;A\x07",
    "\x1b]133;D;#\x07",
    "\x1b]9;4;#;#\x07",
    "\x1bP$q#\x1b\\",
    "\x1b_#\x1b\\",
    "\x1b[# q",
    "\x1b[?2026h",
    "\x1b[?2026l",
    "\x18",
    "\x1b",
    "\x1b[",
    "\x1b]2;",
];
/// Ends an unfinished sequence, and what REP would repeat.
const FINISHED: &[u8] = b"\x18\x1b\\";
const TEXTS: &[&str] =
    &["a", "word ", "日", "本語", "e\u{301}", "\u{1f680}", "\u{200d}", "─│", "\u{9b}", "0123456789"];

pub(super) fn prove(soak: &Soak) -> String {
    Target { try_seed, describe: |seed| Input::new(seed).describe() }.run(soak)
}

fn try_seed(seed: u64, index: u64) -> usize {
    let input = Input::new(seed);
    let mut screen = Screen::new(input.size);
    for step in &input.steps {
        step.apply(&mut screen);
    }
    assert_eq!(screen.panics(), 0, "the terminal crate panicked on this input:\n{}", input.describe());
    if index.is_multiple_of(CLOSE_LOOK) {
        look_closely(&input, &mut screen);
    }
    input.steps.iter().map(Step::length).sum()
}

fn look_closely(input: &Input, screen: &mut Screen) {
    let mut cut = Screen::new(input.size);
    input.steps.iter().for_each(|step| step.apply_in_pieces(&mut cut));
    let same =
        screen.snapshot_anyway() == cut.snapshot_anyway() && screen.take_replies() == cut.take_replies();
    assert!(same, "cut into bytes, this input shows something else:\n{}", input.describe());
    let one = restores_as_it_was(input, screen);
    let text = render::ansi(&one);
    assert!(!text.contains("\x1b]") && !text.contains('\r'), "{}", input.describe());
    assert!(render::svg(&one).ends_with("</svg>\n") && render::json(&one).is_object());
}

/// On a second screen: as it is, further on, and on the main screen below.
fn restores_as_it_was(input: &Input, screen: &mut Screen) -> Snapshot {
    // An unfinished sequence cannot be restored.
    screen.feed(FINISHED);
    let (first, mut other) = (visible(screen), Screen::new(screen.size()));
    other.feed(&screen.restore());
    let more = Input::new(!input.seed).steps;
    let further =
        more.iter().find_map(|step| if let Step::Feed(bytes) = step { Some(&bytes[..]) } else { None });
    for bytes in [b"", further.unwrap_or_default(), FINISHED, b"\x1b[?1049h\x1b[?1049lx", b"\x1b8y"] {
        screen.feed(bytes);
        other.feed(bytes);
        let (one, two) = (visible(screen), visible(&other));
        let input = input.describe();
        assert!(
            one == two,
            "after b\"{}\", not restored as it was:\n{input}\n{one:?}\n{two:?}",
            bytes.escape_ascii()
        );
    }
    first
}

/// All that a restored terminal must have alike.
fn visible(screen: &Screen) -> Snapshot {
    let snapshot = screen.snapshot_anyway();
    Snapshot {
        top: 0,
        marks: Vec::new(),
        progress: None,
        folder: None,
        notifications: Vec::new(),
        generation: 0,
        offset: 0,
        gap: false,
        ..snapshot
    }
}

enum Step {
    Feed(Vec<u8>),
    Resize(Size),
    Gap,
}

impl Step {
    fn apply(&self, screen: &mut Screen) {
        match self {
            Step::Feed(bytes) => screen.feed(bytes),
            Step::Resize(size) => screen.resize(*size),
            Step::Gap => screen.gap(),
        }
    }

    fn apply_in_pieces(&self, screen: &mut Screen) {
        match self {
            Step::Feed(bytes) => bytes.chunks(1).for_each(|byte| screen.feed(byte)),
            other => other.apply(screen),
        }
    }

    fn length(&self) -> usize {
        if let Step::Feed(bytes) = self { bytes.len() } else { 0 }
    }
}

struct Input {
    seed: u64,
    size: Size,
    steps: Vec<Step>,
}

impl Input {
    fn new(seed: u64) -> Input {
        let mut numbers = Numbers::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let size = any_size(&mut numbers);
        let steps = (0..1 + numbers.below(4)).map(|_| step(&mut numbers)).collect();
        Input { seed, size, steps }
    }

    fn describe(&self) -> String {
        let mut text = format!("seed {}, {}x{}", self.seed, self.size.rows, self.size.cols);
        for step in &self.steps {
            text += &match step {
                Step::Feed(bytes) => format!("\n  feed b\"{}\"", bytes.escape_ascii()),
                Step::Resize(size) => format!("\n  resize {}x{}", size.rows, size.cols),
                Step::Gap => "\n  gap".to_owned(),
            };
        }
        text
    }
}

/// Mostly tiny, where edges are near; rarely something odd.
fn any_size(numbers: &mut Numbers) -> Size {
    let mut side = |most: u32| u16::try_from(numbers.below(most)).unwrap_or(0);
    Size::cells(side(7), side(12))
}

fn step(numbers: &mut Numbers) -> Step {
    match numbers.below(20) {
        0..4 => Step::Resize(any_size(numbers)),
        4 => Step::Gap,
        _ => Step::Feed((0..1 + numbers.below(12)).flat_map(|_| piece(numbers)).collect()),
    }
}

fn piece(numbers: &mut Numbers) -> Vec<u8> {
    match numbers.below(10) {
        0 => (0..numbers.below(5)).map(|_| u8::try_from(numbers.below(256)).unwrap_or(0)).collect(),
        1..4 => pick(TEXTS, numbers).as_bytes().to_vec(),
        _ => filled(pick(SHAPES, numbers), numbers).into_bytes(),
    }
}

fn pick(from: &[&'static str], numbers: &mut Numbers) -> &'static str {
    let count = u32::try_from(from.len()).unwrap_or(1);
    from[usize::try_from(numbers.below(count)).unwrap_or(0)]
}

/// Small numbers mostly, known modes and codes sometimes, huge ones rarely.
fn filled(shape: &str, numbers: &mut Numbers) -> String {
    const KNOWN: [u32; 16] = [1, 4, 5, 6, 7, 8, 9, 10, 12, 25, 52, 99, 777, 1000, 1048, 2004];
    let mut out = String::new();
    for letter in shape.chars() {
        if letter != '#' {
            out.push(letter);
            continue;
        }
        let number = match numbers.below(12) {
            0 => 65_535 + numbers.below(10),
            1..3 => KNOWN[usize::try_from(numbers.below(16)).unwrap_or(0)],
            3 => numbers.below(300),
            _ => numbers.below(10),
        };
        out += &number.to_string();
    }
    out
}
