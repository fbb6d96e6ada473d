//! The whole corpus through the detector. These are the promises; a recording that breaks one is named.

use std::path::Path;
use std::sync::Arc;

use brain::Detecting;
use detect::Profiles;
use serde_json::Value;

use crate::eval::{recordings, report};
use crate::replay::Options;

#[track_caller]
fn judged(part: &str) -> Value {
    let options = Options {
        profiles: Arc::new(Profiles::embedded()),
        agent: None,
        without_facts: false,
        threshold: Detecting::usual().threshold,
        timed: false,
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(part);
    let judged = recordings::judge_all(&recordings::find(&folder).unwrap(), &options);
    let report = report::reports(&judged).pop().unwrap().as_json();
    assert_eq!((&report["part"], &report["broken"]), (&part.into(), &0.into()));
    report
}

#[track_caller]
fn at_least(report: &Value, name: &str, least: f64) {
    let misses: Vec<&str> = report["misses"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(
        report[name].as_f64() >= Some(least),
        "{name} is {}, not {least}:\n{}",
        report[name],
        misses.join("\n")
    );
}

#[test]
fn programs_are_understood() {
    let report = judged("cli");
    at_least(&report, "precision", 0.99);
    at_least(&report, "recall", 0.98);
    at_least(&report, "kind", 0.97);
    assert_eq!(report["false_asking"], 0, "{}", report["misses"]);
    let (idle, recordings) = (report["false_idle"].as_f64().unwrap(), report["recordings"].as_f64().unwrap());
    assert!(recordings > 200.0 && idle / recordings <= 0.03, "{idle} of {recordings}: {}", report["misses"]);
}

#[test]
fn agents_are_understood() {
    let report = judged("agents");
    at_least(&report, "recall", 0.98);
    at_least(&report, "kind", 0.97);
    at_least(&report, "choices", 1.0);
    at_least(&report, "keys", 1.0);
    assert_eq!(report["false_asking"], 0, "{}", report["misses"]);
    assert!(report["recordings"].as_u64() > Some(100));
}
