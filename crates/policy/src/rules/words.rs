//! What the rules know of words, as data: see `words.toml`.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;

use super::wild::fits;
use crate::Text;

static WORDS: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("words.toml")).unwrap_or_default());

/// The data.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    standard_folders: Vec<String>,
    wrappers: Vec<String>,
    variables: Vec<String>,
    harmless_variables: Vec<String>,
    global_options: HashMap<String, Options>,
    not_files: NotFiles,
    writes: HashMap<String, Vec<String>>,
    listers: Listers,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Options {
    flags: Vec<String>,
    values: Vec<String>,
    settings: BTreeMap<String, Vec<String>>,
    signs: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct NotFiles {
    all: Vec<String>,
    first: Vec<String>,
    values: HashMap<String, Vec<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listers {
    names: Vec<String>,
    sieves: Vec<String>,
}

/// The data that comes with locum.
pub(super) fn words() -> &'static Words {
    &WORDS
}

impl Words {
    /// A program's name, if it is found by name or stands where programs of that name stand; else its path as written.
    pub(super) fn program<'a>(&self, word: &'a str, home: &str) -> &'a str {
        let Some((folder, name)) = word.rsplit_once('/') else { return word };
        let is_it = |standard: &String| match standard.strip_prefix("~/") {
            Some(rest) => folder.strip_prefix(home).and_then(|below| below.strip_prefix('/')) == Some(rest),
            None => standard == folder,
        };
        if self.standard_folders.iter().any(is_it) { name } else { word }
    }

    /// Whether a command only runs another one.
    pub(super) fn is_wrapper(&self, via: &[Text], home: &str) -> bool {
        let Some(program) = via.first().and_then(Text::certain).map(|word| self.program(word, home)) else {
            return false;
        };
        let rest = via.iter().skip(1).map(Text::certain);
        self.wrappers.iter().any(|wrapper| match wrapper.strip_prefix(program) {
            Some("") => true,
            Some(words) if words.starts_with(' ') => words[1..].split(' ').map(Some).eq(rest.clone()),
            _ => false,
        })
    }

    /// Whether setting a variable changes which program runs, or what it does.
    pub(super) fn changes_what_runs(&self, name: &str, value: &Text) -> bool {
        self.variables.iter().any(|variable| fits(variable, name)) && !self.is_harmless(name, value)
    }

    fn is_harmless(&self, name: &str, value: &Text) -> bool {
        let written = value.certain().map(|value| format!("{name}={value}"));
        let known = |known: &String| fits(known, name) || Some(known) == written.as_ref();
        self.harmless_variables.iter().any(known)
    }

    /// Whether a variable that nobody knows is given an option or a file in a folder where anybody may put some.
    pub(super) fn is_odd(&self, name: &str, value: &Text) -> bool {
        let shown = value.shown();
        let temporary = ["/tmp/", "/var/tmp/", "/dev/shm/"].iter().any(|folder| shown.contains(folder));
        let odd = temporary || shown.starts_with('-');
        odd && !self.is_harmless(name, value)
    }

    /// The places of the words without harmless options between the program and its subcommand.
    pub(super) fn without_options(&self, program: &str, words: &[Text]) -> Vec<usize> {
        let mut kept = vec![0];
        let mut at = 1;
        if let Some(options) = self.global_options.get(program.trim_start_matches("./")) {
            while let Some(length) = options.length(words.get(at..).unwrap_or_default()) {
                at += length;
            }
        }
        kept.extend(at..words.len());
        kept
    }

    /// Whether a program's words are never files.
    pub(super) fn takes_no_files(&self, program: &str) -> bool {
        self.not_files.all.iter().any(|known| known == program)
    }

    /// Whether a program's first operand is a pattern.
    pub(super) fn begins_with_pattern(&self, program: &str) -> bool {
        self.not_files.first.iter().any(|known| known == program)
    }

    /// Whether the word behind this option is no file.
    pub(super) fn takes_text(&self, program: &str, option: &str) -> bool {
        self.not_files.values.get(program).is_some_and(|options| options.iter().any(|known| known == option))
    }

    /// The options of a program behind which stands a file that is written.
    pub(super) fn writing_options(&self, program: &str) -> &[String] {
        self.writes.get(program).map_or(&[], Vec::as_slice)
    }

    /// Whether a command prints names of files below the folders it was given.
    pub(super) fn lists_files(&self, words: &[&str]) -> bool {
        self.listers.names.iter().any(|known| begins_with(words, known))
    }

    /// Whether a command passes on some of the lines it gets, as they are.
    pub(super) fn is_sieve(&self, words: &[&str]) -> bool {
        self.listers.sieves.iter().any(|known| begins_with(words, known))
    }
}

