//! Lines that look like what a shipped policy allows, and do something else by an option, a script or a second operand.

use model::Danger;

use crate::lines::judge_by;

const PROJECT: &str = "/home/u/project";

fn check(policy: &str, lines: &[&str], allowed: bool) {
    let wrong = |line: &&&str| judge_by(policy, line, PROJECT).verdict.allows() != allowed;
    let failing: Vec<_> = lines.iter().filter(wrong).collect();
    assert!(failing.is_empty(), "{policy}: {failing:#?}");
}

#[test]
fn careful_runs_nothing_unseen() {
    check("careful", &include!("holes/runs.in"), false);
}

#[test]
fn careful_writes_nothing() {
    check("careful", &include!("holes/writes.in"), false);
}

#[test]
fn careful_reads_nothing_outside() {
    check("careful", &include!("holes/reads.in"), false);
}

#[test]
fn careful_still_looks_around() {
    check("careful", &include!("holes/looks.in"), true);
}

/// Lines of a file, one a line.
fn lines(text: &'static str) -> Vec<&'static str> {
    text.lines().collect()
}

#[test]
fn builder_allows_no_door() {
    check("builder", &lines(include_str!("holes/builder.txt")), false);
}

#[test]
fn builder_still_works() {
    check("builder", &lines(include_str!("holes/works.txt")), true);
}

#[test]
fn careful_looks_at_nothing_else() {
    check("careful", &lines(include_str!("holes/careful.txt")), false);
}

#[test]
fn danger_is_found_wherever_it_hides() {
    let lines = lines(include_str!("holes/dangers.txt"));
    let unseen = |line: &&&str| judge_by("builder", line, PROJECT).danger == Danger::None;
    let failing: Vec<_> = lines.iter().filter(unseen).collect();
    assert!(failing.is_empty(), "{failing:#?}");
    check("builder", &lines, false);
}
