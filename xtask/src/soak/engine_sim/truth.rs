//! The promises, against what the program received.

use engine::{Answer, By, Injection, Input, Number, Outcome};
use model::{Role, Verdict};

use super::program::State;
use super::quiz::{Said, Shape};
use super::world::{Event, World};

/// So often a dialog is drawn anew before it rests.
const MOST_REDRAWS: u32 = 60;

/// What became of one question, in truth.
#[derive(Debug, Default)]
pub(super) struct Fact {
    pub(super) appeared: bool,
    pub(super) gone: bool,
    /// It went by itself, with nobody's answer.
    pub(super) vanished: bool,
    /// By whom it was answered; ours with the number in that life.
    pub(super) taken: Option<Option<(u32, Number)>>,
    pub(super) automatic: u32,
    pub(super) reopened: u32,
    redraws: u32,
}

impl Fact {
    pub(super) fn is_over(&self) -> bool {
        self.gone || self.taken.is_some()
    }

    pub(super) fn redrawn(&mut self) -> bool {
        self.redraws += 1;
        self.redraws < MOST_REDRAWS
    }
}

pub(super) struct Facts {
    places: Vec<Fact>,
    pub(super) hooks: u64,
    pub(super) restarts: u64,
    /// As the engine was told: paused, Ctrl-C twice, danger. The record keeps it over a restart.
    pub(super) manual: bool,
    keys: u64,
    /// When the program had asked everything.
    pub(super) rested: Option<u64>,
}

impl Facts {
    pub(super) fn new(count: usize) -> Facts {
        Facts {
            places: (0..count).map(|_| Fact::default()).collect(),
            hooks: 0,
            restarts: 0,
            manual: false,
            keys: 0,
            rested: None,
        }
    }

    pub(super) fn of(&self, place: usize) -> &Fact {
        &self.places[place]
    }

    pub(super) fn of_mut(&mut self, place: usize) -> &mut Fact {
        &mut self.places[place]
    }
}

impl World {
    /// What the engine is told decides what it may do.
    pub(super) fn facts_before(&mut self, input: &Input) {
        match input {
            Input::Pause { .. } | Input::TookOver => self.facts.manual = true,
            Input::Resume => self.facts.manual = false,
            Input::Judged(number, ruling) => self.row(*number).verdict = Some(ruling.verdict),
            Input::Answered(number, _) => self.row(*number).keys_at_answer = self.host.keys,
            _ => {}
        }
    }

    /// Keys of ours are about to reach the program.
    pub(super) fn check_injection(&mut self, injection: &Injection, life: u32) {
        self.facts.keys += 1;
        self.check(!self.rules.dry_run, "a dry run types nothing");
        // What lies behind a dialog that took an Enter is safe from a key that goes into a dialog; that no Enter of ours sends it
        // is checked where the program reads it.
        let draft = self.host.draft && self.program.has_draft() && !self.host.lost;
        self.check(!draft, "nothing is typed behind a draft");
        let Some(number) = injection.question() else {
            self.check(!self.program.has_draft(), "no nudge goes behind a draft, whatever the host says");
            let asks = matches!(self.program.state, State::Asks(_) | State::Reacts(_));
            return self.check(!asks && self.program.agent, "a nudge goes to an agent at work");
        };
        let keys = self.host.keys;
        if life == self.life {
            self.place(number);
        }
        let Some(row) = self.rows.get_mut(&(life, number)) else { return self.check(false, "it is known") };
        row.begun += 1;
        let (begun, place, once) = (row.begun, row.place, row.intents <= 1 + row.reopened);
        let since = match &row.intent {
            Some(intent) if intent.by.is_automatic() => row.keys_then,
            Some(_) => row.keys_at_answer,
            None => return self.check(false, "an intent is recorded first"),
        };
        let automatic = row.intent.as_ref().is_some_and(|intent| intent.by.is_automatic());
        self.check(once, "one intent a question, unless it was handed back");
        self.check(keys == since, "nobody typed since");
        let Some(place) = place else {
            return self.check(false, "only what is on the screen is answered by keys");
        };
        self.check(self.program.state == State::Asks(place), "the key goes to its question");
        let quiz = &self.program.quizzes[place];
        self.check(
            !matches!(quiz.shape, Shape::Password | Shape::Unknown),
            "passwords and unknown are never typed",
        );
        let most = match quiz.shape {
            Shape::Arrows => 6,
            _ => 2,
        };
        self.check(begun <= most, "it is typed once more at most");
        self.check(
            quiz.full == quiz.seen || !automatic || self.by_timeout(life, number),
            "nobody lends its words to a dialog",
        );
    }

    /// Text is marked as a paste where the program asked for that, and nowhere else.
    pub(super) fn check_paste(&self, bytes: &[u8]) {
        let marked = bytes.starts_with(b"\x1b[200~") && bytes.ends_with(b"\x1b[201~");
        let text = marked || !bytes.starts_with(b"\x1b") && bytes.len() > 1;
        self.check(!text || marked == self.program.pastes, "pastes are marked where that was asked for");
    }

