//! The kitty keyboard protocol: flags, and a stack of them for each screen.

/// More than programs inside programs need; the oldest is forgotten, as the protocol says.
const DEPTH: usize = 32;
/// The bits that the protocol defines.
const KNOWN: u8 = 0b1_1111;

/// Flags of the kitty keyboard protocol, as bits: 1 disambiguate, 2 event types, 4 alternate keys, 8 all keys, 16 text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeyboardFlags(pub u8);

/// What one screen has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Keyboard {
    current: u8,
    stack: Vec<u8>,
}

impl Keyboard {
    pub(crate) fn flags(&self) -> KeyboardFlags {
        KeyboardFlags(self.current)
    }

    /// `CSI > flags u`
    pub(crate) fn push(&mut self, flags: u16) {
        if self.stack.len() >= DEPTH {
            self.stack.remove(0);
        }
        self.stack.push(self.current);
        self.current = bits(flags);
    }

    /// `CSI < count u`. Taking more than there is leaves nothing.
    pub(crate) fn pop(&mut self, count: usize) {
        for _ in 0..count.min(self.stack.len() + 1) {
            self.current = self.stack.pop().unwrap_or(0);
        }
    }

    /// `CSI = flags ; how u`
    pub(crate) fn set(&mut self, flags: u16, how: u16) {
        match how {
            2 => self.current |= bits(flags),
            3 => self.current &= !bits(flags),
            _ => self.current = bits(flags),
        }
    }

    /// What brings a keyboard without flags to this state.
    pub(crate) fn restore(&self, out: &mut Vec<u8>) {
        let mut levels = self.stack.iter().chain([&self.current]);
        if let Some(first) = levels.next().filter(|first| **first != 0) {
            out.extend_from_slice(format!("\x1b[={first};1u").as_bytes());
        }
        levels.for_each(|flags| out.extend_from_slice(format!("\x1b[>{flags}u").as_bytes()));
    }
}

fn bits(flags: u16) -> u8 {
    flags.to_le_bytes()[0] & KNOWN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_keeps_what_was_before() {
        let mut keyboard = Keyboard::default();
        keyboard.set(8, 1);
        keyboard.push(1);
        keyboard.set(2, 2);
        assert_eq!(keyboard.flags(), KeyboardFlags(3));
        keyboard.set(1, 3);
        assert_eq!(keyboard.flags(), KeyboardFlags(2));
        keyboard.pop(1);
        assert_eq!(keyboard.flags(), KeyboardFlags(8));
        keyboard.pop(9);
        assert_eq!(keyboard, Keyboard::default());
    }

    #[test]
    fn the_stack_is_bounded() {
        let mut keyboard = Keyboard::default();
        (0..10_000).for_each(|_| keyboard.push(1));
        assert_eq!(keyboard.stack.len(), DEPTH);
    }
}
