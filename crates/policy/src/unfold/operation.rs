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

/// Places where a value can be cut.
fn places(value: &str) -> Vec<usize> {
    value.char_indices().map(|(at, _)| at).chain([value.len()]).collect()
}

fn without_start(value: &str, pattern: &str, longest: bool) -> String {
    let mut ends = places(value);
    if longest {
        ends.reverse();
    }
    let found = ends.into_iter().find(|end| matches(pattern, &value[..*end]));
    value[found.unwrap_or(0)..].to_owned()
}

fn without_end(value: &str, pattern: &str, longest: bool) -> String {
    let mut starts = places(value);
    if !longest {
        starts.reverse();
    }
    let found = starts.into_iter().find(|start| matches(pattern, &value[*start..]));
    value[..found.unwrap_or(value.len())].to_owned()
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

/// Whether a shell pattern fits the whole text. One row of possibilities at a time, so it takes no longer than their product.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let signs: Vec<char> = text.chars().collect();
    let mut fits = vec![false; signs.len() + 1];
    fits[0] = true;
    let mut rest = pattern.chars();
    while let Some(sign) = rest.next() {
        let mut next = vec![false; signs.len() + 1];
        if sign == '*' {
            let first = fits.iter().position(|fit| *fit).unwrap_or(next.len());
            next[first..].fill(true);
        } else {
            let one = one_sign(sign, &mut rest);
            for at in 0..signs.len() {
                next[at + 1] = fits[at] && one.fits(signs[at]);
            }
        }
        fits = next;
    }
    fits[signs.len()]
}

/// What one place of a pattern stands for.
enum One {
    Any,
    This(char),
    Among { ranges: Vec<(char, char)>, not: bool },
}

impl One {
    fn fits(&self, sign: char) -> bool {
        match self {
            One::Any => true,
            One::This(wanted) => *wanted == sign,
            One::Among { ranges, not } => {
                ranges.iter().any(|(from, to)| (*from..=*to).contains(&sign)) != *not
            }
        }
    }
}

fn one_sign(sign: char, rest: &mut std::str::Chars) -> One {
    match sign {
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
            assert_eq!(matches(pattern, text), wanted, "{pattern} {text}");
        }
    }
}
