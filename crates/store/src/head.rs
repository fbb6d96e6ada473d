//! The head of the chain, kept outside the database: what its last event must be.
//!
//! It is written before each commit with the place where the chain stands and the place where the commit will
//! bring it; a process killed at any moment leaves the database at one of the two.

use std::fmt::Write;

use crate::chain::{Hash, Link};
use crate::finding::Mismatch;

const FIRST_LINE: &str = "locum audit head 1";

/// What the head file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Where the chain stood for certain.
    pub committed: Link,
    /// Where a commit was about to bring it; the same place when none was.
    pub pending: Link,
    /// What was found wrong and is to be recorded by that same commit. Kept here until it is: otherwise a
    /// process killed in between would have replaced the head that showed it. One line.
    pub broken: Option<String>,
}

impl Head {
    /// The head of a chain that stands here, with nothing under way.
    pub(crate) fn settled(at: Link) -> Self {
        Head { committed: at, pending: at, broken: None }
    }

    pub(crate) fn to_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n");
        for (name, link) in [("committed", self.committed), ("pending", self.pending)] {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} {} {}", link.seq, link.hash);
        }
        if let Some(broken) = &self.broken {
            let _ = writeln!(text, "broken {broken}");
        }
        text
    }

    /// Reads a head in exactly the form in which it is written; nothing if it is anything else.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let mut lines = text.strip_suffix('\n')?.split('\n');
        lines.next()?;
        let committed = parse_link(lines.next()?.strip_prefix("committed ")?)?;
        let pending = parse_link(lines.next()?.strip_prefix("pending ")?)?;
        let broken = match lines.next() {
            Some(line) => Some(line.strip_prefix("broken ")?.to_owned()),
            None => None,
        };
        let head = Head { committed, pending, broken };
        (head.to_text() == text).then_some(head)
    }
}

fn parse_link(text: &str) -> Option<Link> {
    let (seq, hash) = text.split_once(' ')?;
    Some(Link { seq: seq.parse().ok()?, hash: Hash::parse(hash).ok()? })
}

/// What is wrong with a database that ends at `end` beside a head file of these bytes; nothing if they agree.
pub(crate) fn compare(end: Link, file: Option<&[u8]>) -> Option<Mismatch> {
    let Some(bytes) = file else {
        // A head is written before the first event, so only a record without events may lack it.
        return (end != Link::START).then_some(Mismatch::HeadMissing);
    };
    let Some(head) = Head::parse(bytes) else { return Some(Mismatch::HeadUnreadable) };
    match head.broken {
        _ if end == head.pending => None,
        Some(broken) => Some(Mismatch::Unrecorded(broken)),
        None if end == head.committed => None,
        None if end.seq < head.committed.seq => Some(Mismatch::CutShort { head: head.committed.seq }),
        None if end.seq > head.pending.seq => Some(Mismatch::Beyond { head: head.pending.seq }),
        None => Some(Mismatch::OtherEnd),
    }
}

#[cfg(test)]
mod tests {
    use super::Head;
    use crate::chain::{Hash, Link};

    #[test]
    fn a_head_is_read_only_in_the_form_in_which_it_is_written() {
        let (committed, pending) =
            (Link { seq: 3, hash: Hash([1; 32]) }, Link { seq: 5, hash: Hash([2; 32]) });
        for broken in [None, Some("the head file is missing".to_owned())] {
            let head = Head { committed, pending, broken };
            let text = head.to_text();
            assert_eq!(Head::parse(text.as_bytes()), Some(head));
            let changes = [
                text.replace("head 1", "head 2"),
                text.replace("committed 3", "committed +3"),
                text.replace("pending 5", "pending 05"),
                text.replace("committed", "Committed"),
                text.replace("01", "0A"),
                text.trim_end().to_owned(),
                format!("{text}\n"),
                format!("{text}more\n"),
                String::new(),
            ];
            for changed in changes {
                assert_eq!(Head::parse(changed.as_bytes()), None, "{changed}");
            }
            for length in 0..text.len() {
                let cut = Head::parse(&text.as_bytes()[..length]);
                assert!(cut.is_none_or(|cut| cut.broken.is_none()), "cut at {length}");
            }
        }
    }
}
