//! The host: what was written and typed so far, and compare-and-swap.

use engine::{Injection, Input, Pressed};
use model::Key;

use super::program::{Did, Shown, State};
use super::world::{Event, ToBrain, World};

#[derive(Debug, Default)]
pub(super) struct Host {
    pub(super) offset: u64,
    pub(super) epoch: u64,
    pub(super) draft: bool,
    /// An Enter went into a dialog, and what was written before lies behind it though it counts as sent.
    pub(super) lost: bool,
    /// Text of ours was typed, and no Enter since.
    pub(super) half_typed: bool,
    /// Keys of the person so far.
    pub(super) keys: u64,
    /// The tap keeps its order: nothing comes before this moment.
    tap: u64,
}

/// What the tap tells.
pub(super) enum Told {
    Wrote { offset: u64, shown: Shown },
    Typed { epoch: u64, draft: bool, keys: u64 },
    TookOver,
    Injected,
    Ended,
}

impl World {
    pub(super) fn host_wrote(&mut self) {
        self.host.offset += 1;
        let (offset, shown) = (self.host.offset, self.program.shown.clone());
        self.tell(Told::Wrote { offset, shown });
    }

    pub(super) fn tell(&mut self, told: Told) {
        let lag = if self.calm { self.chance.below(5) } else { self.chance.one_of(&[0, 1, 5, 40, 300]) };
        self.host.tap = self.host.tap.max(self.now + lag);
        let at = self.host.tap;
        self.at(at, Event::Brain(self.life, ToBrain::Told(told)));
    }

    /// The person's key reaches the program, and the brain hears that there was one.
    pub(super) fn person_key(&mut self, key: &Key, cancel: bool) {
        self.host.epoch += 1;
        self.host.keys += 1;
        self.rows.values_mut().for_each(|row| row.failed = false);
        self.host.draft = !(cancel || *key == Key::Enter);
        self.host.half_typed &= self.host.draft;
        if cancel {
            self.program.cancels();
            self.host_wrote();
        } else {
            self.reads(key, false, None);
        }
        self.host.lost = (self.host.lost || !self.host.draft) && self.program.has_draft();
        let (epoch, draft, keys) = (self.host.epoch, self.host.draft, self.host.keys);
        self.tell(Told::Typed { epoch, draft, keys });
    }

    /// The program reads a key; whose, and for which question if it is ours.
    pub(super) fn reads(&mut self, key: &Key, ours: bool, number: Option<(u32, engine::Number)>) {
        let state = self.program.state;
        match self.program.reads(key, ours) {
            Did::Nothing => {}
            Did::Drew => self.host_wrote(),
            Did::Submitted { pure } => {
                self.check(pure || !ours, "no draft is submitted");
                if self.program.state == State::Composer {
                    self.program.works();
                    self.after(300, Event::Rests);
                }
                self.host_wrote();
            }
            Did::Took { said, pure } => {
                self.check(pure || !ours, "no draft is submitted with an answer");
                if let State::Asks(place) = state {
                    self.takes(place, said, ours, number);
                }
            }
        }
    }

    pub(super) fn injects(&mut self, injection: &Injection, life: u32) {
        let expected = injection.expect();
        let unchanged = (expected.offset, expected.epoch) == (self.host.offset, self.host.epoch);
        let settled = self.calm || !self.chance.percent(5);
        let alive = self.program.state != State::Ended;
        let typed = unchanged && settled && alive;
        if typed {
            self.host.epoch += 1;
            self.tell(Told::Injected);
            self.check_injection(injection, life);
            self.check_paste(injection.bytes());
            let key = World::key_of(injection.bytes());
            let text = matches!(key, Key::Text(_)) || self.host.half_typed;
            self.host.half_typed = text && key != Key::Enter;
            self.reads(&key, true, injection.question().map(|number| (life, number)));
        }
        let (offset, epoch) = (self.host.offset, self.host.epoch);
        let broken = !self.calm && self.chance.percent(1);
        let pressed = match typed {
            _ if broken => Pressed::Broken("the way broke".into()),
            true => Pressed::Typed { epoch },
            false if !alive => Pressed::Refused("the program has ended".into()),
            false => Pressed::Stale { offset, epoch },
        };
        let lag = if self.calm { self.chance.below(5) } else { self.chance.one_of(&[0, 1, 20, 200]) };
        self.after(lag, Event::Brain(life, ToBrain::Knows(self.host.keys)));
        self.after(lag, Event::Brain(life, ToBrain::Gets(Input::Pressed(pressed))));
    }
}
