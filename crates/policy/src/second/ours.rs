//! The simple commands of our own tree.

use crate::shell::{Command, Piece, RedirectKind, Script, Stage, Value, Word};

use super::Words;

/// All of them, in any order.
pub(super) fn commands(script: &Script) -> Vec<Words> {
    let mut found = Vec::new();
    in_script(script, &mut found);
    found
}

fn in_script(script: &Script, found: &mut Vec<Words>) {
    script.items.iter().flat_map(|item| &item.stages).for_each(|stage| in_stage(stage, found));
}

fn in_stage(stage: &Stage, found: &mut Vec<Words>) {
    in_command(&stage.command, found);
    for redirect in &stage.redirects {
        match &redirect.kind {
            RedirectKind::Read(word)
            | RedirectKind::Write(word)
            | RedirectKind::Append(word)
            | RedirectKind::HereDocument(word)
            | RedirectKind::HereString(word) => in_word(word, found),
            RedirectKind::Duplicate => {}
        }
    }
}

fn in_command(command: &Command, found: &mut Vec<Words>) {
    match command {
        Command::Simple(simple) => {
            simple.assignments.iter().for_each(|assignment| in_value(&assignment.value, found));
            found.push(simple.words.iter().map(|word| word.span.clone()).collect());
            in_words(&simple.words, found);
        }
        Command::Group(script) | Command::Subshell(script) => in_script(script, found),
        Command::If(scripts) => scripts.iter().for_each(|script| in_script(script, found)),
        Command::While(condition, body) => {
            in_script(condition, found);
            in_script(body, found);
        }
        Command::For(each) => {
            in_words(each.words.as_deref().unwrap_or_default(), found);
            in_script(&each.body, found);
        }
        Command::Case(case) => {
            in_word(&case.word, found);
            for (patterns, body) in &case.arms {
                in_words(patterns, found);
                in_script(body, found);
            }
        }
        Command::Function(_, body) => in_stage(body, found),
        Command::Test(words) | Command::Arithmetic(words) => in_words(words, found),
    }
}

fn in_value(value: &Value, found: &mut Vec<Words>) {
    match value {
        Value::Word(word) => in_word(word, found),
        Value::Array(words) => in_words(words, found),
    }
}

fn in_words(words: &[Word], found: &mut Vec<Words>) {
    words.iter().for_each(|word| in_word(word, found));
}

fn in_word(word: &Word, found: &mut Vec<Words>) {
    for piece in &word.pieces {
        match piece {
            Piece::Command { script, .. } | Piece::Process(script) => in_script(script, found),
            Piece::Arithmetic(words) => in_words(words, found),
            Piece::Variable(variable) => {
                variable.operation.iter().for_each(|(_, operand)| in_word(operand, found))
            }
            Piece::Bare(_) | Piece::Quoted(_) | Piece::Coded(_) => {}
        }
    }
}
