//! Commands that change the shell itself.

use std::rc::Rc;

use super::call::Call;
use super::field::Field;
use super::walk::Output;
use super::wrapper::assignment;
use super::{Scope, Unfolder, folder};
use crate::Stdin;

impl Unfolder<'_> {
    /// Does to the scope what the command does to the shell, and keeps it as a part.
    pub(super) fn builtin(&mut self, name: &str, call: Call, scope: &mut Scope) -> Output {
        let before = scope.clone();
        if !call.forked {
            let words = &call.words[1..];
            match name {
                "cd" | "chdir" => self.cd(words, scope),
                "pushd" | "popd" => self.pushed(words, scope),
                "alias" => self.alias(words, scope),
                "unalias" => words.iter().filter_map(Field::certain).for_each(|name| {
                    scope.set_alias(name, None);
                }),
                "export" | "declare" | "typeset" | "local" | "readonly" => self.declared(name, words, scope),
                "unset" => words.iter().filter_map(Field::certain).for_each(|name| {
                    scope.set(name, Vec::new());
                }),
                "read" => self.read_names(&call, scope),
                "mapfile" | "readarray" | "getopts" | "let" => self.forgotten(words, scope),
                "hash" => self.hashed(words, scope),
                "shift" => shift(words, scope),
                "set" => set(words, scope),
                _ => {}
            }
        }
        // The command itself runs in the state before it.
        self.emit(call, &before);
        Some(Field::default())
    }

    fn cd(&mut self, words: &[Field], scope: &mut Scope) {
        let is_option =
            |word: &&Field| matches!(word.certain(), Some("-L" | "-P" | "-e" | "--" | "-LP" | "-PL" | "/d"));
        let mut targets = words.iter().filter(|word| !is_option(word));
        scope.cwd = match targets.next() {
            None => scope.certain("HOME").map(Into::into),
            Some(target) => match target.certain() {
                None | Some("-") => None,
                Some("") => scope.cwd.clone(),
                Some(path) => folder::resolve(scope.cwd.as_deref(), path).map(Into::into),
            },
        };
    }

    fn pushed(&mut self, words: &[Field], scope: &mut Scope) {
        match words {
            [target] if target.certain().is_some_and(|path| !path.starts_with(['+', '-'])) => {
                self.cd(words, scope)
            }
            _ => scope.cwd = None,
        }
    }

    fn alias(&mut self, words: &[Field], scope: &mut Scope) {
        for word in words {
            let Some(at) = word.text.known_start().find('=') else { continue };
            let (name, text) = (&word.shown()[..at], word.text.from(at + 1));
            let kept = scope.set_alias(name, Some(text.shown().to_owned()));
            self.kept(kept && text.is_known());
        }
    }

    /// `hash -p FILE NAME`: from here on the name is another program.
    fn hashed(&mut self, words: &[Field], scope: &mut Scope) {
        if let [option, file, name] = words
            && option.certain() == Some("-p")
            && let (Some(file), Some(name)) = (file.certain(), name.certain())
        {
            let kept = scope.set_alias(name, Some(file.to_owned()));
            self.kept(kept);
        }
    }

    fn declared(&mut self, name: &str, words: &[Field], scope: &mut Scope) {
        let options: String =
            words.iter().filter_map(Field::certain).filter(|word| word.starts_with('-')).collect();
        let exports = name == "export" || options.contains('x');
        let assignments = words.iter().filter_map(assignment).collect();
        self.carried_in_variables(&Call { assignments, ..Call::default() }, scope);
        for word in words {
            if let Some((variable, value)) = assignment(word) {
                // `-i` works the value out, `-n` makes it another variable's name.
                let value = Field { text: value, ..word.clone() };
                let kept = if options.contains(['i', 'n', 'l', 'u', 'a', 'A'])
                    || value.text.is_empty()
                    || value.shown().starts_with('(')
                {
                    scope.forget(&variable)
                } else {
                    scope.set(&variable, vec![Field { odd: word.odd, ..value }])
                };
                self.kept(kept);
                if exports {
                    scope.export(&variable);
                }
            } else if let Some(variable) = word.certain().filter(|word| !word.starts_with('-')) {
                if exports {
                    scope.export(variable);
                }
            } else if !word.text.is_known() {
                self.doubt("which variable is set is only known when it runs");
            }
        }
    }

    /// `read`: a line of the input where that is known and there is only one.
    fn read_names(&mut self, call: &Call, scope: &mut Scope) {
        let names: Vec<&str> =
            call.words[1..].iter().filter_map(Field::certain).filter(|name| !name.starts_with('-')).collect();
        let line = match (&call.context.stdin, names.as_slice()) {
            (Stdin::Given(text), [_]) if text.is_known() && text.shown().trim_end().lines().count() == 1 => {
                Some(text.shown().trim().to_owned())
            }
            _ => None,
        };
        for name in names {
            let kept = match &line {
                Some(line) => scope.set(name, vec![Field { odd: true, ..Field::known(line) }]),
                None => scope.forget(name),
            };
            self.kept(kept);
        }
    }

    fn forgotten(&mut self, words: &[Field], scope: &mut Scope) {
        for name in words.iter().filter_map(Field::certain).filter(|name| !name.starts_with('-')) {
            let kept = scope.forget(name.split('=').next().unwrap_or(name));
            self.kept(kept);
        }
    }
}

fn shift(words: &[Field], scope: &mut Scope) {
    let count = match words.first() {
        None => Some(1),
        Some(word) => word.certain().and_then(|count| count.parse::<usize>().ok()),
    };
    scope.args = match (&scope.args, count) {
        (Some(args), Some(count)) if args.len() > count => Some(Rc::new(args[count..].to_vec())),
        _ => None,
    };
}

/// `set -- a b`.
fn set(words: &[Field], scope: &mut Scope) {
    match words.iter().position(|word| word.certain() == Some("--")) {
        Some(dashes) => scope.args = Some(Rc::new(words[dashes + 1..].to_vec())),
        None if words.first().is_some_and(|word| !word.shown().starts_with(['-', '+'])) => {
            scope.args = Some(Rc::new(words.to_vec()));
        }
        None => {}
    }
}
