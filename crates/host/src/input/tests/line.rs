//! What the kernel holds of a line, and what is known of it.

use super::*;

const RULES: LineRules = LineRules {
    erase: 0x7f,
    kill: 0x15,
    word_erase: Some(0x17),
    literal_next: Some(0x16),
    flushes: Some([0x03, 0x1c]),
    hands_over: [0x1a, 0x04, 0, 0, 0, 0],
    return_ends: true,
    feed_ends: true,
    utf8: true,
    flow: None,
};

#[track_caller]
fn check(typed: &[u8], empty: bool) {
    let mut whole = CookedLine::default();
    whole.feed(typed, &Cooking::Lines(RULES), false);
    let mut by_bytes = CookedLine::default();
    typed.iter().for_each(|byte| by_bytes.feed(&[*byte], &Cooking::Lines(RULES), false));
    assert_eq!((whole.is_empty(), by_bytes.is_empty()), (empty, empty), "{typed:?}");
}

#[test]
fn what_was_taken_back_is_gone() {
    check(b"", true);
    check(b"a", false);
    check(b"two words\x15", true);
    check(b"ab\x7f", false);
    check(b"ab\x7f\x7f", true);
    check("é€".as_bytes(), false);
    check("é€\x7f\x7f".as_bytes(), true);
    check(b"word\x17", true);
    check(b"two words\x17", false);
    check(b"two words\x17\x17", true);
    check(b"-f\x17", false);
    check(b"-f\x17\x17", true);
    check(b"ab\r", true);
    check(b"ab\x03", true);
    check(b"\x15x\x7f", true);
}

#[test]
fn what_is_in_doubt_is_there() {
    check(b"\x16", false);
    check(b"\x16\x15", false);
    check(b"\x16\r", false);
    check(b"\x16\x15\x15", true);
    check(b"ab\x04\x15", false);
    check(b"ab\x04\x15x\r", true);
    check(b"\xa9\x15", false);
    check(b"\x1a\x15", false);
    check(&b"x".repeat(3000), false);
    let mut long = b"x".repeat(3000);
    long.push(0x15);
    check(&long, false);
}

#[test]
fn what_was_typed_under_other_rules_is_unknown() {
    let (usual, other) = (Cooking::Lines(RULES), Cooking::Lines(LineRules { erase: 8, ..RULES }));
    let check = |typed: &[(&[u8], Cooking, bool)], empty: bool| {
        let mut line = CookedLine::default();
        typed.iter().for_each(|(bytes, cooking, sent)| line.feed(bytes, cooking, *sent));
        assert_eq!(line.is_empty(), empty, "{typed:?}");
    };
    check(&[(b"ab", usual, false), (b"\x15", other, false)], false);
    check(&[(b"ab\r", usual, true), (b"ab\x15", other, false)], true);
    // Keys lie there that were never in a line, or the next byte may be taken as it is.
    check(&[(b"ab", Cooking::Raw, false), (b"\x15", usual, false)], false);
    check(&[(b"ab\r", Cooking::Raw, true), (b"ab\x15", usual, false)], true);
    check(&[(b"ab\r", Cooking::Unusual, true), (b"\r\x15", usual, false)], false);
    check(&[(b"ab\r", Cooking::Unusual, true), (b"\r\r\x15", usual, false)], true);
}
