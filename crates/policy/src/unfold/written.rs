//! Files that the line writes itself: a script that is written and then run can be read.

use super::call::Call;
use super::field::Field;
use super::options;
use super::walk::Output;
use super::{Scope, Unfolder, folder};
use crate::{Effect, Text, Touch};

/// More files than this are not remembered.
const MOST: usize = 32;

/// Interpreters that a script's first line may ask for; any other is taken for a shell.
const LANGUAGES: [&str; 6] = ["python", "node", "perl", "ruby", "php", "awk"];

impl Unfolder<'_> {
    /// Remembers what a command writes to the files that its redirections open, if that is known.
    pub(super) fn remember(&mut self, written: &Output, effects: &[Effect], from: Option<&str>) {
        let Some(written) = written else { return };
        for effect in effects.iter().filter(|effect| effect.touch != Touch::Read) {
            self.remember_one(written, &effect.target, from);
        }
    }

    /// `tee FILE`: the same for a file among the words.
    pub(super) fn remember_copy(&mut self, written: &Output, call: &Call, scope: &Scope) {
        if let Some(written) = written
            && call.name().as_deref() == Some("tee")
        {
            let at = options::first_operand(&call.words, 1, &Vec::new());
            for word in call.words.get(at..).unwrap_or_default() {
                self.remember_one(written, &word.text, scope.cwd.as_deref());
            }
        }
    }

    fn remember_one(&mut self, written: &Field, target: &Text, from: Option<&str>) {
        let path = target.certain().and_then(|path| folder::resolve(from, path));
        let Some(path) = path.filter(|_| !written.text.is_empty()) else { return };
        if self.written.len() < MOST && self.budget.spend(written.shown().len()) {
            self.written.push((path, written.clone()));
        }
    }

    /// Reads a script that the line has written, as what runs it would. All that was ever written to the file counts: which
    /// of it is there when it runs depends on what succeeds.
    pub(super) fn read_written(&mut self, file: &Text, end: usize, call: &Call, scope: &Scope) {
        for script in self.texts_of(file, scope) {
            let context = call.context.through(&call.words[..end.min(call.words.len())]);
            match language(script.shown()) {
                Some(name) => {
                    self.acts(name, &script.text, &context, &mut scope.child(self.around));
                }
                None => {
                    self.read_text(&script, &mut scope.child(self.around), &context);
                }
            }
        }
    }

    /// `source FILE`: the same in this shell.
    pub(super) fn source_written(&mut self, file: &Text, call: &Call, scope: &mut Scope) {
        for script in self.texts_of(file, scope) {
            let mut taken = scope.clone();
            self.read_text(&script, &mut taken, &call.context);
            scope.merge(&taken);
        }
    }

    /// Code of another language that the line has written.
    pub(super) fn code_written(&mut self, name: &str, file: &Text, call: &Call, scope: &mut Scope) {
        for script in self.texts_of(file, scope) {
            self.acts(name, &script.text, &call.context, scope);
        }
    }

    fn texts_of(&self, file: &Text, scope: &Scope) -> Vec<Field> {
        let path = file.certain().and_then(|path| folder::resolve(scope.cwd.as_deref(), path));
        let same = |(written, _): &&(String, Field)| Some(written) == path.as_ref();
        self.written.iter().filter(same).map(|(_, text)| text.clone()).collect()
    }
}

/// The language that the first line of a script asks for, if it is no shell.
fn language(script: &str) -> Option<&'static str> {
    let first = script.lines().next().filter(|line| line.starts_with("#!"))?;
    LANGUAGES.into_iter().find(|name| first.contains(name))
}
