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
