//! Hosts of another version of locum in the same folder: told of clearly, left alone.

use std::io::{Read, Write};
use std::os::unix::net::UnixListener;

use testkit::{Size, Terminal};
use wire::{Hello, encode};

use super::House;

/// An id as any session's.
const ID: &str = "bcdfghjk";

/// A host that greets in this version, and understands nothing that is said to it.
fn stranger(house: &House, version: u16, program: &str) {
    let door = UnixListener::bind(house.sandbox.path(&format!("run/locum/{ID}.sock"))).unwrap();
    let hello = Hello { version, program: program.to_owned(), session: ID.to_owned() };
    std::thread::spawn(move || {
        for mut caller in door.incoming().flatten() {
            let _ = caller.write_all(&encode(&hello).unwrap());
            let _ = caller.read(&mut [0; 64]);
        }
    });
}

#[test]
fn a_host_of_another_version_is_listed_and_left_alone() {
    for (version, program) in [(1, "0.0.9"), (900, "9.0.0")] {
        let house = House::new();
        house.detached("mine", "echo here; cat");
        house.wait_screen("mine", "here");
        let brain = house.brain();
        stranger(&house, version, program);
        let line = house.wait_listed(ID, |line| line["state"] == "other-version");
        assert_eq!((&line["id"], &line["version"]), (&ID.into(), &version.into()));
        let table = house.ok(&["ps"]);
        assert!(table.contains(&format!("other version ({version})")) && table.contains("mine"), "{table}");
        for words in [&["kill", ID][..], &["detach", ID], &["screen", ID], &["log", ID]] {
            told(&house.fails(words, 1), words, version);
        }
        let mut window = Terminal::start(&house.sandbox, Size::cells(24, 80), &[&house.locum, "attach", ID]);
        assert_eq!(window.wait_exit().code(), Some(1), "{}", window.screen());
        told(&window.screen(), &["attach", ID], version);
        assert!(!window.settings().is_raw());
        // Everybody else's sessions go on, and the same brain minds them.
        house.detached("another", "echo there; cat");
        house.wait_screen("another", "there");
        house.ok(&["kill", "mine", "--signal", "KILL"]);
        house.wait_listed("mine", |line| line["exit"] == 137);
        assert_eq!(house.brain(), brain);
        assert_eq!(house.json(&["audit", "verify", "--json"])["ok"], true);
    }
}

#[track_caller]
fn told(words: &str, command: &[&str], version: u16) {
    let words = words.replace('\n', " ");
    assert!(words.contains(&format!("version {version}")), "{command:?}: {words}");
    assert!(words.contains("the locum that started"), "{command:?}: {words}");
}
