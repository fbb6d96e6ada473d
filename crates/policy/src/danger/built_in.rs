//! Questions that data cannot ask: how several parts of a line belong together.

use super::acts::{Act, Deed};
use super::matching::Scene;
use super::{sed, sql};
use crate::{Place, Runs, Stdin, Text};

/// A question the catalogue asks by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BuiltIn {
    /// A file that another part of the line fetched or decoded is run.
    DownloadThenRun,
    /// A statement in its words or on its standard input deletes or changes every row.
    EveryRow,
    /// A program or a script in a folder where anybody may put files is run.
    RunsTemporary,
    /// Words stand behind `--`.
    WordsBehindDashes,
    /// `git config` with a value to set.
    SetsAValue,
    /// A script of `sed` runs commands or writes files by a flag of `s`.
    SedRuns,
    /// It writes to a file, and nothing says how much.
    WritesWithoutEnd,
    /// No `--dry-run` but `--dry-run=none`.
    NotADryRun,
    /// `kill SIGNAL -1`: the last word is every process, not a signal.
    KillsAll,
}

/// Programs that bring a file from elsewhere.
const FETCHERS: &[&str] = &[
    "curl",
    "wget",
    "fetch",
    "aria2c",
    "http",
    "https",
    "httpie",
    "xh",
    "axel",
    "lwp-download",
    "scp",
    "ftp",
    "tftp",
    "certutil",
    "bitsadmin",
    "iwr",
    "invoke-webrequest",
];

/// Programs that turn hidden text into plain.
const DECODERS: &[&str] = &["base64", "base32", "xxd", "openssl", "uudecode"];

impl BuiltIn {
    /// The question of this name.
    pub(super) fn named(word: &str) -> Option<BuiltIn> {
        match word {
            "download_then_run" => Some(BuiltIn::DownloadThenRun),
            "every_row" => Some(BuiltIn::EveryRow),
            "runs_temporary" => Some(BuiltIn::RunsTemporary),
            "words_behind_dashes" => Some(BuiltIn::WordsBehindDashes),
            "sets_a_value" => Some(BuiltIn::SetsAValue),
            "sed_runs" => Some(BuiltIn::SedRuns),
            "not_a_dry_run" => Some(BuiltIn::NotADryRun),
            "kills_all" => Some(BuiltIn::KillsAll),
            "writes_without_end" => Some(BuiltIn::WritesWithoutEnd),
            _ => None,
        }
    }

    /// Whether the part at this place gives cause for a yes.
    pub(super) fn holds(self, scene: &Scene, index: usize) -> bool {
        match self {
            BuiltIn::DownloadThenRun => download_then_run(scene, index),
            BuiltIn::EveryRow => every_row(scene, index),
            BuiltIn::RunsTemporary => runs_temporary(scene, index),
            BuiltIn::WordsBehindDashes => words_behind_dashes(scene, index),
            BuiltIn::SetsAValue => sets_a_value(scene, index),
            BuiltIn::WritesWithoutEnd => writes_without_end(scene, index),
            BuiltIn::NotADryRun => not_a_dry_run(scene, index),
            BuiltIn::KillsAll => kills_all(scene, index),
            BuiltIn::SedRuns => scripts(scene, index).any(sed::runs),
        }
    }
}

/// The files that a part runs: its program if that is a path, the script of an interpreter.
fn run_files(scene: &Scene, index: usize) -> Vec<crate::place::Resolved> {
    let part = scene.views[index].part;
    let cwd = part.cwd.as_deref();
    let program = part.words.first().filter(|word| word.shown().contains('/'));
    let script = if let Runs::File(file) = &part.runs { Some(file) } else { None };
    let named =
        program.into_iter().chain(script).map(|file| crate::place::Resolved::of(file, cwd, scene.around));
    let acted = scene.acts[index].iter().filter(|act| act.deed == Deed::Run).map(|act| act.resolved.clone());
    named.chain(acted).collect()
}

