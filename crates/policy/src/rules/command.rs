//! Whether a part begins with the words of a rule.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::doors::doors;
use super::files::is_count;
use super::options::OptionList;
use super::wild::{Fit, fits};
use super::words::words;
use crate::{Note, Part, Text};

/// A subcommand stands among the first words; behind so many options nobody looks for it.
const MOST_WORDS: usize = 200;

/// The beginning of a command, word by word. `*` in a word stands for any characters of it; `$` as the last word means that
/// nothing follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommandPattern {
    pub words: Vec<String>,
    pub ends: bool,
    /// The options it may have, and behind how many of its words they stand. Without a list, any.
    pub options: Option<(usize, OptionList)>,
    /// It is of a set that comes with locum, which never means the options by which a program does something else.
    pub of_set: bool,
}

/// The words of a part as patterns that allow are compared with them; made once for all of them.
pub(super) struct Given<'a> {
    words: Cow<'a, [Text]>,
    program: String,
    /// How many of the words are those of a wrapper.
    before: usize,
    /// The places of all words; then of those without harmless options before the subcommand, if there are some.
    places: Vec<Vec<usize>>,
    home: &'a str,
    /// The option by which the program does something else, once somebody has asked.
    door: OnceCell<Option<String>>,
}

impl<'a> Given<'a> {
    /// A part with the wrappers that are not harmless; nothing if no rule can allow it.
    pub(super) fn of(part: &'a Part, home: &'a str) -> Option<Given<'a>> {
        if is_free(part, home) {
            return Given::alone(part, home);
        }
        let wrappers = part.via.iter().filter(|via| !words().is_wrapper(via, home));
        let mut whole: Vec<Text> = wrappers.flatten().cloned().collect();
        let before = whole.len();
        whole.extend(part.words.iter().cloned());
        Given::new(whole.into(), before, home).filter(|_| before > 0)
    }

    /// A part without its wrappers.
    pub(super) fn alone(part: &'a Part, home: &'a str) -> Option<Given<'a>> {
        Given::new(part.words.as_slice().into(), 0, home)
    }

    fn new(given: Cow<'a, [Text]>, before: usize, home: &'a str) -> Option<Given<'a>> {
        let program = words().program(given.first()?.certain()?, home).to_owned();
        let without = words().without_options(&program, &given);
        let mut places = vec![(0..given.len()).collect()];
        places.extend(Some(without).filter(|without| without.len() < given.len()));
        Some(Given { words: given, program, before, places, home, door: OnceCell::new() })
    }

    fn door(&self) -> &Option<String> {
        self.door.get_or_init(|| doors().opened(&self.words, self.home))
    }
}

/// How far a pattern reaches into a part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Reach {
    /// How many words of the part are spelled out by the pattern, or stand before its last word.
    pub words: usize,
    /// The places of those that are spelled out letter by letter. The others may be files.
    pub spelled: Vec<usize>,
}

impl CommandPattern {
    /// The pattern that is written so.
    pub(super) fn parse(text: &str) -> CommandPattern {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let ends = words.len() > 1 && words.last().is_some_and(|last| last == "$");
        words.truncate(words.len() - usize::from(ends));
        CommandPattern { words, ends, options: None, of_set: false }
    }

    /// The word to look it up by; nothing if it may be any.
    pub(super) fn first(&self) -> Option<&str> {
        self.words.first().map(String::as_str).filter(|word| !word.contains(['*', '?']))
    }

    /// Whether the part certainly begins so, read as narrowly as can be: for rules that allow.
    pub(super) fn reach(&self, given: &Given) -> Option<Reach> {
        let (reached, unlisted) = self.spell_out(given)?;
        let before = given.before;
        let spelled = reached.spelled.iter().filter_map(|place| place.checked_sub(before)).collect();
        let reach = Reach { words: reached.words.saturating_sub(before), spelled };
        unlisted.is_none().then_some(reach)
    }

    /// The word for which a part that begins so is not allowed: an option that is not known to be harmless.
    pub(super) fn unlisted(&self, given: &Given) -> Option<String> {
        if self.options.is_none() && !self.of_set {
            return None;
        }
        self.spell_out(given).and_then(|(_, unlisted)| unlisted)
    }

    /// Which of the words it takes to spell the pattern, and the first that is not listed.
    fn spell_out(&self, given: &Given) -> Option<(Reach, Option<String>)> {
        given.places.iter().find_map(|places| {
            let reach = self.spell(&given.words, places, &given.program)?;
            let unlisted = self.options.as_ref().and_then(|(skipped, list)| {
                let behind: Vec<&Text> =
                    places.iter().skip(*skipped).map(|place| &given.words[*place]).collect();
                list.unlisted(&behind)
            });
            Some((reach, unlisted.or_else(|| self.door(given))))
        })
    }

