//! Which output no terminal has seen, and which queries in it were answered by whom.
//!
//! A terminal answers the queries in the output it shows. What none shows is an interval here, and its queries may be
//! answered by a [`wire::Request::Reply`], each once. A terminal that comes closes the interval at the number it
//! was restored to: queries before it are still the brain's, those after it the terminal's.

use std::collections::VecDeque;

use crate::input::{FeedReport, Reply, Token};
use crate::output::{ModeTracker, Queries};

/// Intervals kept. Each is closed by an attach, and what is so long past nobody waits for.
const MOST_INTERVALS: usize = 64;
/// Queries kept. No program asks more before it reads an answer.
const MOST_QUERIES: usize = 256;
const ESC: u8 = 0x1b;

/// The output that no terminal saw.
#[derive(Debug, Default)]
pub(super) struct Unseen {
    closed: VecDeque<(u64, u64)>,
    open: Option<u64>,
    replied_to: u64,
}

impl Unseen {
    /// From here on no terminal sees the output.
    pub(super) fn begin(&mut self, from: u64) {
        self.open = Some(from.max(self.replied_to));
    }

    /// A terminal sees the output from here on.
    pub(super) fn end(&mut self, at: u64) {
        if let Some(from) = self.open.take() {
            self.closed.push_back((from, at));
        }
        let replied_to = self.replied_to;
        self.closed.retain(|&(_, to)| to > replied_to);
        if self.closed.len() > MOST_INTERVALS {
            self.closed.pop_front();
        }
    }

    pub(super) fn open_from(&self) -> Option<u64> {
        self.open
    }

    pub(super) fn replied_to(&self) -> u64 {
        self.replied_to
    }

    /// Whether a terminal may go on from here. Further back it would show queries that have had their answer.
    pub(super) fn may_end_at(&self, at: u64) -> bool {
        at >= self.replied_to && self.open.is_some_and(|from| at >= from)
    }

    /// Takes the reply to the query that ends before number `at`, if it is nobody else's to answer. `end` is how
    /// much output there has been.
    pub(super) fn take_reply(&mut self, at: u64, end: u64) -> bool {
        let within = |from: u64, to: u64| from < at && at <= to;
        let unseen = self.open.is_some_and(|from| within(from, end))
            || self.closed.iter().any(|&(from, to)| within(from, to));
        let taken = unseen && at > self.replied_to;
        if taken {
            self.replied_to = at;
        }
        taken
    }
}

/// The queries that the terminal was asked and has not answered.
#[derive(Debug, Default)]
pub(super) struct Asked {
    queries: VecDeque<Query>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Query {
    /// A number at or before its first byte, and behind the query before it.
    start: u64,
    /// How it is answered.
    kind: Reply,
}

impl Asked {
    /// Finds the queries in a run of output that begins with number `from`. `before` has followed all output up to
    /// there. Only called for runs that hold some.
    pub(super) fn find(&mut self, mut before: ModeTracker, from: u64, run: &[u8]) {
        let mut start = 0;
        while start < run.len() {
            let rest = run.get(start + 1..).unwrap_or_default();
            let end = memchr::memchr(ESC, rest).map_or(run.len(), |place| start + 1 + place);
            before.queries_mut().forget();
            before.feed(run.get(start..end).unwrap_or_default());
            self.note(from + start as u64, before.queries());
            start = end;
        }
    }

    fn note(&mut self, start: u64, found: &Queries) {
        let Some(kind) = found.kind() else { return };
        for _ in 0..found.outstanding() {
            if self.queries.len() >= MOST_QUERIES {
                self.queries.pop_front();
            }
            self.queries.push_back(Query { start, kind });
        }
    }

    /// A terminal answers in order: what it did not answer before this answer it never will.
    pub(super) fn answered(&mut self, report: FeedReport) {
        let mut seen = FeedReport::default();
        let is_answered = |query: &Query| {
            seen.note(Token::Reply(query.kind));
            seen.replies(query.kind) <= report.replies(query.kind)
        };
        let answered: Vec<bool> = self.queries.iter().map(is_answered).collect();
        let last = answered.iter().rposition(|&answered| answered);
        self.queries.drain(..last.map_or(0, |last| last + 1));
    }

    /// Queries before this number are no business of the terminal.
    pub(super) fn forget_before(&mut self, number: u64) {
        self.queries.retain(|query| query.start >= number);
    }

