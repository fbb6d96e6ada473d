//! Whether a part looks as an entry says.

use super::acts::Act;
use super::entry::{ActPattern, RunsPattern, When};
use super::pattern::{TextPattern, WordPattern};
use super::scene::{Scene, Subject};
use super::view::{Flag, View};
use crate::{Runs, Stdin, Text};

/// The last word that made it so; nothing if no word did.
type At = Option<usize>;

impl When {
    /// Whether this part looks so, and the last word that made it so.
    pub(super) fn matches(&self, subject: Subject) -> Option<At> {
        let view = subject.view;
        let (taken, mut at) = self.follows(view)?;
        // What costs little comes first: nearly all comparisons end here.
        if !self.of_setting(view) || !self.of_neighbours(subject.scene, subject.index) {
            return None;
        }
        at = at.max(self.of_options(view)?);
        at = at.max(self.of_acts(subject.acts)?);
        at = at.max(self.of_operands(view, taken)?);
        at = at.max(self.of_text(view)?);
        self.built_in.is_none_or(|question| question.holds(subject)).then_some(at)
    }

    fn follows(&self, view: &View) -> Option<(usize, At)> {
        if self.run.is_empty() {
            return Some((0, None));
        }
        let (taken, last) = self.run.iter().find_map(|form| view.follows(form))?;
        Some((taken, Some(last)))
    }

    fn of_options(&self, view: &View) -> Option<At> {
        let mut at = None;
        // An option in front of a subcommand is not the subcommand's.
        let counts = |flag: &&Flag| !flag.before || self.run.iter().any(|form| form.steps.is_empty());
        if !self.flags.is_empty() {
            at = Some(view.flags_named(&self.flags).find(counts)?.at);
        }
        for group in &self.all_flags {
            at = at.max(Some(view.flags_named(group).find(counts)?.at));
        }
        if view.flags.iter().filter(counts).any(|flag| self.no_flags.contains(&flag.name)) {
            return None;
        }
        for (names, value) in &self.values {
            at = at.max(Some(option_value(view, view.flags_named(names).filter(counts), value)?));
        }
        Some(at)
    }

    fn of_operands(&self, view: &View, taken: usize) -> Option<At> {
        let operands = view.operands.get(taken..).unwrap_or_default();
        if self.bare.is_some_and(|bare| bare != operands.is_empty()) {
            return None;
        }
        if let Some(unwanted) = &self.no_operand
            && operands.iter().any(|operand| unwanted.is_match(operand.text.shown()))
        {
            return None;
        }
        match &self.operand {
            Some(wanted) => {
                operands.iter().find(|operand| wanted.is_match(operand.text.shown())).map(|o| Some(o.at))
            }
            None => Some(None),
        }
    }

    fn of_acts(&self, acts: &[Act]) -> Option<At> {
        match &self.act {
            Some(pattern) => acts.iter().find(|act| pattern.matches(act)).map(|act| act.at),
            None => Some(None),
        }
    }

    fn of_text(&self, view: &View) -> Option<At> {
        let Some(wanted) = &self.says else { return Some(None) };
        let words = view.words.iter().enumerate().skip(1);
        let said = words.filter(|(_, word)| wanted.is_match(word.shown())).map(|(at, _)| at).next();
        match (&view.part.stdin, said) {
            (_, Some(at)) => Some(Some(at)),
            (Stdin::Given(text), None) if wanted.is_match(text.shown()) => Some(None),
            _ => None,
        }
    }

    fn of_setting(&self, view: &View) -> bool {
        let part = view.part;
        if !self.notes.iter().all(|note| part.is(*note)) || self.no_notes.iter().any(|note| part.is(*note)) {
            return false;
        }
        let Some((name, value)) = &self.set else { return true };
        let looks_so = |text: &Text| value.as_ref().is_none_or(|value| value.is_match(text.shown()));
        part.assignments.iter().any(|(set, text)| name.matches(set) && looks_so(text))
    }

    fn of_neighbours(&self, scene: &Scene, index: usize) -> bool {
        let part = scene.views[index].part;
        let runs = match (self.runs, &part.runs) {
            (None, _) => true,
            (Some(RunsPattern::Piped), Runs::Unknown(sources)) => !sources.is_empty(),
            (Some(RunsPattern::Variable), Runs::Unknown(sources)) => sources.is_empty(),
            (Some(_), _) => false,
        };
        runs && (self.from.is_empty() || upstream(scene, index, &self.from))
            && (self.to.is_empty() || downstream(scene, index, &self.to))
    }
}

fn option_value<'v>(
    view: &View,
    mut flags: impl Iterator<Item = &'v Flag>,
    wanted: &TextPattern,
) -> Option<usize> {
    flags.find_map(|flag| match &flag.value {
        Some((at, value)) => wanted.is_match(value.shown()).then_some(*at),
        // An option that nobody told us takes a value: the next word may be it.
        None => {
            let next = view.words.get(flag.at + 1)?;
            wanted.is_match(next.shown()).then_some(flag.at + 1)
        }
    })
}

fn upstream(scene: &Scene, index: usize, wanted: &[WordPattern]) -> bool {
    let part = scene.views[index].part;
    let piped = if let Stdin::Piped(parts) = &part.stdin { parts.as_slice() } else { &[] };
    let run = if let Runs::Unknown(parts) = &part.runs { parts.as_slice() } else { &[] };
    piped.iter().chain(run).any(|at| is_one_of(scene, *at, wanted))
}

fn downstream(scene: &Scene, index: usize, wanted: &[WordPattern]) -> bool {
    let fed = |view: &View| matches!(&view.part.stdin, Stdin::Piped(parts) if parts.contains(&index));
    (0..scene.views.len()).any(|at| fed(&scene.views[at]) && is_one_of(scene, at, wanted))
}

fn is_one_of(scene: &Scene, at: usize, wanted: &[WordPattern]) -> bool {
    scene.views.get(at).is_some_and(|view| wanted.iter().any(|pattern| pattern.matches(&view.program)))
}

impl ActPattern {
    fn matches(&self, act: &Act) -> bool {
        self.deeds.contains(&act.deed)
            && (self.places.is_empty() || self.places.contains(&act.resolved.place))
            && (self.kinds.is_empty() || self.kinds.iter().any(|kind| act.kinds.contains(kind)))
            && self.recursive.is_none_or(|recursive| recursive == act.recursive)
            && self.open_start.is_none_or(|open| open == act.resolved.open_start)
    }
}
