//! Shell text in the options and the variables of programs that are no wrappers: `tar --to-command=TEXT`, `PAGER=TEXT man x`.

use super::call::Call;
use super::field::Field;
use super::program;
use super::{Scope, Unfolder};
use crate::Text;

impl Unfolder<'_> {
    /// Reads the texts that a program would give to a shell besides its proper work.
    pub(super) fn carried(&mut self, name: &str, call: &Call, scope: &Scope) {
        let Some(row) = program::text_options(name) else { return };
        for (at, word) in call.words.iter().enumerate().skip(1) {
            let start = word.text.known_start();
            let attached = row.attached.iter().find(|prefix| start.starts_with(prefix.as_str()));
            let before = call.words[at - 1].certain();
            let next = before.is_some_and(|option| row.next.iter().any(|wanted| wanted == option));
            if let Some(prefix) = attached {
                self.carried_text(&word.from(prefix.len()), at, call, scope);
            } else if next {
                self.carried_text(word, at, call, scope);
            }
        }
    }

    /// Reads the values of variables that programs run.
    pub(super) fn carried_in_variables(&mut self, call: &Call, scope: &Scope) {
        for (name, value) in &call.assignments {
            if program::variable_runs(name) {
                self.carried_text(&Field::of(value.clone()), 0, call, scope);
            } else if let Some(at) = held_command(value) {
                // `${name@P}` and arithmetic run it; who writes it in quotes does not mean the text.
                self.carried_text(&Field::of(value.from(at)), 0, call, scope);
                self.doubt("a variable holds a command that may be run later");
            }
        }
    }

    fn carried_text(&mut self, text: &Field, end: usize, call: &Call, scope: &Scope) {
        let context = call.context.through(&call.words[..end]);
        self.read_text(text, &mut scope.child(self.around), &context);
        if !text.text.is_known() {
            self.doubt("an option holds a command that is only known when it runs");
        }
    }
}

/// Where a substitution begins that the shell did not run, because it stood in quotes.
fn held_command(value: &Text) -> Option<usize> {
    let text = value.shown();
    let starts = text.match_indices("$(").chain(text.match_indices('`')).map(|(at, _)| at);
    starts.filter(|at| !value.unknown_places().iter().any(|place| place.contains(at))).min()
}
