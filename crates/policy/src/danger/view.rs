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
    pub style: Style,
    abbreviates: bool,
}

/// An option. Letters in one word (`-rf`) are one option each.
pub(super) struct Flag {
    pub at: usize,
    pub name: String,
    /// Whether it stands in front of a subcommand that has options of its own.
    pub before: bool,
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
        let first = view.operands.first().map_or(0, |operand| operand.at);
        view.flags.iter_mut().for_each(|flag| flag.before = known.separates && flag.at < first);
        let chooses = view.flags_named(&known.chooses).next().is_some();
        view.chooses = chooses;
        view
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
            Style::Letters => self.abbreviates && written.starts_with("--") && written.len() >= 4,
            Style::Words | Style::Slashes => false,
        };
        cut_short && name.starts_with(written)
    }

    /// Whether there are more words than are looked at.
    pub(super) fn is_cut(&self) -> bool {
        self.part.words.len() > MOST_WORDS
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
