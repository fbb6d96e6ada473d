//! What was on at some places of the output, for whoever has to start in the middle of it.

use std::collections::VecDeque;

use super::modes::Modes;

/// Output between two checkpoints: a watcher that fell behind loses at most so much more than it has to.
pub(super) const INTERVAL: u64 = 256 << 10;

/// The state of the terminal at one place of the output.
#[derive(Debug, Clone)]
pub struct Checkpoint {
    pub(super) at: u64,
    pub(super) modes: Modes,
}

impl Checkpoint {
    /// The number of the output byte before which this was the state.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// The bytes that switch on, in a terminal in its usual state, what was on there.
    pub fn set(&self) -> Vec<u8> {
        sequence(&self.modes)
    }
}

pub(super) fn sequence(modes: &Modes) -> Vec<u8> {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = modes.write_all(&mut out);
    out.into_bytes()
}

/// The last checkpoints. Their memory is reserved once.
#[derive(Debug)]
pub struct Checkpoints {
    kept: VecDeque<Checkpoint>,
    most: usize,
}

impl Checkpoints {
    /// Room for as many as there can be in so much output.
    pub fn over(bytes: usize) -> Self {
        let most = bytes / INTERVAL as usize + 1;
        Checkpoints { kept: VecDeque::with_capacity(most), most }
    }

    /// Adds the next one; the oldest makes room.
    pub fn add(&mut self, checkpoint: Checkpoint) {
        if self.kept.len() >= self.most {
            self.kept.pop_front();
        }
        self.kept.push_back(checkpoint);
    }

    /// The latest one.
    pub fn last(&self) -> Option<&Checkpoint> {
        self.kept.iter().max_by_key(|checkpoint| checkpoint.at)
    }

    /// The first one at or behind this byte.
    pub fn first_from(&self, number: u64) -> Option<&Checkpoint> {
        self.kept.iter().find(|checkpoint| checkpoint.at >= number)
    }
}
