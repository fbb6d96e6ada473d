//! The words of the commands that calls run, from their arguments.

use super::Act;
use super::value::Argument;
use crate::Text;

/// Arguments without a name.
pub(super) fn positional(arguments: &[Argument]) -> impl Iterator<Item = &Argument> {
    arguments.iter().filter(|argument| argument.key.is_none())
}

/// The argument with this name.
pub(super) fn keyed(arguments: &[Argument], key: &str) -> Option<Text> {
    let found = arguments.iter().find(|argument| argument.key.as_deref() == Some(key))?;
    Some(found.value.clone())
}

/// The elements of a list, or the one value.
pub(super) fn all(argument: &Argument) -> Vec<Text> {
    argument.list.clone().unwrap_or_else(|| vec![argument.value.clone()])
}

/// One string is for a shell; several are a program and its arguments.
pub(super) fn shell_or_words(arguments: &[Argument], first: Text) -> Act {
    let words: Vec<Text> =
        positional(arguments).flat_map(all).filter(|word| !word.shown().starts_with('{')).collect();
    let several = words.len() > 1 && positional(arguments).count() > 1;
    let listed = arguments.first().is_some_and(|argument| argument.list.is_some());
    if listed || several && words[1].is_known() { Act::Argv(words) } else { Act::Shell(first) }
}

/// A list is a program and its arguments; a string is read as a shell would, which also covers the name of a program.
pub(super) fn run(arguments: &[Argument], first: Text) -> Act {
    let given = positional(arguments)
        .next()
        .or(arguments.iter().find(|argument| argument.key.as_deref() == Some("args")));
    match given.and_then(|argument| argument.list.clone()) {
        Some(list) => Act::Argv(list),
        None => Act::Shell(given.map_or(first, |argument| argument.value.clone())),
    }
}

/// The program at this argument and what follows, less the name that is given twice.
pub(super) fn words(arguments: &[Argument], from: usize, twice: usize) -> Vec<Text> {
    let mut given = positional(arguments).skip(from);
    let program = given.next().map(|argument| argument.value.clone());
    let rest: Vec<Text> = given.flat_map(all).filter(|word| !word.shown().starts_with('{')).collect();
    program.into_iter().chain(rest.into_iter().skip(twice)).collect()
}
