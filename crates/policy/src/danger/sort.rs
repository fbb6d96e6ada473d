//! Words into options, their values, and the rest.

use super::programs::{Program, Style};
use super::view::{Flag, Operand, View};
use crate::Text;

impl View<'_> {
    /// Sorts the words.
    pub(super) fn sort(&mut self, known: &Program) {
        let words = self.words;
        let mut at = 1;
        let mut ended = false;
        while at < words.len() {
            let shown = words[at].shown();
            let after = self.operands.first().and_then(|operand| operand.text.certain());
            if at == 1 && known.bare_letters && !shown.starts_with('-') {
                self.flags.extend(shown.chars().map(|letter| Flag {
                    at,
                    name: format!("-{letter}"),
                    value: None,
                    before: false,
                }));
            } else if !ended && shown == "--" && self.style != Style::Slashes {
                ended = true;
            } else if !ended && self.is_option(shown) {
                at += self.option(words, at, known, after);
            } else {
                let doubtful =
                    self.flags.last().is_some_and(|flag| flag.at + 1 == at && flag.value.is_none());
                self.operands.push(Operand { at, text: &words[at], doubtful });
            }
            at += 1;
        }
    }

    fn is_option(&self, shown: &str) -> bool {
        let slash = self.style == Style::Slashes && shown.starts_with('/');
        slash || (shown.len() > 1 && shown.starts_with('-'))
    }

    /// Adds the option of this word; how many words it took besides.
    fn option(&mut self, words: &[Text], at: usize, known: &Program, after: Option<&str>) -> usize {
        let shown = words[at].shown();
        match self.style {
            Style::Slashes | Style::PowerShell => {
                self.named(words, at, &shown.to_ascii_lowercase(), ':', known, after)
            }
            Style::Letters if !shown.starts_with("--") => self.letters(words, at, known, after),
            Style::Letters | Style::Words => self.named(words, at, shown, '=', known, after),
        }
    }

    fn named(
        &mut self,
        words: &[Text],
        at: usize,
        shown: &str,
        sign: char,
        known: &Program,
        after: Option<&str>,
    ) -> usize {
        let (name, value) = match shown.find(sign) {
            Some(end) => (&shown[..end], Some((at, words[at].from(end + 1)))),
            None => (shown, None),
        };
        let name = name.to_owned();
        if value.is_none() && known.takes_value(&name, after) {
            let value = words.get(at + 1).map(|word| (at + 1, word.clone()));
            self.flags.push(Flag { at, name, value, before: false });
            return 1;
        }
        self.flags.push(Flag { at, name, value, before: false });
        0
    }

    fn letters(&mut self, words: &[Text], at: usize, known: &Program, after: Option<&str>) -> usize {
        let shown = words[at].shown();
        for (start, letter) in shown.char_indices().skip(1) {
            let name = format!("-{letter}");
            let end = start + letter.len_utf8();
            if !known.takes_value(&name, after) {
                self.flags.push(Flag { at, name, value: None, before: false });
                continue;
            }
            let own = (end < shown.len()).then(|| (at, words[at].from(end)));
            let took = usize::from(own.is_none());
            let value = own.or_else(|| words.get(at + 1).map(|word| (at + 1, word.clone())));
            self.flags.push(Flag { at, name, value, before: false });
            return took;
        }
        0
    }
}
