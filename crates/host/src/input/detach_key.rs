//! The key that lets go of a session: held back until it is clear what it means.
//!
//! Pressed once and followed by nothing, it detaches. Pressed twice, one of it is the program's. Followed by anything
//! else, it was for the program too, and comes first. It is looked for only between sequences, never in a paste.

use std::ops::Range;
use std::time::{Duration, Instant};

use wire::WireKey;

use super::classify::{CTRL, RELEASE, modifiers};
use super::csi::Csi;
use super::{Token, Tokenizer};

/// How long nothing else may be typed before the terminal is let go.
const DECIDED_AFTER: Duration = Duration::from_millis(500);
/// Bytes that come closer together than this are text that somebody pasted, not keys.
const ONE_RUN: Duration = Duration::from_millis(1);
/// The most that is held back: the key as the longest protocol spells it, pressed and released.
pub const MOST_HELD: usize = 64;
const ESC: u8 = 0x1b;
/// The event number of a key that repeats.
const REPEAT: u32 = 2;
/// modifyOtherKeys: `CSI 27;modifiers;code ~`.
const OTHER_KEY: u32 = 27;

/// What becomes of a run of keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// What was held back and comes first now.
    pub released: Held,
    /// The part of the run that is passed on. The rest is held back, or was for us.
    pub passed: Range<usize>,
}

/// Bytes that are held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    bytes: [u8; MOST_HELD],
    length: usize,
}

impl Default for Held {
    fn default() -> Self {
        Held { bytes: [0; MOST_HELD], length: 0 }
    }
}

impl Held {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    fn push(&mut self, more: &[u8]) -> bool {
        let end = self.length + more.len();
        let Some(place) = self.bytes.get_mut(self.length..end) else { return false };
        place.copy_from_slice(more);
        self.length = end;
        true
    }
}

/// Watches for the key. Time is an argument.
#[derive(Debug, Default)]
pub struct DetachKey {
    key: Option<WireKey>,
    held: Held,
    /// When the key was pressed that is held.
    pressed: Option<Instant>,
    /// It came right behind other bytes.
    in_text: bool,
    last: Option<Instant>,
}

/// What a whole run of keys is, if the key is in it.
enum Run {
    /// Where the key is pressed, and nothing else.
    Presses(Vec<usize>),
    /// Other keys, and at the end the key, from here on.
    EndsWithKey(usize),
    /// Nothing that a person pressed: releases of keys.
    Releases,
    /// Nothing that a person pressed: reports of the terminal.
    Reports,
    /// Other keys.
    Other,
}

impl DetachKey {
    /// Watches for this key; for none, nothing is ever held back.
    pub fn new(key: Option<WireKey>) -> Self {
        DetachKey { key, ..DetachKey::default() }
    }

    /// Decides about the next run of keys as it was read. `between`: the keys before it ended whole, and this is not
    /// the middle of a paste.
    pub fn judge(&mut self, run: &[u8], between: bool, now: Instant) -> Ruling {
        let close = self.last.is_some_and(|last| now.saturating_duration_since(last) < ONE_RUN);
        self.last = Some(now);
        let Some(key) = self.key else { return self.pass(run) };
        if !between {
            return self.pass(run);
        }
        match (parse(key, run), self.pressed.is_some()) {
            (Run::Presses(places), false) => self.first(run, &places, close, now),
            (Run::Presses(places), true) => self.second(run, &places, close, now),
            (Run::EndsWithKey(place), _) => {
                let released = self.release();
                let held = self.hold(run.get(place..).unwrap_or_default(), true, now);
                Ruling { released, passed: 0..if held { place } else { run.len() } }
            }
            (Run::Releases, true) if self.held.push(run) => {
                Ruling { released: Held::default(), passed: 0..0 }
            }
            (Run::Reports, true) => Ruling { released: Held::default(), passed: 0..run.len() },
            (Run::Releases | Run::Reports | Run::Other, _) => self.pass(run),
        }
    }

    fn first(&mut self, run: &[u8], places: &[usize], close: bool, now: Instant) -> Ruling {
        let nothing = Held::default();
        match places {
            [_] if self.hold(run, close, now) => Ruling { released: nothing, passed: 0..0 },
            [_, second] => Ruling { released: nothing, passed: *second..run.len() },
            _ => self.pass(run),
        }
    }

    fn second(&mut self, run: &[u8], places: &[usize], close: bool, now: Instant) -> Ruling {
        if self.in_text && close {
            // Text that somebody pasted may hold anything, twice too.
            let released = self.release();
            let held = self.hold(run, true, now);
            return Ruling { released, passed: 0..if held { 0 } else { run.len() } };
        }
        match *places {
            [place] => {
                self.release();
                Ruling { released: Held::default(), passed: place..run.len() }
            }
            [place, next] => {
                self.release();
                let held = self.hold(run.get(next..).unwrap_or_default(), false, now);
                Ruling { released: Held::default(), passed: place..if held { next } else { run.len() } }
            }
            _ => self.pass(run),
        }
    }

