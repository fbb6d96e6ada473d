//! Prompts of shells and interpreters: the program has finished and takes the next command.

use model::{Kind, Question};

use super::{Look, repl};
use crate::facts::Waits;
use crate::found::{Found, Strength};
use screen::MarkKind;

/// What prompts of shells end with.
const SIGNS: [char; 11] = ['$', '#', '%', '>', '❯', '➜', 'λ', '»', '⟩', '›', '❱'];
/// A prompt is not longer than this.
const LONGEST: usize = 120;

/// A prompt of a shell or an interpreter, with the cursor right behind it.
pub(crate) fn recognise(look: &Look) -> Option<Found> {
    let head = look.place.head.trim();
    if look.place.below || head.chars().count() > LONGEST {
        return None;
    }
    let (rule, strength) = rule_of(look, head)?;
    Some(Found {
        question: Question::new(Kind::Shell, prompt_itself(head)),
        rows: look.place.rows.clone(),
        strength,
        rule: format!("shell.{rule}"),
        tool: None,
    })
}

/// Whether a shell or an interpreter has put its prompt behind words that some output ended with: what is typed there is a
/// command, whatever the words ask.
pub(crate) fn stands_behind(look: &Look) -> bool {
    let program = look.facts.program.as_deref().unwrap_or_default();
    let head = look.place.head.trim_end();
    let of_a_shell = look.words.is_shell(program) && head.ends_with(['$', '#', '%', '❯', '➜']);
    let last = head.rsplit(' ').next().unwrap_or_default();
    of_a_shell || repl::is_input_prompt(look, last)
}

/// The prompt up to its sign: what stands behind it is a draft. Without a sign it cannot be told where one begins.
fn prompt_itself(head: &str) -> &str {
    let is_sign = |(at, letter): &(usize, char)| {
        let behind = &head[at + letter.len_utf8()..];
        SIGNS.contains(letter) && (behind.is_empty() || behind.starts_with(' '))
    };
    let sign = head.char_indices().find(is_sign).map(|(at, letter)| at + letter.len_utf8());
    match sign {
        Some(end) => &head[..end],
        None if head.ends_with([')', ':', '.', '*', '?', '-', '\'', ']']) => head,
        None => "",
    }
}

fn rule_of(look: &Look, head: &str) -> Option<(&'static str, Strength)> {
    if is_marked(look) {
        return Some(("mark", Strength::Certain));
    }
    if repl::is_input_mark(look, head) {
        return None;
    }
    if is_of_a_shell(look, head) {
        return Some(("shell", Strength::Certain));
    }
    if repl::is_prompt(look, head) {
        return Some(("repl", Strength::Strong));
    }
    let remote = matches!(look.facts.waits, Waits::Untold);
    if ends_like_a_shell(head) && looks_like_a_place(head) {
        return Some(("place", if remote { Strength::Strong } else { Strength::Certain }));
    }
    None
}

/// The prompt of a shell in the foreground: by how it ends, or because the shell's line editor runs.
fn is_of_a_shell(look: &Look, head: &str) -> bool {
    let program = look.facts.program.as_deref().unwrap_or_default();
    if !look.words.is_shell(program) {
        return false;
    }
    let raw = look.facts.reads_lines() == Some(false);
    let likely = raw || is_bare_mark(head) || head.contains(['@', '~', ':']);
    let silent = look.facts.mode.is_some_and(|mode| !mode.canonical && !mode.echo);
    // The builtin that reads a single key sleeps in read; the line editor of bash listens.
    let edits = silent && (look.facts.waits != Waits::Reads || !program.ends_with("bash"));
    let asks = head.ends_with([':', '?']) || head.contains(": ") || head.contains("? ");
    ends_like_a_shell(head) && likely || edits && !asks
}

/// The last mark of shell integration says that a prompt has ended here.
fn is_marked(look: &Look) -> bool {
    let snapshot = look.view.snapshot();
    let Some(mark) = snapshot.marks.last() else { return false };
    let row = snapshot.top + u64::from(snapshot.cursor.row);
    matches!(mark.kind, MarkKind::Input) && mark.line <= row && row - mark.line < 8
}

fn ends_like_a_shell(head: &str) -> bool {
    head.ends_with(SIGNS)
}

fn is_bare_mark(head: &str) -> bool {
    head.chars().count() <= 2
}

/// `user@host:~/work$`, `[root@vm /]#`, `bash-5.2#`, `vm%`.
fn looks_like_a_place(head: &str) -> bool {
    let body =
        head.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '~' && letter != '/');
    let place = head.contains('@') || body.ends_with('~') || body.contains('/') && !body.contains("://");
    let version = ["bash-", "sh-", "zsh-", "dash-"].iter().any(|shell| head.starts_with(shell));
    let percent =
        head.strip_suffix('%').is_some_and(|rest| rest.ends_with(|letter: char| letter.is_ascii_digit()));
    let sign = head.ends_with(['$', '#', '%', '❯', '➜']) && !percent;
    let one_word = !body.contains(' ') && body.ends_with(char::is_alphabetic);
    sign && (place && body.split_whitespace().count() <= 4 || version || is_bare_mark(head) || one_word)
        || head.ends_with('>') && head.contains('@') && !head.contains(' ')
}
