//! From the question to the landing, and what goes wrong on the way.

use engine::Rules;
use policy::{Defaults, Limits, OnTimeout};

use crate::script::check;

fn rules() -> Rules {
    Rules { defaults: Defaults { free_text_enabled: true, ..Defaults::default() }, ..Rules::default() }
}

const GIVEN: &str = "judge, claim yes, press 1";
const HANDED: &str = "reopen, ask";

#[test]
fn an_answer_goes_its_way() {
    check(
        rules(),
        "asks menu, judged allow, won, typed, left",
        &format!("{GIVEN}, told landed, ended landed"),
    );
    check(
        rules(),
        "asks menu, judged deny, won, typed, left",
        "judge, claim no, press 2, told landed, ended landed",
    );
    check(rules(), "asks menu, judged ask", "judge, ask");
    check(rules(), "asks menu, judged ignore", "judge");
    check(rules(), "asks menu, judged allow slowly", "judge");
    check(rules(), "asks menu, judged allow slowly, tick 500", "judge, claim yes");
    check(rules(), "asks confirm_enter, judged allow, won", "judge, claim enter, press enter");
    check(rules(), "asks password, judged allow", "judge, ask");
    check(rules(), "asks unknown, judged allow", "judge, ask");
    check(rules(), "asks password, judged ask, person enter", "judge, ask, told failed, reopen, ask");
}

#[test]
fn text_and_enter_go_separately() {
    let begun = "judge, claim yes, press y";
    check(rules(), "asks line, judged allow, won, typed", begun);
    check(rules(), "asks line, judged allow, won, typed, echo x", begun);
    check(rules(), "asks line, judged allow, won, typed, echo y", &format!("{begun}, press enter"));
    check(
        rules(),
        "asks line, judged allow, won, typed, echo y, stale wrote, look",
        &format!("{begun}, press enter, press enter"),
    );
    check(
        rules(),
        "asks line, judged allow, won, typed, tick 1500",
        &format!("{begun}, told failed, {HANDED}"),
    );
    check(
        rules(),
        "asks line, judged allow, won, typed, left",
        &format!("{begun}, told failed, ended failed"),
    );
    check(
        rules(),
        "asks free_text, judged allow, won, typed, echo me",
        "judge, claim me, press me, press enter",
    );
}

#[test]
fn arrows_go_one_by_one() {
    let begun = "judge, claim yes, press down";
    check(rules(), "asks arrows, judged allow, won, typed, look", begun);
    check(
        rules(),
        "asks arrows, judged allow, won, typed, moved, look, typed, moved, look",
        &format!("{begun}, press down, press enter"),
    );
    check(
        rules(),
        "asks arrows, judged allow, won, typed, tick 1500",
        &format!("{begun}, told failed, {HANDED}"),
    );
}

#[test]
fn boxes_are_ticked_one_by_one_and_submitted() {
    let asked = "asks boxes, judged ask";
    let begun = "judge, ask, press 1";
    let of_two = format!("{begun}, press 3");
    check(rules(), &format!("{asked}, person a+c, typed, look"), begun);
    check(rules(), &format!("{asked}, person a+c, typed, ticked a"), &of_two);
    check(
        rules(),
        &format!("{asked}, person a+c, typed, ticked a, typed, ticked c, typed, left"),
        &format!("{of_two}, press tab, told landed, ended landed"),
    );
    // One that is ticked already is left so.
    check(
        rules(),
        &format!("{asked}, ticked a, person a+c, typed, ticked c"),
        "judge, ask, press 3, press tab",
    );
    check(rules(), &format!("{asked}, ticked a, ticked c, person a+c"), "judge, ask, press tab");
    // It was pressed, and nobody sees it: not once more, or it would be off again.
    check(
        rules(),
        &format!("{asked}, person a+c, typed, tick 1500"),
        &format!("{begun}, told failed, {HANDED}"),
    );
}

#[test]
fn boxes_that_stand_otherwise_are_a_persons() {
    let asked = "asks boxes, judged ask";
    let begun = "judge, ask, press 1";
    check(rules(), &format!("{asked}, ticked b, person a+c"), &format!("judge, ask, told failed, {HANDED}"));
    let failed = format!("{begun}, told failed, {HANDED}");
    check(rules(), &format!("{asked}, person a+c, typed, ticked b"), &failed);
    check(
        rules(),
        &format!("{asked}, person a+c, typed, ticked a, stale key"),
        &format!("{begun}, press 3, told failed, {HANDED}"),
    );
    check(
        rules(),
        &format!("{asked}, person a+c, typed, left"),
        &format!("{begun}, told failed, ended failed"),
    );
    // Nothing but a person ticks anything.
    check(rules(), "asks boxes, judged allow", "judge, ask");
    check(rules(), "asks boxes, judged deny", "judge, ask");
}

