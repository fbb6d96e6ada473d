//! The last output, numbered: what a watcher that comes late or lags behind can still be given.

use crate::output::{Checkpoint, Checkpoints};

/// How much is kept. A power of two, so that a number becomes a place by a mask.
pub const CAPACITY: usize = 4 << 20;
/// The most that is read at once. The kernel hands out about 4 KiB; more than 16 KiB brings nothing.
const LARGEST_READ: usize = 64 << 10;

/// A ring of bytes, each with a number that never repeats. Its memory is reserved once; nothing allocates later.
#[derive(Debug)]
pub struct Ring {
    bytes: Box<[u8]>,
    end: u64,
    checkpoints: Checkpoints,
}

impl Default for Ring {
    fn default() -> Self {
        Self::new()
    }
}

impl Ring {
    /// An empty ring.
    pub fn new() -> Self {
        let checkpoints = Checkpoints::over(CAPACITY);
        Ring { bytes: vec![0; CAPACITY].into_boxed_slice(), end: 0, checkpoints }
    }

    /// The number of the next byte: how many there have been.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The number of the oldest byte that is still there.
    pub fn oldest(&self) -> u64 {
        self.end.saturating_sub(CAPACITY as u64)
    }

    /// Where the next bytes are to be read into. What is not [`commit`](Self::commit)ted has not happened.
    pub fn space(&mut self) -> &mut [u8] {
        let start = place(self.end);
        let end = CAPACITY.min(start + LARGEST_READ);
        self.bytes.get_mut(start..end).unwrap_or_default()
    }

    /// Takes `count` bytes that were read into [`space`](Self::space).
    pub fn commit(&mut self, count: usize) {
        self.end += count as u64;
    }

    /// Notes what was on at a place of the output.
    pub fn mark(&mut self, checkpoint: Checkpoint) {
        self.checkpoints.add(checkpoint);
    }

    /// The first place of what is still there at which it is known what was on.
    pub fn first_checkpoint(&self) -> Option<&Checkpoint> {
        self.checkpoints.first_from(self.oldest())
    }

    /// The last place at which it is known what was on.
    pub fn last_checkpoint(&self) -> Option<&Checkpoint> {
        self.checkpoints.last().filter(|checkpoint| checkpoint.at() >= self.oldest())
    }

    /// A contiguous run of bytes from number `from` on: all of them, or those up to where the ring wraps.
    /// Empty if there are none, or if `from` has left the ring.
    pub fn run_from(&self, from: u64) -> &[u8] {
        if from < self.oldest() || from >= self.end {
            return &[];
        }
        let start = place(from);
        let length = (self.end - from) as usize;
        self.bytes.get(start..CAPACITY.min(start + length)).unwrap_or_default()
    }
}

fn place(number: u64) -> usize {
    number as usize & (CAPACITY - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The byte with this number, in all tests.
    fn byte(number: u64) -> u8 {
        (number % 251) as u8
    }

    fn fill(ring: &mut Ring, mut count: usize) {
        while count > 0 {
            let from = ring.end();
            let space = ring.space();
            let taken = space.len().min(count).min(4095);
            for (offset, place) in space.iter_mut().take(taken).enumerate() {
                *place = byte(from + offset as u64);
            }
            ring.commit(taken);
            count -= taken;
        }
    }

    #[track_caller]
    fn check_everything_from(ring: &Ring, mut from: u64) {
        while from < ring.end() {
            let run = ring.run_from(from);
            assert!(!run.is_empty(), "nothing at {from}");
            for (offset, &seen) in run.iter().enumerate() {
                assert_eq!(seen, byte(from + offset as u64));
            }
            from += run.len() as u64;
        }
    }

    #[test]
    fn every_byte_is_found_under_its_number() {
        let mut ring = Ring::new();
        for amount in [1, 4095, 100_000, CAPACITY - 7, CAPACITY + 4095, 3] {
            fill(&mut ring, amount);
            check_everything_from(&ring, ring.oldest());
        }
    }

    #[test]
    fn what_has_left_the_ring_is_not_given_out() {
        let mut ring = Ring::new();
        fill(&mut ring, CAPACITY + 10);
        assert_eq!(ring.oldest(), 10);
        assert!(ring.run_from(9).is_empty());
        assert!(!ring.run_from(10).is_empty());
        assert!(ring.run_from(ring.end()).is_empty());
    }
}
