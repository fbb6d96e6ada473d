//! The detach key, at a real terminal.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use testkit::jobs::{Parts, signal, wait_until};
use testkit::{Sandbox, Shell, Size, Terminal, keys, process, require};

use super::Detached;
use crate::locum;

/// Reads keys as they come and writes them into the file `typed`.
const READER: &str = "stty raw -echo; echo up; exec cat >typed";

#[test]
fn it_lets_go_and_the_terminal_is_left_in_order() {
    require(&["vim"]);
    let sandbox = Sandbox::new();
    locum(&sandbox);
    let terminal = Terminal::shell(&sandbox, Shell::Bash);
    let before = terminal.settings();
    terminal.run_line("locum run vim -u NONE");
    let parts = Parts::wait(&terminal, "vim");
    terminal.wait_for("~");
    for _ in 0..3 {
        terminal.send(keys::CTRL_BACKSLASH);
        terminal.wait_prompt();
        assert_eq!(terminal.settings(), before);
        let screen = terminal.run_and_wait("echo status $?");
        assert!(screen.contains("status 0") && screen.contains("to return]"), "{screen}");
        assert!(process::alive(parts.program));
        terminal.run_and_wait("clear");
        terminal.run_line("locum attach");
        terminal.wait_for("~");
        wait_until(&terminal, "raw mode", || terminal.settings().is_raw());
    }
    terminal.type_text(":q!\r");
    terminal.wait_prompt();
    parts.wait_gone();
}

/// In line mode, where keys are read one at a time, and in raw mode, where they are read in runs.
#[test]
fn twice_it_is_for_the_program() {
    let session = Detached::start(&["sleep", "1000"]);
    let mut terminal = session.attach(Size::cells(24, 80));
    session.wait_terminal(true);
    wait_until(&terminal, "raw mode", || terminal.settings().is_raw());
    terminal.send(keys::CTRL_BACKSLASH);
    terminal.send(keys::CTRL_BACKSLASH);
    let status = terminal.wait_exit();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(3), "{status:?}");
    let session = Detached::start(&["sh", "-c", READER]);
    let mut terminal = session.attach(Size::cells(24, 80));
    wait_until(&terminal, "raw mode", || terminal.settings().is_raw());
    session.wait("the program to read", |_| session.sandbox.home().join("typed").exists());
    let mut expected = Vec::new();
    for (typed, passed) in [
        (b"a".as_slice(), b"a".as_slice()),
        (b"\x1c\x1c", b"\x1c"),
        (b"\x1b[92;5u\x1b[92;5u", b"\x1b[92;5u"),
        (b"\x1b[27;5;92~\x1b[27;5;92~", b"\x1b[27;5;92~"),
        (b"\x1cx", b"\x1cx"),
        (b"ab\x1ccd", b"ab\x1ccd"),
        (b"\x1b[200~\x1c\x1c\x1b[201~", b"\x1b[200~\x1c\x1c\x1b[201~"),
    ] {
        terminal.send(typed);
        expected.extend_from_slice(passed);
        wait_until(&terminal, &format!("{} passed on", typed.escape_ascii()), || {
            std::fs::read(session.sandbox.home().join("typed")).is_ok_and(|bytes| bytes == expected)
        });
    }
    terminal.send(b"\x1b[92;5u");
    assert_eq!(terminal.wait_exit().code(), Some(0));
    assert_eq!(std::fs::read(session.sandbox.home().join("typed")).unwrap(), expected);
    session.wait_terminal(false);
}

/// In line mode the terminal that spells keys out is understood too, though its bytes are read one at a time.
#[test]
fn spelled_out_in_line_mode_it_lets_go() {
    let session = Detached::start(&["cat"]);
    for key in [b"\x1b[92;5u".as_slice(), b"\x1b[27;5;92~", b"\x1c"] {
        let mut terminal = session.attach(Size::cells(24, 80));
        wait_until(&terminal, "raw mode", || terminal.settings().is_raw());
        terminal.type_text("word\r");
        terminal.wait_for("word\nword");
        terminal.send(key);
        assert_eq!(terminal.wait_exit().code(), Some(0));
        let log = String::from_utf8_lossy(&terminal.log()).into_owned();
        assert!(!log.contains("^["), "{log}");
        session.wait_terminal(false);
    }
}

/// What the key waits for is only silence: output does not keep it.
#[test]
fn it_lets_go_while_output_flows() {
    let session = Detached::start(&["yes", "flood"]);
    for _ in 0..5 {
        let mut terminal = session.attach(Size::cells(24, 80));
        terminal.wait_for("flood");
        terminal.send(keys::CTRL_BACKSLASH);
        assert_eq!(terminal.wait_exit().code(), Some(0));
        session.wait_terminal(false);
    }
    signal(session.describe().pid, rustix::process::Signal::KILL);
}

/// A pipe is no keyboard: what comes through one is for the program, all of it.
#[test]
fn a_pipe_has_no_detach_key() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox);
    let script = "stty raw -echo; echo up; head -c 2 | od -An -tx1";
    let mut command = sandbox.command(&binary.display().to_string());
    command.args(["run", "--pty", "sh", "-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "up\n");
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"\x1c").unwrap();
    // Longer than the key would be held back at a terminal.
    std::thread::sleep(std::time::Duration::from_millis(600));
    input.write_all(b"\x1c").unwrap();
    line.clear();
    output.read_line(&mut line).unwrap();
    assert_eq!(line.trim(), "1c 1c");
    child.wait().unwrap();
}
