//! The catalogue of dangers, and what of it a command meets.
//!
//! The catalogue is data (`catalogue/*.toml`, described in `docs/danger.md`). A part is looked up by its program, so that only
//! the few entries that could match are tried.

mod acts;
mod bring;
mod built_in;
mod chosen;
mod compile;
mod entry;
mod examples;
mod folders;
mod help;
mod kinds;
mod load;
mod matching;
mod net;
mod pattern;
mod programs;
mod raw;
mod scene;
mod sed;
mod sort;
mod sql;
#[cfg(test)]
mod tests;
mod view;

use std::collections::HashMap;
use std::sync::LazyLock;

use model::Danger;

use crate::place::Resolved;
use crate::{Part, Reading, Surroundings, Text, Touch};
use acts::{Act, Use};
use entry::Entry;
use help::Help;
use kinds::Kinds;
use programs::Program;
use scene::{Scene, Subject};
use view::View;

/// A danger that a command meets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The entry of the catalogue.
    pub id: String,
    /// How bad it is.
    pub level: Danger,
    /// In words for a person.
    pub why: String,
    /// The last word of the part that made it dangerous, 0 for the program; nothing if it is not a word that did.
    pub at: Option<usize>,
}

/// All that is known of dangers.
pub struct Catalogue {
    entries: Vec<Entry>,
    /// Entries and alternatives by the program they ask for.
    by_program: HashMap<String, Vec<(usize, usize)>>,
    /// Those that ask for no certain program.
    general: Vec<(usize, usize)>,
    programs: HashMap<String, Program>,
    uses: HashMap<String, Vec<Use>>,
    /// Programs that are only asked for their manual.
    helps: Vec<Help>,
    kinds: Kinds,
    /// The kinds of files that hold secrets.
    secrets: Vec<usize>,
}

/// Findings of one part are few; a part that meets more than this is dangerous enough.
const MOST_FINDINGS: usize = 32;

/// The catalogue that is built in. A test loads it, so that a fault in it cannot be shipped.
static SHIPPED: LazyLock<Result<Catalogue, load::Fault>> = LazyLock::new(load::shipped);

impl Catalogue {
    /// The catalogue that is built in.
    #[expect(clippy::panic, reason = "the data is part of the program, and a test loads it")]
    pub fn shipped() -> &'static Catalogue {
        match &*SHIPPED {
            Ok(catalogue) => catalogue,
            Err(fault) => panic!("the built-in catalogue of dangers is broken: {fault}"),
        }
    }

    /// What each part of a line meets, the worst first.
    pub fn find(&self, reading: &Reading, around: &Surroundings) -> Vec<Vec<Finding>> {
        self.find_in(reading, around, false)
    }

    /// The same for a line that stands in a word of another.
    fn find_inner(&self, reading: &Reading, around: &Surroundings) -> Vec<Vec<Finding>> {
        self.find_in(reading, around, true)
    }

    fn find_in(&self, reading: &Reading, around: &Surroundings, inner: bool) -> Vec<Vec<Finding>> {
        let views: Vec<View> = reading.parts.iter().map(|part| View::new(part, &self.programs)).collect();
        let mut left = acts::MOST_ACTS;
        let mut acts: Vec<Vec<Act>> = Vec::with_capacity(views.len());
        for view in &views {
            acts.push(self.acts(view, around, left));
            left = left.saturating_sub(acts.last().map_or(0, Vec::len));
        }
        let cut = left == 0 || reading.doubts.iter().any(|doubt| doubt == crate::unfold::TOO_MUCH);
        let scene = Scene { inner, ..Scene::new(&views, &acts, around, &self.secrets, cut) };
        (0..views.len()).map(|at| self.of_part(&scene, at)).collect()
    }

    /// What touching this file meets, for tools other than the shell.
    pub fn of_path(&self, touch: Touch, path: &str, around: &Surroundings) -> Vec<Finding> {
        let resolved = Resolved::of(&Text::known(path), Some(around.cwd), around);
        let kinds = self.kinds.of(&resolved, around);
        let part = Part { cwd: Some(around.cwd.to_owned()), ..Part::default() };
        let act = Act { deed: touch.into(), at: None, resolved, kinds, recursive: false };
        let (views, acts) = ([View::new(&part, &self.programs)], [vec![act]]);
        self.of_part(&Scene::new(&views, &acts, around, &self.secrets, false), 0)
    }

    /// What fetching this address meets.
    pub fn of_url(&self, url: &str) -> Vec<Finding> {
        let part = Part { words: vec![Text::known("curl"), Text::known(url)], ..Part::default() };
        let reading = Reading { parts: vec![part], ..Reading::default() };
        self.find(&reading, &Surroundings::project("/", "/")).into_iter().flatten().collect()
    }

    /// Every entry's id, level and words, in the order of the catalogue.
    pub fn entries(&self) -> impl Iterator<Item = (&str, Danger, &str)> {
        self.entries.iter().map(|entry| (entry.id.as_str(), entry.level, entry.why.as_str()))
    }

    fn acts(&self, view: &View, around: &Surroundings, left: usize) -> Vec<Act> {
        let mut uses: Vec<&Use> = self.uses.get(&view.program).into_iter().flatten().collect();
        if uses.is_empty() {
            uses.extend(self.uses.get("*").into_iter().flatten());
        }
        acts::of(view, &uses, &self.kinds, around, left)
    }

    fn of_part(&self, scene: &Scene, at: usize) -> Vec<Finding> {
        let subject = Subject::part(scene, at);
        let mut found = Vec::new();
        self.compare(subject, self.own(subject).chain(&self.general), &mut found);
        if !found.is_empty() && self.helps.iter().any(|help| help.is_asked(subject.view)) {
            found.clear();
        }
        for via in subject.via() {
            let before = found.len();
            self.compare(via, self.own(via), &mut found);
            // The words that made it so are not among the part's own.
            found[before..].iter_mut().for_each(|finding| finding.at = None);
        }
        found.sort_by_key(|finding| std::cmp::Reverse(finding.level));
        found
    }

    fn own(&self, subject: Subject) -> impl Iterator<Item = &(usize, usize)> {
        self.by_program.get(&subject.view.program).into_iter().flatten()
    }

    fn compare<'c>(
        &'c self,
        subject: Subject,
        entries: impl Iterator<Item = &'c (usize, usize)>,
        found: &mut Vec<Finding>,
    ) {
        for (entry, alternative) in entries {
            let entry = &self.entries[*entry];
            if found.len() >= MOST_FINDINGS || found.iter().any(|other| other.id == entry.id) {
                continue;
            }
            if let Some(at) = entry.when[*alternative].matches(subject) {
                found.push(Finding { id: entry.id.clone(), level: entry.level, why: entry.why.clone(), at });
            }
        }
    }
}
