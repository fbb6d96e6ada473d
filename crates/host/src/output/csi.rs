//! Holds one control sequence of the output while its bytes arrive.

/// Terminals take about as many parameters; more are dropped.
const PARAMS: usize = 32;

/// What came after `ESC [`, up to the final byte. Numbers saturate.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Csi {
    /// One of `<`, `=`, `>`, `?`, or zero.
    pub(super) prefix: u8,
    /// The byte of `0x20..=0x2f`, or zero.
    pub(super) intermediate: u8,
    values: [u16; PARAMS],
    /// Bit n: parameter n hangs on the one before it by a colon.
    colons: u32,
    /// How many parameters are complete, the dropped ones included.
    count: usize,
    /// The parameter that is being read.
    current: u32,
    /// Whether there is one: `CSI m` has none.
    open: bool,
    broken: bool,
}

impl Csi {
    /// Forgets the last sequence. The values are overwritten one by one, as they come.
    pub(super) fn clear(&mut self) {
        (self.prefix, self.intermediate, self.colons, self.count) = (0, 0, 0, 0);
        (self.current, self.open, self.broken) = (0, false, false);
    }

    /// Takes the bytes of `0x20..=0x3f` in front of `bytes`, and gives back what follows them.
    #[inline]
    pub(super) fn take<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let mut rest = bytes;
        while let Some((&byte, tail)) = rest.split_first() {
            match byte {
                b'0'..=b'9' => {
                    rest = self.number(rest);
                    continue;
                }
                b';' => self.store(),
                0x20..=0x3f => self.mark(byte),
                _ => break,
            }
            rest = tail;
        }
        rest
    }

    #[inline]
    fn number<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let (mut rest, mut value) = (bytes, self.current);
        while let Some((byte @ b'0'..=b'9', tail)) = rest.split_first() {
            value = (value * 10 + u32::from(byte - b'0')).min(u32::from(u16::MAX));
            rest = tail;
        }
        (self.current, self.open) = (value, true);
        rest
    }

    fn mark(&mut self, byte: u8) {
        match byte {
            b':' => {
                self.store();
                self.colons |=
                    u32::try_from(self.count).ok().and_then(|at| 1_u32.checked_shl(at)).unwrap_or(0);
            }
            b'<'..=b'?' if !self.open && self.prefix == 0 && self.intermediate == 0 => self.prefix = byte,
            b'<'..=b'?' => self.broken = true,
            _ if self.intermediate == 0 => self.intermediate = byte,
            _ => self.broken = true,
        }
    }

    /// Says that the final byte came.
    #[inline]
    pub(super) fn finish(&mut self) {
        if self.open {
            self.store();
        }
    }

    #[inline]
    fn store(&mut self) {
        if let Some(value) = self.values.get_mut(self.count) {
            *value = u16::try_from(self.current).unwrap_or(u16::MAX);
        }
        self.count = self.count.saturating_add(1);
        (self.current, self.open) = (0, true);
    }

    /// Whether no terminal would act on it: markers in a wrong place, several intermediates.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    /// All parameters; empty ones are zero.
    #[inline]
    pub(super) fn params(&self) -> &[u16] {
        self.values.get(..self.count.min(PARAMS)).unwrap_or_default()
    }

    /// A parameter; zero if it is missing or empty.
    pub(super) fn value(&self, param: usize) -> u16 {
        self.params().get(param).copied().unwrap_or(0)
    }

    /// How many parameters hang on this one by colons.
    #[inline]
    pub(super) fn parts(&self, param: usize) -> usize {
        let after = u32::try_from(param + 1).ok().and_then(|shift| self.colons.checked_shr(shift));
        after.map_or(0, |colons| colons.trailing_ones() as usize)
    }
}
