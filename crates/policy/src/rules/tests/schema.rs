//! The schema for editors and the loader know the same keys and the same words.

use serde_json::Value as Json;

use super::load;
use crate::rules::keys::{KEYS, TABLES};
use crate::rules::value::Shape;

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
