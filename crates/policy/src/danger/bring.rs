//! What one part of a line brings and another runs or sends.

use super::acts::{Act, Deed};
use super::matching::Subject;
use crate::place::Resolved;
use crate::{Runs, Stdin, Text};

/// Programs that bring a file from elsewhere.
const FETCHERS: &[&str] = &[
    "curl",
    "wget",
    "fetch",
    "aria2c",
    "http",
    "https",
    "xh",
    "axel",
    "scp",
    "sftp",
    "ftp",
    "tftp",
    "certutil",
    "bitsadmin",
    "invoke-webrequest",
    "gh",
];

/// Programs that turn hidden text into plain.
const DECODERS: &[&str] =
    &["base64", "base32", "basenc", "xxd", "openssl", "uudecode", "gunzip", "zcat", "rev", "gpg"];

/// The files that a part runs: its program if that is a path, the script of an interpreter.
pub(super) fn run_files(subject: Subject) -> Vec<Resolved> {
    let part = subject.view.part;
    let resolve = |file: &Text| Resolved::of(file, part.cwd.as_deref(), subject.scene.around);
    let program = subject.view.words.first().filter(|word| word.shown().contains('/'));
    let script = if let Runs::File(file) = &part.runs { Some(file) } else { None };
    let acted = subject.acts.iter().filter(|act| act.deed == Deed::Run).map(|act| act.resolved.clone());
    program.into_iter().chain(script).map(resolve).chain(acted).collect()
}

/// Whether it runs a file that an earlier part brought.
pub(super) fn then_run(subject: Subject) -> bool {
    let run = run_files(subject);
    !run.is_empty()
        && earlier(subject).any(|before| {
            let brought = brought(before);
            run.iter().any(|file| brought.contains(&file.path))
        })
}

/// Whether it is given text to run, and an earlier part decoded some.
pub(super) fn decoded_then_run(subject: Subject) -> bool {
    let given = matches!(subject.view.part.stdin, Stdin::Given(_)) || subject.view.words.len() > 1;
    let decodes = |before: Subject| DECODERS.contains(&before.view.program.as_str()) && decoding(before);
    subject.view.part.carrier && given && earlier(subject).any(decodes)
}

fn decoding(subject: Subject) -> bool {
    let view = subject.view;
    let always = matches!(view.program.as_str(), "gunzip" | "zcat" | "uudecode" | "rev");
    let told = |name: &str| matches!(name, "-d" | "-D" | "--decode" | "-r" | "--decrypt");
    always || view.flags.iter().any(|flag| told(&flag.name))
}

/// Whether a word is the output of an earlier part that reads a secret or prints all variables.
pub(super) fn holds_a_secret(subject: Subject) -> bool {
    let holds = |word: &Text| {
        word.unknown_places().iter().any(|place| word.shown()[place.start..].starts_with(['$', '`']))
    };
    let reads = |before: Subject| {
        let prints = matches!(before.view.program.as_str(), "env" | "printenv");
        prints
            || before.acts.iter().any(|act| {
                act.deed == Deed::Read && subject.scene.secrets.iter().any(|kind| act.kinds.contains(kind))
            })
    };
    subject.view.words.iter().any(holds) && earlier(subject).any(reads)
}

fn earlier<'s, 'a>(subject: Subject<'s, 'a>) -> impl Iterator<Item = Subject<'s, 'a>> {
    (0..subject.index).map(move |index| Subject::part(subject.scene, index))
}

/// The files that a part brings from elsewhere: what it writes, or what its address ends with.
fn brought(subject: Subject) -> Vec<String> {
    let view = subject.view;
    let fetches = |name: &str| FETCHERS.contains(&name) || DECODERS.contains(&name);
    let from = if let Stdin::Piped(parts) = &view.part.stdin { parts.as_slice() } else { &[] };
    let piped = from.iter().any(|at| subject.scene.views.get(*at).is_some_and(|from| fetches(&from.program)));
    if !fetches(&view.program) && !piped {
        return Vec::new();
    }
    let mut files: Vec<String> =
        subject.acts.iter().filter(|act| act.writes()).map(|act| act.resolved.path.clone()).collect();
    let addresses =
        view.operands.iter().map(|operand| operand.text.shown()).filter(|word| word.contains("://"));
    files.extend(addresses.filter_map(|address| {
        let name = address.split(['?', '#']).next()?.rsplit('/').next().filter(|name| !name.is_empty())?;
        Some(Resolved::of(&Text::known(name), view.part.cwd.as_deref(), subject.scene.around).path)
    }));
    files
}

impl Act {
    /// Whether the file is written.
    pub(super) fn writes(&self) -> bool {
        matches!(self.deed, Deed::Write | Deed::Append)
    }
}
