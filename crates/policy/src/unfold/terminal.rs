//! Terminals inside of a terminal: `tmux` and `screen` start commands and type into running ones.

use super::call::Call;
use super::field::{Field, joined};
use super::options;
use super::walk::Output;
use super::{Scope, Unfolder};

/// Options of the subcommands below that take a value.
const VALUES: [&str; 12] = ["-t", "-s", "-n", "-c", "-F", "-x", "-y", "-e", "-l", "-b", "-d", "-f"];
/// Subcommands of `tmux` that take shell text.
const TEXT: [&str; 16] = [
    "new-session",
    "new",
    "new-window",
    "neww",
    "split-window",
    "splitw",
    "respawn-pane",
    "respawnp",
    "respawn-window",
    "respawnw",
    "run-shell",
    "run",
    "if-shell",
    "if",
    "pipe-pane",
    "display-popup",
];
/// Keys that `tmux send-keys` knows by name.
const KEYS: [&str; 6] = ["Enter", "C-m", "KPEnter", "Space", "Tab", "Escape"];

impl Unfolder<'_> {
    /// What is started or typed, then the program itself.
    pub(super) fn terminal(&mut self, name: &str, call: Call, scope: &mut Scope) -> Output {
        let found = if name == "screen" { screen_text(&call.words) } else { tmux_text(&call.words) };
        let Some((text, end)) = found else { return self.plain(call, scope) };
        let context = call.context.through(&call.words[..end]);
        self.read_text(&text, &mut scope.child(self.around), &context);
        self.emit_carrier(&text, call, scope);
        None
    }
}

fn tmux_text(words: &[Field]) -> Option<(Field, usize)> {
    let before = ["-L", "-S", "-f", "-c", "-T"].map(str::to_owned).to_vec();
    let at = options::first_operand(words, 1, &before);
    // `-d` is a flag for a session and a value for a few others: a command is not lost by taking it for a flag.
    let values: Vec<String> =
        VALUES.iter().filter(|option| **option != "-d").map(|option| (*option).to_owned()).collect();
    let start = options::first_operand(words, at + 1, &values);
    let rest = words.get(start..).filter(|rest| !rest.is_empty())?;
    match words.get(at)?.certain()? {
        "send-keys" | "send" => {
            let typed: Vec<Field> = rest.iter().map(key).collect();
            Some((joined(&typed), start))
        }
        command if TEXT.contains(&command) => Some((joined(rest), start)),
        _ => None,
    }
}

/// A key by its name ends a line; anything else is typed.
fn key(word: &Field) -> Field {
    if word.certain().is_some_and(|name| KEYS.contains(&name)) { Field::known("\n") } else { word.clone() }
}

fn screen_text(words: &[Field]) -> Option<(Field, usize)> {
    if let Some(stuff) = words.iter().position(|word| word.certain() == Some("stuff")) {
        return Some((words.get(stuff + 1)?.clone(), stuff + 1));
    }
    let values = ["-S", "-c", "-e", "-h", "-p", "-s", "-t", "-T", "-X"].map(str::to_owned).to_vec();
    let start = options::first_operand(words, 1, &values);
    words.get(start..).filter(|rest| !rest.is_empty()).map(|rest| (joined(rest), start))
}
