//! What is counted, and when a draft is pending.

use super::*;

/// A name, the bytes, the epoch and whether a draft is pending after them and a pause.
type Count = (&'static str, &'static [u8], u64, bool);

#[track_caller]
fn check(counts: &[Count]) {
    for (name, bytes, epoch, draft) in counts {
        let mut typing = Typing::new();
        typing.feed(bytes, false, &Cooking::Raw);
        typing.flush();
        assert_eq!((typing.epoch(), typing.draft()), (*epoch, *draft), "{name}");
    }
}

#[test]
fn epoch_and_draft() {
    check(&[
        ("nothing", b"", 0, false),
        ("letters", b"ab", 2, true),
        ("line", b"ls\r", 3, false),
        ("cancelled", b"ls\x03", 3, false),
        ("next_line_begun", b"ls\rx", 4, true),
        ("new_line_in_a_draft", b"a\x1b[13;2u", 2, true),
        ("alt_enter_in_a_draft", b"a\x1b\r", 2, true),
        ("paste", b"\x1b[200~rm -rf\r\x1b[201~", 2, true),
        ("paste_and_enter", b"\x1b[200~x\x1b[201~\r", 3, false),
        ("unfinished_paste", b"\x1b[200~x\r", 1, true),
        ("mouse_focus_release_reply", b"\x1b[<0;1;1M\x1b[I\x1b[97;1:3u\x1b[?62c", 0, false),
        ("lone_escape", b"\x1b", 1, true),
        ("one_per_character", "é€🦀".as_bytes(), 3, true),
    ]);
}

#[test]
fn what_was_typed_for_the_person_counts_and_is_no_draft() {
    let mut typing = Typing::new();
    typing.feed(b"a\r", false, &Cooking::Raw);
    typing.injected(b"y", &Cooking::Unusual);
    assert_eq!((typing.epoch(), typing.draft()), (3, false));
    typing.feed(b"b", false, &Cooking::Raw);
    typing.injected(b"y", &Cooking::Unusual);
    assert_eq!((typing.epoch(), typing.draft()), (5, true));
}

#[test]
fn replies_are_reported_apart() {
    let mut typing = Typing::new();
    let report = typing.feed(b"\x1b[5;1R\x1b[?62ca\x1b]11;x\x07", false, &Cooking::Raw);
    assert_eq!((report.position_replies, report.other_replies), (1, 2));
    assert_eq!((report.replies(Reply::Color), report.replies(Reply::ModeReport)), (1, 0));
    assert_eq!(typing.feed(b"x", false, &Cooking::Raw), FeedReport::default());
}

#[test]
fn undecided_inside_of_a_paste_and_of_a_sequence() {
    let mut typing = Typing::new();
    typing.feed(b"\x1b[200~x", false, &Cooking::Raw);
    assert!(typing.undecided() && !typing.unfinished());
    typing.feed(b"\x1b[201~\x1b", false, &Cooking::Raw);
    assert!(typing.undecided() && typing.unfinished());
    typing.flush();
    assert!(!typing.undecided());
}

#[test]
fn what_was_typed_for_the_person_is_half_typed_until_an_enter() {
    let check = |injected: &[&[u8]], then: &[u8], half: bool| {
        let mut typing = Typing::new();
        injected.iter().for_each(|bytes| typing.injected(bytes, &Cooking::Unusual));
        typing.feed(then, false, &Cooking::Raw);
        assert_eq!(typing.half_typed(), half, "{injected:?} {then:?}");
        assert_eq!(typing.held_in_line(), half, "{injected:?} {then:?}");
        let mut typing = Typing::new();
        injected.iter().for_each(|bytes| typing.injected(bytes, &Cooking::Raw));
        assert!(!typing.held_in_line());
    };
    check(&[b"y"], b"", true);
    check(&[b"y", b"\r"], b"", false);
    check(&[b"y"], b"x", true);
    check(&[b"y"], b"\r", false);
    check(&[b"y"], b"\x03", false);
    check(&[b"\x1b[B"], b"", false);
    check(&[b"y", b"\x1b[B"], b"", true);
    check(&[b"\x1b[200~two words\x1b[201~"], b"", true);
}
