//! `locum record --last`: what a session showed, without secrets, for a report.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;
use testkit::{PATIENCE, User, process};

use super::House;

/// What is secret comes from a file: the command line is part of the recording.
const SCRIPT: &str = "printf 'key sk-ant-\\033[1m%s\\033[0m end\\r\\n' $(cat secret); printf 'in %s/work\\r\\n' $HOME; printf 'Proceed? [y/N] '; read x";

fn events(file: &str) -> Vec<Value> {
    fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_report_holds_the_screen_and_the_facts_and_no_secret() {
    let house = House::new();
    house.sandbox.write("home/secret", "api03-abcdefgh12345678\n");
    house.ok(&["run", "--detach", "--name", "it", "--", "sh", "-c", SCRIPT, "--token=hunter2"]);
    house.wait_screen("it", "Proceed?");
    let file = house.ok(&["record", "--last", "it"]).trim().to_owned();
    assert!(Path::new(&file).starts_with(house.sandbox.path("state/locum/casts")), "{file}");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains("api03") && !text.contains("hunter2"), "{text}");
    let shown = house.ok(&["replay", &file]);
    let name = house.sandbox.home().file_name().unwrap().len();
    for word in [
        &format!("key sk-ant-{} end", "*".repeat(22)),
        &format!("/{}/work", "*".repeat(name)),
        "Proceed? [y/N]",
    ] {
        assert!(shown.contains(word), "{word}: {shown}");
    }
    let events = events(&file);
    assert_eq!((&events[0]["version"], &events[0]["width"]), (&2.into(), &80.into()));
    let facts: Vec<&Value> = events.iter().skip(1).filter(|event| event[1] == "k").collect();
    assert!(
        facts.iter().any(|event| event[2].as_str().unwrap().contains("\"reader\":\"read\"")),
        "{facts:?}"
    );
    assert!(
        events.iter().skip(1).all(|event| event[0].as_f64().unwrap() < 3.0),
        "its time is short: {events:?}"
    );
}

/// What a program shows, and no letter of it may be in the report.
const SHOWN: &str = "ghp_abcdefgh\x1b[Kijklmnop1234 ghp_abcdefgh\u{200b}ijklmnop1234\r\nghp_abcdefgh\x08ijklmnop1234\r\n\
    ghp_abcdefgh\x1b[1Cijklmnop1234\r\n\x1b]0;mail some.body@example.com\x07password: correcthorsebattery\r\n\
    $ mysql -phunter2\r\n$ curl -u admin:swordfish https://host\r\nProceed? [y/N] ";

#[test]
fn nothing_that_steers_the_terminal_hides_a_secret_from_a_report() {
    let house = House::new();
    house.sandbox.write("home/shown", SHOWN);
    let script = "cat shown; read x";
    house
        .ok(&["run", "--detach", "--name", "it", "--", "sh", "-c", script, "-p", "hunter3", "-u", "me:pw45"]);
    house.wait_screen("it", "Proceed?");
    let file = house.ok(&["record", "--last", "it"]).trim().to_owned();
    let text = fs::read_to_string(&file).unwrap();
    for secret in ["cdefg", "klmno", "1234", "some.body", "correct", "hunter", "swordfish", "pw45"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    assert!(text.contains("mysql -p") && text.contains("curl -u admin:"), "{text}");
}

#[test]
fn it_goes_where_it_is_told_and_over_nothing() {
    let house = House::new();
    house.detached("it", "echo hello; cat");
    house.wait_screen("it", "hello");
    let file = house.sandbox.path("mine.cast").display().to_string();
    let told = house.json(&["record", "--last", "--output", &file, "--json"]);
    assert_eq!((&told["file"], &told["left_over"]), (&file.as_str().into(), &false.into()));
    assert!(house.ok(&["replay", &file]).contains("hello"));
    assert!(house.fails(&["record", "--last", "--output", &file], 2).contains("mine.cast"));
    assert!(house.fails(&["record", "it"], 2).contains("--last"));
    assert!(house.fails(&["record", "--last", "nobody"], 1).contains("nobody"));
}

/// A limit on the size of files stands for a full disk: the write fails, and the program goes on.
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let house = House::new();
    house.detached("it", "echo hello; cat");
    house.wait_screen("it", "hello");
    let folder = house.sandbox.path("casts");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("mine.cast").display().to_string();
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" record --last it --output \"$1\"";
    let tried = house.sandbox.command("sh").args(["-c", script, &house.locum, &file]).output().unwrap();
    let said = String::from_utf8_lossy(&tried.stderr);
    assert!(!tried.status.success() && said.contains("mine.cast"), "{said}");
    let files = || fs::read_dir(&folder).unwrap().count();
    assert_eq!(files(), 0, "{said}");
    house.ok(&["record", "--last", "it", "--output", &file]);
    assert_eq!((files(), fs::metadata(&file).unwrap().permissions().mode() & 0o777), (1, 0o600));
    assert!(house.ok(&["replay", &file]).contains("hello"));
}

#[test]
fn a_program_inside_records_its_own_session_and_no_other() {
    for user in [User::Me, User::Nobody] {
        let house = House::of(user);
        house.detached("other", "echo theirs; cat");
        house.wait_screen("other", "theirs");
        let out = house.sandbox.path("tmp/said");
        let script = format!(
            "echo ours; locum record --last --output mine.cast > {0} 2>&1; locum record --last other --output no.cast >> {0} 2>&1; echo done >> {0}; cat",
            out.display()
        );
        house.detached("inner", &script);
        let mut said = String::new();
        process::wait_until(PATIENCE, "the script inside", || {
            said = fs::read_to_string(&out).unwrap_or_default();
            said.contains("done")
        });
        assert!(said.contains("belongs to another session") || said.contains("its own session"), "{said}");
        let home = house.sandbox.home();
        assert!(fs::read_to_string(home.join("mine.cast")).unwrap().contains("ours"), "{said}");
        assert!(!home.join("no.cast").exists());
    }
}
