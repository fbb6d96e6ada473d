//! Which hosts the words of a part name.

use super::files::is_address;
use crate::Part;

/// The hosts that a part's words name: of addresses, and of `user@host` and `host:path` where the program takes such.
pub(super) fn of_part(part: &Part) -> Vec<Option<String>> {
    let remote = part.program().is_some_and(|program| ["ssh", "scp", "sftp", "rsync"].contains(&program));
    let fetches = part.program().is_some_and(|program| ["curl", "wget"].contains(&program));
    let mut hosts = Vec::new();
    for word in part.words.iter().skip(1) {
        let shown = word.shown();
        let bare =
            fetches && !shown.starts_with('-') && (shown.contains('.') || shown.starts_with("localhost"));
        match () {
            () if !word.is_known() => hosts.push(None),
            () if is_address(shown) || bare => hosts.push(of_address(shown)),
            () if remote && !shown.starts_with('-') => hosts.push(of_remote(shown)),
            () => {}
        }
    }
    hosts
}

/// The host of an address, in small letters, without user and port; nothing if programs may read it differently.
pub(super) fn of_address(address: &str) -> Option<String> {
    if address.contains(|sign: char| sign == '\\' || sign.is_whitespace() || sign.is_control()) {
        return None;
    }
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
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
        check("ssh me@web uptime", &[Some("web"), Some("uptime")]);
        check("curl http://[::1]:80/", &[Some("::1")]);
        check("wget http://good.example\\@evil.example/", &[None]);
    }
}
