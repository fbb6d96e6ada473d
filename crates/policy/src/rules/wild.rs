//! Patterns for names and for paths.

use regex::Regex;

use super::problem::nearest;
use super::value::pattern;
use crate::place::Resolved;
use crate::{Place, Surroundings, Text};

/// Whether a name fits a pattern in which `*` stands for any characters and `?` for one.
pub(super) fn fits(wild: &str, name: &str) -> bool {
    if wild.is_ascii() && name.is_ascii() {
        return signs_fit(wild.as_bytes(), name.as_bytes());
    }
    let (wild, name): (Vec<char>, Vec<char>) = (wild.chars().collect(), name.chars().collect());
    signs_fit(&wild, &name)
}

fn signs_fit<T: Copy + PartialEq + From<u8>>(wild: &[T], name: &[T]) -> bool {
    let (any, one) = (T::from(b'*'), T::from(b'?'));
    let (mut at, mut star, mut tried) = (0, None, 0);
    let mut here = 0;
    while here < name.len() {
        match wild.get(at) {
            Some(sign) if *sign == any => {
                star = Some(at);
                tried = here;
                at += 1;
            }
            Some(sign) if *sign == one || *sign == name[here] => {
                at += 1;
                here += 1;
            }
            _ => {
                let Some(place) = star else { return false };
                at = place + 1;
                tried += 1;
                here = tried;
            }
        }
    }
    wild[at..].iter().all(|sign| *sign == any)
}

/// Whether something matches. What is only known when it runs may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// It does not.
    No,
    /// It may.
    Maybe,
    /// It does.
    Yes,
}

impl Fit {
    /// Of a plain truth.
    pub(super) fn of(truth: bool) -> Fit {
        if truth { Fit::Yes } else { Fit::No }
    }
}

/// The words for places, and which places they mean.
pub(super) const PLACES: [(&str, &[Place]); 7] = [
    ("workspace", &[Place::Inside, Place::Workspace]),
    ("inside", &[Place::Inside, Place::Workspace]),
    ("repository", &[Place::Repository]),
    ("temp", &[Place::Temporary]),
    ("home", &[Place::Home]),
    ("outside", &[Place::Outside, Place::Home, Place::System, Place::Device, Place::Root]),
    ("system", &[Place::System, Place::Device, Place::Root]),
];

/// A pattern for files: a word for places, or a glob.
#[derive(Debug, Clone)]
pub(super) enum PathPattern {
    /// One of these places.
    Places(&'static [Place]),
    /// Files whose path fits: from the root (`/`), the home folder (`~`) or the workspace.
    Glob { start: Start, folder: String, regex: Regex },
}

/// Where a glob starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    Root,
    Home,
    Workspace,
}

impl PathPattern {
    /// The pattern that is written so.
    pub(super) fn parse(text: &str) -> Result<PathPattern, String> {
        if let Some((_, places)) = PLACES.iter().find(|(word, _)| *word == text) {
            return Ok(PathPattern::Places(places));
        }
        if let Some(near) = nearest(text, PLACES.iter().map(|(word, _)| *word)) {
            return Err(format!(
                "there is no place `{text}`; did you mean `{near}`? (a file of that name: `./{text}`)"
            ));
        }
        let (start, rest) = match text {
            "~" => (Start::Home, ""),
            _ if text.starts_with("~/") => (Start::Home, &text[2..]),
            _ if text.starts_with('/') => (Start::Root, &text[1..]),
            _ => (Start::Workspace, text.strip_prefix("./").unwrap_or(text)),
        };
        if rest.split('/').any(|name| name == "..") {
            return Err(format!("`{text}`: a pattern for paths has no `..` in it"));
        }
        Ok(PathPattern::Glob { start, folder: folder(rest).to_owned(), regex: pattern(&as_regex(rest))? })
    }

