//! Programs that are only asked for their manual.

use serde::Deserialize;

use super::load::Fault;
use super::pattern::Form;
use super::view::View;
use crate::Stdin;

/// The file of helps.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawHelps {
    help: Vec<RawHelp>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHelp {
    run: Vec<String>,
    options: String,
    #[serde(default)]
    first: bool,
    #[serde(default)]
    last_word: Option<String>,
}

/// With which words some programs print their manual and do nothing else.
#[derive(Debug)]
pub(super) struct Help {
    run: Vec<Form>,
    options: Vec<String>,
    /// Whether the option counts only in front of all words that are no options: some systems read no options behind them.
    first: bool,
    last_word: Option<String>,
}

/// The helps, compiled.
pub(super) fn compiled(raw: RawHelps) -> Result<Vec<Help>, Fault> {
    let form = |written: &String| {
        let word = written.clone();
        Form::new(written).ok_or(Fault::Word { id: "help".to_owned(), word })
    };
    let help = |raw: RawHelp| {
        Ok(Help {
            run: raw.run.iter().map(form).collect::<Result<_, _>>()?,
            options: raw.options.split_whitespace().map(str::to_owned).collect(),
            first: raw.first,
            last_word: raw.last_word,
        })
    };
    raw.help.into_iter().map(help).collect()
}

impl Help {
    /// Whether this part only prints a manual.
    pub(super) fn is_asked(&self, view: &View) -> bool {
        let part = view.part;
        let plain = part.effects.is_empty() && part.assignments.is_empty() && part.notes.is_empty();
        plain
            && !matches!(part.stdin, Stdin::Given(_))
            && self.run.iter().any(|form| view.follows(form).is_some())
            && (self.has_option(view) || self.has_word(view))
    }

    fn has_option(&self, view: &View) -> bool {
        view.flags.iter().any(|flag| {
            // Right behind another option it may be that one's value.
            let before = view.words.get(flag.at - 1).map_or("", |word| word.shown());
            self.options.contains(&flag.name)
                && view.words.get(flag.at).is_some_and(|word| word.certain() == Some(&flag.name))
                && !before.starts_with('-')
                && !(self.first && view.operands.iter().any(|operand| operand.at < flag.at))
        })
    }

    fn has_word(&self, view: &View) -> bool {
        let last = view.operands.last().filter(|operand| operand.at + 1 == view.words.len());
        let is_word = |wanted: &String| last.is_some_and(|last| last.text.certain() == Some(wanted.as_str()));
        self.last_word.as_ref().is_some_and(is_word)
    }
}
