//! Keys for a program that has gone silent, or whose usage limit is over. They pass the same guard as answers.

use std::time::Duration;

use model::{Key, Kind};

use crate::clock::Now;
use crate::effect::Effect;
use crate::guard;
use crate::input::Stands;
use crate::nudge::{GoesOn, Word};
use crate::session::Session;

/// The word that lets a program go on after a limit.
const GO_ON: &str = "continue";

impl Session {
    /// A program that was answered or works, with nothing asked and nobody at it.
    fn may_nudge(&self) -> bool {
        let Some(look) = self.look.as_ref().filter(|look| look.agent) else { return false };
        let works = self.answered || matches!(look.stands, Stands::Busy);
        let rests = matches!(self.rests, Some(kind) if kind != Kind::Composer);
        let automatic = self.manual.is_none() && !self.rules.dry_run;
        works && !rests && automatic && self.opens.is_empty() && self.under_way.is_none()
    }

    /// When a nudge is due, if nothing happens before.
    pub(crate) fn nudge_due(&self) -> Option<Duration> {
        match &self.silence.goes_on {
            GoesOn::No if self.may_nudge() => self.silence.due(&self.rules.nudge),
            GoesOn::At(over) if self.may_go_on() => Some(*over),
            GoesOn::Written(_) if self.manual.is_none() => self.silence.gives_up(),
            _ => None,
        }
    }

    /// A program that waits for its limit to end rests at its input box.
    fn may_go_on(&self) -> bool {
        let agent = self.look.as_ref().is_some_and(|look| look.agent);
        let automatic = self.manual.is_none() && !self.rules.dry_run;
        agent && automatic && self.opens.is_empty() && self.under_way.is_none()
    }

    pub(crate) fn limited(&mut self, over_in: Option<Duration>, now: Now) {
        let wanted = self.rules.nudge.resume_after_limit;
        match (over_in, &self.silence.goes_on) {
            (Some(over_in), GoesOn::No) if wanted => self.silence.goes_on = GoesOn::At(now.at + over_in),
            (None, GoesOn::At(_)) => self.silence.goes_on = GoesOn::No,
            _ => {}
        }
    }

    pub(crate) fn nudges(&mut self, now: Now, effects: &mut Vec<Effect>) {
        if matches!(self.silence.goes_on, GoesOn::Written(_)) {
            return self.sends_the_word(now, effects);
        }
        if self.nudge_due().is_none_or(|due| now.at < due) {
            return;
        }
        match self.silence.goes_on {
            GoesOn::At(_) => self.writes_the_word(now, effects),
            _ => self.nudge(now, effects),
        }
    }

    fn nudge(&mut self, now: Now, effects: &mut Vec<Effect>) {
        if self.silence.nudged >= self.rules.nudge.times {
            let why = format!("nothing happened after {} nudges", self.silence.nudged);
            return self.pause(why, now, effects);
        }
        let key = self.silence.key(&self.rules.nudge);
        let Some(Ok(injection)) = key.as_ref().map(|key| guard::pass_nudge(key, self.situation())) else {
            return self.silence.postpone(now.at);
        };
        let times = self.silence.nudges(now.at);
        // A word is sent like one of the person's: with Enter, once it shows.
        if let Some(Key::Text(text)) = key {
            self.silence.goes_on = GoesOn::Writing(self.word(text, false, now));
        }
        self.under_way = Some(None);
        effects.extend([Effect::Nudged(times), Effect::Press(injection)]);
    }

    /// After a limit: the word first.
    fn writes_the_word(&mut self, now: Now, effects: &mut Vec<Effect>) {
        let Ok(injection) = guard::pass_nudge(&Key::Text(GO_ON.into()), self.situation()) else {
            return self.silence.not_typed(now.at);
        };
        self.silence.goes_on = GoesOn::Writing(self.word(GO_ON.into(), true, now));
        self.under_way = Some(None);
        effects
            .extend([Effect::Note(None, "the limit is over; it goes on".into()), Effect::Press(injection)]);
    }

    /// And Enter once it shows.
    fn sends_the_word(&mut self, now: Now, effects: &mut Vec<Effect>) {
        let GoesOn::Written(word) = self.silence.goes_on.clone() else { return };
        if self.silence.gives_up().is_some_and(|end| now.at >= end) {
            self.silence.goes_on = GoesOn::No;
            let why = format!("`{}` was typed to let it go on, and could not be sent", word.text);
            return self.pause(why, now, effects);
        }
        let whole = format!("{}{}", word.before, word.text);
        let shows = |look: &crate::Look| {
            look.before_cursor.trim_end() == whole.trim_end() || look.in_box.as_deref() == Some(&*word.text)
        };
        if !self.may_go_on() || !self.look.as_ref().is_some_and(shows) {
            return;
        }
        let Ok(injection) = guard::pass_nudge(&Key::Enter, self.situation()) else { return };
        self.silence.goes_on = GoesOn::Sending(word);
        self.under_way = Some(None);
        effects.push(Effect::Press(injection));
    }

    fn word(&self, text: String, after_limit: bool, now: Now) -> Word {
        let before = self.look.as_ref().map(|look| look.before_cursor.clone()).unwrap_or_default();
        Word { text, before, at: now.at, after_limit }
    }
}
