//! `locum facts` tells of a session and of a process what the kernel says.

use testkit::{Sandbox, Size, Terminal, User, process};

use crate::locum;

/// Asks a program's session for its facts from outside until they contain `wanted`.
#[track_caller]
fn check(user: User, script: &str, wanted: &[&str]) {
    let sandbox = Sandbox::for_user(user);
    let binary = locum(&sandbox).display().to_string();
    let script = format!("echo session=$LOCUM_SESSION; {script}");
    let terminal = Terminal::start(&sandbox, Size::cells(24, 80), &[&binary, "run", "bash", "-c", &script]);
    let screen = terminal.wait_for("session=");
    let session = screen.split("session=").nth(1).and_then(|rest| rest.get(..8)).unwrap().to_owned();
    let mut seen = String::new();
    process::wait_until(testkit::PATIENCE, &format!("facts with {wanted:?}"), || {
        let output = sandbox.command(&binary).args(["facts", "--json", &session]).output().unwrap();
        seen =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        wanted.iter().all(|word| seen.contains(word))
    });
}

#[test]
fn a_session_that_asks_for_a_line() {
    for user in [User::Me, User::Nobody] {
        check(
            user,
            "read -p 'name? ' x",
            &["\"reader\":\"read\"", "\"icanon\":1", "\"echo\":1", "\"fg\":\"bash\""],
        );
    }
}

#[test]
fn a_session_that_asks_for_a_password() {
    for user in [User::Me, User::Nobody] {
        check(user, "read -s -p 'password: ' x", &["\"reader\":\"read\"", "\"icanon\":1", "\"echo\":0"]);
    }
}

#[test]
fn a_session_that_works() {
    check(User::Me, "echo 'Continue? [y/n]'; sleep 100", &["\"reader\":\"none\"", "\"fg\":\"sleep\""]);
}

#[test]
fn a_process_by_its_number() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let terminal = Terminal::start(&sandbox, Size::cells(24, 80), &["cat"]);
    let pid = terminal.child_pid().to_string();
    process::wait_until(testkit::PATIENCE, "cat to read", || {
        let output = sandbox.command(&binary).args(["facts", &pid]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).contains("waits in read for input")
    });
}

#[test]
fn what_is_not_there_is_said() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let own = std::process::id().to_string();
    for (target, status, word) in [
        ("hello", 2, "neither a process id nor a session"),
        ("4194000", 1, "no process 4194000"),
        ("bcdfghjk", 1, "no session bcdfghjk"),
        ("../../x", 2, "neither"),
    ] {
        let output = sandbox.command(&binary).args(["facts", target]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{target}: {text}");
        assert!(text.contains(word), "{target}: {text}");
    }
    // This test may itself run on a terminal or not; either way there is an answer and no panic.
    let output = sandbox.command(&binary).args(["facts", &own]).output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
}
