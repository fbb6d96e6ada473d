//! The stack of the kitty keyboard protocol. Each screen has its own.

use std::fmt::{self, Write};

use super::csi::Csi;

/// So many entries are remembered with their flags; more are counted, with the flags of the last of these.
const REMEMBERED: usize = 8;

/// What was put onto one screen's stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Keyboard {
    /// Entries that were pushed and not popped.
    pub(super) depth: u8,
    /// Flags that were set without a push: they lie under the stack and no pop brings them back.
    pub(super) base: u8,
    /// Flags of the entries, the lowest first.
    pub(super) flags: [u8; REMEMBERED],
}

impl Keyboard {
    /// Takes `CSI > flags u`, `CSI < number u` or `CSI = flags ; mode u`.
    pub(super) fn apply(&mut self, csi: &Csi) {
        match csi.prefix {
            b'>' => self.push(csi),
            b'<' => self.pop(csi.value(0).max(1)),
            b'=' => self.set(csi),
            _ => {}
        }
    }

    /// As much of it as has to be put back: which flags a pushed entry has does not matter to that.
    pub(super) fn owed(self) -> Self {
        Keyboard { flags: Default::default(), ..self }
    }

    /// Writes what brings an empty stack to this state.
    pub(super) fn write_all(&self, out: &mut String) -> fmt::Result {
        if self.base != 0 {
            write!(out, "\x1b[={}u", self.base)?;
        }
        for level in 0..usize::from(self.depth) {
            let flags = self.flags.get(level.min(REMEMBERED - 1)).copied().unwrap_or_default();
            write!(out, "\x1b[>{flags}u")?;
        }
        Ok(())
    }

    fn push(&mut self, csi: &Csi) {
        self.depth = self.depth.saturating_add(1);
        if let Some(top) = self.top() {
            *top = flags_of(csi);
        }
    }

    /// Where the flags in use are kept, if that is an entry.
    fn top(&mut self) -> Option<&mut u8> {
        self.flags.get_mut(usize::from(self.depth).min(REMEMBERED).checked_sub(1)?)
    }

    /// Popping more than there is empties everything, the flags underneath too.
    fn pop(&mut self, number: u16) {
        match u16::from(self.depth).checked_sub(number) {
            Some(left) => self.depth = u8::try_from(left).unwrap_or(u8::MAX),
            None => *self = Keyboard::default(),
        }
    }

    /// Flags of a pushed entry go with it.
    fn set(&mut self, csi: &Csi) {
        let flags = flags_of(csi);
        let mut base = self.base;
        let place = self.top().unwrap_or(&mut base);
        match csi.value(1) {
            2 => *place |= flags,
            3 => *place &= !flags,
            _ => *place = flags,
        }
        self.base = base;
    }
}

fn flags_of(csi: &Csi) -> u8 {
    u8::try_from(csi.value(0)).unwrap_or(u8::MAX)
}
