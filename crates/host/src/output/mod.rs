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

mod checkpoints;
mod colour;
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
mod title;

pub use checkpoints::{Checkpoint, Checkpoints};
use debts::Debts;
pub use debts::ResetSequence;
use modes::Modes;
pub use queries::Queries;
use scanner::Scanner;
pub use title::Title;

/// Follows the program's output. Bounded in size; never fails.
#[derive(Debug, Clone, Default)]
pub struct ModeTracker {
    scanner: Scanner,
    modes: Modes,
    queries: Queries,
    title: Title,
    debts: Debts,
    generation: u64,
    /// Where the last checkpoint was.
    checked: u64,
    /// The last byte was a whole letter.
    between_letters: bool,
}

impl ModeTracker {
    /// Starts with a terminal in its usual state.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes of the output.
    pub fn feed(&mut self, bytes: &[u8]) {
        let ModeTracker { scanner, modes, queries, title, .. } = self;
        scanner.feed(bytes, &mut |at, sequence| {
            modes.apply(&sequence);
            queries.note(at, &sequence);
            title.note(&sequence);
        });
        self.between_letters = bytes.last().is_none_or(u8::is_ascii);
        self.compare();
    }

    /// Says that the next bytes begin with this number: those in between were not seen.
    pub fn skip_to(&mut self, at: u64) {
        self.scanner.skip_to(at);
    }

    /// Whether the last byte was in the middle of a sequence.
    pub fn is_inside(&self) -> bool {
        self.scanner.is_inside()
    }

    /// The state here, once so much output has passed since the last time that it is worth keeping. Not in the middle
    /// of a sequence or of a letter: nobody could start there.
    pub fn checkpoint(&mut self) -> Option<Checkpoint> {
        let at = self.scanner.at();
        let due = at >= self.checked.saturating_add(checkpoints::INTERVAL);
        if !due || self.scanner.is_inside() || !self.between_letters {
            return None;
        }
        self.checked = at;
        Some(Checkpoint { at, modes: self.modes.clone() })
    }

    /// The bytes that switch on, in a terminal in its usual state, what is on now.
    pub fn set(&self) -> Vec<u8> {
        checkpoints::sequence(&self.modes)
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

    /// The title that the program gave.
    pub fn title(&self) -> &Title {
        &self.title
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
