//! `if`, `case` and loops: the same line may run in several states.

use super::arithmetic::{is_number, some_number};
use super::field::Field;
use super::names;
use super::walk::{Output, both};
use super::{Context, Scope, Unfolder};
use crate::Note;
use crate::shell::{Case, Command, For, Script, Stage};

/// A loop over more values than this is read once, with its variable unknown.
const ROUNDS: usize = 16;

impl Unfolder<'_> {
    /// `if`: the first text is always run, the second after it, the others in any state that one of them left.
    pub(super) fn branches(&mut self, scripts: &[Script], scope: &mut Scope, context: &Context) -> Output {
        let (condition, rest) = scripts.split_first()?;
        self.script(condition, scope, context);
        for script in rest {
            let mut taken = scope.clone();
            self.script(script, &mut taken, context);
            scope.merge(&taken);
        }
        None
    }

    /// `while`, `until`: what it assigns is not known from the second round on.
    pub(super) fn repeated(
        &mut self,
        condition: &Script,
        body: &Script,
        scope: &mut Scope,
        context: &Context,
    ) -> Output {
        self.forget_assigned(&[condition, body], scope);
        self.script(condition, scope, context);
        let mut taken = scope.clone();
        self.script(body, &mut taken, &endless(is_always(condition), body, context));
        scope.merge(&taken);
        None
    }

    /// `for`: one round a value where they are few and known.
    pub(super) fn each(&mut self, each: &For, scope: &mut Scope, context: &Context) -> Output {
        let values = match &each.words {
            Some(words) if each.name.is_empty() => {
                self.arithmetic(words, scope, context);
                None
            }
            Some(words) => Some(self.words(words, scope, context)),
            None => scope.args.as_ref().filter(|args| !args.is_empty()).map(|args| args.to_vec()),
        };
        self.set_aside(&each.name, scope, context);
        let before = scope.clone();
        self.forget_assigned(&[&each.body], scope);
        let counted = each.name.is_empty() && context.source.contains("((;;))");
        let context = &endless(counted, &each.body, context);
        let output = match values {
            Some(values) if values.len() <= ROUNDS && self.budget.has_rounds() => {
                self.rounds(each, &values, scope, context)
            }
            _ => self.last_round(each, scope, context),
        };
        let mut without = before;
        if !each.name.is_empty() {
            without.forget(&each.name);
        }
        scope.merge(&without);
        output
    }

    fn rounds(&mut self, each: &For, values: &[Field], scope: &mut Scope, context: &Context) -> Output {
        let mut output = Some(Field::default());
        let others = scope.others.clone();
        let kept = scope.forget(&each.name);
        self.kept(kept);
        for (place, value) in values.iter().enumerate() {
            let start = self.parts.len();
            let mut taken = scope.clone();
            let kept = taken.set(&each.name, vec![value.clone()]);
            self.kept(kept);
            taken.others.clone_from(&others);
            for other in &mut taken.others {
                other.set(&each.name, vec![value.clone()]);
            }
            let written = self.script(&each.body, &mut taken, context);
            let kept = taken.forget(&each.name);
            self.kept(kept);
            scope.merge(&taken);
            output = both(output, written);
            let made = self.parts.len() - start;
            if place + 1 < values.len() && !self.budget.round(made.max(1)) {
                return self.last_round(each, scope, context);
            }
        }
        output
    }

    fn last_round(&mut self, each: &For, scope: &mut Scope, context: &Context) -> Output {
        let mut taken = scope.clone();
        let kept = taken.forget(&each.name);
        self.kept(kept);
        self.script(&each.body, &mut taken, context);
        scope.merge(&taken);
        None
    }

    /// `case`: any one of its bodies, or none.
    pub(super) fn case(&mut self, case: &Case, scope: &mut Scope, context: &Context) -> Output {
        self.word(&case.word, scope, context);
        let before = scope.clone();
        for (patterns, body) in &case.arms {
            let mut taken = before.clone();
            self.words(patterns, &mut taken, context);
            self.script(body, &mut taken, context);
            scope.merge(&taken);
        }
        None
    }

    /// A loop's second round sees what the first has changed.
    fn forget_assigned(&mut self, scripts: &[&Script], scope: &mut Scope) {
        let changed = names::changed(scripts);
        let first_round = scope.clone();
        for name in &changed.variables {
            let counted = !changed.others.contains(name)
                && scope.values(name).is_some_and(|values| values.iter().all(is_number));
            let kept = if counted { scope.set(name, vec![some_number()]) } else { scope.forget(name) };
            self.kept(kept);
        }
        if changed.folder {
            scope.cwd = None;
        }
        if changed.arguments {
            scope.args = None;
        }
        scope.may_be(first_round);
    }
}

/// A loop that never ends and only starts commands in the background is a fork bomb.
fn endless(always: bool, body: &Script, context: &Context) -> Context {
    let only_background = !body.items.is_empty() && body.items.iter().all(|item| item.background);
    let context = context.clone();
    if always && only_background { context.noted(Note::CallsItself) } else { context }
}

/// Whether a condition always holds: `true`, `:`.
fn is_always(condition: &Script) -> bool {
    let [item] = condition.items.as_slice() else { return false };
    let [Stage { command: Command::Simple(simple), .. }] = item.stages.as_slice() else { return false };
    matches!(simple.words.as_slice(), [word] if matches!(word.plain().as_str(), "true" | ":"))
}
