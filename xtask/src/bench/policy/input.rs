//! How hostile inputs are made. The tests of `policy` take this file too.

use serde::Deserialize;

/// The size of each input.
pub(super) const SIZE: usize = 10_000;

/// `corpus/commands/hostile.toml`.
#[derive(Deserialize)]
pub(super) struct File {
    pub(super) input: Vec<Input>,
}

/// How one input is made; `corpus/commands/hostile.toml` says what the fields mean.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Input {
    pub(super) name: String,
    before: String,
    again: String,
    after: String,
    close: String,
    wrap: bool,
    numbered: bool,
}

impl Input {
    /// The input itself.
    pub(super) fn text(&self) -> String {
        if self.wrap {
            return self.wrapped();
        }
        let room = SIZE.saturating_sub(self.before.len() + self.after.len());
        let digits = if self.numbered { 4 * self.again.matches('#').count() } else { 0 };
        let times = room / (self.again.len() + self.close.len() + digits);
        let round = |at: usize| {
            if self.numbered { self.again.replace('#', &at.to_string()) } else { self.again.clone() }
        };
        let again: String = (0..times).map(round).collect();
        format!("{}{again}{}{}", self.before, self.after, self.close.repeat(times))
    }

    fn wrapped(&self) -> String {
        let mut text = self.after.clone();
        loop {
            let quoted = format!("'{}'", text.replace('\'', "'\\''"));
            let next = self.again.replace('@', &quoted);
            if next.len() > SIZE {
                return text;
            }
            text = next;
        }
    }
}
