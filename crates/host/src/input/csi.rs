//! Holds one control sequence while its bytes arrive.

/// The longest sequence that matters has six parameters (win32 input).
const PARAMS: usize = 6;

/// The kitty protocol puts three codes into one parameter: the key, shifted, and on the base layout.
const SUBS: usize = 3;

/// No terminal sends a longer sequence; whatever does not end until here is taken for typing.
const LENGTH: u16 = 512;

/// What came after `ESC [`, up to the final byte. Numbers saturate, parameters beyond the sixth are dropped.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Csi {
    prefix: u8,
    intermediate: u8,
    length: u16,
    values: [[u32; SUBS]; PARAMS],
    param: usize,
    sub: usize,
}

impl Csi {
    /// Takes a byte of `0x20..=0x3f`.
    pub(super) fn push(&mut self, byte: u8) {
        match byte {
            b'0'..=b'9' => self.digit(byte - b'0'),
            b';' => {
                self.param = self.param.saturating_add(1);
                self.sub = 0;
            }
            b':' => self.sub = self.sub.saturating_add(1),
            b'<'..=b'?' if self.length == 0 => self.prefix = byte,
            b'<'..=b'?' => {}
            _ => self.intermediate = byte,
        }
        self.length = self.length.saturating_add(1);
    }

    fn digit(&mut self, digit: u8) {
        if let Some(value) = self.values.get_mut(self.param).and_then(|subs| subs.get_mut(self.sub)) {
            *value = value.saturating_mul(10).saturating_add(u32::from(digit));
        }
    }

    /// Whether nothing stands between `ESC [` and the next byte.
    pub(super) fn is_bare(&self) -> bool {
        self.length == 0
    }

    pub(super) fn is_too_long(&self) -> bool {
        self.length >= LENGTH
    }

    /// One of `<`, `=`, `>`, `?`, or zero.
    pub(super) fn prefix(&self) -> u8 {
        self.prefix
    }

    /// The last byte of `0x20..=0x2f`, or zero.
    pub(super) fn intermediate(&self) -> u8 {
        self.intermediate
    }

    /// How many parameters there are, empty ones included.
    pub(super) fn count(&self) -> usize {
        if self.is_bare() { 0 } else { self.param.saturating_add(1) }
    }

    /// A parameter; zero if it is missing or empty.
    pub(super) fn value(&self, param: usize) -> u32 {
        self.sub(param, 0)
    }

    /// A part of a parameter that is divided by colons; zero if it is missing or empty.
    pub(super) fn sub(&self, param: usize, sub: usize) -> u32 {
        self.values.get(param).and_then(|subs| subs.get(sub)).copied().unwrap_or(0)
    }
}
