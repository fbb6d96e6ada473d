//! What is left to chance.

use crate::bench::stream::Numbers;

pub(super) struct Chance(Numbers);

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(Numbers::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d))
    }

    pub(super) fn below(&mut self, limit: u64) -> u64 {
        u64::from(self.0.below(limit.clamp(1, 1 << 30) as u32))
    }

    pub(super) fn between(&mut self, from: u64, to: u64) -> u64 {
        from + self.below(to - from + 1)
    }

    /// True so many times of a hundred.
    pub(super) fn percent(&mut self, share: u64) -> bool {
        self.below(100) < share
    }

    pub(super) fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}
