//! Shells and what runs shell text in the shell itself.

use std::rc::Rc;

use super::call::Call;
use super::field::{Field, joined};
use super::options::{self, Found};
use super::walk::Output;
use super::{Scope, Unfolder};
use crate::{Runs, Stdin};

/// Options of shells that take a value.
const VALUES: [&str; 8] = ["-o", "+o", "-O", "+O", "--rcfile", "--init-file", "-C", "--init-command"];
/// With one of these a shell only tells about itself.
const ABOUT: [&str; 3] = ["--version", "--help", "-V"];

/// What a shell is told to run.
enum Told {
    /// This word, with what follows as `$0`, `$1`, ...
    Text(usize),
    /// A file, with what follows as `$1`, ...
    File(usize),
    /// Its standard input, with what follows as `$1`, ...
    Input(usize),
    /// Nothing.
    Nothing,
}

impl Unfolder<'_> {
    /// `bash -c TEXT`, `bash FILE`, `bash` with something on its input.
    pub(super) fn shell(&mut self, call: Call, scope: &mut Scope) -> Output {
        match told(&call.words) {
            Told::Nothing => self.plain(call, scope),
            Told::Text(at) => {
                let text = attached(&call.words[at]);
                self.shell_reads(&text, at, at + 2, call, scope)
            }
            Told::Input(next) => self.shell_input(next, call, scope),
            Told::File(at) => self.shell_file(at, call, scope),
        }
    }

    /// Reads a text in a new shell, then keeps the shell.
    fn shell_reads(
        &mut self,
        text: &Field,
        end: usize,
        args: usize,
        call: Call,
        scope: &mut Scope,
    ) -> Output {
        let mut inner = scope.child(self.around);
        inner.args = Some(Rc::new(call.words.get(args..).unwrap_or_default().to_vec()));
        let zero = call.words.get(args.saturating_sub(1)).filter(|_| args > end + 1);
        let zero = zero.map(|word| ("0".to_owned(), word.text.clone()));
        for (name, value) in call.assignments.iter().chain(&zero) {
            let kept = inner.set(name, vec![Field::of(value.clone())]);
            self.kept(kept);
        }
        let context = call.context.through(&call.words[..end.min(call.words.len())]);
        let output = self.read_text(text, &mut inner, &context);
        self.emit_carrier(text, call, scope);
        output
    }

    fn shell_input(&mut self, args: usize, mut call: Call, scope: &mut Scope) -> Output {
        let parts = match (call.context.stdin.clone(), call.context.stdin_file.clone()) {
            (_, Some(file)) => {
                self.read_written(&file, args, &call, scope);
                call.runs = Runs::File(file);
                self.emit(call, scope);
                return None;
            }
            (Stdin::Given(text), _) => {
                let text = Field { from: call.context.stdin_from.clone(), ..Field::of(text) };
                let end = call.words.len();
                return self.shell_reads(&text, end, args, call, scope);
            }
            (Stdin::Piped(parts), _) => parts,
            (Stdin::Inherited, _) => Vec::new(),
        };
        call.runs = Runs::Unknown(parts);
        self.emit(call, scope);
        None
    }

    fn shell_file(&mut self, at: usize, mut call: Call, scope: &mut Scope) -> Output {
        let file = call.words[at].clone();
        if let Some(text) = &file.stream {
            let text = Field { from: file.from.clone(), ..Field::of(text.clone()) };
            return self.shell_reads(&text, at, at + 1, call, scope);
        }
        self.read_written(&file.text, at, &call, scope);
        call.runs = if file.from.is_empty() { Runs::File(file.text) } else { Runs::Unknown(file.from) };
        self.emit(call, scope);
        None
    }

    /// `eval WORDS`: in this shell.
    pub(super) fn eval(&mut self, call: Call, scope: &mut Scope) -> Output {
        let text = joined(&call.words[1..]);
        let context = call.context.through(&call.words[..1]);
        let output = self.read_text(&text, scope, &context);
        self.emit_carrier(&text, call, scope);
        output
    }

    /// `source FILE`: in this shell.
    pub(super) fn source(&mut self, mut call: Call, scope: &mut Scope) -> Output {
        let at = options::first_operand(&call.words, 1, &Vec::new());
        let Some(file) = call.words.get(at).cloned() else { return self.plain(call, scope) };
        let given = match (&call.context.stdin, is_input(&file)) {
            (Stdin::Given(text), true) => Some(text.clone()),
            _ => file.stream.clone(),
        };
        if let Some(text) = given {
            let text = Field { from: file.from.clone(), ..Field::of(text) };
            let context = call.context.through(&call.words[..at]);
            let output = self.read_text(&text, scope, &context);
            self.emit_carrier(&text, call, scope);
            return output;
        }
        self.source_written(&file.text, &call, scope);
        call.runs = match &call.context.stdin {
            Stdin::Piped(parts) if is_input(&file) => Runs::Unknown(parts.clone()),
            _ if !file.from.is_empty() => Runs::Unknown(file.from),
            _ => Runs::File(file.text),
        };
        self.emit(call, scope);
        None
    }

    /// `trap TEXT SIGNAL`.
    pub(super) fn trap(&mut self, call: Call, scope: &mut Scope) -> Output {
        let at = options::first_operand(&call.words, 1, &Vec::new());
        let Some(text) = call.words.get(at).filter(|_| call.words.len() > at + 1).cloned() else {
            return self.plain(call, scope);
        };
        let context = call.context.through(&call.words[..1]);
        self.read_text(&text, &mut scope.clone(), &context);
        self.emit_carrier(&text, call, scope);
        None
    }
}

fn is_input(file: &Field) -> bool {
    matches!(file.certain(), Some("-" | "/dev/stdin" | "/proc/self/fd/0"))
        || file.certain().is_some_and(|path| path.starts_with("/dev/fd/"))
}

/// The text of `--command=TEXT`, or the word itself.
fn attached(word: &Field) -> Field {
    let option = "--command=";
    if word.text.known_start().starts_with(option) { word.from(option.len()) } else { word.clone() }
}

fn told(words: &[Field]) -> Told {
    let values = VALUES.map(str::to_owned).to_vec();
    let (mut at, mut command, mut input) = (1, false, false);
    while let Some(word) = words.get(at) {
        let start = word.text.known_start();
        if matches!(word.certain(), Some(about) if ABOUT.contains(&about)) {
            return Told::Nothing;
        }
        if start.starts_with("--command=") {
            return Told::Text(at);
        }
        if matches!(word.certain(), Some("--" | "-")) {
            at += 1;
            break;
        }
        let is_plus = start.starts_with('+');
        if !is_plus && !start.starts_with('-') || start.is_empty() {
            break;
        }
        let short = start.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
        let letters = short.unwrap_or_default();
        command |= letters.contains('c') || start == "--command";
        input |= letters.contains('s');
        let takes_next = is_plus && values.iter().any(|option| option == start)
            || matches!(options::value(words, at, &[&values]), (Found::Value(..), next) if next == at + 2);
        at += if takes_next { 2 } else { 1 };
    }
    match words.get(at) {
        Some(_) if command => Told::Text(at),
        None if command => Told::Nothing,
        Some(file) if !input && !is_input(file) => Told::File(at),
        Some(_) if !input => Told::Input(at + 1),
        _ => Told::Input(at),
    }
}
