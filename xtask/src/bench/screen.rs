//! `bench screen`: the screen model beside the bare terminal crate, on the same stream in the same run; and what a
//! screen takes of memory.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use alacritty_terminal::event::VoidListener;
use alacritty_terminal::grid::Dimensions;
use alacritty_terminal::term::{Config, Term};
use alacritty_terminal::vte::ansi::{Processor, Timeout};
use model::Size;
use screen::Screen;

use super::stream::Numbers;
use crate::Failure;

const SIZE: Size = Size::cells(40, 120);
/// What one read of a busy PTY brings.
const CHUNK: usize = 16 * 1024;
/// The goal: at least so much of the bare crate's speed.
const GOAL: f64 = 0.8;
/// Screens whose memory is measured together.
const SCREENS: usize = 200;

/// Applies synchronized output at once, as the screen model does.
#[derive(Default)]
struct Never;

impl Timeout for Never {
    fn set_timeout(&mut self, _: Duration) {}
    fn clear_timeout(&mut self) {}
    fn pending_timeout(&self) -> bool {
        false
    }
}

struct Cells(Size);

impl Dimensions for Cells {
    fn total_lines(&self) -> usize {
        self.screen_lines()
    }
    fn screen_lines(&self) -> usize {
        usize::from(self.0.rows)
    }
    fn columns(&self) -> usize {
        usize::from(self.0.cols)
    }
}

pub(super) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    let (rounds, megabytes) = parse(arguments)?;
    // First, while nothing else has left memory behind.
    memory();
    let stream = stream(megabytes * 1_000_000);
    let mut ratios: Vec<f64> = (0..rounds.max(1)).map(|round| measure(&stream, round)).collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    let verdict = if median >= GOAL { "met" } else { "**not met**" };
    println!(
        "screen to bare crate: {median:.2} by median, from {:.2} to {:.2}; goal {GOAL}: {verdict}",
        ratios[0],
        ratios[ratios.len() - 1]
    );
    Ok(ExitCode::SUCCESS)
}

fn parse(arguments: &[String]) -> Result<(usize, usize), Failure> {
    let (mut rounds, mut megabytes) = (5, 50);
    for pair in arguments.chunks(2) {
        match pair {
            [name, value] if name == "--rounds" => rounds = value.parse()?,
            [name, value] if name == "--mb" => megabytes = value.parse()?,
            _ => return Err(format!("unknown option {}\n{}", pair[0], crate::USAGE).into()),
        }
    }
    Ok((rounds, megabytes))
}

/// One after the other, in changing order, by processor time: the machine is shared.
fn measure(stream: &[u8], round: usize) -> f64 {
    let (bare, ours) = if round.is_multiple_of(2) {
        let bare = timed(|| feed_bare(stream));
        (bare, timed(|| feed_screen(stream)))
    } else {
        let ours = timed(|| feed_screen(stream));
        (timed(|| feed_bare(stream)), ours)
    };
    let speed = |seconds: f64| stream.len() as f64 / 1e6 / seconds;
    println!("bare {:.0} MB/s, screen {:.0} MB/s, ratio {:.2}", speed(bare), speed(ours), bare / ours);
    bare / ours
}

fn timed(work: impl FnOnce()) -> f64 {
    let cpu = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    let began = cpu();
    work();
    cpu() - began
}

fn feed_bare(stream: &[u8]) {
    let config = Config { scrolling_history: 100, ..Config::default() };
    let mut term = Term::new(config, &Cells(SIZE), VoidListener);
    let mut processor = Processor::<Never>::new();
    stream.chunks(CHUNK).for_each(|chunk| processor.advance(&mut term, chunk));
    black_box(&term);
}

fn feed_screen(stream: &[u8]) {
    let mut screen = Screen::new(SIZE);
    for chunk in stream.chunks(CHUNK) {
        screen.feed(chunk);
        screen.take_replies();
    }
    black_box(&screen);
}

