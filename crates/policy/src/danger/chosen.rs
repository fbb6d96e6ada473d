//! Which words of a command a deed is about.

use super::acts::{Deed, Use};
use super::view::{Operand, View};
use crate::Text;

/// Which words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Which {
    All,
    First,
    Last,
    ButFirst,
    ButLast,
    /// Those behind a remote name's missing: all but the last, if the last is on another machine.
    ToRemote,
    /// The last, unless it is on another machine.
    Local,
    /// Operands that begin so: `of=`.
    Prefix(String),
    /// The values of an option: all of it, or what stands behind a sign.
    Value(String, Sign),
}

/// Where in an option's value the path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// At once.
    None,
    /// Behind an `@` at the start: `-d @file`.
    At,
    /// Behind `=@`: `-F name=@file`.
    NameAt,
}

/// The words of a command, each with its path, behind the first `taken` operands.
pub(super) fn chosen(view: &View, taken: usize, which: &[Which]) -> Vec<(usize, Text)> {
    let operands = view.operands.get(taken..).unwrap_or_default();
    let mut found = Vec::new();
    for one in which {
        if let Which::Value(name, sign) = one {
            let flags = view.flags_named(std::slice::from_ref(name)).filter_map(|flag| flag.value.clone());
            found.extend(flags.filter_map(|(at, text)| Some((at, behind(&text, *sign)?))));
        }
    }
    // A folder given by an option takes the place of the last word: `cp -t DIR a b`.
    let by_option = !found.is_empty();
    for one in which {
        found.extend(positional(one, operands, by_option));
    }
    found
}

/// What copying into a folder makes there: each word but the last, by its own name below the last. Whether the last is a
/// folder is not known here; if it is none, such a name harms nobody.
pub(super) fn into_folder(view: &View, taken: usize, used: &Use) -> Vec<(usize, Text)> {
    let copies = |(deed, which): &(Deed, Vec<Which>)| *deed == Deed::Write && which.contains(&Which::Last);
    if !used.deeds.iter().any(copies) {
        return Vec::new();
    }
    let folder =
        used.deeds.iter().filter(|deed| copies(deed)).flat_map(|(_, which)| chosen(view, taken, which));
    let Some((_, folder)) = folder.last() else { return Vec::new() };
    let operands = view.operands.get(taken..).unwrap_or_default();
    let name = |operand: &Operand| {
        let shown = operand.text.shown().trim_end_matches('/');
        let name = shown.rsplit('/').next().filter(|name| !matches!(*name, "" | "." | ".."))?;
        let mut path = folder.clone();
        path.push(&format!("/{name}"));
        Some((operand.at, path))
    };
    operands.iter().filter(|operand| operand.text.is_known()).filter_map(name).collect()
}

fn behind(text: &Text, sign: Sign) -> Option<Text> {
    match sign {
        Sign::None => Some(text.clone()),
        Sign::At => text.shown().starts_with('@').then(|| text.from(1)),
        Sign::NameAt => text.shown().find("=@").map(|at| text.from(at + 2)),
    }
}

fn positional(which: &Which, operands: &[Operand], by_option: bool) -> Vec<(usize, Text)> {
    let count = operands.len();
    let remote = operands.last().is_some_and(|last| is_remote(last.text.shown()));
    let range = match which {
        Which::All => 0..count,
        Which::First => 0..count.min(1),
        Which::Last if by_option => 0..0,
        Which::Last => count.saturating_sub(1)..count,
        Which::ButFirst => count.min(1)..count,
        Which::ButLast => 0..count.saturating_sub(1),
        Which::ToRemote if remote => 0..count - 1,
        Which::Local if !remote => count.saturating_sub(1)..count,
        Which::Prefix(start) => return prefixed(start, operands),
        Which::ToRemote | Which::Local | Which::Value(..) => 0..0,
    };
    operands[range].iter().map(|operand| (operand.at, operand.text.clone())).collect()
}

fn prefixed(start: &str, operands: &[Operand]) -> Vec<(usize, Text)> {
    let with_prefix = operands.iter().filter(|operand| operand.text.shown().starts_with(start));
    with_prefix.map(|operand| (operand.at, operand.text.from(start.len()))).collect()
}

/// Whether a word names a file on another machine: `host:path`, `user@host:`, `rsync://...`.
pub(super) fn is_remote(word: &str) -> bool {
    match word.split_once(':') {
        Some((host, _)) => host.len() > 1 && !host.contains('/') && !host.contains('\\'),
        None => false,
    }
}
