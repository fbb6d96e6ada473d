//! The program that asks: it notes for each question when it began to wait, when a key came, and whether the answer is that of the
//! question. It runs in a session of its own.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionread;
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use serde_json::json;

use crate::Failure;

/// How long it is looked for keys that nobody asked for, when all is answered.
const AFTERWARDS: Duration = Duration::from_secs(2);
/// How long a program with a limit waits at once.
const LIMIT: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// How it waits.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Line,
    Key,
    /// A menu that is moved through, with a limit to each wait or none.
    Menu {
        limit: bool,
    },
}

/// What became of one question.
struct Answer {
    first: Duration,
    whole: Duration,
    yes: bool,
}

/// Whether the question of this number is answered with yes, by the benchmark's policy.
fn is_yes(number: usize) -> bool {
    matches!(number % 10, 0 | 1 | 3 | 4 | 7 | 9)
}

/// `xtask asks WAY COUNT MILLISECONDS FILE`
pub(crate) fn asks(arguments: &[String]) -> Result<ExitCode, Failure> {
    let [way, count, works, file] = arguments else { return Err("asks WAY COUNT MILLISECONDS FILE".into()) };
    let way = match way.as_str() {
        "line" => Way::Line,
        "key" => Way::Key,
        "menu" => Way::Menu { limit: false },
        "menu-limit" => Way::Menu { limit: true },
        _ => return Err(format!("nobody asks by {way}").into()),
    };
    let (count, works): (usize, u64) = (count.parse()?, works.parse()?);
    let mut notes = OpenOptions::new().create(true).append(true).open(file)?;
    if way != Way::Line {
        by_keys()?;
    }
    for number in 1..=count {
        std::thread::sleep(Duration::from_millis(works));
        // A key that is there before the question was said is one too many.
        let extra = unread()?;
        let answer = ask(way, number)?;
        note(&mut notes, &answer, number, extra)?;
    }
    std::thread::sleep(AFTERWARDS);
    writeln!(notes, "{}", json!({"extra": unread()?}))?;
    Ok(ExitCode::SUCCESS)
}

/// Keys come one by one and are not shown.
fn by_keys() -> Result<(), Failure> {
    let mut settings = tcgetattr(rustix::stdio::stdin())?;
    settings.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
    Ok(tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &settings)?)
}

fn unread() -> Result<u64, Failure> {
    Ok(ioctl_fionread(rustix::stdio::stdin())?)
}

fn note(notes: &mut File, answer: &Answer, number: usize, extra: u64) -> Result<(), Failure> {
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    let right = answer.yes == is_yes(number);
    let said =
        json!({"first": millis(answer.first), "whole": millis(answer.whole), "right": right, "extra": extra});
    Ok(writeln!(notes, "{said}")?)
}

fn ask(way: Way, number: usize) -> Result<Answer, Failure> {
    match way {
        Way::Line | Way::Key => ask_in_words(number),
        Way::Menu { limit } => ask_by_menu(number, limit),
    }
}

/// A line or one key, as the terminal is set. Of a line the first key cannot be seen: it comes with Enter.
fn ask_in_words(number: usize) -> Result<Answer, Failure> {
    say(&format!("Proceed {number}? [y/n] "))?;
    let mut bytes = [0; 64];
    let began = Instant::now();
    let count = std::io::stdin().read(&mut bytes)?;
    let took = began.elapsed();
    let answer = String::from_utf8_lossy(bytes.get(..count).unwrap_or_default()).trim().to_owned();
    let yes = match answer.as_str() {
        "y" => true,
        "n" => false,
        _ => return Err(format!("{answer:?} is no answer").into()),
    };
    say("\n")?;
    Ok(Answer { first: took, whole: took, yes })
}

/// Yes above No, with a pointer. The words stay on the screen when it is answered.
fn ask_by_menu(number: usize, limit: bool) -> Result<Answer, Failure> {
    say(&format!("\x1b[?25l? Proceed {number}? (Use arrow keys)\r\n"))?;
    let (mut at_yes, mut first) = (true, None);
    draw(at_yes, true)?;
    let began = Instant::now();
    loop {
        wait_for_keys(limit)?;
        let now = began.elapsed();
        let first = *first.get_or_insert(now);
        let mut bytes = [0; 64];
        let count = std::io::stdin().read(&mut bytes)?;
        match bytes.get(..count).unwrap_or_default() {
            b"\r" | b"\n" => {
                say(&format!("\x1b[3A\r\x1b[J? Proceed {number}: answered\r\n"))?;
                return Ok(Answer { first, whole: now, yes: at_yes });
            }
            b"\x1b[B" | b"\x1bOB" => at_yes = false,
            b"\x1b[A" | b"\x1bOA" => at_yes = true,
            other => return Err(format!("{other:?} is no key of the menu").into()),
        }
        draw(at_yes, false)?;
    }
}

fn draw(at_yes: bool, first: bool) -> Result<(), Failure> {
    let back = if first { "" } else { "\x1b[2A\r\x1b[J" };
    let line = |chosen: bool, label: &str| match chosen {
        true => format!("\x1b[36m❯ {label}\x1b[0m\r\n"),
        false => format!("  {label}\r\n"),
    };
    say(&format!("{back}{}{}", line(at_yes, "Yes"), line(!at_yes, "No")))
}

fn wait_for_keys(limit: bool) -> Result<(), Failure> {
    let stdin = rustix::stdio::stdin();
    let mut wanted = [PollFd::new(&stdin, PollFlags::IN)];
    while poll(&mut wanted, limit.then_some(&LIMIT))? == 0 {}
    Ok(())
}

fn say(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
