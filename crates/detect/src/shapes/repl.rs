//! Prompts of interpreters, debuggers and clients that take commands.

use super::{Look, wording};
use crate::facts::Waits;
use crate::words::has;

/// `>>>`, `...`, `(gdb)`, `gpg>`, `In [3]:`, `irb(main):001:0>`, `postgres=#`, `Command (m for help):`.
pub(crate) fn is_prompt(look: &Look, head: &str) -> bool {
    matches!(head, ">>>" | "..." | "....")
        || is_lone_mark(head) && !is_input_mark(look, head)
        || is_word_with_mark(head)
        || is_in_brackets(look, head)
        || is_counted(head)
        || head.to_lowercase().contains("for help)")
        || begins_with_the_program(look, head)
        || is_of_a_line_editor(look, head)
        || head.contains("-i-search)`")
        || head.starts_with("bck-i-search")
}

/// A mark below the line that asked for the text that goes here: the mark is no prompt.
pub(crate) fn is_input_mark(look: &Look, head: &str) -> bool {
    if !is_lone_mark(head) {
        return false;
    }
    let lines = &look.view.lines()[..look.place.line];
    let above = lines.iter().rev().map(|line| line.text.trim()).find(|text| !text.starts_with(head));
    let interpreter =
        look.facts.program.as_deref().is_some_and(|program| has(&look.words.interpreters, program));
    // An interpreter shows three of them; scripts do so too, but read plain lines.
    let script = !interpreter && look.facts.reads_lines() == Some(true) && look.facts.waits == Waits::Reads;
    above.is_some_and(wording::ends_as_question) && (head.chars().count() < 3 || script)
}

fn is_lone_mark(head: &str) -> bool {
    matches!(head, "*" | "?" | "=>" | "->" | "?-" | "%" | "$" | "#" | "λ")
        || head.len() <= 4 && !head.is_empty() && head.chars().all(|letter| letter == '>')
}

/// One word and the mark: `gpg>`, `postgres=#`, `sqlite>`, `ghci>`, `...>`, `DB<1>`.
fn is_word_with_mark(head: &str) -> bool {
    let stem = head.strip_suffix('>').or_else(|| head.strip_suffix("=#")).or_else(|| head.strip_suffix("=$"));
    let Some(stem) = stem else { return false };
    let counted = stem.trim_end_matches('>').rsplit_once('<').filter(|(word, count)| {
        !word.is_empty() && !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit())
    });
    let stem = counted.map_or(stem, |(word, _)| word.trim_end_matches('<'));
    let stem = stem.strip_suffix(['=', '-', '.', ' ']).unwrap_or(stem);
    let dots = stem.len() >= 2 && stem.bytes().all(|byte| byte == b'.');
    let word = !stem.is_empty()
        && stem.chars().all(|letter| letter.is_alphanumeric() || "_-.:()[]/@*+'\"".contains(letter))
        && stem.chars().next().is_some_and(|letter| letter.is_alphanumeric() || letter == '(');
    word || dots
}

/// `(gdb)`, `(Pdb)`: a debugger's, if the program has such a name or it stood there before.
fn is_in_brackets(look: &Look, head: &str) -> bool {
    let Some(word) = head.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return false };
    let program = look.facts.program.as_deref().unwrap_or_default().to_lowercase();
    let known = matches!(
        word.to_lowercase().as_str(),
        "gdb" | "lldb" | "pdb" | "ipdb" | "pdb++" | "rdb" | "rdbg" | "byebug" | "dbx" | "delve" | "dlv"
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

/// An interpreter's own prompt, as the last word of a line.
pub(crate) fn is_input_prompt(look: &Look, last: &str) -> bool {
    let program = look.facts.program.as_deref().unwrap_or_default();
    let known = has(&look.words.interpreters, program);
    known && ([">>>", "..."].contains(&last) || is_word_with_mark(last))
}

/// `debugfs:`, `php {`, `lftp user@host:/>`: the program names itself.
fn begins_with_the_program(look: &Look, head: &str) -> bool {
    let program = look.facts.program.as_deref().unwrap_or_default();
    let named = head.get(..program.len()).filter(|start| start.eq_ignore_ascii_case(program));
    let Some(rest) = named.filter(|_| program.len() >= 2).map(|_| &head[program.len()..]) else {
        return false;
    };
    let mark = rest.strip_prefix(' ').is_some_and(|mark| {
        mark.chars().count() == 1 && !mark.chars().any(|letter| letter.is_alphanumeric() || letter == '?')
    });
    rest.trim() == ":" || mark || rest.starts_with([' ', ':', '@']) && rest.ends_with('>')
}

/// `not connected>`: an interpreter with a line editor of its own.
fn is_of_a_line_editor(look: &Look, head: &str) -> bool {
    let program = look.facts.program.as_deref().unwrap_or_default();
    let raw = look.facts.reads_lines() == Some(false);
    let short = head.split_whitespace().count() <= 3 && !wording::asks(head);
    raw && short && has(&look.words.interpreters, program) && head.ends_with(['>', '#', '$', '%'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_a_mark() {
        let check = |head: &str, want: bool| assert_eq!(is_word_with_mark(head), want, "{head}");
        for prompt in ["gpg>", "postgres=#", "sqlite>", "...>", "DB<1>", "DB<<12>>", "127.0.0.1:6379>"] {
            check(prompt, true);
        }
        for other in ["What now>", "Fix<y>", "1/3 done", "name:", ">", "<b>"] {
            check(other, false);
        }
    }

    #[test]
    fn lone_marks() {
        let check = |head: &str, want: bool| assert_eq!(is_lone_mark(head), want, "{head}");
        [">", ">>", ">>>>", "?-", "λ"].iter().for_each(|head| check(head, true));
        ["", ">>>>>", "a>", ":", "#?"].iter().for_each(|head| check(head, false));
    }
}
