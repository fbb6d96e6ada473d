//! Every signal to every process: what it means for the program, and that the terminal survives it.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

use rustix::process::Signal;
use testkit::jobs::{Parts, Sizes, expect_bytes, numbered_lines, printer, signal, storm, wait_until};
use testkit::{PATIENCE, Sandbox, Shell, Size, Terminal, User, keys, process, require};

use crate::locum;

const SIZE: Size = Size::cells(24, 80);

/// What a signal does to a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It reaches the program and ends it; the status is the signal's.
    Ends,
    /// It ends `locum run` alone; the session goes on without it.
    Detaches,
    /// The shell sees its job stopped.
    Stops,
    /// Nothing at all.
    Nothing,
    /// The host is gone, and the client says so.
    HostDies,
}
use Fate::*;

/// Signals to `locum run`, by number: those of the kernel's list that can be caught, and two real-time ones.
const TO_CLIENT: [(i32, Fate); 32] = [
    (1, Detaches),
    (2, Ends),
    (3, Ends),
    (4, Detaches),
    (5, Detaches),
    (6, Detaches),
    (7, Detaches),
    (8, Detaches),
    (10, Ends),
    (11, Detaches),
    (12, Ends),
    (13, Nothing),
    (14, Ends),
    (15, Ends),
    (16, Ends),
    (17, Nothing),
    (18, Nothing),
    (20, Stops),
    (21, Stops),
    (22, Stops),
    (23, Nothing),
    (24, Detaches),
    (25, Detaches),
    (26, Ends),
    (27, Ends),
    (28, Nothing),
    (29, Ends),
    (30, Ends),
    (31, Detaches),
    (34, Ends),
    (50, Ends),
    (64, Ends),
];

/// Signals to the host. SIGTERM is meant for the program; only a fault of its own ends it.
const TO_HOST: [(i32, Fate); 25] = [
    (1, Nothing),
    (2, Nothing),
    (3, Nothing),
    (6, HostDies),
    (10, Nothing),
    (12, Nothing),
    (13, Nothing),
    (14, Nothing),
    (15, Ends),
    (16, Nothing),
    (17, Nothing),
    (18, Nothing),
    (20, Nothing),
    (21, Nothing),
    (22, Nothing),
    (23, Nothing),
    (24, Nothing),
    (25, Nothing),
    (26, Nothing),
    (27, Nothing),
    (28, Nothing),
    (29, Nothing),
    (30, Nothing),
    (34, Nothing),
    (64, Nothing),
];

/// Signals to the leader: a terminal's signals and hang-ups do not reach it.
const TO_LEADER: [(i32, Fate); 13] = [
    (1, Nothing),
    (2, Nothing),
    (3, Nothing),
    (10, Nothing),
    (13, Nothing),
    (14, Nothing),
    (18, Nothing),
    (20, Nothing),
    (21, Nothing),
    (22, Nothing),
    (28, Nothing),
    (30, Nothing),
    (40, Nothing),
];

/// By number, for those that have no name.
#[track_caller]
fn send_number(pid: u32, number: i32) {
    let status = std::process::Command::new("sh").args(["-c", &format!("kill -{number} {pid}")]).status();
    assert!(status.is_ok_and(|status| status.success()), "sending {number} to {pid}");
}