    pub(super) fn forget(&mut self) {
        self.queries.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queries.is_empty()
    }

    /// A number at or before the first byte of the first query.
    pub(super) fn first(&self) -> Option<u64> {
        self.queries.front().map(|query| query.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Typing;

    /// What is done to the intervals, and what a reply at this number is then worth.
    #[track_caller]
    fn check(prepare: impl FnOnce(&mut Unseen), at: u64, taken: bool) {
        let mut unseen = Unseen::default();
        prepare(&mut unseen);
        assert_eq!(unseen.take_reply(at, 1000), taken, "{unseen:?}");
    }

    #[test]
    fn a_reply_is_taken_for_what_no_terminal_saw() {
        check(|_| {}, 5, false);
        check(|unseen| unseen.begin(10), 10, false);
        check(|unseen| unseen.begin(10), 11, true);
        check(|unseen| unseen.begin(10), 1000, true);
        check(|unseen| unseen.begin(10), 1001, false);
        let closed = |unseen: &mut Unseen| {
            unseen.begin(10);
            unseen.end(20);
        };
        check(closed, 20, true);
        check(closed, 21, false);
        let again = |unseen: &mut Unseen| {
            closed(unseen);
            unseen.begin(30);
        };
        check(again, 15, true);
        check(again, 25, false);
        check(again, 31, true);
    }

    #[test]
    fn no_query_is_answered_twice() {
        let mut unseen = Unseen::default();
        unseen.begin(0);
        assert!(unseen.take_reply(50, 100));
        assert!(!unseen.take_reply(50, 100), "the same again");
        assert!(!unseen.take_reply(40, 100), "an earlier one");
        assert!(!unseen.may_end_at(49), "a terminal would show the query again");
        assert!(unseen.may_end_at(50));
        unseen.end(60);
        unseen.begin(80);
        assert!(!unseen.may_end_at(70), "a terminal has seen that");
        assert!(unseen.take_reply(60, 100), "late, but still nobody else's");
    }

    /// What a terminal sent.
    fn answers(bytes: &[u8]) -> FeedReport {
        Typing::new().feed(bytes, true, &crate::input::Cooking::Raw)
    }

    fn asked(output: &[u8]) -> Asked {
        let mut asked = Asked::default();
        asked.find(ModeTracker::new(), 100, output);
        asked
    }

    #[test]
    fn queries_are_found_where_they_begin() {
        assert!(asked(b"plain \x1b[31m text").is_empty());
        assert_eq!(asked(b"ab\x1b[1m\x1b[6n").first(), Some(106));
        assert_eq!(asked(b"\x1b]11;?\x07x\x1b[6n").first(), Some(100));
        let mut two = asked(b"\x1b[6n\x1b[6n");
        two.answered(answers(b"\x1b[1;1R"));
        assert_eq!(two.first(), Some(104));
        two.forget_before(105);
        assert!(two.is_empty());
    }

    #[test]
    fn what_was_passed_over_by_an_answer_is_not_awaited() {
        let mut asked = asked(b"\x1b[?u\x1b[6n\x1b[c");
        asked.answered(answers(b"\x1b[3;4R"));
        assert_eq!(asked.first(), Some(108));
    }

    /// Few terminals know everything: a query that was not answered must not make a later one look so.
    #[test]
    fn an_answer_is_of_the_kind_that_was_asked_for() {
        let vim = b"\x1b[?4m\x1b[>c\x1b]11;?\x07\x1bP$q q\x1b\\\x1b[?12$p";
        for (sent, left) in [
            (&b"\x1b[>41;379;0c"[..], Some(109)),
            // A string counts from the sequence that ends it.
            (b"\x1b[>41;379;0c\x1b]11;rgb:0/0/0\x07", Some(122)),
            (b"\x1b[>41;379;0c\x1b[?12;2$y", None),
            (b"\x1bP1$r2 q\x1b\\", Some(124)),
            (b"\x1b[?62;1c\x1b[?62;1c", Some(109)),
            (b"\x1b[8;24;80t", Some(100)),
            (b"keys", Some(100)),
        ] {
            let mut asked = asked(vim);
            asked.answered(answers(sent));
            assert_eq!(asked.first(), left, "{}", sent.escape_ascii());
        }
    }
}
