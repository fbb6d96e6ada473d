//! One suspended program after the other: prompt, settings, `fg`, the new window size, the end.

use rustix::process::Signal;
use testkit::jobs::{Parts, signal};
use testkit::{Sandbox, Shell, Size, Terminal, User, keys, process, require};

use crate::locum;

/// How a program comes to be stopped.
#[derive(Debug, Clone, Copy)]
enum Stop {
    /// These keys are typed.
    Keys(&'static [u8]),
    /// A signal is sent to it.
    Sent(Signal),
    /// A signal is sent to `locum run`.
    SentToClient(Signal),
}

/// How it ends after `fg`.
#[derive(Debug, Clone, Copy)]
enum End {
    Keys(&'static [u8]),
    Killed,
}

struct Row {
    name: &'static str,
    needs: &'static str,
    command: &'static str,
    /// In the command line of the program once it is ready, and what it shows then.
    needle: &'static str,
    shows: &'static str,
    stop: Stop,
    end: End,
}

const LINE: &[u8] = b"stop\r";

const ROWS: [Row; 9] = [
    Row {
        name: "sleep, Ctrl-Z",
        needs: "sleep",
        command: "sleep 1000",
        needle: "sleep 1000",
        shows: "",
        stop: Stop::Keys(keys::CTRL_Z),
        end: End::Keys(keys::CTRL_C),
    },
    Row {
        name: "vim, Ctrl-Z read as a byte",
        needs: "vim",
        command: "vim -u NONE -N",
        needle: "vim -u",
        shows: "~",
        stop: Stop::Keys(keys::CTRL_Z),
        end: End::Keys(b":q!\r"),
    },
    Row {
        name: "python prompt, Ctrl-Z",
        needs: "python3",
        command: "python3 -q",
        needle: "python3",
        shows: ">>>",
        stop: Stop::Keys(keys::CTRL_Z),
        end: End::Keys(b"exit()\r"),
    },
    Row {
        name: "a shell that suspends itself",
        needs: "bash",
        command: "bash --norc -i",
        needle: "bash --norc -i",
        shows: "bash-",
        stop: Stop::Keys(b"suspend\r"),
        end: End::Keys(b"exit\r"),
    },
    Row {
        name: "a script that stops itself",
        needs: "dash",
        command: "dash -c 'while read x; do kill -STOP $$; done'",
        needle: "dash -c while",
        shows: "",
        stop: Stop::Keys(LINE),
        end: End::Keys(keys::CTRL_D),
    },
    Row {
        name: "python stops itself with SIGTSTP",
        needs: "python3",
        command: "python3 stops.py",
        needle: "stops.py",
        shows: "up",
        stop: Stop::Keys(LINE),
        end: End::Keys(keys::CTRL_D),
    },
    Row {
        name: "SIGTTIN to the program",
        needs: "sleep",
        command: "sleep 1000",
        needle: "sleep 1000",
        shows: "",
        stop: Stop::Sent(Signal::TTIN),
        end: End::Killed,
    },
    Row {
        name: "SIGSTOP to the program",
        needs: "sleep",
        command: "sleep 1000",
        needle: "sleep 1000",
        shows: "",
        stop: Stop::Sent(Signal::STOP),
        end: End::Killed,
    },
    Row {
        name: "SIGTSTP to locum run",
        needs: "sleep",
        command: "sleep 1000",
        needle: "sleep 1000",
        shows: "",
        stop: Stop::SentToClient(Signal::TSTP),
        end: End::Keys(keys::CTRL_C),
    },
];

const STOPS_PY: &str = "import os, signal, sys
print('up', flush=True)
for line in sys.stdin:
    os.kill(os.getpid(), signal.SIGTSTP)
";

#[track_caller]
fn check(user: User, shell: Shell, row: &Row) {
    require(&[shell.name(), row.needs]);
    testkit::note(format!("{user:?} {shell:?}: {}", row.name));
    let sandbox = Sandbox::for_user(user);
    locum(&sandbox);
    sandbox.write("home/stops.py", STOPS_PY);
    let terminal = Terminal::shell(&sandbox, shell);
    let before = terminal.settings();
    terminal.run_line(&format!("locum run {}", row.command));
    let parts = Parts::wait(&terminal, row.needle);
    terminal.wait_for(row.shows);
    for size in [Size::cells(30, 90), Size::cells(20, 70)] {
        match row.stop {
            Stop::Keys(keys) => terminal.send(keys),
            Stop::Sent(number) => signal(parts.program, number),
            Stop::SentToClient(number) => signal(parts.client, number),
        }
        terminal.wait_prompt();
        parts.wait_stopped(&terminal);
        assert_eq!(terminal.settings(), before, "at the prompt\n{}", terminal.describe());
        terminal.resize(size);
        terminal.run_line("fg");
        parts.wait_foreground(&terminal);
        parts.wait_size(&terminal, size);
    }
    match row.end {
        End::Keys(keys) => terminal.send(keys),
        End::Killed => signal(parts.program, Signal::KILL),
    }
    terminal.wait_prompt();
    parts.wait_gone();
    assert_eq!(terminal.settings(), before, "at the end\n{}", terminal.describe());
}

fn check_all(user: User, shell: Shell) {
    ROWS.iter().for_each(|row| check(user, shell, row));
}

#[test]
fn programs_suspend_and_resume_in_bash() {
    check_all(User::Me, Shell::Bash);
}

#[test]
fn programs_suspend_and_resume_in_zsh() {
    check_all(User::Me, Shell::Zsh);
}

#[test]
fn programs_suspend_and_resume_in_dash() {
    check_all(User::Me, Shell::Dash);
}

#[test]
fn programs_suspend_and_resume_in_fish() {
    check_all(User::Me, Shell::Fish);
}

#[test]
fn programs_suspend_and_resume_for_an_ordinary_user_in_bash_and_zsh() {
    check_all(User::Nobody, Shell::Bash);
    check_all(User::Nobody, Shell::Zsh);
}

#[test]
fn programs_suspend_and_resume_for_an_ordinary_user_in_dash_and_fish() {
    check_all(User::Nobody, Shell::Dash);
    check_all(User::Nobody, Shell::Fish);
}

/// What a person changes with `stty` while the program is suspended is theirs to keep.
#[test]
fn settings_changed_while_suspended_survive() {
    for shell in [Shell::Bash, Shell::Zsh, Shell::Dash] {
        let sandbox = Sandbox::new();
        locum(&sandbox);
        let terminal = Terminal::shell(&sandbox, shell);
        terminal.run_line("locum run sleep 1000");
        let parts = Parts::wait(&terminal, "sleep 1000");
        terminal.send(keys::CTRL_Z);
        terminal.wait_prompt();
        terminal.run_line("stty intr ^K");
        terminal.wait_prompt();
        terminal.run_line("fg");
        parts.wait_foreground(&terminal);
        signal(parts.program, Signal::TERM);
        terminal.wait_prompt();
        let screen = terminal.run_and_wait("stty -a | grep -o 'intr = ..'");
        assert!(screen.contains("\nintr = ^K"), "{shell:?}: {screen}");
    }
}

/// `kill -STOP` of `locum run` gives the prompt back; the program stops with it instead of drawing over it.
#[test]
fn a_stopped_client_stops_the_program_and_fg_brings_both_back() {
    for shell in Shell::ALL {
        let sandbox = Sandbox::new();
        locum(&sandbox);
        let terminal = Terminal::shell(&sandbox, shell);
        let before = terminal.settings();
        terminal.run_line("locum run sleep 1000");
        let parts = Parts::wait(&terminal, "sleep 1000");
        signal(parts.client, Signal::STOP);
        terminal.wait_prompt();
        parts.wait_stopped(&terminal);
        testkit::jobs::wait_until(&terminal, &format!("{shell:?}: settings as before"), || {
            terminal.settings() == before
        });
        terminal.run_line("fg");
        parts.wait_foreground(&terminal);
        terminal.send(keys::CTRL_C);
        terminal.wait_prompt();
        parts.wait_gone();
        assert_eq!(terminal.settings(), before, "{shell:?}");
    }
}

/// A window whose only program is locum (`xterm -e locum run`): there is no shell to go back to, so nothing may
/// stop for good.
#[test]
fn an_orphaned_client_resumes_what_stops() {
    for (name, command, stop) in [
        ("typed", "echo up; exec sleep 1000", Some(keys::CTRL_Z)),
        ("itself", "echo up; kill -TSTP $$; kill -STOP $$; exec sleep 1000", None),
    ] {
        let sandbox = Sandbox::new();
        let binary = locum(&sandbox).display().to_string();
        let mut terminal =
            Terminal::start(&sandbox, Size::cells(24, 80), &[&binary, "run", "sh", "-c", command]);
        terminal.wait_for("up");
        if let Some(stop) = stop {
            terminal.send(stop);
        }
        let parts = Parts::wait(&terminal, "sleep 1000");
        assert_ne!(process::state(parts.client), Some('T'), "{name}");
        terminal.send(keys::CTRL_C);
        terminal.wait_exit();
        parts.wait_gone();
    }
}

/// Native zsh and fish tell of the stop whenever they hear of it, so their screens cannot be compared; here it
/// counts that the program stops, and gets what is typed after `fg`.
#[test]
fn a_reader_in_the_background_stops_until_fg() {
    for shell in Shell::ALL {
        let sandbox = Sandbox::new();
        locum(&sandbox);
        let terminal = Terminal::shell(&sandbox, shell);
        terminal.run_line("locum run cat &");
        let mut parts = None;
        testkit::jobs::wait_until(&terminal, "cat started", || {
            parts = Parts::find(&terminal, "cat");
            parts.is_some()
        });
        let Some(parts) = parts else { unreachable!("just waited for it") };
        parts.wait_stopped(&terminal);
        terminal.wait_prompt();
        terminal.run_line("fg");
        parts.wait_foreground(&terminal);
        terminal.run_line("hello");
        terminal.wait_for("hello\nhello");
        terminal.send(keys::CTRL_D);
        terminal.wait_prompt();
        parts.wait_gone();
    }
}

/// A stop in the very first moment is no less a stop.
#[test]
fn a_program_that_stops_at_once_gives_the_prompt_back() {
    const TIMES: u32 = 20;
    let sandbox = Sandbox::new();
    locum(&sandbox);
    let terminal = Terminal::shell(&sandbox, Shell::Bash);
    for _ in 0..TIMES {
        terminal.run_line("locum run dash -c 'kill -STOP $$; sleep 0.01'");
        terminal.wait_prompt();
        terminal.run_line("fg");
        terminal.wait_prompt();
    }
    let screen = terminal.run_and_wait("jobs; echo none''left");
    assert!(screen.ends_with(&format!("\nnoneleft\nready{}>", 2 * TIMES + 2)), "{screen}");
    assert!(screen.contains("Stopped"), "{screen}");
}
