//! Questions that data cannot ask: how several parts of a line belong together.

use super::scene::Subject;
use super::{bring, chosen, folders, net, sed, sql};
use crate::{Place, Stdin, Text};

/// A question the catalogue asks by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BuiltIn {
    /// A file that another part of the line fetched or decoded is run.
    DownloadThenRun,
    /// What another part of the line fetched is built or tested.
    DownloadThenBuild,
    /// A file that another part of the line copied from outside of the project is run.
    CopiedThenRun,
    /// What it runs came out of a program that decodes.
    DecodedThenRun,
    /// It is given the output of a part that reads secrets as one of its words.
    HoldsASecret,
    /// A program or a script in a folder where anybody may put files is run.
    RunsTemporary,
    /// A statement in its words or on its standard input deletes or changes every row.
    EveryRow,
    /// Words stand behind `--`.
    WordsBehindDashes,
    /// `git config` with a value to set.
    SetsAValue,
    /// A script of `sed` runs commands.
    SedRuns,
    /// A script of `sed` reads or writes other files, or is not understood.
    SedUnclear,
    /// It writes to a file, and nothing says how much.
    WritesWithoutEnd,
    /// No `--dry-run` but `--dry-run=none`.
    NotADryRun,
    /// What it runs does not come from a tool that prints settings for the shell to run: `eval "$(direnv hook bash)"`.
    NoKnownSetup,
    /// The line has more words or files than are looked at.
    TooMuch,
    /// It has words, or something is piped to it: no shell for a person.
    NotForAPerson,
    /// `kill SIGNAL -1`: the last word is every process, not a signal.
    KillsAll,
    /// It deletes a whole folder of the project that no tool makes again.
    WholeFolder,
    /// Its program is one of the scripts that start and stop the machine's services.
    RunsInitScript,
    /// Its program is an address: what is there is fetched first.
    RunsAnAddress,
    /// A word of it would do great harm if it were run.
    HoldsDanger,
    /// The last word names something on another machine or in a container.
    LastIsRemote,
}

impl BuiltIn {
    /// The question of this name.
    pub(super) fn named(word: &str) -> Option<BuiltIn> {
        match word {
            "download_then_run" => Some(BuiltIn::DownloadThenRun),
            "download_then_build" => Some(BuiltIn::DownloadThenBuild),
            "copied_then_run" => Some(BuiltIn::CopiedThenRun),
            "decoded_then_run" => Some(BuiltIn::DecodedThenRun),
            "holds_a_secret" => Some(BuiltIn::HoldsASecret),
            "runs_temporary" => Some(BuiltIn::RunsTemporary),
            "every_row" => Some(BuiltIn::EveryRow),
            "words_behind_dashes" => Some(BuiltIn::WordsBehindDashes),
            "sets_a_value" => Some(BuiltIn::SetsAValue),
            "sed_runs" => Some(BuiltIn::SedRuns),
            "sed_unclear" => Some(BuiltIn::SedUnclear),
            "writes_without_end" => Some(BuiltIn::WritesWithoutEnd),
            "not_a_dry_run" => Some(BuiltIn::NotADryRun),
            "not_for_a_person" => Some(BuiltIn::NotForAPerson),
            "no_known_setup" => Some(BuiltIn::NoKnownSetup),
            "too_much" => Some(BuiltIn::TooMuch),
            "kills_all" => Some(BuiltIn::KillsAll),
            "whole_folder" => Some(BuiltIn::WholeFolder),
            "runs_init_script" => Some(BuiltIn::RunsInitScript),
            "runs_an_address" => Some(BuiltIn::RunsAnAddress),
            "holds_danger" => Some(BuiltIn::HoldsDanger),
            "last_is_remote" => Some(BuiltIn::LastIsRemote),
            _ => None,
        }
    }

