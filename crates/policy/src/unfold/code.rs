//! Interpreters of other languages, and the shells of Windows.

use super::call::Call;
use super::field::{Field, joined};
use super::options::{self, Found};
use super::program::{self, Interpreter};
use super::walk::Output;
use super::{Scope, Unfolder};
use crate::{Runs, Stdin};

/// With one of these an interpreter only tells about itself.
const ABOUT: [&str; 5] = ["--version", "--help", "-V", "-v", "-h"];

/// What an interpreter is told to run.
enum Told {
    /// This code, which stands behind so many words.
    Code(Field, usize),
    /// The file in this word.
    File(usize),
    /// Its standard input.
    Input,
    /// Nothing, or something that its own words say.
    Nothing,
}

impl Unfolder<'_> {
    /// `python -c CODE`, `perl -e CODE`, `awk CODE`, `node FILE`, ...
    pub(super) fn code(&mut self, name: &str, mut call: Call, scope: &mut Scope) -> Output {
        let Some(row) = program::interpreter(name) else { return self.plain(call, scope) };
        match told(row, &call.words) {
            Told::Nothing => return self.plain(call, scope),
            Told::Code(code, end) => self.looked_through(name, code, end, &mut call, scope),
            Told::File(at) => {
                let file = call.words[at].clone();
                match file.stream {
                    Some(text) => {
                        let code = Field { from: file.from, ..Field::of(text) };
                        self.looked_through(name, code, at, &mut call, scope);
                    }
                    None if file.from.is_empty() => {
                        self.code_written(name, &file.text, &call, scope);
                        call.runs = Runs::File(file.text);
                    }
                    None => call.runs = Runs::Unknown(file.from),
                }
            }
            Told::Input => self.code_on_input(name, &mut call, scope),
        }
        self.emit(call, scope);
        None
    }

    fn code_on_input(&mut self, name: &str, call: &mut Call, scope: &mut Scope) {
        match (call.context.stdin.clone(), call.context.stdin_file.clone()) {
            (_, Some(file)) => {
                self.code_written(name, &file, call, scope);
                call.runs = Runs::File(file);
            }
            (Stdin::Given(text), _) => {
                let code = Field { from: call.context.stdin_from.clone(), ..Field::of(text) };
                let end = call.words.len();
                self.looked_through(name, code, end, call, scope);
            }
            (Stdin::Piped(parts), _) => call.runs = Runs::Unknown(parts),
            (Stdin::Inherited, _) => call.runs = Runs::Unknown(Vec::new()),
        }
    }

    /// Reads what the code runs and touches, as far as that is seen in it.
    fn looked_through(&mut self, name: &str, code: Field, end: usize, call: &mut Call, scope: &mut Scope) {
        let context =
            call.context.through(&call.words[..end.min(call.words.len())]).reading(Stdin::Inherited);
        let hidden = self.acts(name, &code.text, &context, scope);
        if hidden || !code.text.is_known() {
            call.runs = Runs::Unknown(code.from.clone());
        }
        call.code = Some(code.text);
    }

    /// `powershell -Command TEXT`, `cmd /c TEXT`.
    pub(super) fn windows(&mut self, call: Call, scope: &Scope) -> Output {
        let context = call.context.through(&call.words[..1]);
        self.adopt(crate::windows::read(joined(&call.words).shown()), scope, &context);
        self.doubt("it runs a shell of Windows");
        self.emit(call, scope);
        None
    }
}

fn told(row: &Interpreter, words: &[Field]) -> Told {
    let is_in =
        |list: &[String], word: &Field| word.certain().is_some_and(|word| list.iter().any(|one| one == word));
    if words.get(1).is_some_and(|word| is_in(&row.code_subcommands, word)) {
        let at = options::first_operand(words, 2, &row.values);
        return words.get(at).map_or(Told::Nothing, |code| Told::Code(code.clone(), at));
    }
    let mut at = 1;
    while let Some(word) = words.get(at) {
        if word.certain().is_some_and(|word| ABOUT.contains(&word) && words.len() == 2) {
            return Told::Nothing;
        }
        if is_in(&row.about, word) {
            return Told::Nothing;
        }
        if matches!(word.certain(), Some("--" | "-")) {
            at += 1;
            break;
        }
        let (found, next) = options::value(words, at, &[&row.code, &row.instead, &row.values]);
        match found {
            Found::Operand => break,
            Found::Value(0, code) => return Told::Code(code, next - 1),
            Found::Value(1, _) => return Told::Nothing,
            _ => at = next,
        }
    }
    match words.get(at) {
        Some(code) if row.first_is_code => Told::Code(code.clone(), at),
        _ if row.only_code => Told::Nothing,
        Some(_) => Told::File(at),
        None if row.first_is_code => Told::Nothing,
        None => Told::Input,
    }
}
