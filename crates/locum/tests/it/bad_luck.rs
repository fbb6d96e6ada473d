//! Bad luck: readers that go away, shells that go away, leaders that are stopped or killed, limits, odd folders.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use rustix::process::Signal;
use testkit::jobs::{Parts, signal};
use testkit::{Sandbox, Shell, Size, Terminal, keys, process};

use crate::locum;

/// A job whose shell is gone can never come to the front. Natively its read fails; here it ends.
#[test]
fn a_forsaken_background_job_that_reads_gets_an_end_and_no_busy_loop() {
    let sandbox = Sandbox::new();
    locum(&sandbox);
    let shell = Terminal::shell(&sandbox, Shell::Bash);
    let out = sandbox.path("out");
    let program = format!("sleep 0.3; cat; echo ended by \\$? > {}", out.display());
    shell.run_and_wait(&format!("sh -c 'set -m; locum run sh -c \"{program}\" & sleep 0.1'"));
    process::wait_until(testkit::PATIENCE, "the read to end", || {
        fs::read_to_string(&out).is_ok_and(|text| text.contains("ended"))
    });
}

#[test]
fn a_program_whose_output_nobody_reads_any_more_ends() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    for (program, status) in [("yes", "141"), ("sh -c 'trap \"\" PIPE; yes'", "129")] {
        let script = format!("'{binary}' run --pty {program} </dev/null | head -1; echo ${{PIPESTATUS[0]}}");
        let output = sandbox.command("bash").args(["-c", &script]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(text.lines().last(), Some(status), "{program}: {text:?}");
    }
}

#[test]
fn a_stopped_client_and_fg_leave_a_job_inside_running() {
    for _ in 0..5 {
        let sandbox = Sandbox::new();
        locum(&sandbox);
        let terminal = Terminal::shell(&sandbox, Shell::Bash);
        terminal.run_line("PS1='inn''er> ' locum run bash --norc");
        terminal.wait_for("inner>");
        terminal.run_line("sleep 7654");
        process::wait_until(testkit::PATIENCE, "the job inside", || {
            process::find_descendant(terminal.child_pid(), "sleep 7654").is_some()
        });
        let parts = Parts::find(&terminal, "bash --norc").expect("the session");
        signal(parts.client, Signal::STOP);
        terminal.wait_prompt();
        terminal.run_line("fg");
        parts.wait_size(&terminal, Size::cells(24, 80));
        terminal.resize(Size::cells(25, 81));
        parts.wait_size(&terminal, Size::cells(25, 81));
        terminal.send(keys::CTRL_C);
        terminal.wait_screen("the inner prompt", |screen| screen.trim_end().ends_with("inner>"));
        assert!(!terminal.screen().contains("Stopped                 sleep"), "{}", terminal.screen());
        terminal.type_text("exit\r");
        terminal.wait_prompt();
    }
}

#[test]
fn a_stopped_leader_holds_up_no_key() {
    let sandbox = Sandbox::new();
    locum(&sandbox);
    let terminal = Terminal::shell(&sandbox, Shell::Bash);
    terminal.run_line("locum run cat");
    let parts = Parts::wait(&terminal, "cat");
    let answered = |word: &str| {
        terminal.type_text(&format!("{word}\r"));
        terminal.wait_screen("the echo and the answer", |screen| {
            screen.lines().filter(|row| *row == word).count() == 2
        });
    };
    answered("zero");
    signal(parts.leader, Signal::STOP);
    for count in 0..400 {
        // Each of them becomes an order that the leader does not take.
        signal(parts.client, if count % 2 == 0 { Signal::URG } else { Signal::WINCH });
        signal(parts.client, Signal::ALARM);
    }
    ["one", "two"].into_iter().for_each(answered);
    signal(parts.leader, Signal::CONT);
    terminal.wait_prompt();
}

#[test]
fn without_a_leader_signals_still_reach_the_program() {
    let sandbox = Sandbox::new();
    locum(&sandbox);
    let terminal = Terminal::shell(&sandbox, Shell::Bash);
    terminal.run_line("locum run sh -c 'trap \"\" HUP; echo up; while :; do sleep 0.05; done'");
    terminal.wait_for("\nup");
    let parts = Parts::wait(&terminal, "trap");
    signal(parts.leader, Signal::KILL);
    process::wait_until(testkit::PATIENCE, "the leader to be gone", || !process::alive(parts.leader));
    assert!(process::alive(parts.program), "it ignores the hang-up");
    signal(parts.client, Signal::TERM);
    terminal.wait_prompt();
    assert!(terminal.run_and_wait("echo status $?").contains("status 143"), "{}", terminal.screen());
}

#[test]
fn sizes_arrive_when_only_the_output_is_a_terminal() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let script = format!(
        "sleep 30 | '{binary}' run --pty sh -c 'trap \"stty size </dev/tty\" WINCH; echo up; while :; do sleep 0.02; done'"
    );
    let terminal = Terminal::start(&sandbox, Size::cells(24, 80), &["sh", "-c", &script]);
    terminal.wait_for("up");
    terminal.resize(Size::cells(33, 77));
    terminal.wait_for("33 77");
}

#[test]
fn a_limit_on_the_size_of_files_changes_nothing() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let script = format!("ulimit -f 0; '{binary}' run sh -c 'printf \"\\033[?25lhidden\"; exit 6'");
    let mut terminal = Terminal::start(&sandbox, Size::cells(24, 80), &["bash", "-c", &script]);
    assert_eq!(terminal.wait_exit().code(), Some(6), "{}", terminal.screen());
}

#[test]
fn a_search_path_from_here_works_from_there() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let tool = sandbox.folder("sub").join("local-tool");
    fs::write(&tool, "#!/bin/sh\npwd\n").unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    let output = sandbox
        .command("sh")
        .args(["-c", &format!("PATH=.:$PATH; cd .. ; '{binary}' run --cwd sub local-tool")])
        .current_dir(sandbox.root().join("sub"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).trim_end().ends_with("/sub"), "{output:?}");
}

#[test]
fn a_relative_home_is_the_same_one_inside() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    sandbox.folder("elsewhere");
    let script = format!(
        "cd '{}' && LOCUM_HOME=here '{binary}' run --cwd elsewhere sh -c 'locum facts $LOCUM_SESSION'",
        sandbox.root().display()
    );
    let mut terminal = Terminal::start(&sandbox, Size::cells(24, 80), &["sh", "-c", &script]);
    let status = terminal.wait_exit();
    assert!(status.success() && terminal.screen().contains("reader"), "{}", terminal.screen());
    assert!(!sandbox.path("elsewhere").join("here").exists(), "a second home was made");
}

#[test]
fn errors_to_another_terminal_go_there() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let other = Terminal::start(&sandbox, Size::cells(24, 80), &["sh", "-c", "tty; sleep 30"]);
    let name = other.wait_for("/dev/").lines().next().unwrap_or_default().to_owned();
    let script = format!("'{binary}' run sh -c 'echo wrong >&2; echo right' 2>{name}");
    let mut terminal = Terminal::start(&sandbox, Size::cells(24, 80), &["sh", "-c", &script]);
    assert!(terminal.wait_exit().success());
    assert_eq!(terminal.screen().trim(), "right");
    other.wait_for("wrong");
}
