//! A second reader of shell text. What the two do not agree on is never allowed.
//!
//! The reader is tree-sitter with its grammar of bash, made by other people for another purpose: a line that fools both in the
//! same way is less likely than one that fools either. Compared are the simple commands in the order of the source, each as its
//! words in the letters of the source. Only notation is evened out (`theirs`); whatever else differs is a difference.

mod ours;
mod theirs;

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::shell::Script;

/// A simple command: where its words stand.
type Words = Vec<Range<usize>>;

/// Whether the second reader sees the same commands; if not, why, in words for a person.
pub(crate) fn agrees(text: &str, script: &Script) -> Result<(), String> {
    if let Some(fault) = script.faults.first() {
        return Err(format!("the shell text does not fit the grammar: {}", fault.what));
    }
    let theirs = theirs::commands(text)?;
    let ours = ours::commands(script);
    let (mut ours, mut theirs) = (compared(text, ours).into_iter(), compared(text, theirs).into_iter());
    loop {
        match (ours.next(), theirs.next()) {
            (None, None) => return Ok(()),
            (Some(our), Some(their)) if our == their => {}
            (our, their) => return Err(difference(our.or(their))),
        }
    }
}

/// Commands as they are compared: by their letters, in the order of the source, without what only one reader takes for words.
fn compared(text: &str, commands: Vec<Words>) -> Vec<Vec<&str>> {
    let mut commands: Vec<Words> =
        commands.into_iter().filter_map(|words| without_notation(text, words)).collect();
    commands.sort_by_key(|words| words.first().map(|word| word.start));
    let written =
        |words: Words| words.into_iter().map(|word| text.get(word).unwrap_or_default().trim()).collect();
    commands.into_iter().map(written).collect()
}

/// Takes off `time`, `!` and `coproc`, and the argument `-`, which the other reader loses before a here-document. Nothing is
/// left of `[ ... ]`, which it does not take for a command.
fn without_notation(text: &str, mut words: Words) -> Option<Words> {
    words.retain(|word| text.get(word.clone()) != Some("-"));
    words.sort_by_key(|word| word.start);
    let is_notation = |word: &Range<usize>| matches!(text.get(word.clone()), Some("time" | "!" | "coproc"));
    while words.first().is_some_and(is_notation) {
        let timed = text.get(words[0].clone()) == Some("time");
        words.remove(0);
        if timed && words.first().is_some_and(|word| text.get(word.clone()) == Some("-p")) {
            words.remove(0);
        }
    }
    let first = text.get(words.first()?.clone());
    (first != Some("[")).then_some(words)
}

fn difference(command: Option<Vec<&str>>) -> String {
    let command: String = command.unwrap_or_default().join(" ").chars().take(60).collect();
    format!("two readers of shell do not see the same commands at `{command}`")
}
