//! The person always wins.

use engine::Rules;

use crate::script::check;

#[track_caller]
fn plain(steps: &str, expected: &str) {
    check(Rules::default(), steps, expected);
}

#[test]
fn a_key_withdraws_what_is_decided() {
    plain("asks menu, key, judged allow", "judge, ask");
    plain("asks menu, judged allow slowly, key, tick 500", "judge, ask");
    plain("asks menu, judged allow, key, won", "judge, claim yes, told failed, reopen, ask");
    plain("asks menu, judged allow, won, stale key", "judge, claim yes, press 1, told failed, reopen, ask");
    plain(
        "asks line, judged allow, won, typed, key, echo y",
        "judge, claim yes, press y, told failed, reopen, ask",
    );
    plain("key, asks menu, judged allow, won", "judge, claim yes, press 1");
}

#[test]
fn our_own_keys_are_not_theirs() {
    // The tap tells of a key before the host has answered; it is the one that we typed.
    plain("asks menu, judged allow, won, key, left", "judge, claim yes, press 1");
}

#[test]
fn what_they_answer_there_is_theirs() {
    plain("asks menu, judged ask, key, left", "judge, ask, ended terminal");
    plain("asks menu, judged ask, left", "judge, ask, ended gone");
    plain(
        "asks menu, judged allow, won, typed, key, left",
        "judge, claim yes, press 1, told failed, ended failed",
    );
}

#[test]
fn a_draft_is_never_submitted() {
    plain("draft, asks line, judged allow", "judge, ask");
    plain("draft, asks menu, judged ask, person yes", "judge, ask, told failed, reopen, ask");
    // A lone key that went into a dialog is no draft; two may be the beginning of a line.
    plain("asks menu, draft, left, asks menu, judged allow", "judge, ended terminal, judge, claim yes");
    plain("asks menu, draft, draft, left, asks menu, judged allow", "judge, ended terminal, judge, ask");
    plain("asks line, draft, left, asks line, judged allow", "judge, ended terminal, judge, ask");
    // An Enter at a dialog does not send what was written before it.
    plain("draft, asks menu, key, left, asks menu, judged allow", "judge, ended terminal, judge, ask");
    // An Enter that may have gone into a dialog which nobody had seen leaves a line behind it, which a line read would send.
    plain("look, draft, key, asks confirm_enter, judged allow", "judge, ask");
    plain("look, draft, key, asks menu, judged allow", "judge, claim yes");
    // Half of our own answer is as good as a draft, until somebody types.
    let half = "asks line, judged allow, won, typed, tick 1500, left, asks line, judged allow";
    plain(half, "judge, claim yes, press y, told failed, reopen, ask, ended gone, judge, ask");
}

#[test]
fn a_draft_that_was_taken_back_is_none() {
    let written = "asks line, judged ask, tick 1000, draft, echo x";
    plain(&format!("{written}, draft, erased x, tick 1000, look, person yes"), "judge, ask, press y");
    // Not before it had time to show, not if a part of it stands there, not if no key took it away.
    plain(&format!("{written}, draft, erased x, person yes"), "judge, ask, told failed, reopen, ask");
    plain(&format!("{written}, tick 1000, erased x, person yes"), "judge, ask, told failed, reopen, ask");
    let more = format!("{written}, draft, echo y, draft, erased y, tick 1000, look, person yes");
    plain(&more, "judge, ask, told failed, reopen, ask");
    // What was never seen may lie anywhere.
    plain(
        "asks line, judged ask, tick 1000, look, draft, draft, tick 1000, look, person yes",
        "judge, ask, told failed, reopen, ask",
    );
    // The next line of theirs is a draft again.
    plain(
        &format!("{written}, draft, erased x, tick 1000, look, draft, person yes"),
        "judge, ask, told failed, reopen, ask",
    );
}

/// What reads lines may say its question again while the kernel keeps what was typed.
#[test]
fn a_question_that_is_drawn_anew_takes_nothing_back() {
    let written = "generic, asks line, judged ask, tick 1000, look, draft, echo x";
    plain(&format!("{written}, draft, erased x, tick 1000, look, person yes"), "judge, ask, press y");
    let anew = format!("{written}, draft{}, erased x, tick 1000, look, person yes", ", wrote".repeat(8));
    plain(&anew, "judge, ask, told failed, reopen, ask");
}

/// Whatever took the Enter of somebody who typed before anything was seen took the line with it.
#[test]
fn nothing_lies_behind_a_question_where_all_are_lines() {
    plain("look, draft, key, asks line, judged allow", "judge, ask");
    plain("lines, look, draft, key, asks line, judged allow", "judge, claim yes");
    plain("lines, look, draft, key, draft, asks line, judged allow", "judge, ask");
}

#[test]
fn manual_means_at_once() {
    plain("asks menu, judged allow slowly, pause, tick 500", "judge, manual, ask");
    plain("asks menu, judged allow slowly, ctrl-c, tick 500", "judge, manual, ask");
    plain("asks menu, judged allow, pause, won", "judge, claim yes, manual, told failed, reopen, ask");
    plain(
        "asks menu, judged allow, won, pause, stale wrote, look",
        "judge, claim yes, press 1, manual, told failed, reopen, ask",
    );
    plain("pause, asks menu, judged allow", "manual, judge, ask");
    plain("pause, resume, asks menu, judged allow", "manual, automatic, judge, claim yes");
    plain("asks menu, judged ask manual", "judge, manual, ask");
    plain("pause, asks menu, judged ask, person yes", "manual, judge, ask, press 1");
}

#[test]
fn what_waits_long_for_a_limit_is_shown_meanwhile() {
    let first = "asks menu, judged allow resting, won, typed, left, asks menu";
    let said = "judge, claim yes, press 1, told landed, ended landed, judge";
    plain(&format!("{first}, judged allow resting, tick 500, tick 59499"), &format!("{said}, ask"));
    plain(
        &format!("{first}, judged allow resting, tick 500, tick 59500"),
        &format!("{said}, ask, claim yes"),
    );
    plain(&format!("{first}, judged allow resting, tick 500, person no"), &format!("{said}, ask, press 2"));
    // The same for a rule that wants to be waited for.
    plain("asks menu, judged allow late, tick 60000", "judge, ask, claim yes");
    plain("asks menu, judged allow late, person no", "judge, ask, press 2");
    // The shortest interval between two answers is no time.
    plain(&format!("{first}, judged allow, tick 500"), &format!("{said}, claim yes"));
}

#[test]
fn from_elsewhere() {
    plain("asks menu, judged ask, person yes, typed, left", "judge, ask, press 1, told landed, ended landed");
    plain("asks menu, judged allow slowly, person no", "judge, press 2");
    plain("asks menu, judged ask, person yes, person no", "judge, ask, press 1, told stale");
    plain("asks menu, judged ask, person me", "judge, ask, told failed, reopen, ask");
    plain("person yes", "told stale");
    plain("asks menu, judged ask, wrote, person yes, key, look", "judge, ask, told failed, reopen, ask");
    // Their key at the terminal may just be taking it away.
    plain("asks menu, judged ask, key, look, person yes", "judge, ask");
    plain("asks menu, judged ask, key, tick 1000, look, person yes", "judge, ask, press 1");
}
