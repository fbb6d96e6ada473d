//! Commands whose words or texts come from standard input: `xargs`, `parallel`, `at`, `crontab -`.

use super::call::{Call, Step};
use super::field::{Field, joined, split};
use super::options::{self, Found};
use super::read::{quoted, words_of};
use super::walk::Output;
use super::{Scope, Unfolder};
use crate::{Effect, Note, Runs, Stdin, Text, Touch};

/// Options of `xargs` that take a value.
const XARGS: [&str; 14] = [
    "-d",
    "--delimiter",
    "-E",
    "-L",
    "--max-lines",
    "-n",
    "--max-args",
    "-P",
    "--max-procs",
    "-s",
    "--max-chars",
    "--process-slot-var",
    "-R",
    "-S",
];
const XARGS_REPLACE: [&str; 2] = ["-I", "-J"];
const XARGS_FILE: [&str; 2] = ["-a", "--arg-file"];
/// Options of `parallel` that take a value.
const PARALLEL: [&str; 12] = [
    "-j",
    "--jobs",
    "-n",
    "-N",
    "-a",
    "-S",
    "--sshlogin",
    "--timeout",
    "--delay",
    "--joblog",
    "--results",
    "-I",
];
/// How a word that comes from the input is shown.
const FROM_INPUT: &str = "(from the pipe)";
/// Values of `parallel` that are read one by one.
const ROUNDS: usize = 16;

impl Unfolder<'_> {
    /// `xargs COMMAND`: the command, with words from the input behind it or in place of `{}`.
    pub(super) fn xargs(&mut self, mut call: Call, scope: &mut Scope) -> Step {
        let lists = [list(&XARGS_REPLACE), list(&XARGS_FILE), list(&XARGS)];
        let (mut at, mut replace, mut from_file) = (1, None, false);
        while at < call.words.len() {
            let (found, next) = options::value(&call.words, at, &[&lists[0], &lists[1], &lists[2]]);
            match found {
                Found::Operand => break,
                Found::Value(0, sign) => replace = Some(sign.shown().to_owned()),
                Found::Value(1, file) => {
                    call.effects.push(Effect { touch: Touch::Read, target: file.text });
                    from_file = true;
                }
                Found::Flag if call.words[at].shown().starts_with("-i") => replace = Some("{}".to_owned()),
                Found::Flag if call.words[at].shown().starts_with("--replace") => {
                    let sign = call.words[at].shown().strip_prefix("--replace=").unwrap_or("{}");
                    replace = Some(sign.to_owned());
                }
                _ => {}
            }
            at = next;
        }
        if at >= call.words.len() {
            call.words.truncate(at);
            call.words.push(Field::known("echo"));
        }
        let given = if from_file { None } else { given(&call) };
        let mut inner = call.inner(at);
        inner.forked = true;
        match given {
            None => inner.notes.push(Note::MoreWords),
            // What stands in the pipe shows danger. It allows nothing: a line never gets laxer by what is put before it.
            Some(_) => self.doubt("its words come from a pipe"),
        }
        let words = given.map_or_else(
            || vec![Field::unknown(FROM_INPUT)],
            |text| match replace {
                Some(_) => lines(&text),
                None => words_of(&text),
            },
        );
        let Some(sign) = replace.filter(|sign| !sign.is_empty()) else {
            inner.words.extend(words);
            return Step::Again(Box::new(inner));
        };
        let mut output = None;
        let template = std::mem::take(&mut inner.words);
        for word in words.iter().take(ROUNDS) {
            let words = template.iter().map(|field| replaced(field, &sign, word)).collect();
            output = self.run(Call { words, ..inner.clone() }, scope);
        }
        if words.len() > ROUNDS {
            self.doubt("it is run for too many words");
        }
        Step::Done(output.filter(|_| words.len() == 1))
    }

    /// `parallel COMMAND ::: WORDS`: shell text for each of the words.
    pub(super) fn parallel(&mut self, call: Call, scope: &mut Scope) -> Output {
        let values = list(&PARALLEL);
        let start = options::first_operand(&call.words, 1, &values);
        let is_mark = |word: &Field| matches!(word.certain(), Some(":::" | "::::" | ":::+"));
        let mark = call.words.iter().position(is_mark).unwrap_or(call.words.len());
        let listed = call.words.get(mark).is_some_and(|mark| mark.certain() == Some(":::"));
        let values: Vec<Field> = match call.words.get(mark + 1..) {
            Some(values) if listed => values.iter().filter(|word| !is_mark(word)).cloned().collect(),
            _ => given(&call).map_or_else(|| vec![Field::unknown(FROM_INPUT)], |text| lines(&text)),
        };
        let template = joined(call.words.get(start..mark).unwrap_or_default());
        let context = call.context.through(&call.words[..start.min(call.words.len())]);
        // The values are quoted by parallel itself, so it is the template that says whether what runs is known.
        let mut whole = template.clone();
        for value in values.iter().take(ROUNDS) {
            let has_sign = template.shown().contains("{}");
            let value = if template.text.is_empty() { value.clone() } else { quoted(value) };
            let mut text = replaced(&template, "{}", &value);
            if !has_sign {
                text.text.push(" ");
                text.append(&value);
            }
            self.read_text(&text, &mut scope.child(self.around), &context);
            if template.text.is_empty() {
                whole.append(&text);
            }
        }
        if values.len() > ROUNDS {
            self.doubt("it is run for too many words");
        }
        self.emit_carrier(&whole, call, scope);
        None
    }

    /// `at`, `batch`: shell text on the input, run later. `crontab -`: a table with such texts.
    pub(super) fn later(&mut self, name: &str, mut call: Call, scope: &mut Scope) -> Output {
        let reads_input = name != "crontab" || call.words.iter().any(|word| word.certain() == Some("-"));
        match (call.context.stdin.clone(), given(&call)) {
            (_, Some(text)) if reads_input => {
                let text = if name == "crontab" { commands_of_table(&text) } else { text };
                let context = call.context.through(&call.words).reading(Stdin::Inherited);
                self.read_text(&text, &mut scope.child(self.around), &context);
                if !text.text.is_known() {
                    call.runs = Runs::Unknown(text.from);
                }
            }
            (Stdin::Piped(parts), _) if reads_input => call.runs = Runs::Unknown(parts),
            _ => {}
        }
        self.emit(call, scope);
        None
    }
}

