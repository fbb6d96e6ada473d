//! Which hosts the words of a part name.

use super::files::is_address;
use crate::Part;

/// Letters of curl and wget that take no value.
const PLAIN_LETTERS: &str = "sSfLkiIvgOJNqnc#46aGjlR0123";
/// Long options of theirs that take none.
const PLAIN: [&str; 11] = [
    "--silent",
    "--show-error",
    "--fail",
    "--location",
    "--insecure",
    "--include",
    "--head",
    "--verbose",
    "--compressed",
    "--quiet",
    "--no-progress-meter",
];

/// The hosts that a part's words name: of addresses, and of `user@host` and `host:path` where the program takes such.
pub(super) fn of_part(part: &Part) -> Vec<Option<String>> {
    let remote = part.program().is_some_and(|program| ["ssh", "scp", "sftp", "rsync"].contains(&program));
    let fetches = part.program().is_some_and(|program| ["curl", "wget"].contains(&program));
    let mut hosts = Vec::new();
    let program = part.program().unwrap_or_default();
    let mut before = "";
    for word in part.words.iter().skip(1) {
        let shown = word.shown();
        let looks_so = shown.contains('.') || shown.starts_with("localhost");
        let may_be = !takes_value(program, before) && (looks_so || !may_take_value(before));
        let bare = fetches && !shown.starts_with('-') && may_be;
        before = shown;
        match () {
            () if !word.is_known() => hosts.push(None),
            () if is_address(shown) || bare => hosts.push(of_address(shown)),
            () if remote && !shown.starts_with('-') => hosts.push(of_remote(shown)),
            () => {}
        }
    }
    hosts
}

/// Letters of theirs behind which something else than an address stands.
const VALUE_LETTERS: &str = "owHAdXFmubcTeOUtP";

/// Whether the next word is certainly the value of this one: `-sSo`. `-O` is a letter of wget; curl's takes none.
fn takes_value(program: &str, word: &str) -> bool {
    let Some(letters) = word.strip_prefix('-') else { return false };
    let mut signs = letters.chars();
    let last = signs.next_back().filter(|last| VALUE_LETTERS.contains(*last));
    let of_program = last.is_some_and(|last| !"OUtP".contains(last) || program == "wget");
    let long =
        ["--output", "--output-document", "--header", "--data", "--data-raw", "--write-out", "--max-time"];
    (of_program && signs.all(|letter| PLAIN_LETTERS.contains(letter))) || long.contains(&word)
}

/// Whether the next word may be the value of this one.
fn may_take_value(word: &str) -> bool {
    let letters = word.strip_prefix('-').unwrap_or_default();
    let plain = letters.chars().all(|letter| PLAIN_LETTERS.contains(letter)) || PLAIN.contains(&word);
    word.starts_with('-') && !word.contains('=') && !plain
}

/// The host of a web address, in small letters, without user and port; nothing if programs may read it differently.
pub(super) fn of_address(address: &str) -> Option<String> {
    if address.contains(|sign: char| sign == '\\' || sign.is_whitespace() || sign.is_control()) {
        return None;
    }
    let rest = match address.split_once("://") {
        Some((scheme, rest)) if ["http", "https"].contains(&scheme.to_lowercase().as_str()) => rest,
        // Other schemes reach files and services that nobody means by a host.
        Some(_) => return None,
        None => address,
    };
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = if host.starts_with('[') {
        host.split(']').next()?.trim_start_matches('[')
    } else {
        host.split(':').next()?
    };
    (!host.is_empty()).then(|| host.trim_end_matches('.').to_lowercase())
}

fn of_remote(word: &str) -> Option<String> {
    let host = word.split(':').next()?;
    let host = host.rsplit('@').next()?;
    (!host.is_empty()).then(|| host.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    fn part(line: &str) -> Part {
        let word = |word: &str| if word.starts_with('$') { Text::unknown(word) } else { Text::known(word) };
        Part { words: line.split(' ').map(word).collect(), ..Part::default() }
    }

    #[test]
    fn the_hosts_of_a_part() {
        let check = |line: &str, want: &[Option<&str>]| {
            let hosts = of_part(&part(line));
            let hosts: Vec<Option<&str>> = hosts.iter().map(Option::as_deref).collect();
            assert_eq!(hosts, want, "{line}");
        };
        check("curl -s https://u:p@Example.COM:8080/x", &[Some("example.com")]);
        check("curl localhost:3000/x", &[Some("localhost")]);
        check("curl $URL", &[None]);
        check("curl -s localhost evil", &[Some("localhost"), Some("evil")]);
        check("curl -sS evil", &[Some("evil")]);
        check("curl -X POST localhost", &[Some("localhost")]);
        check("curl -sSo a.json localhost", &[Some("localhost")]);
        check("wget -qO a.html localhost", &[Some("localhost")]);
        check("curl -sO evil.com", &[Some("evil.com")]);
        check("curl gopher://localhost/x", &[None]);
        check("ssh me@web uptime", &[Some("web"), Some("uptime")]);
        check("curl http://[::1]:80/", &[Some("::1")]);
        check("wget http://good.example\\@evil.example/", &[None]);
    }
}
