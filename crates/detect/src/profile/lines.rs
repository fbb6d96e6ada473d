//! Rows joined to the lines they were before the program wrapped them.
//!
//! A program that wraps by itself leaves no trace of it: a row that ends near the edge may go on in the next one, or
//! the next one may be a line of its own, put there to look like a part of it. Where both readings mean different
//! commands the text is not certain.

use crate::shapes::list::frame::Inner;
use crate::shapes::list::read::wraps;

/// Rows of a subject.
pub(super) struct Piece<'a> {
    pub(super) rows: Vec<Inner<'a>>,
    /// The column at which they are wrapped.
    pub(super) right: u16,
    /// More of it is there than can be seen.
    pub(super) cut: bool,
    /// The program would have shown that it has several lines.
    pub(super) one_line: bool,
}

/// The lines of some rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Joined {
    pub(super) text: String,
    /// No other reading of the rows means another command.
    pub(super) certain: bool,
}

impl Piece<'_> {
    /// The lines, with their indentation. If every row may go on in the next, it is one line; if one of them cannot,
    /// rows are lines.
    pub(super) fn joined(&self) -> Joined {
        let may_wrap = |place: usize| {
            let (before, row) = (&self.rows[place - 1], &self.rows[place]);
            before.is_text() && row.is_text() && wraps(before, row, self.right)
        };
        let breaks = 1..self.rows.len();
        let one_line = breaks.clone().all(may_wrap);
        let mut joined = Joined { text: String::new(), certain: true };
        for (place, row) in self.rows.iter().enumerate() {
            if place > 0 {
                joined.certain &= self.is_certain(place, may_wrap(place), &joined.text);
                joined.text.push_str(self.between(place, one_line));
            }
            if place == 0 || !one_line {
                joined.text.push_str(&" ".repeat(self.indent(row)));
            }
            joined.text.push_str(row.text);
        }
        joined
    }

    /// Whether what stands before a row can be read in one way only. A full row may have lost the blank behind it.
    fn is_certain(&self, place: usize, may_wrap: bool, before: &str) -> bool {
        let row = self.rows[place].text;
        match may_wrap {
            true if self.rows[place - 1].end >= self.right => needs_no_blank(before, row),
            true => self.one_line || cannot_hide(before, row),
            false => !self.one_line,
        }
    }

    /// What stands between a row and the one before it.
    fn between(&self, place: usize, one_line: bool) -> &'static str {
        match self.rows[place - 1].end {
            _ if !one_line => "\n",
            end if end >= self.right => "",
            _ => " ",
        }
    }

    fn indent(&self, row: &Inner) -> usize {
        let least = self.rows.iter().filter(|row| row.is_text()).map(|row| row.column).min().unwrap_or(0);
        if row.is_text() { usize::from(row.column.saturating_sub(least)).min(200) } else { 0 }
    }
}

/// Whether a row that follows a text means the same as a part of its line and as a line of its own: inside quotes,
/// behind an operator, before an operator or an option.
fn cannot_hide(before: &str, row: &str) -> bool {
    if has_comment(before) {
        return false;
    }
    let ends = before.trim_end().ends_with(['|', '&', '\\', '(', '{']);
    ends || row.starts_with(['-', '|', '&', '>', '<', ')']) || is_quoted(before)
}

/// Whether a text and a row mean the same with a blank, a break or nothing between them: behind an operator only.
fn needs_no_blank(before: &str, row: &str) -> bool {
    let bare = before.strip_suffix(['|', '&', ';']).is_some_and(|rest| !rest.ends_with('\\'));
    let word = row.starts_with(|letter: char| letter.is_alphanumeric() || "./~$_-'\"".contains(letter));
    bare && word && !is_quoted(before) && !has_comment(before)
}

/// A comment ends with its line, whatever it ends in.
fn has_comment(text: &str) -> bool {
    text.contains('#')
}

/// Whether a quote is open at the end of a text.
fn is_quoted(text: &str) -> bool {
    let (mut open, mut escaped) = (None, false);
    for letter in text.chars() {
        match (open, letter) {
            _ if escaped => escaped = false,
            (None | Some('"'), '\\') => escaped = true,
            (None, '\'' | '"') => open = Some(letter),
            (Some(quote), _) if quote == letter => open = None,
            _ => {}
        }
    }
    open.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, rows: &[&str], text: &str, certain: bool) {
        let rows = rows.iter().map(|row| Inner::of(row, 0)).collect();
        let joined = Piece { rows, right: 20, cut: false, one_line: false }.joined();
        assert_eq!(joined, Joined { text: text.into(), certain }, "{name}");
    }

    #[test]
    fn rows_become_lines() {
        check("one", &["  ls -l"], "ls -l", true);
        check("two short ones", &["ls", "  pwd"], "ls\n  pwd", true);
        check(
            "wrapped at an option",
            &["cargo build --locked", "--release"],
            "cargo build --locked--release",
            false,
        );
        check(
            "wrapped at an operator",
            &["cargo test --all &&", "cargo run"],
            "cargo test --all && cargo run",
            true,
        );
        check(
            "a full row that ends in an operator",
            &["cargo build --all &&", "ls"],
            "cargo build --all &&ls",
            true,
        );
        check("a full row in quotes", &["echo 'one two three;", "four'"], "echo 'one two three;four'", false);
        check("behind a comment", &["ls # one two three |", "rm x"], "ls # one two three |rm x", false);
        check("a path or two", &["rm -rf aaaaaaaaaaaaa", "/"], "rm -rf aaaaaaaaaaaaa/", false);
        check(
            "wrapped at a word's end",
            &["git commit --amend", "--no-edit"],
            "git commit --amend --no-edit",
            true,
        );
        check(
            "inside quotes",
            &["echo 'one two three", "four five'"],
            "echo 'one two three four five'",
            true,
        );
        check(
            "may be a second command",
            &["echo one two three", "rm -rf ."],
            "echo one two three rm -rf .",
            false,
        );
        check(
            "in a script",
            &["cat <<X", "one two three four", "five", "X"],
            "cat <<X\none two three four\nfive\nX",
            false,
        );
    }
}
