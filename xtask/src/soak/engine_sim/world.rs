//! Time, and what happens in it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Duration;

use engine::{Injection, Input, Number, Rules, Session};
use model::Key;
use policy::{Defaults, Idle, Limits, Nudge, OnTimeout};

use super::brain::Eyes;
use super::chance::Chance;
use super::hooks::Call;
use super::host::{Host, Told};
use super::program::{Program, Shown, State};
use super::quiz::Quiz;
use super::record::{Intent, Row};
use super::truth::Facts;

/// No session lasts longer.
const LONGEST: u64 = 3_600_000;
/// At the end it is watched for so long, which is longer than any question waits.
const AFTERWARDS: u64 = 150_000;
const MOST_EVENTS: usize = 200_000;

pub(super) enum Event {
    Appears(usize),
    Redraws(usize),
    Vanishes(usize),
    /// It shows that this was answered.
    Reacted(usize),
    Rests,
    PersonTypes(u32),
    PersonAnswers(u32),
    Pauses,
    Resumes,
    OtherRules,
    Resizes,
    BrainDies,
    HookCalls(usize),
    ForgedCall(u32),
    HookEnds(u64),
    /// The host gets what the brain of that life sent.
    Injects(Injection, u32),
    /// The rest is for the brain of this life only.
    Brain(u32, ToBrain),
}

pub(super) enum ToBrain {
    Told(Told),
    Looks,
    /// If nobody has looked since.
    LooksAgain(u64),
    Sees(Box<engine::Look>, u64),
    Gets(Input),
    /// So many keys of the person the host has told of with its answer.
    Knows(u64),
    Records(Number, Intent),
    Wakes(u64),
}

pub(super) struct World {
    pub(super) now: u64,
    seed: u64,
    pub(super) calm: bool,
    pub(super) chance: Chance,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    happens: BTreeMap<u64, Event>,
    serial: u64,
    count: usize,
    pub(super) program: Program,
    pub(super) host: Host,
    pub(super) session: Session,
    pub(super) life: u32,
    pub(super) wake: u64,
    pub(super) eyes: Eyes,
    pub(super) rows: BTreeMap<(u32, Number), Row>,
    pub(super) calls: BTreeMap<u64, Call>,
    pub(super) facts: Facts,
    pub(super) rules: Rules,
}

impl World {
    pub(super) fn new(seed: u64, calm: bool) -> World {
        let mut chance = Chance::new(seed);
        let agent = chance.percent(60);
        let count = chance.between(1, if calm { 6 } else { 8 });
        let mut quizzes: Vec<Quiz> = Vec::new();
        for id in 0..count {
            let again = quizzes
                .last()
                .filter(|last| !calm && last.hook.is_none() && chance.percent(25))
                .map(Quiz::again);
            quizzes.push(again.unwrap_or_else(|| Quiz::new(id, agent, calm, &mut chance)));
        }
        let rules = rules(calm, &mut chance);
        let mut world = World {
            now: 0,
            seed,
            calm,
            queue: BinaryHeap::new(),
            happens: BTreeMap::new(),
            serial: 0,
            count: 0,
            facts: Facts::new(quizzes.len()),
            program: Program::new(agent, chance.percent(50), quizzes),
            host: Host::default(),
            session: Session::new(rules.clone(), 0, false, false),
            life: 0,
            wake: 0,
            eyes: Eyes::default(),
            rows: BTreeMap::new(),
            calls: BTreeMap::new(),
            chance,
            rules,
        };
        world.begin();
        world
    }

    fn begin(&mut self) {
        let first = self.chance.between(10, 2000);
        self.comes(0, first);
        self.brain_in(1, ToBrain::Looks);
        if self.calm {
            return;
        }
        let (typing, answering) = (self.chance.below(12) as u32, self.chance.below(6) as u32);
        let (soon, later) = (self.chance.below(5000), self.chance.below(5000));
        self.after(soon, Event::PersonTypes(typing));
        self.after(later, Event::PersonAnswers(answering));
        let rare = [
            (10, Event::Pauses),
            (10, Event::Resumes),
            (10, Event::OtherRules),
            (20, Event::Resizes),
            (25, Event::BrainDies),
            (10, Event::BrainDies),
            (30, Event::ForgedCall(2)),
        ];
        for (share, event) in rare {
            if self.chance.percent(share) {
                let moment = self.chance.below(12_000);
                self.at(moment, event);
            }
        }
    }

    pub(super) fn run(&mut self) {
        while let Some(Reverse((at, serial))) = self.queue.pop() {
            let Some(event) = self.happens.remove(&serial) else { continue };
            self.now = at;
            self.count += 1;
            self.check(at < LONGEST && self.count < MOST_EVENTS, "it comes to an end");
            self.happens(event);
            if self.facts.rested.is_some_and(|rested| at > rested + AFTERWARDS) {
                break;
            }
        }
        self.check_the_end();
    }

