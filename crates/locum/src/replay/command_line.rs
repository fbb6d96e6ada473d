//! The words of a command line, as a shell would see them. Only to find out which program ran.

/// Splits a line into words. Recorders write it with quotes or without: what does not add up as quoted text is
/// split at blanks.
pub(crate) fn words(line: &str) -> Vec<String> {
    quoted(line).unwrap_or_else(|| line.split_whitespace().map(str::to_owned).collect())
}

/// The words if all quotes are closed.
fn quoted(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => word.get_or_insert_default().push(rest.next()?),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_those_of_a_shell() {
        for (line, expected) in [
            ("claude", &["claude"][..]),
            ("  npx  -y codex ", &["npx", "-y", "codex"]),
            ("env A='x y' \"b \\\" c\" d\\ e", &["env", "A=x y", "b \" c", "d e"]),
            ("a '' b", &["a", "", "b"]),
            ("bash -c it's", &["bash", "-c", "it's"]),
            ("ends\\", &["ends\\"]),
            ("", &[]),
        ] {
            assert_eq!(words(line), expected, "{line}");
        }
    }
}
