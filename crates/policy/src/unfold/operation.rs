//! What `${name...}` does to a value that is known.

/// Longer values are not worked on.
const LONGEST: usize = 512;

/// The value after an operation; nothing if it is not one that can be worked out here.
pub(super) fn apply(value: &str, operator: &str, argument: &str) -> Option<String> {
    if value.len() > LONGEST || argument.len() > LONGEST {
        return None;
    }
    Some(match operator {
        "#" => without_start(value, argument, false),
        "##" => without_start(value, argument, true),
        "%" => without_end(value, argument, false),
        "%%" => without_end(value, argument, true),
        ":" => stretch(value, argument)?,
        "^^" if argument.is_empty() => value.to_uppercase(),
        ",," if argument.is_empty() => value.to_lowercase(),
        "^" if argument.is_empty() => first_letter(value, |sign| sign.to_uppercase().collect()),
        "," if argument.is_empty() => first_letter(value, |sign| sign.to_lowercase().collect()),
        "/" | "//" | "/#" | "/%" => replaced(value, operator, argument)?,
        _ => return None,
    })
}

fn first_letter(value: &str, change: impl Fn(char) -> String) -> String {
    let mut signs = value.chars();
    signs.next().map(change).unwrap_or_default() + signs.as_str()
}

fn without_start(value: &str, pattern: &str, longest: bool) -> String {
    let signs: Vec<char> = value.chars().collect();
    let fits = ends(&steps(pattern), &signs);
    let end = if longest { fits.iter().rposition(|fit| *fit) } else { fits.iter().position(|fit| *fit) };
    signs[end.unwrap_or(0)..].iter().collect()
}

fn without_end(value: &str, pattern: &str, longest: bool) -> String {
    let signs: Vec<char> = value.chars().rev().collect();
    let fits = ends(&steps(pattern).into_iter().rev().collect::<Vec<_>>(), &signs);
    let end = if longest { fits.iter().rposition(|fit| *fit) } else { fits.iter().position(|fit| *fit) };
    signs[end.unwrap_or(0)..].iter().rev().collect()
}

/// `offset` or `offset:length`, either of them from the end if it is negative.
fn stretch(value: &str, argument: &str) -> Option<String> {
    let mut numbers = argument.splitn(2, ':').map(|number| number.trim().parse::<i64>());
    let signs: Vec<char> = value.chars().collect();
    let count = i64::try_from(signs.len()).ok()?;
    let offset = numbers.next()?.ok()?;
    let start = if offset < 0 { (count + offset).max(0) } else { offset.min(count) };
    let end = match numbers.next() {
        None => count,
        Some(length) => {
            let length = length.ok()?;
            if length < 0 { count + length } else { start.saturating_add(length).min(count) }
        }
    };
    let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
    Some(signs.get(start..end.max(start))?.iter().collect())
}

/// `pattern/with`, where the pattern has no signs of a glob.
fn replaced(value: &str, operator: &str, argument: &str) -> Option<String> {
    let (operator, argument) = match (operator, argument.chars().next()) {
        ("/", Some('/')) => ("//", &argument[1..]),
        ("/", Some('#')) => ("/#", &argument[1..]),
        ("/", Some('%')) => ("/%", &argument[1..]),
        _ => (operator, argument),
    };
    let (pattern, with) = argument.split_once('/').unwrap_or((argument, ""));
    if pattern.is_empty() || pattern.contains(['*', '?', '[', '\\']) {
        return None;
    }
    Some(match operator {
        "//" => value.replace(pattern, with),
        "/#" => value.strip_prefix(pattern).map_or(value.to_owned(), |rest| with.to_owned() + rest),
        "/%" => value.strip_suffix(pattern).map_or(value.to_owned(), |rest| rest.to_owned() + with),
        _ => value.replacen(pattern, with, 1),
    })
}

