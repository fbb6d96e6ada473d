//! `locum policy test`: every example of every policy, tried again.

use std::path::Path;
use std::process::ExitCode;

use brain::rules::{Project, Texts};
use policy::{Catalogue, Draft, Policy, Problem, SHIPPED, Source, shipped_text};
use serde_json::json;

use super::own;
use crate::cli::PolicyTestArguments;
use crate::failure::Failure;
use crate::{folders, say};

/// What came of one policy.
struct Tried {
    name: String,
    checked: usize,
    problems: Vec<Problem>,
}

/// `locum policy test`
pub(super) fn test(arguments: &PolicyTestArguments) -> Result<ExitCode, Failure> {
    let mut tried = if arguments.files.is_empty() { own()? } else { Vec::new() };
    tried.extend(arguments.files.iter().map(|file| of_file(file)));
    tried.extend(SHIPPED.iter().filter_map(|name| of_shipped(name)));
    tried.push(of_catalogue());
    let problems: Vec<&Problem> = tried.iter().flat_map(|tried| &tried.problems).collect();
    if arguments.json {
        let each = |tried: &Tried| {
            let problems: Vec<String> = tried.problems.iter().map(ToString::to_string).collect();
            json!({"policy": tried.name, "checked": tried.checked, "problems": problems})
        };
        say::json(json!({"ok": problems.is_empty(), "policies": tried.iter().map(each).collect::<Vec<_>>()}));
    } else {
        tried.iter().for_each(print);
    }
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(tried: &Tried) {
    let word = if tried.problems.is_empty() { "all as they should be" } else { "NOT as they should be" };
    say::line(format_args!("{}: {} examples, {word}", tried.name, tried.checked));
    tried.problems.iter().for_each(|problem| say::line(format_args!("  {problem}")));
}

/// The person's policy, and the project's file.
fn own() -> Result<Vec<Tried>, Failure> {
    let mut tried = Vec::new();
    if let Some(file) = folders::policy_file().filter(|file| std::fs::symlink_metadata(file).is_ok()) {
        tried.push(of_file(&file));
    }
    match Project::around(&own::around(None)?) {
        Ok(projects) => {
            let sources =
                projects.into_iter().map(|project| Source { name: project.path, text: project.text });
            tried.extend(sources.map(of_source));
        }
        Err(problem) => tried.push(Tried { name: problem.file.clone(), checked: 0, problems: vec![problem] }),
    }
    Ok(tried)
}

fn of_file(file: &Path) -> Tried {
    tried(file.display().to_string(), Texts::read(file).and_then(|texts| texts.build()))
}

fn of_source(source: Source) -> Tried {
    let name = source.name.clone();
    tried(name, Draft::parse(&source).and_then(|draft| Policy::build(vec![draft])))
}

fn of_shipped(name: &str) -> Option<Tried> {
    let source = Source { name: name.to_owned(), text: shipped_text(name)?.to_owned() };
    Some(match Policy::shipped(name) {
        Some(policy) => tried(name.to_owned(), Ok(policy)),
        None => of_source(source),
    })
}

/// The catalogue of dangers, which is no policy but has examples too.
fn of_catalogue() -> Tried {
    let name = "the catalogue of dangers".to_owned();
    let (checked, wrong) = Catalogue::shipped().check_examples();
    let problem = |message: String| Problem {
        file: name.clone(),
        line: 1,
        column: None,
        rule: None,
        message,
        hint: None,
    };
    let problems = wrong.into_iter().map(problem).collect();
    Tried { name: name.clone(), checked, problems }
}

fn tried(name: String, built: Result<Policy, Vec<Problem>>) -> Tried {
    match built {
        Ok(policy) => {
            let examples = policy.check_examples();
            Tried { name, checked: examples.checked, problems: examples.problems }
        }
        Err(problems) => Tried { name, checked: 0, problems },
    }
}
