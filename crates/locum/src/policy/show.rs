//! `locum policy show`: what is in force, from where, and whether the person has confirmed it.

use std::process::ExitCode;

use brain::rules::{Around, Belief, InForce, Project, Texts};
use policy::Source;
use serde_json::{Value, json};
use wire::{BrainAnswer, BrainRequest, PolicyRequest};

use super::own::{self, Own};
use super::paint::{self, Paint};
use super::shipped;
use crate::brain::Brain;
use crate::cli::PolicyShowArguments;
use crate::failure::Failure;
use crate::folders::{self, RuntimeFolder};
use crate::say;

/// More values than this are counted.
const MOST_SHOWN: usize = 8;

/// A rule as it is written.
struct Row {
    name: String,
    answer: String,
    when: String,
    from: String,
}

/// `locum policy show`
pub(super) fn show(arguments: &PolicyShowArguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.name {
        return shipped::show(name, arguments.json);
    }
    let (own, around) = (own::read(), own::around(None)?);
    let rows = rows(&own.rules.in_force.confirmed.texts.sources());
    let warnings = warnings(&own);
    if arguments.json {
        say::json(as_json(&own, &around, &rows, &warnings));
        return Ok(ExitCode::SUCCESS);
    }
    paint::print(&in_words(&own, &around, &rows, Paint::for_stdout()));
    warnings.iter().for_each(crate::brain::warn_of_policy);
    Ok(ExitCode::SUCCESS)
}

/// What the person should know: by the brain, which may know more than the files tell, else by the files.
fn warnings(own: &Own) -> Vec<String> {
    let asked = || {
        let mut brain = Brain::connect(&RuntimeFolder::open().ok()?).ok()?;
        match brain.ask(&BrainRequest::Policy(PolicyRequest::Standing)).ok()? {
            BrainAnswer::Policy(standing) => Some(standing.warnings),
            _ => None,
        }
    };
    let mut warnings = own.rules.in_force.warnings();
    warnings.extend(own.profiles.warning());
    let more: Vec<String> = asked().unwrap_or_default();
    let new: Vec<String> = more.into_iter().filter(|warning| !warnings.contains(warning)).collect();
    warnings.extend(new);
    warnings
}

fn in_words(own: &Own, around: &Around, rows: &[Row], paint: Paint) -> Vec<String> {
    let named =
        |name: &str, text: &str| format!("{}  {}", paint.faint(&format!("{name:<9}")), paint.plain(text));
    let in_force = &own.rules.in_force;
    let mut lines =
        vec![named("policy", &files(&in_force.confirmed.texts)), named("confirmed", confirmed(own))];
    lines.extend(projects(own, around).iter().map(|project| named("project", project)));
    lines.push(String::new());
    lines.extend(table(rows, paint));
    lines
}

fn files(texts: &Texts) -> String {
    let chain = texts.chain();
    let absent = match folders::policy_file() {
        Some(file) if texts.files.is_empty() => format!(" ({} is not there)", file.display()),
        _ => String::new(),
    };
    format!("{}{absent}", chain.join(", which builds on "))
}

fn confirmed(own: &Own) -> &'static str {
    match (&own.belief, own.rules.in_force.waiting.is_some()) {
        (Belief::Doubt(_) | Belief::Unreadable(_), _) => "not known; `locum policy confirm` settles it",
        (_, true) => "no: the file was changed since; `locum policy confirm` shows how",
        (Belief::First, false) => "yes, by the first start of the brain",
        (Belief::Kept(..), false) => "yes",
    }
}

/// The projects' files in words.
fn projects(own: &Own, around: &Around) -> Vec<String> {
    let told = |project: &Project| {
        let may = if project.is_trusted(&own.rules.trusted) {
            "trusted"
        } else {
            "not trusted: it can only tighten"
        };
        format!("{} ({may})", project.path)
    };
    match Project::around(around) {
        Ok(projects) if projects.is_empty() => vec!["no .locum.toml here".to_owned()],
        Ok(projects) => projects.iter().map(told).collect(),
        Err(problem) => vec![problem.to_string()],
    }
}

