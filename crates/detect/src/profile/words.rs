//! The word lists of shapes that need no knowledge of the program.

use super::format::WordsTable;

/// Names of programs and words of questions, in lower case.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    /// Shells.
    pub(crate) shells: Vec<String>,
    /// Interpreters with a prompt.
    pub(crate) repls: Vec<String>,
    /// Programs that show text by pages.
    pub(crate) pagers: Vec<String>,
    /// Programs that fill the screen.
    pub(crate) editors: Vec<String>,
    /// Programs that pass on what a program elsewhere does.
    pub(crate) remote: Vec<String>,
    /// Terminals inside the terminal.
    pub(crate) multiplexers: Vec<String>,
    /// Words for yes.
    pub(crate) yes: Vec<String>,
    /// Words for no.
    pub(crate) no: Vec<String>,
    /// Words in the prompt of something hidden.
    pub(crate) password: Vec<String>,
    /// Words that ask for a key.
    pub(crate) press_key: Vec<String>,
}

impl Words {
    pub(super) fn of(table: WordsTable) -> Self {
        let lower = |words: Vec<String>| words.into_iter().map(|word| word.to_lowercase()).collect();
        Words {
            shells: lower(table.shells),
            repls: lower(table.repls),
            pagers: lower(table.pagers),
            editors: lower(table.editors),
            remote: lower(table.remote),
            multiplexers: lower(table.multiplexers),
            yes: lower(table.yes),
            no: lower(table.no),
            password: lower(table.password),
            press_key: lower(table.press_key),
        }
    }
}
