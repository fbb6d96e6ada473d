//! What a key may be.

use std::time::Duration;

use model::Key;
use toml::de::DeValue;

use super::hours;
use super::problem::{Spot, instead};
use super::value::{Entry, Refusal, Value, count, in_words, pattern, share, shown, span};

const LONGEST_TEXT: usize = 2000;
const MOST_TEXTS: usize = 500;

/// What a key may be.
#[derive(Debug)]
pub(super) enum Shape {
    /// Any text.
    Text,
    /// A text that is not empty.
    Name,
    /// A text or a list of them.
    Texts,
    /// Names of keys, or words to type, one or several.
    Keys,
    /// The beginnings of commands, one or several.
    Commands,
    /// Patterns for names, one or several.
    Globs,
    /// Ids of the catalogue, patterns of them, or levels, one or several.
    Dangers,
    /// Regular expressions, one or several.
    Patterns,
    /// Ranges of a day, one or several: `22:00-07:00`.
    Hours,
    /// One of these words; some of them are known only to be refused with a reason.
    Word { words: &'static [&'static str], refused: &'static [&'static str] },
    /// Any of these words, one or several.
    Words(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Count { least: u32, most: u32 },
    /// A number from 0 to 1.
    Share,
    /// A length of time, or one of some words.
    Span { least: Duration, most: Duration, or: &'static [&'static str] },
}

impl Shape {
    /// The value, if it has this shape.
    pub(super) fn accept(&self, value: &DeValue<'_>, source: &str) -> Result<Value, Vec<Refusal>> {
        match self {
            Shape::Flag => value.as_bool().map(Value::Flag).ok_or_else(|| self.wrong(value)),
            Shape::Count { least, most } => {
                count(value, *least, *most).map_err(|none| none.unwrap_or(self.wrong(value)))
            }
            Shape::Share => share(value).ok_or_else(|| self.wrong(value)),
            Shape::Text | Shape::Name | Shape::Word { .. } | Shape::Span { .. } => {
                let text = value.as_str().ok_or_else(|| self.wrong(value))?;
                self.text(text).map_err(|refusal| vec![refusal])
            }
            _ => self.list(value, source),
        }
    }

    /// What is allowed, for a person.
    pub(super) fn allowed(&self) -> String {
        match self {
            Shape::Text | Shape::Name => "a text in quotes".into(),
            Shape::Word { words, refused } => {
                let fine: Vec<_> = words.iter().filter(|word| !refused.contains(word)).copied().collect();
                format!("one of {}", fine.join(", "))
            }
            Shape::Words(words) => format!("one or a list of {}", words.join(", ")),
            Shape::Flag => "true or false".into(),
            Shape::Count { least, most } => format!("a whole number from {least} to {most}"),
            Shape::Share => "a number from 0 to 1".into(),
            Shape::Span { least, most, .. } => {
                format!("a length of time from \"{}\" to \"{}\"", shown(*least), shown(*most))
            }
            _ => "a text in quotes, or a list of them".into(),
        }
    }

    fn wrong(&self, value: &DeValue<'_>) -> Vec<Refusal> {
        vec![Refusal {
            hint: Some(format!("write {}", self.allowed())),
            ..Refusal::new(format!("{} does not fit here", in_words(value)))
        }]
    }

    fn text(&self, text: &str) -> Result<Value, Refusal> {
        match self {
            Shape::Span { or, .. } if or.contains(&text) => Ok(Value::Text(text.into())),
            Shape::Span { least, most, .. } => span(text, *least, *most),
            Shape::Word { words, .. } => one_of(text, words).map(|()| Value::Text(text.into())),
            Shape::Name if text.trim().is_empty() => Err(Refusal::new("an empty text names nothing")),
            _ => fits(text).map(|()| Value::Text(text.into())),
        }
    }

    fn list(&self, value: &DeValue<'_>, source: &str) -> Result<Value, Vec<Refusal>> {
        let Some(list) = value.as_array() else {
            let text = value.as_str().ok_or_else(|| self.wrong(value))?;
            self.entry(text).map_err(|refusal| vec![refusal])?;
            return Ok(Value::Texts(vec![Entry { text: text.into(), spot: Spot::default() }]));
        };
        if list.len() > MOST_TEXTS {
            return Err(vec![Refusal::new(format!("a list has at most {MOST_TEXTS} entries"))]);
        }
        let mut refusals = Vec::new();
        let mut entries = Vec::new();
        for entry in list {
            let offset = entry.span().start;
            let text = entry
                .get_ref()
                .as_str()
                .ok_or_else(|| Refusal::new("only texts in quotes may stand in this list"));
            match text.and_then(|text| self.entry(text).map(|()| text)) {
                Ok(text) => entries.push(Entry { text: text.into(), spot: Spot::of(source, offset) }),
                Err(refusal) => refusals.push(Refusal { offset: Some(offset), ..refusal }),
            }
        }
        if list.is_empty() {
            refusals.push(Refusal::new("an empty list matches nothing"));
        }
        if refusals.is_empty() { Ok(Value::Texts(entries)) } else { Err(refusals) }
    }

    fn entry(&self, text: &str) -> Result<(), Refusal> {
        fits(text)?;
        match self {
            Shape::Words(words) => one_of(text, words),
            Shape::Patterns => pattern(text).map(drop).map_err(Refusal::new),
            Shape::Keys => typed(text),
            Shape::Hours => hours::parse(text).map(drop).map_err(Refusal::new),
            Shape::Commands | Shape::Globs | Shape::Dangers if text.trim().is_empty() => {
                Err(Refusal::new("an empty text matches nothing"))
            }
            _ => Ok(()),
        }
    }
}

fn fits(text: &str) -> Result<(), Refusal> {
    match text.len() > LONGEST_TEXT {
        true => Err(Refusal::new(format!("a text has at most {LONGEST_TEXT} bytes"))),
        false => Ok(()),
    }
}

/// A word that looks like a key is none to type.
fn typed(text: &str) -> Result<(), Refusal> {
    let like_a_key = ["ctrl", "control", "alt", "meta", "shift", "cmd", "super", "^", "<", "\\"];
    let lower = text.to_lowercase();
    let modified = like_a_key.iter().any(|prefix| {
        lower.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['-', '+']) || prefix.len() == 1)
    });
    let other_name = ["return", "escape", "delete", "del", "home", "end", "pageup", "pagedown"];
    let is_key = Key::of_word(text) == Key::Text(text.to_owned())
        && (modified || other_name.contains(&&*lower) || Key::of_word(&lower) != Key::Text(lower.clone()));
    let hint = "write a word to type, or one of enter, esc, tab, space, up, down, left, right, backspace";
    let refused = |what: &str| Refusal { hint: Some(hint.into()), ..Refusal::new(what) };
    match text {
        _ if text.trim().is_empty() => Err(refused("an empty text types nothing")),
        _ if text.contains(char::is_control) => Err(refused("a control character is no word to type")),
        _ if is_key => Err(refused(&format!("there is no key `{}` here", text.escape_debug()))),
        _ => Ok(()),
    }
}

fn one_of(text: &str, words: &[&str]) -> Result<(), Refusal> {
    match words.contains(&text) {
        true => Ok(()),
        false => Err(Refusal {
            hint: Some(instead(text, words)),
            ..Refusal::new(format!("there is no `{}` here", text.escape_debug()))
        }),
    }
}
