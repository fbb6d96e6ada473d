//! How often may be answered.

use std::time::Duration;

use proptest::prelude::*;

use crate::rules::{Limits, Pace, Turn};

fn turn(millis: u64) -> Turn<'static> {
    Turn {
        now: Duration::from_millis(millis),
        minute_of_day: 720,
        rule: "a",
        cooldown: None,
        per_minute: None,
        question: millis,
    }
}

fn limits() -> Limits {
    Limits {
        min_interval: Duration::from_millis(500),
        per_minute: 4,
        consecutive: 6,
        identical_per_minute: 2,
        quiet_hours: Vec::new(),
    }
}

/// Answers at these times; those that are refused, with the word of the limit.
fn refused(limits: &Limits, turns: &[Turn]) -> Vec<(u64, String)> {
    let mut pace = Pace::default();
    let mut refused = Vec::new();
    for turn in turns {
        match pace.may(turn, limits) {
            Ok(()) => pace.note_answer(turn),
            Err(held) => refused.push((turn.now.as_millis() as u64, held.reason)),
        }
    }
    refused
}

#[test]
fn each_limit_holds_an_answer_back() {
    let check = |name: &str, turns: &[Turn], want: &[(u64, &str)]| {
        let got = refused(&limits(), turns);
        assert_eq!(got.len(), want.len(), "{name}: {got:?}");
        for ((at, reason), (want_at, word)) in got.iter().zip(want) {
            assert!(at == want_at && reason.contains(word), "{name}: {got:?}");
        }
    };
    check("interval", &[turn(0), turn(499), turn(500)], &[(499, "min_interval")]);
    check("a minute", &[0, 1000, 2000, 3000, 4000, 60_000].map(turn), &[(4000, "per_minute")]);
    check(
        "in a row",
        &[0, 20_000, 40_000, 60_000, 80_000, 100_000, 120_000].map(turn),
        &[(120_000, "consecutive")],
    );
    let same = |at| Turn { question: 7, ..turn(at) };
    check("the same question", &[same(0), same(1000), same(2000)], &[(2000, "identical_per_minute")]);
    let rests = |at| Turn { cooldown: Some(Duration::from_secs(10)), ..turn(at) };
    check(
        "cooldown",
        &[rests(0), rests(9_999), Turn { rule: "b", ..rests(9_999) }, rests(10_600)],
        &[(9_999, "cooldown")],
    );
    let few = |at| Turn { per_minute: Some(1), ..turn(at) };
    check("a rule a minute", &[few(0), few(30_000), few(60_000)], &[(30_000, "rule `a`")]);
}

#[test]
fn loops_need_a_person() {
    let mut pace = Pace::default();
    for at in 0..6 {
        pace.note_answer(&turn(at * 20_000));
    }
    let held = pace.may(&turn(200_000), &limits()).unwrap_err();
    assert!(held.manual && held.until.is_none());
    pace.note_person();
    assert_eq!(pace.may(&turn(200_000), &limits()), Ok(()));
}

#[test]
fn quiet_hours_may_go_over_midnight() {
    let check = |hours: (u16, u16), minute: u16, quiet: bool| {
        let limits = Limits { quiet_hours: vec![hours], ..limits() };
        let turn = Turn { minute_of_day: minute, ..turn(0) };
        assert_eq!(Pace::default().may(&turn, &limits).is_err(), quiet, "{hours:?} {minute}");
    };
    check((1320, 420), 1319, false);
    check((1320, 420), 1320, true);
    check((1320, 420), 0, true);
    check((1320, 420), 419, true);
    check((1320, 420), 420, false);
    check((0, 1440), 1439, true);
    check((60, 120), 120, false);
}

proptest! {
    #[test]
    fn limits_hold_for_any_times(gaps in prop::collection::vec((0u64..30_000, 0u64..3), 1..60)) {
        let (mut pace, limits, mut now, mut given) = (Pace::default(), limits(), 0, Vec::new());
        for (gap, question) in gaps {
            now += gap;
            let turn = Turn { question, ..turn(now) };
            match pace.may(&turn, &limits) {
                Ok(()) => {
                    pace.note_answer(&turn);
                    given.push((now, question));
                }
                Err(held) if held.manual => pace.note_person(),
                Err(held) => prop_assert!(held.until.is_some_and(|until| until > turn.now)),
            }
        }
        for (place, (at, question)) in given.iter().enumerate() {
            let recent: Vec<_> = given[..place].iter().filter(|(before, _)| at - before < 60_000).collect();
            prop_assert!(recent.len() < limits.per_minute as usize);
            prop_assert!(recent.iter().filter(|(_, other)| other == question).count() < limits.identical_per_minute as usize);
            prop_assert!(place == 0 || at - given[place - 1].0 >= 500);
        }
    }

    #[test]
    fn what_is_held_until_a_time_may_pass_then(gaps in prop::collection::vec(500u64..3_000, 1..20)) {
        let (mut pace, limits, mut now) = (Pace::default(), Limits { consecutive: 1000, ..limits() }, 0);
        for (place, gap) in gaps.into_iter().enumerate() {
            now += gap;
            let mut turn = Turn { question: place as u64 + 10, ..turn(now) };
            if let Err(held) = pace.may(&turn, &limits) {
                turn.now = held.until.unwrap();
                now = turn.now.as_millis() as u64;
                prop_assert_eq!(pace.may(&turn, &limits), Ok(()));
            }
            pace.note_answer(&turn);
        }
    }
}
