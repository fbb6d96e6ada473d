//! A command with its words expanded: what it starts, and what of it is left to be judged.

use super::field::{Field, texts};
use super::program::{self, Role};
use super::walk::Output;
use super::{Context, Scope, Unfolder};
use super::{disguise, output};
use crate::{Effect, Note, Part, Runs, Text};

/// Words of one command; nobody reads more.
const MOST_WORDS: usize = 256;
/// Variables set for one command.
const MOST_ASSIGNED: usize = 64;
/// Files that one command opens.
const MOST_EFFECTS: usize = 64;
/// As many of each are kept where there was too much before.
const SHORT: usize = 16;

/// A command about to run.
#[derive(Clone, Default)]
pub(super) struct Call {
    /// The program and its arguments.
    pub words: Vec<Field>,
    /// Variables set for it.
    pub assignments: Vec<(String, Text)>,
    /// Files its redirections open.
    pub effects: Vec<Effect>,
    /// Whether its output goes to a file.
    pub output_moved: bool,
    /// Notes of its own.
    pub notes: Vec<Note>,
    /// Whether it is started by another program, so that it can change nothing in this shell and knows none of its functions.
    pub forked: bool,
    /// What it runs, if it is an interpreter.
    pub runs: Runs,
    /// Code of another language it is given.
    pub code: Option<Text>,
    /// Whether it only runs what stands before it.
    pub carrier: bool,
    /// How it is reached.
    pub context: Context,
}

/// What became of a command after one wrapper was taken off.
pub(super) enum Step {
    /// Another command is inside.
    Again(Box<Call>),
    /// It has been dealt with.
    Done(Output),
}

impl Call {
    /// The program's name without its folder, if it is certain.
    pub(super) fn name(&self) -> Option<String> {
        let name = self.words.first()?.certain()?;
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let lower = name.to_ascii_lowercase();
        Some(lower.strip_suffix(".exe").map_or_else(|| name.to_owned(), str::to_owned))
    }

    /// The command that stands behind the first words, which are its wrapper.
    pub(super) fn inner(mut self, start: usize) -> Call {
        let words = self.words.split_off(start);
        let context = self.context.through(&self.words);
        Call { words, context, ..self }
    }
}

