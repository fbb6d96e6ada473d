//! A record that cannot be written costs the record, with one clear warning, and is written later.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use rusqlite::Connection;
use testkit::{PATIENCE, Sandbox, Size, Terminal, User, process};

use super::House;

#[test]
fn a_locked_database_is_told_of_and_caught_up_with() {
    let house = House::new();
    house.detached("first", "cat");
    house.wait_listed("first", |line| line["state"] == "running");
    let database = house.sandbox.path("state/locum/locum.db");
    let blocker = Connection::open(&database).unwrap();
    blocker.execute_batch("BEGIN EXCLUSIVE").unwrap();
    house.detached("second", "echo works anyway; cat");
    house.wait_screen("second", "works anyway");
    process::wait_until(PATIENCE, "a warning", || {
        let output = house.output(&["ps"]);
        String::from_utf8_lossy(&output.stderr).contains("the record cannot be written")
    });
    blocker.execute_batch("ROLLBACK").unwrap();
    process::wait_until(PATIENCE, "the warning to go", || house.output(&["ps"]).stderr.is_empty());
    assert!(house.ok(&["log", "second"]).contains("session.started"));
    assert_eq!(house.json(&["audit", "verify", "--json"])["ok"], true);
}

#[test]
fn a_folder_that_may_not_be_written_is_told_of_once_and_the_program_runs() {
    let house = House::of(User::Nobody);
    let state = house.sandbox.path("state");
    std::fs::set_permissions(&state, std::fs::Permissions::from_mode(0o500)).unwrap();
    let mut terminal = Terminal::start(
        &house.sandbox,
        Size::cells(24, 80),
        &[&house.locum, "run", "sh", "-c", "echo fine; sleep 1"],
    );
    assert_eq!(terminal.wait_exit().code(), Some(0));
    let screen = terminal.screen();
    assert!(screen.contains("fine"), "{screen}");
    assert_eq!(screen.matches("warning").count(), 1, "{screen}");
    std::fs::set_permissions(&state, std::fs::Permissions::from_mode(0o700)).unwrap();
    process::wait_until(PATIENCE, "the record", || {
        let output = house.sandbox.command(&house.locum).args(["ps"]).stdin(Stdio::null()).output();
        output.is_ok_and(|output| output.status.success() && output.stderr.is_empty())
    });
    assert_eq!(house.json(&["audit", "verify", "--json"])["ok"], true);
}

/// A brain that ends while the disk refuses leaves word of what it could not write.
#[test]
fn what_could_not_be_written_before_the_end_is_told_by_the_next_brain() {
    let house = House::new();
    house.detached("first", "cat");
    house.wait_listed("first", |line| line["state"] == "running");
    let blocker = Connection::open(house.sandbox.path("state/locum/locum.db")).unwrap();
    blocker.execute_batch("BEGIN EXCLUSIVE").unwrap();
    house.detached("second", "cat");
    house.ok(&["daemon", "stop"]);
    blocker.execute_batch("ROLLBACK").unwrap();
    house.ok(&["daemon", "start"]);
    process::wait_until(PATIENCE, "the gap", || house.ok(&["log"]).contains("record.gap"));
    assert_eq!(house.json(&["audit", "verify", "--json"])["ok"], true);
}

/// Everything of locum's on a disk that is full: sessions run, the person is warned, and the record is caught up with.
#[test]
fn a_full_disk_costs_nothing_but_a_warning() {
    let sandbox = Sandbox::new().with_locum_home().with_brain();
    let (locum, small) = (crate::locum(&sandbox).display().to_string(), sandbox.path("locum"));
    let mount =
        Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m,mode=700", "none"]).arg(&small).status();
    assert!(mount.is_ok_and(|status| status.success()), "this test has to be allowed to mount (as root)");
    let house = House { sandbox, locum };
    std::fs::write(small.join("filler"), vec![0; 2 << 20]).unwrap_err();
    let started = house.output(&["run", "--detach", "--name", "work", "--", "sh", "-c", "echo fine; cat"]);
    assert!(started.status.success(), "{started:?}");
    house.wait_screen("work", "fine");
    let warning = String::from_utf8_lossy(&house.output(&["ps"]).stderr).into_owned();
    assert!(warning.contains("the record cannot be written") && warning.contains("no space"), "{warning}");
    assert!(
        house.ok(&["daemon", "restart"]).contains("the brain runs"),
        "though it could not note its number"
    );
    std::fs::remove_file(small.join("filler")).unwrap();
    process::wait_until(PATIENCE, "the warning to go", || house.output(&["ps"]).stderr.is_empty());
    assert!(house.ok(&["log", "work"]).contains("session.started"));
    assert_eq!(house.json(&["audit", "verify", "--json"])["ok"], true);
    house.ok(&["kill", "work"]);
    house.ok(&["daemon", "stop"]);
    let _ = Command::new("umount").arg("--lazy").arg(&small).status();
}
