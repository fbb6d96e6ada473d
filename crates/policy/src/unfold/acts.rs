//! What code of another language does, as parts.

use super::call::Call;
use super::context::Context;
use super::field::Field;
use super::{Scope, Unfolder};
use crate::code::{self, Act};
use crate::{Effect, Part, Runs, Stdin, Text, Touch};

impl Unfolder<'_> {
    /// Reads code as far as it shows what it runs and touches; whether it also runs something that cannot be seen.
    pub(super) fn acts(&mut self, program: &str, code: &Text, context: &Context, scope: &mut Scope) -> bool {
        let mut hidden = false;
        if !self.budget.spend(code.shown().len()) {
            self.doubt("there is too much code in it");
            return true;
        }
        for act in code::acts(program, code) {
            match act {
                Act::Shell(text) => {
                    hidden |= !text.is_known();
                    self.read_text(&Field::of(text), &mut scope.child(self.around), context);
                }
                Act::Argv(words) => self.act_words(words, context, scope),
                Act::Delete { path, recursive } => {
                    let mut words = vec![Text::known("rm")];
                    words.extend(recursive.then(|| Text::known("-rf")));
                    words.push(self.at_home(path));
                    self.act_words(words, context, scope);
                }
                Act::Write(path) => self.act_effect(Touch::Write, path, context, scope),
                Act::Read(path) => self.act_effect(Touch::Read, path, context, scope),
                Act::Fetch(url) => self.act_words(vec![Text::known("curl"), url], context, scope),
                Act::Kill => {
                    self.act_words(vec![Text::known("kill"), Text::unknown("(a process)")], context, scope)
                }
                Act::Eval => hidden = true,
            }
        }
        hidden
    }

    fn act_words(&mut self, words: Vec<Text>, context: &Context, scope: &mut Scope) {
        let words: Vec<Field> = words.into_iter().map(Field::of).collect();
        if !words.is_empty() {
            self.run(Call { words, forked: true, context: context.clone(), ..Call::default() }, scope);
        }
    }

    fn act_effect(&mut self, touch: Touch, path: Text, context: &Context, scope: &Scope) {
        let effects = vec![Effect { touch, target: self.at_home(path) }];
        self.push(Part { effects, ..Part::default() }, scope, context);
    }

    /// Code names the home folder `~`.
    fn at_home(&self, path: Text) -> Text {
        if path.known_start() != "~" && !path.known_start().starts_with("~/") {
            return path;
        }
        let mut whole = Text::known(self.around.home);
        whole.append(&path.from(1));
        whole
    }

    /// Keeps parts that were read by themselves, so that they point at each other by their new places.
    pub(super) fn adopt(&mut self, parts: Vec<Part>, scope: &Scope, context: &Context) {
        let base = self.parts.len();
        let moved = |places: Vec<usize>| places.into_iter().map(|place| place + base).collect();
        for mut part in parts {
            part.runs = match part.runs {
                Runs::Unknown(places) => Runs::Unknown(moved(places)),
                other => other,
            };
            let stdin = match part.stdin.clone() {
                Stdin::Piped(places) => Stdin::Piped(moved(places)),
                other => other,
            };
            let via = [context.via.to_vec(), part.via.clone()].concat();
            let place = self.push(part, scope, context);
            if let Some(part) = self.parts.get_mut(place) {
                part.stdin = stdin;
                part.via = via;
            }
        }
    }
}
