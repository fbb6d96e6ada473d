//! What the person does: key presses and pastes told apart from mouse, focus, key releases and replies.
//!
//! All of it comes through the one descriptor of the person's terminal. Bytes go in as they were read, cut
//! anywhere, and [`Token`]s come out; [`Typing`] counts those that a person caused. Nothing here holds a byte
//! back or changes one: the caller passes them on whatever is found.
//!
//! Where the bytes leave a doubt, it is settled as a key press. A person who is thought to type makes an answer
//! wait; a person who is overlooked gets words put into their line.
//!
//! Not known here: the time (the caller says when a pause was long enough, see [`Tokenizer::flush`]), what the
//! program asked the terminal (one flag tells), what the keys mean to the program.

mod classify;
mod csi;
mod detach_key;
mod keys_only;
mod line;
mod take_over;
#[cfg(test)]
mod tests;
mod tokenizer;
mod typing;

pub use detach_key::{DetachKey, Held, MOST_HELD, Ruling};
pub use keys_only::KeysOnly;
pub use line::{CookedLine, Cooking, LineRules};
pub use take_over::TakeOver;
pub use tokenizer::Tokenizer;
pub use typing::{FeedReport, Typing};

/// One thing that came from the person's terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    /// A key was pressed or repeats; every key without a token of its own, Shift+Enter and Alt+Enter included.
    Key,
    /// Enter without modifiers: the line or the draft is sent.
    Submit,
    /// Ctrl-C was pressed: the draft is thrown away.
    Cancel,
    /// A bracketed paste begins. What is pasted makes no tokens.
    PasteStart,
    /// A bracketed paste ended.
    PasteEnd,
    /// The mouse moved, or a button or the wheel was used.
    Mouse,
    /// The window got or lost the focus.
    Focus,
    /// A key went up, or a modifier or lock key went down alone: neither puts anything into the program's line,
    /// and a Shift press is always followed by the key that it is for.
    KeyRelease,
    /// The terminal answered a query or reported by itself.
    Reply(Reply),
}

/// What kind of answer the terminal gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// Where the cursor is (`CSI row;column R`).
    CursorPosition,
    /// Device status or colour scheme (`CSI … n`).
    Status,
    /// Primary, secondary or tertiary device attributes (`CSI ? … c`).
    DeviceAttributes,
    /// State of a mode (`CSI … $ y`).
    ModeReport,
    /// Flags of the kitty keyboard protocol (`CSI ? flags u`).
    KittyFlags,
    /// A colour, the clipboard or another OSC string.
    Color,
    /// A DCS string: version, settings, terminfo entries, unit id.
    Dcs,
    /// An APC string: graphics.
    Apc,
    /// Size or state of the window, also when it is reported at a resize (`CSI … t`).
    Window,
    /// Any other report that no key can send.
    Other,
}

impl Reply {
    /// How many kinds there are.
    pub(crate) const KINDS: usize = Reply::Other as usize + 1;
}
