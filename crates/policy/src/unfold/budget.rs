//! How much work one line may cause. Whatever is used up leaves a doubt, so a line that is too big is never allowed.

/// Commands kept for one line.
const PARTS: usize = 512;
/// Texts inside of texts, all in all.
const TEXTS: usize = 96;
/// Texts inside of each other.
pub(super) const DEPTH: usize = 12;
/// Characters made by expansion.
const BYTES: usize = 256 * 1024;
/// Calls of functions and rounds of loops that are followed one by one, counted with the parts they make.
const ROUNDS: usize = 192;
/// Commands looked at, kept or not.
const STEPS: usize = 4096;

/// What is left.
pub(super) struct Budget {
    bytes: usize,
    texts: usize,
    rounds: usize,
    steps: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { bytes: BYTES, texts: TEXTS, rounds: ROUNDS, steps: STEPS }
    }
}

impl Budget {
    /// Takes characters; no if there are none left.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        take(&mut self.bytes, bytes)
    }

    /// Takes a text.
    pub(super) fn text(&mut self) -> bool {
        take(&mut self.texts, 1)
    }

    /// Takes rounds of a loop, calls, or parts made in them.
    pub(super) fn round(&mut self, parts: usize) -> bool {
        take(&mut self.rounds, parts)
    }

    /// Takes a command to be looked at.
    pub(super) fn step(&mut self) -> bool {
        take(&mut self.steps, 1)
    }

    /// Whether one more part may be kept.
    pub(super) fn has_room(parts: usize) -> bool {
        parts < PARTS
    }
}

fn take(left: &mut usize, amount: usize) -> bool {
    let enough = *left >= amount;
    *left = left.saturating_sub(amount);
    enough
}
