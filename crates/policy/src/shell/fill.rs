//! Puts the bodies of here-documents into the tree. They are read behind the line that a command stands in, when the command
//! itself may be deep in the tree already.

use std::collections::HashMap;

use super::tree::{Command, Piece, RedirectKind, Script, Stage, Value, Word};

type Bodies = HashMap<usize, Word>;

/// Into a script.
pub(super) fn script(script: &mut Script, bodies: &mut Bodies) {
    if bodies.is_empty() {
        return;
    }
    let stages = script.items.iter_mut().flat_map(|item| item.stages.iter_mut());
    stages.for_each(|inner| stage(inner, bodies));
}

/// Into a word.
pub(super) fn word(word: &mut Word, bodies: &mut Bodies) {
    if bodies.is_empty() {
        return;
    }
    for piece in &mut word.pieces {
        match piece {
            Piece::Command { script: inner, .. } | Piece::Process(inner) => script(inner, bodies),
            Piece::Arithmetic(inner) => words(inner, bodies),
            Piece::Variable(variable) => {
                if let Some((_, operand)) = &mut variable.operation {
                    self::word(operand, bodies);
                }
            }
            Piece::Bare(_) | Piece::Quoted(_) | Piece::Coded(_) => {}
        }
    }
}

fn words(words: &mut [Word], bodies: &mut Bodies) {
    words.iter_mut().for_each(|inner| word(inner, bodies));
}

fn scripts(scripts: &mut [Script], bodies: &mut Bodies) {
    scripts.iter_mut().for_each(|inner| script(inner, bodies));
}

fn stage(stage: &mut Stage, bodies: &mut Bodies) {
    command(&mut stage.command, bodies);
    for redirect in &mut stage.redirects {
        match &mut redirect.kind {
            RedirectKind::HereDocument(body) => {
                if let Some(read) = bodies.remove(&body.span.start) {
                    *body = read;
                }
            }
            RedirectKind::Read(target)
            | RedirectKind::Write(target)
            | RedirectKind::Append(target)
            | RedirectKind::HereString(target) => word(target, bodies),
            RedirectKind::Duplicate => {}
        }
    }
}

fn command(command: &mut Command, bodies: &mut Bodies) {
    match command {
        Command::Simple(simple) => {
            for assignment in &mut simple.assignments {
                match &mut assignment.value {
                    Value::Word(value) => word(value, bodies),
                    Value::Array(values) => words(values, bodies),
                }
            }
            words(&mut simple.words, bodies);
        }
        Command::Group(inner) | Command::Subshell(inner) => script(inner, bodies),
        Command::If(inner) => scripts(inner, bodies),
        Command::While(condition, body) => {
            script(condition, bodies);
            script(body, bodies);
        }
        Command::For(each) => {
            words(each.words.as_deref_mut().unwrap_or_default(), bodies);
            script(&mut each.body, bodies);
        }
        Command::Case(case) => {
            word(&mut case.word, bodies);
            for (patterns, body) in &mut case.arms {
                words(patterns, bodies);
                script(body, bodies);
            }
        }
        Command::Function(_, body) => stage(body, bodies),
        Command::Test(inner) | Command::Arithmetic(inner) => words(inner, bodies),
    }
}
