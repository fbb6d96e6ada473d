//! Words with colours, where a person looks at them. The words may be anybody's: they are made harmless first.

use std::io::IsTerminal;

use model::{Danger, Verdict};

use crate::say;

/// Whether and how to colour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    colours: bool,
}

impl Paint {
    /// Colours on a terminal, unless the person wants none.
    pub(super) fn for_stdout() -> Paint {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Paint { colours: std::io::stdout().is_terminal() && !unwanted }
    }

    fn with(self, code: &str, text: &str) -> String {
        let text = say::harmless(text);
        if self.colours && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text }
    }

    /// Text as it is.
    pub(super) fn plain(self, text: &str) -> String {
        say::harmless(text)
    }

    /// What stands back.
    pub(super) fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    /// What stands out.
    pub(super) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// In the colour of a verdict.
    pub(super) fn verdict(self, verdict: Verdict, text: &str) -> String {
        self.with(
            match verdict {
                Verdict::Allow | Verdict::AllowRemember => "32",
                Verdict::Ask | Verdict::Ignore => "33",
                Verdict::Deny => "31",
            },
            text,
        )
    }

    /// In the colour of a danger.
    pub(super) fn danger(self, danger: Danger, text: &str) -> String {
        match danger {
            Danger::None => self.plain(text),
            Danger::Low => self.with("33", text),
            Danger::High => self.with("1;31", text),
        }
    }
}

/// Prints lines made by a [`Paint`].
pub(super) fn print(lines: &[String]) {
    say::rendered(lines.join("\n").as_bytes());
}
