//! Every example of the catalogue.

use std::collections::HashSet;

use super::*;
use crate::unfold::read;

const TOP: &str = "/home/ann/proj";
const HOME: &str = "/home/ann";

fn ids(line: &str, folder: Option<&str>) -> Vec<String> {
    let cwd = folder.map_or(TOP.to_owned(), |below| format!("{TOP}/{below}"));
    let around = Surroundings { cwd: &cwd, ..Surroundings::project(TOP, HOME) };
    let reading = read(line, &around);
    Catalogue::shipped().find(&reading, &around).into_iter().flatten().map(|finding| finding.id).collect()
}

#[test]
fn every_example_meets_its_entry_and_no_counter_example_does() {
    let catalogue = Catalogue::shipped();
    let mut wrong = Vec::new();
    for entry in &catalogue.entries {
        for example in &entry.examples {
            let found = ids(&example.line, example.folder.as_deref());
            if !found.contains(&entry.id) {
                wrong.push(format!("{} is not found in: {} ({found:?})", entry.id, example.line));
            }
        }
        for example in &entry.not_examples {
            let found = ids(&example.line, example.folder.as_deref());
            if found.contains(&entry.id) {
                wrong.push(format!("{} is wrongly found in: {}", entry.id, example.line));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_entry_has_an_id_of_its_own_an_example_and_a_reason() {
    let mut seen = HashSet::new();
    for entry in &Catalogue::shipped().entries {
        assert!(seen.insert(&entry.id), "{} twice", entry.id);
        assert!(!entry.examples.is_empty(), "{} has no example", entry.id);
        assert!(entry.why.ends_with('.') && entry.why.len() < 100, "{}: {}", entry.id, entry.why);
        assert!(entry.level != Danger::None, "{}", entry.id);
        assert!(!entry.when.is_empty(), "{}", entry.id);
    }
}

#[test]
fn every_pattern_compiles() {
    for entry in &Catalogue::shipped().entries {
        for pattern in entry.when.iter().flat_map(entry::When::text_patterns) {
            assert!(pattern.fault().is_none(), "{}: {:?}", entry.id, pattern.fault());
        }
    }
}
