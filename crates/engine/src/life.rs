//! The life of a question: one table. What is not in it cannot happen.

/// Where a question is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// It was seen; the policy has not spoken.
    Seen,
    /// A person is to answer it.
    Asked,
    /// It is known what to answer; the moment has not come.
    Decided,
    /// The intent is on its way into the record.
    Recording,
    /// The intent is in the record; keys may be pressed if the guard lets them.
    Intended,
    /// Keys are on their way to the program, or have been refused; nobody knows yet.
    Sent,
    /// The program has them.
    Injected,
    /// The question has left the screen after the answer.
    Landed,
    /// It had left before the answer could be typed.
    Stale,
    /// Nobody answered in time; it may still stand on the screen.
    Expired,
    /// The person answered it where it was asked.
    AtTerminal,
    /// The program did not want an answer any more.
    Gone,
    /// The answer went wrong, and what the program got of it is not known.
    Failed,
}

/// What can happen to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// It is known what to answer: by a rule, by a person, by the time.
    Decide,
    /// A person has to answer: the policy says so, or what was decided does not hold any more.
    Ask,
    /// The intent is to be recorded.
    Record,
    /// It is.
    Recorded,
    /// Keys are sent.
    Send,
    /// The host refused them: something happened meanwhile.
    Refused,
    /// The program has them.
    Typed,
    /// The rest of the keys, or the same once more.
    Again,
    /// It has left the screen, with nobody having typed.
    Left,
    /// It has left the screen after the person typed.
    LeftByPerson,
    /// Its time is over.
    Expire,
    /// In the middle of an answer it went away, somebody typed, or the way to the program broke.
    Break,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Stage; 13] = [
        Stage::Seen,
        Stage::Asked,
        Stage::Decided,
        Stage::Recording,
        Stage::Intended,
        Stage::Sent,
        Stage::Injected,
        Stage::Landed,
        Stage::Stale,
        Stage::Expired,
        Stage::AtTerminal,
        Stage::Gone,
        Stage::Failed,
    ];

    /// Whether nothing more happens to it.
    pub fn is_end(self) -> bool {
        self >= Stage::Landed
    }

    /// The word used in JSON, in the record and in lists.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Seen => "seen",
            Stage::Asked => "asked",
            Stage::Decided => "decided",
            Stage::Recording => "recording",
            Stage::Intended => "intended",
            Stage::Sent => "sent",
            Stage::Injected => "injected",
            Stage::Landed => "landed",
            Stage::Stale => "stale",
            Stage::Expired => "expired",
            Stage::AtTerminal => "terminal",
            Stage::Gone => "gone",
            Stage::Failed => "failed",
        }
    }
}

/// The table: where a question is after this step; nothing, if that cannot happen there.
pub fn next(stage: Stage, step: Step) -> Option<Stage> {
    use Stage::{
        Asked, AtTerminal, Decided, Expired, Failed, Gone, Injected, Intended, Landed, Recording, Seen, Sent,
        Stale,
    };
    Some(match (stage, step) {
        (Seen | Asked, Step::Decide) => Decided,
        (Seen | Decided | Recording | Intended | Injected, Step::Ask) => Asked,
        (Decided, Step::Record) => Recording,
        (Recording, Step::Recorded) => Intended,
        (Intended, Step::Send) => Sent,
        (Sent, Step::Refused) => Intended,
        (Sent, Step::Typed) => Injected,
        (Injected, Step::Again) => Intended,
        (Injected, Step::Left) => Landed,
        (Recording | Intended, Step::Left) => Stale,
        (Seen | Asked | Decided, Step::Left) => Gone,
        (Seen | Asked | Decided | Recording | Intended, Step::LeftByPerson) => AtTerminal,
        (Seen | Asked | Decided, Step::Expire) => Expired,
        (Intended | Sent | Injected, Step::Break) => Failed,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [Step; 12] = [
        Step::Decide,
        Step::Ask,
        Step::Record,
        Step::Recorded,
        Step::Send,
        Step::Refused,
        Step::Typed,
        Step::Again,
        Step::Left,
        Step::LeftByPerson,
        Step::Expire,
        Step::Break,
    ];

    #[test]
    fn nothing_happens_after_the_end() {
        for stage in Stage::ALL.into_iter().filter(|stage| stage.is_end()) {
            for step in STEPS {
                assert_eq!(next(stage, step), None, "{stage:?} {step:?}");
            }
        }
    }

    #[test]
    fn every_stage_can_be_reached_and_left() {
        let mut reached = vec![Stage::Seen];
        let mut place = 0;
        while let Some(stage) = reached.get(place).copied() {
            let after = STEPS.into_iter().filter_map(|step| next(stage, step));
            let new: Vec<Stage> = after.filter(|after| !reached.contains(after)).collect();
            reached.extend(new);
            place += 1;
        }
        reached.sort_unstable();
        reached.dedup();
        assert_eq!(reached, Stage::ALL);
    }

    #[test]
    fn keys_go_out_only_behind_a_recorded_intent() {
        for stage in Stage::ALL {
            assert_eq!(next(stage, Step::Send).is_some(), stage == Stage::Intended, "{stage:?}");
            let becomes_intended =
                STEPS.into_iter().filter(|step| next(stage, *step) == Some(Stage::Intended));
            for step in becomes_intended {
                assert!(matches!(step, Step::Recorded | Step::Refused | Step::Again), "{stage:?} {step:?}");
            }
        }
    }

    #[test]
    fn words_are_those_of_the_record() {
        let ends: Vec<&str> =
            Stage::ALL.into_iter().filter(|stage| stage.is_end()).map(Stage::word).collect();
        assert_eq!(ends, ["landed", "stale", "expired", "terminal", "gone", "failed"]);
    }
}
