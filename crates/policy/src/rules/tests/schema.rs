//! The schema for editors and the loader know the same keys and the same words, and refuse the same files.

use serde_json::Value as Json;

use super::load;
use super::schema_reader::Schema;
use crate::rules::keys::{KEYS, TABLES};
use crate::rules::shape::Shape;
use crate::rules::{SHIPPED, shipped_text};

fn schema() -> Json {
    serde_json::from_str(include_str!("../../../../../docs/policy.schema.json")).unwrap()
}

fn properties<'a>(schema: &'a Json, table: &str) -> &'a serde_json::Map<String, Json> {
    let top = &schema["properties"];
    let place = match table {
        "" => top,
        "rule" => &top["rule"]["items"]["properties"],
        table => &top[table]["properties"],
    };
    place.as_object().unwrap()
}

#[test]
fn both_know_the_same_keys() {
    let schema = schema();
    for table in TABLES.into_iter().chain([""]) {
        let mut ours: Vec<&str> = KEYS.iter().filter(|key| key.table == table).map(|key| key.name).collect();
        if table.is_empty() {
            ours.extend(TABLES);
        }
        let mut theirs: Vec<&str> = properties(&schema, table).keys().map(String::as_str).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "[{table}]");
    }
}

#[test]
fn both_know_the_same_words() {
    let schema = schema();
    for key in KEYS {
        let entry = &properties(&schema, key.table)[key.name];
        let (ours, theirs): (Vec<&str>, &Json) = match &key.shape {
            Shape::Word { words, refused } => {
                (words.iter().filter(|word| !refused.contains(word)).copied().collect(), &entry["enum"])
            }
            Shape::Words(words) => (words.to_vec(), &entry["anyOf"][0]["enum"]),
            Shape::Count { least, most } => {
                assert_eq!(
                    (entry["minimum"].as_u64(), entry["maximum"].as_u64()),
                    (Some((*least).into()), Some((*most).into()))
                );
                continue;
            }
            _ => continue,
        };
        let mut theirs: Vec<&str> = theirs.as_array().unwrap().iter().filter_map(Json::as_str).collect();
        let mut ours = ours;
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{}.{}", key.table, key.name);
    }
}

#[test]
fn the_examples_of_the_reference_load() {
    let text = include_str!("../../../../../docs/policy.md");
    let blocks: Vec<&str> =
        text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() >= 3);
    for block in blocks {
        assert_eq!(load(block).err(), None, "{block}");
    }
}

/// Whether the loader and the schema take a file.
fn taken(text: &str) -> (bool, bool) {
    let file: toml::Table = text.parse().unwrap();
    (load(text).is_ok(), Schema(schema()).accepts(&serde_json::to_value(file).unwrap()))
}

#[test]
fn what_the_loader_takes_fits_the_schema() {
    let reference = include_str!("../../../../../docs/policy.md");
    let blocks = reference.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    for text in SHIPPED.iter().filter_map(|name| shipped_text(name)).chain(blocks).chain([
        "",
        "[[rule]]\nanswer = 'deny'",
        "[[rule]]\nanswer = 'ask'\nexec = ['x', '']",
        "[[rule]]\nanswer = 'ask'\ncommand = '*'",
        "[[rule]]\nanswer = 'allow'\nconfidence = 1",
        "[[rule]]\nanswer = 'allow'\npath = ['src/..x', '~/a', './b']",
        "[limits]\nquiet_hours = ['9:5 - 24:00', '22:00-07:00']",
        "[nudge]\nidle = 'auto'",
    ]) {
        assert_eq!(taken(text), (true, true), "{text}");
    }
}

