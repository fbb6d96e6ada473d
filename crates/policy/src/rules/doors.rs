//! Doors: options and words by which a harmless program runs, loads, writes or sends something else. See `doors.toml`.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;

use super::door::Entry;
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
    doors: BTreeMap<String, String>,
}

/// All doors, by program.
#[derive(Debug, Default)]
pub(super) struct Doors {
    runners: Vec<Vec<String>>,
    by_program: HashMap<String, Vec<Entry>>,
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
            let entry = Entry::parse(subcommand, list);
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
            let mut inners = self.runners.iter().filter_map(|runner| behind(runner, &plain));
            inners.find_map(|inner| {
                let rest = given.get(given.len() - inner.len()..)?;
                self.opened_by(plain_name(inner.first()?), &inner[1..], &rest[1..])
            })
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
            runners = ["npx", "pnpm", "pnpm exec"]
            [doors]
            "rsync|x" = "-e --rsh --exec-path (--exec) -m: --mess= -D! --load=[!t]* -F=[!-]* @*"
            "go build" = "words -exec -spec*"
        "#;
        let doors = Doors::new(toml::from_str(raw).unwrap());
        let check = |line: &str, want: Option<&str>| {
            let word =
                |word: &str| if word.starts_with('$') { Text::unknown(word) } else { Text::known(word) };
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
        check("rsync -aF/x", Some("-aF/x"));
        check("rsync -aF x", Some("-aF"));
        check("rsync -F -", None);
        check("rsync --load=x", Some("--load=x"));
        check("rsync --load x", Some("--load"));
        check("rsync --load tsx", None);
        check("npx rsync -e a", Some("-e"));
        check("pnpm exec rsync -e a", Some("-e"));
        check("npx -y rsync -e a", Some("-e"));
        check("go build --exec=x", Some("--exec=x"));
        check("go build -exec x", Some("-exec"));
        check("go build -specs=x", Some("-specs=x"));
        check("go test -exec x", None);
        check("gofmt -exec", None);
    }
}
