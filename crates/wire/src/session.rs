//! What is said over a session's socket: by `locum facts`, by a watcher, by the brain.

use serde::{Deserialize, Serialize};

use crate::{Streams, TerminalSettings, WireExit, WireFacts, WireSize};

/// The first frame in either direction. Its shape never changes, so that two versions can tell each other so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Version of the messages that follow.
    pub version: u16,
    /// Program version, for people.
    pub program: String,
    /// The session spoken of (empty from a caller).
    pub session: String,
}

/// The longest remark that is passed on.
pub const LONGEST_REMARK: usize = 4096;

/// What a caller may ask of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// The kernel facts, read now.
    Facts,
    /// From now on this socket is a tap: output from this offset on, and events. The answer is the stream itself.
    Watch {
        /// First byte wanted; what has left the ring is a gap.
        from: u64,
    },
    /// Type these bytes if nothing has happened since: compare-and-swap. Not for a supervised caller.
    Inject {
        /// What to type.
        bytes: Vec<u8>,
        /// Output seen so far.
        output_offset: u64,
        /// Key presses, pastes and injections seen so far.
        input_epoch: u64,
    },
    /// What session this is, and how it stands.
    Describe,
    /// Make the program's terminal this large, if none is attached that has a say in it.
    Resize {
        /// The size wanted.
        size: WireSize,
    },
    /// Take over this terminal. Its descriptors come along; from the answer on the socket speaks [`crate::ToHost`]
    /// and [`crate::ToClient`], as that of the client that began the session.
    Attach(Box<Attach>),
    /// Beside a terminal that is attached already: from the answer on the socket is a tap that also takes
    /// [`GuestSays`].
    Visit {
        /// First byte of output wanted.
        from: u64,
        /// The guest's size; it has a say in the session's.
        size: WireSize,
    },
    /// The answer to a query of the program that no terminal saw. Typed only if that is so and stays so. To be tried
    /// for every query as it comes, and, after [`crate::TapEvent::Detached`], once more for those behind its
    /// `unseen_from`: the terminal that left was shown them and did not answer. Refused means that somebody else
    /// answers, or has. Queries are answered in their order; one that was passed over is refused later.
    Reply {
        /// Number of the output byte that follows the query.
        at: u64,
        /// What a terminal would have sent.
        bytes: Vec<u8>,
    },
    /// Every terminal and guest lets go of the session.
    Detach,
    /// Send a signal to the program (its process group, if `group`).
    Signal {
        /// Its number.
        signal: u8,
        /// To the group.
        group: bool,
    },
    /// As [`Request::Watch`], for whom the present is worth more than the past: once up to date, who falls further
    /// behind than this skips ahead, as over a gap.
    Follow {
        /// First byte wanted.
        from: u64,
        /// How many bytes behind is too many.
        most_behind: u64,
    },
    /// Told to everybody who watches, as [`crate::TapEvent::Remark`]. Not for a supervised caller; at most
    /// [`LONGEST_REMARK`] bytes.
    Remark {
        /// One JSON object.
        text: String,
    },
    /// Ring the bell of the terminal, where there is one, as soon as the program is in the middle of nothing. Not for a
    /// supervised caller.
    Ring,
    /// Why nothing is answered automatically, if that is so; kept for whoever follows the session next. At most
    /// [`LONGEST_REMARK`] bytes. Not for a supervised caller.
    Manual {
        /// In the person's words.
        why: Option<String>,
    },
    /// What the title of the terminal's window is to say, as long as nothing else is said; none gives it back to the program.
    /// Not for a supervised caller.
    Title {
        /// Without control characters.
        text: Option<String>,
    },
}

/// A terminal for a session that has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attach {
    /// Which descriptors come along; behind them the mode page.
    pub streams: Streams,
    /// The terminal's size.
    pub size: WireSize,
    /// Written to the terminal first: it then shows the output up to `restored_to`.
    pub restore: Vec<u8>,
    /// Where the output goes on. `None`: from now on, with nothing restored.
    pub restored_to: Option<u64>,
    /// The key that detaches.
    pub detach_key: Option<WireKey>,
    /// A hang-up of this terminal ends the program.
    pub hup_kill: bool,
}

