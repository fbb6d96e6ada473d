//! The last net: a word that, read as shell, would do great harm, given to a program which nobody told us runs its words.
//!
//! Only words with a blank and one of a few names in them are read, a few of each line, and what they hold is not searched for
//! nets again.

use std::sync::LazyLock;

use model::Danger;
use serde::Deserialize;

use super::Catalogue;
use super::scene::Subject;
use crate::{Part, Text, unfold};

/// So many words of a part are read, so many beginnings in each, so many bytes from each.
const MOST_WORDS: usize = 6;
const MOST_STARTS: usize = 4;
const MOST_BYTES: usize = 600;
/// In a line of more parts such words are not read: that one of these names stands there is enough.
const MOST_PARTS: usize = 64;

/// What ends a command that stands inside of code.
const ENDS: [char; 6] = ['"', '\'', '`', ')', '}', '\n'];

static WORDS: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("catalogue/net.toml")).unwrap_or_default());

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    /// The beginnings of commands that may do great harm.
    starts: Vec<String>,
    /// Programs, or programs and subcommands, that only print, search or keep their words.
    spared: Vec<String>,
}

/// Whether a word of the part holds a command of high danger.
pub(super) fn holds_danger(subject: Subject) -> bool {
    let (scene, part) = (subject.scene, subject.view.part);
    if scene.inner || part.carrier || part.code.is_some() {
        return false;
    }
    let mut words = part.words.iter().skip(1).filter(|word| is_long(word)).peekable();
    if words.peek().is_none() || is_spared(subject) {
        return false;
    }
    if scene.views.len() > MOST_PARTS {
        return true;
    }
    words.take(MOST_WORDS).any(|word| commands(word.shown()).any(|text| is_dangerous(text, subject)))
}

fn is_long(word: &Text) -> bool {
    word.shown().contains(' ') && starts(word.shown()).next().is_some()
}

fn is_spared(subject: Subject) -> bool {
    let view = subject.view;
    let subcommand = view.operands.first().map_or("", |operand| operand.text.shown());
    WORDS.spared.iter().any(|spared| match spared.split_once(' ') {
        Some((program, word)) => view.program == program && word.split('|').any(|word| word == subcommand),
        None => view.program == *spared,
    })
}

/// Where a command that may do great harm could begin.
fn starts(text: &str) -> impl Iterator<Item = usize> {
    WORDS.starts.iter().filter_map(|start| {
        let at = text.find(start.as_str())?;
        let before = text[..at].chars().next_back();
        before.is_none_or(|sign| !sign.is_alphanumeric() && !"-_./".contains(sign)).then_some(at)
    })
}

/// The texts that could be commands: from such a beginning to where the code around it goes on.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    starts(text).take(MOST_STARTS).map(|at| {
        let rest = &text[at..];
        let most = rest.char_indices().map(|(at, _)| at).find(|at| *at >= MOST_BYTES).unwrap_or(rest.len());
        let end = rest[..most].find(ENDS).unwrap_or(most);
        rest[..end].trim_end_matches('\\')
    })
}

fn is_dangerous(text: &str, subject: Subject) -> bool {
    let around = subject.scene.around;
    let mut reading = unfold::read(text, around);
    let folder = subject.view.part.cwd.clone();
    reading.parts = reading.parts.into_iter().map(|part| Part { cwd: folder.clone(), ..part }).collect();
    let findings = Catalogue::shipped().find_inner(&reading, around);
    findings.iter().flatten().any(|finding| finding.level == Danger::High)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_can_be_read() {
        toml::from_str::<Words>(include_str!("catalogue/net.toml")).unwrap();
    }

    #[test]
    fn commands_inside_of_code() {
        let check =
            |text: &str, want: &[&str]| assert_eq!(commands(text).collect::<Vec<_>>(), want, "{text}");
        check("rm -rf ~", &["rm -rf ~"]);
        check("os.system(\"rm -rf ~\")", &["rm -rf ~"]);
        check("!rm -rf ~", &["rm -rf ~"]);
        check("\\write18{rm -rf ~}", &["rm -rf ~"]);
        check("farm -rf x", &[]);
        check("plain text", &[]);
    }
}
