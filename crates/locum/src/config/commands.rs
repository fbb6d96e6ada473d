//! `locum config show|check|path`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use brain::Agents;
use brain::rules::{Built, Texts};
use serde_json::json;

use super::{Effective, Missing, Problem, effective, nested, read_file};
use crate::cli::{ConfigCheckArguments, ConfigCommand, ConfigPathArguments, ConfigShowArguments};
use crate::failure::Failure;
use crate::{folders, say};

/// Does what was asked.
pub(crate) fn config(command: &ConfigCommand) -> Result<ExitCode, Failure> {
    match command {
        ConfigCommand::Show(arguments) => show(arguments),
        ConfigCommand::Check(arguments) => check(arguments),
        ConfigCommand::Path(arguments) => path(arguments),
    }
}

fn show(arguments: &ConfigShowArguments) -> Result<ExitCode, Failure> {
    let settings = effective(folders::config_file().as_deref()).map_err(Failure::Config)?;
    if arguments.json {
        say::json(as_json(&settings, arguments.origin));
    } else {
        as_toml(&settings, arguments.origin).iter().for_each(say::line);
    }
    Ok(ExitCode::SUCCESS)
}

fn as_json(settings: &[Effective], with_origin: bool) -> serde_json::Value {
    nested(settings, |setting| match with_origin {
        true => json!({"value": setting.value, "origin": origin(setting)}),
        false => setting.value.clone(),
    })
}

/// Lines that are a settings file themselves.
fn as_toml(settings: &[Effective], with_origin: bool) -> Vec<String> {
    let assignment = |setting: &Effective| format!("{} = {}", setting.name, setting.value);
    let width = settings.iter().map(|setting| assignment(setting).chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    let mut table = None;
    for setting in settings {
        if table != Some(setting.table) {
            lines.extend(table.is_some().then(String::new));
            lines.push(format!("[{}]", setting.table));
            table = Some(setting.table);
        }
        lines.push(match with_origin {
            true => format!("{:width$}  # {}", assignment(setting), origin(setting)),
            false => assignment(setting),
        });
    }
    lines
}

fn origin(setting: &Effective) -> String {
    match &setting.origin {
        Some((file, line)) => format!("{}:{line}", file.display()),
        None => "default".into(),
    }
}

fn check(arguments: &ConfigCheckArguments) -> Result<ExitCode, Failure> {
    let file = arguments.file.clone().map_or_else(person_file, Ok)?;
    let missing = if arguments.file.is_some() { Missing::Problem } else { Missing::Fine };
    let mut problems = read_file(&file, missing).map_or_else(|problems| problems, |layer| layer.problems);
    if arguments.file.is_none() {
        problems.extend(of_profiles());
        problems.extend(of_policy());
    }
    if arguments.json {
        let list: Vec<_> = problems.iter().map(Problem::as_json).collect();
        say::json(json!({"file": file.to_string_lossy(), "ok": problems.is_empty(), "problems": list}));
        return Ok(ExitCode::from(if problems.is_empty() { 0 } else { 2 }));
    }
    if !problems.is_empty() {
        return Err(Failure::Config(problems));
    }
    say::line(all_is_well(&file));
    Ok(ExitCode::SUCCESS)
}

/// Mistakes in the person's own profiles. Such a file is not in force; everything else is.
fn of_profiles() -> Vec<Problem> {
    let (_, problems) = folders::agents_folder().map(|folder| Agents::of_folder(folder).load()).unzip();
    let problem = |refused: &detect::ProfileError| {
        Problem::in_line(Path::new(&refused.file), refused.line, refused.problem.clone())
    };
    problems.unwrap_or_default().iter().map(problem).collect()
}

/// Mistakes in the person's policy. What was in force before such a file stays.
fn of_policy() -> Vec<Problem> {
    let built = Texts::read_own(folders::policy_file().as_deref()).and_then(Built::of);
    let problem = |problem: policy::Problem| {
        let message =
            problem.rule.iter().map(|rule| format!("rule `{rule}`: ")).collect::<String>() + &problem.message;
        let hint = problem.hint.clone();
        Problem { hint, ..Problem::in_line(Path::new(&problem.file), problem.line, message) }
    };
    built.err().into_iter().flatten().map(problem).collect()
}

fn all_is_well(file: &Path) -> String {
    let state = if file.exists() { "no mistakes" } else { "not there, so the defaults hold" };
    format!("{}: {state}", file.display())
}

fn path(arguments: &ConfigPathArguments) -> Result<ExitCode, Failure> {
    let file = person_file()?;
    if arguments.json {
        say::json(json!({"path": file.to_string_lossy(), "exists": file.exists()}));
    } else {
        say::line(file.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn person_file() -> Result<PathBuf, Failure> {
    folders::config_file().ok_or(Failure::NoHome)
}
