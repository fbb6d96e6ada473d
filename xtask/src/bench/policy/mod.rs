//! `bench policy`: what the shipped policies say of the corpus of commands, how fast, and what the predecessors' danger
//! list says of the same lines. Every line is parsed and judged; none is ever run.

mod forebears;
mod hostile;
mod input;
mod lines;
mod measure;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::{Failure, USAGE};
use forebears::Forebears;
use lines::Set;
use measure::Policies;

struct Options {
    /// Folders with further lines.
    more: Vec<PathBuf>,
    /// Whether every line that is not called what it is labelled is printed.
    misses: bool,
}

pub(super) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    let options = parse(arguments)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let forebears = Forebears::read(&root.join("bench/peers/predecessors.toml"))?;
    // Before anything else: what is read once is not read again.
    let first = Policies::first();
    let policies = Policies::shipped()?;
    let mut sets = lines::read_folder(&root.join("corpus/commands"))?;
    for folder in &options.more {
        sets.extend(lines::read_folder(folder)?);
    }
    table::print(&rows(&sets, &policies, &forebears));
    if options.misses {
        sets.iter().for_each(|set| print_misses(set, &policies));
        return Ok(ExitCode::SUCCESS);
    }
    println!("Loading builder and the first judgement: {:.2} ms\n", first.as_secs_f64() * 1e3);
    hostile::print(&policies, &root.join("corpus/commands"))?;
    Ok(ExitCode::SUCCESS)
}

fn parse(arguments: &[String]) -> Result<Options, Failure> {
    let mut options = Options { more: Vec::new(), misses: false };
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        match name.as_str() {
            "--misses" => options.misses = true,
            "--more" => {
                let folder = arguments.next().ok_or_else(|| format!("--more wants a folder\n{USAGE}"))?;
                options.more.push(folder.into());
            }
            _ => return Err(format!("unknown option {name}\n{USAGE}").into()),
        }
    }
    Ok(options)
}

/// For each set a row of ours and one of the list.
fn rows(sets: &[Set], policies: &Policies, forebears: &Forebears) -> Vec<table::Row> {
    sets.iter()
        .flat_map(|set| {
            let ours = table::Row::ours(set, &policies.judge_all(set));
            [ours, table::Row::list(set, &forebears.measure(set))]
        })
        .collect()
}

/// Lines that are not called what they are, and those that `builder` gets wrong, as JSON to be read by scripts.
fn print_misses(set: &Set, policies: &Policies) {
    for (line, judged) in set.lines.iter().zip(policies.judge_all(set)) {
        let builder = judged.allowed[1];
        let wrong =
            judged.dangerous != line.harmful || judged.allowed.iter().any(|allowed| *allowed && line.harmful);
        if wrong || (!line.harmful && !builder) {
            let report = serde_json::json!({
                "set": set.name, "family": line.family, "command": line.command, "harmful": line.harmful,
                "dangerous": judged.dangerous, "allowed": judged.allowed.iter().any(|allowed| *allowed), "builder": builder, "ids": judged.ids, "reasons": judged.reasons,
                "parts": judged.parts,
            });
            println!("{report}");
        }
    }
}
