//! Who is asking: whether a process belongs to a supervised session, whatever it did to hide that.
//!
//! Three things tell, and the strictest wins: its ancestry, the mark that every process of a session inherits, and
//! what its environment says. What cannot be found out is unknown, and unknown is treated as the worst.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use model::SessionId;

use super::signals::{self, SignalSet};

#[cfg(target_os = "linux")]
pub use super::linux::kin::{caller, own_mark, standing, standing_for_host, start_time};
#[cfg(target_os = "macos")]
pub use super::macos::kin::{caller, own_mark, standing, standing_for_host, start_time};

/// Whether who listens at the other end may be one of our own processes: a host or the brain is never supervised,
/// and nobody else has reason to listen in the runtime folder.
pub fn is_ours(socket: impl std::os::fd::AsFd) -> bool {
    caller(socket).is_ok_and(|caller| standing(&caller, &[]).may_act())
}

/// A process at the other end of a socket, as the kernel noted it when it connected.
#[derive(Debug)]
pub struct Caller {
    /// Its number; 0 if the kernel does not tell.
    pub pid: u32,
    /// Its user.
    pub user: u32,
    /// The process itself, which its number alone does not name for ever.
    pub pidfd: Option<OwnedFd>,
}

/// A host that runs: its number is its own only together with the time of its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownHost {
    /// Process id.
    pub pid: u32,
    /// Start of the process in the kernel's clock ticks, see [`start_time`].
    pub started: u64,
    /// The session it holds.
    pub session: SessionId,
}

/// Where a caller stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// In no session.
    Outside,
    /// In this session, whose host is known and runs.
    Within(SessionId),
    /// In a session whose host is not known, or that contradicts itself; which one, if that can be told.
    Marked(Option<SessionId>),
    /// In no session: locum itself started it, or who started it, by a setting or a rule that anybody may have written.
    Started,
    /// Nobody can say. Refused whatever it asks for.
    Unknown,
}

impl Standing {
    /// Whether this caller may change anything, anywhere.
    pub fn may_act(&self) -> bool {
        *self == Standing::Outside
    }

    /// Whether it may read what is known of `session`.
    pub fn may_read(&self, session: &str) -> bool {
        self.may_act() || matches!(self, Standing::Within(own) if own.as_str() == session)
    }

    /// Why it may not, for people.
    pub fn refusal(&self) -> &'static str {
        match self {
            Standing::Outside | Standing::Within(_) => "a program in a session may only read its own session",
            Standing::Marked(_) => "this process belongs to another session, and may only read that one",
            Standing::Started => "a program that locum itself started may change nothing",
            Standing::Unknown => "it cannot be told who is asking",
        }
    }
}

/// What a process carries of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// This session's mark.
    Session(SessionId),
    /// The mark of what locum itself starts, which is nobody's session.
    Ours,
    /// Something that is no mark and would not be there without one.
    Illegible,
}

/// What was found out about a caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Evidence {
    /// The nearest known host above it.
    pub(super) ancestor: Option<SessionId>,
    pub(super) mark: Option<Mark>,
    /// What its environment says. It may say anything, so it counts only against the caller.
    pub(super) word: Option<Mark>,
}

/// Judges a caller. No evidence at all is no proof of innocence.
pub(super) fn judge(evidence: Option<Evidence>) -> Standing {
    let Some(Evidence { ancestor, mark, word }) = evidence else { return Standing::Unknown };
    match (ancestor, mark, word) {
        // A process can lower its mark to that of another session, or be started there and find its way here.
        (Some(host), Some(Mark::Session(marked)), _) if host != marked => Standing::Marked(None),
        (Some(_), Some(Mark::Ours), _) => Standing::Marked(None),
        (Some(host), _, _) => Standing::Within(host),
        (None, Some(Mark::Session(marked)), _) => Standing::Marked(Some(marked)),
        (None, Some(Mark::Ours), _) | (None, None, Some(Mark::Ours)) => Standing::Started,
        (None, Some(Mark::Illegible), _) => Standing::Unknown,
        (None, None, Some(Mark::Session(named))) => Standing::Marked(Some(named)),
        (None, None, Some(Mark::Illegible)) => Standing::Marked(None),
        (None, None, None) => Standing::Outside,
    }
}

/// Bits of a limit that say it is a mark: the letters "loc". Below them there is room for a session's number.
const TAG: u64 = 0x6c_6f63 << ID_BITS;
const ID_BITS: u32 = 40;
/// The highest number, which no session has: limits go down and never up, so no process of a session can take it.
const OURS: u64 = TAG | ((1 << ID_BITS) - 1);

/// Starts a program as nobody's: it and everything that it will ever start is known as such, and may change nothing. One
/// that cannot be marked is not started.
pub fn spawn_marked(command: &mut Command) -> io::Result<Child> {
    // The brain's own answers to signals, which end where the program begins.
    let handled = SignalSet::of(&[libc::SIGTERM, libc::SIGINT]);
    let blocked = signals::hold_all();
    // SAFETY: between fork and exec only the kernel is asked, about limits and signals; nothing is allocated.
    unsafe {
        command.pre_exec(move || {
            super::set_mark(OURS)?;
            signals::default(handled);
            signals::block_exactly(blocked);
            Ok(())
        });
    }
    let child = command.spawn();
    signals::block_exactly(blocked);
    child
}

