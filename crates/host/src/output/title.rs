//! The title that the program gave to its window.

use std::sync::Arc;

use super::scanner::Sequence;

/// What `CSI t` is given to take a title from the terminal's stack.
const POP: u16 = 23;

/// The last one, and how often there was another. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Title {
    text: Option<Arc<[u8]>>,
    times: u64,
}

impl Title {
    #[inline]
    pub(super) fn note(&mut self, sequence: &Sequence<'_>) {
        match sequence {
            Sequence::Text(b']', text) => self.named(text),
            Sequence::Csi(csi, b't') if csi.prefix == 0 && csi.value(0) == POP => self.is_now(None),
            _ => {}
        }
    }

    fn named(&mut self, text: &[u8]) {
        let name = text.strip_prefix(b"0;").or_else(|| text.strip_prefix(b"2;"));
        if let Some(name) = name {
            self.is_now(Some(printable(name)));
        }
    }

    fn is_now(&mut self, text: Option<Arc<[u8]>>) {
        (self.text, self.times) = (text, self.times.wrapping_add(1));
    }

    /// The last one, or its beginning; none if the program gave none, or took one back that it had put aside.
    pub fn text(&self) -> Option<&[u8]> {
        self.text.as_deref()
    }

    /// Another number with each that the program gives.
    pub fn times(&self) -> u64 {
        self.times
    }
}

/// What a terminal shows of it, with the last letter whole.
fn printable(name: &[u8]) -> Arc<[u8]> {
    let whole = match std::str::from_utf8(name) {
        Err(error) if error.error_len().is_none() => name.get(..error.valid_up_to()).unwrap_or_default(),
        _ => name,
    };
    whole.iter().copied().filter(|byte| *byte >= b' ').collect()
}
