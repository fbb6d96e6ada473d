//! Bad input gets a clear word, the right exit code, and leaves nothing behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use testkit::{Sandbox, Size, Terminal};

use crate::locum;

/// Runs `locum ARGUMENTS` in a terminal and expects this status and these words on it.
#[track_caller]
fn check(sandbox: &Sandbox, arguments: &[&str], status: i32, words: &[&str]) {
    let binary = locum(sandbox).display().to_string();
    let argv: Vec<&str> = [&[binary.as_str()], arguments].concat();
    let mut terminal = Terminal::start(sandbox, Size::cells(60, 200), &argv);
    let ended = terminal.wait_exit();
    let screen = terminal.screen();
    assert_eq!(ended.code(), Some(status), "{arguments:?}\n{screen}");
    for word in words {
        assert!(screen.contains(word), "{arguments:?}: no '{word}' in\n{screen}");
    }
    let untouched = Terminal::start(sandbox, Size::cells(60, 200), &["true"]).settings();
    assert_eq!(terminal.settings(), untouched, "{arguments:?} changed the terminal");
}

#[test]
fn words_that_are_no_command_line() {
    let sandbox = Sandbox::new();
    check(&sandbox, &[], 2, &["Usage:"]);
    check(&sandbox, &["run"], 2, &["CMD"]);
    check(&sandbox, &["run", "--no-such-flag", "true"], 2, &["--no-such-flag"]);
    check(&sandbox, &["runn", "true"], 2, &["run"]);
    check(&sandbox, &["run", "--record-input", "true"], 2, &["--record"]);
}

#[test]
fn options_after_the_program_are_the_programs() {
    let sandbox = Sandbox::new();
    check(&sandbox, &["run", "echo", "-v", "--pty", "--", "x"], 0, &["-v --pty -- x"]);
    check(&sandbox, &["run", "--", "echo", "--cwd"], 0, &["--cwd"]);
}

#[test]
fn programs_that_cannot_be_run() {
    let sandbox = Sandbox::new();
    let plain = sandbox.write("plain.txt", "no program");
    let broken = sandbox.write("broken", "#!/no/such/interpreter\n");
    fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).unwrap();
    let (plain, broken) = (plain.display().to_string(), broken.display().to_string());
    check(&sandbox, &["run", "gti-no-such-thing-at-all"], 127, &["command not found"]);
    check(&sandbox, &["run", "slepp"], 127, &["command not found", "Did you mean 'sleep'?"]);
    check(&sandbox, &["run", "./nothing/here"], 127, &["not found"]);
    check(&sandbox, &["run", &plain], 126, &["not executable"]);
    check(&sandbox, &["run", "/"], 126, &["is a folder"]);
    check(&sandbox, &["run", &broken], 126, &["cannot execute"]);
    check(&sandbox, &["run", "--cwd", "/no/such/folder", "true"], 2, &["/no/such/folder", "No such file"]);
    check(&sandbox, &["run", "--cwd", &plain, "true"], 2, &["plain.txt", "ot a directory"]);
}

/// The process that could not become the program ends at the same time as the leader which says so: whoever is heard first, the
/// reason is told. Many at once, so that the host is sometimes late.
#[test]
fn why_it_cannot_be_run_is_told_however_late_the_host_is() {
    let sandbox = Sandbox::new();
    let broken = sandbox.write("broken", "#!/no/such/interpreter\n").display().to_string();
    fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).unwrap();
    let binary = locum(&sandbox).display().to_string();
    for _ in 0..6 {
        let start = |_| Terminal::start(&sandbox, Size::cells(24, 200), &[&binary, "run", &broken]);
        let mut all: Vec<Terminal> = (0..20).map(start).collect();
        for terminal in &mut all {
            let ended = terminal.wait_exit();
            assert_eq!(ended.code(), Some(126), "{}", terminal.screen());
        }
    }
}

#[test]
fn a_script_without_its_first_line_is_run_by_the_shell() {
    let sandbox = Sandbox::new();
    let script = sandbox.write("script", "echo from $0 with $1\n");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    check(&sandbox, &["run", &script.display().to_string(), "words"], 0, &["script with words"]);
}

