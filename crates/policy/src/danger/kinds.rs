//! Kinds of files by their names: keys, shells' start files, agents' settings.

use std::collections::BTreeMap;

use super::pattern::meet;
use crate::Surroundings;
use crate::place::Resolved;

/// Variables that stand for a folder of a known name, so that paths through them are recognised.
const FOLDERS: &[(&str, &str)] = &[
    ("XDG_CONFIG_HOME", "~/.config"),
    ("XDG_STATE_HOME", "~/.local/state"),
    ("XDG_DATA_HOME", "~/.local/share"),
    ("XDG_RUNTIME_DIR", "/run/user/0"),
    ("LOCUM_HOME", "~/.config/locum"),
    ("CODEX_HOME", "~/.codex"),
    ("CLAUDE_CONFIG_DIR", "~/.claude"),
    ("GNUPGHOME", "~/.gnupg"),
    ("GIT_DIR", "~/.git"),
    ("PROFILE", "~/documents/powershell/profile.ps1"),
    ("KUBECONFIG", "~/.kube/config"),
];

/// Longer paths with globs are not compared sign by sign, which takes time; no secret is that deep.
const LONGEST_MATCHED: usize = 512;

/// The named kinds.
pub(super) struct Kinds {
    names: Vec<String>,
    patterns: Vec<Pattern>,
}

/// A pattern for paths, with what is compared first.
struct Pattern {
    kind: usize,
    written: String,
    /// Whether it stands for files in any folder.
    anywhere: bool,
    /// The signs at the beginning that stand for themselves; of the last name if it may be anywhere.
    certain: String,
    /// The last name.
    last: String,
    /// The signs at the end that stand for themselves.
    ending: String,
}

impl Kinds {
    /// Kinds from their patterns.
    pub(super) fn new(kinds: BTreeMap<String, Vec<String>>) -> Kinds {
        let (names, patterns): (Vec<String>, Vec<Vec<String>>) = kinds.into_iter().unzip();
        let of_kind = |(kind, patterns): (usize, Vec<String>)| {
            patterns.into_iter().map(move |written| Pattern::new(kind, written))
        };
        Kinds { names, patterns: patterns.into_iter().enumerate().flat_map(of_kind).collect() }
    }

    /// The kind of this name.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// All kinds this path may be of.
    pub(super) fn of(&self, resolved: &Resolved, around: &Surroundings) -> Vec<usize> {
        // Some file systems make no difference between small and capital letters.
        let path = from_home(&resolved.path, around).to_ascii_lowercase();
        let path = path.trim_end_matches('/');
        let matched = resolved.matched && path.len() <= LONGEST_MATCHED;
        let given = Given { path, certain: certain(path), last: last(path), matched };
        let meets = |pattern: &&Pattern| {
            pattern.is_near(&given) && meet(pattern.written.as_bytes(), path.as_bytes(), matched)
        };
        let mut kinds: Vec<usize> = self.patterns.iter().filter(meets).map(|pattern| pattern.kind).collect();
        kinds.dedup();
        kinds
    }
}

/// A path, with what is compared first.
struct Given<'a> {
    path: &'a str,
    certain: &'a str,
    last: &'a str,
    matched: bool,
}

impl Pattern {
    fn new(kind: usize, written: String) -> Pattern {
        let written = written.to_ascii_lowercase();
        let anywhere = written.strip_prefix("**/");
        let last = last(&written).to_owned();
        let certain = certain(if anywhere.is_some() { &last } else { &written }).to_owned();
        let ending = written[written.rfind('*').map_or(0, |star| star + 1)..].to_owned();
        Pattern { kind, anywhere: anywhere.is_some(), certain, last, ending, written }
    }

    /// Whether a comparison is worth its time. A secret may lie in any folder, and `*` or `*.json` in one does not mean it:
    /// such a pattern must ask for it closer.
    fn is_near(&self, given: &Given) -> bool {
        if !given.matched && !given.path.ends_with(&self.ending) {
            return false;
        }
        match (self.anywhere, given.matched) {
            (false, false) => given.path.starts_with(&self.certain),
            (false, true) => begin_alike(&self.certain, given.certain),
            (true, true) if given.last.starts_with('*') => self.last == given.last,
            (true, _) => begin_alike(&self.certain, certain(given.last)),
        }
    }
}

/// The last name of a path.
fn last(path: &str) -> &str {
    let start = path.trim_end_matches('/').rfind('/').map_or(0, |slash| slash + 1);
    &path[start..]
}

/// What stands before the first sign that stands for others.
fn certain(text: &str) -> &str {
    &text[..text.find(['*', '?', '[']).unwrap_or(text.len())]
}

/// Whether one is the beginning of the other.
fn begin_alike(one: &str, other: &str) -> bool {
    let length = one.len().min(other.len());
    one.as_bytes()[..length] == other.as_bytes()[..length]
}

/// The path with every home folder as `~`, and unknown folders at its start taken for one too: `$X/.ssh/id_rsa` is looked
/// upon as `~/.ssh/id_rsa`.
fn from_home(path: &str, around: &Surroundings) -> String {
    let home = around.home.trim_end_matches('/');
    if let Some(rest) = path.strip_prefix(home)
        && (rest.is_empty() || rest.starts_with('/'))
    {
        return format!("~{rest}");
    }
    for folder in ["/home/", "/Users/", "c:/users/"] {
        if let Some(rest) = path.strip_prefix(folder) {
            return format!("~{}", rest.find('/').map_or("", |slash| &rest[slash..]));
        }
    }
    if let Some(rest) = path.strip_prefix("/root") {
        return format!("~{rest}");
    }
    if !path.starts_with(['$', '`']) {
        return if path.starts_with(['/', '~']) {
            path.to_owned()
        } else {
            format!("~/{}", path.trim_start_matches("./"))
        };
    }
    let end = if path.starts_with("${") {
        path.find('}').map_or(path.len(), |at| at + 1)
    } else {
        path.find('/').unwrap_or(path.len())
    };
    let name = path[..end].trim_start_matches(['$', '{']).trim_end_matches('}');
    let name = name.split([':', '-']).next().unwrap_or(name);
    let folder = FOLDERS.iter().find(|(known, _)| *known == name).map_or("~", |(_, folder)| folder);
    format!("{folder}{}", &path[end..])
}
