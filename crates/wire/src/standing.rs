//! How a session stands, as it goes over the brain's socket. Words stand for kinds, roles and sources, so that a peer
//! that knows more of them is still understood.

use model::{Choice, Evidence, Key, Kind, Question, Role, Source, Subject};
use serde::{Deserialize, Serialize};

/// What a session does for the person, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Activity {
    /// A person has to decide something.
    Asking,
    /// The program rests at a prompt of its own.
    Idle,
    /// It works.
    Busy,
    /// It may wait.
    Unsure,
}

impl Activity {
    /// The word for people and programs.
    pub fn word(self) -> &'static str {
        match self {
            Activity::Asking => "asking",
            Activity::Idle => "idle",
            Activity::Busy => "busy",
            Activity::Unsure => "unsure",
        }
    }
}

/// How a session stands, with the reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireStanding {
    /// In one word.
    pub activity: Activity,
    /// Since when, in microseconds since 1970.
    pub since: u64,
    /// What is asked, or the prompt at which the program rests.
    pub question: Option<WireQuestion>,
    /// How sure that is, in thousandths.
    pub confidence: u16,
    /// The shape or rule that decided.
    pub rule: Option<String>,
    /// The first row of the question and the one behind its last.
    pub rows: Option<(u16, u16)>,
    /// Which question it is.
    pub fingerprint: Option<u64>,
    /// The profile that was used.
    pub agent: String,
    /// What speaks for it and against it.
    pub evidence: Vec<WireEvidence>,
}

/// Why a session stands as it does, beside the evidence itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reasons {
    /// What the kernel told last.
    pub facts: Option<crate::WireFacts>,
    /// The command lines that were looked at, in order, to find the profile.
    pub programs: Vec<String>,
    /// How long the program has written nothing, in microseconds.
    pub quiet: u64,
    /// Below this confidence a session is unsure, in thousandths.
    pub threshold: u16,
    /// Automatic answers since the person did something, and how many there may be.
    pub consecutive: (u32, u32),
    /// How things stand with each limit on automatic answers, in words.
    pub limits: Vec<String>,
    /// What was done about questions lately, with its time in microseconds since 1970.
    pub notes: Vec<(u64, String)>,
}

/// A known agent waits, and nothing known fits its screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unrecognised {
    /// The agent.
    pub agent: String,
    /// Since when, in microseconds since 1970.
    pub since: u64,
}

/// A question in its parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireQuestion {
    kind: String,
    text: String,
    subject: Option<(String, bool)>,
    choices: Vec<WireChoice>,
    default: Option<String>,
    submit: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct WireChoice {
    label: String,
    keys: Vec<String>,
    selected: bool,
    default: bool,
    role: String,
    checked: Option<bool>,
}

/// One piece of evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireEvidence {
    source: String,
    says: String,
    speaks_for: bool,
}

impl From<&Question> for WireQuestion {
    fn from(question: &Question) -> Self {
        WireQuestion {
            kind: question.kind.word().to_owned(),
            text: question.text.clone(),
            subject: question.subject.as_ref().map(|subject| (subject.text.clone(), subject.partial)),
            choices: question.choices.iter().map(WireChoice::from).collect(),
            default: question.default.clone(),
            submit: question.submit.as_ref().map(|key| key.word().to_owned()),
        }
    }
}

impl From<WireQuestion> for Question {
    fn from(question: WireQuestion) -> Self {
        Question {
            kind: Kind::of_word(&question.kind).unwrap_or(Kind::Unknown),
            text: question.text,
            subject: question.subject.map(|(text, partial)| Subject { text, partial }),
            choices: question.choices.into_iter().map(Choice::from).collect(),
            default: question.default,
            submit: question.submit.as_deref().map(Key::of_word),
        }
    }
}

impl From<&Choice> for WireChoice {
    fn from(choice: &Choice) -> Self {
        WireChoice {
            label: choice.label.clone(),
            keys: choice.keys.iter().map(|key| key.word().to_owned()).collect(),
            selected: choice.selected,
            default: choice.default,
            role: choice.role.word().to_owned(),
            checked: choice.checked,
        }
    }
}

impl From<WireChoice> for Choice {
    fn from(choice: WireChoice) -> Self {
        Choice {
            label: choice.label,
            keys: choice.keys.iter().map(|word| Key::of_word(word)).collect(),
            selected: choice.selected,
            default: choice.default,
            role: Role::of_word(&choice.role).unwrap_or_default(),
            checked: choice.checked,
        }
    }
}

impl From<&Evidence> for WireEvidence {
    fn from(evidence: &Evidence) -> Self {
        WireEvidence {
            source: evidence.source.word().to_owned(),
            says: evidence.says.clone(),
            speaks_for: evidence.speaks_for,
        }
    }
}

impl From<WireEvidence> for Evidence {
    fn from(evidence: WireEvidence) -> Self {
        let sources = [Source::Event, Source::Kernel, Source::Screen, Source::Marks, Source::Quiet];
        let source = sources.into_iter().find(|source| source.word() == evidence.source);
        Evidence {
            source: source.unwrap_or(Source::Screen),
            says: evidence.says,
            speaks_for: evidence.speaks_for,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_survives_the_wire() {
        let choice = |keys: Vec<Key>, role, checked: Option<bool>| Choice {
            label: "label".into(),
            keys,
            selected: true,
            default: checked.is_none(),
            role,
            checked,
        };
        for kind in Kind::ALL {
            let question = Question {
                kind,
                text: "Sure?".into(),
                subject: Some(Subject { text: "rm x".into(), partial: true }),
                choices: vec![
                    choice(vec![Key::Down, Key::Enter], Role::YesAndRemember, Some(true)),
                    choice(vec![Key::Text("n".into())], Role::No, None),
                ],
                default: Some("n".into()),
                submit: Some(Key::Tab),
            };
            assert_eq!(Question::from(WireQuestion::from(&question)), question);
        }
    }

    #[test]
    fn evidence_survives_the_wire_and_an_unknown_source_is_the_screen() {
        for source in [Source::Event, Source::Kernel, Source::Screen, Source::Marks, Source::Quiet] {
            let evidence = Evidence { source, says: "so".into(), speaks_for: false };
            assert_eq!(Evidence::from(WireEvidence::from(&evidence)), evidence);
        }
        let unknown = WireEvidence { source: "oracle".into(), says: "so".into(), speaks_for: true };
        assert_eq!(Evidence::from(unknown).source, Source::Screen);
    }
}
