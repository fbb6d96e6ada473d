//! Programs that have gone silent.

use std::time::Duration;

use engine::Rules;
use policy::{Idle, Nudge};

use crate::script::check;

fn rules() -> Rules {
    let idle = Some(Idle::After(Duration::from_secs(15)));
    Rules { nudge: Nudge { idle, resume_after_limit: true, ..Nudge::default() }, ..Rules::default() }
}

fn rules_without_idle() -> Rules {
    Rules { nudge: Nudge { idle: None, ..rules().nudge }, ..rules() }
}

#[test]
fn a_silent_agent_is_nudged() {
    check(rules(), "wrote, look, tick 14999", "");
    check(rules(), "wrote, look, tick 15000", "nudged 1, press enter");
    let three = ", tick 15000, typed".repeat(3);
    check(
        rules(),
        &format!("wrote, look{three}, tick 15000"),
        "nudged 1, press enter, nudged 2, press enter, nudged 3, press enter, manual",
    );
    check(Rules::default(), "wrote, look, tick 15000", "");
    check(Rules { dry_run: true, ..rules() }, "wrote, look, tick 15000", "");
}

/// A word is sent like one of the person's, and the next nudge comes after that.
#[test]
fn a_word_is_sent_with_enter_once_it_shows() {
    let nudge = Nudge { sequence: vec!["enter".into(), "continue".into()], ..rules().nudge };
    let rules = || Rules { nudge: nudge.clone(), ..rules() };
    let word = "wrote, look, tick 15000, typed, tick 15000, typed";
    let written = "nudged 1, press enter, nudged 2, press continue";
    check(rules(), word, written);
    check(rules(), &format!("{word}, echo continue"), &format!("{written}, press enter"));
    check(
        rules(),
        &format!("{word}, echo continue, typed, tick 15000, typed, tick 15000"),
        &format!("{written}, press enter, nudged 3, press enter, manual"),
    );
    // It does not show: nobody knows where it went, and nothing is pressed behind it.
    check(rules(), &format!("{word}, tick 9999"), written);
    check(rules(), &format!("{word}, tick 10000"), &format!("{written}, manual"));
    check(rules(), &format!("{word}, echo other, tick 10000"), &format!("{written}, manual"));
    // The person's key takes it over.
    check(rules(), &format!("{word}, key, echo continue, tick 10000"), written);
}

#[test]
fn never_where_something_else_is() {
    check(rules(), "wrote, asks menu, judged ask, tick 15000", "judge, ask");
    check(rules(), "wrote, look, draft, tick 15000", "");
    check(rules(), "wrote, look, rests shell, tick 15000", "");
    check(rules(), "wrote, look, wrote, tick 15000", "");
    check(rules(), "wrote, look, pause, tick 15000", "manual");
    // What says that it works may stand in a dialog that nobody knows.
    check(rules(), "boxless, wrote, look, tick 15000", "");
    // A program that the agent started asks something.
    check(rules(), "child-reads, wrote, look, tick 15000", "");
}

#[test]
fn never_behind_a_line_that_an_enter_may_not_have_sent() {
    // The Enter went into a dialog that nobody had seen, and the line lies in the input box.
    check(rules(), "wrote, look, draft, key, tick 15000", "");
    // A dialog that came before anything was typed took all of it.
    let into_it = "wrote, asks menu, judged ask, draft, look, key, left, tick 15000";
    check(rules(), into_it, "judge, ask, ended terminal, nudged 1, press enter");
    // But an Enter may have answered it, and the next one in the same words took the second, with a line behind it.
    let same_words = "wrote, asks menu, judged ask, key, tick 1, draft, wrote, look, key, left, tick 15000";
    check(rules(), same_words, "judge, ask, ended terminal");
    // At the input box where the program rests it is sent.
    let sent = "wrote, look, draft, key, tick 1, rests composer, composer, draft, key, left, tick 15000";
    check(rules(), sent, "nudged 1, press enter");
    // An Enter right behind it may have met a dialog again.
    let again = "wrote, rests composer, composer, draft, key, draft, key, left, tick 15000";
    check(rules(), again, "");
}

#[test]
fn after_a_limit_it_goes_on_once() {
    check(rules(), "look, limited, tick 59999", "");
    check(rules(), "look, limited, tick 60000, typed, echo continue", "press continue, press enter");
    check(
        rules(),
        "look, limited, tick 60000, stale wrote, look, tick 5000",
        "press continue, press continue",
    );
    // Who answers the dialog that tells of it wants to wait; who types afterwards goes on alone.
    let told = "asks menu, limited, judged ask, key, left, tick 60000";
    check(rules_without_idle(), told, "judge, ask, ended terminal, press continue");
    let alone = "asks menu, limited, judged ask, key, left, key, tick 60000";
    check(rules_without_idle(), alone, "judge, ask, ended terminal");
    check(rules_without_idle(), "look, limited, key, tick 60000", "");
    // Its cursor may be anywhere: what stands in its box shows the word as well, if it is that and nothing else.
    let box_shows = "look, limited, tick 60000, typed, boxed continue";
    check(rules(), box_shows, "press continue, press enter");
    check(rules(), &format!("{box_shows} later"), "press continue");
    // The program says that it does so itself.
    check(rules(), "look, limited, by-itself, tick 60000", "");
}
