//! The record: what is in it, and that nobody changes it unnoticed.

use rusqlite::Connection;

use super::House;

fn house_with_events() -> House {
    let house = House::new();
    for name in ["a", "b", "c"] {
        house.detached(name, "exit 3");
        house.wait_listed(name, |line| line["state"] == "ended");
    }
    house
}

#[test]
fn the_record_is_whole_and_can_be_exported() {
    let house = house_with_events();
    let report = house.json(&["audit", "verify", "--json"]);
    assert_eq!(report["ok"], true, "{report}");
    assert!(report["events"].as_u64().unwrap() >= 7, "{report}");
    let export = house.ok(&["audit", "export"]);
    let lines: Vec<serde_json::Value> =
        export.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for pair in lines.windows(2) {
        assert_eq!(pair[0]["hash"], pair[1]["prev"]);
    }
    assert_eq!(lines.last().unwrap()["hash"], report["head"]);
    assert!(house.ok(&["audit", "show", "-n", "3"]).lines().count() == 3);
    assert!(house.ok(&["log", "a"]).contains("code=3"));
}

#[test]
fn what_somebody_changed_is_found_and_shown() {
    for (what, sql, word) in [
        ("a changed word", "UPDATE event SET kind = 'session.fine' WHERE seq = 3", "3"),
        ("a removed event", "DELETE FROM event WHERE seq = 4", "4"),
        ("a cut end", "DELETE FROM event WHERE seq > (SELECT max(seq) - 2 FROM event)", ""),
    ] {
        let house = house_with_events();
        house.ok(&["daemon", "stop"]);
        let database = house.sandbox.path("state/locum/locum.db");
        Connection::open(&database).unwrap().execute_batch(sql).unwrap();
        let report = house.output(&["audit", "verify"]);
        let words = String::from_utf8_lossy(&report.stdout).into_owned();
        assert_eq!(report.status.code(), Some(1), "{what}: {words}");
        assert!(words.contains("NOT whole") && words.contains(word), "{what}: {words}");
        // It goes on being kept, and the break stays visible.
        house.detached("later", "exit 0");
        house.wait_listed("later", |line| line["state"] == "ended");
        assert_eq!(house.output(&["audit", "verify"]).status.code(), Some(1), "{what}");
    }
}