    /// Whether a file matches that lies where it was `resolved` to.
    pub(super) fn meets(&self, path: &Text, resolved: &Resolved, around: &Surroundings) -> Fit {
        if resolved.place == Place::Unknown || !path.is_known() {
            return Fit::Maybe;
        }
        match self {
            PathPattern::Places(places) => Fit::of(places.contains(&resolved.place)),
            PathPattern::Glob { start, folder: within, regex } => {
                let base = match start {
                    Start::Root => String::new(),
                    Start::Home => around.home.trim_end_matches('/').to_owned(),
                    Start::Workspace => top(around).trim_end_matches('/').to_owned(),
                };
                if path.has_globs() {
                    let (found, wanted) = (folder(&resolved.path), format!("{base}/{within}"));
                    let apart = !found.starts_with(&wanted) && !wanted.starts_with(found);
                    // The shell's signs do not stand for a leading dot.
                    let hidden = wanted.strip_prefix(found).is_some_and(|rest| rest.starts_with('.'));
                    let shows = !resolved.path[found.len()..].starts_with('.');
                    return if apart || hidden && shows { Fit::No } else { Fit::Maybe };
                }
                Fit::of(below(&base, &resolved.path).is_some_and(|below| regex.is_match(below)))
            }
        }
    }
}

/// What of a path with wildcards is certain: its folders before the first of them, with the slash.
fn folder(path: &str) -> &str {
    let certain = path.find(['*', '?', '[']).map_or(path, |sign| &path[..sign]);
    &certain[..certain.rfind('/').map_or(0, |slash| slash + 1)]
}

/// The folder that relative patterns start at, with links followed.
fn top(around: &Surroundings) -> String {
    let top = around.workspace.unwrap_or(around.cwd);
    (around.real)(top).unwrap_or_else(|| top.to_owned())
}

fn below<'a>(base: &str, path: &'a str) -> Option<&'a str> {
    let rest = path.strip_prefix(base.trim_end_matches('/'))?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// `**` stands for any folders, `*` and `?` for characters of one name.
fn as_regex(glob: &str) -> String {
    let mut regex = String::from("^");
    let mut rest = glob;
    while let Some(sign) = rest.chars().next() {
        let (piece, length) = match sign {
            '*' if rest.starts_with("**/") => ("(?:.*/)?".to_owned(), 3),
            '*' if rest.starts_with("**") => (".*".to_owned(), 2),
            '*' => ("[^/]*".to_owned(), 1),
            '?' => ("[^/]".to_owned(), 1),
            other => (regex::escape(&other.to_string()), other.len_utf8()),
        };
        regex.push_str(&piece);
        rest = &rest[length..];
    }
    regex.push('$');
    regex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_patterns() {
        let check = |wild: &str, name: &str, want: bool| assert_eq!(fits(wild, name), want, "{wild} {name}");
        check("*", "", true);
        check("git.*", "git.push.force", true);
        check("git.*", "fs.git.x", false);
        check("*.example.com", "a.b.example.com", true);
        check("*.example.com", "example.com", false);
        check("a*b*c", "aXbYbZc", true);
        check("a?c", "abc", true);
        check("a?c", "ac", false);
        check("a?c", "aéc", true);
        check("", "x", false);
    }

    #[test]
    fn paths_fit_globs_and_places() {
        let around = Surroundings::project("/p", "/home/u");
        let meets = |pattern: &PathPattern, path: &Text| {
            pattern.meets(path, &Resolved::of(path, Some("/p"), &around), &around)
        };
        let check = |pattern: &str, path: &str, want: Fit| {
            let built = PathPattern::parse(pattern).unwrap();
            assert_eq!(meets(&built, &Text::known(path)), want, "{pattern} {path}");
        };
        check("src/**", "src/a/b.rs", Fit::Yes);
        check("src/**", "src/../b.rs", Fit::No);
        check("**/*.md", "README.md", Fit::Yes);
        check("*.md", "docs/a.md", Fit::No);
        check("~/notes/*", "/home/u/notes/a", Fit::Yes);
        check("/etc/**", "/etc/passwd", Fit::Yes);
        check("workspace", "src", Fit::Yes);
        check("workspace", "..", Fit::No);
        check("outside", "/etc/x", Fit::Yes);
        check("temp", "/tmp/x", Fit::Yes);
        let globbed = |folder: &str| {
            let mut text = Text::known(folder);
            text.push_glob('*');
            meets(&PathPattern::parse(".claude/**").unwrap(), &text)
        };
        assert_eq!((globbed("public/"), globbed(".claude/"), globbed("")), (Fit::No, Fit::Maybe, Fit::No));
        assert_eq!(globbed("."), Fit::Maybe);
        let unknown = PathPattern::parse("workspace").unwrap();
        assert_eq!(meets(&unknown, &Text::unknown("$X")), Fit::Maybe);
        assert!(PathPattern::parse("../x").is_err());
    }
}
