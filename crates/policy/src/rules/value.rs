//! What a key may be, and a value that is so.

use std::time::Duration;

use model::Span;
use regex::{Regex, RegexBuilder};
use toml::de::DeValue;

use super::hours;
use super::problem::{Spot, instead};

const LONGEST_TEXT: usize = 2000;
const MOST_TEXTS: usize = 500;
const REGEX_SIZE: usize = 256 * 1024;

/// What a key may be.
#[derive(Debug)]
pub(super) enum Shape {
    /// Any text.
    Text,
    /// A text or a list of them.
    Texts,
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

/// A text of a list, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub text: String,
    pub spot: Spot,
}

/// Where it stands makes no difference.
impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.text == other.text
    }
}

/// A value of the right shape.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Text(String),
    Texts(Vec<Entry>),
    Flag(bool),
    Count(u32),
    Share(f64),
    Span(Duration),
}

/// Why a value is not taken: where, if not at the value itself, and what is wrong.
#[derive(Debug, PartialEq)]
pub(super) struct Refusal {
    pub offset: Option<usize>,
    pub message: String,
    pub hint: Option<String>,
}

impl Refusal {
    pub(super) fn new(message: impl Into<String>) -> Refusal {
        Refusal { offset: None, message: message.into(), hint: None }
    }
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
            Shape::Text | Shape::Word { .. } | Shape::Span { .. } => {
                let text = value.as_str().ok_or_else(|| self.wrong(value))?;
                self.text(text).map_err(|refusal| vec![refusal])
            }
            _ => self.list(value, source),
        }
    }

    /// What is allowed, for a person.
    pub(super) fn allowed(&self) -> String {
        match self {
            Shape::Text => "a text in quotes".into(),
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
            Shape::Hours => hours::parse(text).map(drop).map_err(Refusal::new),
            Shape::Commands | Shape::Globs | Shape::Dangers if text.trim().is_empty() => {
                Err(Refusal::new("an empty text matches nothing"))
            }
            _ => Ok(()),
        }
    }
}

/// A regular expression of bounded size.
pub(super) fn pattern(text: &str) -> Result<Regex, String> {
    let built =
        RegexBuilder::new(text).size_limit(REGEX_SIZE).dfa_size_limit(REGEX_SIZE).nest_limit(40).build();
    built.map_err(|error| {
        let text_of_error = error.to_string();
        let last = text_of_error.lines().last().unwrap_or_default();
        format!("pattern `{text}`: {}", last.trim_start_matches("error: "))
    })
}

fn fits(text: &str) -> Result<(), Refusal> {
    match text.len() > LONGEST_TEXT {
        true => Err(Refusal::new(format!("a text has at most {LONGEST_TEXT} bytes"))),
        false => Ok(()),
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

fn span(text: &str, least: Duration, most: Duration) -> Result<Value, Refusal> {
    let span: Span = text.parse().map_err(|error: model::InvalidSpan| Refusal {
        hint: Some("write it like \"500ms\", \"15s\" or \"5m\"".into()),
        ..Refusal::new(error.to_string())
    })?;
    let within = (least..=most).contains(&span.as_duration());
    let too = if span.as_duration() < least { "short" } else { "long" };
    within.then_some(Value::Span(span.as_duration())).ok_or_else(|| Refusal {
        hint: Some(format!("it may be from {} to {}", shown(least), shown(most))),
        ..Refusal::new(format!("{text} is too {too}"))
    })
}

fn count(value: &DeValue<'_>, least: u32, most: u32) -> Result<Value, Option<Vec<Refusal>>> {
    let integer = value.as_integer().ok_or(None)?;
    let number = i128::from_str_radix(integer.as_str(), integer.radix()).unwrap_or(i128::MAX);
    let number = u32::try_from(number).ok().filter(|number| (least..=most).contains(number));
    number.map(Value::Count).ok_or_else(|| {
        let hint = Some(format!("it may be from {least} to {most}"));
        Some(vec![Refusal { hint, ..Refusal::new(format!("{} is out of range", integer.as_str())) }])
    })
}

fn share(value: &DeValue<'_>) -> Option<Value> {
    let text = match value {
        DeValue::Float(number) => number.as_str(),
        DeValue::Integer(number) => number.as_str(),
        _ => return None,
    };
    text.parse().ok().filter(|number| (0.0..=1.0).contains(number)).map(Value::Share)
}

/// A length of time as a person writes it.
pub(super) fn shown(duration: Duration) -> String {
    Span::from_millis(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)).to_string()
}

fn in_words(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
