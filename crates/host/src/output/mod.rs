//! What the program's output leaves behind in the terminal: modes to reset, queries that await a reply.
//!
//! All output passes [`ModeTracker::feed`], cut anywhere. It draws nothing and holds nothing back; it only
//! remembers what a program switched on, so that [`ModeTracker::reset`] can switch it off when the program has
//! died without doing so. A program that cleans up after itself gets no extra byte.
//!
//! Left alone, because the state before is not known and a guess could spoil the person's own settings: colours
//! (OSC 4, 10, 11, 12), pointer shape (OSC 22), title, cursor blinking (`?12`), alternate scroll (`?1007`), the
//! meaning of Meta and Backspace, grapheme clusters (`?2027`). Also left alone: what a program left behind on
//! the alternate screen after it had gone back to the main one, which nobody sees.

mod csi;
mod debts;
mod harmless;
mod keyboard;
mod marks;
mod modes;
mod pen;
mod queries;
mod scanner;
mod table;
#[cfg(test)]
mod tests;

use debts::Debts;
pub use debts::ResetSequence;
use modes::Modes;
pub use queries::Queries;
use scanner::Scanner;

/// Follows the program's output. Fixed in size; never fails.
#[derive(Debug, Clone, Default)]
pub struct ModeTracker {
    scanner: Scanner,
    modes: Modes,
    queries: Queries,
    debts: Debts,
    generation: u64,
}

impl ModeTracker {
    /// Starts with a terminal in its usual state.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes of the output.
    pub fn feed(&mut self, bytes: &[u8]) {
        let ModeTracker { scanner, modes, queries, .. } = self;
        scanner.feed(bytes, &mut |sequence| {
            modes.apply(&sequence);
            queries.note(&sequence);
        });
        self.compare();
    }

    /// Tells the height of the terminal. With it, a scroll region over the whole screen is known to be none.
    pub fn resize(&mut self, rows: u16) {
        self.modes.resize(rows);
        self.compare();
    }

    /// What puts the terminal's modes back; empty if nothing was left on. Neither wipes the screen nor draws.
    pub fn reset(&self) -> ResetSequence {
        self.debts.sequence()
    }

    /// Grows whenever [`reset`](Self::reset) has become another.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// What the program asked the terminal and got no answer to yet.
    pub fn queries(&self) -> &Queries {
        &self.queries
    }

    /// The same, to say that answers came.
    pub fn queries_mut(&mut self) -> &mut Queries {
        &mut self.queries
    }

    fn compare(&mut self) {
        let debts = Debts::new(&self.modes, self.scanner.is_inside());
        if debts != self.debts {
            self.debts = debts;
            self.generation = self.generation.saturating_add(1);
        }
    }
}
