//! Just enough of `sed` to see that a substitution runs its result, or that something is written to a file.

/// Whether a script has an `s` command with the flag `e` or `w`.
pub(super) fn runs(script: &str) -> bool {
    script.split(['\n', ';', '{', '}']).any(|command| has_flag(command.trim_start())) || whole(script)
}

/// Whether a script has a `w` command: it writes lines to the file behind it.
pub(super) fn writes(script: &str) -> bool {
    script.split(['\n', ';', '{', '}']).any(|command| {
        let name = behind_address(command.trim_start());
        name.strip_prefix(['w', 'W']).is_some_and(|file| file.starts_with(' ') || file.starts_with('/'))
    })
}

/// What stands behind the address of a command.
fn behind_address(command: &str) -> &str {
    let start = command
        .trim_start_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, ',' | '$' | '!' | ' '));
    match start.strip_prefix('/') {
        Some(address) => address.split_once('/').map_or("", |(_, rest)| rest.trim_start()),
        None => start,
    }
}

/// A delimiter may be one of the signs that separate commands.
fn whole(script: &str) -> bool {
    has_flag(script.trim_start())
}

fn has_flag(command: &str) -> bool {
    let start = behind_address(command);
    let Some(delimiter) = start.strip_prefix('s').and_then(|rest| rest.chars().next()) else { return false };
    if delimiter.is_alphanumeric() || delimiter == ' ' {
        return false;
    }
    let mut left = 3;
    let mut escaped = false;
    let mut flags = start.char_indices().skip(1).skip_while(|(_, sign)| {
        left -= i32::from(*sign == delimiter && !escaped);
        escaped = *sign == '\\' && !escaped;
        left > 0
    });
    flags.next();
    flags.take_while(|(_, sign)| sign.is_ascii_alphanumeric()).any(|(_, sign)| matches!(sign, 'e' | 'w'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substitutions_that_run_or_write() {
        for (script, expected) in [
            ("s/a/b/e", true),
            ("s/a/id/ge", true),
            ("1s#a#id#e", true),
            ("/x/s/a/b/e", true),
            ("s/a/b/w out", true),
            ("s/x/y/; s/a/b/e", true),
            ("s/a/b/", false),
            ("s/one/two/g", false),
            ("s/a\\/e/we/g", false),
            ("/export/d", false),
            ("s|;e|w|", false),
            ("$d", false),
        ] {
            assert_eq!(runs(script), expected, "{script}");
        }
    }
}
