//! A simple command as it is written: its words, assignments and redirections.

use super::call::Call;
use super::disguise;
use super::field::{Field, joined};
use super::names;
use super::walk::Output;
use super::{Context, Scope, Unfolder};
use crate::shell::{Assignment, Redirect, RedirectKind, Simple, Value, Word};
use crate::{Effect, Text, Touch};

/// What redirections do to a command.
pub(super) struct Redirected {
    /// The same context, with its new standard input.
    pub context: Context,
    /// The files they open.
    pub effects: Vec<Effect>,
    /// Whether its output goes somewhere else than to the next command.
    pub output_moved: bool,
}

impl Unfolder<'_> {
    /// `NAME=value program words > file`.
    pub(super) fn simple(
        &mut self,
        simple: &Simple,
        redirects: &[Redirect],
        scope: &mut Scope,
        context: &Context,
    ) -> Output {
        let mut words = Vec::new();
        for word in &simple.words {
            let odd = context.source.get(word.span.clone()).is_some_and(disguise::is_odd);
            let fields = self.word(word, scope, context);
            words.extend(fields.into_iter().map(|field| Field { odd: field.odd || odd, ..field }));
        }
        let mut assigned = Vec::new();
        for assignment in &simple.assignments {
            assigned.push((assignment, self.assigned(assignment, scope, context)));
        }
        let redirected = self.redirects(redirects, scope, context);
        let named =
            |(assignment, values): &(&Assignment, Vec<Field>)| (assignment.name.clone(), joined(values).text);
        let assignments = assigned.iter().map(named).collect();
        if words.is_empty() {
            return self.only_assigned(assigned, assignments, redirected, scope);
        }
        let Redirected { context, effects, output_moved } = redirected;
        let call = Call { words, assignments, effects, context, output_moved, ..Call::default() };
        self.carried_in_variables(&call, scope);
        let (opened, from) = (call.effects.clone(), scope.cwd.clone());
        let output = self.run(call, scope);
        self.remember(&output, &opened, from.as_deref());
        output.filter(|_| !output_moved)
    }

    fn only_assigned(
        &mut self,
        assigned: Vec<(&Assignment, Vec<Field>)>,
        assignments: Vec<(String, Text)>,
        redirected: Redirected,
        scope: &mut Scope,
    ) -> Output {
        for (assignment, values) in assigned {
            self.assign(assignment, values, scope);
        }
        let call =
            Call { assignments, effects: redirected.effects, context: redirected.context, ..Call::default() };
        self.carried_in_variables(&call, scope);
        self.emit(call, scope);
        Some(Field::default())
    }

    fn assigned(&mut self, assignment: &Assignment, scope: &mut Scope, context: &Context) -> Vec<Field> {
        match &assignment.value {
            Value::Word(word) => vec![self.value(word, scope, context)],
            Value::Array(words) => self.words(words, scope, context),
        }
    }

    fn assign(&mut self, assignment: &Assignment, values: Vec<Field>, scope: &mut Scope) {
        let name = names::plain(&assignment.name);
        if let Some((_, index)) = assignment.name.split_once('[') {
            self.expression(index, scope, &Context::default());
        }
        let old = scope.values(name).map(<[Field]>::to_vec);
        let kept = match (&assignment.value, old) {
            // One place of an array: which it is may only be known later.
            _ if name.len() < assignment.name.len() => scope.forget(name),
            (_, None) if assignment.adds => scope.forget(name),
            (Value::Word(_), Some(old)) if assignment.adds => {
                let mut whole = joined(&old);
                values.iter().for_each(|value| whole.append(value));
                self.budget.spend(whole.shown().len()) && scope.set(name, vec![whole])
            }
            (Value::Array(_), Some(old)) if assignment.adds => {
                let values = self.counted([old, values].concat());
                scope.set(name, values)
            }
            _ => scope.set(name, values),
        };
        self.kept(kept);
    }

    /// All redirections of a command.
    pub(super) fn redirects(
        &mut self,
        redirects: &[Redirect],
        scope: &mut Scope,
        context: &Context,
    ) -> Redirected {
        let mut all = Redirected { context: context.clone(), effects: Vec::new(), output_moved: false };
        for redirect in redirects {
            let writes_output = matches!(redirect.descriptor, None | Some(1));
            match &redirect.kind {
                RedirectKind::Read(word) => self.reads(word, redirect.descriptor, &mut all, scope),
                RedirectKind::Write(word) => self.writes(word, Touch::Write, &mut all, scope),
                RedirectKind::Append(word) => self.writes(word, Touch::Append, &mut all, scope),
                RedirectKind::Duplicate => {}
                RedirectKind::HereDocument(word) => {
                    let text = self.document(word, scope, context);
                    all.context = all.context.given(text);
                    continue;
                }
                RedirectKind::HereString(word) => {
                    let mut text = self.value(word, scope, context);
                    text.text.push("\n");
                    all.context = all.context.given(text);
                    continue;
                }
            }
            let reads = matches!(redirect.kind, RedirectKind::Read(_));
            all.output_moved |= writes_output && !reads;
        }
        all
    }

    fn reads(&mut self, word: &Word, descriptor: Option<u32>, all: &mut Redirected, scope: &mut Scope) {
        let target = self.target(word, all, scope);
        let standard = matches!(descriptor, None | Some(0));
        let context = std::mem::take(&mut all.context);
        all.context = match target.stream {
            Some(text) if standard => context.given(Field { from: target.from, ..Field::of(text) }),
            _ if standard && is_stream(&target) => context.reading(crate::Stdin::Piped(target.from)),
            _ if is_stream(&target) => context,
            _ => {
                all.effects.push(Effect { touch: Touch::Read, target: target.text.clone() });
                let file = Some(target.text);
                if standard {
                    Context { stdin_file: file, ..context.reading(Default::default()) }
                } else {
                    context
                }
            }
        };
    }

    fn writes(&mut self, word: &Word, touch: Touch, all: &mut Redirected, scope: &mut Scope) {
        let target = self.target(word, all, scope);
        if !is_stream(&target) {
            all.effects.push(Effect { touch, target: target.text });
        }
    }

    fn target(&mut self, word: &Word, all: &Redirected, scope: &mut Scope) -> Field {
        let fields = self.word(word, scope, &all.context);
        match fields.as_slice() {
            [one] => one.clone(),
            many => joined(many),
        }
    }
}

/// Whether it is a `<( )` and nothing else.
fn is_stream(field: &Field) -> bool {
    field.shown() == "<(...)" && !field.text.is_known()
}