#[test]
fn a_name_with_control_characters_cannot_touch_the_terminal() {
    let sandbox = Sandbox::new();
    check(&sandbox, &["run", "\x1b[2J\x1b]0;owned\x07x"], 127, &["\\u{1b}[2J", "command not found"]);
}

#[test]
fn the_working_folder_is_the_programs() {
    let sandbox = Sandbox::new();
    let folder = sandbox.folder("work place");
    let script = folder.join("here");
    fs::write(&script, "#!/bin/sh\npwd\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    check(&sandbox, &["run", "--cwd", &folder.display().to_string(), "./here"], 0, &["/work place"]);
}

#[test]
fn a_runtime_folder_that_others_can_enter_is_refused() {
    let sandbox = Sandbox::new().with_locum_home();
    let home = sandbox.env().into_iter().find(|(name, _)| name == "LOCUM_HOME").unwrap().1;
    let run = std::path::Path::new(&home).join("run");
    fs::create_dir_all(&run).unwrap();
    fs::set_permissions(&run, fs::Permissions::from_mode(0o755)).unwrap();
    check(&sandbox, &["run", "true"], 125, &["open to others", "700", "LOCUM_HOME"]);
    fs::set_permissions(&run, fs::Permissions::from_mode(0o700)).unwrap();
    check(&sandbox, &["run", "true"], 0, &[]);
    fs::remove_dir_all(&run).unwrap();
    fs::write(&run, "").unwrap();
    check(&sandbox, &["run", "true"], 125, &["run", "LOCUM_HOME"]);
}

#[test]
fn a_runtime_folder_of_somebody_else_is_refused() {
    let sandbox = Sandbox::new();
    let theirs = sandbox.folder("theirs");
    if rustix::process::geteuid().is_root() {
        let nobody = rustix::process::Uid::from_raw(65534);
        rustix::fs::chown(&theirs, Some(nobody), None).unwrap();
        check_with(&sandbox, "XDG_RUNTIME_DIR", &theirs.display().to_string(), 125, "belongs to user 65534");
    } else {
        check_with(&sandbox, "XDG_RUNTIME_DIR", "/", 125, "belongs to user 0");
    }
    check_with(&sandbox, "XDG_RUNTIME_DIR", "/no/such/folder", 0, "");
}

#[track_caller]
fn check_with(sandbox: &Sandbox, name: &str, value: &str, status: i32, word: &str) {
    let binary = locum(sandbox).display().to_string();
    let mut terminal = Terminal::launch(sandbox).env(name, value).start(&[&binary, "run", "true"]);
    let ended = terminal.wait_exit();
    assert_eq!(ended.code(), Some(status), "{}", terminal.screen());
    assert!(terminal.screen().contains(word), "{}", terminal.screen());
}

#[test]
fn a_path_too_long_for_a_socket_falls_back_to_a_short_folder() {
    let sandbox = Sandbox::new();
    let long = sandbox.folder(&"x".repeat(120));
    fs::set_permissions(&long, fs::Permissions::from_mode(0o700)).unwrap();
    let binary = locum(&sandbox).display().to_string();
    let script = format!("{binary} facts $LOCUM_SESSION --json");
    let mut terminal = Terminal::launch(&sandbox)
        .env("LOCUM_HOME", &long.display().to_string())
        .start(&[&binary, "run", "sh", "-c", &script]);
    terminal.wait_for("\"reader\"");
    assert!(terminal.wait_exit().success(), "{}", terminal.screen());
}

#[test]
fn a_terminal_without_a_size_stays_without_one() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let mut terminal = Terminal::start(&sandbox, Size::cells(0, 0), &[&binary, "run", "stty", "size"]);
    assert!(terminal.wait_exit().success());
    assert_eq!(String::from_utf8_lossy(&terminal.log()), "0 0\r\n");
}

#[test]
fn a_locum_inside_a_locum_works_and_says_so_if_asked() {
    let sandbox = Sandbox::new();
    locum(&sandbox);
    check(
        &sandbox,
        &["run", "locum", "run", "-v", "sh", "-c", "echo deep; exit 9"],
        9,
        &["inside session", "deep"],
    );
}