    fn door(&self, given: &Given) -> Option<String> {
        if self.of_set { given.door().clone() } else { None }
    }

    fn spell(&self, given: &[Text], places: &[usize], program: &str) -> Option<Reach> {
        let same = |(pattern, place): (&String, &usize)| match place {
            // A pattern for names of programs is none for paths.
            0 if program.contains("..") && pattern.contains('*') => false,
            0 => is_word(pattern, program) && (pattern.contains('/') || !program.contains('/')),
            place => given[*place].certain().is_some_and(|word| is_word(pattern, word)),
        };
        let long_enough = if self.ends { usize::eq } else { usize::ge };
        if !long_enough(&places.len(), &self.words.len()) || !self.words.iter().zip(places).all(same) {
            return None;
        }
        let literal = |(pattern, place): (&String, &usize)| (!pattern.contains(['*', '?'])).then_some(*place);
        let last = self.words.len().checked_sub(1).and_then(|last| places.get(last)).copied()?;
        Some(Reach { words: last + 1, spelled: self.words.iter().zip(places).filter_map(literal).collect() })
    }

    /// Whether the part may begin so, read as widely as can be: for rules that deny or ask. The program counts by its
    /// name wherever it stands, options between the words do not matter, and what is unknown may be anything.
    pub(super) fn may_begin(&self, part: &Part) -> Fit {
        let plain = self.begins_widely(&part.words);
        let outermost = part.via.iter().flatten().next();
        if plain == Fit::Yes || outermost.is_none_or(|program| self.may_name(program) == Fit::No) {
            return plain;
        }
        // Only the first words count, so no more are put together.
        let whole = part.via.iter().flatten().chain(&part.words).take(MOST_WORDS + 1);
        plain.max(self.begins_widely(&whole.cloned().collect::<Vec<Text>>()))
    }

    /// Whether this program may be the one it names.
    fn may_name(&self, program: &Text) -> Fit {
        let Some(first) = self.words.first() else { return Fit::No };
        let Some(name) = program.certain() else { return Fit::Maybe };
        let short = name.rsplit('/').next().unwrap_or(name);
        Fit::of(is_word(first, name) || is_word(first, short))
    }

    fn begins_widely(&self, given: &[Text]) -> Fit {
        let program = given.first().map_or(Fit::No, |program| self.may_name(program));
        if program != Fit::Yes {
            return program;
        }
        let rest = self.words.get(1..).unwrap_or_default();
        match rest_begins(rest, given.get(1..MOST_WORDS.min(given.len())).unwrap_or_default()) {
            Fit::No if given.len() > MOST_WORDS => Fit::Maybe,
            fit => fit,
        }
    }
}

/// The rest of a pattern against the rest of the words, of which options and their values may be passed over.
fn rest_begins(pattern: &[String], given: &[Text]) -> Fit {
    let Some((wanted, later)) = pattern.split_first() else { return Fit::Yes };
    if wanted.starts_with('-') {
        return has_option(wanted, given).min(rest_begins(later, given));
    }
    let Some((word, rest)) = given.split_first() else { return Fit::No };
    if is_count(word) {
        return rest_begins(pattern, rest);
    }
    let Some(text) = word.certain() else { return Fit::Maybe };
    if is_word(wanted, text) {
        return rest_begins(later, rest);
    }
    if !text.starts_with('-') {
        return Fit::No;
    }
    let next_is_value = rest.first().is_some_and(|next| !next.shown().starts_with('-'));
    let passed = rest_begins(pattern, rest);
    if passed == Fit::No && next_is_value { rest_begins(pattern, &rest[1..]) } else { passed }
}

