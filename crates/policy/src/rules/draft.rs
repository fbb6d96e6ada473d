//! A policy's text, read: what it says, before anything is compiled.

use std::borrow::Cow;
use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{self, Key, TABLES};
use super::problem::{Problem, Source, Spot, instead};
use super::shape::Shape;
use super::shipped::shipped_text;
use super::value::Value;

const LONGEST_FILE: usize = 512 * 1024;
const MOST_RULES: usize = 1000;

/// The values of a table by their keys, and where they stand.
pub(super) type Table = BTreeMap<&'static str, (Value, Spot)>;

/// What one text says. Cheap to make; [`super::Policy::build`] compiles it.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    pub(super) file: String,
    /// It comes with locum, and a test has checked its examples.
    pub(super) shipped: bool,
    /// The values at the top, and of `[defaults]`, `[limits]` and `[nudge]`.
    pub(super) tables: BTreeMap<&'static str, Table>,
    pub(super) rules: Vec<RuleDraft>,
}

/// A rule as it is written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RuleDraft {
    pub name: String,
    pub spot: Spot,
    pub values: Table,
}

type Name<'a> = Spanned<Cow<'a, str>>;
type Entry<'a> = Spanned<DeValue<'a>>;

struct Reader<'a> {
    source: &'a Source,
    draft: Draft,
    problems: Vec<Problem>,
}

impl Draft {
    /// Reads a text. All mistakes are found at once.
    pub fn parse(source: &Source) -> Result<Draft, Vec<Problem>> {
        let draft =
            Draft { file: source.name.clone(), shipped: false, tables: BTreeMap::new(), rules: Vec::new() };
        let mut reader = Reader { source, draft, problems: Vec::new() };
        if source.text.len() > LONGEST_FILE {
            reader.refuse(0, format!("a policy has at most {LONGEST_FILE} bytes"), None);
            return Err(reader.problems);
        }
        let (document, errors) = DeTable::parse_recoverable(&source.text);
        if let Some(error) = errors.first() {
            // What the parser makes of the rest is a guess: other mistakes can wait until it is TOML.
            let at = error.span().map_or(0, |span| span.start);
            reader.refuse(at, format!("this is not TOML: {}", error.message()), None);
            return Err(reader.problems);
        }
        for (name, value) in document.get_ref() {
            reader.top(name, value);
        }
        reader.finish()
    }

    /// What it builds upon: the name of a shipped policy, or a path that the caller reads.
    pub fn extends(&self) -> Option<&str> {
        match self.tables.get("")?.get("extends")? {
            (Value::Text(text), _) => Some(text),
            _ => None,
        }
    }

    /// A policy that comes with locum.
    pub fn shipped(name: &str) -> Option<Draft> {
        let source = Source { name: name.to_owned(), text: shipped_text(name)?.to_owned() };
        let draft = Draft::parse(&source).ok()?;
        Some(Draft { shipped: true, ..draft })
    }
}