    fn happens(&mut self, event: Event) {
        match event {
            Event::Appears(place) => self.appears(place),
            Event::Redraws(place) => self.redraws(place),
            Event::Vanishes(place) => self.vanishes(place),
            Event::Reacted(place) => self.reacted(place),
            Event::Rests => self.rests(),
            Event::PersonTypes(left) => self.person_types(left),
            Event::PersonAnswers(left) => self.person_answers(left),
            Event::Pauses => self.give(Input::Pause { why: "asked to".into() }),
            Event::Resumes => self.give(Input::Resume),
            Event::OtherRules => self.give(Input::Rules(Box::new(self.rules.clone()))),
            Event::Resizes => self.resizes(),
            Event::BrainDies => self.brain_dies(),
            Event::HookCalls(place) => self.hook_calls(place),
            Event::ForgedCall(left) => self.forged_call(left),
            Event::HookEnds(call) => self.hook_ends(call),
            Event::Injects(injection, life) => self.injects(&injection, life),
            Event::Brain(life, event) if life == self.life => self.brain_gets(event),
            Event::Brain(..) => {}
        }
    }

    pub(super) fn at(&mut self, at: u64, event: Event) {
        self.serial += 1;
        self.queue.push(Reverse((at.max(self.now), self.serial)));
        self.happens.insert(self.serial, event);
    }

    pub(super) fn after(&mut self, delay: u64, event: Event) {
        self.at(self.now + delay, event);
    }

    pub(super) fn brain_in(&mut self, delay: u64, event: ToBrain) {
        self.after(delay, Event::Brain(self.life, event));
    }

    pub(super) fn clock(&self) -> engine::Now {
        engine::Now { at: Duration::from_millis(self.now), minute_of_day: 600 }
    }

    #[track_caller]
    pub(super) fn check(&self, holds: bool, promise: &str) {
        assert!(holds, "seed {} at {} ms: not kept: {promise}", self.seed, self.now);
    }

    pub(super) fn events(&self) -> usize {
        self.count
    }

    fn appears(&mut self, place: usize) {
        let fact = self.facts.of(place);
        if self.program.state != State::Works || fact.gone {
            return;
        }
        if fact.is_over() {
            return self.goes_on(place);
        }
        self.facts.of_mut(place).appeared = true;
        let ahead = self.program.asks(place);
        self.host_wrote();
        let quiz = self.program.quizzes[place].clone();
        if let Some(delay) = quiz.redraws {
            self.after(delay, Event::Redraws(place));
        }
        if let Some(delay) = quiz.vanishes {
            self.after(delay, Event::Vanishes(place));
        }
        if quiz.hook == Some(true) {
            let delay = self.chance.below(400);
            self.after(delay, Event::HookCalls(place));
        }
        for (key, ours) in ahead {
            self.reads(&key, ours, None);
        }
    }

    /// The program draws the same again, for a while: nobody watches for ever.
    fn redraws(&mut self, place: usize) {
        if self.program.state == State::Asks(place) && self.facts.of_mut(place).redrawn() {
            self.host_wrote();
            let delay = self.program.quizzes[place].redraws.unwrap_or(1000);
            self.after(delay, Event::Redraws(place));
        }
    }

    fn vanishes(&mut self, place: usize) {
        if self.program.state == State::Asks(place) {
            self.facts.of_mut(place).vanished = true;
            self.goes_on(place);
        }
    }

    pub(super) fn reacted(&mut self, place: usize) {
        if self.program.state == State::Reacts(place) {
            self.goes_on(place);
        }
    }

    fn goes_on(&mut self, place: usize) {
        self.facts.of_mut(place).gone = true;
        self.program.works();
        self.host_wrote();
        self.hooks_of_end(place);
        let delay = self.chance.one_of(&[1, 30, 400, 2500]);
        match place + 1 < self.program.quizzes.len() {
            true => self.comes(place + 1, self.now + delay),
            false => self.after(delay, Event::Rests),
        }
    }

    fn rests(&mut self) {
        self.facts.rested = Some(self.now);
        match self.program.agent && self.program.state == State::Works {
            true => self.program.rests(),
            false => {
                self.program.state = State::Ended;
                self.program.shown = Shown::Works;
                self.tell(Told::Ended);
            }
        }
        self.host_wrote();
    }

    pub(super) fn key_of(bytes: &[u8]) -> Key {
        match bytes {
            b"\r" => Key::Enter,
            b"\x1b[A" | b"\x1bOA" => Key::Up,
            b"\x1b[B" | b"\x1bOB" => Key::Down,
            _ => {
                let text = String::from_utf8_lossy(bytes).into_owned();
                Key::Text(text.replace("\x1b[200~", "").replace("\x1b[201~", ""))
            }
        }
    }
}

fn rules(calm: bool, chance: &mut Chance) -> Rules {
    let many = 1000;
    let limits = match calm {
        true => {
            Limits { per_minute: many, consecutive: many, identical_per_minute: many, ..Limits::default() }
        }
        false => Limits { consecutive: chance.one_of(&[2, 200]), ..Limits::default() },
    };
    let idle = (!calm && chance.percent(40)).then_some(Idle::After(Duration::from_secs(2)));
    Rules {
        defaults: Defaults {
            timeout: Duration::from_secs(if chance.percent(30) { 6 } else { 60 }),
            on_timeout: chance.one_of(&[OnTimeout::Leave, OnTimeout::Safe]),
            free_text_enabled: true,
            ..Defaults::default()
        },
        limits,
        nudge: Nudge { idle, ..Nudge::default() },
        dry_run: !calm && chance.percent(4),
    }
}
