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

#[test]
fn what_was_asked_while_no_brain_ran_is_answered_by_the_next() {
    let house = House::new();
    house.detached("late", &format!("sleep 1; {}", asking("\\033[6n").replace("time 30", "time 100")));
    house.ok(&["daemon", "stop"]);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    house.ok(&["daemon", "start"]);
    assert!(house.wait_screen("late", "1b5b").contains("1b5b313b3152"));
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