#[test]
fn nothing_is_typed_at_another_screen() {
    check(rules(), "asks menu, judged allow, wrote, won", "judge, claim yes");
    check(rules(), "asks menu, judged allow, wrote, won, look", GIVEN);
    check(rules(), "asks menu, judged allow, wrote, won, other", "judge, claim yes");
    check(
        rules(),
        "asks menu, judged allow, wrote, won, tick 5000",
        &format!("judge, claim yes, told failed, {HANDED}"),
    );
    check(rules(), "asks menu, judged allow, left, won", "judge, claim yes, told stale, ended stale");
    check(
        rules(),
        "asks menu, judged allow, asks menu, won",
        "judge, claim yes, told stale, ended stale, judge",
    );
    check(rules(), "asks menu, judged allow, won, stale wrote, look", &format!("{GIVEN}, press 1"));
    check(rules(), "asks menu, judged allow, won, stale, look", GIVEN);
    check(rules(), "asks menu, judged allow, won, stale, tick 250", &format!("{GIVEN}, press 1"));
    check(
        rules(),
        "asks menu, judged allow, won, left, stale wrote",
        &format!("{GIVEN}, told stale, ended stale"),
    );
    check(
        rules(),
        "asks menu, judged allow, won, left, typed",
        &format!("{GIVEN}, told landed, ended landed"),
    );
}

#[test]
fn at_most_twenty_tries() {
    let tries = ", stale wrote, look".repeat(25);
    let pressed = ", press 1".repeat(19);
    check(
        rules(),
        &format!("asks menu, judged allow, won{tries}"),
        &format!("{GIVEN}{pressed}, told failed, {HANDED}"),
    );
}

#[test]
fn once_more_and_then_a_person() {
    let again = "asks menu, judged allow, won, typed, tick 1500, look, tick 2500";
    check(rules(), again, &format!("{GIVEN}, press 1"));
    // Something is written before it can be: it may be the next one in the same words.
    check(
        rules(),
        &format!("{again}, stale wrote, look"),
        &format!("{GIVEN}, press 1, told failed, {HANDED}"),
    );
    check(
        rules(),
        &format!("{again}, typed, tick 1500, look, tick 2500"),
        &format!("{GIVEN}, press 1, told failed, {HANDED}"),
    );
    check(
        rules(),
        "asks menu, judged allow, won, typed, tick 1500, look, still",
        &format!("{GIVEN}, press 1"),
    );
    check(rules(), "asks menu, judged allow, won, typed, look, still", GIVEN);
    check(
        rules(),
        "asks menu, judged allow, won, typed, tick 4000",
        &format!("{GIVEN}, told failed, {HANDED}"),
    );
    check(
        rules(),
        "asks menu, judged allow, won, typed, key, tick 1500, look, tick 2500",
        &format!("{GIVEN}, told failed, {HANDED}"),
    );
}

/// What was typed may lie in the line, whether it shows or not.
#[test]
fn text_is_never_typed_again() {
    let once = "judge, claim yes, press y, press enter, told failed, reopen, ask";
    let stands = "asks line, judged allow, won, typed, echo y, typed, tick 1500, look, tick 2500";
    check(rules(), stands, once);
    check(rules(), &format!("generic, {stands}"), once);
    check(rules(), &format!("{stands}, person yes"), &format!("{once}, told failed, reopen, ask"));
    // It was only slow: what took the question away took the line.
    let later = format!("{stands}, left, asks line, judged allow");
    check(rules(), &later, &format!("{once}, ended gone, judge, claim yes"));
    // A key that was thought to act at once.
    let key = "generic, asks menu, judged allow, won, typed, tick 1500, look, tick 2500";
    check(rules(), key, &format!("{GIVEN}, told failed, {HANDED}"));
    check(
        rules(),
        &format!("{key}, person yes"),
        &format!("{GIVEN}, told failed, {HANDED}, told failed, {HANDED}"),
    );
}

/// A program may have read a key and be silent, or not have read it yet: a second one would go into what it asks next.
#[test]
fn only_an_agent_that_has_read_its_key_gets_it_again() {
    let stands = "won, typed, tick 1500, look, tick 2500";
    let told = format!("told failed, {HANDED}");
    check(rules(), &format!("asks menu, judged allow, {stands}"), &format!("{GIVEN}, press 1"));
    check(rules(), &format!("unread, asks menu, judged allow, {stands}"), &format!("{GIVEN}, {told}"));
    check(rules(), &format!("generic, asks menu, judged allow, {stands}"), &format!("{GIVEN}, {told}"));
    let enter = format!("judge, claim enter, press enter, {told}");
    check(rules(), &format!("asks confirm_enter, judged allow, {stands}"), &enter);
}

