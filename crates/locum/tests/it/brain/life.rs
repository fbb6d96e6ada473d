//! One brain per user, whoever starts it, and sessions that outlive it.

use std::io::{Read, Write};
use std::os::unix::net::UnixListener;

use rustix::process::Signal;
use testkit::jobs::signal;
use testkit::{PATIENCE, Size, Terminal, User, process};
use wire::{Hello, encode};

use super::House;

#[test]
fn ten_commands_at_once_start_exactly_one_brain() {
    let house = House::new();
    let children: Vec<_> = (0..10)
        .map(|_| {
            let mut command = house.sandbox.command(&house.locum);
            command.args(["ps", "--json"]).stdout(std::process::Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "[]");
    }
    let root = house.sandbox.root().display().to_string();
    let brains: Vec<_> = process::all()
        .into_iter()
        .filter(|found| {
            let words = process::cmdline(found.pid);
            words.iter().any(|word| word == "daemon") && environment(found.pid).contains(&root)
        })
        .collect();
    assert_eq!(brains.len(), 1, "{brains:?}");
    assert_eq!(brains[0].pid, house.brain());
}

fn environment(pid: u32) -> String {
    String::from_utf8_lossy(&std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default()).into_owned()
}

#[test]
fn it_is_started_stopped_restarted_and_asked_about() {
    for user in [User::Me, User::Nobody] {
        let house = House::of(user);
        assert_eq!(house.output(&["daemon", "status"]).status.code(), Some(1));
        assert!(house.ok(&["daemon", "start"]).contains("the brain runs"));
        let first = house.brain();
        assert!(house.ok(&["daemon", "start"]).contains(&first.to_string()), "the same one");
        house.ok(&["daemon", "restart"]);
        let second = house.brain();
        assert_ne!(first, second);
        assert!(!process::alive(first));
        assert!(house.ok(&["daemon", "stop"]).contains("has ended"));
        assert!(!process::alive(second));
        assert!(house.ok(&["daemon", "stop"]).contains("did not run"));
    }
}

#[test]
fn a_killed_brain_is_replaced_and_the_next_one_knows_every_session() {
    let house = House::new();
    house.detached("work", "echo before; cat");
    house.wait_screen("work", "before");
    let (before, first) = (house.wait_listed("work", |_| true), house.brain());
    signal(first, Signal::KILL);
    process::wait_until(PATIENCE, "its end", || !process::alive(first));
    let after = house.wait_listed("work", |line| line["state"] == "running");
    assert_eq!((&before["id"], &before["pid"]), (&after["id"], &after["pid"]));
    assert!(house.wait_screen("work", "before").contains("before"), "replayed from the ring");
    assert_ne!(house.brain(), first);
    let log = house.ok(&["log", "work"]);
    assert_eq!(log.matches("session.started").count(), 1, "{log}");
    assert_eq!(log.matches("session.adopted").count(), 1, "{log}");
}

#[test]
fn a_stopped_brain_is_told_of_and_replaced() {
    let house = House::new();
    house.detached("work", "echo here; cat");
    house.wait_screen("work", "here");
    let brain = house.brain();
    signal(brain, Signal::STOP);
    let words = house.fails(&["ps"], 125);
    assert!(words.contains(&brain.to_string()) && words.contains("locum daemon restart"), "{words}");
    house.ok(&["daemon", "restart"]);
    assert!(!process::alive(brain));
    house.wait_screen("work", "here");
}

/// As if a locum of the future had left its brain behind.
#[test]
fn a_brain_of_another_version_is_told_of() {
    let house = House::new();
    house.ok(&["daemon", "start"]);
    house.ok(&["daemon", "stop"]);
    let socket = house.sandbox.path("run/locum/brain.sock");
    let door = UnixListener::bind(&socket).unwrap();
    let future = std::thread::spawn(move || {
        let (mut caller, _) = door.accept().unwrap();
        let hello = Hello { version: 900, program: "9.0.0".into(), session: String::new() };
        caller.write_all(&encode(&hello).unwrap()).unwrap();
        let _ = caller.read(&mut [0; 64]);
    });
    let words = house.fails(&["ps"], 125);
    assert!(words.contains("version 900") && words.contains("9.0.0"), "{words}");
    assert!(words.contains("locum daemon restart"), "{words}");
    future.join().unwrap();
}

#[test]
fn it_ends_by_itself_when_nobody_needs_it_and_not_before() {
    let house = House::new();
    house.sandbox.folder("config/locum");
    house.sandbox.write("config/locum/config.toml", "[brain]\nidle_exit = \"300ms\"\n");
    house.detached("work", "cat");
    let brain = house.brain();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(process::alive(brain), "a session needs it");
    house.ok(&["kill", "work", "--signal", "KILL"]);
    process::wait_until(PATIENCE, "the end of an idle brain", || !process::alive(brain));
}

#[test]
fn a_stopped_brain_does_not_keep_anybody_from_a_session() {
    let house = House::new();
    house.detached("work", "echo here; cat");
    house.wait_screen("work", "here");
    let brain = house.brain();
    signal(brain, Signal::STOP);
    let terminal = Terminal::start(&house.sandbox, Size::cells(24, 80), &[&house.locum, "attach", "work"]);
    terminal.wait_for("here");
    terminal.type_text("typed\r");
    terminal.wait_for("typed\ntyped");
    signal(brain, Signal::CONT);
    house.wait_listed("work", |line| line["attached"] == true);
}

#[test]
fn a_stopped_host_is_listed_as_silent() {
    let house = House::new();
    house.detached("work", "echo here; cat");
    let host = house.wait_listed("work", |line| line["host_pid"] != 0)["host_pid"].as_u64().unwrap();
    let host = u32::try_from(host).unwrap();
    signal(host, Signal::STOP);
    house.ok(&["daemon", "restart"]);
    house.wait_listed("work", |line| line["state"] == "silent");
    signal(host, Signal::CONT);
    house.wait_listed("work", |line| line["state"] == "running");
}

/// Many callers that never ask anything, from inside a session, keep nobody else out.
#[test]
fn a_supervised_program_cannot_keep_others_out() {
    let house = House::new();
    house.ok(&["daemon", "start"]);
    let socket = house.sandbox.path("run/locum/brain.sock").display().to_string();
    house.detached(
        "crowd",
        &format!(
            "python3 -c 'import socket,time\nall=[]\nfor n in range(400):\n s=socket.socket(socket.AF_UNIX)\n s.settimeout(1)\n \
             s.connect(\"{socket}\")\n all.append(s)\nprint(\"crowded\",flush=True)\ntime.sleep(1000)'"
        ),
    );
    house.wait_screen("crowd", "crowded");
    for _ in 0..5 {
        assert!(house.ok(&["ps"]).contains("crowd"));
    }
}
