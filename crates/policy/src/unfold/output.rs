//! What a few programs write, where their words and their input are known.

use super::call::Call;
use super::decode;
use super::field::{Field, joined};
use super::scope::Scope;
use crate::{Stdin, Text};

/// More words than this are not printed.
const MOST: usize = 256;

/// The output of a command; nothing if it cannot be known.
pub(super) fn of(call: &Call, scope: &Scope) -> Option<Field> {
    let name = call.name()?;
    let words = call.words.get(1..)?;
    match name.as_str() {
        ":" | "true" | "sleep" => Some(Field::default()),
        "echo" => Some(echo(words)),
        "printf" => printf(words),
        "pwd" => Some(line(Field::known(scope.cwd.as_deref()?))),
        "mktemp" => temporary(words).map(line),
        "which" => words.last().cloned().map(line),
        "command" if matches!(words.first()?.certain(), Some("-v")) => words.last().cloned().map(line),
        "type" if words.first()?.certain() == Some("-p") => words.last().cloned().map(line),
        _ => filtered(&name, words, call),
    }
}

/// The name that `mktemp` makes, with the letters that are only known later as they are written.
fn temporary(words: &[Field]) -> Option<Field> {
    let words: Vec<&str> = words.iter().map(Field::certain).collect::<Option<_>>()?;
    let is_plain = |word: &&&str| !matches!(**word, "-d" | "--directory" | "-q" | "--quiet" | "-t" | "-dt");
    let operands: Vec<&&str> = words.iter().filter(is_plain).collect();
    match operands.as_slice() {
        [] => Some(Field::known("/tmp/tmp.XXXXXXXXXX")),
        [name] if !name.starts_with('-') && !name.contains('/') => Some(Field::known(format!("/tmp/{name}"))),
        [path] if path.starts_with('/') => Some(Field::known(**path)),
        _ => None,
    }
}

/// A text as one line.
pub(super) fn line(mut text: Field) -> Field {
    text.text.push("\n");
    text
}

fn echo(words: &[Field]) -> Field {
    let is_flag =
        |word: &&Field| word.certain().is_some_and(|word| matches!(word, "-n" | "-e" | "-E" | "-ne" | "-en"));
    let flags: Vec<&str> = words.iter().take_while(is_flag).filter_map(Field::certain).collect();
    let all = joined(&words[flags.len()..]);
    let has = |letter: char| flags.iter().any(|flag| flag.contains(letter));
    let all = match all.text.is_known() && has('e') {
        true => Field { text: Text::known(decode::escapes(all.shown())), ..all },
        false => all,
    };
    if has('n') { all } else { line(all) }
}

/// `printf FORMAT WORDS`, with `%s`, `%b`, `%d`, `%c`, `%x` and `%%`; the format is used again while words are left.
fn printf(words: &[Field]) -> Option<Field> {
    let (format, mut words) = words.split_first()?;
    let (format, words) = match format.certain()? {
        "--" => {
            let (format, rest) = words.split_first()?;
            words = rest;
            (format.certain()?.to_owned(), words)
        }
        option if option.starts_with("-v") => return None,
        format => (format.to_owned(), words),
    };
    let pieces = decode::format(&format)?;
    let takes = pieces.iter().filter(|piece| piece.takes_word()).count();
    let mut output = Field::default();
    let mut rest = words.iter();
    if words.len() > MOST {
        return None;
    }
    for _ in 0..words.len().div_ceil(takes.max(1)).max(1) {
        for piece in &pieces {
            match piece.takes_word() {
                true => output.append(&piece.filled(rest.next())?),
                false => output.text.push(piece.literal()),
            }
        }
        if takes == 0 || rest.len() == 0 {
            break;
        }
    }
    Some(output)
}

/// Programs that change what they read.
fn filtered(name: &str, words: &[Field], call: &Call) -> Option<Field> {
    let options: Vec<&str> = words.iter().map(Field::certain).collect::<Option<_>>()?;
    let Stdin::Given(input) = &call.context.stdin else { return None };
    let input = Field { from: call.context.stdin_from.clone(), ..Field::of(input.clone()) };
    match (name, options.as_slice()) {
        ("cat", [] | ["-"]) | ("tee", _) => return Some(input),
        _ => {}
    }
    let known = input.certain()?;
    let changed = match (name, options.as_slice()) {
        ("base64", ["-d" | "-D" | "--decode" | "-di" | "-id"]) => decode::base64(known)?,
        ("openssl", options) if is_base64(options) => decode::base64(known)?,
        ("base32", ["-d" | "--decode"]) => decode::base32(known)?,
        ("xxd", ["-r", "-p"] | ["-r", "-ps"] | ["-p", "-r"] | ["-rp"] | ["-ps", "-r"]) => decode::hex(known)?,
        ("rev", []) => known.lines().map(|line| line.chars().rev().collect::<String>() + "\n").collect(),
        ("tac", []) => known.lines().rev().map(|line| line.to_owned() + "\n").collect(),
        ("tr", ["-d", set]) => decode::without(known, set),
        ("tr", [from, to]) if !from.starts_with('-') => decode::translated(known, from, to)?,
        _ => return None,
    };
    Some(Field { text: Text::known(changed), ..input })
}

/// Whether `openssl` only reads base64.
fn is_base64(options: &[&str]) -> bool {
    let known = ["enc", "base64", "-base64", "-a", "-A", "-d"];
    let reads = options.contains(&"-d")
        && options.iter().any(|option| matches!(*option, "base64" | "-base64" | "-a"));
    reads && options.iter().all(|option| known.contains(option))
}
