//! The words that generic shapes know. They are data: `agents/generic.toml` holds them.

use serde::Deserialize;

/// Lists of names and words, all lower case.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    /// Programs that are shells.
    pub(crate) shells: Vec<String>,
    /// Interpreters with a prompt, which may show none.
    pub(crate) interpreters: Vec<String>,
    /// Programs in which the cursor stands in a text.
    pub(crate) editors: Vec<String>,
    /// Programs that only pass on what another does elsewhere.
    pub(crate) remote: Vec<String>,
    /// Words for yes.
    pub(crate) yes: Vec<String>,
    /// Words for no.
    pub(crate) no: Vec<String>,
    /// First words of questions that want a yes or a no, whatever follows.
    pub(crate) closed_openers: Vec<String>,
    /// First words of questions whether to go on.
    pub(crate) going_on: Vec<String>,
    /// First words of questions whether to do something, or to what.
    pub(crate) acting: Vec<String>,
    /// Last words of questions whether to do something, in languages that put the verb there.
    pub(crate) closed_enders: Vec<String>,
    /// Whole sentences that want a yes or a no.
    pub(crate) closed_alone: Vec<String>,
    /// Words that say of what is acted on that it is known which it is.
    pub(crate) definite: Vec<String>,
    /// Words that say so unless a value stands behind them.
    pub(crate) articles: Vec<String>,
    /// Words for what a person may be asked to type.
    pub(crate) values: Vec<String>,
    /// First words of questions that want something else.
    pub(crate) open_openers: Vec<String>,
    /// How sentences begin that want something else.
    pub(crate) open_wishes: Vec<String>,
    /// Words that make any sentence want something else: they ask for it, or offer alternatives.
    pub(crate) question_words: Vec<String>,
    /// Words behind which something is missing that is to be typed.
    pub(crate) particles: Vec<String>,
    /// Programs that read single keys and ask for a yes or a no without saying so.
    pub(crate) key_askers: Vec<String>,
    /// Words for what is not shown when typed.
    pub(crate) secrets: Vec<String>,
    /// The same, only where the line asks for them.
    pub(crate) asked_secrets: Vec<String>,
    /// Words behind such a word that make it something about it.
    pub(crate) about_secrets: Vec<String>,
    /// Programs that draw a box with a field to write in.
    pub(crate) box_programs: Vec<String>,
    /// Options with which they do not show what is typed.
    pub(crate) hiding_options: Vec<String>,
    /// How a person is told to press a key.
    pub(crate) press: Vec<String>,
    /// Which key: those that any program takes for "go on".
    pub(crate) go_on_keys: Vec<String>,
    /// Words that ask for one of some options.
    pub(crate) pick: Vec<String>,
    /// How lines begin that ask for one.
    pub(crate) pick_openers: Vec<String>,
    /// How a line asks for the number of one; it ends with these words, or goes on behind `of`.
    pub(crate) pick_numbers: Vec<String>,
}

impl Words {
    /// Whether this word means yes.
    pub(crate) fn is_yes(&self, word: &str) -> bool {
        has(&self.yes, word)
    }

    /// Whether this word means no.
    pub(crate) fn is_no(&self, word: &str) -> bool {
        has(&self.no, word)
    }

    /// Whether a program of this name is a shell. A login shell's name begins with a dash.
    pub(crate) fn is_shell(&self, name: &str) -> bool {
        has(&self.shells, name.trim_start_matches('-'))
    }
}

/// Whether the list holds this word, whatever its case.
pub(crate) fn has(list: &[String], word: &str) -> bool {
    list.iter().any(|entry| entry.eq_ignore_ascii_case(word))
}
