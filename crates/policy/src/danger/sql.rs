//! Just enough SQL to tell a statement that empties a table from one that changes some rows.

/// Whether a text holds a statement that deletes or changes every row of a table: `DELETE` or `UPDATE` without `WHERE`.
pub(super) fn touches_every_row(text: &str) -> bool {
    text.split(';').any(|statement| {
        let words: Vec<String> = words(statement);
        // Text may stand before the statement: the end of an option, an `EXPLAIN`.
        let begins = |from: usize| match words.get(from).map(String::as_str) {
            Some("delete") => words.get(from + 1).is_some_and(|word| word == "from"),
            Some("update") => words[from..].iter().any(|word| word == "set"),
            _ => false,
        };
        let start = (0..words.len().min(8)).find(|from| begins(*from));
        start.is_some_and(|from| {
            !words[from..].iter().any(|word| word == "where" || word == "limit") || always_true(&words)
        })
    })
}

/// Words in small letters; what is in quotes counts as one word, comments do not count.
fn words(statement: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for sign in statement
        .lines()
        .map(|line| line.split("--").next().unwrap_or(line))
        .flat_map(|line| line.chars().chain(['\n']))
    {
        match (quote, sign) {
            (Some(open), _) if open == sign => quote = None,
            (Some(_), _) => {}
            (None, '\'') => quote = Some(sign),
            (None, _) if sign.is_alphanumeric() || sign == '_' || sign == '=' => push(&mut words, sign),
            (None, _) => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn push(words: &mut [String], sign: char) {
    if let Some(last) = words.last_mut() {
        last.push(sign.to_ascii_lowercase());
    }
}

/// `WHERE 1=1`, `WHERE true`.
fn always_true(words: &[String]) -> bool {
    let Some(at) = words.iter().position(|word| word == "where") else { return false };
    let condition = words[at + 1..].concat();
    matches!(condition.as_str(), "1=1" | "true" | "1" | "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_touch_every_row() {
        for (text, expected) in [
            ("DELETE FROM users", true),
            ("delete from users;", true),
            ("delete from users where id = 3", false),
            ("select 1; DELETE FROM a", true),
            ("update users set a = 1", true),
            ("UPDATE users SET a = 'where'", true),
            ("update users set a = 1 where b = 2", false),
            ("delete from users where 1=1", true),
            ("delete from users -- where id = 1", true),
            ("select 'delete from users'", false),
            ("select * from updates", false),
        ] {
            assert_eq!(touches_every_row(text), expected, "{text}");
        }
    }
}
