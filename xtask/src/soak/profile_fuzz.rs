//! Random profiles for the loader: lines of the real ones, mixed and spoilt. No panic, a bounded time, every refusal
//! with its file and a line that is there.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use detect::Profiles;

use super::Soak;
use super::detect_fuzz::SOURCES;
use super::fuzz::Target;
use crate::bench::stream::Numbers;

/// One input in so many is a whole profile, spoilt in a few places: reading one takes long.
const WHOLE: u32 = 2000;
/// Reading the largest one takes some milliseconds; a busy machine may take long.
const LONGEST: Duration = Duration::from_secs(5);

/// Values that are wrong in their own ways.
const VALUES: &[&str] = &[
    "''",
    "\"\"",
    "[]",
    "{}",
    "0",
    "-1",
    "1e400",
    "true",
    "['(']",
    "['(?i)^(a|b)+$']",
    "'[[:bad:]]'",
    "'(a{1000}){1000}'",
    "\"\\u0000\"",
    "'''",
    "[[",
    "=",
    "inf",
    "2026-11-15",
    "[1, 'a']",
    "{ at = \"from\" }",
    "\"menu\"",
    "\"yes\"",
    "'.*'",
    "'$'",
    "\"❯\"",
];

pub(super) fn prove(soak: &Soak) -> String {
    Target { try_seed, describe: |seed| format!("seed {seed}\n{}", text(seed)) }.run(soak)
}

fn lines() -> &'static [&'static str] {
    static LINES: OnceLock<Vec<&str>> = OnceLock::new();
    LINES.get_or_init(|| SOURCES.iter().flat_map(|source| source.lines()).collect())
}

fn text(seed: u64) -> String {
    let mut numbers = Numbers::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    if numbers.below(WHOLE) == 0 {
        let whole = SOURCES[numbers.below(SOURCES.len() as u32) as usize];
        return spoil(whole, &mut numbers, 2000);
    }
    let mut text = if numbers.below(4) == 0 {
        String::new()
    } else {
        "name = \"mine\"\n[program]\nnames = [\"mine\"]\n".into()
    };
    for _ in 0..numbers.below(12) {
        let all = lines();
        let from = numbers.below(all.len() as u32) as usize;
        all.iter().skip(from).take(1 + numbers.below(4) as usize).for_each(|line| {
            text.push_str(&other_value(line, &mut numbers));
            text.push('\n');
        });
    }
    spoil(&text, &mut numbers, 300)
}

/// Sometimes something else stands behind the sign.
fn other_value(line: &str, numbers: &mut Numbers) -> String {
    match line.split_once('=') {
        Some((name, _)) if numbers.below(4) == 0 => {
            format!("{name}= {}", VALUES[numbers.below(VALUES.len() as u32) as usize])
        }
        _ => line.to_owned(),
    }
}

/// One character in so many becomes another, is left out or doubled.
fn spoil(text: &str, numbers: &mut Numbers, every: u32) -> String {
    const OTHERS: [char; 10] = ['[', ']', '\'', '"', '=', '\n', '\\', '(', '*', '日'];
    let mut spoilt = String::with_capacity(text.len());
    for c in text.chars() {
        match numbers.below(every * 3) {
            0 => spoilt.push(OTHERS[numbers.below(10) as usize]),
            1 => {}
            2 => spoilt.extend([c, c]),
            _ => spoilt.push(c),
        }
    }
    spoilt
}

fn try_seed(seed: u64, _: u64) -> usize {
    let text = text(seed);
    let (length, rows) = (text.len(), text.lines().count() + 1);
    let begun = Instant::now();
    let (profiles, errors) = Profiles::with_files(&[("mine.toml".to_owned(), text.clone())]);
    assert!(begun.elapsed() < LONGEST, "seed {seed} took {:?}:\n{text}", begun.elapsed());
    for error in &errors {
        let told = error.file == "mine.toml" && (1..=rows).contains(&error.line) && !error.problem.is_empty();
        assert!(told, "seed {seed}: {error}\n{text}");
    }
    assert!(errors.len() <= 1 && profiles.named("claude").is_some(), "seed {seed}\n{text}");
    length
}
