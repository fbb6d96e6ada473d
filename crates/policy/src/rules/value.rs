//! Values, and how they are read.

use std::time::Duration;

use model::Span;
use regex::{Regex, RegexBuilder};
use toml::de::DeValue;

use super::problem::Spot;

const REGEX_SIZE: usize = 256 * 1024;

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

/// A length of time within these bounds.
pub(super) fn span(text: &str, least: Duration, most: Duration) -> Result<Value, Refusal> {
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

/// A whole number within these bounds; nothing at all is said about what is no number.
pub(super) fn count(value: &DeValue<'_>, least: u32, most: u32) -> Result<Value, Option<Vec<Refusal>>> {
    let integer = value.as_integer().ok_or(None)?;
    let number = i128::from_str_radix(integer.as_str(), integer.radix()).unwrap_or(i128::MAX);
    let number = u32::try_from(number).ok().filter(|number| (least..=most).contains(number));
    number.map(Value::Count).ok_or_else(|| {
        let hint = Some(format!("it may be from {least} to {most}"));
        Some(vec![Refusal { hint, ..Refusal::new(format!("{} is out of range", integer.as_str())) }])
    })
}

/// A number from 0 to 1.
pub(super) fn share(value: &DeValue<'_>) -> Option<Value> {
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

/// What kind of value it is.
pub(super) fn in_words(value: &DeValue<'_>) -> &'static str {
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
