//! From a word as it is written to the words it becomes.

use super::field::Field;
use super::making::{Making, separators, tilde};
use super::{Context, Scope, Unfolder, brace};
use crate::shell::{Piece, Script, Variable, Word};
use crate::{Part, Text};

/// Programs whose output is known because it was written into the line: a name made by them is a disguise.
const MAKERS: [&str; 8] = ["echo", "printf", "base64", "base32", "rev", "tr", "xxd", "openssl"];

/// Words up to this length are kept even if the line has grown too long.
const SHORT: usize = 256;

impl Unfolder<'_> {
    /// All words of a command.
    pub(super) fn words(&mut self, words: &[Word], scope: &mut Scope, context: &Context) -> Vec<Field> {
        let mut fields = Vec::new();
        for word in words {
            fields.extend(self.word(word, scope, context));
        }
        fields
    }

    /// The words that one becomes.
    pub(super) fn word(&mut self, word: &Word, scope: &mut Scope, context: &Context) -> Vec<Field> {
        if !brace::is_in(&word.pieces) {
            return self.pieces(&word.pieces, scope, context);
        }
        let Some(words) = brace::expand(&word.pieces) else {
            self.doubt("braces stand for too many words");
            let written = context.source.get(word.span.clone()).unwrap_or("{...}");
            return vec![Field { open: true, ..Field::unknown(written) }];
        };
        words.iter().flat_map(|pieces| self.pieces(pieces, scope, context)).collect()
    }

    /// A word that is not cut: the value of an assignment.
    pub(super) fn value(&mut self, word: &Word, scope: &mut Scope, context: &Context) -> Field {
        let mut whole = Field::default();
        for (place, piece) in word.pieces.iter().enumerate() {
            match piece {
                Piece::Bare(text) if place == 0 => {
                    let mut making = Making::default();
                    let rest = tilde(text, scope, &mut making);
                    if let Some(start) = making.current {
                        whole.append(&start);
                    }
                    whole.text.push(rest);
                }
                piece => self.uncut(piece, &mut whole, scope, context),
            }
        }
        self.bounded(whole)
    }

    /// A here-document: only its substitutions mean something.
    pub(super) fn document(&mut self, word: &Word, scope: &mut Scope, context: &Context) -> Field {
        let mut whole = Field::default();
        for piece in &word.pieces {
            self.uncut(piece, &mut whole, scope, context);
        }
        self.bounded(whole)
    }

    fn uncut(&mut self, piece: &Piece, whole: &mut Field, scope: &mut Scope, context: &Context) {
        match piece {
            Piece::Bare(text) | Piece::Quoted(text) => whole.text.push(text),
            Piece::Coded(text) => {
                whole.text.push(text);
                whole.odd = true;
            }
            Piece::Variable(variable) => {
                let values = self.variable(variable, scope, context);
                whole.append(&super::field::joined(&values));
            }
            Piece::Command { script, .. } => whole.append(&self.substituted(script, scope, context)),
            Piece::Process(script) => whole.append(&self.stream(script, scope, context)),
            Piece::Arithmetic(words) => whole.append(&self.arithmetic(words, scope, context)),
        }
        whole.open = false;
    }

    fn pieces(&mut self, pieces: &[Piece], scope: &mut Scope, context: &Context) -> Vec<Field> {
        let mut making = Making::default();
        for (place, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Bare(text) => {
                    let rest = if place == 0 { tilde(text, scope, &mut making) } else { text };
                    making.bare(rest);
                }
                Piece::Variable(variable) if unset_between(variable, pieces, place, scope) => {}
                Piece::Variable(variable) => self.cut_variable(variable, &mut making, scope, context),
                Piece::Command { script, quoted: false } => {
                    let value = self.substituted(script, scope, context);
                    making.split(&value, separators(scope));
                }
                Piece::Process(script) => {
                    let stream = self.stream(script, scope, context);
                    let known = stream.stream.clone();
                    making.current().append(&stream);
                    making.current().stream = known;
                }
                piece => self.uncut(piece, making.current(), scope, context),
            }
        }
        making.finish();
        self.counted(making.done).into_iter().map(|field| self.bounded(field)).collect()
    }

    fn cut_variable(
        &mut self,
        variable: &Variable,
        making: &mut Making,
        scope: &mut Scope,
        context: &Context,
    ) {
        let values = self.variable(variable, scope, context);
        let many = variable.name == "@" || variable.name.ends_with("[@]");
        if !variable.quoted {
            for (place, value) in values.iter().enumerate() {
                if place > 0 {
                    making.finish();
                }
                making.split(value, separators(scope));
            }
            return;
        }
        if !many {
            making.current().append(&super::field::joined(&values));
            making.current().open = false;
            return;
        }
        for (place, value) in values.iter().enumerate() {
            if place > 0 {
                making.finish();
            }
            making.current().append(value);
        }
    }

    /// `$( )`: what runs is read, and its output taken where it can be known.
    fn substituted(&mut self, script: &Script, scope: &Scope, context: &Context) -> Field {
        let start = self.parts.len();
        let output = self.script(script, &mut scope.clone(), context);
        let from: Vec<usize> = (start..self.parts.len()).collect();
        let made = |part: &Part| part.program().is_some_and(|name| MAKERS.contains(&name));
        match output {
            Some(text) => {
                let odd = self.parts[start..].iter().any(made);
                let end = text.shown().trim_end_matches('\n').len();
                Field { text: text.text.cut(0..end), from, odd, ..Field::default() }
            }
            None => Field { from, open: true, ..Field::unknown("$(...)") },
        }
    }

    /// `<( )`.
    fn stream(&mut self, script: &Script, scope: &Scope, context: &Context) -> Field {
        let start = self.parts.len();
        let stream = self.script(script, &mut scope.clone(), context).map(|output| output.text);
        Field { from: (start..self.parts.len()).collect(), stream, ..Field::unknown("<(...)") }
    }

    /// The words, or only that there are some if there have been too many.
    pub(super) fn counted(&mut self, fields: Vec<Field>) -> Vec<Field> {
        if fields.len() <= 1 || self.budget.words(fields.len()) {
            return fields;
        }
        self.doubt(super::TOO_MUCH);
        vec![Field { open: true, ..Field::unknown("...") }]
    }

    /// The word, or only that there is one if the line has grown too long already.
    fn bounded(&mut self, field: Field) -> Field {
        let length = field.shown().len();
        if self.budget.spend(length) || length <= SHORT {
            return field;
        }
        self.doubt("its words grow too long");
        Field { text: Text::unknown("..."), ..field }
    }
}

/// `$1` in the middle of a word of the line itself stands for nothing (`rm$IFS$9-rf`); alone, or as the start of a path, it is
/// left unknown, since the line may be meant for a script.
fn unset_between(variable: &Variable, pieces: &[Piece], place: usize, scope: &Scope) -> bool {
    let no_args = scope.args.as_ref().is_some_and(|args| args.is_empty());
    let numbered = variable.name.parse::<u32>().is_ok_and(|number| number > 0);
    let positional = numbered || matches!(variable.name.as_str(), "@" | "*");
    let starts_path = matches!(pieces.get(place + 1), Some(Piece::Bare(text)) if text.starts_with('/'));
    let is_blank = |piece: &Piece| matches!(piece, Piece::Variable(other) if other.name == "IFS");
    let unset = no_args && positional && variable.operation.is_none() && pieces.len() > 1;
    unset && (!starts_path || pieces.iter().any(is_blank))
}
