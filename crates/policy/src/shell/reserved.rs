//! Words and signs that mean something where a command begins.

use super::cursor::Parser;
use super::list::Stop;

/// Words that mean something where a command begins.
const RESERVED: [&str; 22] = [
    "!", "[[", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in",
    "select", "then", "time", "until", "while", "{", "}", "]]",
];

/// The longest of them.
const LONGEST_RESERVED: usize = 8;

impl Parser<'_> {
    /// What could end a list here, and where it ends itself.
    pub(super) fn closer(&mut self) -> Option<(Stop, usize)> {
        match self.peek()? {
            b')' => Some((Stop::Paren, self.at + 1)),
            b';' => {
                let sign = [";;&", ";;", ";&"].iter().find_map(|sign| self.ahead(sign));
                sign.map(|end| (Stop::Arm, end))
            }
            _ => self.reserved().and_then(|(word, end)| Some((closing(word)?, end))),
        }
    }

    /// Whether a list that is being read ends so. A word inside brackets ends nothing outside of them.
    pub(super) fn is_expected(&self, closer: Stop) -> bool {
        let mut open = self.stops.iter().rev();
        match closer {
            Stop::Paren => open.any(|stop| *stop == Stop::Paren),
            word => open.take_while(|stop| **stop != Stop::Paren).any(|stop| *stop == word),
        }
    }

    /// The reserved word that comes next, and its end.
    pub(super) fn reserved(&mut self) -> Option<(&'static str, usize)> {
        self.peek();
        let mut end = self.at;
        let mut word = String::new();
        while word.len() <= LONGEST_RESERVED && !self.is_delimiter(end) {
            end = self.joined(end);
            word.push(char::from(self.raw(end)?));
            end += 1;
        }
        let found = RESERVED.into_iter().find(|reserved| *reserved == word)?;
        self.is_delimiter(end).then_some((found, end))
    }

    /// Takes this reserved word if it comes next.
    pub(super) fn keyword(&mut self, word: &str) -> bool {
        match self.reserved() {
            Some((found, end)) if found == word => {
                self.skip_to(end);
                true
            }
            _ => false,
        }
    }

    /// Whether a word would end here.
    pub(super) fn is_delimiter(&self, at: usize) -> bool {
        self.raw(self.joined(at)).is_none_or(|byte| b" \t\r\n;&|<>()".contains(&byte))
    }
}

fn closing(word: &str) -> Option<Stop> {
    Some(match word {
        "then" => Stop::Then,
        "elif" | "else" | "fi" => Stop::Branch,
        "do" => Stop::Do,
        "done" => Stop::Done,
        "}" => Stop::Brace,
        "esac" => Stop::Arm,
        _ => return None,
    })
}
