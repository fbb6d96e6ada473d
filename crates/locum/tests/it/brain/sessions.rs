//! Sessions as people handle them: by name, from any terminal.

use testkit::{PATIENCE, Size, Terminal, User, process};

use super::House;

#[test]
fn a_session_is_listed_with_everything_a_script_needs() {
    for user in [User::Me, User::Nobody] {
        let house = House::of(user);
        house.detached("build", "printf '\\033]0;compiling\\007'; echo up; cat");
        house.wait_screen("build", "up");
        let line = house.wait_listed("build", |line| line["title"] == "compiling");
        assert_eq!(line["state"], "running");
        assert_eq!(line["attached"], false);
        assert_eq!(line["command"][0], "sh");
        assert_eq!(line["id"].as_str().unwrap().len(), 8);
        let pid = u32::try_from(line["pid"].as_u64().unwrap()).unwrap();
        assert!(process::cmdline_contains(pid, "compiling"));
        let table = house.ok(&["ps"]);
        assert!(
            table.starts_with("NAME") && table.contains("build") && table.contains("detached"),
            "{table}"
        );
    }
}

#[test]
fn a_session_with_a_terminal_is_attached_and_its_end_is_known() {
    let house = House::new();
    let mut terminal = Terminal::start(
        &house.sandbox,
        Size::cells(24, 80),
        &[&house.locum, "run", "--name", "mine", "sh", "-c", "echo up; read x; exit 7"],
    );
    terminal.wait_for("up");
    house.wait_listed("mine", |line| line["attached"] == true && line["state"] == "running");
    terminal.type_text("\r");
    assert_eq!(terminal.wait_exit().code(), Some(7));
    let line = house.wait_listed("mine", |line| line["state"] == "ended");
    assert_eq!(line["exit"], 7);
    assert!(!house.ok(&["ps"]).contains("mine"), "only with --all");
    assert!(house.ok(&["log", "mine"]).contains("session.ended"), "by name, after its end");
    let words = house.fails(&["status", "mine"], 1);
    assert!(words.contains("'mine' ended") && words.contains("status 7"), "{words}");
    assert!(house.fails(&["status", "yours"], 1).contains("no session 'yours'"));
}

#[test]
fn names_are_given_once_and_can_be_changed() {
    let house = House::new();
    house.detached("one", "cat");
    let words = house.fails(&["run", "--detach", "--name", "one", "--", "cat"], 2);
    assert!(words.contains("one"), "{words}");
    house.ok(&["rename", "one", "two"]);
    house.wait_listed("two", |line| line["state"] == "running");
    let words = house.fails(&["kill", "one"], 1);
    assert!(words.contains("no session 'one'"), "{words}");
    house.detached("one", "cat");
    let words = house.fails(&["rename", "one", "two"], 2);
    assert!(words.contains("two"), "{words}");
    for bad in ["", "-x", "a/b", "..", "1234", "bcdfghjk", "a b", "é"] {
        house.fails(&["rename", "one", "--", bad], 2);
    }
    let log = house.ok(&["log", "two"]);
    assert!(log.contains("session.renamed") && log.contains("from=one"), "{log}");
}

#[test]
fn a_session_without_a_name_gets_its_programs() {
    let house = House::new();
    house.ok(&["run", "--detach", "--", "cat"]);
    house.ok(&["run", "--detach", "--", "cat"]);
    house.wait_listed("cat", |line| line["state"] == "running");
    house.wait_listed("cat-2", |line| line["state"] == "running");
}

#[test]
fn killing_ends_the_program_even_if_it_is_stopped() {
    let house = House::new();
    for (name, script, signal) in [
        ("plain", "exec sleep 1000", "TERM"),
        ("stubborn", "trap '' TERM; while :; do sleep 1; done", "KILL"),
        ("stopped", "kill -STOP $$; exec sleep 1000", "TERM"),
    ] {
        house.detached(name, script);
        house.wait_listed(name, |line| line["state"] == "running" || line["state"] == "stopped");
        house.ok(&["kill", name, "--signal", signal]);
        house.wait_listed(name, |line| line["state"] == "ended");
    }
    let words = house.fails(&["kill", "nobody"], 1);
    assert!(words.contains("locum ps"), "{words}");
    let words = house.fails(&["kill", "x", "--signal", "TREM"], 2);
    assert!(words.contains("'TERM'"), "{words}");
}

