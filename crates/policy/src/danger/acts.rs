//! What a part does to which files: its redirections, and what its program does to the paths among its words.

use super::chosen::{self, Which, chosen};
use super::kinds::Kinds;
use super::pattern::Form;
use super::view::View;
use crate::place::Resolved;
use crate::{Note, Place, Surroundings, Text, Touch};

/// More files than this of one line are not looked at one by one: time must have a bound.
pub(super) const MOST_ACTS: usize = 768;

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
    pub flags: Vec<String>,
    pub no_flags: Vec<String>,
}

/// Collects the deeds of a part, at most as many as are `left`.
pub(super) fn of(view: &View, uses: &[&Use], kinds: &Kinds, around: &Surroundings, left: usize) -> Vec<Act> {
    let elsewhere = Surroundings { workspace: None, ..*around };
    let away = view.part.is(Note::Elsewhere);
    let around = if away { &elsewhere } else { around };
    let cwd = if away { None } else { view.part.cwd.as_deref() };
    let make = |deed, at, path: &Text, recursive| {
        let path = &found_by(view, path);
        let resolved = Resolved::of(path, cwd, around);
        let kinds = kinds.of(&resolved, around);
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
            for (at, path) in chosen(view, taken, which).into_iter().take(left.saturating_sub(acts.len())) {
                let mut act = make(*deed, Some(at), &path, recursive);
                if act.resolved.place == Place::Workspace && view.chooses {
                    act.resolved.place = Place::Inside;
                }
                acts.push(act);
            }
        }
        for (at, path) in
            chosen::into_folder(view, taken, used).into_iter().take(left.saturating_sub(acts.len()))
        {
            acts.push(make(Deed::Write, Some(at), &path, recursive));
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

/// What `find` puts in place of `{}`: one of the files in its folder. Where it was not told which, that is all of them.
fn found_by(view: &View, path: &Text) -> Text {
    let Some(end) = path.shown().find("{}").filter(|_| !path.is_known()) else { return path.clone() };
    let mut finders = view.via.iter().filter(|via| matches!(via.program.as_str(), "find" | "fd" | "bfs"));
    match finders.next_back() {
        Some(via) if end > 0 && finds_all(via) => path.cut(0..end),
        Some(via) => {
            let names = ["-name".to_owned(), "-iname".to_owned()];
            let name = via.flags_named(&names).find_map(|flag| flag.value.as_ref());
            Text::known(path.shown().replace("{}", name.map_or("{}", |(_, name)| name.shown())))
        }
        None => path.clone(),
    }
}

/// Whether nothing says which files are found. The first word of `fd` is a pattern, and a dot is any name.
fn finds_all(via: &View) -> bool {
    let patterns = via.program == "fd" && via.operands.iter().any(|operand| operand.text.shown() != ".");
    !via.chooses && !patterns
}

/// A path that `xargs` adds.
fn unseen() -> Resolved {
    Resolved::at(Place::Unknown, "")
}

impl Use {
    fn applies(&self, view: &View) -> bool {
        (self.flags.is_empty() || view.flags_named(&self.flags).next().is_some())
            && view.flags_named(&self.no_flags).next().is_none()
    }
}
