//! Arithmetic. A shell works out the value of every variable in it once more, and runs what stands in a subscript there: what is
//! worked out has to be a number, or it may be a command.

use super::field::{Field, joined};
use super::variable::is_shells_number;
use super::{Context, Scope, Unfolder};
use crate::Part;
use crate::shell::{Piece, Word};

/// How a number is written that only the running line knows.
const SOME_NUMBER: &str = "$((...))";

/// What compares its two sides as numbers in `[[ ]]`.
const COMPARES: [&str; 6] = ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"];

/// A number that is not known.
pub(super) fn some_number() -> Field {
    Field::unknown(SOME_NUMBER)
}

/// Whether the value can be nothing but a number, as far as the value itself says it.
pub(super) fn is_number(value: &Field) -> bool {
    let shown = value.shown();
    let digits = shown.strip_prefix('-').unwrap_or(shown);
    let written = !digits.is_empty() && digits.len() < 20 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let own = shown.strip_prefix('$').is_some_and(is_shells_number);
    (value.text.is_known() && (written || own)) || (!value.text.is_known() && shown == SOME_NUMBER)
}

impl Unfolder<'_> {
    /// `$(( ))`, `(( ))`, an index: what it substitutes is read, what it sets is set.
    pub(super) fn arithmetic(&mut self, words: &[Word], scope: &mut Scope, context: &Context) -> Field {
        let pieces: Vec<&Piece> = words.iter().flat_map(|word| &word.pieces).collect();
        self.worked_out(&pieces, scope, context);
        some_number()
    }

    fn worked_out(&mut self, pieces: &[&Piece], scope: &mut Scope, context: &Context) {
        let mut expression = String::new();
        for piece in pieces {
            match piece {
                Piece::Bare(text) | Piece::Quoted(text) | Piece::Coded(text) => expression.push_str(text),
                piece => {
                    let word = Word { pieces: vec![(*piece).clone()], span: 0..0 };
                    let value = self.document(&word, scope, context);
                    if !value.text.is_empty() && !self.counts(&value) {
                        self.doubt("arithmetic works out a value that is only known when it runs");
                    }
                    expression.push('0');
                }
            }
        }
        self.expression(&expression, scope, context);
    }

    /// An expression whose substitutions are numbers: the variables it names.
    pub(super) fn expression(&mut self, expression: &str, scope: &mut Scope, context: &Context) {
        let bytes = expression.as_bytes();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let mut at = 0;
        while at < bytes.len() {
            let length = bytes[at..].iter().take_while(|byte| is_name(byte)).count();
            let (name, behind) = (&expression[at..at + length], &expression[at + length..]);
            if length > 0 && !name.starts_with(|sign: char| sign.is_ascii_digit()) {
                self.named_in(name, behind.trim_start(), scope, context);
            }
            // A number may be written with its base: `16#ff`.
            let based = length > 0 && behind.starts_with('#');
            at += length.max(1) + usize::from(based) * behind.len().min(1);
            if based {
                at += bytes.get(at..).unwrap_or_default().iter().take_while(|byte| is_name(byte)).count();
            }
            while !expression.is_char_boundary(at) {
                at += 1;
            }
        }
    }

    fn named_in(&mut self, name: &str, behind: &str, scope: &mut Scope, context: &Context) {
        let is_set = behind.starts_with('=') && !behind.starts_with("==");
        if !is_set && !self.holds_number(name, scope) {
            self.doubt(&format!("arithmetic works out `{name:.40}`, which is not known to be a number"));
        }
        let changed = behind.contains(['=', '+', '-']) && scope.values(name).is_some();
        if is_set {
            self.set_aside(name, scope, context);
        }
        if is_set || changed {
            let kept = scope.set(name, vec![some_number()]);
            self.kept(kept);
        }
    }

    fn holds_number(&self, name: &str, scope: &Scope) -> bool {
        let all = |values: &[Field]| values.iter().all(|value| self.counts(value) || value.text.is_empty());
        is_shells_number(name) || scope.values(name).is_some_and(all)
    }

    /// Whether the value can be nothing but a number; also by the program that prints it.
    fn counts(&self, value: &Field) -> bool {
        let printed = value.shown() == "$(...)" && !value.text.is_known();
        let last = value.from.last().and_then(|place| self.parts.get(*place));
        is_number(value) || printed && last.is_some_and(prints_number)
    }

    /// `[[ ]]`: the sides of `-eq` and its like are arithmetic, the name behind `-v` may have an index.
    pub(super) fn test(&mut self, words: &[Word], scope: &mut Scope, context: &Context) {
        let operator = |place: usize| words.get(place).and_then(super::names::literal).unwrap_or_default();
        for (place, word) in words.iter().enumerate() {
            let before = place.checked_sub(1).map(operator).unwrap_or_default();
            if COMPARES.contains(&before.as_str()) || COMPARES.contains(&operator(place + 1).as_str()) {
                self.arithmetic(std::slice::from_ref(word), scope, context);
                continue;
            }
            let fields = self.word(word, scope, context);
            if before == "-v" {
                self.variable_named(&joined(&fields));
            }
        }
    }

    /// The name of a variable that is given as a word: an index in it would be worked out.
    pub(super) fn variable_named(&mut self, name: &Field) {
        let index =
            |name: &str| name.split_once('[').map(|(_, index)| index.trim_end_matches(']').to_owned());
        let plain = name.certain().is_some_and(|name| {
            index(name).is_none_or(|index| index.bytes().all(|byte| byte.is_ascii_digit()) || index == "@")
        });
        if !plain {
            self.doubt("a variable is named by what is only known when it runs");
        }
    }
}

/// Whether a program prints numbers and nothing else.
fn prints_number(part: &Part) -> bool {
    let words: Vec<&str> = part.words.iter().map(crate::Text::shown).collect();
    match words.as_slice() {
        ["seq", ..] | ["nproc"] | ["date", "+%s"] | ["id", "-u"] => true,
        ["wc", options @ ..] => {
            !options.is_empty()
                && options.iter().all(|option| option.starts_with('-') && !option.starts_with("--"))
        }
        _ => false,
    }
}
