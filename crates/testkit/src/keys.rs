//! What some keys send, for [`Terminal::send`](crate::Terminal::send).

/// Enter.
pub const ENTER: &[u8] = b"\r";
/// Interrupt.
pub const CTRL_C: &[u8] = b"\x03";
/// End of file.
pub const CTRL_D: &[u8] = b"\x04";
/// Suspend.
pub const CTRL_Z: &[u8] = b"\x1a";
/// Quit.
pub const CTRL_BACKSLASH: &[u8] = b"\x1c";
/// Escape.
pub const ESCAPE: &[u8] = b"\x1b";
/// Cursor up, in normal cursor mode.
pub const UP: &[u8] = b"\x1b[A";
/// Cursor down, in normal cursor mode.
pub const DOWN: &[u8] = b"\x1b[B";