#[test]
fn the_screen_is_shown_in_every_form() {
    let house = House::new();
    house.detached("art", "printf '\\033[31mred <b>\\033[0m plain'; cat");
    assert!(house.wait_screen("art", "plain").contains("red <b> plain"));
    let ansi = house.ok(&["screen", "art", "--ansi"]);
    assert!(ansi.contains("\x1b[") && ansi.contains("red <b>"), "{ansi:?}");
    let svg = house.ok(&["screen", "art", "--svg"]);
    assert!(svg.starts_with("<svg") && svg.contains("&lt;"), "{svg}");
    let json = house.json(&["screen", "art", "--json"]);
    assert!(json.to_string().contains("red <b> plain"), "{json}");
    assert!(house.ok(&["screen"]).contains("red"), "the only one needs no name");
}

#[test]
fn a_window_that_was_closed_is_found_again_by_attach_alone() {
    let house = House::new();
    let mut window = Terminal::start(
        &house.sandbox,
        Size::cells(24, 80),
        &[&house.locum, "run", "sh", "-c", "echo still here; cat"],
    );
    window.wait_for("still here");
    house.wait_listed("sh", |line| line["attached"] == true);
    window.hang_up();
    house.wait_listed("sh", |line| line["attached"] == false);
    let again = Terminal::start(&house.sandbox, Size::cells(24, 80), &[&house.locum, "attach"]);
    again.wait_for("still here");
    again.type_text("typed\r");
    again.wait_for("typed\ntyped");
    process::wait_until(PATIENCE, "attached again", || house.ok(&["ps"]).contains("attached"));
}

#[test]
fn a_shell_ends_too_when_it_is_asked_to() {
    let house = House::new();
    house.ok(&["run", "--detach", "--name", "shell", "--", "bash", "--norc", "-i"]);
    house.wait_screen("shell", "bash-");
    house.ok(&["kill", "shell"]);
    house.wait_listed("shell", |line| line["state"] == "ended");
    house.detached("deaf", "trap '' TERM HUP; echo up; while :; do sleep 1; done");
    house.wait_screen("deaf", "up");
    let words = house.fails(&["kill", "deaf"], 1);
    assert!(words.contains("still runs") && words.contains("--signal KILL"), "{words}");
    house.ok(&["kill", "deaf", "--signal", "KILL"]);
}

#[test]
fn a_very_long_command_line_is_a_session_like_any_other() {
    let house = House::new();
    let long = "x".repeat(100_000);
    let mut words = vec!["run", "--detach", "--name", "long", "--", "sh", "-c", "echo up; cat"];
    words.extend(std::iter::repeat_n(long.as_str(), 14));
    house.ok(&words);
    house.wait_screen("long", "up");
    let line = house.wait_listed("long", |line| line["state"] == "running");
    assert!(line["command"].as_array().unwrap().last().unwrap().as_str().unwrap().ends_with("..."));
    house.ok(&["kill", "long"]);
    house.wait_listed("long", |line| line["state"] == "ended");
}

/// Titles and arguments come from anywhere, and JSON must stay JSON.
#[test]
fn what_a_program_calls_itself_breaks_nothing() {
    let house = House::new();
    let title = "👨\u{200d}💻 \u{202e}evil\u{9b}31m";
    house.ok(&[
        "run",
        "--detach",
        "--name",
        "odd",
        "--",
        "sh",
        "-c",
        &format!("printf '\\033]0;{title}\\007'; echo up; cat"),
        title,
    ]);
    house.wait_screen("odd", "up");
    let line =
        house.wait_listed("odd", |line| line["title"].as_str().is_some_and(|title| title.contains('💻')));
    assert_eq!(line["command"][3], title);
    let export = house.ok(&["audit", "export"]);
    assert!(export.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{export}");
    for words in [&["ps"][..], &["log", "odd"], &["ps", "--json"], &["audit", "export"]] {
        let shown = house.ok(words);
        assert!(!shown.contains(['\u{202e}', '\u{9b}', '\u{1b}']), "{words:?}: {shown}");
    }
}

#[test]
fn secrets_on_a_command_line_are_not_written_down() {
    let house = House::new();
    house.ok(&[
        "run",
        "--detach",
        "--name",
        "s",
        "--",
        "sh",
        "-c",
        "cat",
        "--token=hunter2",
        "--password",
        "hunter2",
    ]);
    house.wait_listed("s", |line| line["state"] == "running");
    house.ok(&["kill", "s"]);
    house.wait_listed("s", |line| line["state"] == "ended");
    for words in [&["log", "s"][..], &["audit", "export"], &["ps", "--all"]] {
        assert!(!house.ok(words).contains("hunter2"), "{words:?}");
    }
}
