//! Bytes in, snapshot out: what a person would see on a terminal, as a value.
//!
//! May not know: prompts, agents, PTYs, time, files. The grid with its wrapping and reflow is that of
//! `alacritty_terminal`; the parser, modes, marks, replies and everything bounded against hostile output are ours.
//! How the bytes are cut never matters.
#![forbid(unsafe_code)]

mod capture;
mod cell;
mod keyboard;
mod palette;
mod parser;
pub mod render;
mod restore;
mod screen;
mod snapshot;
mod terminal;

pub use keyboard::KeyboardFlags;
pub use screen::Screen;
pub use snapshot::{
    Cell, Colour, Cursor, CursorShape, Link, Mark, MarkKind, Modes, Mouse, MouseEncoding, Notification,
    Progress, ProgressState, Rgb, Row, Run, Slot, Snapshot, Style, Underline,
};
pub use terminal::Reply;
