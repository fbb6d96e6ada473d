//! Code of other languages on a command line, looked through for what it runs and touches.
//!
//! No grammar: a loose tokenizer (`tokens`), the names that calls go by after imports and assignments (`names`), what their
//! arguments are as far as that is written down (`value`), and a table of calls (`calls.toml`). What is found is there, or hidden
//! well enough to be called evaluated; that nothing is found says nothing.

mod awk;
mod calls;
mod delimit;
mod literal;
mod loose;
mod names;
mod paths;
mod quoting;
mod syntax;
mod table;
mod tokens;
mod value;
mod words;

#[cfg(test)]
mod tests;

use crate::Text;
use syntax::Syntax;

/// Code in code is read to this depth.
const DEEPEST: usize = 3;

/// More code than this is not read.
const LONGEST: usize = 64 * 1024;

/// More acts than this are not looked for; that there are more counts as code that is not known.
const MOST_ACTS: usize = 256;

/// Something that code does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Act {
    /// Gives this to a shell.
    Shell(Text),
    /// Runs a program with these words.
    Argv(Vec<Text>),
    /// Deletes a file or a folder.
    Delete {
        /// Which.
        path: Text,
        /// Whether with all that is in it.
        recursive: bool,
    },
    /// Writes to this file.
    Write(Text),
    /// Reads this file.
    Read(Text),
    /// Talks to this address.
    Fetch(Text),
    /// Runs code that is only known when it runs.
    Eval,
    /// Ends processes.
    Kill,
}

/// What this code would do, if its program is one whose language is known. Home is written as `~`.
pub(crate) fn acts(program: &str, code: &Text) -> Vec<Act> {
    let mut acts = Vec::new();
    if let Some(syntax) = Syntax::of(program) {
        read(syntax, code, 0, &mut acts);
    } else if loose::is_known(program) {
        loose::read(code, &mut acts);
    }
    if acts.len() >= MOST_ACTS {
        acts.truncate(MOST_ACTS);
        acts.push(Act::Eval);
    }
    acts
}

fn read(syntax: Syntax, code: &Text, depth: usize, acts: &mut Vec<Act>) {
    if depth >= DEEPEST || code.shown().len() > LONGEST {
        return acts.push(Act::Eval);
    }
    let tokens = tokens::of(syntax, code.shown(), code.is_known());
    let known = names::Known::of(syntax, &tokens);
    match syntax {
        Syntax::Awk => awk::read(&known, &tokens, acts),
        _ => calls::read(&known, &tokens, depth, acts),
    }
    // The module that runs commands, reached in a way that is not known.
    let runs = acts.iter().any(|act| matches!(act, Act::Shell(_) | Act::Argv(_) | Act::Eval));
    if syntax == Syntax::JavaScript && !runs && tokens.mention("child_process") {
        acts.push(Act::Eval);
    }
}
