//! The stack of the kitty keyboard protocol. Each screen has its own.

use super::csi::Csi;

/// What was put onto one screen's stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Keyboard {
    /// Entries that were pushed and not popped.
    pub(super) depth: u8,
    /// Flags that were set without a push: they lie under the stack and no pop brings them back.
    pub(super) base: u8,
}

impl Keyboard {
    /// Takes `CSI > flags u`, `CSI < number u` or `CSI = flags ; mode u`.
    pub(super) fn apply(&mut self, csi: &Csi) {
        match csi.prefix {
            b'>' => self.depth = self.depth.saturating_add(1),
            b'<' => self.pop(csi.value(0).max(1)),
            // Flags of a pushed entry go with it.
            b'=' if self.depth == 0 => self.set(csi),
            _ => {}
        }
    }

    /// Popping more than there is empties everything, the flags underneath too.
    fn pop(&mut self, number: u16) {
        match u16::from(self.depth).checked_sub(number) {
            Some(left) => self.depth = u8::try_from(left).unwrap_or(u8::MAX),
            None => *self = Keyboard::default(),
        }
    }

    fn set(&mut self, csi: &Csi) {
        let flags = u8::try_from(csi.value(0)).unwrap_or(u8::MAX);
        match csi.value(1) {
            2 => self.base |= flags,
            3 => self.base &= !flags,
            _ => self.base = flags,
        }
    }
}