/// Whether an option is given anywhere: as it is, with a value behind `=`, cut short, or its letters among those of others.
fn has_option(wanted: &str, given: &[Text]) -> Fit {
    let same = |word: &str| {
        let name = word.split('=').next().unwrap_or(word);
        let cut_short = name.len() > 3 && name.starts_with("--") && wanted.starts_with(name);
        is_word(wanted, word) || name == wanted || cut_short
    };
    if given.iter().filter_map(Text::certain).any(same) {
        return Fit::Yes;
    }
    let letters =
        wanted.strip_prefix('-').filter(|letters| letters.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let is_short = |word: &&str| word.len() > 1 && word.starts_with('-') && !word.starts_with("--");
    let short: String = given.iter().filter_map(Text::certain).filter(is_short).collect();
    let all = letters
        .is_some_and(|letters| !letters.is_empty() && letters.chars().all(|letter| short.contains(letter)));
    let unknown = given.iter().any(|word| {
        !word.is_known() && !is_count(word) && !word.shown().starts_with(|sign: char| sign.is_alphanumeric())
    });
    match (all, unknown) {
        (true, _) => Fit::Yes,
        (false, true) => Fit::Maybe,
        _ => Fit::No,
    }
}

fn is_word(pattern: &str, word: &str) -> bool {
    if pattern.contains(['*', '?']) { fits(pattern, word) } else { pattern == word }
}

/// Whether a part runs here, as the person, reached through nothing but harmless wrappers.
pub(super) fn is_free(part: &Part, home: &str) -> bool {
    !part.is(Note::Privileged)
        && !part.is(Note::Elsewhere)
        && part.via.iter().all(|via| words().is_wrapper(via, home) && doors().opened(via, home).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(line: &str, via: &[&str], notes: &[Note]) -> Part {
        let texts = |line: &str| -> Vec<Text> {
            let word =
                |word: &str| if word.starts_with('$') { Text::unknown(word) } else { Text::known(word) };
            line.split(' ').map(word).collect()
        };
        let via = via.iter().map(|via| texts(via)).collect();
        Part { words: texts(line), via, notes: notes.to_vec(), ..Part::default() }
    }

    #[test]
    fn rules_that_allow_read_narrowly() {
        let check = |pattern: &str, line: &str, via: &[&str], notes: &[Note], want: Option<usize>| {
            let part = part(line, via, notes);
            let given = Given::of(&part, "/home/u");
            let reach = given.and_then(|given| CommandPattern::parse(pattern).reach(&given));
            assert_eq!(reach.map(|reach| reach.words), want, "{pattern} / {line}");
        };
        check("cargo test", "cargo test --all", &[], &[], Some(2));
        check("cargo test", "cargo testing", &[], &[], None);
        check("cargo test", "cargo", &[], &[], None);
        check("cargo test", "cargo $X", &[], &[], None);
        check("cargo test", "cargo test $X", &[], &[], Some(2));
        check("git status", "/usr/bin/git -C sub status", &[], &[], Some(4));
        check("git status", "./git status", &[], &[], None);
        check("./gradlew test", "./gradlew test", &[], &[], Some(2));
        check("python *.py", "python a.py", &[], &[], Some(2));
        check("python *.py", "python -c x", &[], &[], None);
        check("ls", "ls", &["timeout 5", "bash -c"], &[], Some(1));
        check("* --help $", "cargo --help", &[], &[], Some(2));
        check("* --help $", "./evil --help", &[], &[], None);
        check("yarn $", "yarn", &[], &[], Some(1));
        check("yarn $", "yarn publish", &[], &[], None);
        check("ls", "ls", &["strange"], &[], None);
        check("ls", "ls", &["sudo"], &[Note::Privileged], None);
        check("sudo ls", "ls -l", &["sudo"], &[Note::Privileged], Some(1));
        check("sudo", "ls -l", &["sudo"], &[Note::Privileged], Some(0));
        check("ssh web uptime", "uptime", &["ssh web"], &[Note::Elsewhere], Some(1));
        check("uptime", "uptime", &["ssh web"], &[Note::Elsewhere], None);
    }

    #[test]
    fn rules_that_deny_read_widely() {
        let check = |pattern: &str, line: &str, via: &[&str], want: Fit| {
            let fit = CommandPattern::parse(pattern).may_begin(&part(line, via, &[]));
            assert_eq!(fit, want, "{pattern} / {line}");
        };
        check("git push", "git push", &[], Fit::Yes);
        check("git push", "/tmp/git -c a=b --x push", &[], Fit::Yes);
        check("git push", "git commit -m push", &[], Fit::No);
        check("git push", "git $X", &[], Fit::Maybe);
        check("git push", "$X push", &[], Fit::Maybe);
        check("git push", "git push", &["sudo -u root"], Fit::Yes);
        check("sudo", "ls", &["sudo"], Fit::Yes);
        check("rm -f", "rm -r -f x", &[], Fit::Yes);
        check("rm -f", "rm x", &[], Fit::No);
        check("rm -rf", "rm x -f -r", &[], Fit::Yes);
        check("npm install -g", "npm install a --global", &[], Fit::No);
        check("npm install --global", "npm install a --global=true", &[], Fit::Yes);
        check("npm install -g", "npm install $X", &[], Fit::Maybe);
        check("git push *://*", "git push -u https://x", &[], Fit::Yes);
        check("curl --request", "curl --reque=DELETE x", &[], Fit::Yes);
        check("curl --request", "curl --r x", &[], Fit::No);
    }
}
