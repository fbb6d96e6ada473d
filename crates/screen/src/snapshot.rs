//! The value that everybody else works with.

use std::ops::Range;
use std::sync::Arc;

use model::Size;
use unicode_width::UnicodeWidthChar;

use crate::KeyboardFlags;

/// One look at a terminal.
///
/// All text in it comes from the program and is hostile: print it through [`render`](crate::render) only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The size that the model works with; never zero.
    pub size: Size,
    /// The visible rows, from the top.
    pub rows: Vec<Row>,
    /// The number of the first row, counted from the session's first line. Marks count the same way.
    pub top: u64,
    /// The cursor.
    pub cursor: Cursor,
    /// Whether the alternate screen is shown.
    pub alternate: bool,
    /// The terminal's modes.
    pub modes: Modes,
    /// The rows that scroll.
    pub region: Range<u16>,
    /// The window title, at most 1 KiB.
    pub title: String,
    /// The marks of shell integration that are still in reach, oldest first.
    pub marks: Vec<Mark>,
    /// Progress, as the program reports it (OSC 9;4).
    pub progress: Option<Progress>,
    /// The folder that the program says it is in (OSC 7), as it was written.
    pub folder: Option<String>,
    /// The last notifications, oldest first.
    pub notifications: Vec<Notification>,
    /// The colours that the program has changed.
    pub palette: Vec<(Slot, Rgb)>,
    /// Counts what was done to the screen; the same number means the same picture.
    pub generation: u64,
    /// How many bytes of the session's output are in it.
    pub offset: u64,
    /// Bytes were lost, and of the screen not all has been cleared or has scrolled away since.
    pub gap: bool,
}

/// A row of the screen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// The text as a person reads it, without blanks at its end.
    pub text: String,
    /// The text goes on in the next row.
    pub wrapped: bool,
    /// Where the style is not the plain one, from the left. They reach beyond the text where blanks have a colour.
    pub runs: Vec<Run>,
}

/// Neighbouring cells of the same style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The first column.
    pub start: u16,
    /// How many columns.
    pub length: u16,
    /// Their style.
    pub style: Style,
}

/// A character with all that combines with it, in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'a> {
    /// Its first column.
    pub column: u16,
    /// One column or two.
    pub width: u16,
    /// The character and its marks.
    pub text: &'a str,
}

impl Row {
    /// The cells of the text with their columns.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        let (mut column, mut rest) = (0, self.text.as_str());
        std::iter::from_fn(move || {
            let mut letters = rest.char_indices();
            let (_, first) = letters.next()?;
            let end = letters.find(|(_, letter)| letter.width() != Some(0)).map_or(rest.len(), |(at, _)| at);
            let (text, behind) = rest.split_at(end);
            let width = if first.width() == Some(2) { 2 } else { 1 };
            let cell = Cell { column, width, text };
            rest = behind;
            column += width;
            Some(cell)
        })
    }

    /// The style of a column.
    pub fn style_at(&self, column: u16) -> Option<&Style> {
        let before = self.runs.partition_point(|run| run.start <= column).checked_sub(1)?;
        let run = self.runs.get(before).filter(|run| column - run.start < run.length)?;
        Some(&run.style)
    }
}

/// How a cell looks. The default is plain text in the terminal's own colours.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Style {
    /// The colour of the text.
    pub foreground: Colour,
    /// The colour behind it.
    pub background: Colour,
    /// Bold.
    pub bold: bool,
    /// Faint.
    pub dim: bool,
    /// Italic.
    pub italic: bool,
    /// Underlined, and how.
    pub underline: Underline,
    /// The colour of that line; the default is that of the text.
    pub underline_colour: Colour,
    /// Foreground and background change places.
    pub inverse: bool,
    /// Struck out.
    pub strike: bool,
    /// Not to be seen.
    pub hidden: bool,
    /// Where a click leads.
    pub link: Option<Arc<Link>>,
}

/// A hyperlink (OSC 8).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Link {
    /// Cells with the same id belong together; often empty.
    pub id: String,
    /// The address.
    pub uri: String,
}

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colour {
    /// The terminal's own.
    #[default]
    Default,
    /// A place in the palette; 0 to 15 are those with names.
    Indexed(u8),
    /// Mixed by the program.
    Rgb(Rgb),
}

/// Red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// A colour that can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A place in the palette (OSC 4).
    Palette(u8),
    /// The text (OSC 10).
    Foreground,
    /// What is behind it (OSC 11).
    Background,
    /// The cursor (OSC 12).
    Cursor,
}

