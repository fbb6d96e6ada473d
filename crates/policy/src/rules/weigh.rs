//! One rule against one thing: a part of a line, a file, an address, a name.

use super::command::{Given, Reach, is_free};
use super::files;
use super::hosts;
use super::request::Tool;
use super::rule::Rule;
use super::wild::{Fit, PathPattern, fits};
use crate::place::Resolved;
use crate::{Finding, Part, Place, Reading, Surroundings, Text};

/// Something that rules are asked about.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pub tool: Tool,
    pub what: What<'a>,
    pub findings: &'a [Finding],
}

/// What it is.
#[derive(Clone, Copy)]
pub(super) enum What<'a> {
    /// A simple command of a reading.
    Part(&'a Part, &'a Reading),
    /// A file.
    File(&'a Text),
    /// A file that a command reads or writes by redirection.
    Redirect(&'a Text, &'a Part),
    /// An address.
    Address(&'a str),
    /// The name of a tool.
    Name(&'a str),
    /// Nothing but the question.
    Nothing,
}

/// What a rule says of a thing.
#[derive(Debug, PartialEq)]
pub(super) enum Says<'a> {
    /// Nothing.
    Nothing,
    /// It may be meant, which is enough for a rule that denies or asks.
    Maybe,
    /// Its answer.
    Answer,
    /// It would allow, if there were not these dangers.
    Endangered(Vec<&'a Finding>),
    /// It would allow, if this file were elsewhere.
    Misplaced(String),
    /// It would allow, if this option were one of those known to be harmless.
    Unlisted(String),
}

/// What the rule says of the thing.
pub(super) fn weigh<'a>(rule: &Rule, item: Item<'a>, around: &Surroundings) -> Says<'a> {
    if !names_tool(rule, item) || !rule.is_about_danger(item.findings) {
        return Says::Nothing;
    }
    if rule.is_strict() { suspect(rule, item, around) } else { permit(rule, item, around) }
}

/// A redirection is a read or a write that a rule for such has to allow: that a command is harmless says nothing about
/// where its input comes from and its output goes.
fn names_tool(rule: &Rule, item: Item) -> bool {
    let names = |tool: Tool| rule.scope.tools.contains(&tool);
    match item.what {
        What::Redirect(..) if item.tool == Tool::Read => names(Tool::Read),
        What::Redirect(..) => names(Tool::Write) || names(Tool::Edit),
        _ => rule.is_about(item.tool),
    }
}

/// A rule that denies or asks: everything is read as widely as can be.
fn suspect<'a>(rule: &Rule, item: Item<'a>, around: &Surroundings) -> Says<'a> {
    let mut fit = command_fit(rule, item);
    // What is not asked for is not looked for: most rules end at the command.
    if fit > Fit::No && !rule.paths.is_empty() {
        fit = fit.min(any_path(&rule.paths, &suspects(item, around), item.cwd(around), around));
    }
    if fit > Fit::No && !rule.hosts.is_empty() {
        fit = fit.min(any_host(&rule.hosts, &item.hosts()));
    }
    if fit > Fit::No {
        fit = fit.min(any_path(&rule.cwds, &[folder(item.cwd(around))], None, around));
    }
    match fit {
        Fit::Yes => Says::Answer,
        Fit::Maybe => Says::Maybe,
        Fit::No => Says::Nothing,
    }
}

/// A rule that allows or ignores: everything must be certain.
fn permit<'a>(rule: &Rule, item: Item<'a>, around: &Surroundings) -> Says<'a> {
    let Some(reach) = reach(rule, item, around) else {
        return unlisted(rule, item, around).map_or(Says::Nothing, Says::Unlisted);
    };
    if !knows_hosts(rule, item) {
        return Says::Nothing;
    }
    if let Some(elsewhere) = misplaced(&rule.cwds, &[folder(item.cwd(around))], None, around) {
        return Says::Misplaced(elsewhere);
    }
    if !rule.paths.is_empty() {
        let files = item.files(&reach.spelled, around);
        if matches!(item.what, What::Address(_) | What::Name(_) | What::Nothing) {
            return Says::Nothing;
        }
        if let Some(elsewhere) = misplaced(&rule.paths, &files, item.cwd(around), around) {
            return Says::Misplaced(elsewhere);
        }
    }
    let uncovered = rule.uncovered(item.findings, &reach.spelled);
    if uncovered.is_empty() { Says::Answer } else { Says::Endangered(uncovered) }
}

/// Whether every host that the thing is about is one of the rule's.
fn knows_hosts(rule: &Rule, item: Item) -> bool {
    if rule.hosts.is_empty() {
        return true;
    }
    let known = |host: &Option<String>| {
        host.as_deref().is_some_and(|host| rule.hosts.iter().any(|wild| fits(wild, host)))
    };
    let hosts = item.hosts();
    !hosts.is_empty() && hosts.iter().all(known)
}

