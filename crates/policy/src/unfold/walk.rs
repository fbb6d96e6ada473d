//! Lists, pipelines and compound commands: in which order, with which input and in which state the simple ones run.

use super::budget::Budget;
use super::field::Field;
use super::{Context, Scope, Unfolder, ways};
use crate::shell::{Command, Item, Join, Script, Stage};
use crate::{Part, Stdin};

/// What a command writes to its standard output, if that can be known.
pub(super) type Output = Option<Field>;

/// Two outputs one after the other.
pub(super) fn both(first: Output, second: Output) -> Output {
    let (mut first, second) = (first?, second?);
    first.append(&second);
    Some(first)
}

impl Unfolder<'_> {
    /// A list of pipelines, unless it stands inside of too many others for the stack to last.
    pub(super) fn script(&mut self, script: &Script, scope: &mut Scope, context: &Context) -> Output {
        for fault in &script.faults {
            self.doubt(fault.what);
        }
        if !self.enter() {
            return None;
        }
        let output = self.list(script, scope, context);
        self.leave();
        output
    }

    fn list(&mut self, script: &Script, scope: &mut Scope, context: &Context) -> Output {
        let mut output = Some(Field::default());
        // The states in which a `&&` was not followed: they hold again once the chain is over.
        let mut left: Vec<Scope> = Vec::new();
        let mut others_left: Vec<Scope> = Vec::new();
        let mut aside: Option<Scope> = None;
        let mut stayed: Vec<Scope> = Vec::new();
        for item in &script.items {
            match item.join {
                Join::And => {}
                Join::Or if ways::ends(item) => stayed.clear(),
                Join::Or | Join::Then => scope.add_others(std::mem::take(&mut stayed)),
            }
            if item.join == Join::Then {
                left.drain(..).for_each(|other| scope.merge(&other));
                scope.add_others(std::mem::take(&mut others_left));
                // A chain in the background is a shell of its own: what it changes ends with it.
                if let Some(outer) = aside.take() {
                    *scope = outer;
                }
                aside = item.background.then(|| scope.clone());
            }
            let others = std::mem::take(&mut scope.others);
            let before = scope.clone();
            let start = self.parts.len();
            let written = self.item(item, scope, context);
            let made = start..self.parts.len();
            // A `cd` may fail: what stands behind `;` or `||` then runs where it was.
            if scope.cwd.is_some() && scope.cwd != before.cwd {
                let mut there = scope.clone();
                there.cwd.clone_from(&before.cwd);
                stayed.push(there);
            }
            let certain = output.is_some();
            match item.join {
                Join::Then => output = both(output, written),
                Join::And => {
                    output = both(output, written);
                    if !scope.same(&before) {
                        left.push(before);
                    }
                }
                // What is known to write something is known to succeed, so the other way is not taken.
                Join::Or => {
                    output = output.filter(|_| certain);
                    scope.merge(&before);
                }
            }
            if !others.is_empty() {
                let after = self.in_others((item, made), scope, others, &mut others_left, context);
                scope.add_others(after);
            }
        }
        left.drain(..).for_each(|other| scope.merge(&other));
        scope.add_others(others_left);
        scope.add_others(stayed);
        if let Some(outer) = aside {
            *scope = outer;
        }
        output
    }

    pub(super) fn item(&mut self, item: &Item, scope: &mut Scope, context: &Context) -> Output {
        match item.stages.as_slice() {
            [stage] => self.stage(stage, scope, context),
            stages => self.pipeline(stages, scope, context),
        }
    }

    fn pipeline(&mut self, stages: &[Stage], scope: &mut Scope, context: &Context) -> Output {
        let begin = self.parts.len();
        let mut context = context.clone();
        let mut output = None;
        for (place, stage) in stages.iter().enumerate() {
            if place > 0 {
                context = match output.take() {
                    Some(text) => context.given(text),
                    None => context.reading(Stdin::Piped((begin..self.parts.len()).collect())),
                };
            }
            let mut inside = scope.clone();
            output = self.stage(stage, &mut inside, &context);
            // Some shells run the last command of a pipe themselves, so that what it sets stays.
            if place + 1 == stages.len() && !inside.same(scope) {
                scope.add_others(vec![inside]);
            }
        }
        output
    }

    /// One command with its redirections.
    pub(super) fn stage(&mut self, stage: &Stage, scope: &mut Scope, context: &Context) -> Output {
        if !Budget::has_room(self.parts.len()) || !self.budget.step(1) {
            self.doubt(super::TOO_MUCH);
            return None;
        }
        if let Command::Simple(simple) = &stage.command {
            return self.simple(simple, &stage.redirects, scope, context);
        }
        let redirected = self.redirects(&stage.redirects, scope, context);
        let inner = redirected.context;
        let output = self.compound(&stage.command, scope, &inner);
        if !redirected.effects.is_empty() {
            self.remember(&output, &redirected.effects, scope.cwd.as_deref());
            let part = Part { effects: redirected.effects, ..Part::default() };
            self.push(part, scope, &inner);
        }
        output.filter(|_| !redirected.output_moved)
    }

    fn compound(&mut self, command: &Command, scope: &mut Scope, context: &Context) -> Output {
        match command {
            Command::Simple(simple) => self.simple(simple, &[], scope, context),
            Command::Group(script) => self.script(script, scope, context),
            Command::Subshell(script) => self.script(script, &mut scope.clone(), context),
            Command::If(scripts) => self.branches(scripts, scope, context),
            Command::While(condition, body) => self.repeated(condition, body, scope, context),
            Command::For(each) => self.each(each, scope, context),
            Command::Case(case) => self.case(case, scope, context),
            Command::Function(name, body) => self.define(name, body, scope, context),
            Command::Test(words) => {
                self.test(words, scope, context);
                None
            }
            Command::Arithmetic(words) => {
                self.arithmetic(words, scope, context);
                None
            }
        }
    }
}
