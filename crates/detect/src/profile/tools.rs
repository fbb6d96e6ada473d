//! Tools of dialogs, and text in dialogs that tries to change them.

use model::Size;
use screen::Screen;

use super::*;

const RULE: &str = "────────────────────────────────────────────────────────────";
const DASH: &str = "╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌";
const CHOICES: &str = " ❯ 1. Yes\n   2. No\n\n Esc to cancel · Tab to amend";

fn found_on(name: &str, agent: &str, screen: &Screen) -> Found {
    let snapshot = screen.snapshot_anyway();
    let seen = Profiles::embedded().named(agent).unwrap().recognise(&View::new(&snapshot));
    let Recognised::Found(found) = seen else { panic!("{name}: {seen:?}") };
    found
}

/// A tool with its subject, whole or not.
type Want<'a> = Option<(&'a str, &'a str, bool)>;

#[track_caller]
fn is_about(name: &str, found: Found, want: Want) {
    let subject = found.question.subject.unwrap_or_default();
    let got = found.tool.map(|tool| (tool, subject.text.as_str(), subject.partial));
    assert_eq!(got, want, "{name} ({})", found.rule);
}

#[track_caller]
fn check(name: &str, agent: &str, text: &str, want: Want) {
    is_about(name, found_on(name, agent, &examples::shown(text).unwrap()), want);
}

/// A dialog of Claude with dashed lines: what is said under its title, what stands between them, what is asked.
#[track_caller]
fn dashed(name: &str, head: &str, inside: &str, question: &str, want: Want) {
    let text = format!("● Doing\n\n{RULE}\n{head}\n{DASH}\n{inside}\n{DASH}\n {question}\n{CHOICES}");
    check(name, "claude", &text, want);
}

/// One without them.
#[track_caller]
fn indented(name: &str, title: &str, inside: &str, want: Want) {
    let text = format!("● Doing\n\n{RULE}\n {title}\n\n{inside}\n\n Do you want to proceed?\n{CHOICES}");
    check(name, "claude", &text, want);
}

#[test]
fn what_stands_under_claudes_title_does_not_change_the_tool() {
    let proceed = "Do you want to proceed?";
    let shell = Some(("shell", "ls", false));
    for said in ["List", "Edit file", "Create file", "Fetch", "Bash command", "Do you want to create x?"] {
        dashed(said, &format!(" Bash command\n {said}"), " ls", proceed, shell);
    }
    let file = Some(("shell", "Edit file\napp.py", false));
    dashed("a file in a command", " Bash command\n List", " │ Edit file\n │ app.py", proceed, file);
    let menu = " │ cat <<X\n │ Do you want to create a?\n │ ❯ 1. Yes\n │   2. No\n │ X";
    let text = "cat <<X\nDo you want to create a?\n❯ 1. Yes\n  2. No\nX";
    dashed("a menu in a command", " Bash command\n List", menu, proceed, Some(("shell", text, false)));
    dashed("more in the title", " Bash command, safe\n List", " ls", proceed, None);
    dashed("a title of its own", " Edit file command\n List", " ls", proceed, None);
    indented("plain", "Bash command", "   ls", shell);
    let two = Some(("shell", "rm x\nEdit file\na", true));
    indented("a title in a command", "Bash command", "   rm x\n   Edit file\n   a", two);
    let dialog = format!("   rm x\n   {}\n   Edit file\n   a", &RULE[9..]);
    let text = format!("rm x\n{}\nEdit file\na", &RULE[9..]);
    indented("a dialog in a command", "Bash command", &dialog, Some(("shell", &text, true)));
}

