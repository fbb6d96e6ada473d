//! The size of a terminal.

/// A terminal's size in cells, and in pixels where it tells. All zero is legal: some terminals say nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Lines.
    pub rows: u16,
    /// Cells in a line.
    pub cols: u16,
    /// Width in pixels, 0 if unknown.
    pub xpixel: u16,
    /// Height in pixels, 0 if unknown.
    pub ypixel: u16,
}

impl Size {
    /// A size in cells, without pixels.
    pub const fn cells(rows: u16, cols: u16) -> Self {
        Size { rows, cols, xpixel: 0, ypixel: 0 }
    }
}