/// The mark of a session, as a number.
pub(crate) fn mark_of(session: &SessionId) -> u64 {
    TAG | session.number()
}

/// Reads a mark back. `None` for a number that is none.
pub(super) fn read_mark(number: u64) -> Option<Mark> {
    let id = number & ((1 << ID_BITS) - 1);
    match number {
        OURS => Some(Mark::Ours),
        _ => (number & !((1 << ID_BITS) - 1) == TAG)
            .then(|| SessionId::from_number(id).map_or(Mark::Illegible, Mark::Session)),
    }
}

/// What a pair of limits (`None` is no limit) says about the process that has them, to one whose own hard limit is
/// `ours`. Limits go down and never up, so a lower one than ours that is no mark may have been one.
pub(super) fn mark_in(soft: Option<u64>, hard: Option<u64>, ours: Option<u64>) -> Option<Mark> {
    let legible = [hard, soft].into_iter().flatten().find_map(read_mark);
    let lowered = hard.is_some_and(|hard| ours.is_none_or(|ours| hard < ours));
    legible.or(lowered.then_some(Mark::Illegible))
}

/// Reads the word of an environment.
pub(super) fn read_word(value: &str) -> Mark {
    SessionId::parse(value).map_or(Mark::Illegible, Mark::Session)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> SessionId {
        SessionId::parse(text).unwrap()
    }

    const A: &str = "bcdfghjk";
    const B: &str = "zyxwvtsr";

    #[test]
    fn the_strictest_wins() {
        let mark = |text: &str| match text {
            "?" => Mark::Illegible,
            "ours" => Mark::Ours,
            text => Mark::Session(id(text)),
        };
        for (name, ancestor, carried, word, expected) in [
            ("nothing at all", None, None, None, Standing::Outside),
            ("as it should be", Some(A), Some(A), Some(A), Standing::Within(id(A))),
            ("env -i", Some(A), Some(A), None, Standing::Within(id(A))),
            ("a lying environment", Some(A), Some(A), Some(B), Standing::Within(id(A))),
            ("its mark raised by root", Some(A), None, None, Standing::Within(id(A))),
            ("its mark lowered to nothing", Some(A), Some("?"), None, Standing::Within(id(A))),
            ("its mark lowered to another", Some(A), Some(B), None, Standing::Marked(None)),
            ("its host was killed", None, Some(A), Some(A), Standing::Marked(Some(id(A)))),
            ("its host was killed, env -i", None, Some(A), None, Standing::Marked(Some(id(A)))),
            ("host gone, mark spoiled", None, Some("?"), Some(A), Standing::Unknown),
            ("started by locum", None, Some("ours"), None, Standing::Started),
            ("started by locum, with a word", None, Some("ours"), Some(A), Standing::Started),
            ("started by locum, below a host", Some(A), Some("ours"), None, Standing::Marked(None)),
            ("nothing but a word", None, None, Some(A), Standing::Marked(Some(id(A)))),
            ("nothing but a strange word", None, None, Some("?"), Standing::Marked(None)),
        ] {
            let evidence =
                Evidence { ancestor: ancestor.map(id), mark: carried.map(mark), word: word.map(mark) };
            assert_eq!(judge(Some(evidence)), expected, "{name}");
        }
        assert_eq!(judge(None), Standing::Unknown);
    }

    #[test]
    fn marks_in_limits() {
        let (a, b) = (mark_of(&id(A)), mark_of(&id(B)));
        let session = |text| Some(Mark::Session(id(text)));
        for (name, soft, hard, ours, expected) in [
            ("no limits", None, None, None, None),
            ("marked", Some(a), Some(a), None, session(A)),
            ("soft limit lowered", Some(3), Some(a), None, session(A)),
            ("both lowered", Some(3), Some(3), None, Some(Mark::Illegible)),
            ("lowered to another's mark", Some(a), Some(b), None, session(B)),
            ("only the soft limit is low, which says nothing", Some(3), None, None, None),
            ("a soft mark alone", Some(a), None, None, session(A)),
            ("everybody here has a limit", Some(9), Some(9), Some(9), None),
            ("a lower one than everybody", Some(8), Some(8), Some(9), Some(Mark::Illegible)),
            ("a higher one than ours", Some(10), Some(10), Some(9), None),
            ("ours", Some(OURS), Some(OURS), None, Some(Mark::Ours)),
            ("ours, made a session's", Some(a), Some(a), None, session(A)),
            ("the tag without a session", Some(OURS - 1), None, None, Some(Mark::Illegible)),
        ] {
            assert_eq!(mark_in(soft, hard, ours), expected, "{name}");
        }
    }
}