/// For each length whether so many characters from the start fit a whole pattern. One row of possibilities at a time, so it
/// takes no longer than their product.
fn ends(pattern: &[One], signs: &[char]) -> Vec<bool> {
    let mut fits = vec![false; signs.len() + 1];
    fits[0] = true;
    for one in pattern {
        let mut next = vec![false; signs.len() + 1];
        if let One::Many = one {
            let first = fits.iter().position(|fit| *fit).unwrap_or(next.len());
            next[first..].fill(true);
        } else {
            for at in 0..signs.len() {
                next[at + 1] = fits[at] && one.fits(signs[at]);
            }
        }
        fits = next;
    }
    fits
}

/// What one place of a pattern stands for.
enum One {
    Many,
    Any,
    This(char),
    Among { ranges: Vec<(char, char)>, not: bool },
}

impl One {
    fn fits(&self, sign: char) -> bool {
        match self {
            One::Many | One::Any => true,
            One::This(wanted) => *wanted == sign,
            One::Among { ranges, not } => {
                ranges.iter().any(|(from, to)| (*from..=*to).contains(&sign)) != *not
            }
        }
    }
}

/// A pattern taken apart.
fn steps(pattern: &str) -> Vec<One> {
    let mut rest = pattern.chars();
    let mut steps = Vec::new();
    while let Some(sign) = rest.next() {
        steps.push(one_sign(sign, &mut rest));
    }
    steps
}

fn one_sign(sign: char, rest: &mut std::str::Chars) -> One {
    match sign {
        '*' => One::Many,
        '?' => One::Any,
        '\\' => One::This(rest.next().unwrap_or('\\')),
        '[' => among(rest).unwrap_or(One::This('[')),
        other => One::This(other),
    }
}

/// What stands between brackets; leaves the rest alone if they do not close.
fn among(rest: &mut std::str::Chars) -> Option<One> {
    let text = rest.as_str();
    let end = text.char_indices().skip(1).find(|(_, sign)| *sign == ']')?.0;
    let inside = &text[..end];
    *rest = text[end + 1..].chars();
    let (inside, not) = inside.strip_prefix(['!', '^']).map_or((inside, false), |inside| (inside, true));
    let signs: Vec<char> = inside.chars().collect();
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        let is_range = signs.get(at + 1) == Some(&'-') && at + 2 < signs.len();
        ranges.push((signs[at], if is_range { signs[at + 2] } else { signs[at] }));
        at += if is_range { 3 } else { 1 };
    }
    Some(One::Among { ranges, not })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: &str, operator: &str, argument: &str, wanted: Option<&str>) {
        assert_eq!(apply(value, operator, argument).as_deref(), wanted, "{value} {operator} {argument}");
    }

    #[test]
    fn operations_on_known_values() {
        check("/usr/bin/x", "##", "*/", Some("x"));
        check("/usr/bin/x", "#", "*/", Some("usr/bin/x"));
        check("a.tar.gz", "%", ".*", Some("a.tar"));
        check("a.tar.gz", "%%", ".*", Some("a"));
        check("abcdef", ":", "1:3", Some("bcd"));
        check("abcdef", ":", " -2", Some("ef"));
        check("abcdef", ":", "x", None);
        check("rx-rf", "/", "x/m ", Some("rm -rf"));
        check("aXbX", "//", "X/", Some("ab"));
        check("Rm", ",,", "", Some("rm"));
        check("rm", "^", "", Some("Rm"));
        check(" \t\n", "%", "??", Some(" "));
        check("x", "@", "Q", None);
    }

    #[test]
    fn patterns_fit() {
        for (pattern, text, wanted) in [
            ("r?", "rm", true),
            ("[a-c]*", "bash", true),
            ("[!a-c]*", "bash", false),
            ("*a*a*a*b", "aaaaaaaaaaaa", false),
            ("[", "[", true),
        ] {
            let signs: Vec<char> = text.chars().collect();
            assert_eq!(ends(&steps(pattern), &signs)[signs.len()], wanted, "{pattern} {text}");
        }
    }
}
