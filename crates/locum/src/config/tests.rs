//! Settings files and what becomes of them.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use model::DetachKey;

use super::schema::{KEYS, Level};
use super::{DEFAULTS, effective, layer, typed};

/// Reads a file's text and expects these problems: line, column, and words of each.
#[track_caller]
fn check(text: &str, expected: &[(usize, usize, &[&str])]) {
    let problems = layer::read(Path::new("config.toml"), text).problems;
    let shown: Vec<String> = problems.iter().map(|problem| problem.lines().join("\n")).collect();
    assert_eq!(problems.len(), expected.len(), "{text}\n{shown:#?}");
    for (shown, (line, column, words)) in shown.iter().zip(expected) {
        let place = format!("config.toml:{line}:{column}: ");
        assert!(shown.starts_with(&place), "{text}\nnot at {place}\n{shown}");
        for word in *words {
            assert!(shown.contains(word), "{text}\nno '{word}' in\n{shown}");
        }
    }
}

#[test]
fn schema_defaults_and_structs_agree() {
    let named: BTreeSet<_> = KEYS.iter().map(|key| (key.table, key.name)).collect();
    let layer = layer::read(Path::new("defaults.toml"), DEFAULTS);
    assert_eq!(layer.problems, []);
    let set: BTreeSet<_> =
        layer.settings.iter().map(|setting| (setting.key.table, setting.key.name)).collect();
    assert_eq!(set, named, "every key has a default");
    // Every field is required and every unknown one refused, so this fails if the structs lack or add one.
    assert!(typed(&effective(None).unwrap()).is_ok());
}

#[test]
fn the_defaults_are_what_they_should_be() {
    let settings = typed(&effective(None).unwrap()).unwrap();
    assert_eq!(settings.session.detach_key, Some(DetachKey { legacy: 28, letter: '\\' }));
    assert!(settings.brain.autostart);
    assert_eq!(settings.brain.idle_exit.unwrap().as_duration(), Duration::from_secs(600));
    assert_eq!(settings.record.keep.as_duration(), Duration::from_secs(30 * 24 * 3600));
    assert_eq!(settings.record.limit.0, 256_000_000);
    assert_eq!(settings.detect.detection_threshold, 0.6);
    assert_eq!(settings.detect.warn_after.as_duration(), Duration::from_secs(20));
    assert_eq!((settings.log.level, settings.log.keep, settings.log.size.0), (Level::Info, 5, 4_000_000));
}

#[test]
fn files_without_mistakes() {
    for text in [
        "",
        "\u{feff}# only a comment\r\n[log]\r\nkeep = 7\r\n",
        "[session]\ndetach_key = \"none\"",
        "[session]\ndetach_key = \"Ctrl-Q\"",
        "[brain]\nidle_exit = \"never\"\nautostart = false",
        "brain.idle_exit = \"500ms\"",
        "log = { level = \"debug\", keep = 0x10 }",
        "[record]\nkeep = \"3650d\"\nlimit = '1MiB'",
        "[detect]\ndetection_threshold = 1\nwarn_after = '90s'",
        "[detect]\ndetection_threshold = 0.05",
        "[log]\nkeep = 1_0",
    ] {
        check(text, &[]);
    }
}

#[test]
fn names_that_do_not_exist() {
    check(
        "[sesion]\n",
        &[(
            1,
            2,
            &[
                "no table 'sesion'",
                "[session] [brain] [record] [detect] [notify] [agents] [log]",
                "mean [session]?",
            ],
        )],
    );
    check(
        "[brain]\nidle_exti = 1",
        &[(2, 1, &["'idle_exti' in [brain]", "    idle_exti = 1", "mean 'idle_exit'?"])],
    );
    check("[log]\nzzz = 1", &[(2, 1, &["'zzz'", "allowed: level, keep, size"])]);
    check("detach_key = 'none'", &[(1, 1, &["no setting 'detach_key'", "belongs into [session]"])]);
    check("[log]\nlimit = '1MB'", &[(2, 1, &["'limit' in [log]", "belongs into [record]"])]);
    check("log = 5", &[(1, 1, &["'log' is a table", "[log] on a line of its own"])]);
    check("[[log]]\nkeep = 5", &[(1, 3, &["'log' is a table"])]);
    check("log.keep.more = 5", &[(1, 5, &["log.keep: a table does not fit"])]);
}

