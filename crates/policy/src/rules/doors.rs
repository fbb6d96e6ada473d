//! Doors: options and words by which a harmless program runs, loads, writes or sends something else. See `doors.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::files::is_count;
use super::shape;
use super::words::words;
use crate::Text;

/// The folders in which a project keeps the programs it brings.
const OWN_FOLDERS: [&str; 4] = ["node_modules/.bin/", "vendor/bin/", "venv/bin/", "bin/"];

static DOORS: LazyLock<Doors> =
    LazyLock::new(|| toml::from_str(include_str!("doors.toml")).map(Doors::new).unwrap_or_default());

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    runners: Vec<String>,
    doors: HashMap<String, String>,
}

/// All doors, by program.
#[derive(Debug, Default)]
pub(super) struct Doors {
    runners: Vec<Vec<String>>,
    by_program: HashMap<String, Vec<Entry>>,
}

/// The doors of a program, or of one of its subcommands.
#[derive(Debug, Default, Clone)]
struct Entry {
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

/// The doors that come with locum.
pub(super) fn doors() -> &'static Doors {
    &DOORS
}

impl Doors {
    fn new(raw: Raw) -> Doors {
        let runners = raw.runners.iter().map(|runner| owned(runner)).collect();
        let mut by_program: HashMap<String, Vec<Entry>> = HashMap::new();
        for (names, list) in &raw.doors {
            let (programs, subcommand) = names.split_once(' ').unwrap_or((names, ""));
            let entry = Entry { subcommand: owned(subcommand), ..Entry::parse(list) };
            for program in programs.split('|') {
                by_program.entry(program.to_owned()).or_default().push(entry.clone());
            }
        }
        Doors { runners, by_program }
    }

    /// The first word that opens a door of the program, or of one that the program is told to run.
    pub(super) fn opened(&self, given: &[Text], home: &str) -> Option<String> {
        let program = words().program(given.first()?.shown(), home);
        let kept = words().without_options(program, given);
        let plain: Vec<&str> = kept.iter().map(|place| given[*place].shown()).collect();
        let own = self.opened_by(plain_name(program), plain.get(1..).unwrap_or_default(), &given[1..]);
        own.or_else(|| {
            let inner = self.runners.iter().find_map(|runner| behind(runner, &plain))?;
            let rest = given.get(given.len() - inner.len()..)?;
            self.opened_by(plain_name(inner.first()?), &inner[1..], &rest[1..])
        })
    }

    fn opened_by(&self, program: &str, plain: &[&str], given: &[Text]) -> Option<String> {
        let entries = self.by_program.get(program)?;
        entries.iter().filter(|entry| entry.is_for(plain)).find_map(|entry| entry.opened(given))
    }
}

/// The words behind a runner's own, options in between left out.
fn behind<'a>(runner: &[String], given: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let mut rest = given;
    for wanted in runner {
        let (first, later) = rest.split_first()?;
        if plain_name(first) != wanted {
            return None;
        }
        rest = later;
    }
    while rest.first().is_some_and(|word| word.starts_with('-')) {
        rest = &rest[1..];
    }
    (!rest.is_empty()).then_some(rest)
}

/// `python` for `python3.11`, `gcc` for `gcc-12`, and programs of the project by their name.
fn plain_name(program: &str) -> &str {
    let own = OWN_FOLDERS.iter().any(|folder| {
        program.rsplit_once('/').is_some_and(|(before, _)| format!("{before}/").ends_with(folder))
    });
    let name = if own || program.starts_with("./") { program.rsplit('/').next() } else { None };
    let name = name.unwrap_or(program);
    let stem = name.trim_end_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, '.' | '-'));
    let numbered = ["python", "pip", "gcc", "g++", "clang", "clang++", "php", "ruby", "lua"];
    if numbered.contains(&stem) { stem } else { name.split_once('@').map_or(name, |(name, _)| name) }
}

fn owned(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

impl Entry {
    fn parse(list: &str) -> Entry {
        let mut entry = Entry::default();
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
    fn is_for(&self, plain: &[&str]) -> bool {
        let mut rest = plain.iter().filter(|word| !word.starts_with('-'));
        self.subcommand.iter().all(|wanted| {
            rest.next().is_some_and(|word| wanted.split('|').any(|wanted| shape::fits(wanted, word)))
        })
    }

    fn opened(&self, given: &[Text]) -> Option<String> {
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
            self.operands.iter().any(|door| shape::fits(door, &word))
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
            shape::fits(shape, if any_case { &small } else { word }) || shape::fits(shape, second)
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
                word.strip_prefix(door.as_str()).filter(|_| door.len() == 2 && !self.whole_words)
            };
            value.is_some_and(|value| shape::fits(shape, &value.to_lowercase()))
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_can_be_read() {
        toml::from_str::<Raw>(include_str!("doors.toml")).unwrap();
    }

    #[test]
    fn doors_however_they_are_written() {
        let raw = r#"
            runners = ["npx"]
            [doors]
            "rsync|x" = "-e --rsh --exec-path (--exec) -m: --mess= -D! --load=[!t]* @*"
            "go build" = "words -exec -spec*"
        "#;
        let doors = Doors::new(toml::from_str(raw).unwrap());
        let check = |line: &str, want: Option<&str>| {
            let word = |word: &str| if word.starts_with('$') { Text::unknown(word) } else { Text::known(word) };
            let given: Vec<Text> = line.split(' ').map(word).collect();
            assert_eq!(doors.opened(&given, "/home/u").as_deref(), want, "{line}");
        };
        check("rsync -av a b", None);
        check("rsync -e ssh a", Some("-e"));
        check("rsync -avze ssh", Some("-avze"));
        check("rsync --rs=x a", Some("--rs=x"));
        check("rsync --rsh x", Some("--rsh"));
        check("rsync --exec a", None);
        check("rsync --exec-p a", Some("--exec-p"));
        check("rsync -me -e", Some("-e"));
        check("rsync -m -e a", None);
        check("rsync --mess -e a", None);
        check("rsync -- -e", None);
        check("rsync @args", Some("@args"));
        check("rsync $X", Some("$X"));
        check("rsync -De", None);
        check("rsync --load=x", Some("--load=x"));
        check("rsync --load x", Some("--load"));
        check("rsync --load tsx", None);
        check("npx rsync -e a", Some("-e"));
        check("npx -y rsync -e a", Some("-e"));
        check("go build --exec=x", Some("--exec=x"));
        check("go build -exec x", Some("-exec"));
        check("go build -specs=x", Some("-specs=x"));
        check("go test -exec x", None);
        check("gofmt -exec", None);
    }
}