/// How much of the thing the rule's commands spell out; nothing if they do not fit.
fn reach(rule: &Rule, item: Item, around: &Surroundings) -> Option<Reach> {
    let nothing = Reach::default();
    match item.what {
        What::Part(part, _) if rule.commands.is_empty() => is_free(part, around.home).then_some(nothing),
        What::Part(part, _) => {
            let given = Given::of(part, around.home)?;
            rule.commands.certainly(part).into_iter().filter_map(|command| command.reach(&given)).max()
        }
        // Whose output goes there is judged by the rules for commands.
        What::Redirect(_, part) => {
            (rule.commands.is_empty() && is_free(part, around.home)).then_some(nothing)
        }
        What::Name(name) => (rule.commands.is_empty() || names(rule, name)).then_some(nothing),
        _ => rule.commands.is_empty().then_some(nothing),
    }
}

fn unlisted(rule: &Rule, item: Item, around: &Surroundings) -> Option<String> {
    let What::Part(part, _) = item.what else { return None };
    let given = Given::alone(part, around.home)?;
    rule.commands.certainly(part).into_iter().find_map(|command| command.unlisted(&given))
}

fn command_fit(rule: &Rule, item: Item) -> Fit {
    match item.what {
        _ if rule.commands.is_empty() => Fit::Yes,
        What::Part(part, _) => rule
            .commands
            .perhaps(part)
            .into_iter()
            .map(|command| command.may_begin(part))
            .max()
            .unwrap_or(Fit::No),
        What::Name(name) => Fit::of(names(rule, name)),
        _ => Fit::No,
    }
}

fn names(rule: &Rule, name: &str) -> bool {
    rule.commands.iter().any(|command| command.words.len() == 1 && fits(&command.words[0], name))
}

impl Item<'_> {
    /// The folder it happens in, if it is known.
    fn cwd<'a>(&'a self, around: &'a Surroundings) -> Option<&'a str> {
        match self.what {
            What::Part(part, _) | What::Redirect(_, part) => part.cwd.as_deref(),
            _ => Some(around.cwd),
        }
    }

    /// The files it is about; the folder it happens in if there is none.
    fn files(&self, spelled: &[usize], around: &Surroundings) -> Vec<Text> {
        match self.what {
            What::File(file) | What::Redirect(file, _) => vec![file.clone()],
            What::Part(part, reading) => {
                let files = files::of_part(part, spelled, reading, around.home);
                if files.is_empty() { vec![folder(self.cwd(around))] } else { files }
            }
            _ => Vec::new(),
        }
    }

    fn hosts(&self) -> Vec<Option<String>> {
        match self.what {
            What::Part(part, _) => hosts::of_part(part),
            What::Address(address) => vec![hosts::of_address(address)],
            _ => Vec::new(),
        }
    }
}

/// All files that a part may touch, also those it writes.
fn suspects(item: Item, around: &Surroundings) -> Vec<Text> {
    let mut files = item.files(&[0], around);
    if let What::Part(part, _) = item.what {
        files.extend(part.effects.iter().map(|effect| effect.target.clone()));
    }
    files
}

fn folder(cwd: Option<&str>) -> Text {
    cwd.map_or_else(|| Text::unknown("(an unknown folder)"), Text::known)
}

/// The first file that fits none of the patterns for certain. What goes nowhere fits everywhere.
fn misplaced(
    patterns: &[PathPattern],
    files: &[Text],
    cwd: Option<&str>,
    around: &Surroundings,
) -> Option<String> {
    if patterns.is_empty() {
        return None;
    }
    let placed = |file: &Text| {
        let resolved = Resolved::of(file, cwd, around);
        patterns.iter().any(|pattern| pattern.meets(file, &resolved, around) == Fit::Yes)
            || (file.is_known() && resolved.place == Place::Nowhere)
    };
    files.iter().find(|file| !placed(file)).map(|file| file.shown().to_owned())
}

fn any_path(patterns: &[PathPattern], files: &[Text], cwd: Option<&str>, around: &Surroundings) -> Fit {
    if patterns.is_empty() {
        return Fit::Yes;
    }
    let of_file = |file: &Text| {
        let resolved = Resolved::of(file, cwd, around);
        patterns.iter().map(|pattern| pattern.meets(file, &resolved, around)).max()
    };
    files.iter().filter_map(of_file).max().unwrap_or(Fit::No)
}

fn any_host(wilds: &[String], hosts: &[Option<String>]) -> Fit {
    if wilds.is_empty() {
        return Fit::Yes;
    }
    let of_host = |host: &Option<String>| match host {
        Some(host) => Fit::of(wilds.iter().any(|wild| fits(wild, host))),
        None => Fit::Maybe,
    };
    hosts.iter().map(of_host).max().unwrap_or(Fit::No)
}
