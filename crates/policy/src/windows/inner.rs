//! Commands that run other commands.

use super::encoded::decoded;
use super::reader;
use crate::{Note, Part, Runs, Stdin, Text};

/// Text in text is read to this depth.
const DEEPEST: usize = 6;

/// Adds a command and what it runs, which stands before it. What its own brackets ran begins at `first`.
pub(super) fn unwrapped(mut part: Part, first: usize, depth: usize, mut parts: Vec<Part>) -> Vec<Part> {
    let program = part.words.first().map_or(String::new(), |word| word.shown().to_owned());
    let inner = match program.as_str() {
        "powershell" | "pwsh" => powershell(&mut part),
        "cmd" => behind(&part, |word| ["/c", "/k", "/r"].contains(&word)),
        "invoke-expression" => evaluated(&mut part, first, parts.len()),
        "start-process" | "start" | "runas" => started(&mut part),
        "forfiles" => behind(&part, |word| word == "/c"),
        "for" => behind(&part, |word| word == "do"),
        "if" => conditional(&part),
        "wsl" => Some(written(&part.words[1..])),
        _ => None,
    };
    if let Some(inner) = inner.filter(|_| depth < DEEPEST) {
        let from = parts.len();
        parts = reader::read(&inner, depth + 1, parts);
        for inner in &mut parts[from..] {
            inner.via.insert(0, part.words.iter().take(2).cloned().collect());
            inner.notes.extend(part.notes.iter().filter(|note| **note == Note::Privileged));
        }
    }
    parts.push(part);
    parts
}

/// Words as they would be written.
fn written(words: &[Text]) -> String {
    words.iter().map(Text::shown).collect::<Vec<_>>().join(" ")
}

/// What stands behind the first word like this.
fn behind(part: &Part, is_last: impl Fn(&str) -> bool) -> Option<String> {
    let at = part.words.iter().position(|word| is_last(&word.shown().to_lowercase()))?;
    Some(written(&part.words[at + 1..]))
}

/// `-Command`, `-EncodedCommand`, `-File`, or a command without any of them.
fn powershell(part: &mut Part) -> Option<String> {
    let mut at = 1;
    while let Some(word) = part.words.get(at) {
        let small = word.shown().to_lowercase();
        let option = small.strip_prefix(['-', '/'])?.to_owned();
        let value = part.words.get(at + 1).cloned().unwrap_or_default();
        if option.is_empty() {
            break;
        }
        if "encodedcommand".starts_with(&option) || option == "ec" {
            let text = decoded(value.shown());
            if text.is_none() {
                part.runs = Runs::Unknown(Vec::new());
            }
            return text;
        }
        if "command".starts_with(&option) {
            at += 1;
            break;
        }
        if "file".starts_with(&option) {
            part.runs = Runs::File(value);
            return None;
        }
        let alone = ["noprofile", "nologo", "noninteractive", "noexit", "sta", "mta"];
        at += if alone.iter().any(|name| name.starts_with(&option)) || option == "nop" { 1 } else { 2 };
    }
    let rest = part.words.get(at..).filter(|rest| !rest.is_empty());
    if let Stdin::Piped(from) = &part.stdin
        && rest.is_none_or(|rest| written(rest) == "-")
    {
        part.runs = Runs::Unknown(from.clone());
        return None;
    }
    rest.map(written)
}

/// Text that is known is read; else it comes out of what is piped in, or out of what its brackets ran.
fn evaluated(part: &mut Part, first: usize, last: usize) -> Option<String> {
    let words: Vec<&Text> =
        part.words[1..].iter().filter(|word| !word.shown().eq_ignore_ascii_case("-command")).collect();
    if !words.is_empty() && words.iter().all(|word| word.is_known()) {
        return Some(words.iter().map(|word| word.shown()).collect::<Vec<_>>().join(" "));
    }
    part.runs = match &part.stdin {
        Stdin::Piped(from) => Runs::Unknown(from.clone()),
        _ => Runs::Unknown((first..last).collect()),
    };
    None
}

/// The program and its arguments, without options. `-Verb RunAs` is for more rights.
fn started(part: &mut Part) -> Option<String> {
    let small: Vec<String> = part.words.iter().map(|word| word.shown().to_lowercase()).collect();
    if small[0] == "runas" || small.windows(2).any(|pair| pair[0] == "-verb" && pair[1] == "runas") {
        part.notes.push(Note::Privileged);
    }
    let takes_value =
        ["-verb", "-workingdirectory", "-windowstyle", "-credential", "-redirectstandardoutput"];
    let is_value = |at: usize| at > 1 && takes_value.contains(&small[at - 1].as_str());
    let is_option = |at: usize| {
        ["-filepath", "-argumentlist", "-wait", "-passthru", "-nonewwindow"].contains(&small[at].as_str())
            || takes_value.contains(&small[at].as_str())
            || small[0] != "start-process" && at < 4 && (small[at].starts_with('/') || small[at].is_empty())
    };
    let kept: Vec<Text> = (1..small.len())
        .filter(|at| !is_option(*at) && !is_value(*at))
        .map(|at| part.words[at].clone())
        .collect();
    (!kept.is_empty()).then(|| written(&kept))
}

/// `if [not] exist x command`, `if a==b command`. Blocks were read already.
fn conditional(part: &Part) -> Option<String> {
    let words: Vec<String> = part.words.iter().map(|word| word.shown().to_lowercase()).collect();
    let mut at = 1;
    while words.get(at).is_some_and(|word| ["not", "/i", "defined"].contains(&word.as_str())) {
        at += 1;
    }
    at += match words.get(at)?.as_str() {
        "exist" | "errorlevel" => 2,
        word if word.starts_with('(') => return None,
        _ => 1,
    };
    part.words.get(at..).filter(|rest| !rest.is_empty()).map(written)
}