#[test]
fn values_that_do_not_fit() {
    check("[brain]\nautostart = 'true'", &[(2, 13, &["a text", "true or false", "true without quotes"])]);
    check("[brain]\nautostart = 1", &[(2, 13, &["brain.autostart: a whole number does not fit"])]);
    check(
        "[detect]\ndetection_threshold = 1.5",
        &[(2, 23, &["1.5 is too large", "allowed: a number from 0 to 1"])],
    );
    check("[detect]\ndetection_threshold = -0.1", &[(2, 23, &["-0.1 is too small"])]);
    check("[detect]\ndetection_threshold = nan", &[(2, 23, &["nan is no such number"])]);
    check("[detect]\ndetection_threshold = '0.5'", &[(2, 23, &["a text", "0.5 without quotes"])]);
    check("[brain]\nidle_exit = 10", &[(2, 13, &["allowed: a length of time", "\"never\"", "\"10s\""])]);
    check("[brain]\nidle_exit = '5min'", &[(2, 13, &["'5min' is not a whole number with ms"])]);
    check("[brain]\nidle_exit = '99ms'", &[(2, 13, &["99ms is too small", "from \"100ms\" to \"365d\""])]);
    check("[record]\nkeep = 'never'", &[(2, 8, &["'never' is not"])]);
    check("[record]\nlimit = '2000GB'", &[(2, 9, &["2000GB is too large", "\"1000GB\""])]);
    check("[record]\nlimit = 256", &[(2, 9, &["Add a unit, in quotes: \"256MB\""])]);
    check(
        "[log]\nlevel = 'warning'",
        &[(2, 9, &["no \"warning\"", "\"error\", \"warn\"", "mean \"warn\"?"])],
    );
    check("[log]\nkeep = '5'", &[(2, 8, &["a text does not fit", "5 without quotes"])]);
    check("[log]\nkeep = 0", &[(2, 8, &["0 is too small", "from 1 to 100"])]);
    check("[log]\nkeep = -3", &[(2, 8, &["-3 is too small"])]);
    check("[log]\nkeep = 9223372036854775807", &[(2, 8, &["is too large"])]);
    check("[log]\nkeep = 1.5", &[(2, 8, &["a number with a point"])]);
    check("[session]\ndetach_key = 'ctrl-1'", &[(2, 14, &["'ctrl-1' is not", "or \"none\""])]);
    check("[session]\ndetach_key = 'ctrl-m'", &[(2, 14, &["cannot be told from Enter", "ctrl-]"])]);
}

#[test]
fn text_that_is_no_toml() {
    check("[log\nkeep = 5", &[(1, 5, &["not TOML"])]);
    check("[log]\nlevel = info", &[(2, 9, &["not TOML", "quotes", "    level = info", "'info'"])]);
    check("[brain]\nidle_exit = 10m # bare", &[(2, 13, &["not TOML", "quotes", "Write '10m'."])]);
    check("[session]\ndetach_key = ctrl-\\", &[(2, 14, &["Write 'ctrl-\\'."])]);
    check("[log]\nlevel = 'info", &[(2, 14, &["not TOML: invalid"])]);
    check("[log]\nkeep =", &[(2, 7, &["not TOML"])]);
    check("[log]\nkeep = 5\nkeep = 6", &[(3, 1, &["not TOML", "duplicate key"])]);
}

#[test]
fn all_mistakes_are_found_in_the_order_of_the_file() {
    let text = "[log]\nlevel = 'loud'\nsize = 4\n\n[brian]\nx = 1\n[brain]\nautostart = maybe\nidle = '1s'\n";
    check(
        text,
        &[
            (2, 9, &["loud"]),
            (3, 8, &["unit"]),
            (5, 2, &["[brain]?"]),
            (8, 13, &["not TOML"]),
            (9, 1, &["idle"]),
        ],
    );
}

#[test]
fn hostile_files_are_refused_without_harm() {
    let deep = format!("a = {}", "[".repeat(100_000));
    let long = format!("[log]\nlevel = '{}'", "x".repeat(1_000_000));
    for text in [deep.as_str(), long.as_str(), "\0", "[log]\nlevel = '\u{202e}'"] {
        let problems = layer::read(Path::new("config.toml"), text).problems;
        assert!(!problems.is_empty());
        assert!(problems.iter().flat_map(|problem| problem.text.clone()).all(|text| text.len() < 1000));
    }
}
