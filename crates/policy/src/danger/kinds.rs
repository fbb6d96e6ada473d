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
    /// Every pattern with its kind.
    patterns: Vec<(usize, String)>,
}

impl Kinds {
    /// Kinds from their patterns.
    pub(super) fn new(kinds: BTreeMap<String, Vec<String>>) -> Kinds {
        let (names, patterns): (Vec<String>, Vec<Vec<String>>) = kinds.into_iter().unzip();
        let of_kind =
            |(kind, patterns): (usize, Vec<String>)| patterns.into_iter().map(move |pattern| (kind, pattern));
        Kinds { names, patterns: patterns.into_iter().enumerate().flat_map(of_kind).collect() }
    }

    /// The kind of this name.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// All kinds this path may be of.
    pub(super) fn of(&self, resolved: &Resolved, around: &Surroundings) -> Vec<usize> {
        let path = from_home(&resolved.path, around);
        let path = path.trim_end_matches('/');
        let matched = resolved.matched && path.len() <= LONGEST_MATCHED;
        let meets = |(_, pattern): &&(usize, String)| {
            is_near(pattern, path, matched) && meet(pattern.as_bytes(), path.as_bytes(), matched)
        };
        let mut kinds: Vec<usize> = self.patterns.iter().filter(meets).map(|(kind, _)| *kind).collect();
        kinds.dedup();
        kinds
    }
}

/// Whether a comparison is worth its time. A secret may lie in any folder, and `*` or `*.json` in one does not mean it: such
/// a pattern must ask for it closer.
fn is_near(pattern: &str, path: &str, matched: bool) -> bool {
    let Some(anywhere) = pattern.strip_prefix("**/") else { return begin_alike(pattern, path) };
    let last = |text: &str| text.trim_end_matches('/').rfind('/').map_or(0, |slash| slash + 1);
    let (wanted, given) = (&anywhere[last(anywhere)..], &path[last(path)..]);
    if matched && given.starts_with('*') { wanted == given } else { begin_alike(wanted, given) }
}

/// Whether two patterns have the same signs up to the first that stands for others.
fn begin_alike(one: &str, other: &str) -> bool {
    let certain = |text: &&str| text.find(['*', '?', '[']).unwrap_or(text.len());
    let length = certain(&one).min(certain(&other));
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
