//! Says what a complete control sequence from a keyboard means.

use super::csi::Csi;
use super::{Reply, Token};

const ENTER: u32 = 13;
const KEYPAD_ENTER: u32 = 57414;
const LETTER_C: u32 = 99;
const CTRL_C: u32 = 3;

/// Bit of the Ctrl key in a modifier parameter, after one is taken off.
pub(super) const CTRL: u32 = 4;
/// Caps lock and num lock are reported like modifiers, but change neither Enter nor Ctrl-C.
const LOCKS: u32 = 64 | 128;

/// The event number of a key that went up.
pub(super) const RELEASE: u32 = 3;

/// Decides about `ESC [ … last`. `awaits_position` settles the one true ambiguity, see [`position_or_f3`].
pub(super) fn classify(csi: &Csi, last: u8, awaits_position: bool) -> Token {
    match (csi.prefix(), csi.intermediate()) {
        (0, 0) => unmarked(csi, last, awaits_position),
        (0 | b'?', b'$') if last == b'y' => Token::Reply(Reply::ModeReport),
        (0, b'&') if last == b'w' => Token::Mouse,
        (0, _) => Token::Key,
        (b'<', _) if matches!(last, b'M' | b'm') => Token::Mouse,
        (prefix, _) => Token::Reply(marked(prefix, last)),
    }
}

/// With a private marker. No key sends one, so what is unknown is still a report.
fn marked(prefix: u8, last: u8) -> Reply {
    match (prefix, last) {
        (b'?', b'R') => Reply::CursorPosition,
        (b'?', b'n') => Reply::Status,
        (b'?', b'u') => Reply::KittyFlags,
        (_, b'c') => Reply::DeviceAttributes,
        (_, b't') => Reply::Window,
        _ => Reply::Other,
    }
}

/// Without a marker: a key, unless the final byte and the parameters say otherwise.
fn unmarked(csi: &Csi, last: u8, awaits_position: bool) -> Token {
    match last {
        b'I' | b'O' if csi.is_bare() => Token::Focus,
        b'M' if csi.count() >= 3 => Token::Mouse,
        b'R' => position_or_f3(csi, awaits_position),
        b'n' if !csi.is_bare() => Token::Reply(Reply::Status),
        b't' if !csi.is_bare() => Token::Reply(Reply::Window),
        // A bare `CSI c` is Shift+Right of rxvt.
        b'c' if !csi.is_bare() => Token::Reply(Reply::DeviceAttributes),
        b'x' if csi.count() >= 3 => Token::Reply(Reply::Other),
        b'_' if csi.count() >= 4 => win32(csi),
        b'u' => kitty(csi),
        b'~' => tilde(csi),
        _ => press_or_release(csi, Token::Key),
    }
}

/// `CSI 1;2R` is Shift+F3, or the cursor in the first row. F3 has 1 and a modifier of 2 to 16; anything else is
/// a position even if nobody is known to wait for it. A divided parameter is of the kitty protocol: a key.
fn position_or_f3(csi: &Csi, awaits_position: bool) -> Token {
    let could_be_f3 = csi.value(0) <= 1 && (2..=16).contains(&csi.value(1));
    if csi.count() < 2 || csi.sub(1, 1) != 0 || (could_be_f3 && !awaits_position) {
        return press_or_release(csi, Token::Key);
    }
    Token::Reply(Reply::CursorPosition)
}

/// The kitty protocol, and modifyOtherKeys in its newer format: `CSI code:shifted:base;modifiers:event;text u`.
fn kitty(csi: &Csi) -> Token {
    let token = match csi.value(0) {
        code if is_modifier(code) => Token::KeyRelease,
        ENTER | KEYPAD_ENTER if modifiers(csi, 1) == 0 => Token::Submit,
        // On a layout without Latin letters the base layout says which key it was.
        code if (code == LETTER_C || csi.sub(0, 2) == LETTER_C) && modifiers(csi, 1) == CTRL => Token::Cancel,
        _ => Token::Key,
    };
    press_or_release(csi, token)
}

/// Modifier and lock keys of the kitty protocol.
fn is_modifier(code: u32) -> bool {
    matches!(code, 57358..=57360 | 57441..=57454)
}

/// `CSI number;modifiers:event ~`, pastes, and modifyOtherKeys as `CSI 27;modifiers;code ~`.
fn tilde(csi: &Csi) -> Token {
    match (csi.value(0), csi.value(2)) {
        (200, _) => Token::PasteStart,
        (201, _) => Token::PasteEnd,
        (27, ENTER) if modifiers(csi, 1) == 0 => Token::Submit,
        (27, LETTER_C) if modifiers(csi, 1) == CTRL => Token::Cancel,
        _ => press_or_release(csi, Token::Key),
    }
}

/// `CSI key;scan;character;down;state;repeat _`, as Windows consoles send it.
fn win32(csi: &Csi) -> Token {
    /// Either Alt, either Ctrl, Shift.
    const MODIFIERS: u32 = 0x01 | 0x02 | 0x04 | 0x08 | 0x10;
    let (key, character, down, state) = (csi.value(0), csi.value(2), csi.value(3), csi.value(4));
    // Shift, Ctrl, Alt, the locks, the Windows keys; then left and right apart.
    let only_modifier = matches!(key, 16..=18 | 20 | 91 | 92 | 144 | 145 | 160..=165);
    match character {
        _ if down == 0 || only_modifier => Token::KeyRelease,
        ENTER if state & MODIFIERS == 0 => Token::Submit,
        CTRL_C => Token::Cancel,
        _ => Token::Key,
    }
}

/// The modifiers that are held, as bits. The protocols add one, so that an absent parameter is none.
pub(super) fn modifiers(csi: &Csi, param: usize) -> u32 {
    csi.value(param).saturating_sub(1) & !LOCKS
}

fn press_or_release(csi: &Csi, press: Token) -> Token {
    if csi.sub(1, 1) == RELEASE { Token::KeyRelease } else { press }
}
