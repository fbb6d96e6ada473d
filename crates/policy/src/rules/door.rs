//! The doors of one program: whether a word, however it is written, is one of them.

use super::files::is_count;
use super::word_shape;
use crate::Text;

/// The doors of a program, or of one of its subcommands.
#[derive(Debug, Default, Clone)]
pub(super) struct Entry {
    /// The words behind the program.
    subcommand: Vec<String>,
    /// `-x`, `--exec`.
    options: Vec<String>,
    /// Words that look like an option: `-specs*`.
    shapes: Vec<String>,
    /// Options with a value that looks so: `--import=data:*`.
    settings: Vec<(String, String)>,
    /// Words that are no options: `@*`, `*://*`.
    operands: Vec<String>,
    /// Harmless options with a value: it is looked into by nobody.
    values: Vec<String>,
    /// Letters behind which their value stands.
    stops: Vec<String>,
    /// Harmless ones that look like the beginning of another.
    harmless: Vec<String>,
    /// One dash, a whole word: no letters in a row.
    whole_words: bool,
}

impl Entry {
    /// The doors that are written so, of the subcommand of these words.
    pub(super) fn parse(subcommand: &str, list: &str) -> Entry {
        let subcommand = subcommand.split_whitespace().map(str::to_owned).collect();
        let mut entry = Entry { subcommand, ..Entry::default() };
        for word in list.split_whitespace() {
            entry.add(word);
        }
        entry
    }

    fn add(&mut self, word: &str) {
        let setting = word.split_once('=').filter(|(name, value)| !name.contains('*') && !value.is_empty());
        let without_sign = || word[..word.len() - 1].to_owned();
        match word {
            "words" => self.whole_words = true,
            _ if word.starts_with('(') => self.harmless.push(word.trim_matches(['(', ')']).to_owned()),
            _ if word.starts_with("*-") => self.shapes.push(word.to_owned()),
            _ if !word.starts_with('-') => self.operands.push(word.to_lowercase()),
            _ if word.ends_with([':', '=']) => self.values.push(without_sign()),
            _ if word.ends_with('!') => self.stops.push(without_sign()),
            _ if !word.contains("[=]") && setting.is_some() => {
                self.settings.extend(setting.map(|(name, value)| (name.to_owned(), value.to_lowercase())));
            }
            _ if word.contains('*') => self.shapes.push(word.to_owned()),
            _ => self.options.push(word.to_owned()),
        }
    }

    /// Whether the words behind the program begin with this subcommand.
    pub(super) fn is_for(&self, plain: &[&str]) -> bool {
        let mut rest = plain.iter().filter(|word| !word.starts_with('-'));
        self.subcommand.iter().all(|wanted| {
            rest.next().is_some_and(|word| wanted.split('|').any(|wanted| word_shape::fits(wanted, word)))
        })
    }

    /// The first word that opens one of the doors.
    pub(super) fn opened(&self, given: &[Text]) -> Option<String> {
        let mut only_operands = false;
        let mut at = 0;
        while let Some(word) = given.get(at) {
            let shown = word.shown();
            at += 1;
            if is_count(word) {
                continue;
            }
            let is_option = shown.len() > 1 && shown.starts_with('-') && !only_operands;
            if shown == "--" {
                only_operands = true;
            } else if is_option && self.is_door(shown, given.get(at)) || may_be_anything(word) {
                return Some(shown.to_owned());
            } else if is_option {
                at += usize::from(self.takes_next(shown));
            } else if self.is_operand_door(shown) {
                return Some(shown.to_owned());
            }
        }
        None
    }

    fn is_operand_door(&self, word: &str) -> bool {
        !self.operands.is_empty() && {
            let word = word.to_lowercase();
            self.operands.iter().any(|door| word_shape::fits(door, &word))
        }
    }

