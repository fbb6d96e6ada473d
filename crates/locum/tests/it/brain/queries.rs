//! Queries of a program that no terminal answers.

use testkit::jobs::wait_until;
use testkit::{Size, Terminal};

use super::House;

/// Asks, reads the answer raw, and shows it in hexadecimal.
fn asking(query: &str) -> String {
    format!(
        "stty raw -echo min 0 time 30; printf '{query}'; dd bs=64 count=1 2>/dev/null | od -An -tx1 | tr -d ' \\n'; echo; stty sane; cat"
    )
}

#[test]
fn every_usual_query_is_answered_while_detached() {
    let house = House::new();
    for (number, (what, query, begins)) in [
        ("device attributes", "\\033[c", "1b5b3f"),
        ("secondary attributes", "\\033[>c", "1b5b3e"),
        ("cursor position", "\\033[6n", "1b5b313b3152"),
        ("status", "\\033[5n", "1b5b306e"),
        ("background colour", "\\033]11;?\\007", "1b5d31313b7267623a"),
        ("kitty keyboard", "\\033[?u", "1b5b3f3075"),
        ("bracketed paste mode", "\\033[?2004$p", "1b5b3f323030343b322479"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("ask-{number}");
        house.detached(&name, &asking(query));
        let screen = house.wait_screen(&name, "1b");
        assert!(screen.trim_start().starts_with(begins), "{what}: {screen}");
    }
}

/// Asks again and again until something comes, as patient programs do.
#[test]
fn what_was_just_asked_when_a_brain_comes_is_answered() {
    let house = House::new();
    let again = "stty raw -echo min 0 time 5; while :; do printf '\\033[6n'; x=$(dd bs=64 count=1 2>/dev/null | od -An -tx1 | tr -d ' \\n'); test -n \"$x\" && break; done; echo answer $x; stty sane; cat";
    house.ok(&["daemon", "start"]);
    house.ok(&["daemon", "stop"]);
    house.sandbox.folder("config/locum");
    house.sandbox.write("config/locum/config.toml", "[brain]\nautostart = false\n");
    house.detached("patient", again);
    std::thread::sleep(std::time::Duration::from_millis(1200));
    house.ok(&["daemon", "start"]);
    assert!(house.wait_screen("patient", "answer 1b5b").contains("52"));
}

/// A reply that comes late would be typed into whatever reads then.
#[test]
fn what_was_asked_long_ago_is_not_answered_any_more() {
    let house = House::new();
    house.sandbox.folder("config/locum");
    house.sandbox.write("config/locum/config.toml", "[brain]\nautostart = false\n");
    house.detached("gone", "stty -echo; printf '\\033[c\\033[6n\\033]11;?\\007'; sleep 3; echo now; cat -v");
    std::thread::sleep(std::time::Duration::from_millis(3300));
    house.ok(&["daemon", "start"]);
    house.wait_screen("gone", "now");
    // The next question is answered, so the old ones had their chance.
    house.detached("fresh", &asking("\\033[6n"));
    house.wait_screen("fresh", "1b5b");
    assert!(!house.ok(&["screen", "gone"]).contains("^["), "{}", house.ok(&["screen", "gone"]));
}

/// vim asks for more the more it is told, and takes an answer that it does not understand for keys.
#[test]
fn vim_understands_every_answer_that_it_gets_while_detached() {
    testkit::require(&["vim"]);
    let house = House::new();
    let typed = house.sandbox.path("tmp/typed").display().to_string();
    let vim = ["vim", "-W", &typed, "-N", "-u", "NONE", "-i", "NONE", "-n", "+set ruler"];
    house.ok(&[&["run", "--detach", "--name", "it", "--"], &vim[..]].concat());
    house.wait_screen("it", "0,0-1");
    let screen = house.json(&["screen", "it", "--json"]);
    assert_eq!(screen["alternate"], true);
    // It has read all there was before it reads what is typed now.
    let window = Terminal::start(&house.sandbox, Size::cells(24, 80), &[&house.locum, "attach", "it"]);
    wait_until(&window, "raw mode", || window.settings().is_raw());
    window.type_text(":q\r");
    house.wait_listed("it", |line| line["exit"] == 0);
    assert_eq!(std::fs::read_to_string(&typed).unwrap(), ":q\r");
}