/// In dash, which puts nothing right by itself: what is right afterwards was put right by us.
#[track_caller]
fn check(user: User, number: i32, fate: Fate, to: fn(&Parts) -> u32) {
    testkit::note(format!("{user:?}: signal {number} {fate:?}"));
    let sandbox = Sandbox::for_user(user);
    locum(&sandbox);
    let terminal = Terminal::shell(&sandbox, Shell::Dash);
    let before = terminal.settings();
    terminal.run_line("locum run dash -c 'stty raw -echo; echo up; exec sleep 1000'");
    let parts = Parts::wait(&terminal, "sleep 1000");
    terminal.wait_for("\nup");
    send_number(to(&parts), number);
    match fate {
        Ends | Detaches | HostDies => {}
        Nothing => {
            // It is through once the processes have answered something sent after it.
            terminal.resize(Size::cells(30, 90));
            parts.wait_size(&terminal, Size::cells(30, 90));
            assert!(parts.in_foreground(&terminal), "{}", terminal.describe());
            signal(parts.program, Signal::TERM);
        }
        Stops => {
            terminal.wait_prompt();
            parts.wait_stopped(&terminal);
            wait_until(&terminal, "settings at the prompt", || terminal.settings() == before);
            terminal.run_line("fg");
            parts.wait_foreground(&terminal);
            signal(parts.program, Signal::TERM);
        }
    }
    terminal.wait_prompt();
    wait_until(&terminal, "settings at the end", || terminal.settings() == before);
    let screen = terminal.run_and_wait("echo status $?");
    let status = match fate {
        Ends | Detaches => 128 + number,
        Stops | Nothing => 143,
        HostDies => 125,
    };
    assert!(screen.contains(&format!("\nstatus {status}\n")), "signal {number}: not {status}\n{screen}");
    if fate == Detaches {
        assert!(process::alive(parts.program) && process::alive(parts.host), "signal {number}");
        signal(parts.program, Signal::KILL);
    }
    parts.wait_gone();
}

#[test]
fn every_signal_to_the_client() {
    TO_CLIENT.iter().for_each(|(number, fate)| check(User::Me, *number, *fate, |parts| parts.client));
}

#[test]
fn every_signal_to_the_client_of_an_ordinary_user() {
    TO_CLIENT.iter().for_each(|(number, fate)| check(User::Nobody, *number, *fate, |parts| parts.client));
}

#[test]
fn signals_to_the_host() {
    TO_HOST.iter().for_each(|(number, fate)| check(User::Me, *number, *fate, |parts| parts.host));
}

#[test]
fn signals_to_the_leader() {
    TO_LEADER.iter().for_each(|(number, fate)| check(User::Me, *number, *fate, |parts| parts.leader));
}

/// A program that catches SIGTERM has the last word, whoever of ours got the signal.
#[test]
fn a_termination_is_the_programs_to_handle() {
    let targets: [fn(&Parts) -> u32; 3] = [|parts| parts.client, |parts| parts.host, |parts| parts.program];
    for to in targets {
        let sandbox = Sandbox::new();
        let binary = locum(&sandbox).display().to_string();
        let script = "trap 'echo bye; exit 7' TERM; echo up; while :; do sleep 0.02; done";
        let mut terminal = Terminal::start(&sandbox, SIZE, &[&binary, "run", "dash", "-c", script]);
        terminal.wait_for("up");
        signal(to(&Parts::wait(&terminal, "trap")), Signal::TERM);
        assert_eq!(terminal.wait_exit().code(), Some(7));
        assert!(terminal.screen().contains("bye"), "{}", terminal.screen());
    }
}

#[test]
fn the_last_size_of_a_burst_arrives() {
    const BURST: u16 = 100;
    for user in [User::Me, User::Nobody] {
        let sandbox = Sandbox::for_user(user);
        let binary = locum(&sandbox).display().to_string();
        let sizes = Sizes::start(&sandbox, &binary);
        for last in [Size::cells(31, 191), Size::cells(7, 33), Size::cells(1, 1), Size::cells(24, 80)] {
            sizes.burst(BURST, last);
        }
    }
}

#[test]
fn keys_for_signals_are_bytes_to_a_raw_program() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let script = "stty raw -echo; printf up; dd bs=1 count=4 status=none | od -An -tx1; stty sane";
    let mut terminal = Terminal::start(&sandbox, SIZE, &[&binary, "run", "dash", "-c", script]);
    terminal.wait_for("up");
    for key in [keys::CTRL_C, keys::CTRL_Z, keys::CTRL_BACKSLASH, keys::CTRL_D] {
        terminal.send(key);
    }
    assert_eq!(terminal.wait_exit().code(), Some(0));
    assert!(terminal.screen().contains("03 1a 1c 04"), "{}", terminal.screen());
}