/// A key with Ctrl held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireKey {
    /// The byte it sends.
    pub byte: u8,
    /// Its letter, for terminals that spell keys out.
    pub letter: char,
}

/// What a guest says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum GuestSays {
    /// Its person typed this; answers of its terminal are not among it.
    Typed(Vec<u8>),
    /// Its terminal has another size.
    Resized(WireSize),
    /// Its terminal (whose descriptor comes along) is about to be set to `raw`; if the guest dies without a word,
    /// `original` is to be put back.
    Announce {
        /// Settings before.
        original: TerminalSettings,
        /// Settings that are ours, nonce included.
        raw: TerminalSettings,
    },
    /// Goodbye; the terminal has been put back.
    Leaves,
}

/// A session as its host knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The session's id.
    pub session: String,
    /// The program's arguments, the zeroth too.
    pub arguments: Vec<Vec<u8>>,
    /// Its working folder at the start.
    pub folder: Vec<u8>,
    /// Process id of the program; 0 until it runs.
    pub pid: u32,
    /// When the session began, in microseconds since 1970.
    pub began: u64,
    /// Size of its terminal.
    pub size: WireSize,
    /// A terminal is attached.
    pub terminal: bool,
    /// Guests beside it.
    pub guests: u32,
    /// The program is stopped.
    pub stopped: bool,
    /// How the program ended, if it has and late output is still awaited.
    pub exit: Option<WireExit>,
    /// Bytes of output so far.
    pub output_offset: u64,
    /// Queries in the output from here on were seen by no terminal; none while one is attached.
    pub unseen_from: Option<u64>,
    /// Queries up to here have been answered by [`Request::Reply`].
    pub replied_to: u64,
    /// Key presses, pastes and injections so far.
    pub input_epoch: u64,
    /// The person has typed something and not submitted it.
    pub draft: bool,
    /// Text was typed for the person, and no Enter since, theirs or ours.
    pub half_typed: bool,
    /// The same while the kernel put lines together: it lies there, whatever the program asks next.
    pub held_in_line: bool,
    /// How often the person has taken over so far: [`crate::TapEvent::TookOver`].
    pub took_over: u32,
    /// What [`Request::Manual`] said last.
    pub manual: Option<String>,
    /// What the person wished for this run when they began it.
    pub wish: crate::Wish,
}

/// What a host answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// To [`Request::Facts`].
    Facts {
        /// The facts.
        facts: Box<WireFacts>,
        /// Bytes of output so far.
        output_offset: u64,
        /// Key presses, pastes and injections so far.
        input_epoch: u64,
        /// The person has typed something and not submitted it.
        draft: bool,
        /// Process id of the program.
        pid: u32,
    },
    /// To [`Request::Inject`].
    Injected(InjectOutcome),
    /// To [`Request::Describe`].
    Description(Box<Description>),
    /// To [`Request::Attach`] and [`Request::Visit`]: done.
    Attached {
        /// Output so far.
        output_offset: u64,
        /// The size the session's terminal has now.
        size: WireSize,
    },
    /// To [`Request::Attach`]: what was restored is too old, restore again.
    OutOfDate,
    /// To [`Request::Attach`]: a terminal is attached already; a guest is welcome.
    Occupied,
    /// To everything that has no other answer.
    Done {
        /// Output so far.
        output_offset: u64,
    },
    /// The request is not for this caller, or not for now.
    Refused {
        /// Why, for people.
        reason: String,
    },
}

/// What became of an injection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum InjectOutcome {
    /// All bytes are with the program, or on their way with nothing before them. The epoch has grown by one, so that
    /// nothing is typed twice for the same expectation, also where the program echoes nothing.
    Typed {
        /// Output before it was typed: as much as was expected.
        output_offset: u64,
        /// Key presses, pastes and injections so far, this one included.
        input_epoch: u64,
    },
    /// Something happened since; nothing was typed.
    Stale {
        /// Output so far.
        output_offset: u64,
        /// Key presses, pastes and injections so far.
        input_epoch: u64,
    },
}