    /// Whether the subject gives cause for a yes.
    pub(super) fn holds(self, subject: Subject) -> bool {
        match self {
            BuiltIn::DownloadThenRun => bring::then_run(subject),
            BuiltIn::DownloadThenBuild => bring::then_built(subject),
            BuiltIn::CopiedThenRun => bring::copied_then_run(subject),
            BuiltIn::DecodedThenRun => bring::decoded_then_run(subject),
            BuiltIn::HoldsASecret => bring::holds_a_secret(subject),
            BuiltIn::RunsTemporary => {
                bring::run_files(subject).iter().any(|file| file.place == Place::Temporary)
            }
            BuiltIn::EveryRow => every_row(subject),
            BuiltIn::WordsBehindDashes => words_behind_dashes(subject),
            BuiltIn::SetsAValue => sets_a_value(subject),
            BuiltIn::SedRuns => sed_script(subject) == sed::Script::Runs,
            BuiltIn::SedUnclear => sed_script(subject) == sed::Script::Unclear,
            BuiltIn::WritesWithoutEnd => writes_without_end(subject),
            BuiltIn::NotADryRun => not_a_dry_run(subject),
            BuiltIn::NotForAPerson => {
                subject.view.words.len() > 1 || subject.view.part.stdin != Stdin::Inherited
            }
            BuiltIn::NoKnownSetup => !bring::is_known_setup(subject),
            BuiltIn::TooMuch => subject.scene.cut,
            BuiltIn::WholeFolder => folders::deleted(subject),
            BuiltIn::RunsInitScript => {
                program(subject).starts_with("/etc/init.d/") || program(subject).starts_with("/etc/rc.d/")
            }
            BuiltIn::RunsAnAddress => {
                program(subject).starts_with("http://") || program(subject).starts_with("https://")
            }
            BuiltIn::HoldsDanger => net::holds_danger(subject),
            BuiltIn::LastIsRemote => {
                subject.view.operands.last().is_some_and(|last| {
                    chosen::is_remote(last.text.shown()) || last.text.shown().contains(":/")
                })
            }
            BuiltIn::KillsAll => subject.view.words.iter().skip(2).any(|word| word.shown() == "-1"),
        }
    }
}

/// The program as it is written.
fn program<'s>(subject: Subject<'s, '_>) -> &'s str {
    subject.view.words.first().map_or("", Text::shown)
}

fn every_row(subject: Subject) -> bool {
    let given = if let Stdin::Given(text) = &subject.view.part.stdin { Some(text) } else { None };
    subject.view.words.iter().skip(1).chain(given).any(|word| sql::touches_every_row(word.shown()))
}

fn words_behind_dashes(subject: Subject) -> bool {
    let words = subject.view.words;
    words.iter().position(|word| word.shown() == "--").is_some_and(|at| at + 1 < words.len())
}

fn sets_a_value(subject: Subject) -> bool {
    let words: Vec<&str> = subject.view.operands.iter().map(|operand| operand.text.shown()).collect();
    match words.as_slice() {
        ["config", "get" | "list" | "unset" | "edit", ..] => false,
        ["config", "set", rest @ ..] => rest.len() >= 2,
        ["config", rest @ ..] => rest.len() >= 2,
        _ => false,
    }
}

/// What the script of `sed` does: the values of `-e` as lines of one script, else the first word.
fn sed_script(subject: Subject) -> sed::Script {
    let view = subject.view;
    let names = ["-e".to_owned(), "--expression".to_owned()];
    let given = view.flags_named(&names).filter_map(|flag| flag.value.as_ref());
    let lines: Vec<&str> = given.map(|(_, script)| script.shown()).collect();
    let from_file = view.flags.iter().any(|flag| flag.name == "-f" || flag.name.starts_with("--fi"));
    match view.operands.first() {
        _ if !lines.is_empty() => sed::read(&lines.join("\n")),
        Some(operand) if !from_file => sed::read(operand.text.shown()),
        _ => sed::Script::Plain,
    }
}

fn writes_without_end(subject: Subject) -> bool {
    let counted = subject.view.operands.iter().any(|operand| operand.text.shown().starts_with("count="));
    !counted && subject.acts.iter().any(|act| act.writes() && act.resolved.place != Place::Nowhere)
}

fn not_a_dry_run(subject: Subject) -> bool {
    // The last one counts, so one that says no is enough.
    let is = |word: &Text| word.shown().starts_with("--dry-run");
    let not = |word: &Text| is(word) && (word.shown().ends_with("none") || word.shown().ends_with("false"));
    let words = &subject.view.words;
    !words.iter().any(is) || words.iter().any(not)
}
