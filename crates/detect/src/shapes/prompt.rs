//! Prompts of shells and interpreters: the program has finished and takes the next command.

use model::{Kind, Question};

use super::Look;
use crate::facts::Waits;
use crate::found::{Found, Strength};
use screen::MarkKind;

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
        question: Question::new(Kind::Shell, head),
        rows: look.place.rows.clone(),
        strength,
        rule: format!("shell.{rule}"),
    })
}

fn rule_of(look: &Look, head: &str) -> Option<(&'static str, Strength)> {
    if is_marked(look) {
        return Some(("mark", Strength::Certain));
    }
    let program = look.facts.program.as_deref().unwrap_or_default();
    if head == ">" && !is_lone_mark(look, head) {
        return None;
    }
    let raw = look.facts.reads_lines() == Some(false);
    if look.words.is_shell(program)
        && ends_like_a_shell(head)
        && (raw || is_bare_mark(head) || head.contains(['@', '~', ':']))
    {
        return Some(("shell", Strength::Certain));
    }
    if is_repl(look, head) {
        return Some(("repl", Strength::Strong));
    }
    let remote = matches!(look.facts.waits, Waits::Untold);
    if ends_like_a_shell(head) && looks_like_a_place(head) {
        return Some(("place", if remote { Strength::Strong } else { Strength::Certain }));
    }
    None
}

/// The last mark of shell integration says that a prompt has ended here.
fn is_marked(look: &Look) -> bool {
    let snapshot = look.view.snapshot();
    let Some(mark) = snapshot.marks.last() else { return false };
    let row = snapshot.top + u64::from(snapshot.cursor.row);
    matches!(mark.kind, MarkKind::Input) && mark.line <= row && row - mark.line < 8
}

fn ends_like_a_shell(head: &str) -> bool {
    head.ends_with(['$', '#', '%', '>', '❯', '➜', 'λ', '»', '⟩', '›', '❱'])
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

/// `>>>`, `...`, `(gdb)`, `gpg>`, `In [3]:`, `irb(main):001:0>`, `postgres=#`, `Command (m for help):`.
fn is_repl(look: &Look, head: &str) -> bool {
    let program = look.facts.program.as_deref().unwrap_or_default();
    matches!(head, ">>>" | "..." | "...." | "....>")
        || is_lone_mark(look, head)
        || is_word_with_mark(head)
        || is_in_brackets(look, head)
        || is_counted(head)
        || head.to_lowercase().contains("for help)")
        || !program.is_empty()
            && head.trim_end_matches([':', ' ']).eq_ignore_ascii_case(program)
            && head.ends_with(':')
        || head.contains("-i-search)`")
        || head.starts_with("bck-i-search")
}

/// `>` alone: an interpreter's, unless the line above asked for the text that goes here.
fn is_lone_mark(look: &Look, head: &str) -> bool {
    if !matches!(head, ">" | "*" | "?" | "=>" | "->" | "?-" | "%" | "$" | "#" | "λ") {
        return false;
    }
    let lines = &look.view.lines()[..look.place.line];
    let above = lines.iter().rev().map(|line| line.text.trim()).find(|text| !text.starts_with(head));
    !above.is_some_and(|text| text.ends_with([':', '?']))
}

/// One word and the mark: `gpg>`, `postgres=#`, `sqlite>`, `ghci>`.
fn is_word_with_mark(head: &str) -> bool {
    let stem = head.strip_suffix('>').or_else(|| head.strip_suffix("=#")).or_else(|| head.strip_suffix("=$"));
    let stem = stem.map(|stem| stem.strip_suffix(['=', '-', '.', ' ']).unwrap_or(stem));
    stem.is_some_and(|stem| {
        !stem.is_empty()
            && stem.chars().all(|letter| letter.is_alphanumeric() || "_-.:()[]/@*+'\"".contains(letter))
            && stem.chars().next().is_some_and(|letter| letter.is_alphanumeric() || letter == '(')
    })
}

/// `(gdb)`, `(Pdb)`: a debugger's, if the program has such a name or it stood there before.
fn is_in_brackets(look: &Look, head: &str) -> bool {
    let Some(word) = head.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return false };
    let program = look.facts.program.as_deref().unwrap_or_default().to_lowercase();
    let known = matches!(
        word.to_lowercase().as_str(),
        "gdb" | "lldb" | "pdb" | "ipdb" | "pdb++" | "rdb" | "dbx" | "delve" | "dlv"
    );
    let named = !program.is_empty()
        && (program.contains(&word.to_lowercase()) || word.to_lowercase().contains(&program));
    !word.contains(' ') && (known || named)
}

/// `In [3]:`, `irb(main):001:0>`, `octave:1>`.
fn is_counted(head: &str) -> bool {
    let bracketed = (head.starts_with("In [") || head.starts_with("Out[")) && head.ends_with("]:");
    bracketed || head.starts_with("irb(") || head.starts_with("pry(") || head.starts_with("iex(")
}
