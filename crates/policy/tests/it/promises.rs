//! What is promised in figures.

use model::{Danger, Verdict};

use crate::lines::{Line, all, judge_by};

/// At least so many lines of either kind.
const LEAST_LINES: usize = 600;

fn lines(harmful: bool) -> Vec<&'static Line> {
    all().iter().filter(|line| line.harmful == harmful).collect()
}

fn called_dangerous(line: &Line) -> bool {
    let judgement = judge_by("builder", &line.command, &line.cwd);
    judgement.danger != Danger::None || judgement.verdict == Verdict::Deny
}

/// At most this share of the lines is as it should not be.
fn check(lines: &[&Line], most: f64, wrong: impl Fn(&Line) -> bool) {
    let failing: Vec<String> = lines
        .iter()
        .filter(|line| wrong(line))
        .map(|line| format!("{:<14} {:?}", line.family, line.command))
        .collect();
    let share = failing.len() as f64 / lines.len() as f64;
    assert!(
        share <= most,
        "{} of {} lines, {:.1} %:\n{}",
        failing.len(),
        lines.len(),
        share * 100.0,
        failing.join("\n")
    );
}

#[test]
fn the_corpus_is_large_and_no_line_is_there_twice() {
    for harmful in [true, false] {
        assert!(lines(harmful).len() >= LEAST_LINES);
    }
    let mut commands: Vec<&str> = all().iter().map(|line| line.command.as_str()).collect();
    commands.sort_unstable();
    let doubled: Vec<_> = commands.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(doubled.is_empty(), "{doubled:?}");
}

#[test]
fn no_shipped_policy_allows_a_destructive_line() {
    for name in ["careful", "builder", "watch-only"] {
        check(&lines(true), 0.0, |line| judge_by(name, &line.command, &line.cwd).verdict.allows());
    }
}

#[test]
fn destructive_lines_are_called_dangerous() {
    check(&lines(true), 0.02, |line| !called_dangerous(line));
}

#[test]
fn harmless_lines_are_not_called_dangerous() {
    check(&lines(false), 0.02, called_dangerous);
}

#[test]
fn builder_allows_harmless_lines() {
    check(&lines(false), 0.1, |line| !judge_by("builder", &line.command, &line.cwd).verdict.allows());
}
