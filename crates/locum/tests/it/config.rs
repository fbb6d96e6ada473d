//! Settings as a person meets them: shown, checked, and in the way only when they are broken.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use testkit::{Sandbox, Size, Terminal};

use crate::locum;

/// What a command printed, and its exit status.
struct Said {
    status: i32,
    out: String,
    err: String,
}

fn say(sandbox: &Sandbox, arguments: &[&str]) -> Said {
    let binary = locum(sandbox).display().to_string();
    let output = sandbox.command(&binary).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn settings(sandbox: &Sandbox, text: &str) -> PathBuf {
    sandbox.folder("config/locum");
    sandbox.write("config/locum/config.toml", text)
}

#[test]
fn the_path_follows_the_environment() {
    let sandbox = Sandbox::new().with_brain();
    let file = sandbox.root().join("config/locum/config.toml").display().to_string();
    assert_eq!(say(&sandbox, &["config", "path"]).out, format!("{file}\n"));
    let told: Value = serde_json::from_str(&say(&sandbox, &["config", "path", "--json"]).out).unwrap();
    assert_eq!(told, json!({"path": file, "exists": false}));
    let portable = Sandbox::new().with_brain().with_locum_home();
    let file = portable.root().join("locum/config.toml").display().to_string();
    assert_eq!(say(&portable, &["config", "path"]).out, format!("{file}\n"));
}

#[test]
fn without_a_home_there_is_no_file_but_the_defaults_hold() {
    let sandbox = Sandbox::new().with_brain();
    let binary = locum(&sandbox).display().to_string();
    let run = |arguments: &[&str]| {
        let mut command = sandbox.command(&binary);
        command.env_remove("HOME").env_remove("XDG_CONFIG_HOME").args(arguments).output().unwrap()
    };
    assert_eq!(run(&["config", "path"]).status.code(), Some(2));
    assert_eq!(run(&["config", "check"]).status.code(), Some(2));
    assert_eq!(run(&["config", "show"]).status.code(), Some(0));
    assert_eq!(run(&["run", "--pty", "true"]).status.code(), Some(0));
}

#[test]
fn what_is_shown_is_what_holds_and_where_it_comes_from() {
    let sandbox = Sandbox::new().with_brain();
    let defaults = say(&sandbox, &["config", "show"]);
    assert_eq!(defaults.status, 0);
    assert!(defaults.out.contains("[session]\ndetach_key = \"ctrl-\\\\\"\n\n[brain]\n"), "{}", defaults.out);
    let file = settings(&sandbox, "# mine\n[log]\nkeep = 0x9\n\n[brain]\nidle_exit = 'never'\n")
        .display()
        .to_string();
    let shown = say(&sandbox, &["config", "show", "--origin"]).out;
    for (setting, origin) in [
        ("keep = 9", format!("# {file}:3")),
        ("idle_exit = \"never\"", format!("# {file}:6")),
        ("level = \"info\"", "# default".to_owned()),
    ] {
        let line = shown.lines().find(|line| line.starts_with(setting)).unwrap_or_else(|| panic!("{shown}"));
        assert!(line.ends_with(&origin), "{line}");
    }
    let told: Value = serde_json::from_str(&say(&sandbox, &["config", "show", "--json"]).out).unwrap();
    assert_eq!(told["log"], json!({"keep": 9, "level": "info", "size": "4MB"}));
    let told: Value =
        serde_json::from_str(&say(&sandbox, &["config", "show", "--json", "--origin"]).out).unwrap();
    assert_eq!(told["log"]["keep"], json!({"value": 9, "origin": format!("{file}:3")}));
    assert_eq!(told["log"]["size"]["origin"], "default");
}

#[test]
fn what_is_shown_can_be_a_settings_file_again() {
    let sandbox = Sandbox::new().with_brain();
    settings(&sandbox, "[session]\ndetach_key = 'ctrl-^'\n[record]\nlimit = '1GiB'\n");
    let shown = say(&sandbox, &["config", "show"]).out;
    settings(&sandbox, &shown);
    assert_eq!(say(&sandbox, &["config", "check"]).status, 0);
    assert_eq!(say(&sandbox, &["config", "show"]).out, shown);
}

#[test]
fn a_check_tells_every_mistake_and_where() {
    let sandbox = Sandbox::new().with_brain();
    let fine = say(&sandbox, &["config", "check"]);
    assert_eq!((fine.status, fine.out.contains("the defaults hold")), (0, true), "{}", fine.out);
    let file = settings(&sandbox, "[log]\nlevl = 'info'\nkeep = 0\n").display().to_string();
    let said = say(&sandbox, &["config", "check"]);
    assert_eq!((said.status, said.out.as_str()), (2, ""));
    let expected = format!(
        "locum: {file}:2:1: there is no setting 'levl' in [log]\n\
         locum:     levl = 'info'\n\
         locum:   allowed: level, keep, size\n\
         locum:   Did you mean 'level'?\n\
         locum: {file}:3:8: log.keep: 0 is too small\n\
         locum:     keep = 0\n\
         locum:   allowed: a whole number from 1 to 100\n"
    );
    assert_eq!(said.err, expected);
    let said = say(&sandbox, &["config", "check", "--json"]);
    let told: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((said.status, &told["ok"]), (2, &json!(false)));
    assert_eq!(
        told["problems"][0],
        json!({"file": file, "line": 2, "column": 1, "text": "levl = 'info'",
            "message": "there is no setting 'levl' in [log]", "allowed": "level, keep, size",
            "hint": "Did you mean 'level'?"})
    );
    settings(&sandbox, "[log]\nkeep = 3\n");
    assert!(say(&sandbox, &["config", "check"]).out.contains("no mistakes"));
}

#[test]
fn files_that_cannot_be_read_are_mistakes_too() {
    let sandbox = Sandbox::new().with_brain();
    let check = |file: &str, word: &str| {
        let said = say(&sandbox, &["config", "check", file]);
        assert_eq!(said.status, 2, "{file}");
        assert!(said.err.contains(word), "{file}: {}", said.err);
    };
    check("/no/such/file", "No such file");
    check("/", "directory");
    check(&sandbox.write("latin1", b"# \xe4\n").display().to_string(), "UTF-8");
    let link = sandbox.folder("config/locum").join("config.toml");
    std::os::unix::fs::symlink("/no/such/file", link).unwrap();
    assert_eq!(say(&sandbox, &["config", "show"]).status, 2, "a link to nothing is no missing file");
}

#[test]
fn nothing_is_started_with_broken_settings() {
    let sandbox = Sandbox::new().with_brain();
    let file = settings(&sandbox, "[session]\ndetach_kee = 'none'\n");
    let binary = locum(&sandbox).display().to_string();
    let run = |arguments: &[&str]| {
        let argv = [&[binary.as_str()], arguments].concat();
        let mut terminal = Terminal::start(&sandbox, Size::cells(24, 200), &argv);
        let status = terminal.wait_exit().code();
        (status, terminal.screen().to_string())
    };
    let (status, screen) = run(&["run", "touch", "started"]);
    assert_eq!(status, Some(2), "{screen}");
    assert!(screen.contains(":2:1: there is no setting 'detach_kee'"), "{screen}");
    assert!(screen.contains("Did you mean 'detach_key'?"), "{screen}");
    assert!(!sandbox.home().join("started").exists());
    fs::remove_file(file).unwrap();
    let (status, screen) = run(&["run", "touch", "started"]);
    assert_eq!(status, Some(0), "{screen}");
    assert!(sandbox.home().join("started").exists());
}

#[test]
fn on_plain_pipes_settings_are_not_asked() {
    let sandbox = Sandbox::new().with_brain();
    settings(&sandbox, "nonsense");
    let said = say(&sandbox, &["run", "echo", "there"]);
    assert_eq!((said.status, said.out.as_str()), (0, "there\n"), "{}", said.err);
    assert_eq!(say(&sandbox, &["run", "--pty", "true"]).status, 2);
}
