//! The settings of a terminal, to be compared and shown.

use rustix::termios::{
    ControlModes, InputModes, LocalModes, OutputModes, SpecialCodeIndex as Index, Termios,
};

/// A terminal's settings field by field: the kernel's struct has padding and cannot be compared as bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TtySettings {
    /// How input is read.
    pub iflag: InputModes,
    /// How output is changed.
    pub oflag: OutputModes,
    /// Characters and speed.
    pub cflag: ControlModes,
    /// Echo, lines, signals.
    pub lflag: LocalModes,
    /// The special characters by name.
    pub cc: Vec<(&'static str, u8)>,
}

const CODES: [(&str, Index); 17] = [
    ("intr", Index::VINTR),
    ("quit", Index::VQUIT),
    ("erase", Index::VERASE),
    ("kill", Index::VKILL),
    ("eof", Index::VEOF),
    ("time", Index::VTIME),
    ("min", Index::VMIN),
    ("swtch", Index::VSWTC),
    ("start", Index::VSTART),
    ("stop", Index::VSTOP),
    ("susp", Index::VSUSP),
    ("eol", Index::VEOL),
    ("reprint", Index::VREPRINT),
    ("discard", Index::VDISCARD),
    ("werase", Index::VWERASE),
    ("lnext", Index::VLNEXT),
    ("eol2", Index::VEOL2),
];

impl From<&Termios> for TtySettings {
    fn from(termios: &Termios) -> Self {
        TtySettings {
            iflag: termios.input_modes,
            oflag: termios.output_modes,
            cflag: termios.control_modes,
            lflag: termios.local_modes,
            cc: CODES.map(|(name, index)| (name, termios.special_codes[index])).into(),
        }
    }
}

impl TtySettings {
    /// Whether keys come as they are typed, without lines and echo: what an editor or a pump sets.
    pub fn is_raw(&self) -> bool {
        !self.lflag.intersects(LocalModes::ICANON | LocalModes::ECHO)
    }
}
