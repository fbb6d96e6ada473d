//! Completion in the shells themselves.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};

use testkit::{Sandbox, Shell, Terminal, require};

use crate::locum;

const TAB: &[u8] = b"\t";
const CLEAR_LINE: &[u8] = b"\x15";

/// How a shell is taught in the course of a session.
fn lesson(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => "source <(locum completions bash)",
        Shell::Zsh => "autoload -U compinit; compinit -u -D; source <(locum completions zsh)",
        Shell::Fish => "locum completions fish | source",
        Shell::Dash => unreachable!("dash completes nothing"),
    }
}

/// A sandbox with a session of this name, as far as completion looks.
fn with_session(name: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    locum(&sandbox);
    sandbox.folder("run/locum");
    sandbox.write("run/locum/bcdfghjk.sock", "");
    symlink("bcdfghjk", sandbox.folder("run/locum/names").join(name)).unwrap();
    sandbox
}

/// Types each beginning, then Tab, and waits for what it becomes.
#[track_caller]
fn check(shell: Shell, lesson: &str, rows: &[(&str, &str)]) {
    let sandbox = with_session("web-server");
    let program = sandbox.write("bin/sleepy-program", "");
    fs::set_permissions(program, Permissions::from_mode(0o755)).unwrap();
    let terminal = Terminal::shell(&sandbox, shell);
    terminal.run_and_wait(lesson);
    for (typed, completed) in rows {
        testkit::note(format!("{shell:?}: {typed}"));
        terminal.type_text(typed);
        terminal.send(TAB);
        terminal.wait_line(completed, |line| line.trim_end().ends_with(&format!("> {completed}")));
        terminal.send(CLEAR_LINE);
        terminal.wait_line("an empty line", |line| line.ends_with("> "));
    }
}

const ROWS: &[(&str, &str)] = &[
    ("locum attach ", "locum attach web-server"),
    ("locum attach we", "locum attach web-server"),
    ("locum detach ", "locum detach web-server"),
    ("locum kill ", "locum kill web-server"),
    ("locum rename ", "locum rename web-server"),
    ("locum log ", "locum log web-server"),
    ("locum screen ", "locum screen web-server"),
    ("locum record ", "locum record web-server"),
    ("locum fac", "locum facts"),
    ("locum config che", "locum config check"),
    ("locum config show --or", "locum config show --origin"),
    ("locum policy che", "locum policy check"),
    ("locum policy use bui", "locum policy use builder"),
    ("locum completions fi", "locum completions fish"),
    ("locum run sleepy-pro", "locum run sleepy-program"),
];

#[test]
fn bash_completes_words_and_names() {
    require(&["bash"]);
    check(Shell::Bash, lesson(Shell::Bash), ROWS);
}

#[test]
fn zsh_completes_words_and_names() {
    require(&["zsh"]);
    check(Shell::Zsh, lesson(Shell::Zsh), ROWS);
}

/// As most people install it: a file that zsh loads at the first Tab, and which must work at the second too.
#[test]
fn zsh_loads_the_script_by_itself() {
    require(&["zsh"]);
    let lesson = "mkdir f; locum completions zsh > f/_locum; fpath=($PWD/f $fpath); autoload -U compinit; compinit -u -D";
    check(Shell::Zsh, lesson, ROWS);
}

#[test]
fn fish_completes_words_and_names() {
    require(&["fish"]);
    check(Shell::Fish, lesson(Shell::Fish), ROWS);
}

#[test]
fn names_of_sessions_that_are_gone_are_not_offered() {
    let sandbox = with_session("here");
    let names = sandbox.root().join("run/locum/names");
    symlink("zzzzzzzz", names.join("gone")).unwrap();
    let long_ago = rustix::fs::Timespec { tv_sec: 1, tv_nsec: 0 };
    let times = rustix::fs::Timestamps { last_access: long_ago, last_modification: long_ago };
    let link = rustix::fs::AtFlags::SYMLINK_NOFOLLOW;
    rustix::fs::utimensat(rustix::fs::CWD, names.join("gone"), &times, link).unwrap();
    let output = sandbox.command("locum").arg("complete-names").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "here\n");
}
