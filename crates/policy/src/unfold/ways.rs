//! A command behind `&&` or `||`, in a branch or a loop may have changed the folder or a variable, or not. What follows is
//! read in what is certain, and once more in each of the few states that may hold: the worst of them counts.

use std::ops::Range;

use super::{Context, Scope, Unfolder};
use crate::shell::{Command, Item, Join, Stage};
use crate::{Part, Runs, Stdin};

impl Unfolder<'_> {
    /// Reads an item in other states that may hold, and gives the states after it. It has been read in one state already,
    /// which made these parts and left the shell as `first`. The states in which a `&&` was not followed are `left` for later.
    pub(super) fn in_others(
        &mut self,
        (item, made): (&Item, Range<usize>),
        first: &Scope,
        others: Vec<Scope>,
        left: &mut Vec<Scope>,
        context: &Context,
    ) -> Vec<Scope> {
        let mut after = Vec::new();
        for mut state in others {
            if !self.budget.has_ways() {
                break;
            }
            let (before, start, texts) = (state.clone(), self.parts.len(), self.texts.len());
            self.item(item, &mut state, context);
            self.budget.way(1 + self.parts.len() - start);
            let changed = !state.same(&before);
            let same = state.equals(first);
            // Values may point at parts, so what changed them in another way cannot be taken back.
            if (!changed || same) && self.repeats(made.clone(), start) {
                self.parts.truncate(start);
                self.texts.truncate(texts);
            }
            after.append(&mut state.others);
            if !same {
                after.push(state);
            }
            match item.join {
                Join::And if changed => left.push(before),
                Join::Or if changed => after.push(before),
                _ => {}
            }
        }
        after
    }

    /// Whether the parts from `start` on are those of `made` once more.
    fn repeats(&self, made: Range<usize>, start: usize) -> bool {
        let (first, again) = (&self.parts[made.clone()], &self.parts[start..]);
        let moved = start - made.start;
        first.len() == again.len() && first.iter().zip(again).all(|(one, other)| is_same(one, other, moved))
    }
}

/// Whether nothing of the list is run behind this item: `exit`, `{ echo no; return 1; }`.
pub(super) fn ends(item: &Item) -> bool {
    match item.stages.as_slice() {
        [Stage { command: Command::Simple(simple), .. }] => simple
            .words
            .first()
            .is_some_and(|word| matches!(word.plain().as_str(), "exit" | "return" | "break" | "continue")),
        [Stage { command: Command::Group(script), .. }] => script.items.last().is_some_and(ends),
        _ => false,
    }
}

/// Whether two parts are the same but for where the parts stand that they point at.
fn is_same(one: &Part, other: &Part, moved: usize) -> bool {
    let shifted = |places: &Vec<usize>| places.iter().map(|place| place + moved).collect::<Vec<_>>();
    let stdin = match (&one.stdin, &other.stdin) {
        (Stdin::Piped(places), Stdin::Piped(others)) => shifted(places) == *others,
        (stdin, other) => stdin == other,
    };
    let runs = match (&one.runs, &other.runs) {
        (Runs::Unknown(places), Runs::Unknown(others)) => places == others || shifted(places) == *others,
        (runs, other) => runs == other,
    };
    stdin
        && runs
        && one.words == other.words
        && one.cwd == other.cwd
        && one.assignments == other.assignments
        && one.effects == other.effects
        && one.via == other.via
        && one.code == other.code
        && one.carrier == other.carrier
        && one.notes == other.notes
}
