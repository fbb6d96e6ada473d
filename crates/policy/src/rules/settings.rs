//! The tables besides the rules, put into the structs that others read.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use model::Verdict;

use super::draft::Table;
use super::hours;
use super::limits::{Defaults, Idle, Limits, Nudge, OnDanger, OnTimeout};
use super::value::Value;

/// `[defaults]`, `[limits]` and `[nudge]`.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Settings {
    pub defaults: Defaults,
    pub limits: Limits,
    pub nudge: Nudge,
    /// Which of them are written somewhere: `limits.per_minute`.
    pub said: BTreeSet<String>,
}

/// The settings of some tables; what is not said is as by default.
pub(super) fn of(tables: &BTreeMap<&'static str, Table>) -> Settings {
    let empty = Table::new();
    let table = |name: &str| tables.get(name).unwrap_or(&empty);
    Settings {
        defaults: defaults(table("defaults")),
        limits: limits(table("limits")),
        nudge: nudge(table("nudge")),
        said: tables
            .iter()
            .flat_map(|(name, table)| table.keys().map(move |key| format!("{name}.{key}")))
            .collect(),
    }
}

fn defaults(table: &Table) -> Defaults {
    let standard = Defaults::default();
    let word = |key| text(table, key).unwrap_or_default();
    Defaults {
        answer: Verdict::of_word(word("answer")).unwrap_or(standard.answer),
        delay: span(table, "delay").unwrap_or(standard.delay),
        on_danger: match word("on_danger") {
            "manual" => OnDanger::Manual,
            "deny" => OnDanger::Deny,
            _ => OnDanger::Ask,
        },
        timeout: span(table, "timeout").unwrap_or(standard.timeout),
        on_timeout: if word("on_timeout") == "safe" { OnTimeout::Safe } else { OnTimeout::Leave },
        free_text_enabled: flag(table, "free_text_enabled"),
    }
}

fn limits(table: &Table) -> Limits {
    let standard = Limits::default();
    Limits {
        min_interval: span(table, "min_interval").unwrap_or(standard.min_interval),
        per_minute: count(table, "per_minute").unwrap_or(standard.per_minute),
        consecutive: count(table, "consecutive").unwrap_or(standard.consecutive),
        identical_per_minute: count(table, "identical_per_minute").unwrap_or(standard.identical_per_minute),
        quiet_hours: texts(table, "quiet_hours").iter().filter_map(|text| hours::parse(text).ok()).collect(),
    }
}

fn nudge(table: &Table) -> Nudge {
    let standard = Nudge::default();
    let sequence = texts(table, "sequence");
    Nudge {
        idle: match text(table, "idle") {
            Some(_) => Some(Idle::Auto),
            None => span(table, "idle").map(Idle::After),
        },
        times: count(table, "times").unwrap_or(standard.times),
        sequence: if sequence.is_empty() { standard.sequence } else { sequence },
        resume_after_limit: flag(table, "resume_after_limit"),
        watch_output: texts(table, "watch_output"),
    }
}

fn text<'a>(table: &'a Table, key: &str) -> Option<&'a str> {
    match table.get(key) {
        Some((Value::Text(text), _)) => Some(text),
        _ => None,
    }
}

fn texts(table: &Table, key: &str) -> Vec<String> {
    match table.get(key) {
        Some((Value::Texts(list), _)) => list.iter().map(|entry| entry.text.clone()).collect(),
        _ => Vec::new(),
    }
}

fn span(table: &Table, key: &str) -> Option<Duration> {
    match table.get(key) {
        Some((Value::Span(span), _)) => Some(*span),
        _ => None,
    }
}

fn count(table: &Table, key: &str) -> Option<u32> {
    match table.get(key) {
        Some((Value::Count(count), _)) => Some(*count),
        _ => None,
    }
}

fn flag(table: &Table, key: &str) -> bool {
    matches!(table.get(key), Some((Value::Flag(true), _)))
}
