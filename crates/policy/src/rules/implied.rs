//! What a command does by its options or its little programs that another command, or a redirection, is known for.

use super::words::words;
use crate::code::{self, Act};
use crate::{Effect, Part, Text, Touch};

/// The files that a part opens without a redirection: `sort -o FILE`, `awk '{print > "FILE"}'`.
pub(super) fn effects(part: &Part, home: &str) -> Vec<Effect> {
    let mut effects = by_options(part, home);
    if let Some((program, code)) = part.program().zip(part.code.as_ref()) {
        effects.extend(code::acts(program, code).into_iter().filter_map(effect));
    }
    effects
}

fn effect(act: Act) -> Option<Effect> {
    match act {
        Act::Write(target) => Some(Effect { touch: Touch::Write, target }),
        Act::Read(target) => Some(Effect { touch: Touch::Read, target }),
        _ => None,
    }
}

fn by_options(part: &Part, home: &str) -> Vec<Effect> {
    let Some(program) = part.words.first() else { return Vec::new() };
    let options = words().writing_options(words().program(program.shown(), home));
    let mut targets = Vec::new();
    for (place, word) in part.words.iter().enumerate().skip(1) {
        let shown = word.shown();
        for option in options {
            match shown.strip_prefix(option.as_str()) {
                Some("") => targets.extend(part.words.get(place + 1).cloned()),
                Some(rest) if rest.starts_with('=') => targets.push(word.from(option.len() + 1)),
                Some(_) if option.len() == 2 => targets.push(word.from(2)),
                _ => {}
            }
        }
    }
    targets.into_iter().map(|target| Effect { touch: Touch::Write, target }).collect()
}

/// The command that a part stands for besides its own: `find DIR -delete` removes like `rm -r DIR/...`.
pub(super) fn command(part: &Part) -> Option<Part> {
    let finds = part.program().is_some_and(|name| ["find", "gfind", "bfs"].contains(&name));
    let deletes = part.words.iter().any(|word| word.shown() == "-delete");
    if !finds || !deletes {
        return None;
    }
    let is_folder = |word: &&Text| !word.shown().starts_with(['-', '(', '!']);
    let folders = part.words.iter().skip(1).take_while(is_folder).cloned();
    Some(Part { words: std::iter::once(Text::known("rm")).chain(folders).collect(), ..part.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(line: &str) -> Part {
        Part { words: line.split(' ').map(Text::known).collect(), ..Part::default() }
    }

    #[test]
    fn files_without_redirections() {
        let check = |line: &str, want: &[&str]| {
            let effects = effects(&part(line), "/home/u");
            let files: Vec<&str> = effects.iter().map(|effect| effect.target.shown()).collect();
            assert_eq!(files, want, "{line}");
        };
        check("sort a -o b", &["b"]);
        check("sort a -ob", &["b"]);
        check("sort --output=b a", &["b"]);
        check("git log --output=x", &["x"]);
        check("find . -fprint x", &["x"]);
        check("cat -o b", &[]);
    }

    #[test]
    fn find_deletes_like_rm() {
        let stands_for = |line: &str| command(&part(line)).map(|part| part.words.len());
        assert_eq!(stands_for("find a b -name x -delete"), Some(3));
        assert_eq!(stands_for("find a -name x"), None);
    }
}
