//! Options as lines of text: `1) dev`, `(q) quit`, `0 = no reason`, several in columns.

/// One option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// What to type.
    pub(super) key: String,
    /// What it says.
    pub(super) label: String,
    /// A star or a pointer stands before it.
    pub(super) marked: bool,
}

/// The options of one line, which may stand in columns. In order of their numbers only for one column; `in_order`
/// sorts the rest.
pub(super) fn row_entries(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    for part in columns(text) {
        match entry(part) {
            Some(entry) => entries.push(entry),
            None => match entries.last_mut() {
                Some(last) => {
                    let last: &mut Entry = last;
                    last.label = format!("{} {}", last.label, part.trim());
                }
                None => return Vec::new(),
            },
        }
    }
    entries
}

/// Columns: what two blanks or more keep apart, if what follows is an option again.
fn columns(text: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let bytes = text.as_bytes();
    let indent = text.len() - text.trim_start().len();
    for at in indent + 1..text.len().saturating_sub(1) {
        if bytes[at] == b' '
            && bytes[at - 1] == b' '
            && bytes[at + 1].is_ascii_digit()
            && is_numbered(&text[at + 1..])
        {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

fn is_numbered(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits <= 3 && text[digits..].starts_with([')', '.', ':']) && text[digits + 1..].starts_with(' ')
}

/// `1) label`, `1. label`, `(1) label`, `[1] label`, `1 = label`, `* 0   label`, `p   label`.
fn entry(text: &str) -> Option<Entry> {
    let text = text.trim();
    let (marked, text) = match text.strip_prefix("* ").or_else(|| text.strip_prefix("> ")) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    let (key, rest) = bracketed(text).or_else(|| bare_key(text))?;
    let label = rest.trim_start_matches(['=', '-', ':', ' ']).trim();
    (!label.is_empty()).then(|| Entry { key: key.to_owned(), label: label.to_owned(), marked })
}

fn bracketed(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix(['(', '['])?;
    let end = inner.find([')', ']'])?;
    let key = &inner[..end];
    (is_key(key) && inner[end + 1..].starts_with(' ')).then(|| (key, &inner[end + 1..]))
}

fn bare_key(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric())?;
    let (key, rest) = text.split_at(end);
    if !is_key(key) {
        return None;
    }
    let number = key.bytes().all(|byte| byte.is_ascii_digit());
    let marked = rest.strip_prefix(')').or_else(|| rest.strip_prefix('.')).or_else(|| rest.strip_prefix(':'));
    if let Some(rest) = marked.filter(|rest| rest.starts_with(' ') && (number || rest.len() > 1)) {
        return Some((key, rest));
    }
    let spaced = rest.starts_with(" = ") || rest.starts_with(" - ") || rest.starts_with("   ");
    spaced.then_some((key, rest))
}

fn is_key(key: &str) -> bool {
    let digits = !key.is_empty() && key.len() <= 3 && key.bytes().all(|byte| byte.is_ascii_digit());
    digits || key.len() == 1 && key.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, want: &[(&str, &str)]) {
        let got = row_entries(line);
        let got: Vec<(&str, &str)> =
            got.iter().map(|entry| (entry.key.as_str(), entry.label.as_str())).collect();
        assert_eq!(got, want, "{line}");
    }

    #[test]
    fn options_of_a_line() {
        check("1) dev", &[("1", "dev")]);
        check("  1. files  2. sqlite  3. postgres", &[("1", "files"), ("2", "sqlite"), ("3", "postgres")]);
        check(
            "    1: clean                2: filter by pattern    3: select",
            &[("1", "clean"), ("2", "filter by pattern"), ("3", "select")],
        );
        check("  2 = I do NOT trust", &[("2", "I do NOT trust")]);
        check("(q)  Quit and do nothing.", &[("q", "Quit and do nothing.")]);
        check("   p   primary (0 primary)", &[("p", "primary (0 primary)")]);
        check(
            "* 0            /bin/nano            40        auto mode",
            &[("0", "/bin/nano            40        auto mode")],
        );
        check("a sentence. And another", &[]);
        check("I am here", &[]);
        check("3.5 GB of memory", &[]);
    }
}