#[test]
fn files_and_addresses_are_those_that_claude_shows() {
    let edit = |name: &str| format!("Do you want to make this edit to {name}?");
    dashed(
        "an edit",
        " Edit file\n src/app.py",
        " 1 - a",
        &edit("app.py"),
        Some(("edit", "src/app.py", false)),
    );
    dashed("another file's name", " Edit file\n src/app.py", " 1 - a", &edit("b.py"), None);
    dashed("a name of two lines", " Edit file\n ok\n x/app.py", " 1 - a", &edit("app.py"), None);
    dashed("an edit that asks like a command", " Edit file\n a", " 1 - a", "Do you want to proceed?", None);
    let create = "Do you want to create a b.md?";
    dashed(
        "a new file",
        " Create file\n ../a b.md",
        " Bash command",
        create,
        Some(("write", "../a b.md", false)),
    );
    let fetch = "Do you want to allow Claude to fetch this content?";
    let address = Some(("fetch", "http://a.example/x", false));
    dashed("an address", " Fetch\n Claude wants it", " url: http://a.example/x\n prompt: y", fetch, address);
    dashed(
        "a host behind a blank",
        " Fetch\n x",
        " url: http://a.example @b.example/\n prompt: y",
        fetch,
        None,
    );
    indented("a file to read", "Read file", "   Read(/etc/hosts)", Some(("read", "/etc/hosts", false)));
    indented("no file to read", "Read file", "   Search(pattern: \"x\")", None);
    indented("a server's tool", "Tool use", "   git - get(n: 1) (MCP)", Some(("mcp", "git - get", false)));
    indented("a tool of its own", "Tool use", "   Web Search(\"a - b(c)\")", None);
}

#[test]
fn a_dialog_whose_upper_end_is_not_certain_has_no_tool() {
    let asks = format!(" Do you want to proceed?\n{CHOICES}");
    check("no title", "claude", &format!("   rm x\n{DASH}\n{asks}"), None);
    let under_text = format!("   rm x\n{RULE}\n Bash command\n\n   ls\n\n{asks}");
    check("a line right under text", "claude", &under_text, None);
    let spoken = "Permission Required: Bash command\n> List\n> ls\nDo you want to proceed?\n1. Yes\n2. No\nSelect with numbers [1-2]. Then Enter to submit:";
    check("plain lines", "claude", spoken, None);
    let inside = format!(
        "{RULE}\n ☐ Go on\n\nWell:\n\n{RULE}\n Bash command\n\n   ls\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\nEnter to select · Esc to cancel"
    );
    check("a dialog in a question of the model", "claude", &inside, None);
    let plan = inside.replace("Bash command", "Ready to code?").replace("Do you want", "Would you like");
    check("a plan in a question of the model", "claude", &plan, None);
}

/// A panel of Codex: its background sets it apart from what stands above.
fn panel(height: u16, above: &str, inside: &str) -> Screen {
    let mut screen = Screen::new(Size::cells(height, 80));
    let choices = "› 1. Yes, proceed (y)\n  2. No, and tell Codex what to do differently (esc)\n\n  Press enter to confirm or esc to cancel";
    let rows = format!("\n{inside}\n\n{choices}");
    let drawn: Vec<String> = rows.lines().map(|row| format!("\x1b[48;5;236m{row:<80}\x1b[0m")).collect();
    screen.feed(format!("{}\r\n{}", above.replace('\n', "\r\n"), drawn.join("")).as_bytes());
    screen
}

