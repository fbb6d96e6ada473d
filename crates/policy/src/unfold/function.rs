//! Functions defined in the line, and calls of them.

use std::rc::Rc;

use super::call::Call;
use super::field::Field;
use super::names;
use super::walk::Output;
use super::{Context, Scope, Unfolder};
use crate::shell::Stage;
use crate::{Note, Part};

/// A function and the state it was defined in.
pub(super) struct Defined {
    name: String,
    body: Rc<Stage>,
    scope: Scope,
    context: Context,
}

impl Unfolder<'_> {
    /// `name() { ...; }`.
    pub(super) fn define(
        &mut self,
        name: &str,
        body: &Stage,
        scope: &mut Scope,
        context: &Context,
    ) -> Output {
        let body = Rc::new(body.clone());
        let kept = scope.define(name, Rc::clone(&body));
        self.kept(kept);
        self.defined.push(Defined {
            name: name.to_owned(),
            body,
            scope: scope.clone(),
            context: context.clone(),
        });
        Some(Field::default())
    }

    /// Functions that nothing called are read too: a later line may call them.
    pub(super) fn read_uncalled(&mut self) {
        let mut place = 0;
        while let Some(defined) = self.defined.get_mut(place) {
            place += 1;
            if self.called.insert(defined.name.clone()) {
                let (body, mut scope, context) =
                    (Rc::clone(&defined.body), defined.scope.clone(), defined.context.clone());
                let context = entered(&context, &defined.name, place_of(&body));
                scope.args = None;
                self.stage(&body, &mut scope, &context);
            }
        }
    }

    /// A call: the body is read with the call's arguments, once more with unknown ones where it calls itself.
    pub(super) fn call_function(
        &mut self,
        name: &str,
        body: &Stage,
        call: Call,
        scope: &mut Scope,
    ) -> Output {
        self.called.insert(name.to_owned());
        let place = place_of(body);
        let times = call.context.bodies.iter().filter(|called| **called == place).count();
        if times == 1 && self.is_bomb(name, scope, &call.context) {
            self.emit(Call { notes: vec![Note::CallsItself], ..call }, scope);
            return None;
        }
        if times > 1 {
            return None;
        }
        if !self.budget.round(1) {
            self.doubt("functions are called too often");
            self.emit(call, scope);
            return None;
        }
        let args = (times == 0).then(|| Rc::new(call.words[1..].to_vec()));
        let outer = std::mem::replace(&mut scope.args, args);
        let context = entered(&call.context, name, place);
        let output = self.stage(body, scope, &context);
        scope.args = outer;
        if !call.effects.is_empty() || !call.assignments.is_empty() {
            let part = Part { effects: call.effects, assignments: call.assignments, ..Part::default() };
            self.push(part, scope, &context);
        }
        output.filter(|_| !call.output_moved)
    }

    /// Whether the functions that call each other here multiply.
    fn is_bomb(&self, name: &str, scope: &Scope, context: &Context) -> bool {
        let first = context.calls.iter().position(|called| called == name).unwrap_or(0);
        let circle = &context.calls[first..];
        circle.iter().filter_map(|name| scope.function(name)).any(|body| {
            let (count, unwaited) = names::calls(&body, circle);
            count > 1 || unwaited
        })
    }
}

fn entered(context: &Context, name: &str, body: usize) -> Context {
    let mut inner = context.clone();
    Rc::make_mut(&mut inner.calls).push(name.to_owned());
    Rc::make_mut(&mut inner.bodies).push(body);
    inner
}

/// What tells one body from another as long as both are kept.
fn place_of(body: &Stage) -> usize {
    std::ptr::from_ref(body).addr()
}