impl Options {
    /// How many words the harmless option at the beginning takes, if there is one.
    fn length(&self, words: &[Text]) -> Option<usize> {
        let word = words.first()?.certain()?;
        let next = || words.get(1);
        if self.flags.iter().any(|flag| flag == word) {
            return Some(1);
        }
        if self.values.iter().any(|option| option == word) {
            return next().map(|_| 2);
        }
        if let Some(harmless) = self.settings.get(word) {
            let value = next()?.certain()?;
            let same = |known: &String| match known.strip_suffix('*') {
                Some(start) => value.starts_with(start),
                None => value == known,
            };
            return harmless.iter().any(same).then_some(2);
        }
        let plain =
            |rest: &str| rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_/".contains(&byte));
        self.signs.iter().any(|sign| word.strip_prefix(sign.as_str()).is_some_and(plain)).then_some(1)
    }
}

fn begins_with(words: &[&str], known: &str) -> bool {
    let mut wanted = known.split(' ');
    words.first().copied() == wanted.next() && {
        let rest: Vec<&str> = wanted.collect();
        rest.iter().all(|option| words.contains(option))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<Text> {
        line.split(' ').map(Text::known).collect()
    }

    #[test]
    fn the_data_can_be_read() {
        toml::from_str::<Words>(include_str!("words.toml")).unwrap();
    }

    #[test]
    fn programs_in_their_own_folders_are_known_by_name() {
        let check = |word: &str, want: &str| assert_eq!(words().program(word, "/home/u"), want);
        check("git", "git");
        check("/usr/bin/git", "git");
        check("/home/u/.cargo/bin/cargo", "cargo");
        check("./git", "./git");
        check("/tmp/git", "/tmp/git");
        check("/home/other/.cargo/bin/cargo", "/home/other/.cargo/bin/cargo");
    }

    #[test]
    fn harmless_options_before_the_subcommand_are_left_out() {
        let check = |line: &str, want: &str| {
            let line_words = texts(line);
            let program = line_words[0].shown().to_owned();
            let kept = words().without_options(&program, &line_words);
            let kept: Vec<&str> = kept.into_iter().map(|at| line_words[at].shown()).collect();
            assert_eq!(kept.join(" "), want);
        };
        check("git --no-pager -C sub status", "git status");
        check("git -c color.ui=never diff", "git diff");
        check("git -c core.pager=evil diff", "git -c core.pager=evil diff");
        check("cargo +nightly fmt", "cargo fmt");
        check("npm --prefix web run build", "npm run build");
        check("make -j8 -C lib test", "make test");
        check("git -C", "git -C");
        check("ls -l", "ls -l");
    }

    #[test]
    fn variables_that_change_what_runs() {
        let check = |name: &str, value: &str, want: bool| {
            assert_eq!(words().changes_what_runs(name, &Text::known(value)), want, "{name}={value}");
        };
        check("FOO", "1", false);
        check("RUST_LOG", "debug", false);
        check("PATH", "/tmp", true);
        check("LD_PRELOAD", "x.so", true);
        check("GIT_SSH_COMMAND", "x", true);
        check("GIT_PAGER", "cat", false);
        check("GIT_PAGER", "less; x", true);
        check("PYTHONPATH", ".", false);
        check("PYTHONPATH", "/tmp", true);
        let odd = |name: &str, value: &str| words().is_odd(name, &Text::known(value));
        assert!(odd("FOO", "/tmp/x") && odd("FOO", "--pager=x"));
        assert!(!odd("FOO", "1") && !odd("TMPDIR", "/tmp/x") && !odd("FOO", "src/x"));
    }
}
