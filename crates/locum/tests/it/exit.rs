//! The exit status is the program's, whatever it is; and plain pipes are as if locum were not there.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;

use testkit::{Sandbox, Size, Terminal, process};

use crate::locum;

fn run(script: &str) -> (std::process::ExitStatus, String) {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let mut terminal = Terminal::start(&sandbox, Size::cells(24, 80), &[&binary, "run", "sh", "-c", script]);
    let status = terminal.wait_exit();
    (status, terminal.screen())
}

#[test]
fn every_status_comes_through() {
    for code in [0, 1, 2, 3, 124, 125, 126, 127, 128, 129, 130, 137, 139, 143, 255] {
        let (status, screen) = run(&format!("exit {code}"));
        assert_eq!(status.code(), Some(code), "{screen}");
    }
    for (signal, status) in
        [("KILL", 137), ("TERM", 143), ("SEGV", 139), ("HUP", 129), ("INT", 130), ("USR1", 138)]
    {
        let (ended, screen) = run(&format!("kill -{signal} $$"));
        assert_eq!(ended.code(), Some(status), "{signal}: {screen}");
    }
}

#[test]
fn all_output_is_there_when_the_program_has_ended() {
    for round in 0..10 {
        let (_, screen) = run("i=0; while [ $i -lt 4000 ]; do echo line $i; i=$((i+1)); done");
        assert!(screen.contains("line 3999"), "round {round}:\n{screen}");
    }
}

#[test]
fn a_grandchild_that_holds_the_terminal_does_not_hold_up_the_end() {
    let sandbox = Sandbox::new();
    locum(&sandbox);
    let shell = Terminal::shell(&sandbox, testkit::Shell::Bash);
    let go = sandbox.path("go");
    let script =
        format!("(while [ ! -e {} ]; do sleep 0.02; done; echo late word) & echo main done", go.display());
    let screen = shell.run_and_wait(&format!("locum run sh -c '{script}'; echo status $?"));
    assert!(screen.contains("status 0") && !screen.contains("late word\n"), "{screen}");
    sandbox.write("go", "");
    shell.wait_screen("the late word", |screen| {
        screen.lines().any(|line| line.contains("late word") && !line.contains("while"))
    });
}

#[test]
fn with_pipes_the_program_takes_our_place() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let mut child = sandbox
        .command(&binary)
        .args(["run", "sh", "-c", "echo pid $$ session [$LOCUM_SESSION]; cat; echo err >&2; exit 7"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"through the pipe\n").unwrap();
    let pid = child.id();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text, format!("pid {pid} session []\nthrough the pipe\n"));
    assert_eq!(output.stderr, b"err\n");
    assert_eq!(output.status.code(), Some(7));
}

#[test]
fn with_pipes_a_signal_that_ends_the_program_ends_us() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let output = sandbox.command(&binary).args(["run", "-v", "sh", "-c", "kill -TERM $$"]).output().unwrap();
    assert_eq!(output.status.signal(), Some(15));
    assert!(String::from_utf8_lossy(&output.stderr).contains("plain pipes"));
}

#[test]
fn closed_standard_descriptors_stay_closed() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let script = format!("'{binary}' run ls -l /proc/self/fd <&- | grep -c ' 0 -> ' ; echo piped");
    let output = sandbox.command("sh").args(["-c", &script]).output().unwrap();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    // Descriptor 0 may be the folder that ls itself opens, but never the /dev/null a runtime put there.
    assert!(text.contains("piped") && !text.contains("/dev/null"), "{text}");
}

#[test]
fn a_broken_pipe_ends_the_program_as_it_would_without_us() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let script = format!("'{binary}' run yes | head -1; echo ${{PIPESTATUS[0]}}");
    let output = sandbox.command("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "y\n141\n");
}

#[test]
fn a_terminal_can_be_had_in_a_pipeline() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let mut child = sandbox
        .command(&binary)
        .args(["run", "--pty", "sh", "-c", "test -t 0 && test -t 1 && echo terminal; cat; exit 5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"one\ntwo without an end").unwrap();
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(5));
    assert!(text.contains("terminal\r\n"), "{text:?}");
    for line in ["one", "two without an end"] {
        assert_eq!(text.matches(line).count(), 2, "echoed by the terminal and repeated by cat: {text:?}");
    }
}

#[test]
fn a_long_command_line_does_not_swallow_what_comes_after_it() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let long = vec!["x".repeat(100_000); 6];
    let words: Vec<&str> = [binary.as_str(), "run", "sh", "-c", "read line; echo got $line"]
        .into_iter()
        .chain(long.iter().map(String::as_str))
        .collect();
    let mut terminal = Terminal::start(&sandbox, Size::cells(24, 80), &words);
    terminal.type_text("a line\r");
    assert!(terminal.wait_exit().success());
    assert!(terminal.screen().contains("got a line"), "{}", terminal.screen());
}

#[test]
fn nothing_is_left_running() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let mut terminal = Terminal::start(&sandbox, Size::cells(24, 80), &[&binary, "run", "true"]);
    assert!(terminal.wait_exit().success());
    process::wait_until(testkit::PATIENCE, "host and leader to be gone", || {
        !process::all()
            .iter()
            .any(|found| process::cmdline_contains(found.pid, &binary) || runs_from(found.pid, &binary))
    });
    assert_eq!(sandbox.sockets(), [] as [std::path::PathBuf; 0], "a socket was left behind");
}

fn runs_from(pid: u32, binary: &str) -> bool {
    std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|path| path.display().to_string() == binary)
}
