//! What commands say to the brain, over its socket in the runtime folder. Both begin with a [`crate::Hello`].
//!
//! The brain learns who asks from the kernel, never from a message.

use serde::{Deserialize, Serialize};

use crate::{
    HookDecision, HookEvent, PolicyRequest, PolicyStanding, PromptRequest, Reasons, Unrecognised, WireExit,
    WireJudgement, WirePrompt, WireSize, WireStanding,
};

/// A session by its id, or by the name it has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wanted {
    /// This one.
    Session(String),
    /// The caller's own: the one whose program it descends from.
    Own,
}

/// In which form a screen is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum View {
    /// Plain text.
    Text,
    /// Text with colours.
    Ansi,
    /// A picture.
    Svg,
    /// Everything, for programs.
    Json,
}

/// What may be asked of the brain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BrainRequest {
    /// How the brain is.
    Status,
    /// End, and leave the sessions alone.
    Stop,
    /// All sessions that run; with `ended`, those that ran as well, the latest first.
    Sessions {
        /// How many that have ended.
        ended: u32,
    },
    /// A session has another name.
    Renamed {
        /// Its id.
        session: String,
        /// Its name before.
        from: String,
        /// Its name now.
        to: String,
    },
    /// A session's screen.
    Screen {
        /// Which.
        session: Wanted,
        /// In which form.
        view: View,
    },
    /// The bytes that make a terminal show a session's screen.
    Restore {
        /// Which session.
        session: String,
        /// Not before the model has this size.
        size: WireSize,
        /// Not before output up to here has been seen.
        at_least: u64,
    },
    /// What happened in a session, the latest `limit` events of it, or of all sessions.
    Log {
        /// Which session.
        session: Option<Wanted>,
        /// How many.
        limit: u32,
    },
    /// Events from this number on, at most `limit`.
    Events {
        /// The first.
        from: u64,
        /// How many.
        limit: u32,
    },
    /// Verify the record.
    Verify,
    /// How a session stands, and why.
    Explain {
        /// Which.
        session: Wanted,
    },
    /// About the person's rules.
    Policy(PolicyRequest),
    /// About questions that wait, or did.
    Prompt(PromptRequest),
    /// Nothing automatic any more in a session, or in all; or automatic again.
    Steer {
        /// Which; none: all.
        session: Option<String>,
        /// From now on manual.
        manual: bool,
    },
    /// The same with the person's PIN, where one is wanted.
    WithPin {
        /// The PIN.
        pin: String,
        /// What is wanted.
        request: Box<BrainRequest>,
    },
    /// From now on a PIN is wanted; none: no more.
    Pin {
        /// The new one.
        new: Option<String>,
    },
    /// An agent's hook was called, inside the session it is about.
    Hook(Box<HookEvent>),
}

/// How the record is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordState {
    /// It is being kept.
    Kept,
    /// It cannot be kept just now.
    Trouble {
        /// Why, for people.
        reason: String,
        /// Since when, in microseconds since 1970.
        since: u64,
        /// Events that wait to be written.
        waiting: u64,
        /// Events that were lost.
        lost: u64,
    },
}

/// What a session does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SessionPhase {
    /// Its program runs.
    Running,
    /// Its program is stopped.
    Stopped,
    /// Its program has ended.
    Ended(WireExit),
    /// Its host is gone, and nobody knows how the program ended.
    Lost,
    /// Its host speaks another version.
    OtherVersion(u16),
    /// Its host does not answer: it is stopped, or only just beginning.
    Silent,
}

