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
        // What is too long for the catalogue has a test of its own.
        assert!(!entry.examples.is_empty() || entry.id == "code.too_much", "{} has no example", entry.id);
        assert!(entry.why.ends_with('.') && entry.why.len() < 100, "{}: {}", entry.id, entry.why);
        assert!(entry.level != Danger::None, "{}", entry.id);
        assert!(!entry.when.is_empty(), "{}", entry.id);
    }
}

fn findings(line: &str) -> Vec<Finding> {
    let around = Surroundings::project(TOP, HOME);
    Catalogue::shipped().find(&read(line, &around), &around).into_iter().flatten().collect()
}

#[test]
fn the_last_word_that_made_it_dangerous() {
    for (line, id, at) in [
        ("git stash drop", "git.stash.drop", Some(2)),
        ("git branch -D x", "git.branch.delete", Some(2)),
        ("git -C x branch -D y", "git.branch.delete", Some(4)),
        ("rm -rf a ~ b", "fs.delete.home", Some(3)),
        ("reboot", "power.off", Some(0)),
        ("curl -X DELETE https://x.org/y", "net.delete", Some(2)),
        ("kubectl scale deploy x --replicas=0", "kube.delete", Some(4)),
        ("echo x > /etc/y", "fs.write.system", None),
        ("sudo ls", "privilege.other_user", None),
        ("docker run --privileged x ls", "privilege.container", None),
    ] {
        let found = findings(line);
        let finding = found.iter().find(|finding| finding.id == id);
        assert_eq!(finding.map(|finding| finding.at), Some(at), "{line}: {found:?}");
    }
}

#[test]
fn the_worst_comes_first() {
    let found = findings("sudo rm -rf /etc");
    assert_eq!(found.first().map(|finding| finding.level), Some(Danger::High), "{found:?}");
    assert!(found.len() > 1, "{found:?}");
}

#[test]
fn files_and_addresses_of_other_tools() {
    let around = Surroundings::project(TOP, HOME);
    let catalogue = Catalogue::shipped();
    for (touch, path, id) in [
        (Touch::Write, "/home/ann/.bashrc", Some("persist.shell_start")),
        (Touch::Write, "/home/ann/proj/.claude/settings.json", Some("own.agent.files")),
        (Touch::Write, ".git/hooks/pre-commit", Some("persist.git")),
        (Touch::Append, "/etc/passwd", Some("fs.write.system")),
        (Touch::Write, "../other/x", Some("fs.write.outside")),
        (Touch::Read, "/home/ann/.ssh/id_rsa", Some("secret.read")),
        (Touch::Read, ".env", Some("secret.project")),
        (Touch::Write, "src/main.rs", None),
        (Touch::Read, "src/*.rs", None),
        (Touch::Read, "/etc/hosts", None),
    ] {
        let found = catalogue.of_path(touch, path, &around);
        assert_eq!(found.first().map(|finding| finding.id.as_str()), id, "{path}: {found:?}");
    }
    let metadata = catalogue.of_url("http://169.254.169.254/latest/");
    assert_eq!(metadata.first().map(|finding| finding.id.as_str()), Some("net.metadata"));
    assert_eq!(catalogue.of_url("https://example.com/x"), []);
}

#[test]
fn what_is_too_long_is_not_passed_over() {
    let line = format!("rm {} ~", "a ".repeat(3000));
    assert!(findings(&line).iter().any(|finding| finding.id == "code.too_much"));
}

#[test]
fn every_pattern_compiles() {
    for entry in &Catalogue::shipped().entries {
        for pattern in entry.when.iter().flat_map(entry::When::text_patterns) {
            assert!(pattern.fault().is_none(), "{}: {:?}", entry.id, pattern.fault());
        }
    }
}

#[test]
fn dangerous_lines_are_found() {
    let missed: Vec<&str> =
        include_str!("tests/dangerous.txt").lines().filter(|line| findings(line).is_empty()).collect();
    assert!(missed.is_empty(), "{} missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn harmless_lines_are_left_alone() {
    let wrong: Vec<&str> =
        include_str!("tests/harmless.txt").lines().filter(|line| !findings(line).is_empty()).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