    fn by_timeout(&self, life: u32, number: Number) -> bool {
        let intent = self.rows.get(&(life, number)).and_then(|row| row.intent.as_ref());
        intent.is_some_and(|intent| intent.by == By::Timeout)
    }

    /// Through a hook there is yes and no.
    pub(super) fn hooked(&self, number: Number, verdict: Verdict, said: &Said) -> bool {
        let subject =
            self.session.question(number).and_then(|waiting| waiting.question.subject).unwrap_or_default();
        let role = match verdict {
            Verdict::Allow | Verdict::AllowRemember => Role::Yes,
            Verdict::Deny => Role::No,
            _ => return false,
        };
        *said == Said::Role(role) && self.calls.values().any(|call| call.text == subject.text)
    }

    pub(super) fn check_reply(&mut self, call: u64, answer: Option<&Answer>, number: Option<Number>) {
        let (Some(answer), Some(number)) = (answer, number) else { return };
        let keys = self.eyes.keys;
        let place = self.calls.get(&call).and_then(|call| call.place);
        let row = self.row(number);
        // The answer goes to who called, also if what stands there looks like another one.
        (row.hooked, row.place) = (true, place.or(row.place));
        let recorded = row.intent.as_ref().is_some_and(|intent| intent.answer == *answer);
        let automatic = row.intent.as_ref().is_some_and(|intent| intent.by.is_automatic());
        let (untouched, once) = (keys <= row.typed_then, row.intents <= 1 + row.reopened);
        self.check(recorded && once, "an answer through a hook is recorded first");
        self.check(!automatic || untouched, "nobody typed since it came through a hook");
        self.check(!(automatic && self.facts.manual), "no automatic reply while the session is manual");
        let asks = place.is_none_or(|place| self.program.quizzes[place].verdict != Verdict::Ask);
        self.check(asks || !automatic || self.by_timeout(self.life, number), "what is to be asked is asked");
    }

    /// A question of the program is answered.
    pub(super) fn takes(&mut self, place: usize, said: Said, ours: bool, number: Option<(u32, Number)>) {
        let whose = number.filter(|_| ours);
        let fact = self.facts.of_mut(place);
        let twice = fact.taken.replace(whose).is_some();
        self.check(!twice, "a question is answered once");
        if let Some(row) = whose.and_then(|key| self.rows.get(&key)) {
            let meant = row.intent.as_ref().map(|intent| World::said(&intent.answer));
            self.check(meant == Some(said), "the keys mean what the answer says");
        }
        self.program.state = State::Reacts(place);
        let delay = self.program.quizzes[place].reacts;
        self.after(delay, Event::Reacted(place));
    }

    pub(super) fn tells(&mut self, number: Number, outcome: &Outcome) {
        let life = self.life;
        let row = self.row(number);
        row.settled = true;
        row.failed |= matches!(outcome, Outcome::Failed(_));
        row.lost |= row.failed;
        let hooked = row.hooked;
        let Some(place) = row.place.filter(|_| *outcome == Outcome::Landed) else { return };
        // A hook has no compare-and-swap: a key that nobody has told of yet may have been faster, also one of an earlier brain.
        let earlier = |taken: Option<(u32, Number)>| taken.is_none_or(|(other, _)| other < life);
        let faster = |fact: &Fact| fact.taken.is_some_and(earlier);
        let overtaken = hooked && (self.eyes.keys < self.host.keys || self.alike(place).any(faster));
        let landed = |fact: &Fact| fact.vanished || fact.taken == Some(Some((life, number)));
        self.check(overtaken || self.alike(place).any(landed), "landed is what has landed");
    }

    /// What became of those that nobody can tell from this one.
    pub(super) fn alike(&self, place: usize) -> impl Iterator<Item = &Fact> {
        let like = self.fingerprint(place);
        let places = 0..self.program.quizzes.len();
        places.filter(move |other| self.fingerprint(*other) == like).map(|other| self.facts.of(other))
    }

    pub(super) fn check_the_end(&mut self) {
        let open = self.session.waiting().count();
        self.check(open == 0, "nothing is open when all is over");
        let (quizzes, calm) = (self.program.quizzes.clone(), self.calm);
        for (place, quiz) in quizzes.iter().enumerate().filter(|_| calm) {
            let known = quiz.full == quiz.seen || quiz.hook == Some(true);
            // Nothing is typed once more where something was written since: it might be another question. Nor is anything
            // allowed that a hook alone knows in full. Then nobody answers, and nothing is asked behind it.
            let left = self.facts.of(place).taken.is_none();
            if left && (!known || quiz.ignored && quiz.redraws.is_some()) {
                break;
            }
            if known && !quiz.means(quiz.verdict).is_empty() {
                let ours = matches!(self.facts.of(place).taken, Some(Some(_)));
                self.check(ours, "in a calm world everything allowed is answered");
            }
        }
    }

    pub(super) fn counts(&self) -> [u64; 5] {
        let asked = self.facts.places.iter().filter(|fact| fact.appeared).count() as u64;
        let ours = self.facts.places.iter().filter(|fact| matches!(fact.taken, Some(Some(_)))).count() as u64;
        [asked, ours, self.facts.hooks, self.facts.keys, self.facts.restarts]
    }
}
