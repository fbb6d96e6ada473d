//! A tree of shell text to the simple commands that would run.

use crate::{Part, Reading, Surroundings, Text};

/// Reads a line.
pub(crate) fn read(text: &str, around: &Surroundings) -> Reading {
    let words = text.split_whitespace().map(Text::known).collect();
    let part = Part { words, cwd: Some(around.cwd.to_owned()), ..Part::default() };
    Reading { parts: vec![part], doubts: vec!["lines are not read yet".into()], texts: vec![text.to_owned()] }
}

/// Reads a program with its arguments.
pub(crate) fn read_argv(argv: &[String], around: &Surroundings) -> Reading {
    let words = argv.iter().map(Text::known).collect();
    let part = Part { words, cwd: Some(around.cwd.to_owned()), ..Part::default() };
    Reading { parts: vec![part], doubts: vec!["lines are not read yet".into()], texts: Vec::new() }
}
