//! The parameters of a control sequence.

/// As many parameters as any sequence in use has; one with more is ignored as a whole.
const MOST: usize = 32;

/// What stands between `ESC [` and the final byte.
#[derive(Debug, Clone, Default)]
pub(crate) struct Csi {
    /// One of `< = > ?`, or zero.
    pub(crate) prefix: u8,
    /// The byte before the final one, such as `$` or a space, or zero.
    pub(crate) intermediate: u8,
    values: [u16; MOST],
    /// Bit n: parameter n follows the one before it after a colon.
    joined: u32,
    /// Parameters that are complete or begun.
    length: usize,
    /// Written in a way that no sequence is.
    broken: bool,
}

impl Csi {
    pub(crate) fn clear(&mut self) {
        (self.prefix, self.intermediate, self.joined, self.length) = (0, 0, 0, 0);
        self.broken = false;
        self.values[0] = 0;
    }

    /// Takes a byte between 0x20 and 0x3f.
    #[inline]
    pub(crate) fn take(&mut self, byte: u8) {
        match byte {
            b'0'..=b'9' if self.intermediate == 0 => self.digit(byte - b'0'),
            b';' | b':' if self.intermediate == 0 => self.next(byte == b':'),
            b'<'..=b'?' if self.length == 0 && self.prefix == 0 && self.intermediate == 0 => {
                self.prefix = byte
            }
            0x20..=0x2f if self.intermediate == 0 => self.intermediate = byte,
            _ => self.broken = true,
        }
    }

    #[inline]
    fn digit(&mut self, digit: u8) {
        self.length = self.length.max(1);
        if let Some(value) = self.values.get_mut(self.length - 1) {
            *value = value.saturating_mul(10).saturating_add(u16::from(digit));
        }
    }

    #[inline]
    fn next(&mut self, joined: bool) {
        self.length = self.length.max(1);
        match self.values.get_mut(self.length) {
            Some(value) => {
                *value = 0;
                self.joined |= u32::from(joined) << self.length;
                self.length += 1;
            }
            None => self.broken = true,
        }
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// All values, those after a colon too.
    pub(crate) fn values(&self) -> &[u16] {
        &self.values[..self.length]
    }

    /// The parameters, each with what follows it after colons. An empty list is one zero.
    #[inline]
    pub(crate) fn groups(&self) -> Groups<'_> {
        Groups { csi: self, at: 0, end: self.length.max(1) }
    }

    /// A parameter, zero if it is missing.
    pub(crate) fn value(&self, index: usize) -> u16 {
        self.values().get(index).copied().unwrap_or(0)
    }

    /// A parameter that counts: missing and zero mean one.
    pub(crate) fn count(&self, index: usize) -> usize {
        usize::from(self.value(index).max(1))
    }
}

/// Goes through the parameters.
pub(crate) struct Groups<'a> {
    csi: &'a Csi,
    at: usize,
    end: usize,
}

impl<'a> Iterator for Groups<'a> {
    type Item = &'a [u16];

    #[inline]
    fn next(&mut self) -> Option<&'a [u16]> {
        if self.at >= self.end {
            return None;
        }
        let start = self.at;
        self.at += 1;
        while self.at < self.end && self.csi.joined & (1 << self.at) != 0 {
            self.at += 1;
        }
        Some(&self.csi.values[start..self.at])
    }
}

#[cfg(test)]
mod tests {
    use super::Csi;

    #[test]
    fn parameters_as_they_are_written() {
        let check = |text: &str, groups: &[&[u16]], broken: bool| {
            let mut csi = Csi::default();
            csi.clear();
            text.bytes().for_each(|byte| csi.take(byte));
            assert_eq!(csi.is_broken(), broken, "{text}");
            if !broken {
                assert_eq!(csi.groups().collect::<Vec<_>>(), groups, "{text}");
            }
        };
        check("", &[&[0]], false);
        check("5", &[&[5]], false);
        check(";7", &[&[0], &[7]], false);
        check("1;", &[&[1], &[0]], false);
        check("4:3;38:2::1:2:3", &[&[4, 3], &[38, 2, 0, 1, 2, 3]], false);
        check("?2026", &[&[2026]], false);
        check("99999999", &[&[u16::MAX]], false);
        check("1?", &[], true);
        check("1$2", &[], true);
        check(&"1;".repeat(40), &[], true);
    }
}
