//! Lines that look like what a shipped policy allows, and do something else by an option, a script or a second operand.

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
