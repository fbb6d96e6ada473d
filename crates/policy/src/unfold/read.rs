//! Texts inside of the line that are shell themselves.

use super::budget::DEPTH;
use super::call::Call;
use super::field::Field;
use super::walk::Output;
use super::{Context, Scope, Unfolder};
use crate::{Runs, Text, shell};

impl Unfolder<'_> {
    /// Reads a text as shell. What is unknown in it is read as a variable; that it could be anything is said by who runs it.
    pub(super) fn read_text(&mut self, text: &Field, scope: &mut Scope, context: &Context) -> Output {
        let text = as_shell(&text.text);
        if context.depth >= DEPTH || context.depth > 0 && !self.budget.text(text.len()) {
            self.doubt("there is too much shell text inside of shell text");
            return None;
        }
        let script = shell::parse(&text);
        let context = Context { depth: context.depth + 1, source: text.as_str().into(), ..context.clone() };
        self.texts.push(text);
        self.script(&script, scope, &context)
    }

    /// Keeps the program that runs a text which has been read.
    pub(super) fn emit_carrier(&mut self, text: &Field, mut call: Call, scope: &Scope) {
        call.carrier = true;
        if !text.text.is_known() {
            call.runs = Runs::Unknown(text.from.clone());
        }
        self.emit(call, scope);
    }

    /// An alias of the same line: whether it counts already depends on the shell, so both readings are kept.
    pub(super) fn read_alias(&mut self, text: &str, call: &Call, scope: &mut Scope) {
        let mut whole = Field::known(text);
        for word in &call.words[1..] {
            whole.text.push(" ");
            whole.append(&quoted(word));
        }
        // The alias must not be found again while it is being read.
        let mut scope = scope.clone();
        if let Some(name) = call.name() {
            scope.set_alias(&name, None);
        }
        self.read_text(&whole, &mut scope, &call.context);
    }
}

/// The word so that a shell reads it back as the same.
pub(super) fn quoted(word: &Field) -> Field {
    let plain = |sign: char| sign.is_alphanumeric() || "-_./=:,+@%".contains(sign);
    match word.certain() {
        Some(text) if !text.is_empty() && text.chars().all(plain) => word.clone(),
        Some(text) => {
            Field { text: Text::known(format!("'{}'", text.replace('\'', "'\\''"))), ..word.clone() }
        }
        None => word.clone(),
    }
}

/// A text with its unknown places written as variables.
fn as_shell(text: &Text) -> String {
    let shown = text.shown();
    let mut whole = String::with_capacity(shown.len());
    let mut at = 0;
    for place in text.unknown_places() {
        whole.push_str(&shown[at..place.start]);
        let written = &shown[place.clone()];
        let is_name =
            |name: &str| !name.is_empty() && name.chars().all(|sign| sign == '_' || sign.is_alphanumeric());
        if written.strip_prefix('$').is_some_and(is_name) {
            whole.push_str(&format!("${{{}}}", &written[1..]));
        } else {
            whole.push_str("${unknown}");
        }
        at = place.end;
    }
    whole.push_str(&shown[at..]);
    whole
}

/// Words cut at blanks, quotes taken off: what `env -S` and `xargs` do.
pub(super) fn words_of(text: &Field) -> Vec<Field> {
    let Some(known) = text.certain() else {
        let (words, ..) = super::field::split(&text.text, " \t\n");
        return words.into_iter().map(|word| Field { text: word, ..text.clone() }).collect();
    };
    let mut words = Vec::new();
    let mut current: Option<String> = None;
    let mut quote = None;
    let mut signs = known.chars();
    while let Some(sign) = signs.next() {
        match (sign, quote) {
            (sign, Some(open)) if sign == open => quote = None,
            ('\\', None | Some('"')) => current.get_or_insert_default().extend(signs.next()),
            ('\'' | '"', None) => {
                quote = Some(sign);
                current.get_or_insert_default();
            }
            (' ' | '\t' | '\n', None) => words.extend(current.take()),
            _ => current.get_or_insert_default().push(sign),
        }
    }
    words.extend(current);
    words.into_iter().map(|word| Field { from: text.from.clone(), ..Field::known(word) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut() {
        let words = words_of(&Field::known("a 'b c' d\\ e \"f 'g\"\n h"));
        let shown: Vec<&str> = words.iter().map(Field::shown).collect();
        assert_eq!(shown, ["a", "b c", "d e", "f 'g", "h"]);
    }

    #[test]
    fn unknown_places_stay_variables() {
        let mut text = Text::known("rm ");
        text.push_unknown("$X");
        text.push("/");
        text.push_unknown("$(...)");
        assert_eq!(as_shell(&text), "rm ${X}/${unknown}");
    }
}
