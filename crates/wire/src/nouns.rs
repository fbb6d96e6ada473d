//! The nouns of `model` as they go over a socket.

use std::time::Duration;

use model::{Exit, InnerTty, KernelFacts, LineMode, Process, Reader, Size};
use serde::{Deserialize, Serialize};

/// A terminal's size: rows, columns, width and height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireSize(u16, u16, u16, u16);

impl From<Size> for WireSize {
    fn from(size: Size) -> Self {
        WireSize(size.rows, size.cols, size.xpixel, size.ypixel)
    }
}

impl From<WireSize> for Size {
    fn from(WireSize(rows, cols, xpixel, ypixel): WireSize) -> Self {
        Size { rows, cols, xpixel, ypixel }
    }
}

/// How the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum WireExit {
    /// With this code.
    Code(u8),
    /// By this signal.
    Signal(u8),
}

impl From<Exit> for WireExit {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Code(code) => WireExit::Code(code),
            Exit::Signal(signal) => WireExit::Signal(signal),
        }
    }
}

impl From<WireExit> for Exit {
    fn from(exit: WireExit) -> Self {
        match exit {
            WireExit::Code(code) => Exit::Code(code),
            WireExit::Signal(signal) => Exit::Signal(signal),
        }
    }
}

type WireMode = (bool, bool, bool);
type WireProcess = (u32, String);

/// Kernel facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireFacts {
    mode: Option<WireMode>,
    foreground: Option<WireProcess>,
    reader: u8,
    reader_thread: Option<u32>,
    inner: Option<(Option<WireMode>, Option<WireProcess>, u8)>,
    unread: Option<u32>,
    cpu_micros: Option<u64>,
    awaits_reply: bool,
}

/// The numbers of readers on the wire; a number, once given, keeps its meaning.
const READERS: [Reader; 9] = [
    Reader::None,
    Reader::BackgroundOnly,
    Reader::Denied,
    Reader::Undecided,
    Reader::Outside,
    Reader::PollTimeout,
    Reader::PollForever,
    Reader::Read,
    Reader::Registered,
];

fn reader_number(reader: Reader) -> u8 {
    READERS.iter().position(|&known| known == reader).unwrap_or_default() as u8
}

/// A number from a newer peer means something we do not know: undecided, never a guess.
fn reader_of(number: u8) -> Reader {
    READERS.get(usize::from(number)).copied().unwrap_or(Reader::Undecided)
}

fn mode_out(mode: LineMode) -> WireMode {
    (mode.canonical, mode.echo, mode.signals)
}

fn mode_in((canonical, echo, signals): WireMode) -> LineMode {
    LineMode { canonical, echo, signals }
}

fn process_out(process: &Process) -> WireProcess {
    (process.pid, process.name.clone())
}

fn process_in((pid, name): WireProcess) -> Process {
    Process { pid, name }
}

impl From<&KernelFacts> for WireFacts {
    fn from(facts: &KernelFacts) -> Self {
        WireFacts {
            mode: facts.mode.map(mode_out),
            foreground: facts.foreground.as_ref().map(process_out),
            reader: reader_number(facts.reader),
            reader_thread: facts.reader_thread,
            inner: facts.inner.as_ref().map(|inner| {
                (
                    inner.mode.map(mode_out),
                    inner.foreground.as_ref().map(process_out),
                    reader_number(inner.reader),
                )
            }),
            unread: facts.unread,
            cpu_micros: facts.cpu.map(|cpu| cpu.as_micros() as u64),
            awaits_reply: facts.awaits_reply,
        }
    }
}

impl From<WireFacts> for KernelFacts {
    fn from(facts: WireFacts) -> Self {
        KernelFacts {
            mode: facts.mode.map(mode_in),
            foreground: facts.foreground.map(process_in),
            reader: reader_of(facts.reader),
            reader_thread: facts.reader_thread,
            inner: facts.inner.map(|(mode, foreground, reader)| InnerTty {
                mode: mode.map(mode_in),
                foreground: foreground.map(process_in),
                reader: reader_of(reader),
            }),
            unread: facts.unread,
            cpu: facts.cpu_micros.map(Duration::from_micros),
            awaits_reply: facts.awaits_reply,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_survive_the_wire() {
        for reader in READERS {
            let facts = KernelFacts {
                mode: Some(LineMode { canonical: true, echo: false, signals: true }),
                foreground: Some(Process { pid: 7, name: "pass wd)".into() }),
                reader,
                reader_thread: Some(8),
                inner: Some(InnerTty { mode: None, foreground: None, reader }),
                unread: Some(3),
                cpu: Some(Duration::from_micros(1234)),
                awaits_reply: true,
            };
            assert_eq!(KernelFacts::from(WireFacts::from(&facts)), facts);
        }
    }

    #[test]
    fn an_unknown_reader_is_never_guessed() {
        assert_eq!(reader_of(200), Reader::Undecided);
    }
}
