//! One question from two sides.

use engine::Rules;

use crate::script::check;

#[track_caller]
fn plain(steps: &str, expected: &str) {
    check(Rules::default(), steps, expected);
}

const TWO_SIDES: &str = "hook ls -l, asks menu";

#[test]
fn screen_and_hook_are_one() {
    plain(
        &format!("{TWO_SIDES}, judged allow, won, left"),
        "judge, claim yes, reply yes, told landed, ended landed",
    );
    plain(&format!("{TWO_SIDES}, judged ask, left"), "judge, ask, reply nothing, ended gone");
    plain(
        &format!("{TWO_SIDES}, judged ask, person yes, left"),
        "judge, ask, reply yes, told landed, ended landed",
    );
    plain("hook ls -l, judged allow, won, over", "judge, claim yes, reply yes, told landed, ended landed");
    plain("hook ls -l, judged allow, over", "judge, claim yes, told stale, ended stale");
}

#[test]
fn a_path_in_another_spelling_is_one() {
    for shown in
        ["../other.txt", "~/work/other.txt", "./../other.txt", "/home/u/work/other.txt", "../oth er.txt"]
    {
        plain(
            &format!("hook /home/u/work/other.txt, asks menu {shown}, judged ask, person yes, left"),
            "judge, ask, reply yes, told landed, ended landed",
        );
        plain(
            &format!("asks menu {shown}, judged ask, hook /home/u/work/other.txt, judged ask, left"),
            "judge, ask, judge, reply nothing, ended gone",
        );
    }
    // One that only ends alike is another, and lends nothing.
    for said in
        ["/home/u/other.txt", "/etc/other.txt", "/home/u/work/other.txt.d", "x /home/u/work/other.txt"]
    {
        plain(&format!("hook {said}, asks menu ../other.txt, judged allow"), "judge, judge, ask");
    }
}

#[test]
fn what_comes_late_is_judged_anew() {
    plain("asks menu, hook ls -l, judged allow", "judge, judge");
    plain("asks menu, hook ls -l, judged allow, judged allow", "judge, judge, claim yes");
    plain("asks menu, judged allow slowly, hook ls -l, tick 500", "judge, judge");
    plain("asks menu, judged allow, hook ls -l, won", "judge, claim yes, judge");
    plain("asks menu, judged allow, hook ls -l, won, judged allow", "judge, claim yes, judge, reply yes");
    plain(
        "asks menu, judged allow, hook ls -l, won, judged ask",
        "judge, claim yes, judge, told failed, reopen, ask",
    );
    plain("asks menu, judged allow, won, hook ls -l", "judge, claim yes, press 1, reply nothing");
}

#[test]
fn a_forged_call_lends_nothing() {
    plain("hook rm, asks menu, judged allow", "judge, judge, ask");
    plain("hook ls -l a, hook ls -l b, asks menu, judged allow", "judge, judge, judge, ask");
    plain(
        &format!("{TWO_SIDES}, judged allow slowly, hook x ls -l"),
        "judge, reply nothing, reply nothing, ask",
    );
    plain(&format!("{TWO_SIDES}, judged allow slowly, over, tick 500"), "judge, judge");
    plain(
        &format!("{TWO_SIDES}, judged ask, hook x ls -l, hook y ls -l"),
        "judge, ask, reply nothing, reply nothing, reply nothing",
    );
    // Who speaks of what stands there already is not a program that shows nothing before its hook returns.
    plain(
        "asks menu, judged ask, hook first x ls -l, judged ask, left, asks menu, judged allow",
        "judge, ask, judge, reply nothing, ended gone, ended gone, judge, claim yes",
    );
    // What a person answered to the dialog goes there.
    plain(
        "asks menu, judged ask, wrote, person yes, hook x ls -l, look",
        "judge, ask, reply nothing, press 1",
    );
}

#[test]
fn after_a_restart_no_hook_goes_before() {
    plain("unfinished, hook ls -l, judged allow", "judge, ask");
    plain("unfinished, hook ls -l, asks menu, judged allow", "judge, ask");
    plain(
        "hook ls -l, judged allow, won, over, hook ls -l b, judged allow slowly, asks menu, tick 500",
        "judge, claim yes, reply yes, told landed, ended landed, judge, ask",
    );
}

#[test]
fn a_key_may_be_faster_than_a_hook() {
    // A key that was typed meanwhile may have been faster than the hook.
    plain(
        "hook ls -l, judged ask, key, person yes, over",
        "judge, ask, reply yes, told failed, ended failed",
    );
    let answered = |between: &str, landed: &str| {
        let steps = format!("{TWO_SIDES}, judged ask, {between}, left");
        plain(&steps, &format!("judge, ask, reply yes, told {landed}, ended {landed}"));
    };
    // One that the dialog outlasted, for longer than a key takes, did not answer it.
    answered("key, tick 3000, look, person yes", "landed");
    answered("key, key, tick 1000, look, person yes", "landed");
    // Not so one that was typed a moment ago, one that was not read, and any that comes later.
    answered("key, look, person yes", "failed");
    answered("key, tick 3000, person yes", "failed");
    answered("key, tick 900, look, person yes", "failed");
    answered("key, tick 3000, unread, look, person yes", "failed");
    answered("key, tick 3000, look, key, person yes", "failed");
    answered("key, tick 3000, look, person yes, key", "failed");
    answered("key, tick 3000, wrote, other, person yes", "failed");
}

#[test]
fn a_dialog_that_comes_behind_its_hook() {
    plain(
        "hook wordless ls -l, judged ask, asks menu, judged allow",
        "judge, reply nothing, ended gone, judge, claim yes",
    );
    // Its dialog may be recognised late; once nothing was asked, it is another.
    plain(
        "hook ls -l, judged allow, won, over, tick 5000, asks menu, judged allow",
        "judge, claim yes, reply yes, told landed, ended landed, judge, ask",
    );
    plain(
        "hook ls -l, judged allow, won, over, tick 500, look, tick 5000, asks menu, judged allow",
        "judge, claim yes, reply yes, told landed, ended landed, judge, claim yes",
    );
    // Where its yes would have counted, what it lends is no reason for one here.
    plain(
        "hook first ls -l, judged ask, asks menu, judged allow",
        "judge, reply nothing, ended gone, judge, ask",
    );
    plain(
        "hook ls -l, judged allow, won, over, asks menu, judged allow",
        "judge, claim yes, reply yes, told landed, ended landed, judge, ask",
    );
}
