//! The words that one word becomes, while they are being made.

use super::Scope;
use super::field::{Field, globbed, split};
use crate::Text;

/// The words being made out of one.
#[derive(Default)]
pub(super) struct Making {
    pub done: Vec<Field>,
    pub current: Option<Field>,
}

impl Making {
    pub(super) fn current(&mut self) -> &mut Field {
        self.current.get_or_insert_default()
    }

    pub(super) fn finish(&mut self) {
        self.done.extend(self.current.take());
    }

    pub(super) fn bare(&mut self, text: &str) {
        let text = globbed(&Text::known(text));
        self.current().text.append(&text);
    }

    /// A value without quotes around it: cut into words.
    pub(super) fn split(&mut self, value: &Field, separators: Option<&str>) {
        let (words, first, last) = match separators {
            Some(separators) => split(&value.text, separators),
            None => (vec![value.text.clone()], false, false),
        };
        if first {
            self.finish();
        }
        let count = words.len();
        for (place, text) in words.into_iter().enumerate() {
            let open = value.open || !text.is_known() || separators.is_none();
            self.current().append(&Field { text: globbed(&text), open, ..value.clone() });
            if place + 1 < count {
                self.finish();
            }
        }
        if last && count > 0 {
            self.finish();
        }
    }
}

/// What unquoted values are cut at; nothing if that is not known.
pub(super) fn separators(scope: &Scope) -> Option<&str> {
    match scope.values("IFS") {
        None | Some([]) => Some(" \t\n"),
        Some(_) => scope.certain("IFS"),
    }
}

/// Takes a home folder off the beginning of a word; the rest of the word.
pub(super) fn tilde<'t>(text: &'t str, scope: &Scope, making: &mut Making) -> &'t str {
    let Some(name) = text.strip_prefix('~') else { return text };
    let end = name.find(['/', ':']).unwrap_or(name.len());
    let (name, rest) = name.split_at(end);
    let known = match name {
        "" => scope.certain("HOME").map(str::to_owned),
        "+" => scope.cwd.as_deref().map(str::to_owned),
        "root" => Some("/root".to_owned()),
        _ => None,
    };
    match known {
        Some(folder) => making.current().text.push(&folder),
        None if name.chars().all(|sign| sign.is_alphanumeric() || "._-".contains(sign)) => {
            making.current().text.push_unknown(&format!("~{name}"));
        }
        None => return text,
    }
    rest
}
