//! Variables that are set by other means than `NAME=value`, and commands that change what later ones mean.

use super::call::Call;
use super::field::Field;
use super::{Context, Scope, Unfolder};
use crate::{Part, Text};

/// Options of the shell, by letter, that change nothing about which commands run.
const PLAIN_LETTERS: &str = "euxofvCETbm";

/// The same by name.
const PLAIN_OPTIONS: [&str; 16] = [
    "pipefail",
    "errexit",
    "nounset",
    "xtrace",
    "verbose",
    "noclobber",
    "noglob",
    "errtrace",
    "functrace",
    "notify",
    "nullglob",
    "failglob",
    "globstar",
    "nocasematch",
    "checkwinsize",
    "inherit_errexit",
];

/// Whether a name looks like one that programs know. Those of the line itself are written small.
fn is_shared(name: &str) -> bool {
    name.contains(|sign: char| sign.is_ascii_uppercase())
        || name.ends_with("_proxy")
        || name.starts_with("npm_")
}

impl Unfolder<'_> {
    /// Keeps that a variable is set, where no command of its own says so: `for PATH in ...`, `${PATH:=x}`.
    pub(super) fn set_aside(&mut self, name: &str, scope: &Scope, context: &Context) {
        if is_shared(name) && !super::variable::is_shells_number(name) {
            let assignments = vec![(name.to_owned(), Text::unknown("..."))];
            self.push(Part { assignments, ..Part::default() }, scope, context);
        }
    }

    /// What a command of the shell sets counts as set by it; what changes the meaning of later commands is a doubt.
    pub(super) fn settles(&mut self, name: &str, call: &mut Call) {
        let words: Vec<Field> = call.words.iter().skip(1).cloned().collect();
        let named = match name {
            "read" | "mapfile" | "readarray" | "getopts" | "unset" => operands(&words),
            "printf" => behind(&words, "-v"),
            "wait" => behind(&words, "-p"),
            "test" | "[" => behind(&words, "-v"),
            "export" if has_letter(&words, 'n') => operands(&words),
            _ => Vec::new(),
        };
        for word in named {
            self.variable_named(&word);
            let plain = super::names::plain(word.shown()).to_owned();
            if is_shared(&plain) && !matches!(name, "test" | "[") {
                call.assignments.push((plain, Text::unknown("...")));
            }
        }
        if changes_meaning(name, &words) {
            self.doubt(&format!("`{name}` may change what later commands mean"));
        }
    }
}

fn changes_meaning(name: &str, words: &[Field]) -> bool {
    let certain = || words.iter().map(|word| word.certain().unwrap_or("?"));
    match name {
        "hash" => certain().any(|word| word.starts_with('-') && word.contains('p')),
        "jobs" => certain().any(|word| word.starts_with('-') && word.contains('x')),
        "export" => has_letter(words, 'f'),
        "declare" | "typeset" | "local" => {
            has_letter(words, 'i') || has_letter(words, 'n') || certain().any(names_place)
        }
        "readonly" => certain().any(names_place),
        "enable" | "bind" | "complete" | "compopt" | "fc" | "emulate" | "setopt" | "unsetopt"
        | "zmodload" | "autoload" => true,
        "compgen" => certain().any(|word| word.starts_with('-') && word.contains(['C', 'W', 'F'])),
        "history" => !words.is_empty(),
        "mapfile" | "readarray" => {
            certain().any(|word| word.starts_with("-C") || word.starts_with('-') && word.contains('C'))
        }
        "bash" | "sh" | "zsh" | "ksh" | "dash" | "fish" => certain().any(|word| {
            ["--rcfile", "--init-file", "--init-command"].iter().any(|option| word.starts_with(option))
        }),
        "shopt" => certain().any(|word| !word.starts_with('-') && !PLAIN_OPTIONS.contains(&word)),
        "set" => sets_odd_option(words),
        _ => false,
    }
}

/// `a[x]=y`: the index is worked out, and the array may be one of the shell's own.
fn names_place(word: &str) -> bool {
    let name = word.split('=').next().unwrap_or(word);
    !word.starts_with('-') && name.contains('[')
}

fn sets_odd_option(words: &[Field]) -> bool {
    let mut is_name = false;
    for word in words.iter().map(|word| word.certain().unwrap_or("?")) {
        if word == "--" {
            return false;
        }
        if std::mem::take(&mut is_name) {
            if !PLAIN_OPTIONS.contains(&word) {
                return true;
            }
        } else if let Some(letters) = word.strip_prefix(['-', '+']) {
            if letters.contains(|letter: char| !PLAIN_LETTERS.contains(letter)) {
                return true;
            }
            is_name = letters.contains('o');
        }
    }
    false
}

fn has_letter(words: &[Field], letter: char) -> bool {
    let is_option = |word: &&Field| word.shown().starts_with(['-', '+']) && !word.shown().starts_with("--");
    words.iter().take_while(is_option).any(|word| word.shown().contains(letter) || !word.text.is_known())
}

/// The words that are no options; too many of them rather than too few.
fn operands(words: &[Field]) -> Vec<Field> {
    words.iter().filter(|word| !word.shown().starts_with('-')).cloned().collect()
}

/// The word behind an option, or what stands in the same word.
fn behind(words: &[Field], option: &str) -> Vec<Field> {
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        match word.shown().strip_prefix(option) {
            Some("") => found.extend(words.get(place + 1).cloned()),
            Some(_) => found.push(word.from(option.len())),
            None => {}
        }
    }
    found
}
