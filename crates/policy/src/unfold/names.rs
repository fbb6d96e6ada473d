//! What a stretch of shell changes and calls, seen without running it.

use std::collections::BTreeSet;

use crate::shell::{Assignment, Command, Item, Piece, Script, Simple, Stage, Value, Word};

/// Commands whose words name variables that they set.
const SETTERS: [&str; 11] = [
    "read",
    "export",
    "declare",
    "typeset",
    "local",
    "readonly",
    "let",
    "mapfile",
    "readarray",
    "getopts",
    "unset",
];

/// What a loop changes from one round to the next.
#[derive(Default)]
pub(super) struct Changed {
    /// Variables it may set.
    pub variables: BTreeSet<String>,
    /// Those of them that may be set to something else than a number.
    pub others: BTreeSet<String>,
    /// Whether it may change the folder.
    pub folder: bool,
    /// Whether it may change `$1` and so on.
    pub arguments: bool,
}

/// What these texts change.
pub(super) fn changed(scripts: &[&Script]) -> Changed {
    let mut changed = Changed::default();
    let mut look = |simple: &Simple, _: bool| look_at(simple, &mut changed);
    scripts.iter().for_each(|script| script_commands(script, false, &mut look));
    changed
}

fn look_at(simple: &Simple, changed: &mut Changed) {
    changed.variables.extend(simple.assignments.iter().map(|assignment| plain(&assignment.name).to_owned()));
    let others = simple.assignments.iter().filter(|assignment| !is_counted(assignment));
    changed.others.extend(others.map(|assignment| plain(&assignment.name).to_owned()));
    let Some(name) = simple.words.first().and_then(literal) else { return };
    match name.as_str() {
        "cd" | "pushd" | "popd" => changed.folder = true,
        "shift" | "set" => changed.arguments = true,
        name if SETTERS.contains(&name) => {
            let names = simple.words[1..].iter().filter_map(literal_start);
            let names = names.filter(|name| !name.is_empty() && !name.starts_with('-'));
            let names: Vec<String> = names.collect();
            changed.others.extend(names.iter().cloned());
            changed.variables.extend(names);
        }
        _ => {}
    }
}

/// Whether what is assigned is a number, whatever it is.
fn is_counted(assignment: &Assignment) -> bool {
    let Value::Word(word) = &assignment.value else { return false };
    match word.pieces.as_slice() {
        [Piece::Arithmetic(_)] => !assignment.adds,
        [Piece::Bare(text)] => !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    }
}

/// A variable's name without its index.
pub(super) fn plain(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
}

/// A word that means the same however it is expanded.
pub(super) fn literal(word: &Word) -> Option<String> {
    let mut text = String::new();
    for piece in &word.pieces {
        match piece {
            Piece::Bare(part) | Piece::Quoted(part) | Piece::Coded(part) => text.push_str(part),
            _ => return None,
        }
    }
    Some(text)
}

/// The name in front of a `=` or the whole first piece.
fn literal_start(word: &Word) -> Option<String> {
    match word.pieces.first()? {
        Piece::Bare(text) | Piece::Quoted(text) => Some(text.split(['=', '+']).next()?.to_owned()),
        _ => None,
    }
}

/// How often these functions are called in a body, and whether a call does not wait: in a pipeline or in the background.
pub(super) fn calls(body: &Stage, names: &[String]) -> (usize, bool) {
    let (mut count, mut unwaited) = (0, false);
    let mut look = |simple: &Simple, aside: bool| {
        if simple.words.first().and_then(literal).is_some_and(|name| names.contains(&name)) {
            count += 1;
            unwaited |= aside;
        }
    };
    stage_commands(body, false, &mut look);
    (count, unwaited)
}

type Look<'a> = dyn FnMut(&Simple, bool) + 'a;

fn script_commands(script: &Script, aside: bool, look: &mut Look) {
    for item in &script.items {
        let Item { background, stages, .. } = item;
        let aside = aside || *background || stages.len() > 1;
        stages.iter().for_each(|stage| stage_commands(stage, aside, look));
    }
}

fn stage_commands(stage: &Stage, aside: bool, look: &mut Look) {
    match &stage.command {
        Command::Simple(simple) => look(simple, aside),
        Command::Group(script) | Command::Subshell(script) => script_commands(script, aside, look),
        Command::If(scripts) => scripts.iter().for_each(|script| script_commands(script, aside, look)),
        Command::While(condition, body) => {
            script_commands(condition, aside, look);
            script_commands(body, aside, look);
        }
        Command::For(each) => script_commands(&each.body, aside, look),
        Command::Case(case) => case.arms.iter().for_each(|(_, body)| script_commands(body, aside, look)),
        Command::Function(_, body) => stage_commands(body, aside, look),
        Command::Test(_) | Command::Arithmetic(_) => {}
    }
}
