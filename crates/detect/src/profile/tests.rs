use crate::program::Program;

use super::*;

fn files(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

fn refused(name: &str, text: &str, line: usize, problem: &str) {
    let (profiles, errors) = Profiles::with_files(&files(&[("mine.toml", text)]));
    let [error] = errors.as_slice() else { panic!("{name}: {errors:?}") };
    assert_eq!((error.file.as_str(), error.line), ("mine.toml", line), "{name}: {error}");
    assert!(error.problem.contains(problem), "{name}: {error}");
    assert!(profiles.named("mine").is_none(), "{name}");
}

const ASKS: &str = r#"
[program]
names = ["mine"]
[[dialog]]
name = "ask"
form = "numbered"
frames = ["box"]
keys = "digit"
"#;

#[test]
fn broken_profiles_are_refused_with_line_and_reason() {
    refused("no TOML", "name = ", 1, "");
    refused("an unknown key", "seen_with = []\nhintz = []", 2, "unknown key `hintz`; known are");
    refused("nearly a key", "[layout]\npointer = '>'", 2, "did you mean `pointers`?");
    refused(
        "an unknown word",
        "[[dialog]]\nname = 'a'\nform = 'numberd'\nkeys = 'digit'",
        3,
        "did you mean `numbered`?",
    );
    refused("an unknown role", "[[role]]\nlabel = 'a'\nrole = 'maybe'", 3, "`maybe` is no role");
    refused("a broken pattern", "[layout]\nhints = ['(']", 2, "pattern `(`");
    refused("no frame", "[[dialog]]\nname = 'a'\nform = 'numbered'\nkeys = 'digit'", 3, "needs `frames`");
    refused("no line", "[[dialog]]\nname = 'a'\nform = 'line'\nkeys = 'enter'", 3, "needs `line`");
    let tool = |line: &str| format!("{ASKS}{line}");
    refused("nearly a tool", &tool("tool = 'shel'"), 9, "`shel` is no tool; did you mean `shell`?");
    refused("a tool for everything", &tool("tools = [{ tool = 'plan' }]"), 9, "needs `title` or `question`");
    let both = "tool = 'plan'\ntools = [{ title = 'a', tool = 'plan' }]";
    refused("two ways to say it", &tool(both), 9, "either `tool` or `tools`");
    refused("a tool without its subject", &tool("tool = 'shell'"), 9, "`shell` needs a place of its subject");
    let elsewhere = "tool = 'shell'\nsubject = [{ at = 'box', tool = 'write' }]";
    refused("a tool with another's subject", &tool(elsewhere), 9, "`shell` needs a place of its subject");
    refused(
        "a key that is a choice",
        &tool("submit = 'enter'"),
        9,
        "`enter` is no key that ends the choosing",
    );
    refused("a name with blanks", "name = 'my agent'", 1, "is no name");
    let example = "examples = ['''\nnothing to see\n''']\n";
    refused(
        "an example it does not know",
        &format!("{ASKS}{example}"),
        9,
        "an example of `mine.ask` is recognised as nothing",
    );
    let dialog =
        "╭───────────────╮\n│ Go on?        │\n│ ❯ 1. Yes      │\n│   2. No       │\n╰───────────────╯\n";
    let taken = format!("{ASKS}not_examples = ['''\n{dialog}''']\n");
    refused("a screen it must not know", &taken, 9, "takes one of its `not_examples` for its own");
    let (_, errors) =
        Profiles::with_files(&files(&[("mine.toml", &format!("{ASKS}examples = ['''\n{dialog}''']\n"))]));
    assert_eq!(errors, []);
}

#[test]
fn a_notice_may_have_a_tool() {
    let text = "[program]\nnames = ['mine']\n[[dialog]]\nname = 'go'\nform = 'notice'\nkind = 'confirm_enter'\nkeys = 'enter'\nline = '^Press enter'\ntool = 'question'";
    let (profiles, errors) = Profiles::with_files(&files(&[("mine.toml", text)]));
    assert_eq!(errors, []);
    let screen = examples::shown("Notes\n\nPress enter to go on").unwrap();
    let snapshot = screen.snapshot_anyway();
    let seen = profiles.named("mine").unwrap().recognise(&View::new(&snapshot));
    let Recognised::Found(found) = seen else { panic!("{seen:?}") };
    assert_eq!(found.tool, Some("question"));
}

#[test]
fn hostile_profiles_are_refused_soon() {
    let many = format!("[layout]\nhints = [{}]", "'a',".repeat(1000));
    refused("too many patterns", &many, 2, "at most 400 patterns");
    refused("too large a pattern", "[layout]\nhints = ['(\\w{100}){100}']", 2, "exceeds size limit");
    refused(
        "too long a pattern",
        &format!("[layout]\nhints = ['{}']", "a".repeat(3000)),
        2,
        "at most 2000 bytes",
    );
    refused(
        "too deep a pattern",
        &format!("[layout]\nhints = ['{}a{}']", "(".repeat(500), ")".repeat(500)),
        2,
        "nest",
    );
    refused("too long", &"#".repeat(600 * 1024), 1, "at most");
    refused("too deep", &format!("a = {}{}", "[".repeat(5000), "]".repeat(5000)), 1, "");
    let tall = format!("{ASKS}examples = ['''{}''']", "x\n".repeat(300));
    refused("too tall a screen", &tall, 9, "at most 200 rows");
    refused("a long unknown key", &format!("{} = 1", "k".repeat(100_000)), 1, "unknown key");
}

#[test]
fn a_profile_of_the_persons_own_takes_the_place_of_another() {
    let claude = ("claude.toml", "seen_with = ['mine']\n[program]\nnames = ['claude']");
    let other = ("other.toml", "[program]\nnames = ['my-agent']\npackages = ['@me/agent']");
    let (profiles, errors) = Profiles::with_files(&files(&[claude, other]));
    assert_eq!(errors, []);
    assert_eq!(profiles.for_programs(&[Program::named("claude")]).seen_with(), ["mine"]);
    assert_eq!(profiles.for_programs(&[Program::with_arguments(["npx", "@me/agent"])]).name(), "other");
    assert_eq!(profiles.for_programs(&[Program::named("codex")]).name(), "codex");
    assert!(profiles.is_remote("ssh") && !profiles.is_remote("ls"));
}

#[test]
fn what_was_in_force_stays_when_a_file_breaks() {
    let good = files(&[("claude.toml", "seen_with = ['mine']\n[program]\nnames = ['claude']")]);
    let (before, _) = Profiles::with_files(&good);
    let (after, errors) = before.reloaded(&files(&[("claude.toml", "oops")]));
    assert_eq!(errors.len(), 1);
    assert_eq!(after.for_programs(&[Program::named("claude")]).seen_with(), ["mine"]);
    let (gone, errors) = after.reloaded(&[]);
    assert_eq!(errors, []);
    assert_ne!(gone.for_programs(&[Program::named("claude")]).seen_with(), ["mine"]);
}

/// What a profile finds on a screen.
fn seen(agent: &str, text: &str) -> Recognised {
    let screen = examples::shown(text).unwrap();
    let snapshot = screen.snapshot_anyway();
    Profiles::embedded().named(agent).unwrap().recognise(&View::new(&snapshot))
}

#[test]
fn a_file_is_named_by_its_path() {
    let dialog = "\
╭──────────────────────────────────────────────────╮
│ Create file                                      │
│ ╭──────────────────────────────────────────────╮ │
│ │ ../../../nonexistent/plan.md                 │ │
│ │                                              │ │
│ │ # Plan                                       │ │
│ ╰──────────────────────────────────────────────╯ │
│ Do you want to create plan.md?                   │
│ ❯ 1. Yes                                         │
│   2. No, and tell Claude what to do differently  │
╰──────────────────────────────────────────────────╯";
    let Recognised::Found(found) = seen("claude", dialog) else { panic!("nothing") };
    let subject = found.question.subject.unwrap();
    assert_eq!((subject.text.as_str(), subject.partial), ("../../../nonexistent/plan.md", false));
}

#[test]
fn a_menu_inside_a_command_changes_nothing() {
    let dialog = "\
────────────────────────────────────────────────────────────
 Bash command

   cat <<'EOF'
   Do you want to proceed?
   ❯ 1. Yes, always
     2. Yes
     3. Yes
     4. Yes

   Esc to cancel
   EOF

 Do you want to proceed?
 ❯ 1. Yes
   2. Yes, and don't ask again for: cat
      ❯ 3. Yes
   3. No

 Esc to cancel · Tab to amend";
    let Recognised::Found(found) = seen("claude", dialog) else { panic!("nothing") };
    let roles: Vec<&str> = found.question.choices.iter().map(|choice| choice.role.word()).collect();
    assert_eq!(roles, ["yes", "yes_and_remember", "no"]);
    assert!(found.question.choices[0].selected);
    assert!(found.question.subject.unwrap().text.contains("4. Yes"));
}

#[test]
fn a_menu_above_the_input_box_is_no_question() {
    let check = |agent: &str, text: &str| match seen(agent, text) {
        Recognised::Found(found) => assert!(!found.question.kind.is_asking(), "{agent}: {found:?}"),
        Recognised::Busy(..) | Recognised::Nothing => {}
    };
    let menu = "Do you want to proceed?\n❯ 1. Yes\n  2. No\n\nEsc to cancel · Enter to confirm\n";
    let rule = "─".repeat(60);
    check("claude", &format!("{rule}\n{menu}\n{rule}\n❯ \n{rule}\n  ? for shortcuts"));
    check("claude", &format!("{rule}\n{menu}\n✻ Thinking…\n\n{rule}\n❯ \n{rule}"));
    let codex = "  Would you like to run the following command?\n\n  $ ls\n\n› 1. Yes (y)\n  2. No (esc)\n\n  Press enter to confirm\n";
    check("codex", &format!("{codex}\n\n› Ask Codex to do anything\n\n  gpt-5 default · ~/work"));
    let boxed = "╭──────────────────╮\n│ Allow this?      │\n│ ● 1. Allow once  │\n│   2. No (esc)    │\n╰──────────────────╯\n";
    check("gemini", &format!("{boxed}\n▄▄▄▄▄▄▄▄▄▄▄▄▄▄\n >   Type your message\n▀▀▀▀▀▀▀▀▀▀▀▀▀▀"));
    check("copilot", &format!("{boxed}\n──────────────────\n❯\n──────────────────"));
}

/// The label and the meaning of the pointed choice.
fn pointed(agent: &str, text: &str) -> (String, String) {
    let Recognised::Found(found) = seen(agent, text) else { panic!("nothing: {text}") };
    let choice = found.question.choices.iter().find(|choice| choice.selected).unwrap();
    (choice.label.clone(), choice.role.word().to_owned())
}

#[test]
fn what_is_typed_into_a_choice_is_left_out() {
    let rule = "─".repeat(60);
    let permission = |last: &str| {
        format!(
            "{rule}\n Bash command\n\n   ls\n\n Do you want to proceed?\n   1. Yes\n   2. Yes, and always allow x\n ❯ 3. {last}\n\n Esc to cancel"
        )
    };
    let field = "Type here to tell Claude what to do differently";
    let check = |name: &str, last: &str, label: &str, role: &str| {
        assert_eq!(pointed("claude", &permission(last)), (label.to_owned(), role.to_owned()), "{name}");
    };
    check("empty", "⟦T⟧ype here to tell Claude what to do differently", field, "other");
    check("a letter", "m⟦ ⟧", field, "other");
    check("words", "my secret⟦ ⟧", field, "other");
    check("blanks at its end", "my secret  ⟦ ⟧", field, "other");
    check("the cursor inside", "my ⟦s⟧ecret", field, "other");
    check("the cursor at the begin", "⟦m⟧y secret", field, "other");
    check("words that mean something", "Yes, always⟦ ⟧", field, "other");
    check("like another choice with a field", "Yes, and tell nobody⟦ ⟧", field, "other");
    check("a choice without a field", "No", "No", "no");
    check("a draft behind a label", "No, use the other file⟦ ⟧", "No", "no");
    let ask = format!(
        "{rule}\n ☐ Database\n\nWhich database?\n\n  1. SQLite\n❯ 2. my own⟦ ⟧\n\nEnter to select · Esc to cancel"
    );
    assert_eq!(pointed("claude", &ask).0, "Type something.");
    let gemini = "╭─────────────────────╮\n│ Which one?          │\n│   1. One            │\n│ ● 2. my secret⟦ ⟧     │\n╰─────────────────────╯";
    assert_eq!(pointed("gemini", gemini).0, "(text)");
}

#[test]
fn of_an_input_box_only_the_prompt_is_told() {
    let check = |agent: &str, text: &str, want: &str| {
        let Recognised::Found(found) = seen(agent, text) else { panic!("{agent}: nothing") };
        assert_eq!((found.question.kind.word(), found.question.text.as_str()), ("composer", want), "{agent}");
    };
    let rule = "─".repeat(60);
    check("claude", &format!("● hi\n\n{rule}\n❯ my DRAFT\n{rule}\n  ? for shortcuts"), "❯");
    check("claude", "╭────────────────╮\n│ > my DRAFT     │\n╰────────────────╯", ">");
    check("codex", "• done\n\n› my DRAFT\n\n  gpt-5 default · ~/work/demo", "›");
    check("gemini", "▄▄▄▄▄▄▄▄▄▄▄▄▄▄\n >   Type your message\n▀▀▀▀▀▀▀▀▀▀▀▀▀▀", ">");
    check("opencode", "  ┃\n  ┃  my DRAFT\n  ┃\n  ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀", "");
    check("copilot", &format!("{rule}\n❯ my DRAFT\n{rule}"), "❯");
    check("aider", "ask> my DRAFT", "ask>");
}

#[test]
fn a_program_that_reads_lines_has_no_dialog_for_keys() {
    use crate::facts::Facts;
    use crate::judge::{Seen, see};
    let check = |name: &str, agent: &str, text: &str, canonical: bool, asks: bool| {
        let screen = examples::shown(text).unwrap();
        let snapshot = screen.snapshot_anyway();
        let mode = model::LineMode { canonical, echo: canonical, signals: canonical };
        let facts = Facts { mode: Some(mode), ..Facts::none() };
        let profile = Profiles::embedded().named(agent).unwrap();
        let seen = see(&View::new(&snapshot), &facts, &profile);
        assert_eq!(matches!(seen, Seen::Found(_)), asks, "{name}: {seen:?}");
    };
    let rule = "─".repeat(60);
    let digits = format!(
        "{rule}\n Bash command\n\n   ls\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel"
    );
    check("digits, by keys", "claude", &digits, false, true);
    check("digits, by lines", "claude", &digits, true, false);
    let spoken = "Permission Required: Bash command\n> Create x\n> touch x\nDo you want to proceed?\n1. Yes\n2. No\nSelect with numbers [1-2]. Then Enter to submit or Escape to cancel:\nEsc to cancel";
    check("digits and Enter, by lines", "claude", spoken, true, true);
    let letters = "Create new file? (Y)es/(N)o [Yes]: ";
    check("a letter and Enter, by lines", "aider", letters, true, true);
}

#[test]
fn boxes_have_a_key_that_submits_them_and_are_shown_again() {
    let rule = "─".repeat(60);
    let found = |text: &str| match seen("claude", text) {
        Recognised::Found(found) => found,
        other => panic!("{other:?}: {text}"),
    };
    let list = |first: &str| {
        format!(
            "{rule}\n ☐ Features\n\nWhich features?\n\n❯ 1. {first}\n  2. [ ] Export\n  3. [ ] Type something\n     Submit\n{rule}\n  4. Chat about this\n\nEnter to select · Esc to cancel"
        )
    };
    let (off, on) = (found(&list("[ ] Auth")).question, found(&list("[✔] Auth")).question);
    assert_eq!((off.submit, off.choices[0].checked), (Some(model::Key::Tab), Some(false)));
    assert_eq!((on.submit, on.choices[0].checked), (Some(model::Key::Tab), Some(true)));
    let single = format!(
        "{rule}\n ☐ Database\n\nWhich one?\n\n❯ 1. SQLite\n  2. PostgreSQL\n\nEnter to select · Esc to cancel"
    );
    assert_eq!(found(&single).question.submit, None);
    let review = |answers: &str| {
        format!(
            "{rule}\n←  ☒ Features  ✔ Submit  →\n\nReview your answers\n\n{answers}\n\nReady to submit your answers?\n\n❯ 1. Submit answers\n  2. Cancel"
        )
    };
    let profiles = Profiles::embedded();
    let claude = profiles.named("claude").unwrap();
    let check = |answers: &str, expected: Option<&str>| {
        let found = found(&review(answers));
        assert!(claude.reviews(&found.rule), "{}", found.rule);
        let shown = claude.reviewed(&found.rule, &found.question.text);
        assert_eq!(shown, expected.map(|chosen| (chosen, "Submit answers")), "{answers}");
    };
    check(" ● Which features?\n   → Auth, Export", Some("Auth, Export"));
    check(" ● Which → one?\n   → Auth", Some("Auth"));
    check(" ● Which features?\n   → Auth\n ● Which database?\n   → SQLite", None);
}

#[test]
fn a_limit_is_told_by_the_last_line_over_the_box() {
    let profiles = Profiles::embedded();
    let claude = profiles.named("claude").unwrap();
    let (line, rule) = ("⎿  You've hit your 5-hour limit · resets 10:26am (UTC)", "─".repeat(60));
    let check = |above: &[&str], expected: Option<&str>| assert_eq!(claude.limit_told(above), expected);
    let indented = format!("  {line}");
    check(&["❯ do it", &indented, "", "✻ Cooked for 0s · done 8:26 AM", "", &rule], Some(line));
    check(&["❯ do it", &indented, "     /upgrade to increase your usage limit.", &rule], Some(line));
    check(
        &[&indented, "● Usage limit reached · continuing automatically at 10:26am · esc to cancel", &rule],
        None,
    );
    check(&[&indented, "❯ go on", "● Done.", &rule], None);
    check(&[&rule], None);
    assert!(claude.goes_on_by_itself("    Continuing automatically at 10:26am · Esc to cancel"));
    assert!(!claude.goes_on_by_itself("   2. Wait here, then continue automatically at Nov 18, 4pm"));
    assert_eq!(profiles.named("codex").unwrap().limit_told(&[line]), None);
}

/// Gemini's placeholder is not faint. Only what it shows itself counts, not the same words where somebody would have written them.
#[test]
fn what_an_empty_box_shows_is_said_by_the_profile() {
    let (edge, sign) = ("▄".repeat(60), " ⠧ Thinking... (esc to cancel, 3s)");
    let check = |inside: &str, empty: bool| {
        let mut screen = screen::Screen::new(model::Size::cells(24, 80));
        let text = format!("{sign}\n{edge}\n{inside}\n{}\n", "▀".repeat(60));
        screen.feed(text.replace('\n', "\r\n").as_bytes());
        let snapshot = screen.snapshot_anyway();
        let seen = Profiles::embedded().named("gemini").unwrap().recognise(&View::new(&snapshot));
        assert_eq!(seen, Recognised::Busy(sign.trim().into(), empty), "{inside}");
    };
    check(" > \x1b[7m \x1b[27m \x1b[38;2;175;175;175mType your message or @path/to/file\x1b[39m     ", true);
    check(" > Type your message or @path/to/file\x1b[7m \x1b[27m", false);
    check(" >   Type your message or @path/to/file please", false);
    check(" >   Type your message", false);
    check(" !   Type your message or @path/to/file", false);
    check(" >   Type your message or @path/to/file\n     and a second line", false);
    check(" > fix it", false);
}

/// Keys that wake an agent go into its input box: only if that is there, and nobody has written in it.
#[test]
fn an_agent_at_work_has_an_empty_box_or_not() {
    let (rule, sign) = ("─".repeat(60), "✻ Thinking… (3s · esc to interrupt)");
    let check = |inside: &str, empty: bool| {
        let mut screen = screen::Screen::new(model::Size::cells(24, 80));
        let text = format!("{sign}\n\n{rule}\n{inside}\n{rule}\n");
        screen.feed(text.replace('\n', "\r\n").as_bytes());
        let snapshot = screen.snapshot_anyway();
        let seen = Profiles::embedded().named("claude").unwrap().recognise(&View::new(&snapshot));
        assert_eq!(seen, Recognised::Busy(sign.into(), empty), "{inside}");
    };
    check("❯ ", true);
    check("❯ \x1b[2mTry \"edit it\"\x1b[0m", true);
    check("❯ fix the bug", false);
    check("❯ [Pasted text #1 +20 lines]", false);
    check("❯ \n  a second line", false);
}

/// `dialog --passwordbox` draws what `--inputbox` draws; only its command line says what it is for.
#[test]
fn a_program_that_does_not_show_what_is_typed() {
    let profiles = Profiles::embedded();
    let check = |words: &[&str], want: bool| {
        let program = Program::with_arguments(words.iter().copied());
        assert_eq!(profiles.for_programs(&[program]).hides_typing(), want, "{words:?}");
    };
    check(&["dialog", "--passwordbox", "Root word", "8", "40"], true);
    check(&["/usr/bin/whiptail", "--title", "x", "--passwordbox", "Root word", "8", "40"], true);
    check(&["dialog", "--inputbox", "Root word", "8", "40"], false);
    check(&["dialog", "--inputbox", "What does --passwordbox do?", "8", "40"], false);
    check(&["echo", "--passwordbox"], false);
    check(&[], false);
}
