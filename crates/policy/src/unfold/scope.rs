//! What a shell knows at one point of the line: variables, functions, aliases, arguments, folder.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::arithmetic::{is_number, some_number};
use super::field::Field;
use crate::Surroundings;
use crate::shell::Stage;

/// More names than this are not kept apart; a line that needs them is not understood.
const NAMES: usize = 64;

/// More states than this that may hold at one point are not kept apart.
const MOST_WAYS: usize = 4;

/// The state of a shell. Copied for each subshell, so its maps are shared until one of them changes.
#[derive(Clone)]
pub(super) struct Scope {
    variables: Rc<BTreeMap<Rc<str>, Rc<Variable>>>,
    functions: Rc<BTreeMap<String, Rc<Stage>>>,
    aliases: Rc<BTreeMap<String, String>>,
    /// `$1` and so on; nothing if they are not known.
    pub args: Option<Rc<Vec<Field>>>,
    /// The folder; nothing after an unknown `cd`.
    pub cwd: Option<Rc<str>>,
    /// The states that may hold instead, where that is not certain; they have no others themselves.
    pub others: Vec<Scope>,
    /// Whether it is what several states agree on, and none of them.
    agreed: bool,
}

/// What a variable holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variable {
    /// One value, or those of an array; none if it is unset.
    pub values: Vec<Field>,
    /// Whether programs that are started see it.
    pub exported: bool,
}

impl Scope {
    /// A fresh shell.
    pub(super) fn new(around: &Surroundings) -> Scope {
        let mut variables = BTreeMap::new();
        let home = Variable { values: vec![Field::known(around.home)], exported: true };
        let blanks = Variable { values: vec![Field::known(" \t\n")], exported: false };
        variables.insert("HOME".into(), Rc::new(home));
        // Which shell it is makes no difference to what `$SHELL -c` does.
        for (name, shell) in [("SHELL", "/bin/sh"), ("BASH", "/bin/bash")] {
            let shell = Variable { values: vec![Field::known(shell)], exported: true };
            variables.insert(name.into(), Rc::new(shell));
        }
        variables.insert("IFS".into(), Rc::new(blanks));
        Scope {
            variables: Rc::new(variables),
            functions: Rc::default(),
            aliases: Rc::default(),
            args: Some(Rc::default()),
            cwd: Some(around.cwd.into()),
            others: Vec::new(),
            agreed: false,
        }
    }

    /// A variable's values, if anything is known of it.
    pub(super) fn values(&self, name: &str) -> Option<&[Field]> {
        self.variables.get(name).map(|variable| variable.values.as_slice())
    }

    /// The first value, if it is certain.
    pub(super) fn certain(&self, name: &str) -> Option<&str> {
        self.values(name)?.first()?.certain()
    }

    /// Sets a variable. Says no if there are too many.
    pub(super) fn set(&mut self, name: &str, values: Vec<Field>) -> bool {
        let variables = Rc::make_mut(&mut self.variables);
        if variables.len() >= NAMES && !variables.contains_key(name) {
            return false;
        }
        let exported = variables.get(name).is_some_and(|old| old.exported);
        variables.insert(name.into(), Rc::new(Variable { values, exported }));
        true
    }

    /// From here on only the running line knows what the variable holds.
    pub(super) fn forget(&mut self, name: &str) -> bool {
        self.set(name, vec![Field { open: true, ..Field::unknown(&format!("${name}")) }])
    }

    /// Programs that are started see it from now on.
    pub(super) fn export(&mut self, name: &str) {
        if let Some(variable) = Rc::make_mut(&mut self.variables).get_mut(name) {
            Rc::make_mut(variable).exported = true;
        }
    }

    /// A function's body.
    pub(super) fn function(&self, name: &str) -> Option<Rc<Stage>> {
        self.functions.get(name).cloned()
    }

    /// Defines a function. Says no if there are too many.
    pub(super) fn define(&mut self, name: &str, body: Rc<Stage>) -> bool {
        if self.functions.len() >= NAMES {
            return false;
        }
        Rc::make_mut(&mut self.functions).insert(name.to_owned(), body);
        true
    }