    fn pass(&mut self, run: &[u8]) -> Ruling {
        Ruling { released: self.release(), passed: 0..run.len() }
    }

    fn hold(&mut self, bytes: &[u8], in_text: bool, now: Instant) -> bool {
        self.held = Held::default();
        let held = self.held.push(bytes);
        if held {
            (self.pressed, self.in_text) = (Some(now), in_text);
        }
        held
    }

    fn release(&mut self) -> Held {
        self.pressed = None;
        std::mem::take(&mut self.held)
    }

    /// When it is decided that the key was meant for us.
    pub fn deadline(&self) -> Option<Instant> {
        self.pressed.map(|pressed| pressed + DECIDED_AFTER)
    }

    /// Whether the key was meant for us; it is no longer held then.
    pub fn decided(&mut self, now: Instant) -> bool {
        let decided = self.deadline().is_some_and(|time| now >= time);
        if decided {
            self.release();
        }
        decided
    }

    /// Whoever pressed it has something else before them now.
    pub fn forget(&mut self) {
        self.release();
    }

    /// Whether these bytes may be the beginning of the key as some terminals spell it, so that the next one has to be
    /// looked at too.
    pub fn may_go_on(&self, run: &[u8]) -> bool {
        let parameters = |bytes: &[u8]| bytes.iter().all(|byte| matches!(byte, b'0'..=b'9' | b';' | b':'));
        self.key.is_some()
            && match run {
                [ESC] => true,
                [ESC, b'[', rest @ ..] => run.len() < MOST_HELD && parameters(rest),
                _ => false,
            }
    }
}

fn parse(key: WireKey, run: &[u8]) -> Run {
    let (mut places, mut at) = (Vec::new(), 0);
    while let Some((length, press)) = unit(key, run.get(at..).unwrap_or_default()) {
        if press {
            places.push(at);
        }
        at += length;
    }
    match (at == run.len(), places.is_empty()) {
        (true, false) => Run::Presses(places),
        (true, true) => Run::Releases,
        (false, _) => mixed(key, run),
    }
}

/// Other things than the key are in it.
fn mixed(key: WireKey, run: &[u8]) -> Run {
    let (mut tokenizer, mut presses, mut releases) = (Tokenizer::new(), false, false);
    tokenizer.feed(run, true, &mut |token| match token {
        Token::Key | Token::Submit | Token::Cancel | Token::PasteStart | Token::PasteEnd => presses = true,
        Token::KeyRelease => releases = true,
        Token::Mouse | Token::Focus | Token::Reply(_) => {}
    });
    if !presses && !tokenizer.undecided() {
        return if releases { Run::Releases } else { Run::Reports };
    }
    ending(key, run).map_or(Run::Other, Run::EndsWithKey)
}

/// Where the key begins that ends a run of other things.
fn ending(key: WireKey, run: &[u8]) -> Option<usize> {
    let place = match run.split_last() {
        Some((&last, _)) if last == key.byte => run.len() - 1,
        _ => memchr::memrchr(ESC, run)?,
    };
    let whole = unit(key, run.get(place..)?) == Some((run.len() - place, true));
    let front = run.get(..place)?;
    let mut tokenizer = Tokenizer::new();
    tokenizer.feed(front, true, &mut |_| {});
    (whole && !tokenizer.undecided() && front.last() != Some(&key.byte)).then_some(place)
}

/// The key at the start of `bytes`: how long it is, and whether it goes down (or up, or repeats).
fn unit(key: WireKey, bytes: &[u8]) -> Option<(usize, bool)> {
    if bytes.first() == Some(&key.byte) {
        return Some((1, true));
    }
    let parameters = bytes.strip_prefix(b"\x1b[")?;
    let length = parameters.iter().position(|byte| (0x40..=0x7e).contains(byte))?;
    let mut csi = Csi::default();
    for &byte in parameters.get(..length)? {
        csi.push(byte);
    }
    let letter = u32::from(key.letter);
    let same = csi.prefix() == 0
        && csi.intermediate() == 0
        && modifiers(&csi, 1) == CTRL
        && match parameters.get(length)? {
            b'u' => csi.value(0) == letter || csi.sub(0, 2) == letter,
            b'~' => csi.value(0) == OTHER_KEY && csi.value(2) == letter,
            _ => false,
        };
    same.then(|| (2 + length + 1, !matches!(csi.sub(1, 1), REPEAT | RELEASE)))
}