/// Many screens of 100x30 that have scrolled, been resized and shown a full-screen program.
fn memory() {
    let size = Size::cells(30, 100);
    let before = resident();
    let began = Instant::now();
    let mut screens: Vec<Screen> = (0..SCREENS).map(|_| Screen::new(size)).collect();
    for line in 0..1000 {
        for screen in &mut screens {
            screen.feed(
                format!("\x1b[3{}mline {line}\x1b[0m of a program that prints\r\n", line % 8).as_bytes(),
            );
        }
    }
    report("scrolled by 1000 lines", before);
    for screen in &mut screens {
        screen.resize(Size::cells(50, 140));
        screen.feed(b"\x1b[?1049h\x1b[2J\x1b[10;10Hfull screen");
        screen.resize(size);
    }
    report("resized there and back, with a full-screen program", before);
    println!("({:.1} s for both)", began.elapsed().as_secs_f64());
    black_box(&screens);
}

fn report(what: &str, before: u64) {
    let each = resident().saturating_sub(before) / SCREENS as u64;
    println!("{SCREENS} screens of 100x30, {what}: {each} KiB each");
}

/// Resident memory of this process in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Logs, repaints of an agent, a full-screen editor, progress bars with titles and marks, wide text.
fn stream(length: usize) -> Vec<u8> {
    let (mut text, mut numbers) = (String::with_capacity(length + 65536), Numbers::new(7));
    while text.len() < length {
        match numbers.below(100) {
            0..20 => listing(&mut text, &mut numbers),
            20..45 => patch(&mut text, &mut numbers),
            45..73 => repaint(&mut text, &mut numbers),
            73..87 => editor(&mut text, &mut numbers),
            87..95 => progress(&mut text, &mut numbers),
            _ => wide(&mut text, &mut numbers),
        }
    }
    let mut bytes = text.into_bytes();
    bytes.truncate(length);
    bytes
}

fn listing(text: &mut String, numbers: &mut Numbers) {
    for _ in 0..40 {
        let (size, day) = (numbers.below(1 << 20), 1 + numbers.below(28));
        let name = numbers.word();
        *text += &format!("-rw-r--r-- 1 root root {size:>8} Nov {day:>2} 10:22 \x1b[01;34m{name}\x1b[0m\r\n");
    }
}

fn patch(text: &mut String, numbers: &mut Numbers) {
    for line in 0..40 {
        let count = 4 + numbers.below(9);
        let words = numbers.words(count);
        *text += &match line % 4 {
            0 => format!("\x1b[32m+    {words}\x1b[m\r\n"),
            1 => format!("\x1b[31m-    {words}\x1b[m\r\n"),
            2 => format!("\x1b[36m@@ -{0},7 +{0},7 @@\x1b[m {words}\r\n", numbers.below(900)),
            _ => format!("     {words}\r\n"),
        };
    }
}

fn repaint(text: &mut String, numbers: &mut Numbers) {
    *text += "\x1b[?2026h\x1b[?25l\x1b[12A\x1b[G";
    for _ in 0..12 {
        let (red, blue) = (numbers.below(256), numbers.below(256));
        let words = numbers.words(6);
        *text += &format!(
            "\x1b[2K\x1b[38;2;{red};128;{blue}m│\x1b[39m {words}✓ 日本 🚀 \x1b[2m{red}\x1b[22m │\r\n"
        );
    }
    *text += "╰────────────────────────────────────────────╯\x1b[?25h\x1b[?2026l";
}

fn editor(text: &mut String, numbers: &mut Numbers) {
    *text += "\x1b[?1049h\x1b[H\x1b[2J";
    for row in 1..39 {
        let words = numbers.words(8);
        *text += &format!("\x1b[{row};1H\x1b[33m{row:>3} \x1b[0m{words}\x1b[K");
    }
    for _ in 0..10 {
        let row = 1 + numbers.below(35);
        *text += &format!("\x1b[1;38r\x1b[{row};1H\x1b[L\x1b[4@new \x1b[2P\x1b[38;1H\x1b[M\x1b[r");
    }
    *text += "\x1b[?1049l";
}

fn progress(text: &mut String, numbers: &mut Numbers) {
    *text += "\x1b]133;A\x07$ \x1b]133;B\x07make\r\n\x1b]133;C\x07";
    for step in 0..30 {
        let bar = "=".repeat(step);
        *text +=
            &format!("\r\x1b[2K\x1b[32m[{bar:<30}]\x1b[0m {}%\x1b]0;step {step}\x07", numbers.below(100));
    }
    *text += "\r\n\x1b]133;D;0\x07";
}

fn wide(text: &mut String, numbers: &mut Numbers) {
    for _ in 0..20 {
        *text += &format!("日本語のテキスト{}漢字かな交じり文 한국어 {}\r\n", numbers.word(), numbers.word());
    }
}
