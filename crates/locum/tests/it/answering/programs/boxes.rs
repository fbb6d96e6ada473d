//! Programs that draw a box with buttons.

use testkit::require;

use super::{LIFTED, PATIENCE, Program, check, id};
use crate::brain::House;

#[test]
fn dialog() {
    check(&Program {
        needs: &["dialog"],
        before: "true",
        run: "dialog --yesno 'Install it now?' 8 40 && touch made",
        question: "Install it now",
        done: "test -e made",
    });
}

/// Here the pointer stands on no, and has to be moved.
#[test]
fn dialog_that_begins_with_no() {
    check(&Program {
        needs: &["dialog"],
        before: "true",
        run: "dialog --defaultno --yesno 'Install it now?' 8 40 && touch made",
        question: "Install it now",
        done: "test -e made",
    });
}

#[test]
fn whiptail() {
    check(&Program {
        needs: &["whiptail"],
        before: "true",
        run: "whiptail --yesno 'Install it now?' 8 40 && touch made",
        question: "Install it now",
        done: "test -e made",
    });
}

#[test]
fn whiptail_that_begins_with_no() {
    check(&Program {
        needs: &["whiptail"],
        before: "true",
        run: "whiptail --defaultno --yesno 'Install it now?' 8 40 && touch made",
        question: "Install it now",
        done: "test -e made",
    });
}

/// What a list in a box is asked to be, and what it prints.
struct Listed {
    name: &'static str,
    run: &'static str,
    answer: &'static str,
    /// What the program says was chosen; nothing if the answer has to be refused.
    chosen: Option<&'static str>,
}

const PLAIN: &str = "'Pick one' 12 40 3 a Apple b Berry c Cherry";
const MARKED: &str = "'Pick one' 12 40 3 a Apple on b Berry off c Cherry off";

/// Answered from outside, and judged by what the program printed.
#[track_caller]
fn check_list(list: &Listed) {
    let house = House::with_policy(LIFTED);
    let run = list.run.replace("PLAIN", PLAIN).replace("MARKED", MARKED);
    house.asks(list.name, &format!("{run} 2>out; echo \"$? $(cat out)\" >> $GOT; sleep 1000"));
    testkit::process::wait_until(PATIENCE, "a question", || house.ok(&["prompts"]).contains("asked"));
    let prompt = house.wait_prompt(list.name);
    assert_eq!(prompt["kind"], "menu", "{prompt}");
    match list.chosen {
        Some(chosen) => {
            house.ok(&["answer", id(&prompt), list.answer]);
            house.wait_got(list.name, &format!("0 {chosen}\n"));
        }
        None => {
            let before = house.ok(&["screen", list.name]);
            let answered = house.output(&["answer", id(&prompt), list.answer]);
            assert!(!answered.status.success(), "{}: {answered:?}", list.name);
            house.wait_explained(list.name, "rests", |seen| seen["quiet"].as_f64() > Some(1.5));
            assert_eq!(house.ok(&["screen", list.name]), before, "{}: no key was pressed", list.name);
            assert_eq!(house.got(list.name), "", "{}", list.name);
        }
    }
}

#[test]
fn one_of_a_list_in_a_box() {
    require(&["dialog", "whiptail"]);
    for (name, run, answer, chosen) in [
        ("dialog-menu", "dialog --menu PLAIN", "2", Some("b")),
        (
            "dialog-menu-of-two",
            "dialog --default-item b --menu 'Pick one' 12 40 2 a Apple b Berry",
            "1",
            Some("a"),
        ),
        ("dialog-radiolist", "dialog --radiolist MARKED", "2", Some("b")),
        ("dialog-radiolist-set", "dialog --radiolist MARKED", "1", Some("a")),
        ("whiptail-menu", "whiptail --menu PLAIN", "2", Some("b")),
        ("whiptail-radiolist", "whiptail --radiolist MARKED", "3", Some("c")),
        ("whiptail-radiolist-no", "whiptail --defaultno --radiolist MARKED", "2", Some("b")),
        ("dialog-on-cancel", "dialog --default-button cancel --menu PLAIN", "2", None),
        ("dialog-defaultno", "dialog --defaultno --menu PLAIN", "1", None),
        ("dialog-radiolist-no", "dialog --defaultno --radiolist MARKED", "2", None),
        ("dialog-checklist", "dialog --checklist MARKED", "2", None),
        ("whiptail-checklist", "whiptail --checklist MARKED", "2", None),
    ] {
        check_list(&Listed { name, run, answer, chosen });
    }
}
