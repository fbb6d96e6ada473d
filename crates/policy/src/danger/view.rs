//! A part with its words sorted into options and the rest.

use std::collections::HashMap;

use super::pattern::{Form, Step};
use super::programs::{Program, Style, plain_name};
use crate::{Part, Text};

/// Words behind this are not looked at one by one: no person writes so many, and time must have a bound.
const MOST_WORDS: usize = 4096;

/// A part, sorted.
pub(super) struct View<'a> {
    pub part: &'a Part,
    /// The part's words, or those of something it is reached through.
    pub words: &'a [Text],
    /// What the part is reached through, the outermost first.
    pub via: Vec<View<'a>>,
    /// Whether it chooses among files by their names or ages.
    pub chooses: bool,
    /// The program's plain name; empty if it is not known.
    pub program: String,
    pub flags: Vec<Flag>,
    pub operands: Vec<Operand<'a>>,
    style: Style,
    abbreviates: bool,
}

/// An option. Letters in one word (`-rf`) are one option each.
pub(super) struct Flag {
    pub at: usize,
    pub name: String,
    /// Its value and the word that holds it.
    pub value: Option<(usize, Text)>,
}

/// A word that is no option.
#[derive(Clone, Copy)]
pub(super) struct Operand<'a> {
    pub at: usize,
    pub text: &'a Text,
    /// Whether it stands right behind an option that may have taken it.
    pub doubtful: bool,
}

impl<'a> View<'a> {
    pub(super) fn new(part: &'a Part, programs: &HashMap<String, Program>) -> View<'a> {
        let via = part.via.iter().map(|words| View::of_words(part, words, programs));
        View { via: via.collect(), ..View::of_words(part, &part.words, programs) }
    }

    fn of_words(part: &'a Part, words: &'a [Text], programs: &HashMap<String, Program>) -> View<'a> {
        let written = words.first().and_then(Text::certain).unwrap_or_default();
        let mut program = plain_name(written);
        let mut known = programs.get(&program);
        if let Some(same) = known.and_then(|known| known.same_as.as_ref()) {
            program = same.clone();
            known = programs.get(&program);
        }
        let unknown = Program::default();
        let known = known.unwrap_or(&unknown);
        let (style, abbreviates) = (known.style, known.abbreviates);
        let words = &words[..words.len().min(MOST_WORDS)];
        let (flags, operands, via) = (Vec::new(), Vec::new(), Vec::new());
        let mut view =
            View { part, words, via, chooses: false, program, flags, operands, style, abbreviates };
        view.sort(known);
        let chooses = view.flags_named(&known.chooses).next().is_some();
        view.chooses = chooses;
        view
    }

    fn sort(&mut self, known: &Program) {
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
            self.flags.push(Flag { at, name, value });
            return 1;
        }
        self.flags.push(Flag { at, name, value });
        0
    }

    fn letters(&mut self, words: &[Text], at: usize, known: &Program, after: Option<&str>) -> usize {
        let shown = words[at].shown();
        for (start, letter) in shown.char_indices().skip(1) {
            let name = format!("-{letter}");
            let end = start + letter.len_utf8();
            if !known.takes_value(&name, after) {
                self.flags.push(Flag { at, name, value: None });
                continue;
            }
            let own = (end < shown.len()).then(|| (at, words[at].from(end)));
            let took = usize::from(own.is_none());
            let value = own.or_else(|| words.get(at + 1).map(|word| (at + 1, word.clone())));
            self.flags.push(Flag { at, name, value });
            return took;
        }
        0
    }

    /// The options of these names.
    pub(super) fn flags_named<'s>(&'s self, names: &'s [String]) -> impl Iterator<Item = &'s Flag> {
        self.flags.iter().filter(move |flag| names.iter().any(|name| self.means(&flag.name, name)))
    }

    /// Whether an option as it was written is the one of this name.
    fn means(&self, written: &str, name: &str) -> bool {
        if written == name {
            return true;
        }
        let cut_short = match self.style {
            Style::PowerShell => written.len() >= 2,
            Style::Letters => self.abbreviates && written.starts_with("--") && written.len() >= 5,
            Style::Words | Style::Slashes => false,
        };
        cut_short && name.starts_with(written)
    }

    /// How many operands the form's words take, and the last word of the command that they match.
    pub(super) fn follows(&self, form: &Form) -> Option<(usize, usize)> {
        if !form.program.matches(&self.program) {
            return None;
        }
        let Some(first) = form.steps.first() else { return Some((0, 0)) };
        let mut start = 0;
        loop {
            if let Some(found) = self.steps(&form.steps, start) {
                return Some(found);
            }
            // A word right behind an option nobody told us about may be that option's value: look past it.
            let skippable = self.operands.get(start).is_some_and(|operand| operand.doubtful);
            if !skippable || matches!(first, Step::Any) {
                return None;
            }
            start += 1;
        }
    }

    fn steps(&self, steps: &[Step], mut next: usize) -> Option<(usize, usize)> {
        let mut last = 0;
        let mut any = false;
        for step in steps {
            let Step::Word(pattern) = step else {
                any = true;
                continue;
            };
            let wanted = |operand: &Operand| pattern.matches(&operand.text.shown().to_ascii_lowercase());
            let rest = self.operands.get(next..)?;
            let found = if any {
                rest.iter().position(wanted)?
            } else {
                rest.first().filter(|o| wanted(o)).map(|_| 0)?
            };
            last = rest[found].at;
            next += found + 1;
            any = false;
        }
        Some((next, last))
    }
}
