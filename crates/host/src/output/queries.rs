//! Counts what the program asked the terminal.

use super::csi::Csi;
use super::scanner::Sequence;
use crate::input::{FeedReport, Reply};

/// Queries that are still without an answer.
///
/// No terminal answers all of them, so a count can stay too high; the caller sets a limit of time and then calls
/// [`forget`](Self::forget). Reports that nobody asked for (a resize, a new colour scheme) can make it too low.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Queries {
    position: u32,
    other: u32,
    /// Where the oldest of them stand in the output, and the first for which there was no place here.
    places: [Place; PLACES],
    noted: usize,
    further: Option<u64>,
    /// How the last of them is answered.
    kind: Option<Reply>,
}

/// More than any program asks at once.
const PLACES: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Place {
    at: u64,
    position: bool,
}

impl Queries {
    /// Whether a report of the cursor position is awaited.
    pub fn awaits_position(&self) -> bool {
        self.position > 0
    }

    /// How many answers are awaited, of all kinds.
    pub fn outstanding(&self) -> u32 {
        self.position.saturating_add(self.other)
    }

    /// With what kind of report a terminal answers the last query.
    pub fn kind(&self) -> Option<Reply> {
        self.kind
    }

    /// The number of the output byte with which the first query begins that is still without an answer.
    pub fn first_outstanding(&self) -> Option<u64> {
        let noted = self.places.first().filter(|_| self.noted > 0).map(|place| place.at);
        noted.or(self.further).filter(|_| self.outstanding() > 0)
    }

    /// Takes off the answers that a read from the terminal contained. Of each kind the oldest query is answered first.
    pub fn answered(&mut self, report: FeedReport) {
        self.position = self.position.saturating_sub(report.position_replies);
        self.other = self.other.saturating_sub(report.other_replies);
        let (mut positions, mut others) = (report.position_replies, report.other_replies);
        let mut left = Queries::default();
        for place in self.places.iter().take(self.noted) {
            let answers = if place.position { &mut positions } else { &mut others };
            match answers.checked_sub(1) {
                Some(fewer) => *answers = fewer,
                None => left.note_place(*place),
            }
        }
        (self.places, self.noted) = (left.places, left.noted);
        if self.outstanding() == 0 {
            self.forget();
        }
    }

    /// Awaits nothing any more.
    pub fn forget(&mut self) {
        *self = Queries::default();
    }

    /// Takes a sequence that begins with output byte `at`.
    #[inline]
    pub(super) fn note(&mut self, at: u64, sequence: &Sequence<'_>) {
        let (number, kind) = match *sequence {
            Sequence::Csi(csi, last) => return self.note_csi(at, csi, last),
            Sequence::Escape(0, b'Z') => (1, Reply::DeviceAttributes),
            Sequence::Text(kind, text) => (in_text(kind, text), answer_to_text(kind)),
            _ => return,
        };
        (0..number).for_each(|_| self.ask(at, kind));
    }

    #[inline]
    fn note_csi(&mut self, at: u64, csi: &Csi, last: u8) {
        if last == b'n' && matches!(csi.prefix, 0 | b'?') && csi.intermediate == 0 && csi.value(0) == 6 {
            self.ask(at, Reply::CursorPosition);
        } else if is_query(csi, last) {
            self.ask(at, answer_to_csi(csi, last));
        }
    }

    fn ask(&mut self, at: u64, kind: Reply) {
        let position = kind == Reply::CursorPosition;
        self.kind = Some(kind);
        let count = if position { &mut self.position } else { &mut self.other };
        *count = count.saturating_add(1);
        self.note_place(Place { at, position });
    }

    fn note_place(&mut self, place: Place) {
        match self.places.get_mut(self.noted) {
            Some(free) => {
                *free = place;
                self.noted += 1;
            }
            None => self.further = self.further.or(Some(place.at)),
        }
    }
}

fn is_query(csi: &Csi, last: u8) -> bool {
    let first = csi.value(0);
    match (csi.prefix, csi.intermediate, last) {
        // Device attributes, status, version, state of a mode, keyboard flags.
        (0 | b'=' | b'>', 0, b'c') => first == 0,
        (0, 0, b'n') => first == 5,
        (b'?', 0, b'n') => true,
        (b'>', 0, b'q') => first == 0,
        (0 | b'?', b'$', b'p') => true,
        (b'?', 0, b'u') => true,
        // State and size of the window.
        (0, 0, b't') => matches!(first, 11 | 13..=16 | 18..=21),
        // Graphics, key modifier options, terminal parameters, checksum of a rectangle.
        (b'?', 0, b'S' | b'm') => true,
        (0, 0, b'x') => first <= 1,
        (0, b'*', b'y') => true,
        _ => false,
    }
}

fn answer_to_csi(csi: &Csi, last: u8) -> Reply {
    match (csi.prefix, last) {
        // The unit's id and the version come as strings, and so does a checksum.
        (b'=', b'c') | (b'>', b'q') | (_, b'y') => Reply::Dcs,
        (_, b'c') => Reply::DeviceAttributes,
        (_, b'n') => Reply::Status,
        (_, b'p') => Reply::ModeReport,
        (_, b'u') => Reply::KittyFlags,
        // Titles come as strings too.
        (_, b't') if matches!(csi.value(0), 20 | 21) => Reply::Color,
        (_, b't') => Reply::Window,
        _ => Reply::Other,
    }
}

fn answer_to_text(kind: u8) -> Reply {
    match kind {
        b'P' => Reply::Dcs,
        b'_' => Reply::Apc,
        _ => Reply::Color,
    }
}

/// How many answers a string asks for.
fn in_text(kind: u8, text: &[u8]) -> u32 {
    let asks = match kind {
        b']' => return in_osc(text),
        // Terminfo entries, settings.
        b'P' => text.starts_with(b"+q") || text.starts_with(b"$q"),
        // Kitty graphics, asked whether they are there.
        b'_' => text.starts_with(b"G") && text.windows(3).any(|key| key == b"a=q"),
        _ => false,
    };
    u32::from(asks)
}

/// Colours and the clipboard are asked for by a question mark in place of the value. There can be several.
fn in_osc(text: &[u8]) -> u32 {
    let mut fields = text.split(|byte| *byte == b';');
    match fields.next() {
        Some(b"4" | b"5" | b"52") => {}
        Some([b'1', b'0'..=b'9']) => {}
        _ => return 0,
    }
    fields.fold(0, |number, field| number + u32::from(field == b"?"))
}
