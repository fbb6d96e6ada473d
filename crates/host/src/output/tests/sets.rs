//! The bytes that switch on what is on, and where they are kept.

use super::super::checkpoints::INTERVAL;
use super::*;

#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    for (name, output, expected) in cases {
        let set = fed(output.as_bytes()).set();
        assert_eq!(set.escape_ascii().to_string(), expected.as_bytes().escape_ascii().to_string(), "{name}");
    }
}

#[test]
fn what_is_on() {
    check(&[
        ("nothing", "text\r\n\x1b[31mred\x1b[m", ""),
        (
            "an editor",
            "\x1b[?1049h\x1b[?1;2004h\x1b[?25l\x1b=",
            "\x1b[?1049h\x1b[?2004h\x1b[?1h\x1b=\x1b[?25l",
        ),
        ("region on the alternate", "\x1b[?1049h\x1b[2;9r", "\x1b[?1049h\x1b[2;9r"),
        ("region on the main screen", "\x1b[2;9r\x1b[?1049h", "\x1b[2;9r\x1b[?1049h"),
        ("colours", "\x1b[1;4:3;31;48;5;200m", "\x1b[1m\x1b[4:3m\x1b[31m\x1b[48;5;200m"),
        ("one colour after another", "\x1b[31m\x1b[32;38;2;1;2;3m", "\x1b[38;2;1;2;3m"),
        ("colour spaces", "\x1b[38:2::1:2:3;48:2:4:5:6m", "\x1b[38;2;1;2;3m\x1b[48;2;4;5;6m"),
        ("a colour from before", "\x1b[31m\x1b[?1049h\x1b[32m", "\x1b[31m\x1b[?1049h\x1b[m\x1b[32m"),
        ("keyboards", "\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[=8;2u", "\x1b[>1u\x1b[?1049h\x1b[>13u"),
        ("line drawing", "\x1b(0", "\x1b(0"),
        ("line drawing by shift", "\x1b)0\x0e", "\x1b)0\x0e"),
        ("no autowrap, keys, cursor", "\x1b[?7l\x1b[>4;2m\x1b[5 q", "\x1b[>4;2m\x1b[5 q\x1b[?7l"),
        ("margins", "\x1b[?69h\x1b[3;70s", "\x1b[?69h\x1b[3;70s"),
        ("margins gone", "\x1b[?69h\x1b[3;70s\x1b[?69l", ""),
        ("synchronized comes last", "\x1b[?2026h\x1b[?25l", "\x1b[?25l\x1b[?2026h"),
    ]);
}

#[test]
fn checkpoints_come_at_intervals_and_not_inside_of_anything() {
    let mut tracker = ModeTracker::new();
    assert!(tracker.checkpoint().is_none());
    let page = vec![b'x'; INTERVAL as usize - 10];
    tracker.feed(&page);
    assert!(tracker.checkpoint().is_none(), "too early");
    for (name, bytes) in [("in a title", "\x1b]0;long title".as_bytes()), ("in a letter", b"\x07\xe2\x82")] {
        tracker.feed(bytes);
        assert!(tracker.checkpoint().is_none(), "{name}");
    }
    tracker.feed(b"\xac\x1b[?25l");
    let found = tracker.checkpoint().map(|found| (found.at(), found.set()));
    let at = page.len() + 14 + 3 + 7;
    assert_eq!(found, Some((at as u64, b"\x1b[?25l".to_vec())));
    assert!(tracker.checkpoint().is_none(), "just had one");
}

#[test]
fn only_the_last_checkpoints_are_kept() {
    let mut kept = Checkpoints::over(4 * INTERVAL as usize);
    for number in 1..=9 {
        kept.add(Checkpoint { at: number * INTERVAL, modes: Modes::default() });
    }
    let first = |from| kept.first_from(from).map(Checkpoint::at);
    assert_eq!(first(0), Some(5 * INTERVAL));
    assert_eq!(first(6 * INTERVAL + 1), Some(7 * INTERVAL));
    assert_eq!(first(9 * INTERVAL + 1), None);
}
