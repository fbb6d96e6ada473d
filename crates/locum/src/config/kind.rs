//! What a setting may be: its type, its range, and the words for both.

use std::fmt::Display;
use std::str::FromStr;

use model::{DetachKey, Span};
use serde_json::Value;
use toml::de::DeValue;

use super::byte_count::ByteCount;
use crate::nearest;

/// The word for no key at all.
pub(super) const NONE: &str = "none";
/// The word for a time that does not come.
pub(super) const NEVER: &str = "never";

/// A type with its range.
pub(super) enum Kind {
    Flag,
    Number {
        least: u64,
        most: u64,
    },
    /// A number from 0 to 1.
    Share,
    Word(&'static [&'static str]),
    Span {
        least: Span,
        most: Span,
        or_never: bool,
    },
    Bytes {
        least: ByteCount,
        most: ByteCount,
    },
    DetachKey,
    /// The words of a command.
    Words,
}

/// Why a value is not taken.
#[derive(Debug, PartialEq)]
pub(super) struct Refusal {
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

impl Kind {
    /// The value, if it is one of this kind.
    pub(super) fn accept(&self, value: &DeValue<'_>) -> Result<Value, Refusal> {
        match self {
            Kind::Flag => value.as_bool().map(Value::from).ok_or_else(|| self.wrong_type(value)),
            Kind::Number { least, most } => self.number(value, *least, *most),
            Kind::Share => self.share(value),
            Kind::Words => self.words(value),
            _ => self.text(value.as_str().ok_or_else(|| self.wrong_type(value))?),
        }
    }

    /// What is allowed, for a person.
    pub(super) fn allowed(&self) -> String {
        match self {
            Kind::Flag => "true or false".into(),
            Kind::Number { least, most } => format!("a whole number from {least} to {most}"),
            Kind::Share => "a number from 0 to 1".into(),
            Kind::Word(words) => {
                words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
            }
            Kind::Span { least, most, or_never } => {
                let never = if *or_never { ", or \"never\"" } else { "" };
                format!("a length of time from \"{least}\" to \"{most}\" (with ms, s, m, h or d){never}")
            }
            Kind::Bytes { least, most } => {
                format!("a size from \"{least}\" to \"{most}\" (with B, kB, MB, GB, KiB, MiB or GiB)")
            }
            Kind::Words => "a list of words, each in quotes: [\"notify\", \"--now\"]".into(),
            Kind::DetachKey => "\"ctrl-\" and a letter or one of @ [ \\ ] ^ _, or \"none\"".into(),
        }
    }

    fn text(&self, text: &str) -> Result<Value, Refusal> {
        match self {
            Kind::Word(words) => one_of(words, text)?,
            Kind::Span { or_never: true, .. } if text == NEVER => {}
            Kind::Span { least, most, .. } => in_range::<Span>(text, least, most)?,
            Kind::Bytes { least, most } => in_range::<ByteCount>(text, least, most)?,
            Kind::DetachKey if text == NONE => {}
            Kind::DetachKey => detach_key(text)?,
            Kind::Flag | Kind::Number { .. } | Kind::Share | Kind::Words => {}
        }
        Ok(text.into())
    }

    fn number(&self, value: &DeValue<'_>, least: u64, most: u64) -> Result<Value, Refusal> {
        let integer = value.as_integer().ok_or_else(|| self.wrong_type(value))?;
        let number = i128::from_str_radix(integer.as_str(), integer.radix()).unwrap_or(i128::MAX);
        match u64::try_from(number) {
            Ok(number) if (least..=most).contains(&number) => Ok(number.into()),
            Ok(number) if number > most => Err(refused(format!("{} is too large", integer.as_str()))),
            _ => Err(refused(format!("{} is too small", integer.as_str()))),
        }
    }

    fn words(&self, value: &DeValue<'_>) -> Result<Value, Refusal> {
        let list = value.as_array().ok_or_else(|| self.wrong_type(value))?;
        let word = |word: &toml::Spanned<DeValue<'_>>| word.get_ref().as_str().map(Value::from);
        list.iter()
            .map(word)
            .collect::<Option<Vec<_>>>()
            .map(Value::Array)
            .ok_or_else(|| self.wrong_type(value))
    }

    fn share(&self, value: &DeValue<'_>) -> Result<Value, Refusal> {
        let text = match value {
            DeValue::Float(number) => number.as_str(),
            DeValue::Integer(number) => number.as_str(),
            _ => return Err(self.wrong_type(value)),
        };
        match text.parse::<f64>() {
            Ok(number) if (0.0..=1.0).contains(&number) => Ok(number.into()),
            Ok(number) if number > 1.0 => Err(refused(format!("{text} is too large"))),
            Ok(number) if number < 0.0 => Err(refused(format!("{text} is too small"))),
            _ => Err(refused(format!("{text} is no such number"))),
        }
    }

    fn wrong_type(&self, value: &DeValue<'_>) -> Refusal {
        Refusal { message: format!("{} does not fit here", in_words(value)), hint: self.repair(value) }
    }

    /// The quotes that are missing, or that are too many.
    fn repair(&self, value: &DeValue<'_>) -> Option<String> {
        match (self, value) {
            (Kind::Flag, DeValue::String(text)) if ["true", "false"].contains(&text.as_ref()) => {
                Some(format!("Write {text} without quotes."))
            }
            (Kind::Number { .. } | Kind::Share, DeValue::String(text)) if text.parse::<f64>().is_ok() => {
                Some(format!("Write {text} without quotes."))
            }
            (Kind::Span { .. }, DeValue::Integer(number)) => Some(with_unit(number.as_str(), "s")),
            (Kind::Bytes { .. }, DeValue::Integer(number)) => Some(with_unit(number.as_str(), "MB")),
            _ => None,
        }
    }
}

fn with_unit(number: &str, unit: &str) -> String {
    format!("Add a unit, in quotes: \"{number}{unit}\".")
}

fn refused(message: String) -> Refusal {
    Refusal { message, hint: None }
}

fn one_of(words: &[&str], text: &str) -> Result<(), Refusal> {
    if words.contains(&text) {
        return Ok(());
    }
    // Other programs say "warning" where this one says "warn".
    let begins = words.iter().copied().find(|word| text.starts_with(word));
    let meant = begins.or_else(|| nearest::among(text, words.iter().copied()));
    let hint = meant.map(|word| format!("Did you mean \"{word}\"?"));
    Err(Refusal { message: format!("there is no \"{text}\" here"), hint })
}

fn in_range<T: FromStr<Err: Display> + PartialOrd>(text: &str, least: &T, most: &T) -> Result<(), Refusal> {
    let value: T = text.parse().map_err(|error: T::Err| refused(error.to_string()))?;
    if value < *least {
        return Err(refused(format!("{text} is too small")));
    }
    if value > *most {
        return Err(refused(format!("{text} is too large")));
    }
    Ok(())
}

fn detach_key(text: &str) -> Result<(), Refusal> {
    let key: DetachKey = text.parse().map_err(|error: model::InvalidDetachKey| refused(error.to_string()))?;
    match key.same_byte_as() {
        None => Ok(()),
        Some(other) => Err(Refusal {
            message: format!("{key} cannot be told from {other}"),
            hint: Some("Choose a key that nothing else sends, like \"ctrl-]\".".into()),
        }),
    }
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
