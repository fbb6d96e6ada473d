//! How much work one line may cause. Whatever is used up leaves a doubt, so a line that is too big is never allowed.

/// Commands kept for one line.
const PARTS: usize = 96;
/// Texts inside of texts, all in all.
const TEXTS: usize = 32;
/// Characters of all those texts.
const TEXT_BYTES: usize = 32 * 1024;
/// Texts inside of each other.
pub(super) const DEPTH: usize = 12;
/// Characters made by expansion.
const BYTES: usize = 192 * 1024;
/// Words made by expansion, and kept in parts.
const WORDS: usize = 8 * 1024;
/// Calls of functions and rounds of loops that are followed one by one, counted with the parts they make.
const ROUNDS: usize = 48;
/// Commands and lists looked at, and words moved from one wrapper to the next.
const STEPS: usize = 32 * 1024;
/// Commands read once more because the folder or a variable may be another, counted with the parts they make.
const WAYS: usize = 128;

/// What is left.
pub(super) struct Budget {
    bytes: usize,
    words: usize,
    texts: usize,
    text_bytes: usize,
    rounds: usize,
    steps: usize,
    ways: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            bytes: BYTES,
            words: WORDS,
            texts: TEXTS,
            text_bytes: TEXT_BYTES,
            rounds: ROUNDS,
            steps: STEPS,
            ways: WAYS,
        }
    }
}

impl Budget {
    /// Takes characters; no if there are none left.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        take(&mut self.bytes, bytes)
    }

    /// Takes words.
    pub(super) fn words(&mut self, words: usize) -> bool {
        take(&mut self.words, words)
    }

    /// Takes a text of so many characters.
    pub(super) fn text(&mut self, bytes: usize) -> bool {
        take(&mut self.texts, 1) && take(&mut self.text_bytes, bytes)
    }

    /// Whether so many characters are left.
    pub(super) fn has_bytes(&self, bytes: usize) -> bool {
        self.bytes >= bytes
    }

    /// Takes rounds of a loop, calls, or parts made in them.
    pub(super) fn round(&mut self, parts: usize) -> bool {
        let enough = take(&mut self.rounds, parts);
        // Once a loop did not fit, none is followed any more: loops in loops would each try again.
        if !enough {
            self.rounds = 0;
        }
        enough
    }

    /// Whether loops may still be followed round by round.
    pub(super) fn has_rounds(&self) -> bool {
        self.rounds > 0
    }

    /// Takes commands read in another state.
    pub(super) fn way(&mut self, parts: usize) {
        self.ways = self.ways.saturating_sub(parts);
    }

    /// Whether commands may still be read in other states.
    pub(super) fn has_ways(&self) -> bool {
        self.ways > 0
    }

    /// Takes steps.
    pub(super) fn step(&mut self, steps: usize) -> bool {
        take(&mut self.steps, steps)
    }

    /// Whether one more part may be kept.
    pub(super) fn has_room(parts: usize) -> bool {
        parts < PARTS
    }
}

fn take(left: &mut usize, amount: usize) -> bool {
    let rest = left.checked_sub(amount);
    *left = rest.unwrap_or(*left);
    rest.is_some()
}
