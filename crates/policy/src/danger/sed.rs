//! Scripts of `sed`, read command by command: whether one runs something, or touches files.

/// What the worst command of a script does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Script {
    /// It works on the text alone.
    Plain,
    /// It reads or writes other files, or is not understood.
    Unclear,
    /// It runs commands.
    Runs,
}

/// What a script does. What cannot be read on from is unclear.
pub(super) fn read(script: &str) -> Script {
    let mut rest = script;
    let mut worst = Script::Plain;
    loop {
        rest = rest.trim_start_matches(|sign: char| sign.is_whitespace() || matches!(sign, ';' | '{' | '}'));
        if rest.is_empty() || worst == Script::Runs {
            return worst;
        }
        let Some((does, behind)) = command(rest) else { return worst.max(Script::Unclear) };
        worst = worst.max(does);
        rest = behind;
    }
}

/// What the first command does, and what stands behind it.
fn command(text: &str) -> Option<(Script, &str)> {
    let text = behind_addresses(text)?;
    let name = text.chars().next()?;
    let rest = &text[name.len_utf8()..];
    let line = || rest.split_once('\n').map_or("", |(_, behind)| behind);
    match name {
        '{' | '}' | '=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x' | 'z' | 'F' => {
            Some((Script::Plain, rest))
        }
        'q' | 'Q' | 'l' | 'L' => {
            Some((Script::Plain, rest.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == ' ')))
        }
        'b' | 't' | 'T' | ':' => {
            Some((Script::Plain, rest.find([';', '\n', '}']).map_or("", |end| &rest[end..])))
        }
        '#' => Some((Script::Plain, line())),
        'a' | 'i' | 'c' => Some((Script::Plain, behind_text(rest))),
        'y' => Some((Script::Plain, halves(rest)?)),
        's' => flags(halves(rest)?),
        'e' => Some((Script::Runs, "")),
        'r' | 'R' | 'w' | 'W' => Some((Script::Unclear, line())),
        _ => None,
    }
}

/// Behind `1,5`, `/a/,$`, `\,a,I`, `0~4`, `!`.
fn behind_addresses(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|sign: char| {
            sign.is_ascii_digit() || matches!(sign, ' ' | '\t' | '\n' | '$' | ',' | '~' | '+' | '!')
        });
        let (delimiter, behind) = match rest.strip_prefix('\\') {
            Some(custom) => {
                let delimiter = custom.chars().next()?;
                (delimiter, &custom[delimiter.len_utf8()..])
            }
            None => match rest.strip_prefix('/') {
                Some(behind) => ('/', behind),
                None => return Some(rest),
            },
        };
        rest = behind_delimiter(behind, delimiter)?.trim_start_matches(['I', 'M']);
    }
}

/// Behind the next delimiter that is not escaped. One inside of brackets counts for some versions and not for others: then
/// nothing is certain.
fn behind_delimiter(text: &str, delimiter: char) -> Option<&str> {
    let mut escaped = false;
    for (at, sign) in text.char_indices() {
        if sign == delimiter && !escaped {
            return Some(&text[at + sign.len_utf8()..]);
        }
        escaped = sign == '\\' && !escaped;
    }
    None
}

/// Behind both halves of `s/a/b/` or `y/a/b/`.
fn halves(text: &str) -> Option<&str> {
    let delimiter = text.chars().next().filter(|sign| !matches!(sign, '\n' | '\\'))?;
    let second = behind_delimiter(&text[delimiter.len_utf8()..], delimiter)?;
    behind_delimiter(second, delimiter)
}

/// The flags of a substitution.
fn flags(text: &str) -> Option<(Script, &str)> {
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        match sign {
            'g' | 'p' | 'i' | 'I' | 'm' | 'M' | '0'..='9' => rest = &rest[1..],
            'e' => return Some((Script::Runs, "")),
            'w' => return Some((Script::Unclear, rest.split_once('\n').map_or("", |(_, behind)| behind))),
            ' ' | '\t' | ';' | '\n' | '}' | '#' => break,
            _ => return None,
        }
    }
    Some((Script::Plain, rest))
}

/// Behind the text of `a`, `i` or `c`: it goes on while lines end with a backslash.
fn behind_text(text: &str) -> &str {
    let mut escaped = false;
    for (at, sign) in text.char_indices() {
        if sign == '\n' && !escaped {
            return &text[at..];
        }
        escaped = sign == '\\' && !escaped;
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_read_command_by_command() {
        let check = |script: &str, want: Script| assert_eq!(read(script), want, "{script}");
        for script in
            ["s/a/b/e", "s/a/id/ge", "1s#a#id#e", "/x/s/a/b/e", "s/x/y/; s/a/b/e", "saxabae", "/x/e", "1e id"]
        {
            check(script, Script::Runs);
        }
        for script in
            ["\\,x,e id", "s#a#id#;e", "1~2e", "e", "$!{p;e id\n}", "s/x/y/;/z/e rm -rf ~", "a x\ne id"]
        {
            check(script, Script::Runs);
        }
        for script in
            ["s/a/b/w out", "saxbaw b.txt", "r /etc/passwd", "w/etc/x", "s/a", "v 4.2", "K", "s/a/b/k"]
        {
            check(script, Script::Unclear);
        }
        for script in
            ["s/a/b/", "s/one/two/g", "s/a\\/e/we/g", "/export/d", "s|;e|w|", "$d", "1,20p", "/a/,/b/p", ""]
        {
            check(script, Script::Plain);
        }
        for script in [
            "/a/{s/x/y/g;p}",
            "$!N;P;D",
            ":a;N;$!ba;s/\\n/ /g",
            "y/abc/def/",
            "1i\\\nread me",
            "a write e",
            "10q",
        ] {
            check(script, Script::Plain);
        }
    }
}
