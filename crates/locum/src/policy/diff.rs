//! What of a text is gone and what is new, line by line.

/// More lines than this are not compared but told apart as a whole.
const MOST_LINES: usize = 2000;
/// Unchanged lines shown around a change.
const AROUND: usize = 2;

/// The lines that changed, with a few around them: `-` gone, `+` new.
pub(super) fn lines(before: &str, now: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    if old.len() > MOST_LINES || new.len() > MOST_LINES {
        return vec![format!("({} lines before, {} now)", old.len(), new.len())];
    }
    shorten(&compare(&old, &new))
}

/// Every line with its sign, by the longest common sequence.
fn compare<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(char, &'a str)> {
    let mut common = vec![vec![0u32; new.len() + 1]; old.len() + 1];
    for (i, line) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            common[i][j] =
                if line == other { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut signed) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        match (old.get(i), new.get(j)) {
            (Some(line), Some(other)) if line == other => {
                signed.push((' ', *line));
                (i, j) = (i + 1, j + 1);
            }
            (Some(line), other) if other.is_none() || common[i + 1][j] >= common[i][j + 1] => {
                signed.push(('-', *line));
                i += 1;
            }
            (_, Some(other)) => {
                signed.push(('+', *other));
                j += 1;
            }
            (_, None) => break,
        }
    }
    signed
}

fn shorten(signed: &[(char, &str)]) -> Vec<String> {
    let near = |at: usize| {
        let around = signed.iter().take(at + AROUND + 1).skip(at.saturating_sub(AROUND));
        around.into_iter().any(|(sign, _)| *sign != ' ')
    };
    let mut lines = Vec::new();
    let mut left_out = false;
    for (at, (sign, line)) in signed.iter().enumerate() {
        if near(at) {
            if left_out && !lines.is_empty() {
                lines.push("  ...".to_owned());
            }
            lines.push(format!("{sign} {line}").trim_end().to_owned());
        }
        left_out = !near(at);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn what_changed_is_shown_with_a_little_around_it() {
        let before = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
        for (now, shown) in [
            (before, vec![]),
            ("", "abcdefghi".chars().map(|c| format!("- {c}")).collect()),
            (
                "a\nb\nc\nd\ne\nf\ng\nx\ni\n",
                vec!["  f", "  g", "- h", "+ x", "  i"].into_iter().map(Into::into).collect(),
            ),
            (
                "x\na\nb\nc\nd\ne\nf\ng\nh\n",
                vec!["+ x", "  a", "  b", "  ...", "  g", "  h", "- i"].into_iter().map(Into::into).collect(),
            ),
        ] as [(&str, Vec<String>); 4]
        {
            assert_eq!(lines(before, now), shown, "{now:?}");
        }
        assert_eq!(lines(&"x\n".repeat(3000), "y"), ["(3000 lines before, 1 now)"]);
    }
}