/// Kinds of underlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Underline {
    /// None.
    #[default]
    None,
    /// One line.
    Single,
    /// Two lines.
    Double,
    /// Waves.
    Curly,
    /// Dots.
    Dotted,
    /// Dashes.
    Dashed,
}

/// The cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// Its row, from zero.
    pub row: u16,
    /// Its column, from zero.
    pub column: u16,
    /// Whether it is shown.
    pub visible: bool,
    /// Its shape.
    pub shape: CursorShape,
    /// Whether it blinks, as far as the program has said so.
    pub blinking: bool,
    /// The row is full: the next character goes into the next row.
    pub wraps_next: bool,
}

/// Shapes of the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CursorShape {
    /// The terminal's own.
    #[default]
    Default,
    /// A block.
    Block,
    /// A line below.
    Underline,
    /// A line at the left.
    Bar,
}

/// What the program has switched on and off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Modes {
    /// Cursor keys send application sequences (?1).
    pub application_cursor: bool,
    /// The keypad sends application sequences (ESC =, ?66).
    pub application_keypad: bool,
    /// Pastes are marked (?2004).
    pub bracketed_paste: bool,
    /// What the mouse reports.
    pub mouse: Mouse,
    /// How it is encoded.
    pub mouse_encoding: MouseEncoding,
    /// Focus is reported (?1004).
    pub focus: bool,
    /// The wheel sends cursor keys on the alternate screen (?1007).
    pub alternate_scroll: bool,
    /// Changes of the colour scheme are reported (?2031).
    pub scheme_reports: bool,
    /// Changes of the size are reported in the input (?2048).
    pub size_reports: bool,
    /// Text goes on in the next row (?7).
    pub autowrap: bool,
    /// Text moves what is right of it (4).
    pub insert: bool,
    /// A line feed is also a return (20).
    pub newline: bool,
    /// Rows are counted from the top of the scroll region (?6).
    pub origin: bool,
    /// Light and dark change places (?5).
    pub reverse_video: bool,
    /// xterm's modifyOtherKeys: 0, 1 or 2.
    pub modify_other_keys: u8,
    /// Flags of the kitty keyboard protocol.
    pub keyboard: KeyboardFlags,
}

impl Default for Modes {
    fn default() -> Self {
        Modes {
            application_cursor: false,
            application_keypad: false,
            bracketed_paste: false,
            mouse: Mouse::Off,
            mouse_encoding: MouseEncoding::Default,
            focus: false,
            alternate_scroll: true,
            scheme_reports: false,
            size_reports: false,
            autowrap: true,
            insert: false,
            newline: false,
            origin: false,
            reverse_video: false,
            modify_other_keys: 0,
            keyboard: KeyboardFlags::default(),
        }
    }
}

/// What the mouse reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mouse {
    /// Nothing.
    #[default]
    Off,
    /// Presses only (?9).
    Presses,
    /// Presses and releases (?1000).
    Clicks,
    /// Also motion with a button held (?1002).
    Drags,
    /// Also motion without (?1003).
    Motion,
}

/// How the mouse's reports are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MouseEncoding {
    /// The first one, for 223 columns.
    #[default]
    Default,
    /// ?1005.
    Utf8,
    /// ?1006.
    Sgr,
    /// ?1015.
    Urxvt,
    /// ?1016.
    SgrPixels,
}

/// A mark of shell integration (OSC 133 and 633), on the main screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// What begins or ends there.
    pub kind: MarkKind,
    /// The row, counted as in [`Snapshot::top`].
    pub line: u64,
    /// The column.
    pub column: u16,
    /// Bytes of output up to the end of the mark.
    pub offset: u64,
}

/// What a mark says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkKind {
    /// A: a prompt begins.
    Prompt,
    /// B: the prompt ends, what is typed begins.
    Input,
    /// C: the output of a command begins.
    Output,
    /// D: it has ended, with this status if one was given.
    End(Option<i32>),
}

/// Progress (OSC 9;4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is going on.
    pub state: ProgressState,
    /// Per cent, where that means something.
    pub percent: u8,
}

/// States of a progress bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressState {
    /// It goes on.
    Running,
    /// It has failed.
    Failed,
    /// It goes on without saying how far.
    Indeterminate,
    /// It waits.
    Paused,
}

/// A notification (OSC 9, 99, 777).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// The headline, if it has one. At most 1 KiB.
    pub title: String,
    /// The text. At most 1 KiB.
    pub body: String,
    /// Bytes of output up to its end.
    pub offset: u64,
}