impl Unfolder<'_> {
    /// Takes wrappers off until there are none, and keeps what is left.
    pub(super) fn run(&mut self, call: Call, scope: &mut Scope) -> Output {
        if !self.enter() {
            self.emit(call, scope);
            return None;
        }
        let output = self.unwrap_all(call, scope);
        self.leave();
        output
    }

    fn unwrap_all(&mut self, mut call: Call, scope: &mut Scope) -> Output {
        loop {
            if !self.budget.step(call.words.len()) {
                self.doubt(super::TOO_MUCH);
                self.emit(call, scope);
                return None;
            }
            match self.step(call, scope) {
                Step::Again(inner) => call = *inner,
                Step::Done(output) => return output,
            }
        }
    }

    fn step(&mut self, mut call: Call, scope: &mut Scope) -> Step {
        let Some(name) = call.name() else {
            self.emit(call, scope);
            return Step::Done(None);
        };
        if !call.forked {
            if let Some(body) = scope.function(&name) {
                return Step::Done(self.call_function(&name, &body, call, scope));
            }
            if let Some(text) = scope.alias(&name).map(str::to_owned) {
                self.read_alias(&text, &call, scope);
            }
        }
        self.settles(&name, &mut call);
        self.carried(&name, &call, scope);
        match program::role(&name) {
            Role::Plain => Step::Done(self.plain(call, scope)),
            Role::Wrapper => self.wrapper(&name, call, scope),
            Role::Shell => Step::Done(self.shell(call, scope)),
            Role::Code => Step::Done(self.code(&name, call, scope)),
            Role::Eval => Step::Done(self.eval(call, scope)),
            Role::Source => Step::Done(self.source(call, scope)),
            Role::Trap => Step::Done(self.trap(call, scope)),
            Role::Builtin => Step::Done(self.builtin(&name, call, scope)),
            Role::Xargs => self.xargs(call, scope),
            Role::Parallel => Step::Done(self.parallel(call, scope)),
            Role::Find => Step::Done(self.find(call, scope)),
            Role::Fd => Step::Done(self.fd(call, scope)),
            Role::Git => Step::Done(self.git(call, scope)),
            Role::Terminal => Step::Done(self.terminal(&name, call, scope)),
            Role::Later => Step::Done(self.later(&name, call, scope)),
            Role::Windows => Step::Done(self.windows(call, scope)),
        }
    }

    /// A program that starts no other that we know of.
    pub(super) fn plain(&mut self, call: Call, scope: &Scope) -> Output {
        let output = output::of(&call, scope);
        self.remember_copy(&output, &call, scope);
        if let Some(program) = call.words.first().filter(|program| program.shown().contains('/')) {
            self.read_written(&program.text.clone(), 1, &call, scope);
        }
        self.follow_links(&call, scope);
        self.remember_links(&call, scope);
        self.emit(call, scope);
        output
    }

    /// Keeps a command as a part; its place.
    pub(super) fn emit(&mut self, call: Call, scope: &Scope) -> usize {
        let mut notes = call.notes;
        if let Some(program) = call.words.first() {
            if !program.text.is_known() {
                notes.push(Note::HiddenProgram);
                self.doubt(&format!("the program is only known when it runs: {:.60}", program.shown()));
            } else if program.odd || program.text.has_globs() || disguise::looks_alike(program.shown()) {
                notes.push(Note::Disguised);
            }
        }
        if call.words.iter().any(|word| word.open) && !notes.contains(&Note::MoreWords) {
            notes.push(Note::MoreWords);
        }
        if let Runs::Unknown(_) = call.runs {
            let name = call.words.first().map_or("", Field::shown);
            self.doubt(&format!("what {name:.60} runs is only known when it runs"));
        }
        let part = Part {
            words: texts(&call.words),
            assignments: call.assignments,
            effects: call.effects,
            runs: call.runs,
            code: call.code,
            carrier: call.carrier,
            notes,
            ..Part::default()
        };
        self.push(part, scope, &call.context)
    }

    /// The first and the last of too many, and in place of those between one that stands for them.
    fn shortened<T>(&mut self, mut all: Vec<T>, most: usize, stand_in: impl FnOnce(&T) -> T) -> Vec<T> {
        // Those of all parts together are bounded too.
        let most = if self.budget.words(all.len().min(most)) { most } else { most.min(SHORT) };
        let Some(first) = all.first().filter(|_| all.len() > most) else { return all };
        self.doubt(super::TOO_MUCH);
        let between = stand_in(first);
        let half = most / 2;
        all.splice(half..all.len() - half, [between]);
        all
    }

    /// Keeps a part, with what its context says about it; its place.
    pub(super) fn push(&mut self, mut part: Part, scope: &Scope, context: &Context) -> usize {
        if !super::budget::Budget::has_room(self.parts.len()) {
            self.doubt(super::TOO_MUCH);
            return self.parts.len();
        }
        part.words = self.shortened(part.words, MOST_WORDS, |_| Text::unknown("..."));
        part.assignments = self.shortened(part.assignments, MOST_ASSIGNED, Clone::clone);
        let unseen = |first: &Effect| Effect { touch: first.touch, target: Text::unknown("...") };
        part.effects = self.shortened(part.effects, MOST_EFFECTS, unseen);
        for note in &context.notes {
            if !part.notes.contains(note) {
                part.notes.push(*note);
            }
        }
        part.via = context.via.to_vec();
        part.stdin = context.stdin.clone();
        part.cwd = scope.cwd.as_deref().map(str::to_owned);
        self.parts.push(part);
        self.parts.len() - 1
    }
}