/// The rules as the files have them.
fn rows(sources: &[Source]) -> Vec<Row> {
    sources.iter().flat_map(rows_of).collect()
}

fn rows_of(source: &Source) -> Vec<Row> {
    let table: toml::Table = source.text.parse().unwrap_or_default();
    let rules = table.get("rule").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    rules.iter().filter_map(toml::Value::as_table).map(|rule| row(rule, &source.name)).collect()
}

fn row(rule: &toml::Table, from: &str) -> Row {
    let text = |name: &str| rule.get(name).and_then(toml::Value::as_str).unwrap_or_default().to_owned();
    let told = ["name", "answer", "examples", "not_examples", "message"];
    let when = rule.iter().filter(|(name, _)| !told.contains(&name.as_str()));
    let when: Vec<String> = when.map(|(name, value)| format!("{name}: {}", shown(value))).collect();
    Row { name: text("name"), answer: text("answer"), when: when.join("; "), from: from.to_owned() }
}

/// A value in words. Of a long list the beginning is enough to know which rule it is.
fn shown(value: &toml::Value) -> String {
    match value {
        toml::Value::Array(values) if values.len() > MOST_SHOWN => {
            let first: Vec<String> = values.iter().take(MOST_SHOWN - 1).map(shown).collect();
            format!("{} and {} more", first.join(", "), values.len() + 1 - MOST_SHOWN)
        }
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(", "),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Boolean(yes) => yes.to_string(),
        toml::Value::Datetime(time) => time.to_string(),
        toml::Value::Table(table) => table
            .iter()
            .map(|(name, value)| format!("{name} {}", shown(value)))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn table(rows: &[Row], paint: Paint) -> Vec<String> {
    let wide = |of: fn(&Row) -> &String| rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
    let (name, answer) = (wide(|row| &row.name), wide(|row| &row.answer));
    let mut lines = Vec::new();
    let mut from = "";
    for row in rows {
        if row.from != from {
            lines.push(paint.faint(&format!("rules of {}", row.from)));
            from = &row.from;
        }
        let verdict = model::Verdict::of_word(&row.answer).unwrap_or(model::Verdict::Ask);
        let (label, word) = (format!("{:name$}", row.name), format!("{:answer$}", row.answer));
        lines.push(format!(
            "  {}  {}  {}",
            paint.bold(&label),
            paint.verdict(verdict, &word),
            paint.plain(&row.when)
        ));
    }
    lines.push(paint.faint("What no rule speaks of is asked; of several rules the strictest wins."));
    lines
}

fn as_json(own: &Own, around: &Around, rows: &[Row], warnings: &[String]) -> Value {
    let in_force: &InForce = &own.rules.in_force;
    let waiting = in_force.waiting.as_ref();
    let rule =
        |row: &Row| json!({"name": row.name, "answer": row.answer, "when": row.when, "from": row.from});
    let projects = Project::around(around).unwrap_or_default();
    let project =
        |project: &Project| json!({"file": project.path, "trusted": project.is_trusted(&own.rules.trusted)});
    let profiles: Vec<String> =
        own.profiles.changes().iter().map(|(name, how)| format!("agents/{name} {how}")).collect();
    json!({
        "profiles_waiting": profiles,
        "file": folders::policy_file().map(|file| file.display().to_string()),
        "chain": in_force.confirmed.texts.chain(),
        "confirmed": waiting.is_none() && in_force.doubt.is_none(),
        "loosens": waiting.map(|waiting| waiting.loosens.clone()).unwrap_or_default(),
        "doubt": in_force.doubt,
        "problems": in_force.problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "hash": in_force.confirmed.texts.fingerprint().to_string(),
        "projects": projects.iter().map(project).collect::<Vec<_>>(), "workspace": around.workspace(),
        "rules": rows.iter().map(rule).collect::<Vec<_>>(), "warnings": warnings,
    })
}
