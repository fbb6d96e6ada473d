//! The detach key as a table: what is typed when, what reaches the program, and whether the terminal is let go.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use wire::WireKey;

use super::super::{DetachKey, Tokenizer};

const KEY: WireKey = WireKey { byte: 0x1c, letter: '\\' };

/// Plays runs of keys, each so many milliseconds after the one before, and half a second of silence behind them.
fn play(key: Option<WireKey>, runs: &[(u64, &[u8])]) -> (Vec<u8>, bool) {
    let (mut watched, mut tokenizer, mut now) = (DetachKey::new(key), Tokenizer::new(), Instant::now());
    let mut program = Vec::new();
    for (pause, run) in runs {
        now += Duration::from_millis(*pause);
        if watched.decided(now) {
            return (program, true);
        }
        let ruling = watched.judge(run, !tokenizer.undecided(), now);
        let passed = [ruling.released.as_bytes(), &run[ruling.passed]].concat();
        tokenizer.feed(&passed, false, &mut |_| {});
        program.extend(passed);
    }
    (program, watched.decided(now + Duration::from_millis(500)))
}

#[track_caller]
fn check(name: &str, runs: &[(u64, &[u8])], program: &[u8], detached: bool) {
    let (got, let_go) = play(Some(KEY), runs);
    assert_eq!(
        (got.escape_ascii().to_string(), let_go),
        (program.escape_ascii().to_string(), detached),
        "{name}"
    );
}

#[test]
fn alone_it_detaches() {
    check("as a byte", &[(9, b"\x1c")], b"", true);
    check("after other keys", &[(9, b"ls"), (9, b"\x1c")], b"ls", true);
    check("kitty", &[(9, b"\x1b[92;5u")], b"", true);
    check("kitty with event", &[(9, b"\x1b[92;5:1u")], b"", true);
    check("kitty with alternate keys", &[(9, b"\x1b[92:124:92;5u")], b"", true);
    check("kitty on another layout", &[(9, b"\x1b[39::92;5u")], b"", true);
    check("kitty with caps lock", &[(9, b"\x1b[92;69u")], b"", true);
    check("modifyOtherKeys", &[(9, b"\x1b[27;5;92~")], b"", true);
    check("pressed and released", &[(9, b"\x1b[92;5u"), (60, b"\x1b[92;5:3u")], b"", true);
    check("and Ctrl released", &[(9, b"\x1b[92;5u\x1b[92;5:3u"), (9, b"\x1b[57442;1:3u")], b"", true);
    check("held down", &[(9, b"\x1b[92;5u"), (300, b"\x1b[92;5:2u"), (30, b"\x1b[92;5:2u")], b"", true);
    check("in one read with other keys", &[(9, b"ls\x1c")], b"ls", true);
    check("behind a whole sequence", &[(9, b"\x1b[A\x1b[92;5u")], b"\x1b[A", true);
    check(
        "reports pass meanwhile",
        &[(9, b"\x1c"), (9, b"\x1b[1;2R"), (9, b"\x1b[I")],
        b"\x1b[1;2R\x1b[I",
        true,
    );
    check("too late for a second", &[(9, b"\x1c"), (500, b"\x1c")], b"", true);
}

#[test]
fn twice_one_of_it_is_for_the_program() {
    check("as bytes", &[(9, b"\x1c"), (99, b"\x1c")], b"\x1c", false);
    check("in one read", &[(9, b"\x1c\x1c")], b"\x1c", false);
    check("at once, read by one", &[(9, b"\x1c"), (0, b"\x1c")], b"\x1c", false);
    check("kitty", &[(9, b"\x1b[92;5u"), (99, b"\x1b[92;5u")], b"\x1b[92;5u", false);
    check(
        "kitty with releases",
        &[(9, b"\x1b[92;5u"), (9, b"\x1b[92;5:3u"), (9, b"\x1b[92;5u"), (9, b"\x1b[92;5:3u")],
        b"\x1b[92;5u\x1b[92;5:3u",
        false,
    );
    check("modifyOtherKeys", &[(9, b"\x1b[27;5;92~"), (9, b"\x1b[27;5;92~")], b"\x1b[27;5;92~", false);
    check("four times", &[(9, b"\x1c"), (9, b"\x1c"), (9, b"\x1c"), (9, b"\x1c")], b"\x1c\x1c", false);
    check("three times", &[(9, b"\x1c"), (9, b"\x1c"), (9, b"\x1c")], b"\x1c", true);
    check("three times in two reads", &[(9, b"\x1c"), (9, b"\x1c\x1c")], b"\x1c", true);
}

