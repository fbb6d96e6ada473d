use model::{Question, Size};
use screen::Screen;

use super::*;
use crate::profile::Profiles;

/// Looks at a screen. `⟦` and `⟧` enclose cyan text, `⟪` and `⟫` green, `‹` and `›` faint; `¶` is where the cursor stands, hidden if it
/// is not there.
fn look(text: &str) -> Option<Found> {
    let mut screen = Screen::new(Size::cells(24, 80));
    let shown = text.replace('⟦', "\x1b[36m").replace('⟪', "\x1b[32m").replace(['⟧', '⟫'], "\x1b[39m");
    let shown = shown.replace('‹', "\x1b[2m").replace('›', if text.contains('‹') { "\x1b[22m" } else { "›" });
    let shown = shown.replace('¶', "\x1b7\x1b[?25h").replace('\n', "\r\n");
    let hidden = if text.contains('¶') { "\x1b8" } else { "" };
    screen.feed(format!("\x1b[?25l{shown}{hidden}").as_bytes());
    let snapshot = screen.snapshot_anyway();
    let words = Profiles::embedded();
    recognise(&View::new(&snapshot), &Facts::none(), words.words())
}

/// Choices as `*label[x] key key`.
fn told(question: &Question) -> Vec<String> {
    let each = question.choices.iter().map(|choice| {
        let keys: Vec<&str> = choice.keys.iter().map(Key::word).collect();
        let checked = match choice.checked {
            Some(true) => "[x]",
            Some(false) => "[ ]",
            None => "",
        };
        format!("{}{}{checked}: {}", if choice.selected { "*" } else { "" }, choice.label, keys.join(" "))
    });
    each.collect()
}

fn check(name: &str, screen: &str, text: &str, choices: &[&str]) {
    let found = look(screen).unwrap_or_else(|| panic!("{name}: nothing"));
    assert_eq!(found.question.text, text, "{name}");
    assert_eq!(told(&found.question), choices, "{name}");
}

#[test]
fn lists_of_prompt_libraries() {
    check(
        "inquirer",
        "? Pick one\n❯ npm\n  yarn\n ──────────────\n- jspm (disabled)\n  pnpm\n\n↑↓ navigate • ⏎ select",
        "Pick one",
        &["*npm: enter", "yarn: down enter", "pnpm: down down enter"],
    );
    check(
        "inquirer, boxes",
        "? Pick many\n❯◯ npm\n ◉ yarn\n ◎ node (required)\n\nspace select • ⏎ submit",
        "Pick many",
        &["*npm[ ]: space", "yarn[x]: down space"],
    );
    check(
        "clack",
        "◇  Name?\n│  Al\n│\n◆  Pick a type.\n│  ● TypeScript\n│  ○ JavaScript\n└\n",
        "Pick a type.",
        &["*TypeScript: enter", "JavaScript: down enter"],
    );
    check(
        "clack, boxes",
        "◆  Tools?\n│  ⟦◻⟧ ESLint\n│  ‹◻ Prettier›\n│  ⟪◼⟫ ‹Vitest›\n└\n",
        "Tools?",
        &["*ESLint[ ]: space", "Prettier[ ]: down space", "Vitest[x]: down down space"],
    );
    check(
        "questionary, numbers",
        "? Raw pick (Use shortcuts)\n » 1) Red\n   2) Blue",
        "Raw pick (Use shortcuts)",
        &["*Red: 1 enter", "Blue: 2 enter"],
    );
    check(
        "inquirer, typed numbers",
        "? Conflict: ¶\n  1) Overwrite\n  2) Show diff",
        "Conflict:",
        &["Overwrite: 1 enter", "Show diff: 2 enter"],
    );
    check(
        "inquire, scrolled",
        "> Where? Here\n? Which fruit? \n> Banana\n  Apple\nv Melon\n[↑↓ to move, enter to select, type to filter]",
        "Which fruit?",
        &["*Banana: enter", "Apple: down enter", "Melon: down down enter"],
    );
    check(
        "enquirer, ticks by colour",
        "? Pick many …\n✔ ⟦x⟧\n⟪✔⟫ y\n✔ z",
        "Pick many",
        &["*x[ ]: space", "y[x]: down space", "z[ ]: down down space"],
    );
}

#[test]
fn choices_beside_each_other() {
    check("clack", "◆  Go on?\n│  ○ Yes / ● No\n└\n", "Go on?", &["Yes: left enter", "*No: enter"]);
    check("a toggle", "? Ready? › ⟦no⟧ / yes", "Ready?", &["*no: enter", "yes: right enter"]);
    check("a finder", "  beta\n> alpha\n  2/2 ─────\n> ¶", ">", &["beta: up enter", "*alpha: enter"]);
    let items = ["beta: up enter", "*alpha: enter"];
    check("a finder that asks", "  beta\n> alpha\n  2/2 ─────\nDelete it? ¶", "Delete it?", &items);
}

#[test]
fn what_is_no_list() {
    let none = |name: &str, screen: &str| assert_eq!(look(screen), None, "{name}");
    none("a quotation", "He said:\n> one\n> two\n");
    none("a shell's prompt", "~/src\n❯ ls¶\n  a\n  b");
    none("output below", "? Pick one\n❯ npm\n  yarn\nadded 3 packages\ndone in 2s\nok");
    none("answered", "✔ Pick one · npm\nadded 3 packages");
    none("a list in a text", "The options are:\n  1. one\n  2. two\nand that is all.");
    none("one choice", "? Pick one\n❯ npm");
}

#[test]
fn a_program_that_reads_lines_shows_no_list() {
    let mut facts = Facts::none();
    facts.mode = Some(model::LineMode { canonical: true, echo: true, ..Default::default() });
    let mut screen = Screen::new(Size::cells(24, 80));
    screen.feed("? Pick one\r\n❯ npm\r\n  yarn".as_bytes());
    let snapshot = screen.snapshot_anyway();
    assert_eq!(recognise(&View::new(&snapshot), &facts, Profiles::embedded().words()), None);
}
