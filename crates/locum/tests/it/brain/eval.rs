//! `locum eval` on a folder, and the way a recording gets its labels.

use std::path::Path;

use serde_json::Value;

use super::House;

const CAST: &str = r#"{"version": 2, "width": 40, "height": 5, "command": "sh -c 'read x'"}
[0.1, "o", "working\r\n"]
[9.0, "o", "done\r\n"]
"#;
const LABELS: &str =
    r#"{"argv": ["sh"], "stopped_at": null, "spans": [{"t_start": 0, "t_end": 9, "kind": "busy"}]}"#;

#[test]
fn a_folder_is_judged_and_what_is_broken_is_named() {
    let house = House::without_brain();
    house.sandbox.folder("set");
    house.sandbox.write("set/good.cast", CAST);
    house.sandbox.write("set/good.labels.json", LABELS);
    house.sandbox.write("set/garbage.cast", "garbage");
    house.sandbox.write("set/garbage.labels.json", LABELS);
    house.sandbox.write("set/bare.cast", CAST);
    let folder = house.sandbox.path("set").display().to_string();
    let report = house.json(&["eval", &folder, "--json"]);
    assert_eq!(
        (&report["part"], &report["recordings"], &report["broken"]),
        (&"cli".into(), &3.into(), &2.into())
    );
    assert_eq!((&report["waits"], &report["false_asking"]), (&0.into(), &0.into()));
    let text = house.ok(&["eval", &folder]);
    for word in ["3 recordings, 2 broken", "garbage: ", "bare: its labels cannot be read"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    for nothing in ["/no/such/folder", &house.sandbox.path("home").display().to_string()] {
        assert!(house.fails(&["eval", nothing], 2).contains(nothing));
    }
}

#[test]
fn a_new_recording_gets_labels_to_correct_and_keeps_those_it_has() {
    let house = House::without_brain();
    let cast = house.sandbox.write("new.cast", CAST).display().to_string();
    let labels = house.ok(&["eval", "--new-label", &cast]);
    let labels = Path::new(labels.trim());
    assert_eq!(labels, house.sandbox.path("new.labels.json"));
    let written: Value = serde_json::from_str(&std::fs::read_to_string(labels).unwrap()).unwrap();
    assert_eq!(written["argv"], serde_json::json!(["sh", "-c", "read x"]));
    let spans = written["spans"].as_array().unwrap();
    assert_eq!((&spans[0]["t_start"], &spans.last().unwrap()["t_end"]), (&0.0.into(), &9.0.into()));
    assert!(house.fails(&["eval", "--new-label", &cast], 2).contains("new.labels.json"));
    let folder = house.sandbox.root().display().to_string();
    assert_eq!(house.json(&["eval", &folder, "--json"])["broken"], 0, "they can be judged by");
}
