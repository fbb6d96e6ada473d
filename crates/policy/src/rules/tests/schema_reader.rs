//! As much of JSON schema as ours uses, so that a test can hold it against the loader. A word that it does not know is a
//! mistake of the test, not a rule that always holds.

use regex::Regex;
use serde_json::{Map, Value as Json};

/// A schema with its definitions.
pub(super) struct Schema(pub(super) Json);

impl Schema {
    /// Whether a file fits.
    pub(super) fn accepts(&self, file: &Json) -> bool {
        self.fits(&self.0, file)
    }

    fn fits(&self, schema: &Json, value: &Json) -> bool {
        let schema = schema.as_object().unwrap();
        schema.iter().all(|(word, given)| self.keyword(word, given, schema, value))
    }

    fn keyword(&self, word: &str, given: &Json, schema: &Map<String, Json>, value: &Json) -> bool {
        let all = || given.as_array().unwrap().iter();
        match word {
            "$schema" | "title" | "description" | "definitions" | "additionalItems" => true,
            "$ref" => {
                self.fits(self.0.pointer(given.as_str().unwrap().trim_start_matches('#')).unwrap(), value)
            }
            "anyOf" => all().any(|schema| self.fits(schema, value)),
            "allOf" => all().all(|schema| self.fits(schema, value)),
            "not" => !self.fits(given, value),
            "enum" => all().any(|one| one == value),
            "type" => is_type(given.as_str().unwrap(), value),
            "pattern" | "maxLength" => value.as_str().is_none_or(|text| text_fits(word, given, text)),
            "minimum" => value.as_f64().is_none_or(|number| number >= given.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= given.as_f64().unwrap()),
            "minItems" => value.as_array().is_none_or(|list| list.len() >= size(given)),
            "maxItems" => value.as_array().is_none_or(|list| list.len() <= size(given)),
            "items" => value.as_array().is_none_or(|list| self.items(given, schema, list)),
            "required" => value.as_object().is_none_or(|table| has_all(table, given)),
            "dependencies" => value.as_object().is_none_or(|table| {
                let mut needs = given.as_object().unwrap().iter();
                needs.all(|(key, others)| !table.contains_key(key) || has_all(table, others))
            }),
            "properties" => value.as_object().is_none_or(|table| {
                let mut keys = given.as_object().unwrap().iter();
                keys.all(|(key, schema)| table.get(key).is_none_or(|value| self.fits(schema, value)))
            }),
            "additionalProperties" => value.as_object().is_none_or(|table| {
                assert_eq!(given, false);
                table.keys().all(|key| schema["properties"].get(key).is_some())
            }),
            other => panic!("the reader does not know `{other}`"),
        }
    }

    /// One schema for all, or one for each of the first and another for the rest.
    fn items(&self, given: &Json, schema: &Map<String, Json>, list: &[Json]) -> bool {
        let first = given.as_array();
        let of = |place: usize| {
            first.map_or(given, |first| first.get(place).unwrap_or(&schema["additionalItems"]))
        };
        list.iter().enumerate().all(|(place, value)| self.fits(of(place), value))
    }
}

fn is_type(name: &str, value: &Json) -> bool {
    match name {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the reader does not know the type `{other}`"),
    }
}

fn text_fits(word: &str, given: &Json, text: &str) -> bool {
    match given.as_str() {
        Some(pattern) => Regex::new(pattern).unwrap().is_match(text),
        None => word == "maxLength" && text.chars().count() <= size(given),
    }
}

fn size(given: &Json) -> usize {
    usize::try_from(given.as_u64().unwrap()).unwrap()
}

fn has_all(table: &Map<String, Json>, keys: &Json) -> bool {
    keys.as_array().unwrap().iter().all(|key| table.contains_key(key.as_str().unwrap()))
}
