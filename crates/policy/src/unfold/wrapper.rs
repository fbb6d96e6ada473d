//! Taking a wrapper off: reading its options up to the command inside.

use super::call::{Call, Step};
use super::field::{Field, joined};
use super::options::{self, Found};
use super::program::{self, Inner, Wrapper};
use super::{Scope, Unfolder, folder, read};
use crate::{Runs, Stdin};

/// A wrapper's own words.
#[derive(Default)]
struct Taken {
    /// Where the command inside begins.
    end: usize,
    /// Shell text in an option, and the words up to it.
    text: Option<(Field, usize)>,
    /// Words in an option that take its place.
    split: Option<(Field, usize)>,
    assignments: Vec<(String, crate::Text)>,
    folder: Option<Field>,
    /// The program, if an option names it.
    program: Option<Field>,
    /// Whether an option said that the command begins here.
    behind_start: bool,
}

impl Unfolder<'_> {
    /// `sudo`, `env`, `timeout`, `docker exec`, ...
    pub(super) fn wrapper(&mut self, name: &str, mut call: Call, scope: &mut Scope) -> Step {
        let fitting = program::wrappers(name).find_map(|row| Some((row, subcommand_end(row, &call.words)?)));
        let Some((row, start)) = fitting else { return Step::Done(self.code(name, call, scope)) };
        let taken = read_options(row, &call.words, start);
        for note in row.notes() {
            call.context = call.context.noted(note);
        }
        if let Some((value, at)) = taken.split {
            let words = read::words_of(&value);
            let rest = call.words.split_off(at.min(call.words.len()));
            call.words = [vec![call.words[0].clone()], words, rest].concat();
            return Step::Again(Box::new(call));
        }
        let shell_text = match row.inner {
            _ if taken.text.is_some() => taken.text,
            Inner::Shell => behind(&call.words, taken.end),
            Inner::ShellIfOne if call.words.len() == taken.end + 1 => behind(&call.words, taken.end),
            _ => None,
        };
        if let Some((text, end)) = shell_text {
            return Step::Done(self.shell_text(row, &text, end, call, scope));
        }
        let empty = taken.end >= call.words.len() && taken.program.is_none();
        if row.inner == Inner::Nothing && !taken.behind_start || empty {
            return Step::Done(self.nothing_inside(row, call, scope));
        }
        call.assignments.extend(taken.assignments);
        call.forked |= !row.same_shell;
        let folder = taken.folder;
        let mut inner = call.inner(taken.end);
        inner.words.splice(..0, taken.program);
        if folder.is_none() && row.notes().all(|note| note != crate::Note::Elsewhere) {
            return Step::Again(Box::new(inner));
        }
        let mut moved = scope.clone();
        moved.cwd =
            folder.and_then(|to| folder::resolve(scope.cwd.as_deref(), to.certain()?)).map(Into::into);
        Step::Done(self.run(inner, &mut moved))
    }

    /// Shell text inside: read, and the wrapper itself kept behind it.
    fn shell_text(
        &mut self,
        row: &Wrapper,
        text: &Field,
        end: usize,
        call: Call,
        scope: &mut Scope,
    ) -> super::walk::Output {
        let context = call.context.through(&call.words[..end]);
        let mut inner = scope.child(self.around);
        if row.notes().any(|note| note == crate::Note::Elsewhere) {
            inner.cwd = None;
        }
        let output = self.read_text(text, &mut inner, &context);
        self.emit_carrier(text, call, scope);
        output
    }

    /// No command: the wrapper is one itself, or a shell that reads its input.
    fn nothing_inside(&mut self, row: &Wrapper, mut call: Call, scope: &mut Scope) -> super::walk::Output {
        if !row.login {
            return self.plain(call, scope);
        }
        match call.context.stdin.clone() {
            Stdin::Inherited => {
                self.emit(call, scope);
            }
            Stdin::Piped(parts) => {
                call.runs = Runs::Unknown(parts);
                self.emit(call, scope);
            }
            Stdin::Given(text) => {
                let text = Field { from: call.context.stdin_from.clone(), ..Field::of(text) };
                let end = call.words.len();
                return self.shell_text(row, &text, end, call, scope);
            }
        }
        None
    }
}

/// The rest of the words as one text.
fn behind(words: &[Field], start: usize) -> Option<(Field, usize)> {
    (start < words.len()).then(|| (joined(&words[start..]), start))
}

/// Where the options of the subcommand begin, if this row has none or one that is there.
fn subcommand_end(row: &Wrapper, words: &[Field]) -> Option<usize> {
    if row.subcommands.is_empty() {
        return Some(1);
    }
    let start = options::first_operand(words, 1, &row.before);
    let fits = |wanted: &String| {
        let wanted: Vec<&str> = wanted.split(' ').collect();
        let there = words.get(start..start + wanted.len())?;
        let same = there.iter().zip(&wanted).all(|(word, wanted)| word.certain() == Some(wanted));
        same.then_some(start + wanted.len())
    };
    row.subcommands.iter().find_map(fits)
}

fn read_options(row: &Wrapper, words: &[Field], start: usize) -> Taken {
    let mut taken = Taken::default();
    let (mut at, mut operands) = (start, 0);
    while let Some(word) = words.get(at) {
        if word.certain().is_some_and(|option| row.about.iter().any(|about| about == option)) {
            return Taken { end: words.len(), ..Taken::default() };
        }
        if word.certain().is_some_and(|option| row.starts.iter().any(|start| start == option)) {
            return Taken { end: at + 1, behind_start: true, ..taken };
        }
        if row.inner == Inner::WordsBehindDashes {
            let dashes = words[at..].iter().position(|word| word.certain() == Some("--"));
            at = dashes.map_or(words.len(), |dashes| at + dashes + 1);
            break;
        }
        // Behind the image the words are the program's own.
        if taken.program.is_some() && operands == row.operands {
            break;
        }
        if word.certain() == Some("--") && row.inner != Inner::Nothing {
            at += 1 + row.operands.saturating_sub(operands);
            break;
        }
        let (option, next) =
            options::value(words, at, &[&row.text, &row.split, &row.folder, &row.program, &row.values]);
        match option {
            Found::Operand if row.assignments && is_assignment(word) => {
                taken.assignments.extend(assignment(word));
            }
            Found::Operand if row.inner == Inner::Nothing => {}
            Found::Operand if operands < row.operands => operands += 1,
            Found::Operand => break,
            Found::Flag => {}
            Found::Value(0, value) => {
                taken.text = Some((value, at + 1));
                break;
            }
            Found::Value(1, value) => {
                taken.split = Some((value, next));
                break;
            }
            Found::Value(2, value) => taken.folder = Some(value),
            Found::Value(3, value) => taken.program = Some(value).filter(|program| !program.text.is_empty()),
            Found::Value(..) => {}
        }
        at = next;
    }
    Taken { end: at.min(words.len()), ..taken }
}

fn is_assignment(word: &Field) -> bool {
    assignment(word).is_some()
}

/// `NAME=value`.
pub(super) fn assignment(word: &Field) -> Option<(String, crate::Text)> {
    let at = word.text.known_start().find('=')?;
    let name = &word.shown()[..at];
    let fits = |sign: char| sign == '_' || sign.is_ascii_alphanumeric();
    let is_name =
        !name.is_empty() && name.chars().all(fits) && !name.starts_with(|sign: char| sign.is_ascii_digit());
    is_name.then(|| (name.to_owned(), word.text.from(at + 1)))
}