#[test]
fn with_another_key_behind_it_both_are_for_the_program() {
    check("a letter", &[(9, b"\x1c"), (99, b"x")], b"\x1cx", false);
    check("in one read", &[(9, b"\x1cx")], b"\x1cx", false);
    check("Escape", &[(9, b"\x1c"), (99, b"\x1b")], b"\x1c\x1b", false);
    check("an arrow", &[(9, b"\x1b[92;5u"), (99, b"\x1b[A")], b"\x1b[92;5u\x1b[A", false);
    check(
        "with a release between",
        &[(9, b"\x1b[92;5u\x1b[92;5:3u"), (9, b"x")],
        b"\x1b[92;5u\x1b[92;5:3ux",
        false,
    );
    check("a paste", &[(9, b"\x1c"), (9, b"\x1b[200~text")], b"\x1c\x1b[200~text", false);
}

#[test]
fn where_it_is_no_key_it_passes() {
    check(
        "in a paste",
        &[(9, b"\x1b[200~a\x1c"), (9, b"\x1c"), (9, b"\x1b[201~")],
        b"\x1b[200~a\x1c\x1c\x1b[201~",
        false,
    );
    check("in pasted text", &[(9, b"a\x1cb")], b"a\x1cb", false);
    check("twice in pasted text", &[(9, b"a\x1c\x1cb\x1c\x1c")], b"a\x1c\x1cb\x1c\x1c", false);
    check(
        "in pasted text read by one",
        &[(9, b"a"), (0, b"\x1c"), (0, b"\x1c"), (0, b"b")],
        b"a\x1c\x1cb",
        false,
    );
    check("many at once", &[(9, b"\x1c\x1c\x1c")], b"\x1c\x1c\x1c", false);
    check("with Alt", &[(9, b"\x1b\x1c")], b"\x1b\x1c", false);
    check("in a sequence", &[(9, b"\x1b["), (1, b"\x1c")], b"\x1b[\x1c", false);
    check("in a character", &[(9, b"\xe2"), (1, b"\x1c"), (1, b"\x1c")], b"\xe2\x1c", true);
    check("only released", &[(9, b"\x1b[92;5:3u")], b"\x1b[92;5:3u", false);
    check("without Ctrl", &[(9, b"\x1b[92u")], b"\x1b[92u", false);
    check("with Shift too", &[(9, b"\x1b[92;6u")], b"\x1b[92;6u", false);
    check("another key", &[(9, b"\x1b[93;5u")], b"\x1b[93;5u", false);
}

#[test]
fn no_key_holds_nothing_back() {
    assert_eq!(play(None, &[(9, b"\x1c"), (9, b"\x1b[92;5u")]), (b"\x1c\x1b[92;5u".to_vec(), false));
}

#[test]
fn only_its_beginning_makes_more_be_read() {
    let watched = DetachKey::new(Some(KEY));
    for (run, goes_on) in [
        (b"\x1b".as_slice(), true),
        (b"\x1b[", true),
        (b"\x1b[92;5", true),
        (b"\x1b[92;5u", false),
        (b"x", false),
        (b"\x1bO", false),
    ] {
        assert_eq!(watched.may_go_on(run), goes_on, "{run:?}");
    }
    assert!(!DetachKey::new(None).may_go_on(b"\x1b"));
}

proptest! {
    /// What does not hold the key is passed on as it is, however it is cut.
    #[test]
    fn without_the_key_every_byte_passes(
        runs in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 1..20), 0..20)
    ) {
        let runs: Vec<Vec<u8>> = runs.into_iter()
            .map(|run| run.into_iter().map(|byte| if matches!(byte, 0x1c | b'2') { b'x' } else { byte }).collect())
            .collect();
        let timed: Vec<(u64, &[u8])> = runs.iter().map(|run| (5, run.as_slice())).collect();
        prop_assert_eq!(play(Some(KEY), &timed), (runs.concat(), false));
    }

    /// Whatever is typed, nothing is changed but by leaving out presses of the key.
    #[test]
    fn nothing_but_the_key_is_ever_taken(keys in proptest::collection::vec(0u8..4, 0..30), gaps in proptest::collection::vec(0u64..3, 30)) {
        let runs: Vec<(u64, &[u8])> = keys.iter().zip(gaps)
            .map(|(key, gap)| (gap, [b"\x1c".as_slice(), b"a", b"\x1b[A", b"\x1b[92;5u"][usize::from(*key)]))
            .collect();
        let (program, _) = play(Some(KEY), &runs);
        let strip = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace('\x1c', "").replace("\x1b[92;5u", "");
        let typed: Vec<u8> = runs.iter().flat_map(|(_, run)| run.to_vec()).collect();
        prop_assert_eq!(strip(&program), strip(&typed));
    }
}
