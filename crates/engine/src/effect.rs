//! What is to be done.

use crate::answer::{Answer, By, Outcome};
use crate::guard::Injection;
use crate::input::Number;
use crate::life::Stage;

/// How a question ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Which way.
    pub stage: Stage,
    /// Who answered, if anybody did.
    pub by: Option<By>,
}

/// Something to be done by whoever drives the session.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// A question is there: to be written down, and the policy to be asked about it. Again, when more is known of it.
    Judge(Number),
    /// A person is to answer it, for these reasons.
    Ask(Number, Vec<String>),
    /// This is about to be answered: to be recorded first, durably.
    Claim(Number, Answer, By),
    /// Keys are to be pressed.
    Press(Injection),
    /// A hook's call gets this answer; none: the program asks as it would without us.
    Reply {
        /// Which call.
        call: u64,
        /// The answer, and whose it is.
        answer: Option<(Answer, By)>,
        /// For the question that it belongs to.
        question: Option<Number>,
    },
    /// An answer had this outcome; who gave it is to be told.
    Told(Number, By, Outcome),
    /// A question that was to be answered is open again, for a person.
    Reopen(Number, String),
    /// A question is over.
    Ended(Number, Ending),
    /// The session goes to manual, for this reason; none: it is automatic again.
    Manual(Option<String>),
    /// The program is nudged, for the so-manieth time.
    Nudged(u32),
    /// For the record and for `explain`, in words.
    Note(Option<Number>, String),
}