fn list(options: &[&str]) -> Vec<String> {
    options.iter().map(|option| (*option).to_owned()).collect()
}

/// The text on standard input.
fn given(call: &Call) -> Option<Field> {
    match &call.context.stdin {
        Stdin::Given(text) => {
            Some(Field { from: call.context.stdin_from.clone(), ..Field::of(text.clone()) })
        }
        _ => None,
    }
}

fn lines(text: &Field) -> Vec<Field> {
    let (lines, ..) = split(&text.text, "\n");
    lines.into_iter().map(|line| Field { text: line, ..text.clone() }).collect()
}

/// The word with a sign in it replaced.
pub(super) fn replaced(word: &Field, sign: &str, with: &Field) -> Field {
    if !word.shown().contains(sign) {
        return word.clone();
    }
    let mut whole = Field { text: Text::default(), ..word.clone() };
    let mut start = 0;
    while let Some(at) = word.shown()[start..].find(sign) {
        whole.text.append(&word.text.cut(start..start + at));
        whole.append(with);
        start += at + sign.len();
    }
    whole.text.append(&word.text.from(start));
    whole
}

/// The commands of a crontab, one a line.
fn commands_of_table(table: &Field) -> Field {
    let mut commands = Field { from: table.from.clone(), ..Field::default() };
    for line in lines(table) {
        let fields = if line.shown().trim_start().starts_with('@') { 1 } else { 5 };
        let mut rest = line.shown().trim_start();
        for _ in 0..fields {
            rest = rest.find([' ', '\t']).map_or("", |end| rest[end..].trim_start());
        }
        commands.text.append(&line.text.from(line.shown().len() - rest.len()));
        commands.text.push("\n");
    }
    commands
}