/// The words with the key behind them may look like another question.
#[test]
fn a_key_that_shows_behind_its_question_lands_nothing() {
    let given = "judge, claim yes, press y";
    let typed = "generic, asks letter-of-two, judged allow, won, typed";
    check(rules(), &format!("{typed}, asks letter"), given);
    check(
        rules(),
        &format!("{typed}, asks letter, tick 4000, tick 1"),
        &format!("{given}, told failed, {HANDED}"),
    );
    check(rules(), &format!("{typed}, asks line"), &format!("{given}, told landed, ended landed, judge"));
    check(rules(), "generic, asks letter-of-two, judged ask, asks letter", "judge, ask, ended gone, judge");
}

#[test]
fn a_line_that_is_filled_is_the_persons() {
    check(rules(), "asks line, filled y, look, judged allow", "judge, ask");
    check(
        rules(),
        "asks line, filled y, look, judged ask, person no",
        "judge, ask, told failed, reopen, ask",
    );
    check(
        rules(),
        "asks line, judged allow, filled y, look, won",
        "judge, claim yes, told failed, reopen, ask",
    );
    check(rules(), "asks menu, filled y, look, judged allow", "judge, claim yes");
}

#[test]
fn without_a_record_nothing_is_typed() {
    check(rules(), "asks menu, judged allow, unrecorded", "judge, claim yes, ask");
    check(rules(), "asks menu, judged allow, lost", "judge, claim yes");
    check(rules(), "asks menu, judged allow, person no, lost", "judge, claim yes, press 2");
    check(
        rules(),
        "asks menu, judged allow, won, broken, asks menu",
        &format!("{GIVEN}, told failed, ended failed, judge"),
    );
    check(
        rules(),
        "asks menu, judged allow, won, broken, still",
        &format!("{GIVEN}, told failed, ended failed"),
    );
    check(rules(), "unfinished, asks menu, judged allow", "judge, ask");
    check(rules(), "asks menu, judged allow, won, refused", &format!("{GIVEN}, told failed, {HANDED}"));
    check(rules(), "asks menu, judged allow, won, ended", &format!("{GIVEN}, told failed, ended failed"));
}

#[test]
fn a_timeout_never_says_yes() {
    let safe =
        |on_timeout| Rules { defaults: Defaults { on_timeout, ..Defaults::default() }, ..Rules::default() };
    check(safe(OnTimeout::Leave), "asks menu, judged ask, tick 300000", "judge, ask, ended expired");
    check(safe(OnTimeout::Safe), "asks menu, judged ask, tick 299999", "judge, ask");
    check(safe(OnTimeout::Safe), "asks menu, judged ask, tick 300000, won", "judge, ask, claim no, press 2");
    check(safe(OnTimeout::Safe), "asks menu, judged ask, key, tick 300000", "judge, ask, ended expired");
    // What lies there is not sent, and the time is not over a second time.
    check(safe(OnTimeout::Safe), "draft, asks yes_no, judged ask, tick 300000", "judge, ask, ended expired");
    for kind in ["confirm_enter", "free_text", "password", "unknown"] {
        check(
            safe(OnTimeout::Safe),
            &format!("asks {kind}, judged ask, tick 300000"),
            "judge, ask, ended expired",
        );
    }
}

#[test]
fn limits_hold() {
    let one = "asks menu, judged allow, won, typed, left";
    let gave = format!("{GIVEN}, told landed, ended landed");
    check(rules(), &format!("{one}, asks menu, judged allow"), &format!("{gave}, judge"));
    check(
        rules(),
        &format!("{one}, asks menu, judged allow, tick 500"),
        &format!("{gave}, judge, claim yes"),
    );
    let limits = Limits { consecutive: 1, ..Limits::default() };
    check(
        Rules { limits, ..rules() },
        &format!("{one}, tick 500, asks menu, judged allow"),
        &format!("{gave}, judge, manual, ask"),
    );
    let limits = Limits { identical_per_minute: 1, ..Limits::default() };
    check(
        Rules { limits, ..rules() },
        &format!("{one}, tick 500, asks menu, judged allow"),
        &format!("{gave}, judge, manual, ask"),
    );
    // What was denied before it was asked counts too.
    check(rules(), "denied, asks menu, judged allow", "judge");
    check(rules(), "denied, asks menu, judged allow, tick 500", "judge, claim yes");
    let limits = Limits { consecutive: 1, ..Limits::default() };
    let once = Rules { limits, ..rules() };
    check(once.clone(), "denied, denied, tick 500, asks menu, judged allow", "judge, manual, ask");
    check(once, "denied, key, tick 500, asks menu, judged allow", "judge, claim yes");
    check(Rules { dry_run: true, ..rules() }, "asks menu, judged allow", "judge, ask");
    check(
        Rules { dry_run: true, ..rules() },
        "asks menu, judged ask, person yes",
        "judge, ask, told failed, reopen, ask",
    );
}
