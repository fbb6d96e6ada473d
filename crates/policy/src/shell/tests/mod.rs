//! Trees of shell text, written in one line each.

mod commands;
mod dump;
mod faults;
mod here_documents;
mod nasty;
mod properties;
mod words;

use super::parse;

/// The tree of each text, and no fault.
fn check(rows: &[(&str, &str, &str)]) {
    for (name, text, tree) in rows {
        let script = parse(text);
        assert_eq!(dump::script(&script), *tree, "{name}: {text}");
        assert_eq!(script.faults, [], "{name}: {text}");
    }
}

/// The tree of each text, and the words of its first fault.
fn check_faults(rows: &[(&str, &str, &str, &str)]) {
    for (name, text, tree, fault) in rows {
        let script = parse(text);
        assert_eq!(dump::script(&script), *tree, "{name}: {text}");
        assert_eq!(script.faults.first().map(|fault| fault.what), Some(*fault), "{name}: {text}");
    }
}