impl Reader<'_> {
    fn top(&mut self, name: &Name<'_>, value: &Entry<'_>) {
        match (name.get_ref().as_ref(), value.get_ref()) {
            ("rule", DeValue::Array(rules)) => self.rules(rules),
            ("rule", _) => {
                self.refuse(
                    name.span().start,
                    "a rule begins with [[rule]]".into(),
                    Some("write two brackets".into()),
                );
            }
            (table, DeValue::Table(entries)) if TABLES.contains(&table) => self.table(table, entries),
            (table, _) if TABLES.contains(&table) => {
                self.refuse(
                    name.span().start,
                    format!("`{table}` is a table"),
                    Some(format!("write [{table}] on a line of its own")),
                );
            }
            (key, _) if keys::find("", key).is_some() => {
                let mut values = self.draft.tables.remove("").unwrap_or_default();
                self.key("", name, value, &mut values);
                self.draft.tables.insert("", values);
            }
            (other, _) => self.unknown("", other, name.span().start),
        }
    }

    fn table(&mut self, table: &str, entries: &DeTable<'_>) {
        let Some(table) = TABLES.into_iter().find(|known| *known == table) else { return };
        let mut values = Table::new();
        for (name, value) in entries {
            self.key(table, name, value, &mut values);
        }
        self.draft.tables.insert(table, values);
    }

    fn rules(&mut self, rules: &[Entry<'_>]) {
        if rules.len() > MOST_RULES {
            self.refuse(0, format!("a policy has at most {MOST_RULES} rules"), None);
        }
        for (place, rule) in rules.iter().take(MOST_RULES).enumerate() {
            match rule.get_ref() {
                DeValue::Table(entries) => self.rule(place, rule.span().start, entries),
                _ => self.refuse(rule.span().start, "a rule is a table: [[rule]]".into(), None),
            }
        }
    }

    fn rule(&mut self, place: usize, offset: usize, entries: &DeTable<'_>) {
        let before = self.problems.len();
        let mut values = Table::new();
        for (name, value) in entries {
            self.key("rule", name, value, &mut values);
        }
        let name = match values.get("name") {
            Some((Value::Text(name), _)) => name.clone(),
            _ => format!("#{}", place + 1),
        };
        for problem in &mut self.problems[before..] {
            problem.rule = Some(name.clone());
        }
        let spot = Spot::of(&self.source.text, offset);
        self.draft.rules.push(RuleDraft { name, spot, values });
    }

    fn key(&mut self, table: &str, name: &Name<'_>, value: &Entry<'_>, values: &mut Table) {
        let Some(key) = keys::find(table, name.get_ref()) else {
            return self.unknown(table, name.get_ref(), name.span().start);
        };
        match key.shape.accept(value.get_ref(), &self.source.text) {
            Ok(accepted) if is_refused(key, &accepted) => {
                self.refuse(value.span().start, format!("`{}`: {}", key.name, keys::why_refused(key)), None);
            }
            Ok(accepted) => {
                let spot = Spot::of(&self.source.text, value.span().start);
                values.insert(key.name, (at_least_somewhere(accepted, spot), spot));
            }
            Err(refusals) => {
                for refusal in refusals {
                    let at = refusal.offset.unwrap_or(value.span().start);
                    self.refuse(at, format!("`{}`: {}", key.name, refusal.message), refusal.hint);
                }
            }
        }
    }

    fn unknown(&mut self, table: &str, name: &str, offset: usize) {
        let mut known = keys::of_table(table);
        if table.is_empty() {
            known.extend(TABLES);
        }
        let place = if table.is_empty() { String::new() } else { format!(" in `{table}`") };
        let elsewhere = keys::KEYS.iter().find(|key| key.name == name && !key.table.is_empty());
        let hint = match elsewhere {
            Some(key) => format!("it belongs into `{}`", key.table),
            None => instead(name, &known),
        };
        self.refuse(offset, format!("there is no key `{}`{place}", name.escape_debug()), Some(hint));
    }

    fn refuse(&mut self, offset: usize, message: String, hint: Option<String>) {
        let spot = Spot::of(&self.source.text, offset);
        self.problems.push(Problem::at(&self.source.name, spot, message).with_hint(hint));
    }

    fn finish(mut self) -> Result<Draft, Vec<Problem>> {
        self.problems.sort_by_key(|problem| (problem.line, problem.column));
        if self.problems.is_empty() { Ok(self.draft) } else { Err(self.problems) }
    }
}

/// A single text that may be a list stands where the value stands.
fn at_least_somewhere(value: Value, spot: Spot) -> Value {
    match value {
        Value::Texts(mut entries) => {
            for entry in &mut entries {
                if entry.spot == Spot::default() {
                    entry.spot = spot;
                }
            }
            Value::Texts(entries)
        }
        other => other,
    }
}

fn is_refused(key: &Key, value: &Value) -> bool {
    match (&key.shape, value) {
        (Shape::Word { refused, .. }, Value::Text(text)) => refused.contains(&text.as_str()),
        _ => false,
    }
}
