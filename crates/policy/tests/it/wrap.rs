//! Ways to write a line so that it does the same and looks different.

/// One way.
pub(crate) struct Way {
    pub(crate) name: &'static str,
    /// Nothing where this way does not fit the line.
    pub(crate) write: fn(&str) -> Option<String>,
}

macro_rules! way {
    ($name:literal, $write:expr) => {
        Way { name: $name, write: $write }
    };
}

/// All of them.
pub(crate) const WAYS: &[Way] = &[
    way!("bash -c", |line| Some(format!("bash -c {}", quoted(line)))),
    way!("sh -c in sh -c", |line| Some(format!("sh -c {}", quoted(&format!("sh -c {}", quoted(line)))))),
    way!("eval", |line| Some(format!("eval {}", quoted(line)))),
    way!("substitution", |line| Some(format!("echo \"$({line}\n)\""))),
    way!("process substitution", |line| Some(format!("cat <({line}\n)"))),
    way!("subshell", |line| Some(format!("({line}\n)"))),
    way!("group", |line| Some(format!("{{ {line}\n}}"))),
    way!("if", |line| Some(format!("if true; then {line}\nfi"))),
    way!("loop", |line| Some(format!("for once in 1; do {line}\ndone"))),
    way!("case", |line| Some(format!("case a in *) {line}\n;; esac"))),
    way!("function", |line| Some(format!("wrapped() {{ {line}\n}}; wrapped"))),
    way!("behind a line", |line| Some(format!("echo hi\n{line}"))),
    way!("before a comment", |line| Some(format!("{line}\n# nothing to see"))),
    way!("here-document", |line| Some(format!("bash <<'WRAPPED'\n{line}\nWRAPPED"))),
    way!("echo to sh", |line| Some(format!("echo {} | bash", quoted(line)))),
    way!("base64 to sh", |line| Some(format!("echo {} | base64 -d | bash", base64(line.as_bytes())))),
    way!("here-string", |line| Some(format!("bash <<< {}", quoted(line)))),
    way!("alias", |line| single(line).map(|line| format!("alias short={}\nshort", quoted(line)))),
    way!("variable and eval", |line| Some(format!("w={}; eval \"$w\"", quoted(line)))),
    way!("env bash -c", |line| Some(format!("env A=1 bash -c {}", quoted(line)))),
    way!("trap", |line| Some(format!("trap {} EXIT", quoted(line)))),
    way!("sudo", |line| simple(line).map(|line| format!("sudo {line}"))),
    way!("env", |line| simple(line).map(|line| format!("env A=1 {line}"))),
    way!("nohup", |line| simple(line).map(|line| format!("nohup {line} &"))),
    way!("timeout", |line| simple(line).map(|line| format!("timeout 5 {line}"))),
    way!("nice", |line| simple(line).map(|line| format!("nice -n 5 {line}"))),
    way!("xargs", |line| simple(line).map(|line| format!("echo | xargs {line}"))),
    way!("command", |line| simple(line).map(|line| format!("command {line}"))),
    way!("variable prefix", |line| simple(line).map(|line| format!("A=1 {line}"))),
    way!("program in a variable", |line| simple(line).and_then(in_variable)),
    way!("quotes in the program", |line| simple(line).and_then(|line| program(line, split_quotes))),
    way!("backslash before the program", |line| simple(line).map(|line| format!("\\{line}"))),
    way!("codes for the program", |line| simple(line).and_then(|line| program(line, coded))),
    way!("quotes in words", |line| simple(line).map(|line| words(line, split_quotes))),
    way!("backslashes in words", |line| simple(line).map(|line| words(line, backslashed))),
];

/// In single quotes.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn single(line: &str) -> Option<&str> {
    (!line.contains('\n')).then_some(line)
}

/// A line that is one plain command of a program: words of harmless characters, the first a name.
fn simple(line: &str) -> Option<&str> {
    const WORDS_OF_THE_SHELL: &[&str] = &[
        "cd", "time", "exec", "eval", "command", "builtin", "trap", "source", "alias", "coproc", "exit",
        "enable", "umask",
    ];
    let plain = line.chars().all(|letter| letter.is_ascii_alphanumeric() || " -_./:~@+,%=".contains(letter));
    let first = line.split(' ').next()?;
    let name =
        first.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !first.contains(['=', '/', '~']);
    (plain && name && !WORDS_OF_THE_SHELL.contains(&first)).then_some(line)
}

fn in_variable(line: &str) -> Option<String> {
    let (first, rest) = line.split_once(' ')?;
    Some(format!("w={first}; $w {rest}"))
}

fn program(line: &str, change: fn(&str) -> String) -> Option<String> {
    let (first, rest) = line.split_once(' ')?;
    Some(format!("{} {rest}", change(first)))
}

/// Changes every word in which a quote changes nothing: no tilde to be expanded.
fn words(line: &str, change: fn(&str) -> String) -> String {
    let word = |word: &str| if word.contains('~') || word.len() < 2 { word.to_owned() } else { change(word) };
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn split_quotes(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    format!("{first}\"\"'{rest}'")
}

fn backslashed(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    format!("{first}\\{rest}")
}

fn coded(word: &str) -> String {
    let codes: String = word.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
    format!("$'{codes}'")
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |bytes: &[u8]| {
        let number = (0..3).fold(0, |sum, at| sum << 8 | usize::from(bytes.get(at).copied().unwrap_or(0)));
        let sign =
            |at: usize| if at > bytes.len() { '=' } else { char::from(SIGNS[number >> (18 - 6 * at) & 63]) };
        [sign(0), sign(1), sign(2), sign(3)]
    };
    bytes.chunks(3).flat_map(group).collect()
}

#[test]
fn base64_is_what_others_decode() {
    assert_eq!(
        ["rm", "rm ", "rm -rf ~\n"].map(|text| base64(text.as_bytes())),
        ["cm0=", "cm0g", "cm0gLXJmIH4K"]
    );
}