    /// What an alias stands for.
    pub(super) fn alias(&self, name: &str) -> Option<&str> {
        self.aliases.get(name).map(String::as_str)
    }

    /// Sets or takes away an alias. Says no if there are too many.
    pub(super) fn set_alias(&mut self, name: &str, text: Option<String>) -> bool {
        if self.aliases.len() >= NAMES {
            return false;
        }
        let aliases = Rc::make_mut(&mut self.aliases);
        match text {
            Some(text) => aliases.insert(name.to_owned(), text),
            None => aliases.remove(name),
        };
        true
    }

    /// What a program started here has: exported variables, the folder, and (too much rather than too little) the functions.
    pub(super) fn child(&self, around: &Surroundings) -> Scope {
        let mut fresh = Scope::new(around);
        let variables = Rc::make_mut(&mut fresh.variables);
        for (name, variable) in self.variables.iter().filter(|(_, variable)| variable.exported) {
            variables.insert(name.clone(), variable.clone());
        }
        Scope { functions: Rc::clone(&self.functions), cwd: self.cwd.clone(), ..fresh }
    }

    /// Either of two ways was taken: what they do not agree on is not known, and both are kept beside it.
    pub(super) fn merge(&mut self, other: &Scope) {
        self.add_others(other.others.clone());
        if self.equals(other) {
            return;
        }
        let ways = [self.clone(), other.clone()];
        self.agree_with(other);
        self.add_others(ways.into_iter().filter(|way| !way.agreed && !way.equals(self)).collect());
        self.agreed = true;
    }

    fn agree_with(&mut self, other: &Scope) {
        if self.cwd != other.cwd {
            self.cwd = None;
        }
        if self.args != other.args {
            self.args = None;
        }
        if !Rc::ptr_eq(&self.variables, &other.variables) {
            self.merge_variables(other);
        }
        if !Rc::ptr_eq(&self.functions, &other.functions) {
            let functions = Rc::make_mut(&mut self.functions);
            for (name, body) in other.functions.iter() {
                functions.entry(name.clone()).or_insert_with(|| Rc::clone(body));
            }
        }
        if !Rc::ptr_eq(&self.aliases, &other.aliases) {
            let aliases = Rc::make_mut(&mut self.aliases);
            for (name, text) in other.aliases.iter() {
                aliases.entry(name.clone()).or_insert_with(|| text.clone());
            }
        }
    }

    /// What is known here holds for several states, of which this is one.
    pub(super) fn may_be(&mut self, state: Scope) {
        if !self.same(&state) {
            self.agreed = true;
            self.add_others(vec![state]);
        }
    }

    /// Keeps further states that may hold, as many as can be followed.
    pub(super) fn add_others(&mut self, others: Vec<Scope>) {
        for other in others {
            if self.others.len() < MOST_WAYS && !self.others.iter().any(|kept| kept.equals(&other)) {
                self.others.push(Scope { others: Vec::new(), ..other });
            }
        }
    }

    fn merge_variables(&mut self, other: &Scope) {
        let names = self.variables.keys().chain(other.variables.keys());
        let differ = |name: &&Rc<str>| self.variables.get(*name) != other.variables.get(*name);
        let names: Vec<Rc<str>> = names.filter(differ).cloned().collect();
        for name in names {
            let counts = |scope: &Scope| {
                scope.values(&name).is_some_and(|values| !values.is_empty() && values.iter().all(is_number))
            };
            if counts(self) && counts(other) {
                self.set(&name, vec![some_number()]);
            } else {
                self.forget(&name);
            }
        }
    }

    /// Whether all that is known is the same.
    pub(super) fn equals(&self, other: &Scope) -> bool {
        self.same(other)
            || (self.variables == other.variables
                && self.cwd == other.cwd
                && self.args == other.args
                && self.aliases == other.aliases
                && Rc::ptr_eq(&self.functions, &other.functions))
    }

    /// Whether nothing has changed since that copy was made.
    pub(super) fn same(&self, other: &Scope) -> bool {
        Rc::ptr_eq(&self.variables, &other.variables)
            && Rc::ptr_eq(&self.functions, &other.functions)
            && Rc::ptr_eq(&self.aliases, &other.aliases)
            && self.args == other.args
            && self.cwd == other.cwd
    }
}
