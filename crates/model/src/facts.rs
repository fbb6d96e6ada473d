//! What the kernel tells about a terminal and the programs on it.

use std::time::Duration;

/// Time on the CPU, summed over the foreground group.
pub type CpuTime = Duration;

/// The part of a terminal's settings that says how input is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineMode {
    /// Input is read by lines (ICANON).
    pub canonical: bool,
    /// The terminal echoes what is typed (ECHO). Lines without echo mean a password.
    pub echo: bool,
    /// Ctrl-C and its kin become signals (ISIG).
    pub signals: bool,
}

/// A process, named by its id and its command name. The name comes from the process and is hostile text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// Process id.
    pub pid: u32,
    /// Command name as the kernel keeps it (at most 15 bytes on Linux).
    pub name: String,
}

/// Who waits for input on a terminal, and how, ordered from no evidence to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Reader {
    /// Nobody: no process of the foreground waits for this terminal.
    #[default]
    None,
    /// Only processes in the background wait; reading would stop them.
    BackgroundOnly,
    /// Nobody at this moment, but a process of the foreground keeps this terminal in a set that it waits for: it is at
    /// work between two looks at its input.
    Registered,
    /// The kernel refused to tell (a process of another user, ptrace restrictions).
    Denied,
    /// A process waits, and the kernel does not say for which file: io_uring with several files, 32-bit programs,
    /// a relay with several terminals.
    Undecided,
    /// A process outside the session holds the terminal and waits on it, as a tmux server does.
    Outside,
    /// In poll, select or epoll with a time limit, this terminal in the set.
    PollTimeout,
    /// In poll, select or epoll without a time limit, this terminal in the set.
    PollForever,
    /// In read, or a read pending in io_uring.
    Read,
}

impl Reader {
    /// All of them, from no evidence to the strongest.
    pub const ALL: [Reader; 9] = [
        Reader::None,
        Reader::BackgroundOnly,
        Reader::Registered,
        Reader::Denied,
        Reader::Undecided,
        Reader::Outside,
        Reader::PollTimeout,
        Reader::PollForever,
        Reader::Read,
    ];

    /// The reader with this word.
    pub fn of_word(word: &str) -> Option<Reader> {
        Reader::ALL.into_iter().find(|reader| reader.word() == word)
    }

    /// The word used in recordings and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Reader::None => "none",
            Reader::BackgroundOnly => "bg_only",
            Reader::Registered => "registered",
            Reader::Denied => "denied",
            Reader::Undecided => "undecided",
            Reader::Outside => "outside",
            Reader::PollTimeout => "poll_timeout",
            Reader::PollForever => "poll_inf",
            Reader::Read => "read",
        }
    }
}

/// The terminal inside a relay such as `script` or `expect`, which owns a PTY of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InnerTty {
    /// Settings of the innermost terminal, if it could be opened.
    pub mode: Option<LineMode>,
    /// Leader of its foreground group.
    pub foreground: Option<Process>,
    /// Who waits on it.
    pub reader: Reader,
}

/// One look at a terminal through the kernel. `None` in a field means that the kernel did not tell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KernelFacts {
    /// How input is read.
    pub mode: Option<LineMode>,
    /// Leader of the foreground group, or its first living member.
    pub foreground: Option<Process>,
    /// Who waits on this terminal.
    pub reader: Reader,
    /// The thread (its id as the kernel numbers it) that `reader` speaks of.
    pub reader_thread: Option<u32>,
    /// The innermost terminal, if the foreground is a relay.
    pub inner: Option<InnerTty>,
    /// Bytes that were typed and not read yet. Half a line is not visible in line mode.
    pub unread: Option<u32>,
    /// CPU time of the foreground group.
    pub cpu: Option<CpuTime>,
    /// The program has asked the terminal something and reads the reply, not the person's answer.
    pub awaits_reply: bool,
}

impl KernelFacts {
    /// Whether a reader of `earlier` would learn something new. CPU time alone is no news: it always grows.
    pub fn is_news_after(&self, earlier: &KernelFacts) -> bool {
        let stripped = |facts: &KernelFacts| KernelFacts { cpu: None, ..facts.clone() };
        stripped(self) != stripped(earlier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_alone_is_no_news() {
        let early = KernelFacts { cpu: Some(Duration::from_millis(1)), ..KernelFacts::default() };
        let late = KernelFacts { cpu: Some(Duration::from_millis(9)), ..KernelFacts::default() };
        assert!(!late.is_news_after(&early));
        let reading = KernelFacts { reader: Reader::Read, ..late };
        assert!(reading.is_news_after(&early));
    }

    #[test]
    fn stronger_evidence_orders_higher() {
        assert!(Reader::Read > Reader::PollForever);
        assert!(Reader::PollForever > Reader::PollTimeout);
        assert!(Reader::Denied > Reader::None);
    }
}
