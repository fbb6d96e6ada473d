//! Strings of other languages: their escapes, and what is put into them when they run.

use crate::Text;

/// How a string is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Escapes mean something.
    Escaped,
    /// Nothing but `\\` and the escaped quote means something.
    Plain,
    /// Nothing means anything.
    Raw,
    /// `{...}` is put in: an f-string.
    Braces,
    /// `${...}` is put in.
    DollarBraces,
    /// `#{...}` is put in.
    HashBraces,
    /// `$name`, `@name`, `{$name}` are put in.
    Sigils,
}

/// The text of a string. What is put into it is unknown, unless it is the home folder.
pub(super) fn text(body: &str, style: Style) -> Text {
    let mut text = Text::default();
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        if let Some(length) = inserted(rest, style) {
            let (written, behind) = rest.split_at(length);
            if is_home(written) {
                text.push("~")
            } else {
                text.push_unknown(&shortened(written))
            }
            rest = behind;
        } else if first == '\\' && style != Style::Raw {
            rest = escape(&rest[1..], style, &mut text);
        } else {
            let doubled = style == Style::Braces && (rest.starts_with("{{") || rest.starts_with("}}"));
            let plain = if doubled { 2 } else { first.len_utf8() };
            text.push(&rest[..first.len_utf8()]);
            rest = &rest[plain..];
        }
    }
    text
}

/// As much as people need to recognise it.
pub(super) fn shortened(written: &str) -> String {
    written.chars().take(80).collect()
}

/// Expressions for the home folder, without blanks and quotes.
const HOME: [&str; 10] = [
    "environ[HOME]",
    "env.HOME",
    "env[HOME]",
    "ENV[HOME]",
    "ENV{HOME}",
    "Dir.home",
    "Path.home()",
    "homedir()",
    "getenv(HOME)",
    "get(HOME)",
];

/// Whether this is an expression for the home folder, and nothing else.
pub(super) fn is_home(written: &str) -> bool {
    let inside = ["${", "#{", "{"].iter().find_map(|open| written.strip_prefix(open)?.strip_suffix('}'));
    let written = inside.unwrap_or(written);
    if written.len() > 64 {
        return false;
    }
    let squeezed: String = written.chars().filter(|character| !" '\"`".contains(*character)).collect();
    let before = HOME.iter().find_map(|form| squeezed.strip_suffix(form));
    before.is_some_and(|before| !before.contains(['(', '[', '{']) || before == "require(os).")
}

/// The length of what is put in at the beginning of this text.
fn inserted(rest: &str, style: Style) -> Option<usize> {
    match style {
        Style::Braces if rest.starts_with('{') && !rest.starts_with("{{") => Some(to_brace(rest)),
        Style::DollarBraces if rest.starts_with("${") => Some(to_brace(rest)),
        Style::HashBraces if rest.starts_with("#{") => Some(to_brace(rest)),
        Style::Sigils if rest.starts_with("{$") || rest.starts_with("${") || rest.starts_with("@{") => {
            Some(to_brace(rest))
        }
        Style::Sigils if rest.starts_with(['$', '@']) => {
            let name =
                rest[1..].find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len() - 1);
            let end = 1 + name;
            let subscript = if rest[end..].starts_with('{') { to_brace(&rest[end..]) } else { 0 };
            (name > 0).then_some(end + subscript)
        }
        _ => None,
    }
}

/// Behind the brace that closes the first one, or the end.
fn to_brace(rest: &str) -> usize {
    let mut level = 0_usize;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'{' => level += 1,
            b'}' if level <= 1 => return at + 1,
            b'}' => level -= 1,
            _ => {}
        }
    }
    rest.len()
}

/// Adds what is escaped, from behind the backslash on; gives back what follows.
fn escape<'a>(rest: &'a str, style: Style, text: &mut Text) -> &'a str {
    let Some(letter) = rest.chars().next() else {
        text.push("\\");
        return rest;
    };
    let behind = &rest[letter.len_utf8()..];
    if style == Style::Plain {
        if !"\\'\"".contains(letter) {
            text.push("\\");
        }
        text.push(&rest[..letter.len_utf8()]);
        return behind;
    }
    let simple = match letter {
        'n' => "\n",
        't' => "\t",
        'r' => "\r",
        'e' => "\x1b",
        'a' => "\x07",
        '\n' => "",
        'x' => return code(behind, 16, 2, text),
        'u' => return code(behind, 16, 4, text),
        'U' => return code(behind, 16, 8, text),
        '0'..='7' => return code(rest, 8, 3, text),
        _ => &rest[..letter.len_utf8()],
    };
    text.push(simple);
    behind
}

/// Adds the character of this code; it may stand in braces.
fn code<'a>(rest: &'a str, radix: u32, most: usize, text: &mut Text) -> &'a str {
    let braced = rest.starts_with('{');
    let inside = if braced { &rest[1..] } else { rest };
    let length = inside.bytes().take(most).take_while(|byte| char::from(*byte).is_digit(radix)).count();
    let character = u32::from_str_radix(&inside[..length], radix).ok().and_then(char::from_u32);
    text.push(&character.map(String::from).unwrap_or_default());
    let behind = &inside[length..];
    if braced { behind.strip_prefix('}').unwrap_or(behind) } else { behind }
}
