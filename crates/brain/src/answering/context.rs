//! What stands above a question that does not say what it is about.

use engine::Waiting;
use model::Kind;

use crate::noted;
use crate::registry::Entry;

/// Lines, and characters of each.
const MOST: usize = 4;
const LONGEST: usize = 200;

/// The lines right above it on the screen, without secrets. None for what has a subject, and none where something is typed in secret.
pub(super) fn of(entry: &Entry, waiting: &Waiting<'_>) -> Vec<String> {
    if waiting.question.subject.is_some() || waiting.question.kind == Kind::Password {
        return Vec::new();
    }
    let tracked = entry.tracked.borrow();
    let Some((standing, _)) = tracked.lookout.last_look() else { return Vec::new() };
    let stands = standing.fingerprint.map(detect::Fingerprint::number) == waiting.fingerprint;
    let Some(rows) = standing.detection.rows.as_ref().filter(|_| stands) else { return Vec::new() };
    let snapshot = tracked.screen.snapshot_anyway();
    let rows: Vec<&str> = snapshot.rows.iter().take(rows.start.into()).map(|row| row.text.as_str()).collect();
    above(&rows)
}

/// The last lines up to a blank one.
fn above(rows: &[&str]) -> Vec<String> {
    let near = rows.iter().rev().map(|row| row.trim_end()).take_while(|row| !row.is_empty()).take(MOST);
    let mut lines: Vec<&str> = near.collect();
    lines.reverse();
    // Together, since a secret may be known by the line before it.
    let clean = noted::clean(&lines.join("\n"), MOST * LONGEST);
    clean.lines().map(|line| noted::clipped(line, LONGEST)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rows: &[&str], expected: &[&str]) {
        assert_eq!(above(rows), expected);
    }

    #[test]
    fn a_few_lines_up_to_a_blank_one_without_secrets() {
        check(&[], &[]);
        check(&["far", "", "two files differ:  ", "  a.txt"], &["two files differ:", "  a.txt"]);
        check(&["near", "   "], &[]);
        check(&["1", "2", "3", "4", "5", "6"], &["3", "4", "5", "6"]);
        let long = "x".repeat(300);
        assert_eq!(above(&[&long])[0].chars().count(), LONGEST + 1);
        let secret = above(&["export TOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123456789"]).join("");
        assert!(!secret.contains("ghp_abc"), "{secret}");
    }
}