#[test]
fn what_the_loader_refuses_does_not_fit_the_schema() {
    let rule = |text: &str| format!("[[rule]]\nname = 'r'\n{text}\n");
    let allow = |text: &str| rule(&format!("answer = 'allow'\n{text}"));
    let many = |text: &str, count: usize| format!("[{}]", vec![text; count].join(", "));
    for text in [
        "extends = ''".to_owned(),
        "extends = ' '".to_owned(),
        "extends = 1".to_owned(),
        "extend = 'careful'".to_owned(),
        "defaults = 1".to_owned(),
        "[rule]\nanswer = 'ask'".to_owned(),
        "[defaults]\nanswer = 'allow'".to_owned(),
        "[defaults]\nanswer = 'no'".to_owned(),
        "[defaults]\non_timeout = 'yes'".to_owned(),
        "[limits]\nper_minute = 0".to_owned(),
        "[limits]\nper_minute = 1.5".to_owned(),
        "[limits]\ntimeout = '5m'".to_owned(),
        "[limits]\nquiet_hours = '25:00-26:00'".to_owned(),
        "[limits]\nquiet_hours = ['9-10']".to_owned(),
        "[limits]\nquiet_hours = []".to_owned(),
        "[nudge]\nidle = 'never'".to_owned(),
        "[nudge]\nsequence = []".to_owned(),
        "[nudge]\ntimes = 21".to_owned(),
        rule(""),
        rule("answer = 'perhaps'"),
        allow(""),
        rule("answer = 'ignore'"),
        rule("answer = 'allow_remember'\nmessage = 'x'"),
        "[[rule]]\nname = ''\nanswer = 'ask'".to_owned(),
        allow("command = ''"),
        allow("command = [' ']"),
        allow("command = []"),
        allow("command = '*'"),
        allow("command = ['ls', '* $']"),
        allow("command = ['ls', 1]"),
        allow("path = ''"),
        allow("path = '../x'"),
        allow("cwd = ['src', 'a/../b']"),
        allow("host = ''"),
        allow("agent = ''"),
        allow("session = ['']"),
        allow("danger = ['']"),
        allow("tool = 'hammer'"),
        allow("tool = []"),
        allow("kind = ['menu', 'x']"),
        allow("confidence = 2"),
        allow("confidence = '1'"),
        allow("comand = 'ls'"),
        allow("command = 'ls'\nexec = ''"),
        allow("command = 'ls'\nexec = ['', 'x']"),
        allow("command = 'ls'\nexec = 'x'\nexec_timeout = '1h'"),
        rule("answer = 'ask'\nexec_timeout = '1s'"),
        rule("answer = 'deny'\nexec = 'x'"),
        allow(&format!("command = {}", many("'ls'", 501))),
        allow(&format!("command = '{}'", "x".repeat(2001))),
        "[[rule]]\nanswer = 'ask'\n".repeat(1001),
    ] {
        assert_eq!(taken(&text), (false, false), "{:.200}", text);
    }
}

#[test]
fn both_know_the_same_lengths_of_time() {
    let spans = KEYS.iter().filter(|key| matches!(key.shape, Shape::Span { .. }));
    for key in spans {
        for span in [
            "0ms",
            "0s",
            "1ms",
            "999ms",
            "1000ms",
            "1001ms",
            "1s",
            "9s",
            "10s",
            "59s",
            "60s",
            "61s",
            "007s",
            "3600s",
            "3601s",
            "60000ms",
            "60001ms",
            "1m",
            "59m",
            "60m",
            "61m",
            "1h",
            "2h",
            "24h",
            "25h",
            "0d",
            "1d",
            "2d",
            "86400s",
            "86401s",
            "5",
            "s",
            "1 s",
            "-1s",
            "1.5s",
            "",
            "99999999999999999999s",
        ] {
            let written = format!("{} = '{span}'\n", key.name);
            let text = match key.table {
                "rule" => format!("[[rule]]\nanswer = 'ask'\nexec = 'x'\n{written}"),
                table => format!("[{table}]\n{written}"),
            };
            let (loader, schema) = taken(&text);
            assert_eq!(loader, schema, "{}.{} = {span}", key.table, key.name);
        }
    }
}
