//! What was confirmed is believed only if the chain says so.

use std::fs;

use rusqlite::Connection;

use super::{ALLOW, ASK, HELLO, HELLO_AND_BYE};
use crate::brain::House;

fn confirmed() -> House {
    let house = House::new();
    house.write_policy(HELLO);
    house.detached("s", "cat");
    assert_eq!(house.brain_says("s", "hello"), ALLOW);
    house.wait_kept();
    house.ok(&["daemon", "stop"]);
    house
}

fn sql(house: &House, text: &str) {
    let database = house.sandbox.path("state/locum/locum.db");
    Connection::open(database).unwrap().execute_batch(text).unwrap();
}

fn state(house: &House) -> std::path::PathBuf {
    house.sandbox.path("state/locum/policy.state")
}

type Deed = fn(&House);

/// Whatever is done to what is kept, the default policy holds, tightened by the file; and the person can settle it.
#[test]
fn what_is_kept_is_not_believed_after_somebody_changed_it() {
    const DEEDS: [(&str, Deed); 6] = [
        ("the file", |house| {
            let text = fs::read_to_string(state(house)).unwrap();
            fs::write(state(house), text.replace("hello", "evil")).unwrap();
        }),
        ("the file is gone", |house| fs::remove_file(state(house)).unwrap()),
        ("the file is nonsense", |house| fs::write(state(house), "{}").unwrap()),
        ("the event", |house| sql(house, "UPDATE event SET at = at + 1 WHERE kind = 'policy.confirmed'")),
        ("the event is gone", |house| sql(house, "DELETE FROM event WHERE kind = 'policy.confirmed'")),
        ("the database is gone", |house| {
            for end in ["", "-wal", "-shm"] {
                let _ = fs::remove_file(house.sandbox.path(&format!("state/locum/locum.db{end}")));
            }
        }),
    ];
    for (what, deed) in DEEDS {
        let house = confirmed();
        deed(&house);
        assert_eq!(house.verdict(&["--", "hello"]), ASK, "{what}");
        assert_eq!(house.brain_says("s", "hello"), ASK, "{what}: careful does not know it");
        let warned = house.wait_warned("cannot be relied on");
        assert!(warned.contains("locum policy confirm"), "{what}: {warned}");
        assert!(!house.json(&["policy", "show", "--json"])["doubt"].is_null(), "{what}");
        house.ok(&["policy", "confirm", "--yes"]);
        assert_eq!(
            (house.brain_says("s", "hello"), house.verdict(&["--", "hello"])),
            (ALLOW, ALLOW),
            "{what}"
        );
        house.ok(&["daemon", "restart"]);
        assert_eq!(house.brain_says("s", "hello"), ALLOW, "{what}");
    }
}

/// An older state with the older end of the chain: the head file is outside of both.
#[test]
fn an_earlier_state_is_not_brought_back() {
    let house = confirmed();
    house.write_policy(HELLO_AND_BYE);
    house.ok(&["policy", "confirm", "--yes"]);
    house.ok(&["daemon", "stop"]);
    let looser = fs::read(state(&house)).unwrap();
    let end: i64 = Connection::open(house.sandbox.path("state/locum/locum.db"))
        .unwrap()
        .query_row("SELECT max(seq) FROM event", [], |row| row.get(0))
        .unwrap();
    house.write_policy(HELLO);
    assert_eq!(house.brain_says("s", "bye"), ASK, "tightened again");
    house.ok(&["daemon", "stop"]);
    fs::write(state(&house), looser).unwrap();
    sql(&house, &format!("DELETE FROM event WHERE seq > {end}"));
    house.write_policy(HELLO_AND_BYE);
    assert_eq!(house.brain_says("s", "bye"), ASK);
    house.wait_warned("cannot be relied on");
    assert_eq!(house.brain_says("s", "hello"), ASK);
}

/// Killed between the event and the new file's taking its place.
#[test]
fn a_kill_in_the_middle_of_a_change_loses_nothing() {
    let house = confirmed();
    fs::rename(state(&house), state(&house).with_extension("state.new")).unwrap();
    assert_eq!((house.verdict(&["--", "hello"]), house.brain_says("s", "hello")), (ALLOW, ALLOW));
    assert!(house.json(&["policy", "show", "--json"])["doubt"].is_null());
    house.write_policy(HELLO_AND_BYE);
    house.ok(&["policy", "confirm", "--yes"]);
    assert!(state(&house).exists());
    assert_eq!(house.brain_says("s", "bye"), ALLOW);
}

#[test]
fn a_brain_that_runs_keeps_to_what_it_knows() {
    let house = confirmed();
    assert_eq!(house.brain_says("s", "hello"), ALLOW);
    fs::write(state(&house), "{}").unwrap();
    assert_eq!((house.brain_says("s", "hello"), house.brain_says("s", "bye")), (ALLOW, ASK));
}
