//! A stand-in for the real reader, for simple lines only.
use crate::*;

pub(super) fn read(line: &str, around: &Surroundings) -> Reading {
    if line.starts_with(":()") || line.starts_with("r''") {
        let note = if line.starts_with(':') { Note::CallsItself } else { Note::Disguised };
        return Reading { parts: vec![Part { notes: vec![note], ..fresh(around) }], ..Reading::default() };
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut stage: Vec<usize> = Vec::new();
    let mut part = fresh(around);
    let mut redirect: Option<Touch> = None;
    let mut chars: Vec<char> = line.chars().collect();
    chars.push(' ');
    let (mut word, mut some, mut quote, mut at) = (Text::default(), false, ' ', 0);
    let mut ends: Vec<char> = Vec::new();
    while at < chars.len() {
        let c = chars[at];
        at += 1;
        match c {
            '\'' | '"' if quote == ' ' => (quote, some) = (c, true),
            c if c == quote && quote != ' ' => quote = ' ',
            '$' if quote != '\'' => {
                let mut end = at;
                if chars[at] == '(' {
                    while chars[end] != ')' {
                        end += 1
                    }
                    end += 1;
                } else {
                    while chars[end].is_alphanumeric() || "_{}$:-".contains(chars[end]) {
                        end += 1
                    }
                }
                word.push_unknown(&chars[at - 1..end].iter().collect::<String>());
                (at, some) = (end, true);
            }
            '~' if quote == ' ' && !some => {
                word.push(around.home);
                some = true
            }
            '*' | '?' | '[' if quote == ' ' => {
                word.push_glob(c);
                some = true
            }
            ' ' | '|' | ';' | '&' | '>' | '<' | '\n' if quote == ' ' => {
                if some {
                    let done = std::mem::take(&mut word);
                    some = false;
                    if let Some(touch) = redirect.take() {
                        part.effects.push(Effect { touch, target: done });
                    } else if part.words.is_empty()
                        && done
                            .shown()
                            .split_once('=')
                            .is_some_and(|(n, _)| n.chars().all(|c| c.is_alphanumeric() || c == '_'))
                    {
                        let at = done.shown().find('=').unwrap();
                        part.assignments.push((done.shown()[..at].to_owned(), done.from(at + 1)));
                    } else if part.words.is_empty() && done.shown() == "sudo" {
                        part.notes.push(Note::Privileged);
                    } else {
                        part.words.push(done);
                    }
                }
                if c == '>' || c == '<' {
                    if part.words.last().is_some_and(|w| w.shown() == "2") {
                        part.words.pop();
                    }
                    redirect = Some(if c == '<' {
                        Touch::Read
                    } else if chars[at] == '>' {
                        at += 1;
                        Touch::Append
                    } else {
                        Touch::Write
                    });
                } else if c != ' ' {
                    if chars[at] == c {
                        at += 1
                    } else if c == '|' {
                        ends.push('|')
                    }
                    let piped = ends.pop() == Some('|');
                    let index = parts.len();
                    finish(&mut part, &stage);
                    parts.push(std::mem::replace(&mut part, fresh(around)));
                    if piped { stage.push(index) } else { stage.clear() }
                }
            }
            c => {
                word.push(&c.to_string());
                some = true
            }
        }
    }
    finish(&mut part, &stage);
    parts.push(part);
    Reading { parts, ..Reading::default() }
}

fn fresh(around: &Surroundings) -> Part {
    Part { cwd: Some(around.cwd.to_owned()), ..Part::default() }
}

fn finish(part: &mut Part, stage: &[usize]) {
    if !stage.is_empty() {
        part.stdin = Stdin::Piped(stage.to_vec());
        if matches!(part.program(), Some("sh" | "bash" | "zsh" | "python3" | "python" | "iex"))
            && (part.words.len() < 3 || part.words[1].shown() == "-s")
        {
            part.runs = Runs::Unknown(stage.to_vec());
        }
    } else if matches!(part.program(), Some("sh" | "bash" | "source" | "."))
        && part.words.len() > 1
        && !part.words[1].shown().starts_with('-')
    {
        part.runs = Runs::File(part.words[1].clone());
    } else if part.program() == Some("eval") && part.words.len() > 1 && !part.words[1].is_known() {
        part.runs = Runs::Unknown(Vec::new());
    } else if part.words.first().is_some_and(|w| !w.is_known()) {
        part.notes.push(Note::HiddenProgram);
    }
}
