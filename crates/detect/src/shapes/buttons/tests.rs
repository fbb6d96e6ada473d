//! Dialogs as dialog and whiptail draw them. `⟦ ⟧` stand around what has the colour of the focus, `¶` is the cursor.

use model::{Key, Size};
use screen::Screen;

use super::*;
use crate::facts::Facts;
use crate::profile::Profiles;

fn found(rows: &[&str]) -> Question {
    let mut terminal = Screen::new(Size::cells(16, 60));
    let (mut drawn, mut cursor) = ("\x1b[30;47m".to_owned(), String::new());
    for (at, row) in rows.iter().enumerate() {
        if let Some(place) = row.replace(['⟦', '⟧'], "").chars().position(|letter| letter == '¶') {
            cursor = format!("\x1b[{};{}H", at + 1, place + 1);
        }
        drawn += &row.replace('¶', "").replace('⟦', "\x1b[37;44m").replace('⟧', "\x1b[30;47m");
        drawn += "\x1b[K\r\n";
    }
    terminal.feed(format!("{drawn}{cursor}").as_bytes());
    let snapshot = terminal.snapshot_anyway();
    let words = Profiles::embedded().words().clone();
    recognise(&View::new(&snapshot), &Facts::none(), &words).expect("a dialog").question
}

/// Kind, and the keys of each choice; `!` before what is taken by Enter alone, `+` and `-` before boxes.
#[track_caller]
fn check(name: &str, rows: &[&str], kind: Kind, want: &[&str]) {
    let question = found(rows);
    let told = |choice: &Choice| {
        let default = if choice.default { "!" } else { "" };
        let ticked = choice.checked.map_or("", |checked| if checked { "+" } else { "-" });
        let keys: Vec<&str> = choice.keys.iter().map(Key::word).collect();
        format!("{default}{ticked}{}: {}", choice.label, keys.join(" "))
    };
    let got: Vec<String> = question.choices.iter().map(told).collect();
    assert_eq!((question.kind, got), (kind, want.iter().map(|text| (*text).to_owned()).collect()), "{name}");
}

#[test]
fn one_of_a_list() {
    check(
        "dialog's menu",
        &[
            "┌──────────┐",
            "│ Pick     │",
            "│ ┌──────┐ │",
            "│ │⟦a A⟧   │ │",
            "│ │b B   │ │",
            "│ └──────┘ │",
            "│⟦< ¶OK >⟧<Cancel>│",
            "└──────────┘",
        ],
        Kind::Menu,
        &["!a A: enter", "b B: down enter"],
    );
    check(
        "the second of two is selected",
        &[
            "┌──────────┐",
            "│ Pick     │",
            "│ ┌──────┐ │",
            "│ │a A   │ │",
            "│ │⟦b B⟧   │ │",
            "│ └──────┘ │",
            "│⟦< ¶OK >⟧<Cancel>│",
            "└──────────┘",
        ],
        Kind::Menu,
        &["a A: up enter", "!b B: enter"],
    );
    check(
        "the focus is on another button",
        &[
            "┌──────────┐",
            "│ Pick     │",
            "│ ┌──────┐ │",
            "│ │⟦a A⟧   │ │",
            "│ │b B   │ │",
            "│ └──────┘ │",
            "│ < OK > ⟦<¶Cancel>⟧│",
            "└──────────┘",
        ],
        Kind::Menu,
        &["!a A: ", "b B: "],
    );
    check(
        "the cursor is hidden, and only the colour says it",
        &[
            "┌──────────┐",
            "│ Pick     │",
            "│ ┌──────┐ │",
            "│ │⟦a A⟧   │ │",
            "│ │b B   │ │",
            "│ └──────┘ │",
            "│ < OK > ⟦<Cancel>⟧│",
            "└──────────┘\x1b[?25l¶",
        ],
        Kind::Menu,
        &["!a A: ", "b B: "],
    );
    check(
        "nothing has the focus",
        &[
            "┌──────────┐",
            "│ Pick     │",
            "│ ┌──────┐ │",
            "│ │⟦a A⟧   │ │",
            "│ │b B   │ │",
            "│ └──────┘ │",
            "│ < OK >  <Cancel>│",
            "└──────────┘¶",
        ],
        Kind::Menu,
        &["!a A: ", "b B: "],
    );
    check(
        "whiptail's, with the cursor in the list",
        &[
            "┌──────────┐",
            "│ Pick     │",
            "│          │",
            "│   ⟦¶a A⟧    │",
            "│   b B    │",
            "│          │",
            "│  <Ok>  <Cancel> │",
            "└──────────┘\x1b[?25l",
        ],
        Kind::Menu,
        &["!a A: enter", "b B: down enter"],
    );
}

#[test]
fn marks() {
    check(
        "one of round marks: Enter alone takes the one that was before",
        &[
            "┌──────────┐",
            "│ Pick     │",
            "│ ┌────────┐ │",
            "│ │⟦(*) a A⟧ │ │",
            "│ │( ) b B │ │",
            "│ └────────┘ │",
            "│⟦< ¶OK >⟧<Cancel>│",
            "└──────────┘",
        ],
        Kind::Menu,
        &["!a A: enter", "b B: down space enter"],
    );
    check(
        "the pointer was moved",
        &[
            "┌──────────┐",
            "│ Pick     │",
            "│ ┌────────┐ │",
            "│ │(*) a A │ │",
            "│ │⟦( ) b B⟧ │ │",
            "│ └────────┘ │",
            "│⟦< ¶OK >⟧<Cancel>│",
            "└──────────┘",
        ],
        Kind::Menu,
        &["!a A: up enter", "b B: space enter"],
    );
    check(
        "boxes are only turned over",
        &[
            "┌──────────┐",
            "│ Pick     │",
            "│ ┌────────┐ │",
            "│ │⟦[*] a A⟧ │ │",
            "│ │[ ] b B │ │",
            "│ └────────┘ │",
            "│⟦< ¶OK >⟧<Cancel>│",
            "└──────────┘",
        ],
        Kind::Menu,
        &["+a A: space", "-b B: down space"],
    );
}

#[test]
fn buttons_alone() {
    check(
        "yes or no",
        &["┌──────────┐", "│ Go on?   │", "│ < Yes > ⟦<¶ No >⟧ │", "└──────────┘"],
        Kind::YesNo,
        &["Yes: left enter", "!No: enter"],
    );
    check(
        "nobody can say which has the focus",
        &["┌──────────┐", "│ Go on?   │", "│ < Yes > < No > │", "└──────────┘¶"],
        Kind::YesNo,
        &["Yes: ", "No: "],
    );
}
