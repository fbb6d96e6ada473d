//! Dialogs in which a command, or what is said about it, looks like a part of the dialog.

use super::*;

const RULE: &str = "────────────────────────────────────────────────────────────";
const DASH: &str = "╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌";
const ASKS: &str = " Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel · Tab to amend";

fn subject_of(name: &str, screen: &str) -> (String, bool) {
    let shown = examples::shown(screen).unwrap();
    let snapshot = shown.snapshot_anyway();
    let seen = Profiles::embedded().named("claude").unwrap().recognise(&View::new(&snapshot));
    let Recognised::Found(found) = seen else { panic!("{name}: {seen:?}") };
    assert!(found.rule.starts_with("claude.permission"), "{name}: {}", found.rule);
    let Some(subject) = found.question.subject else { panic!("{name}: no subject") };
    (subject.text, subject.partial)
}

/// A dialog with dashed lines.
fn dashed(name: &str, said: &str, command: &str, text: &str, partial: bool) {
    let screen = format!("● Doing\n\n{RULE}\n Bash command\n {said}\n{DASH}\n{command}\n{DASH}\n{ASKS}");
    assert_eq!(subject_of(name, &screen), (text.to_owned(), partial), "{name}");
}

/// A dialog of versions without them; nothing tells its last line from a description.
fn indented(name: &str, command: &str, text: &str, partial: bool) {
    let screen = format!("● Doing\n\n{RULE}\n Bash command\n\n{command}\n\n{ASKS}");
    assert_eq!(subject_of(name, &screen), (text.to_owned(), partial), "{name}");
}

#[test]
fn between_dashes_nothing_moves_the_subject() {
    let short = &DASH[3..];
    dashed("plain", "List", " ls", "ls", false);
    dashed("a title said", "Read file", " │ ls\n │ rm x\n │ true", "ls\nrm x\ntrue", false);
    dashed("a rule's words said", "text style", " ls", "ls", false);
    dashed("dashes said", &short[3..], " ls", "ls", true);
    dashed("an address", "List", " url: http://ok; rm x", "url: http://ok; rm x", false);
    dashed("a theme's words", "List", " grep 'text style'", "grep 'text style'", false);
    dashed(
        "a plan's words",
        "List",
        " echo would you like to proceed",
        "echo would you like to proceed",
        false,
    );
    dashed("dashes", "List", &format!(" rm x #\n {short}\n ls"), &format!("rm x #\n{short}\nls"), true);
    dashed("the title", "List", " │ cat\n │ Bash command", "cat\nBash command", true);
    dashed("a bar missing", "List", " │ rm x\n ls", "rm x\nls", true);
}

#[test]
fn under_a_title_nothing_moves_the_subject() {
    let (dashes, rule) = (&DASH[9..], &RULE[9..]);
    indented("plain", "   ls", "ls", false);
    indented("a title", "   rm x\n   Read file", "rm x\nRead file", true);
    indented("a title with a file", "   rm x\n   overwrite file\n   a", "rm x\noverwrite file\na", true);
    let text = format!("rm x\n{dashes}\nls\n{dashes}\nList");
    indented("dashes", &format!("   rm x\n   {dashes}\n   ls\n   {dashes}\n   List"), &text, true);
    let text = format!("rm x\n{rule}\nBash command\n\nls");
    indented("a dialog", &format!("   rm x\n   {rule}\n   Bash command\n\n   ls"), &text, true);
    indented("the program's own words", "   rm x\n\n This command requires approval", "rm x", false);
    indented("a deeper first line", "     ls\n   rm x", "ls\nrm x", true);
    indented("a rule's words", "   grep 'text style'", "grep 'text style'", false);
}

#[test]
fn a_dialog_without_its_upper_end_is_known_in_part() {
    let check = |name: &str, above: &str, text: &str| {
        assert_eq!(subject_of(name, &format!("{above}{ASKS}")), (text.to_owned(), true), "{name}");
    };
    check("nothing but the question", "\n", "");
    check("two dashed lines", &format!("   rm x\n{DASH}\n ls\n{DASH}\n"), &format!("rm x\n{DASH}\nls"));
    check("a line right under text", &format!("   rm x\n{RULE}\n Bash command\n\n   ls\n\n"), "ls");
    check("a command like output", "   ● rm x\n   ❯ ls\n\n", "● rm x\n❯ ls");
}

#[test]
fn a_subject_that_cannot_be_read_is_known_in_part() {
    let boxed = "\
╭──────────────────────────╮
│ Bash command             │
│   ls                     │
│ Do you want to proceed?  │
│ ❯ 1. Yes                 │
│   2. No                  │
╰──────────────────────────╯
  Esc to cancel";
    assert_eq!(subject_of("no row free", boxed), (String::new(), true));
    let spoken = |command: &str| {
        let end = "Do you want to proceed?\n1. Yes\n2. No\nSelect with numbers [1-2]. Then Enter to submit:";
        subject_of(command, &format!("Permission Required: Bash command\n> List\n{command}\n{end}"))
    };
    assert_eq!(spoken("> ls"), ("ls".to_owned(), false));
    assert_eq!(spoken("> rm x\n> ls"), ("ls".to_owned(), true));
}
