//! What a part does to which files: its redirections, and what its program does to the paths among its words.

use super::kinds::Kinds;
use super::pattern::Form;
use super::view::{Operand, View};
use crate::place::Resolved;
use crate::{Note, Place, Surroundings, Text, Touch};

/// More files than this of one part are not looked at one by one.
const MOST_ACTS: usize = 512;

/// What is done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Read,
    Write,
    Append,
    Delete,
    /// Its owner or rights are changed.
    Change,
    /// It leaves the machine.
    Send,
    /// It is run.
    Run,
}

impl Deed {
    pub(super) const ALL: [Deed; 7] =
        [Deed::Read, Deed::Write, Deed::Append, Deed::Delete, Deed::Change, Deed::Send, Deed::Run];

    pub(super) fn word(self) -> &'static str {
        match self {
            Deed::Read => "read",
            Deed::Write => "write",
            Deed::Append => "append",
            Deed::Delete => "delete",
            Deed::Change => "change",
            Deed::Send => "send",
            Deed::Run => "run",
        }
    }
}

impl From<Touch> for Deed {
    fn from(touch: Touch) -> Deed {
        match touch {
            Touch::Read => Deed::Read,
            Touch::Write => Deed::Write,
            Touch::Append => Deed::Append,
        }
    }
}

/// One deed of a part.
pub(super) struct Act {
    pub deed: Deed,
    /// The word that names the file; nothing for a redirection.
    pub at: Option<usize>,
    pub resolved: Resolved,
    pub kinds: Vec<usize>,
    /// Whether folders go with all that is in them.
    pub recursive: bool,
}

/// What a program does to the paths among its words.
pub(super) struct Use {
    pub form: Form,
    pub deeds: Vec<(Deed, Vec<Which>)>,
    pub recursive: Vec<String>,
    pub always_recursive: bool,
    /// Options that choose among the files: what then is done to all of the workspace is done to some of it.
    pub narrowed_by: Vec<String>,
    pub flags: Vec<String>,
    pub no_flags: Vec<String>,
}

/// Which words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Which {
    All,
    First,
    Last,
    ButFirst,
    ButLast,
    /// Those behind a remote name's missing: all but the last, if the last is on another machine.
    ToRemote,
    /// The last, unless it is on another machine.
    Local,
    /// Operands that begin so: `of=`.
    Prefix(String),
    /// The values of an option: all of it, or what stands behind a sign.
    Value(String, Sign),
}

/// Where in an option's value the path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// At once.
    None,
    /// Behind an `@` at the start: `-d @file`.
    At,
    /// Behind `=@`: `-F name=@file`.
    NameAt,
}

/// Collects the deeds of a part.
pub(super) fn of(view: &View, uses: &[&Use], kinds: &Kinds, around: &Surroundings) -> Vec<Act> {
    let elsewhere = Surroundings { workspace: None, ..*around };
    let away = view.part.is(Note::Elsewhere);
    let around = if away { &elsewhere } else { around };
    let cwd = if away { None } else { view.part.cwd.as_deref() };
    let make = |deed, at, path: &Text, recursive| {
        let resolved = Resolved::of(path, cwd, around);
        let kinds = kinds.of(&resolved, around, path.has_globs());
        Act { deed, at, resolved, kinds, recursive }
    };
    let mut acts: Vec<Act> = view
        .part
        .effects
        .iter()
        .map(|effect| make(effect.touch.into(), None, &effect.target, false))
        .collect();
    for used in uses {
        let Some((taken, _)) = view.follows(&used.form) else { continue };
        if !used.applies(view) {
            continue;
        }
        let recursive = used.always_recursive || view.flags_named(&used.recursive).next().is_some();
        for (deed, which) in &used.deeds {
            for (at, path) in chosen(view, taken, which).into_iter().take(MOST_ACTS) {
                let mut act = make(*deed, Some(at), &path, recursive);
                if act.resolved.place == Place::Workspace
                    && view.flags_named(&used.narrowed_by).next().is_some()
                {
                    act.resolved.place = Place::Inside;
                }
                acts.push(act);
            }
        }
        if view.part.is(Note::MoreWords) && used.deeds.iter().any(|(deed, _)| *deed == Deed::Delete) {
            acts.push(Act {
                deed: Deed::Delete,
                at: Some(0),
                resolved: unseen(),
                kinds: Vec::new(),
                recursive,
            });
        }
    }
    acts
}

/// A path that `xargs` adds.
fn unseen() -> Resolved {
    Resolved { place: Place::Unknown, path: String::new(), open_start: false }
}

impl Use {
    fn applies(&self, view: &View) -> bool {
        (self.flags.is_empty() || view.flags_named(&self.flags).next().is_some())
            && view.flags_named(&self.no_flags).next().is_none()
    }
}

fn chosen(view: &View, taken: usize, which: &[Which]) -> Vec<(usize, Text)> {
    let operands = view.operands.get(taken..).unwrap_or_default();
    let mut found = Vec::new();
    for one in which {
        if let Which::Value(name, sign) = one {
            let flags = view.flags_named(std::slice::from_ref(name)).filter_map(|flag| flag.value.clone());
            found.extend(flags.filter_map(|(at, text)| Some((at, behind(&text, *sign)?))));
        }
    }
    // A folder given by an option takes the place of the last word: `cp -t DIR a b`.
    let by_option = !found.is_empty();
    for one in which {
        found.extend(positional(one, operands, by_option));
    }
    found
}

fn behind(text: &Text, sign: Sign) -> Option<Text> {
    match sign {
        Sign::None => Some(text.clone()),
        Sign::At => text.shown().starts_with('@').then(|| text.from(1)),
        Sign::NameAt => text.shown().find("=@").map(|at| text.from(at + 2)),
    }
}

fn positional(which: &Which, operands: &[Operand], by_option: bool) -> Vec<(usize, Text)> {
    let count = operands.len();
    let remote = operands.last().is_some_and(|last| is_remote(last.text.shown()));
    let range = match which {
        Which::All => 0..count,
        Which::First => 0..count.min(1),
        Which::Last if by_option => 0..0,
        Which::Last => count.saturating_sub(1)..count,
        Which::ButFirst => count.min(1)..count,
        Which::ButLast => 0..count.saturating_sub(1),
        Which::ToRemote if remote => 0..count - 1,
        Which::Local if !remote => count.saturating_sub(1)..count,
        Which::Prefix(start) => return prefixed(start, operands),
        Which::ToRemote | Which::Local | Which::Value(..) => 0..0,
    };
    operands[range].iter().map(|operand| (operand.at, operand.text.clone())).collect()
}

fn prefixed(start: &str, operands: &[Operand]) -> Vec<(usize, Text)> {
    let with_prefix = operands.iter().filter(|operand| operand.text.shown().starts_with(start));
    with_prefix.map(|operand| (operand.at, operand.text.from(start.len()))).collect()
}

/// Whether a word names a file on another machine: `host:path`, `user@host:`, `rsync://...`.
pub(super) fn is_remote(word: &str) -> bool {
    match word.split_once(':') {
        Some((host, _)) => host.len() > 1 && !host.contains('/') && !host.contains('\\'),
        None => false,
    }
}