fn download_then_run(scene: &Scene, index: usize) -> bool {
    let run = run_files(scene, index);
    if run.is_empty() {
        return false;
    }
    (0..index).any(|earlier| {
        let brought = brought(scene, earlier);
        run.iter().any(|file| brought.contains(&file.path))
    })
}

/// The files that a part brings from elsewhere: what it writes, or what its address ends with.
fn brought(scene: &Scene, index: usize) -> Vec<String> {
    let view = &scene.views[index];
    let fetches = |name: &str| FETCHERS.contains(&name) || DECODERS.contains(&name);
    let piped = matches!(&view.part.stdin, Stdin::Piped(parts) if parts.iter().any(|at| scene.views.get(*at).is_some_and(|from| fetches(&from.program))));
    if !fetches(&view.program) && !piped {
        return Vec::new();
    }
    let written = |act: &&Act| matches!(act.deed, Deed::Write | Deed::Append);
    let mut files: Vec<String> =
        scene.acts[index].iter().filter(written).map(|act| act.resolved.path.clone()).collect();
    let addresses = view.operands.iter().filter(|operand| operand.text.shown().contains("://"));
    files.extend(addresses.filter_map(|operand| {
        let name = operand
            .text
            .shown()
            .split(['?', '#'])
            .next()?
            .rsplit('/')
            .next()
            .filter(|name| !name.is_empty())?;
        Some(crate::place::Resolved::of(&Text::known(name), view.part.cwd.as_deref(), scene.around).path)
    }));
    files
}

fn every_row(scene: &Scene, index: usize) -> bool {
    let part = scene.views[index].part;
    let given = if let Stdin::Given(text) = &part.stdin { Some(text) } else { None };
    part.words.iter().skip(1).chain(given).any(|word| sql::touches_every_row(word.shown()))
}

fn runs_temporary(scene: &Scene, index: usize) -> bool {
    run_files(scene, index).iter().any(|file| file.place == Place::Temporary)
}

fn words_behind_dashes(scene: &Scene, index: usize) -> bool {
    let words = &scene.views[index].part.words;
    words.iter().position(|word| word.shown() == "--").is_some_and(|at| at + 1 < words.len())
}

fn sets_a_value(scene: &Scene, index: usize) -> bool {
    let words: Vec<&str> = scene.views[index].operands.iter().map(|operand| operand.text.shown()).collect();
    match words.as_slice() {
        ["config", "get" | "list" | "unset" | "edit", ..] => false,
        ["config", "set", rest @ ..] => rest.len() >= 2,
        ["config", rest @ ..] => rest.len() >= 2,
        _ => false,
    }
}

/// The scripts of `sed`: values of `-e`, else the first word.
fn scripts<'s>(scene: &'s Scene, index: usize) -> impl Iterator<Item = &'s str> {
    let view = &scene.views[index];
    let given = view.flags.iter().filter(|flag| matches!(flag.name.as_str(), "-e" | "--expression"));
    let given = given.filter_map(|flag| flag.value.as_ref()).map(|(_, script)| script.shown());
    given.chain(view.operands.first().map(|operand| operand.text.shown()))
}

fn writes_without_end(scene: &Scene, index: usize) -> bool {
    let counted =
        scene.views[index].operands.iter().any(|operand| operand.text.shown().starts_with("count="));
    let written =
        |act: &Act| matches!(act.deed, Deed::Write | Deed::Append) && act.resolved.place != Place::Nowhere;
    !counted && scene.acts[index].iter().any(written)
}

fn not_a_dry_run(scene: &Scene, index: usize) -> bool {
    let dry = |word: &Text| word.shown().starts_with("--dry-run") && !word.shown().ends_with("none");
    !scene.views[index].part.words.iter().any(dry)
}

fn kills_all(scene: &Scene, index: usize) -> bool {
    let words = &scene.views[index].part.words;
    words.iter().skip(2).any(|word| word.shown() == "-1")
}
