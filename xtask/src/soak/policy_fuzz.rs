//! Random lines of shell for the judge of commands: lines of the corpus cut, doubled, spoilt, wrapped and joined, lines made
//! by the grammar, and soups of the shell's own signs. No panic, a bounded time, and nothing allowed that is highly dangerous.

mod grammar;
mod pieces;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use model::Danger;
use policy::{Judgement, Policy, Request, SHIPPED, Surroundings};
use rustix::time::{ClockId, clock_gettime};
use serde_json::Value;

use super::Soak;
use super::fuzz::Target;
use crate::bench::stream::Numbers;
use pieces::{FILES, TOKENS, WRAPPERS};

/// What one line may cost in processor time; the goal for ten kilobytes is 20 ms, and these are shorter.
const LONGEST: Duration = Duration::from_millis(100 * super::fuzz::SLOWER);
/// Compound commands inside of each other in lines made by the grammar.
const GRAMMAR_DEPTH: u32 = 3;
/// One input in so many is judged by every policy, and with another line before it.
const CLOSE_LOOK: u64 = 32;

/// The longest that one input has taken so far, in nanoseconds.
static SLOWEST: AtomicU64 = AtomicU64::new(0);

pub(super) fn prove(soak: &Soak) -> String {
    // Policy and catalogue are read when they are first asked, which is not the first line's time.
    policies().iter().for_each(|policy| drop(judge(policy, "ls")));
    let counted = Target { try_seed, describe: |seed| format!("{:?}", text(seed)) }.run(soak);
    let slowest = Duration::from_nanos(SLOWEST.load(Ordering::Relaxed));
    format!("{counted}, {:.1} ms at most", slowest.as_secs_f64() * 1e3)
}

fn lines() -> &'static [String] {
    static LINES: OnceLock<Vec<String>> = OnceLock::new();
    let command =
        |line: &str| serde_json::from_str::<Value>(line).ok()?["command"].as_str().map(str::to_owned);
    LINES.get_or_init(|| FILES.iter().flat_map(|file| file.lines()).filter_map(command).collect())
}

fn policies() -> &'static [Policy] {
    static POLICIES: OnceLock<Vec<Policy>> = OnceLock::new();
    let load = |name: &&str| Policy::shipped(name).unwrap_or_else(|| panic!("{name} does not load"));
    POLICIES.get_or_init(|| SHIPPED.iter().map(load).collect())
}

fn text(seed: u64) -> String {
    let mut numbers = Numbers::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    if numbers.below(5) > 0 {
        return short(&mut numbers);
    }
    let mut text = String::new();
    for _ in 0..[1, 1, 1, 1, 2, 3][numbers.below(6) as usize] {
        text.push_str(&piece(&mut numbers));
        text.push_str(["", ";", " | ", " && ", "\n", " "][numbers.below(6) as usize]);
    }
    text
}

/// Most inputs: the beginning of a line, spoilt, or a few signs. Many of them are tried in the time of a long one.
fn short(numbers: &mut Numbers) -> String {
    match numbers.below(3) {
        0 => (0..1 + numbers.below(8)).map(|_| any(numbers, TOKENS)).collect(),
        _ => spoil(&line(numbers).chars().take(40).collect::<String>(), numbers),
    }
}

fn piece(numbers: &mut Numbers) -> String {
    let mut text = match numbers.below(5) {
        0 => (0..1 + numbers.below(30)).map(|_| any(numbers, TOKENS)).collect(),
        1 => spoil(line(numbers), numbers),
        2 => grammar::list(numbers, GRAMMAR_DEPTH),
        _ => line(numbers).to_owned(),
    };
    for _ in 0..[0, 0, 0, 1, 1, 4][numbers.below(6) as usize] {
        text = any(numbers, WRAPPERS).replace('@', &text);
    }
    text
}

fn line(numbers: &mut Numbers) -> &'static str {
    let lines = lines();
    &lines[numbers.below(lines.len() as u32) as usize]
}

fn any(numbers: &mut Numbers, of: &[&'static str]) -> &'static str {
    of[numbers.below(of.len() as u32) as usize]
}

/// Cut off, and now and then a sign put in or a letter left out.
fn spoil(line: &str, numbers: &mut Numbers) -> String {
    let (every, keep) = (3 + numbers.below(40), 1 + numbers.below(120) as usize);
    let mut text = String::new();
    for letter in line.chars().take(keep) {
        match numbers.below(every) {
            0 => text.push_str(any(numbers, TOKENS)),
            1 => (),
            _ => text.push(letter),
        }
    }
    text
}

fn judge(policy: &Policy, line: &str) -> Judgement {
    policy.judge(&Request::shell(line), &Surroundings::project("/home/u/project", "/home/u"))
}

/// The policies take turns.
fn try_seed(seed: u64, index: u64) -> usize {
    let text = text(seed);
    let turn = (index % policies().len() as u64) as usize;
    watched(&policies()[turn], &text);
    if index.is_multiple_of(CLOSE_LOOK) {
        policies().iter().for_each(|policy| more(policy, &text, seed));
    }
    text.len()
}

/// Judges, in a bounded time, and nothing highly dangerous is allowed.
fn watched(policy: &Policy, text: &str) -> Judgement {
    let begun = processor_time();
    let judgement = judge(policy, text);
    let took = processor_time().saturating_sub(begun);
    SLOWEST.fetch_max(took.as_nanos() as u64, Ordering::Relaxed);
    assert!(took < LONGEST, "a line took {took:?}:\n{text:?}");
    let wrong = judgement.verdict.allows() && judgement.danger == Danger::High;
    assert!(!wrong, "high danger is allowed:\n{text:?}\n{judgement:?}");
    judgement
}

/// A part before it makes nothing laxer. These change neither the folder nor a name, so the line means the same.
fn more(policy: &Policy, text: &str, seed: u64) {
    let alone = watched(policy, text);
    // Where no command is run (a comment, a bare test) there is nothing to judge, and a part before it is all there is.
    if alone.parts.is_empty() && alone.danger == Danger::None {
        return;
    }
    let first = ["ls", "echo hi", "git status", "true"][(seed % 4) as usize];
    let both = judge(policy, &format!("{first}\n{text}"));
    let laxer = both.verdict < alone.verdict || both.danger < alone.danger;
    assert!(!laxer, "laxer behind {first:?}:\n{text:?}\n{alone:?}\n{both:?}");
}

/// This thread's: the machine may be busy.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
