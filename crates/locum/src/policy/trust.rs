//! `locum policy trust|untrust|list`: which project files may loosen the person's policy.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use brain::rules::{PROJECT_FILE, Project};
use serde_json::{Value, json};
use wire::{BrainAnswer, BrainRequest, PolicyRequest};

use super::confirm::outside;
use super::{diff, own, question};
use crate::brain::unexpected;
use crate::cli::{PolicyListArguments, PolicyTrustArguments, PolicyUntrustArguments};
use crate::failure::Failure;
use crate::say;

/// `locum policy trust`
pub(super) fn trust(arguments: &PolicyTrustArguments) -> Result<ExitCode, Failure> {
    let mut brain = outside(PolicyRequest::Trust { file: String::new(), seen: String::new() })?;
    let around = own::around(folder_of(arguments.place.as_deref()))?;
    let folder = PathBuf::from(around.cwd());
    let refused = |problem| Failure::Policy(vec![problem]);
    let nearest = around.project_files().into_iter().next().ok_or(Failure::NoProjectFile { folder })?;
    let project = Project::read(&nearest).map_err(refused)?;
    let rules = own::read().rules;
    if project.is_trusted(&rules.trusted) {
        say::line(format_args!("{} is trusted already, as it is now", project.path));
        return Ok(ExitCode::SUCCESS);
    }
    show(&project, &project.gains(&rules.in_force.confirmed).map_err(Failure::Policy)?);
    if !arguments.yes && !question::yes("Trust it as it is now?")? {
        say::line("nothing was changed");
        return Ok(ExitCode::FAILURE);
    }
    let file = project.path.clone();
    match brain.ask(&BrainRequest::Policy(PolicyRequest::Trust { file, seen: project.hash }))? {
        BrainAnswer::Done => say::line(format_args!("{} is trusted as it is now", project.path)),
        _ => return Err(unexpected()),
    }
    Ok(ExitCode::SUCCESS)
}

/// What is in the file, and what of it needs trust.
fn show(project: &Project, gains: &[String]) {
    say::line(format_args!("{}:", project.path));
    diff::lines("", &project.text).iter().for_each(say::line);
    match gains {
        [] => say::line("It only tightens, and holds without being trusted too."),
        gains => {
            say::line("If you trust it, until it changes:");
            gains.iter().for_each(|gain| say::line(format_args!("  {gain}")));
        }
    }
}

/// A project's file stands for its folder.
fn folder_of(place: Option<&Path>) -> Option<&Path> {
    let is_file = |place: &&Path| place.file_name().is_some_and(|name| name == PROJECT_FILE);
    match place.filter(is_file).and_then(Path::parent) {
        Some(folder) if folder.as_os_str().is_empty() => Some(Path::new(".")),
        Some(folder) => Some(folder),
        None => place,
    }
}

/// `locum policy untrust`
pub(super) fn untrust(arguments: &PolicyUntrustArguments) -> Result<ExitCode, Failure> {
    let mut brain = outside(PolicyRequest::Untrust { file: String::new() })?;
    let file = trusted_file(folder_of(arguments.place.as_deref()))?;
    match brain.ask(&BrainRequest::Policy(PolicyRequest::Untrust { file: file.clone() }))? {
        BrainAnswer::Done => say::line(format_args!("{file} is trusted no more")),
        _ => return Err(unexpected()),
    }
    Ok(ExitCode::SUCCESS)
}

/// The file that is meant. It may be gone, and its folder too.
fn trusted_file(folder: Option<&Path>) -> Result<String, Failure> {
    match own::around(folder) {
        Ok(around) => {
            let here = Path::new(around.cwd()).join(PROJECT_FILE);
            Ok(around.project_files().into_iter().next().unwrap_or(here).display().to_string())
        }
        Err(refused) => {
            let gone = folder.and_then(|folder| std::path::absolute(folder).ok()).ok_or(refused)?;
            Ok(gone.join(PROJECT_FILE).display().to_string())
        }
    }
}

/// `locum policy list`
pub(super) fn list(arguments: &PolicyListArguments) -> Result<ExitCode, Failure> {
    let trusted = own::read().rules.trusted;
    let state = |file: &str, hash: &str| match Project::read(Path::new(file)) {
        Ok(project) if project.hash == hash => "trusted",
        Ok(_) => "changed since: can only tighten",
        Err(_) => "cannot be read",
    };
    if arguments.json {
        let all = trusted
            .iter()
            .map(|(file, hash)| json!({"file": file, "hash": hash, "state": state(file, hash)}));
        say::json(all.collect::<Value>());
    } else if trusted.is_empty() {
        say::line("no project file is trusted");
    } else {
        trusted.iter().for_each(|(file, hash)| say::line(format_args!("{file}  {}", state(file, hash))));
    }
    Ok(ExitCode::SUCCESS)
}