#[test]
fn what_stands_under_codexs_question_does_not_change_the_tool() {
    let run = "  Would you like to run the following command?";
    let edits = "  Would you like to make the following edits?";
    let panel_is = |name: &str, inside: &str, want: Want| {
        is_about(name, found_on(name, "codex", &panel(40, "• Doing\n", inside)), want);
    };
    panel_is("a command", &format!("{run}\n\n  Reason: x?\n\n  $ ls"), Some(("shell", "ls", false)));
    let reason = format!("{run}\n\n  Reason: x\n\n{edits}\n\n  Destination: /a\n\n  $ ls");
    panel_is("edits for a reason", &reason, Some(("shell", "ls", false)));
    let both = Some(("shell", "ls\n\n$ rm x", true));
    panel_is("a command for a reason", &format!("{run}\n\n  Reason: x\n  $ ls\n\n  $ rm x"), both);
    panel_is(
        "edits in a command",
        &format!("{run}\n\n  $ rm x\n\n  Destination: /a\n\n{edits}"),
        Some(("shell", "rm x\n\nDestination: /a\n\nWould you like to make the following edits?", false)),
    );
    panel_is("a question in a command", &format!("{run}\n\n  $ rm x\n\n{run}\n\n  $ ls"), None);
    let split = format!("{run}\n\n  $ rm x\n\n  Would you like to run\n  the following command?\n\n  $ ls");
    panel_is("a question in two rows", &split, None);
    let one = format!("{edits}\n\n  Description: x\n  Destination: /w/a.py");
    panel_is("an edit", &one, Some(("edit", "/w/a.py", false)));
    panel_is("two files", &format!("{one}\n  Destination: /etc/b"), None);
    panel_is("a file said", &one.replace(": x", ": x\n  Destination: /w/b"), None);
    panel_is("a command said", &one.replace(": x", &format!(": x\n\n{run}\n\n  $ ls\n")), None);
    let plain =
        format!("• Doing\n\n{run}\n\n  $ ls\n\n› 1. Yes (y)\n  2. No (esc)\n\n  Press enter to confirm");
    check("without a panel", "codex", &plain, None);
    let full = panel(9, "• Doing\n", &format!("{run}\n\n  $ ls"));
    assert!(full.snapshot_anyway().rows[1].text.contains("Would you like"));
    is_about("a panel that fills the screen", found_on("full", "codex", &full), None);
}

fn boxed(rows: &str) -> String {
    let side = |row: &str| format!("│ {row:<56} │\n");
    let rows: String = rows.lines().map(side).collect();
    format!("Doing\n\n╭{0}╮\n{rows}╰{0}╯", "─".repeat(58))
}

fn inner(rows: &str) -> String {
    let rows: String = rows.lines().map(|row| format!("│ {row:<52} │\n")).collect();
    format!("╭{0}╮\n{rows}╰{0}╯", "─".repeat(54))
}

#[test]
fn what_stands_in_geminis_box_does_not_change_the_tool() {
    let choices = "● 1. Allow once\n  2. No, suggest changes (esc)";
    let gemini = |name: &str, title: &str, inside: &str, question: &str, want: Want| {
        check(name, "gemini", &boxed(&format!("{title}\n{}\n{question}\n\n{choices}", inner(inside))), want);
    };
    let shell = "Allow execution of [Shell]?";
    gemini("a command", "? Shell  ls (List files)", "ls", shell, Some(("shell", "ls", false)));
    let file = "? WriteFile  Writing to a";
    gemini("a file in a command", "? Shell  echo", file, shell, Some(("shell", file, false)));
    gemini("trust in a command", "? Shell  do you trust me?", "ls", shell, Some(("shell", "ls", false)));
    gemini(
        "a file",
        "? WriteFile  Writing to src/a",
        "ls",
        "Apply this change?",
        Some(("write", "src/a", false)),
    );
    gemini(
        "folders left out",
        "? WriteFile  Writing to a/.../b",
        "x",
        "Apply this change?",
        Some(("write", "a/.../b", true)),
    );
    gemini("a path with blanks", "? WriteFile  Writing to a b", "x", "Apply this change?", None);
    let server = "Allow execution of MCP tool \"Shell\" from server \"x\"?";
    gemini("a server's tool", "? Shell  (x MCP Server)", "ls", server, None);
}