/// A session as `locum ps` shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionLine {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it does.
    pub phase: SessionPhase,
    /// Process id of its program.
    pub pid: u32,
    /// Process id of its host.
    pub host_pid: u32,
    /// A terminal is attached.
    pub terminal: bool,
    /// Guests beside it.
    pub guests: u32,
    /// The command line.
    pub command: Vec<String>,
    /// Where it began.
    pub folder: String,
    /// When it began, in microseconds since 1970.
    pub began: u64,
    /// When it ended.
    pub ended: Option<u64>,
    /// When a terminal was last attached or let go.
    pub place_since: u64,
    /// Size of its terminal.
    pub size: WireSize,
    /// What it calls itself.
    pub title: String,
    /// How it stands; none before the first look.
    pub standing: Option<Box<WireStanding>>,
    /// It is a known agent that waits at a screen nobody knows.
    pub unrecognised: Option<Unrecognised>,
    /// Why nothing is answered automatically, if that is so.
    pub manual: Option<String>,
}

/// A value of a recorded event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WireValue {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Int(i64),
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// A recorded event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRecord {
    /// Its number.
    pub seq: u64,
    /// When, in microseconds since 1970.
    pub at: u64,
    /// In which session.
    pub session: Option<String>,
    /// What.
    pub kind: String,
    /// The rest, in order.
    pub fields: Vec<(String, WireValue)>,
    /// The hash before it.
    pub prev: [u8; 32],
    /// Its own.
    pub hash: [u8; 32],
}

/// Something wrong with the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Which event, if it is about one.
    pub seq: Option<u64>,
    /// What, for people.
    pub what: String,
}

/// What the brain answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum BrainAnswer {
    /// To [`BrainRequest::Status`].
    Status {
        /// Its process id.
        pid: u32,
        /// Since when it runs, in microseconds since 1970.
        since: u64,
        /// How many sessions it knows.
        sessions: u32,
        /// How the record is.
        record: RecordState,
        /// What the person should know about their rules.
        policy: Vec<String>,
    },
    /// Done.
    Done,
    /// To [`BrainRequest::Sessions`].
    Sessions {
        /// One each.
        lines: Vec<SessionLine>,
        /// How the record is.
        record: RecordState,
        /// What the person should know about their rules.
        policy: Vec<String>,
    },
    /// To [`BrainRequest::Screen`].
    Screen(Vec<u8>),
    /// To [`BrainRequest::Restore`].
    Restore {
        /// What to write to the terminal.
        bytes: Vec<u8>,
        /// Output up to here is shown then.
        offset: u64,
    },
    /// To [`BrainRequest::Log`] and [`BrainRequest::Events`].
    Events(Vec<EventRecord>),
    /// To [`BrainRequest::Verify`].
    Verified {
        /// How many events were looked at.
        events: u64,
        /// The first of them.
        first: u64,
        /// The last one's hash.
        head: [u8; 32],
        /// What is wrong; nothing if it is empty.
        problems: Vec<Finding>,
    },
    /// To [`BrainRequest::Explain`].
    Explained {
        /// The session, with how it stands.
        line: Box<SessionLine>,
        /// What that rests on.
        reasons: Box<Reasons>,
    },
    /// To [`PolicyRequest::Standing`].
    Policy(Box<PolicyStanding>),
    /// To [`PolicyRequest::Judge`].
    Judged(Box<WireJudgement>),
    /// To most of [`PromptRequest`].
    Prompts {
        /// One each.
        prompts: Vec<WirePrompt>,
        /// Grows with everything that changes.
        count: u64,
    },
    /// To [`PromptRequest::Answer`].
    Answered {
        /// `landed`, `stale` or `failed`.
        outcome: String,
        /// Why it did not land.
        reason: Option<String>,
    },
    /// The person's PIN is wanted for this: [`BrainRequest::WithPin`].
    PinWanted,
    /// To [`BrainRequest::Hook`].
    Hook {
        /// What the agent is told; nothing: it asks as it would without us.
        decision: Option<HookDecision>,
    },
    /// There is no such session.
    NoSession,
    /// Not for this caller.
    Refused {
        /// Why, for people.
        reason: String,
    },
    /// It could not be done.
    Failed {
        /// Why, for people.
        reason: String,
    },
}
