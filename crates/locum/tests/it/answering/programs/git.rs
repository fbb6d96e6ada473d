//! `git add -p`: a question with a dozen letters to choose from.

use testkit::require;

use super::{LIFTED, Program, check, rule, start, succeeds, wait_over};
use crate::brain::House;

/// A file with two changes far apart: two hunks.
const TWO_HUNKS: &str = "git init -q repo; cd repo; git config user.name Ada; git config user.email ada@example.invalid; \
    seq 40 > file; git add file; git commit -qm one; sed -i -e 's/^3$/three/' -e 's/^33$/many/' file";
const ONE_HUNK: &str = "git init -q repo; cd repo; git config user.name Ada; git config user.email ada@example.invalid; \
    seq 40 > file; git add file; git commit -qm one; sed -i 's/^3$/three/' file";
/// Commits what was staged, if anything was.
const ADD_AND_COMMIT: &str = "cd repo && git add -p && { git diff --cached --quiet || git commit -qm two; }";

#[test]
fn git_stages_and_commits_a_hunk() {
    check(&Program {
        needs: &["git"],
        before: ONE_HUNK,
        run: ADD_AND_COMMIT,
        question: "Stage this hunk",
        done: "git -C repo log --oneline | grep -q two && git -C repo show | grep -q '^+three'",
    });
}

#[test]
fn one_hunk_is_staged_by_its_rule_and_the_other_is_not() {
    require(&["git"]);
    let rules = [rule(r"\(1/2\) Stage", "allow"), rule(r"\(2/2\) Stage", "deny")].concat();
    let house = House::with_policy(&format!("{rules}{LIFTED}"));
    let program = Program { needs: &["git"], before: TWO_HUNKS, run: ADD_AND_COMMIT, question: "", done: "" };
    start(&house, &program);
    wait_over(&house);
    assert!(succeeds(&house, "git -C repo show | grep -q '^+three'"), "the first is committed");
    assert!(succeeds(&house, "git -C repo diff | grep -q '^+many'"), "the second is where it was");
    assert!(!succeeds(&house, "git -C repo show | grep -q '^+many'"), "and in no commit");
}