#[test]
fn what_stands_in_copilots_box_does_not_change_the_tool() {
    let choices = "❯ 1. Yes\n  2. No (Esc to stop)\n\n↑/↓ to navigate · enter to select · esc to cancel";
    let copilot = |name: &str, rows: &str, want: Want| {
        check(name, "copilot", &boxed(&format!("{rows}\n\n{choices}")), want);
    };
    let run = "Do you want to run this command?";
    let line = "─".repeat(50);
    let ls = Some(("shell", "ls", false));
    for title in ["Edit file", "Do you want to edit /a?", "Do you trust the files in this folder?"] {
        copilot(title, &format!("{title}\n{line}\n{}\n\n{run}", inner("ls")), ls);
    }
    let asks = "Do you want to create /a?";
    let inside = format!("List\n{line}\n{}\n\n{run}", inner(asks));
    copilot("a question in a command", &inside, Some(("shell", asks, false)));
    let file = format!("Edit file\n{line}\n1 + {run}\n\nDo you want to edit /w/a?");
    copilot("a file", &file, Some(("edit", "/w/a", false)));
    let long = format!("Create file\n{line}\n1 + x\n\nDo you want to create /w/a\nb?");
    copilot("a path of two rows", &long, Some(("write", "/w/a b", true)));
}

#[test]
fn what_stands_in_opencodes_block_does_not_change_the_tool() {
    let opencode = |name: &str, rows: &str, want: Want| {
        let end = "\n ⟦Allow once⟧   Allow always   Reject   ⇆ select  enter confirm\n";
        let rows: String = format!("\n△ Permission required\n{rows}\n{end}")
            .lines()
            .map(|row| format!("  ┃  {row}\n"))
            .collect();
        check(name, "opencode", &format!("     Doing\n\n{rows}"), want);
    };
    opencode("a command", "  # Shell command\n\n$ ls", Some(("shell", "ls", false)));
    let text = "ls\n→ Edit a";
    opencode("a file in a command", "  # Shell command\n\n$ ls\n→ Edit a", Some(("shell", text, false)));
    opencode("a file", "  → Edit src/a\n\n1 + x", Some(("edit", "src/a", false)));
    opencode("a command in a file", "  → Edit src/a\n\n$ ls", Some(("edit", "src/a", false)));
    opencode("a path of two rows", "  → Edit src/a\nb\n\n1 + x", Some(("edit", "src/a", true)));
    opencode("another tool", "  # Shell command Task\n\n$ ls", None);
    opencode("a second dialog", "  # General Task\n\n△ Permission required\n  # Shell command\n\n$ ls", None);
    let again = "  # Shell command\n\n$ rm x\n\n△ Permission required\n  # Shell command\n\n$ ls";
    opencode("a dialog in a command", again, None);
}

#[test]
fn aiders_subject_is_one_line() {
    let aider = |name: &str, above: &str, question: &str, want: Want| {
        check(name, "aider", &format!("Tokens: 1k sent.\n\n{above}\n{question} (Y)es/(N)o [Yes]: "), want);
    };
    aider("a command", "ls", "Run shell command?", Some(("shell", "ls", false)));
    aider("several", "ls", "Run shell commands?", None);
    aider("a comment under a command", "rm x\n\n# Create new file?", "Run shell command?", None);
    aider("two rows", "rm x\nls", "Run shell command?", None);
    aider("a file", "src/a.rs", "Create new file?", Some(("write", "src/a.rs", false)));
    aider("something else", "src/a.rs", "Add file to the chat?", None);
}

#[test]
fn a_limit_of_use_is_told_with_its_time() {
    let limit = |agent: &str, text: &str, want: &str| {
        let found = found_on(agent, agent, &examples::shown(text).unwrap());
        assert_eq!((found.rule, found.tool), (format!("{agent}.limit"), None));
        assert_eq!(found.question.text, want, "{agent}");
    };
    let claude = format!(
        "{RULE}\n You've hit your limit · resets 3pm\n\n What do you want to do?\n\n ❯ 1. Stop and wait\n   2. Upgrade\n\n Enter to confirm · Esc to cancel"
    );
    limit("claude", &claude, "You've hit your limit · resets 3pm");
    let gemini =
        boxed("Usage limit reached for x.\nAccess resets at 3:00 PM.\n\n● 1. Keep trying\n  2. Stop");
    limit("gemini", &gemini, "Usage limit reached for x. Access resets at 3:00 PM.");
}
