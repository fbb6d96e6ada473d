//! The brain around the engine: the tap's news, looks that lag, what is announced, and death.

use std::hash::{DefaultHasher, Hash, Hasher};

use engine::{Input, Look, Session, Sight, Stands, Terminal};
use model::Kind;

use super::host::Told;
use super::program::{Program, Shown, State};
use super::world::{Event, ToBrain, World};

/// No dialog is announced so soon behind a key that may be answering it: the detector sees to that.
const BEHIND_A_KEY: u64 = 1200;
/// A look every so often while something stands there.
const LOOKS_AGAIN: u64 = 700;

#[derive(Debug)]
pub(super) struct Eyes {
    shown: Shown,
    offset: u64,
    typed: Option<u64>,
    /// Keys of the person that were told.
    pub(super) keys: u64,
    looks: bool,
    /// When the last look is done.
    seen: u64,
    /// Looks so far.
    serial: u64,
    /// Looks without anything new.
    idle: u32,
    asking: Option<u64>,
    resting: bool,
}

impl Default for Eyes {
    fn default() -> Eyes {
        Eyes {
            shown: Shown::Works,
            offset: 0,
            typed: None,
            keys: 0,
            looks: false,
            seen: 0,
            serial: 0,
            idle: 0,
            asking: None,
            resting: false,
        }
    }
}

impl World {
    pub(super) fn brain_gets(&mut self, event: ToBrain) {
        match event {
            ToBrain::Told(told) => self.told(told),
            ToBrain::Looks => self.looks(),
            ToBrain::LooksAgain(serial) if serial == self.eyes.serial => self.looks(),
            ToBrain::LooksAgain(_) => {}
            ToBrain::Sees(look, place) => self.sees(*look, place),
            ToBrain::Gets(input) => self.give(input),
            ToBrain::Knows(keys) => self.eyes.keys = self.eyes.keys.max(keys),
            ToBrain::Records(number, intent) => self.records(number, intent),
            ToBrain::Wakes(wake) if wake == self.wake => self.wakes(),
            ToBrain::Wakes(_) => {}
        }
    }

    fn wakes(&mut self) {
        self.give(Input::Tick);
        let now = self.clock().at;
        self.check(self.session.next_wake().is_none_or(|wake| wake > now), "a tick is never for nothing");
    }

    /// The one way into the engine.
    pub(super) fn give(&mut self, input: Input) {
        self.facts_before(&input);
        let now = self.clock();
        let effects = self.session.handle(input, now);
        for effect in effects {
            self.does(effect);
        }
        self.wake += 1;
        if let Some(wake) = self.session.next_wake() {
            let at = (wake.as_millis() as u64).max(self.now);
            let late = if self.calm { 0 } else { self.chance.below(30) };
            self.at(at + late, Event::Brain(self.life, ToBrain::Wakes(self.wake)));
        }
    }

    fn told(&mut self, told: Told) {
        match told {
            Told::Wrote { offset, shown } => {
                (self.eyes.offset, self.eyes.shown) = (offset, shown);
                self.give(Input::Wrote { offset });
            }
            Told::Typed { epoch, draft, keys } => {
                (self.eyes.typed, self.eyes.keys) = (Some(self.now), keys);
                self.give(Input::Typed { epoch, draft });
            }
            Told::TookOver => self.give(Input::TookOver),
            Told::Injected => {}
            Told::Ended => self.give(Input::Ended),
        }
        self.eyes.idle = 0;
        self.look_soon();
    }

    fn look_soon(&mut self) {
        if !std::mem::replace(&mut self.eyes.looks, true) {
            let delay = self.chance.between(1, 60);
            self.brain_in(delay, ToBrain::Looks);
        }
    }

