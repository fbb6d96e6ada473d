//! `find -exec` and `fd -x`: commands for each file that is found.

use super::call::Call;
use super::field::Field;
use super::input::replaced;
use super::walk::Output;
use super::{Scope, Unfolder};

/// Starting folders that are looked at one by one.
const STARTS: usize = 4;
/// More words of `find` are not repeated in front of each command that it starts.
const VIA: usize = 64;
/// How the found file's own part of its path is shown.
const FOUND: &str = "{}";

impl Unfolder<'_> {
    /// The commands that `find` starts, then `find` itself: its own actions (`-delete`) are among its words.
    pub(super) fn find(&mut self, call: Call, scope: &mut Scope) -> Output {
        let found = found_in(&starts(&call.words));
        let mut at = 1;
        while at < call.words.len() {
            let runs = matches!(call.words[at].certain(), Some("-exec" | "-execdir" | "-ok" | "-okdir"));
            at += 1;
            if runs {
                let end = command_end(&call.words, at);
                self.for_each_found(&call, at, end, &found, scope);
                at = end + 1;
            }
        }
        self.emit(call, scope);
        None
    }

    /// `fd PATTERN -x COMMAND`.
    pub(super) fn fd(&mut self, call: Call, scope: &mut Scope) -> Output {
        let is_exec = |word: &Field| matches!(word.certain(), Some("-x" | "-X" | "--exec" | "--exec-batch"));
        if let Some(option) = call.words.iter().position(is_exec) {
            let end = call.words.len();
            let mut appended = call.clone();
            if !call.words[option..].iter().any(|word| word.shown().contains("{")) {
                appended.words.push(Field::known("{}"));
            }
            let end = end.max(appended.words.len());
            self.for_each_found(&appended, option + 1, end, &found_in(&[]), scope);
        }
        self.emit(call, scope);
        None
    }

    fn for_each_found(&mut self, call: &Call, start: usize, end: usize, found: &[Field], scope: &mut Scope) {
        let end = end.min(call.words.len());
        let Some(words) = call.words.get(start..end).filter(|words| !words.is_empty()) else { return };
        let context = call.context.through(&call.words[..start.min(VIA)]);
        let uses_found = words.iter().any(|word| word.shown().contains("{}"));
        for found in found.iter().take(if uses_found { STARTS } else { 1 }) {
            let words = words.iter().map(|word| replaced(word, "{}", found)).collect();
            let inner = Call { words, context: context.clone(), forked: true, ..Call::default() };
            self.run(inner, scope);
        }
    }
}

/// The folders that are searched.
fn starts(words: &[Field]) -> Vec<Field> {
    let is_first = |word: &&Field| matches!(word.certain(), Some("-H" | "-L" | "-P"));
    let options = words.iter().skip(1).take_while(is_first).count();
    let is_start = |word: &&Field| !word.shown().starts_with(['-', '(', '!']);
    words.iter().skip(1 + options).take_while(is_start).cloned().collect()
}

/// A file below each of them; too many are one unknown file.
fn found_in(starts: &[Field]) -> Vec<Field> {
    if starts.len() > STARTS {
        return vec![Field::unknown(FOUND)];
    }
    let below = |start: &Field| {
        let mut found = Field { open: false, ..start.clone() };
        if !found.shown().ends_with('/') {
            found.text.push("/");
        }
        found.text.push_unknown(FOUND);
        found
    };
    if starts.is_empty() { vec![below(&Field::known("."))] } else { starts.iter().map(below).collect() }
}

/// Where the command of an `-exec` ends.
fn command_end(words: &[Field], start: usize) -> usize {
    let ends = |at: &usize| match words[*at].certain() {
        Some(";") => true,
        Some("+") => words[*at - 1].shown() == "{}",
        _ => false,
    };
    (start..words.len()).find(ends).unwrap_or(words.len())
}
