//! The kernel's facts, digested to what detection asks of them.

use std::time::Duration;

use model::{InnerTty, KernelFacts, LineMode, Reader};

/// What the kernel says about waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Waits {
    /// Nobody reads this terminal: whatever stands there, it is no question to the person.
    Nobody,
    /// The kernel does not tell, or what it tells says nothing: a remote program, a multiplexer, no facts at all.
    Untold,
    /// A program looks at the terminal from time to time, or for a limited time.
    Polls,
    /// A program waits for this terminal among others, without a limit.
    Listens,
    /// A thread sleeps in read on this terminal.
    Reads,
}

/// Facts about the terminal and who waits on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Who waits.
    pub waits: Waits,
    /// Nobody waits at this moment, but the program has the terminal in a set that it waits for: it is at work between
    /// two looks.
    pub comes_back: bool,
    /// How input is read, where it is known.
    pub mode: Option<LineMode>,
    /// The name of the foreground program.
    pub program: Option<String>,
    /// The name of the program that waits, where somebody has found out: under a shell's script it is not the foreground's.
    pub reader: Option<String>,
    /// The program reads the answer to a query of its own.
    pub awaits_reply: bool,
    /// Something was typed that it has not read.
    pub unread: bool,
}

impl Facts {
    /// No facts: a recording without them, a system that does not tell.
    pub fn none() -> Self {
        Facts {
            waits: Waits::Untold,
            comes_back: false,
            mode: None,
            program: None,
            reader: None,
            awaits_reply: false,
            unread: false,
        }
    }

    /// The facts of a terminal. `remote` says that the foreground only passes on what a program elsewhere does,
    /// so that its waiting says nothing.
    pub fn of(kernel: &KernelFacts, remote: bool) -> Self {
        let passes_on = remote && kernel.mode.is_none_or(|mode| !mode.canonical);
        let mode = if passes_on { None } else { innermost_mode(kernel) };
        Facts {
            waits: if passes_on { Waits::Untold } else { waits(kernel) },
            comes_back: comes_back(kernel),
            mode,
            program: kernel.foreground.as_ref().map(|process| process.name.clone()),
            reader: None,
            awaits_reply: kernel.awaits_reply,
            unread: kernel.unread.is_some_and(|bytes| bytes > 0),
        }
    }

    /// Lines without echo: the form of a password prompt.
    pub fn hides_input(&self) -> bool {
        self.mode.is_some_and(|mode| mode.canonical && !mode.echo)
    }

    /// Whether input is read by lines, if that is known.
    pub fn reads_lines(&self) -> Option<bool> {
        self.mode.map(|mode| mode.canonical)
    }

    /// Output must have rested for so long before the kernel's word counts for the screen.
    pub(crate) fn settles_after(&self) -> Duration {
        let millis = match self.waits {
            Waits::Reads => 40,
            Waits::Listens => 60,
            Waits::Polls => 150,
            Waits::Nobody | Waits::Untold => 250,
        };
        Duration::from_millis(millis)
    }
}

/// A relay waits for the person only if it reads the outer terminal, and its program only if that reads the inner.
fn waits(kernel: &KernelFacts) -> Waits {
    let outer = of_reader(kernel.reader);
    let Some(inner) = &kernel.inner else { return outer };
    match outer {
        Waits::Nobody => Waits::Nobody,
        _ => of_reader(inner.reader),
    }
}

fn comes_back(kernel: &KernelFacts) -> bool {
    kernel.reader == Reader::Registered && kernel.inner.is_none()
}

fn of_reader(reader: Reader) -> Waits {
    match reader {
        Reader::None | Reader::BackgroundOnly | Reader::Registered => Waits::Nobody,
        Reader::Denied | Reader::Undecided | Reader::Outside => Waits::Untold,
        Reader::PollTimeout => Waits::Polls,
        Reader::PollForever => Waits::Listens,
        Reader::Read => Waits::Reads,
    }
}

fn innermost_mode(kernel: &KernelFacts) -> Option<LineMode> {
    match &kernel.inner {
        Some(InnerTty { mode, .. }) => *mode,
        None => kernel.mode,
    }
}