    /// A look at the screen as the tap told it, with the kernel's word of this moment.
    fn looks(&mut self) {
        self.eyes.looks = false;
        self.eyes.serial += 1;
        let sight = self.standing();
        let stands = match (&self.eyes.shown, sight) {
            (Shown::Asks { .. }, Some(sight)) => Stands::Asking(Box::new(sight)),
            (Shown::Asks { .. }, None) => Stands::Unsure,
            (Shown::Works, _) => Stands::Busy,
            (Shown::Composer(_), _) => Stands::Idle(Kind::Composer),
        };
        let look = Look {
            in_box: None,
            reads_keys: true,
            offset: self.eyes.offset,
            stands,
            before_cursor: Program::before_cursor(&self.eyes.shown),
            picture: picture(&self.eyes.shown),
            by_lines: false,
            unread: false,
            input_box: true,
            cooked: !self.program.agent,
            terminal: Terminal {
                application_cursor: self.life % 2 == 1,
                bracketed_paste: self.program.pastes,
                ..Terminal::default()
            },
            agent: self.program.agent,
        };
        let lag = if self.calm { 0 } else { self.chance.one_of(&[0, 0, 1, 30, 120]) };
        // One after the other, however long each takes.
        self.eyes.seen = self.eyes.seen.max(self.now + lag);
        let (at, sees) = (self.eyes.seen, ToBrain::Sees(Box::new(look), self.now));
        self.at(at, Event::Brain(self.life, sees));
        self.eyes.idle += 1;
        if self.eyes.idle < 12 && self.program.state != State::Ended {
            self.brain_in(LOOKS_AGAIN, ToBrain::LooksAgain(self.eyes.serial));
        }
    }

    /// The question that stands there, unless nobody reads.
    fn standing(&self) -> Option<Sight> {
        let Shown::Asks { place, pointer, .. } = self.eyes.shown else { return None };
        let quiz = &self.program.quizzes[place];
        let reads = match self.program.state {
            State::Asks(_) => true,
            State::Reacts(_) => quiz.lazy,
            _ => false,
        };
        reads.then(|| Sight {
            fingerprint: self.fingerprint(place),
            words: quiz.words(),
            question: quiz.question(pointer),
            confidence: 0.97,
            agent: "agent".into(),
            tool: None,
        })
    }

    pub(super) fn fingerprint(&self, place: usize) -> u64 {
        1000 + self.program.quizzes[place].looks_like as u64
    }

    fn sees(&mut self, look: Look, taken: u64) {
        let fresh = self.eyes.typed.is_some_and(|typed| taken < typed + BEHIND_A_KEY);
        let (asking, resting) = (self.eyes.asking, self.eyes.resting);
        match &look.stands {
            Stands::Asking(sight) if asking != Some(sight.fingerprint) && !fresh => {
                self.eyes.asking = Some(sight.fingerprint);
                self.eyes.resting = false;
                self.give(Input::Asks(sight.clone()));
            }
            Stands::Asking(sight) if asking == Some(sight.fingerprint) && self.chance.percent(3) => {
                self.give(Input::StillAsks(sight.clone()));
            }
            Stands::Idle(kind) if !resting => {
                (self.eyes.asking, self.eyes.resting) = (None, true);
                self.give(Input::Rests(*kind));
            }
            Stands::Busy if asking.is_some() || resting => {
                (self.eyes.asking, self.eyes.resting) = (None, false);
                self.give(Input::Resumed);
            }
            _ => {}
        }
        if fresh {
            self.eyes.idle = 0;
            self.look_soon();
        }
        self.give(Input::Looked(Box::new(look)));
    }

    pub(super) fn resizes(&mut self) {
        self.host_wrote();
        if let Some(sight) = self.standing().filter(|sight| self.eyes.asking == Some(sight.fingerprint)) {
            self.give(Input::StillAsks(Box::new(sight)));
        }
    }

    /// Whatever it was about is gone. The next one reads what the host has, and what the record holds.
    pub(super) fn brain_dies(&mut self) {
        self.life += 1;
        self.facts.restarts += 1;
        self.eyes = Eyes {
            shown: self.program.shown.clone(),
            offset: self.host.offset,
            keys: self.host.keys,
            // Somebody may just have typed.
            typed: Some(self.now),
            ..Eyes::default()
        };
        let held_in_line = self.host.half_typed && !self.program.agent;
        self.session = Session::new(self.rules.clone(), self.host.epoch, self.host.draft, held_in_line);
        self.hooks_are_alone();
        for words in self.unfinished() {
            self.give(Input::Unfinished { words, half_typed: self.host.half_typed });
        }
        if self.facts.manual {
            self.give(Input::Pause { why: "paused before".into() });
        }
        self.give(Input::Wrote { offset: self.host.offset });
        self.look_soon();
    }
}

fn picture(shown: &Shown) -> u64 {
    let mut hasher = DefaultHasher::new();
    shown.hash(&mut hasher);
    hasher.finish()
}
