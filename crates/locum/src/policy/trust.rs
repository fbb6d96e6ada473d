//! `locum policy trust|untrust|list`: which project files may loosen the person's policy.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use brain::rules::{Built, PROJECT_FILE, Project, Texts};
use serde_json::{Value, json};
use wire::{BrainAnswer, BrainRequest, PolicyRequest};

use super::confirm::outside;
use super::own;
use crate::brain::unexpected;
use crate::cli::{PolicyListArguments, PolicyTrustArguments};
use crate::failure::Failure;
use crate::say;

/// `locum policy trust`
pub(super) fn trust(arguments: &PolicyTrustArguments) -> Result<ExitCode, Failure> {
    let mut brain = outside(PolicyRequest::Trust { file: String::new(), seen: String::new() })?;
    let around = own::around(arguments.folder.as_deref())?;
    let folder = PathBuf::from(around.cwd());
    let refused = |problem| Failure::Policy(vec![problem]);
    let nearest = around.project_files().into_iter().next().ok_or(Failure::NoProjectFile { folder })?;
    let project = Project::read(&nearest).map_err(refused)?;
    Built::of(Texts::of(&project.path, &project.text)).map_err(Failure::Policy)?;
    let file = project.path.clone();
    match brain.ask(&BrainRequest::Policy(PolicyRequest::Trust { file, seen: project.hash }))? {
        BrainAnswer::Done => say::line(format_args!("{} is trusted as it is now", project.path)),
        _ => return Err(unexpected()),
    }
    Ok(ExitCode::SUCCESS)
}

/// `locum policy untrust`
pub(super) fn untrust(arguments: &PolicyTrustArguments) -> Result<ExitCode, Failure> {
    let mut brain = outside(PolicyRequest::Untrust { file: String::new() })?;
    let file = trusted_file(arguments.folder.as_deref())?;
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
