//! Names that are written so that a reader, or a pattern, does not see them.

/// Whether a word as it is written hides what it says: quotes or backslashes in the middle of a name, letters as codes, a blank
/// made by `$IFS`, nothing made by `$@`, several variables in one name, a list in braces. Quotes around all of it, a backslash in front and escaped blanks are ordinary.
pub(super) fn is_odd(written: &str) -> bool {
    if written.contains("$IFS") || written.contains("${IFS") {
        return true;
    }
    let hollow = ["$@", "$*"].iter().any(|sign| written.contains(sign) && written.trim_matches('"') != *sign);
    if hollow {
        return true;
    }
    if written.contains("$(") || written.contains('`') {
        return false;
    }
    if written.contains('{') && !written.contains("${") && written.contains(',') {
        return true;
    }
    let written = written.strip_prefix('\\').unwrap_or(written);
    if is_quoted_whole(written) {
        return false;
    }
    let name = written.rsplit('/').next().unwrap_or(written).replace("\\ ", "");
    name.contains(['\'', '"', '\\']) || name.matches('$').count() > 1
}

fn is_quoted_whole(written: &str) -> bool {
    let inside = |quote: char| written.strip_prefix(quote)?.strip_suffix(quote);
    let inside = inside('"').or_else(|| inside('\''));
    inside.is_some_and(|inside| !inside.contains(['"', '\'']))
}

/// Whether a program's name mixes letters of several alphabets, or has the wide forms of ours, so that it looks like another.
pub(super) fn looks_alike(program: &str) -> bool {
    if program.is_ascii() {
        return false;
    }
    let name = program.rsplit('/').next().unwrap_or(program);
    let stem = name.split('.').next().unwrap_or(name);
    let has = |kind: fn(char) -> bool| stem.chars().any(kind);
    let mixed =
        has(|sign| sign.is_ascii_alphabetic()) && has(|sign| !sign.is_ascii() && sign.is_alphabetic());
    mixed || has(|sign| ('\u{ff01}'..='\u{ff5e}').contains(&sign))
}

#[cfg(test)]
mod tests {
    use super::is_odd;

    #[test]
    fn odd_names() {
        for written in [
            "r''m",
            "r\"m\"",
            "r\\m",
            "$'\\x72m'",
            "rm${IFS}-rf",
            "{rm,-rf,/}",
            "r$@m",
            "$a$b",
            "/bin/r''m",
            "'r''m'",
        ] {
            assert!(is_odd(written), "{written}");
        }
    }

    #[test]
    fn ordinary_names() {
        for written in [
            "rm",
            "\\rm",
            "\"rm\"",
            "'./my tool'",
            "\"$HOME\"/bin/x",
            "./my\\ tool",
            "$(which rm)",
            "\"${X}\"",
            "${a[0],}",
            "\"$@\"",
        ] {
            assert!(!is_odd(written), "{written}");
        }
    }
}