    /// Whether an option as it is written is a door: cut short, with its value behind it, among other letters.
    fn is_door(&self, word: &str, next: Option<&Text>) -> bool {
        let name = word.split('=').next().unwrap_or(word);
        let known = |list: &[String]| list.iter().any(|known| known == name);
        if self.is_set(word, name, next) || self.has_shape(word) {
            return true;
        }
        if known(&self.harmless) || known(&self.values) {
            return false;
        }
        self.options.iter().any(|door| self.is_written(door, name)) || self.is_among_letters(word)
    }

    fn has_shape(&self, word: &str) -> bool {
        let small = word.to_lowercase();
        let second = word.strip_prefix('-').filter(|_| self.whole_words).unwrap_or(word);
        let fits = |shape: &String| {
            // What is written in small letters alone is meant however it is written.
            let any_case = !shape.bytes().any(|byte| byte.is_ascii_uppercase());
            word_shape::fits(shape, if any_case { &small } else { word }) || word_shape::fits(shape, second)
        };
        self.shapes.iter().any(fits)
    }

    /// Whether an option has a value by which it is a door.
    fn is_set(&self, word: &str, name: &str, next: Option<&Text>) -> bool {
        self.settings.iter().any(|(door, shape)| {
            let joined = word.split_once('=').map(|(_, value)| value);
            let value = if self.is_written(door, name) {
                joined.or_else(|| next.map(Text::shown))
            } else {
                self.behind_letter(word, door).map(|rest| match rest {
                    "" => next.map_or("", Text::shown),
                    rest => rest,
                })
            };
            value.is_some_and(|value| word_shape::fits(shape, &value.to_lowercase()))
        })
    }

    /// What stands behind a door's letter among others: `/etc/x` for `-F` in `-aF/etc/x`.
    fn behind_letter<'w>(&self, word: &'w str, door: &str) -> Option<&'w str> {
        let letter = door.strip_prefix('-').filter(|letter| letter.len() == 1)?;
        let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-') && !self.whole_words)?;
        let (before, behind) = letters.split_once(letter)?;
        let known = |sign: char| {
            let option = format!("-{sign}");
            sign.is_ascii_alphanumeric() && !self.values.contains(&option) && !self.stops.contains(&option)
        };
        before.chars().all(known).then_some(behind)
    }

    fn is_written(&self, door: &str, name: &str) -> bool {
        let long = door.starts_with("--");
        let cut_short = long && name.len() > 3 && name.starts_with("--") && door.starts_with(name);
        // A whole word with one dash is taken with two as well.
        let whole = !long && (door.len() > 2 || self.whole_words);
        let one_less = long && self.whole_words && door.strip_prefix('-') == Some(name);
        door == name || cut_short || one_less || (whole && name.strip_prefix('-') == Some(door))
    }

    /// Whether a door's letter stands among others: `-avze`. Behind a letter that takes a value stands that.
    fn is_among_letters(&self, word: &str) -> bool {
        if self.whole_words || word.starts_with("--") {
            return false;
        }
        for letter in word.chars().skip(1) {
            let option = format!("-{letter}");
            if self.options.contains(&option) {
                return true;
            }
            let ends = self.values.contains(&option) || self.stops.contains(&option);
            if ends || !letter.is_ascii_alphanumeric() {
                return false;
            }
        }
        false
    }

    /// Whether the value of this harmless option is the next word.
    fn takes_next(&self, word: &str) -> bool {
        if word.starts_with("--") || self.whole_words {
            return self.values.iter().any(|value| value == word);
        }
        let mut letters = word[1..].chars();
        while let Some(letter) = letters.next() {
            let option = format!("-{letter}");
            if self.stops.contains(&option) {
                return false;
            }
            if self.values.contains(&option) {
                return letters.as_str().is_empty();
            }
        }
        false
    }
}

/// Whether a word is only known when it runs, so that options may come out of it.
fn may_be_anything(word: &Text) -> bool {
    let whole = |place: &std::ops::Range<usize>| place.start == 0 && place.end == word.shown().len();
    word.unknown_places().first().is_some_and(whole) && !word.shown().starts_with(['<', '>'])
}
