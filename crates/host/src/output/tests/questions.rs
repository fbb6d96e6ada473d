//! What a program asks the terminal.

use super::*;
use crate::input::FeedReport;

/// A name, the output, whether a position is awaited, how many answers in all.
type Case = (&'static str, &'static [u8], bool, u32);

#[track_caller]
fn check(cases: &[Case]) {
    for (name, output, position, outstanding) in cases {
        for size in [output.len(), 1] {
            let queries = *fed_in(output.chunks(size)).queries();
            let found = (queries.awaits_position(), queries.outstanding());
            assert_eq!(found, (*position, *outstanding), "{name}, in pieces of {size}");
        }
    }
}

#[test]
fn queries() {
    check(&[
        ("text", b"6n", false, 0),
        ("position", b"\x1b[6n", true, 1),
        ("private_position", b"\x1b[?6n", true, 1),
        ("status", b"\x1b[5n", false, 1),
        ("colour_scheme", b"\x1b[?996n", false, 1),
        ("attributes", b"\x1b[c\x1b[0c\x1b[>c\x1b[=c\x1bZ", false, 5),
        ("linux_cursor_is_no_query", b"\x1b[?0c", false, 0),
        ("version", b"\x1b[>q\x1b[>0q", false, 2),
        ("cursor_style_is_no_query", b"\x1b[0 q", false, 0),
        ("modes", b"\x1b[?2026$p\x1b[4$p", false, 2),
        ("kitty_flags", b"\x1b[?u", false, 1),
        ("kitty_push_is_no_query", b"\x1b[>1u\x1b[<u", false, 0),
        ("window", b"\x1b[14t\x1b[16t\x1b[18t", false, 3),
        ("window_resize_is_no_query", b"\x1b[8;24;80t\x1b[22;0t", false, 0),
        ("background", b"\x1b]11;?\x07", false, 1),
        ("two_colours_at_once", b"\x1b]10;?;?\x1b\\", false, 2),
        ("palette", b"\x1b]4;1;?;2;?\x1b\\", false, 2),
        ("setting_a_colour_is_no_query", b"\x1b]11;#000\x07", false, 0),
        ("clipboard", b"\x1b]52;c;?\x07", false, 1),
        ("title_with_question_mark", b"\x1b]2;?\x07\x1b]8;;?\x07", false, 0),
        ("terminfo", b"\x1bP+q544e\x1b\\", false, 1),
        ("setting", b"\x1bP$qm\x1b\\", false, 1),
        ("sixels_are_no_query", b"\x1bPq#0\x1b\\", false, 0),
        ("graphics", b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\", false, 1),
    ]);
}

fn report(position_replies: u32, other_replies: u32) -> FeedReport {
    let mut report = FeedReport::default();
    (report.position_replies, report.other_replies) = (position_replies, other_replies);
    report
}

#[test]
fn answers_are_taken_off() {
    let mut tracker = fed(b"\x1b[6n\x1b[6n\x1b[c");
    let queries = tracker.queries_mut();
    queries.answered(report(1, 0));
    assert_eq!((queries.awaits_position(), queries.outstanding()), (true, 2));
    queries.answered(report(7, 0));
    assert_eq!((queries.awaits_position(), queries.outstanding()), (false, 1));
    queries.forget();
    assert_eq!(queries.outstanding(), 0);
}

#[test]
fn the_first_query_without_an_answer_is_found() {
    let mut tracker = ModeTracker::new();
    tracker.skip_to(1000);
    // At 1004, 1008, 1015 (a query that gives up a string) and 1020 (two at once).
    for piece in ["text\x1b[6", "n\x1b[", "c\x1b]0;\x1b[6", "n \x1b]4;1;?;2;?\x07"] {
        tracker.feed(piece.as_bytes());
    }
    let queries = tracker.queries_mut();
    let mut first = |position_replies, other_replies| {
        queries.answered(report(position_replies, other_replies));
        queries.first_outstanding()
    };
    assert_eq!(first(0, 0), Some(1004));
    assert_eq!(first(0, 1), Some(1004));
    assert_eq!(first(1, 0), Some(1015));
    assert_eq!(first(1, 1), Some(1020), "one of two answers");
    assert_eq!(first(0, 1), None);
}

#[test]
fn more_queries_than_are_remembered() {
    let mut tracker = fed("\x1b[c".repeat(100).as_bytes());
    let queries = tracker.queries_mut();
    queries.answered(report(0, 32));
    assert_eq!((queries.first_outstanding(), queries.outstanding()), (Some(32 * 3), 68));
    queries.answered(report(0, 68));
    assert_eq!((queries.first_outstanding(), queries.outstanding()), (None, 0));
}
