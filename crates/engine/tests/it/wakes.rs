//! No tick is for nothing: whatever happens, a tick at the moment that was asked for moves that moment on.

use std::time::Duration;

use engine::Rules;
use policy::{Defaults, Idle, Nudge, OnTimeout};
use proptest::prelude::*;

use crate::script::Script;

const STEPS: &[&str] = &[
    "asks menu",
    "asks line",
    "asks arrows",
    "asks free_text",
    "asks password",
    "still",
    "look",
    "wrote",
    "moved",
    "echo y",
    "left",
    "rests composer",
    "rests shell",
    "judged allow",
    "judged allow slowly",
    "judged deny",
    "judged ask",
    "judged ignore",
    "judged ask manual",
    "won",
    "lost",
    "unrecorded",
    "typed",
    "stale",
    "stale key",
    "stale wrote",
    "refused",
    "broken",
    "key",
    "draft",
    "ctrl-c",
    "pause",
    "resume",
    "person yes",
    "person no",
    "hook ls -l",
    "hook first ls -l",
    "hook rm",
    "over",
    "unfinished",
    "limited",
    "ended",
    "tick 100",
    "tick 5000",
    "tick 400000",
];

fn rules(safe: bool, dry_run: bool) -> Rules {
    let on_timeout = if safe { OnTimeout::Safe } else { OnTimeout::Leave };
    let nudge = Nudge {
        idle: Some(Idle::After(Duration::from_secs(2))),
        resume_after_limit: true,
        ..Nudge::default()
    };
    Rules { defaults: Defaults { on_timeout, ..Defaults::default() }, nudge, dry_run, ..Rules::default() }
}

proptest! {
    #[test]
    fn no_tick_is_for_nothing(
        steps in prop::collection::vec(prop::sample::select(STEPS), 1..60), safe: bool, dry_run: bool,
    ) {
        let mut script = Script::new(rules(safe, dry_run));
        for step in steps {
            script.step(step);
            let Some(wake) = script.session.next_wake() else { continue };
            script.sleep_until(wake);
            let next = script.session.next_wake();
            prop_assert!(next.is_none_or(|next| next > wake), "after {step}: {wake:?}, then {next:?}");
        }
    }
}