/// Once it is the detach key; twice, the second one is the program's.
#[test]
fn the_quit_key_pressed_twice_ends_a_program_like_natively() {
    for shell in [Shell::Bash, Shell::Dash, Shell::Zsh] {
        let sandbox = Sandbox::new();
        locum(&sandbox);
        let terminal = Terminal::shell(&sandbox, shell);
        let before = terminal.settings();
        terminal.run_line("locum run sleep 1000");
        let parts = Parts::wait(&terminal, "sleep 1000");
        terminal.send(keys::CTRL_BACKSLASH);
        terminal.send(keys::CTRL_BACKSLASH);
        terminal.wait_prompt();
        let screen = terminal.run_and_wait("echo status $?");
        assert!(screen.contains("\nstatus 131\n"), "{shell:?}: {screen}");
        assert_eq!(terminal.settings(), before, "{shell:?}");
        parts.wait_gone();
    }
}

/// The window is closed: the session goes on without it, and ends when its program does.
#[test]
fn a_hang_up_detaches() {
    for user in [User::Me, User::Nobody] {
        for below_a_shell in [false, true] {
            let sandbox = Sandbox::for_user(user);
            let binary = locum(&sandbox).display().to_string();
            let script = "echo up; until [ -e end ]; do sleep 0.02; done; echo late; echo done >result";
            let command = [&binary, "run", "dash", "-c", script];
            let mut terminal = if below_a_shell {
                let terminal = Terminal::shell(&sandbox, Shell::Bash);
                terminal.run_line(&format!("locum run dash -c '{script}'"));
                terminal
            } else {
                Terminal::start(&sandbox, SIZE, &command)
            };
            terminal.wait_for("\nup".trim_start_matches(if below_a_shell { "" } else { "\n" }));
            let parts = Parts::wait(&terminal, "until");
            terminal.hang_up();
            process::wait_until(PATIENCE, "the client gone", || !process::alive(parts.client));
            sandbox.write("home/end", "");
            process::wait_until(PATIENCE, "the program at its end", || {
                std::fs::read(sandbox.home().join("result")).is_ok_and(|text| text == b"done\n")
            });
            parts.wait_gone();
        }
    }
}

#[test]
fn a_hang_up_ends_the_program_if_asked_to() {
    // The second one does not want to go and is killed after a grace.
    for (name, trap) in [("willing", ""), ("deaf", "trap '' HUP; ")] {
        let sandbox = Sandbox::new();
        let binary = locum(&sandbox).display().to_string();
        let script = format!("{trap}echo up; while :; do sleep 0.02; done");
        let mut terminal =
            Terminal::start(&sandbox, SIZE, &[&binary, "run", "--hup-kill", "dash", "-c", &script]);
        terminal.wait_for("up");
        let parts = Parts::wait(&terminal, "while");
        terminal.hang_up();
        process::wait_until(PATIENCE, &format!("the {name} program gone"), || !process::alive(parts.program));
        parts.wait_gone();
    }
}

/// Signals interrupt every system call there is, and no byte may be lost or doubled by that.
#[test]
fn a_storm_of_signals_loses_no_byte() {
    for user in [User::Me, User::Nobody] {
        let sandbox = Sandbox::for_user(user);
        let binary = locum(&sandbox).display().to_string();
        let text = numbered_lines(2 << 20);
        let (mut terminal, parts) = printer(&sandbox, &binary, &text, Duration::from_secs(60));
        let mark = terminal.mark();
        let sent = storm(&parts.harmless_signals(), || {
            terminal.send(b"x");
            terminal.wait_exit();
        });
        assert!(sent > 100, "a storm of {sent}");
        expect_bytes(&terminal, mark, &text);
    }
}

/// `xterm -e locum run`: nobody is there who could continue what stops.
#[test]
fn a_real_terminal_window_does_not_hang() {
    require(&["xterm", "Xvfb"]);
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let mut server = sandbox
        .command("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "640x480x8", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut number = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
    let script = "kill -TSTP $$; kill -STOP $$; stty size >result; echo done >>result";
    let mut window = sandbox
        .command("xterm")
        .args(["-geometry", "77x22", "-e", &binary, "run", "dash", "-c", script])
        .env("DISPLAY", format!(":{}", number.trim()))
        .spawn()
        .unwrap();
    process::wait_until(Duration::from_secs(30), "the program at its end", || {
        std::fs::read_to_string(sandbox.home().join("result")).is_ok_and(|text| text == "22 77\ndone\n")
    });
    let status = window.wait().unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(status.success(), "{status}");
}
