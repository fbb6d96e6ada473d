//! A path as a screen spells it, and as a program says it in full. Compared by their words: no disk is looked at.

use model::Question;

use crate::input::HookAsk;

/// What the policy calls the tools that are used on a path.
const ON_PATHS: [&str; 3] = ["read", "write", "edit"];

/// Whether what is shown is a spelling of the very path that a hook said: from the folder where the program works, or from the
/// person's home. A path that only ends alike is another.
pub(crate) fn is_spelled_so(shown: &Question, ask: &HookAsk) -> bool {
    let whole = shown.subject.as_ref().filter(|subject| !subject.partial);
    let (Some(shown), Some(said)) = (whole, &ask.question.subject) else { return false };
    let from = From { folder: ask.folder.as_deref(), home: ask.home.as_deref() };
    let (shown, said) = (from.resolved(&shown.text), from.resolved(&said.text));
    ON_PATHS.contains(&ask.tool.as_str()) && shown.is_some() && shown == said
}

/// Where paths begin.
struct From<'a> {
    folder: Option<&'a str>,
    home: Option<&'a str>,
}

impl From<'_> {
    /// From the root, without detours; nothing if it is not known from where.
    fn resolved(&self, path: &str) -> Option<String> {
        let path = dense(path);
        let whole = match path.strip_prefix('~') {
            _ if path.is_empty() => return None,
            Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{}{rest}", dense(self.home?)),
            _ if path.starts_with('/') => path,
            _ => format!("{}/{path}", dense(self.folder?)),
        };
        whole.starts_with('/').then(|| straight(&whole))
    }
}

fn straight(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    format!("/{}", parts.join("/"))
}

/// Screens break lines, so blanks do not count.
pub(crate) fn dense(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_without_detours() {
        let from = From { folder: Some("/home/u/work/demo"), home: Some("/home/u") };
        for (path, expected) in [
            ("a", Some("/home/u/work/demo/a")),
            ("./a//b/", Some("/home/u/work/demo/a/b")),
            ("../other.txt", Some("/home/u/work/other.txt")),
            ("../oth\n er.txt", Some("/home/u/work/other.txt")),
            ("../../../../../a", Some("/a")),
            ("~/a", Some("/home/u/a")),
            ("~", Some("/home/u")),
            ("~v/a", Some("/home/u/work/demo/~v/a")),
            ("/a/../b", Some("/b")),
            ("", None),
        ] {
            assert_eq!(from.resolved(path).as_deref(), expected, "{path}");
        }
        let nowhere = From { folder: None, home: Some("u") };
        for path in ["a", "../a", "~/a"] {
            assert_eq!(nowhere.resolved(path), None, "{path}");
        }
    }
}
