//! Looking at a session: what a look finds becomes effects, and how the session stands for those who ask.

use std::time::Instant;

use detect::{Program, Standing};
use wire::{Reasons, Unrecognised};

use crate::noted;
use crate::sight::Sighting;
use crate::tracking::{Effect, Tracked, int};

/// Characters of a command line that are shown as a reason.
const LONGEST_PROGRAM: usize = 200;

impl Tracked {
    /// Looks at the screen, which is due. `now` is for the record, `at` for what counts time.
    pub(crate) fn look(&mut self, now: u64, at: Instant) -> (Vec<Effect>, Vec<Sighting>) {
        let sightings = self.lookout.look(&self.screen, at);
        let began = self.line.began;
        self.line.standing = self.lookout.standing().map(|standing| Box::new(noted::told(&standing, began)));
        self.line.unrecognised = self.lookout.unrecognised().map(|(agent, since)| Unrecognised {
            agent: agent.to_owned(),
            since: began + since.as_micros() as u64,
        });
        let effects = sightings.iter().flat_map(|sighting| self.sighted(sighting.clone(), now)).collect();
        (effects, sightings)
    }

    fn sighted(&mut self, sighting: Sighting, now: u64) -> Vec<Effect> {
        match sighting {
            Sighting::Waiting(standing) => self.waiting(&standing, now),
            Sighting::Still(_) => Vec::new(),
            Sighting::Resumed => self.gone(now),
            Sighting::Unrecognised { agent, since } => {
                let seconds = self.lookout.time_since(since).as_secs();
                let fields = vec![("agent", agent.clone().into()), ("seconds", int(seconds))];
                let mut effects = self.recorded("detect.unrecognised", fields, now);
                effects.push(Effect::Warn { agent });
                effects
            }
        }
    }

    /// A question is written down. A program at a prompt of its own asks nothing: that is its state, and no event.
    fn waiting(&mut self, standing: &Standing, now: u64) -> Vec<Effect> {
        let mut effects = self.gone(now);
        if matches!(standing.detection.state, detect::State::Asking(_)) {
            self.asked = standing.fingerprint;
            effects.extend(self.recorded("question.seen", noted::seen(standing), now));
        }
        effects
    }

    fn gone(&mut self, now: u64) -> Vec<Effect> {
        let Some(asked) = self.asked.take() else { return Vec::new() };
        self.recorded("question.gone", vec![("fingerprint", asked.to_string().into())], now)
    }

    /// What its standing rests on.
    pub(crate) fn reasons(&self, at: Instant) -> Reasons {
        let shown = |program: &Program| match program.arguments.as_slice() {
            [] => program.name.clone().unwrap_or_default(),
            words => noted::clipped(&words.join(" "), LONGEST_PROGRAM),
        };
        let mut programs: Vec<String> = self.lookout.programs().map(shown).collect();
        programs.dedup();
        Reasons {
            facts: self.lookout.kernel().map(Into::into),
            programs,
            quiet: self.lookout.quiet(at).as_micros() as u64,
            threshold: (self.lookout.threshold() * 1000.0).round() as u16,
            consecutive: (0, 0),
            limits: Vec::new(),
            notes: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use detect::{Detection, Fingerprint, State};
    use model::{Kind, Question};

    use super::*;
    use crate::tracking::tests::{NOW, tracked};

    fn waiting(kind: Kind, text: &str, asked: u64) -> Sighting {
        let question = Question::new(kind, text);
        let fingerprint = Some(Fingerprint::of(&question, asked));
        let state = if kind.is_asking() { State::Asking(question) } else { State::Idle(question) };
        let detection = Detection {
            state,
            confidence: 0.9,
            rule: None,
            tool: None,
            rows: None,
            input_box: false,
            evidence: Vec::new(),
        };
        let agent = "generic".to_owned();
        Sighting::Waiting(Box::new(Standing { detection, since: Duration::ZERO, fingerprint, agent }))
    }

    fn kinds(effects: &[Effect]) -> Vec<&str> {
        let kind = |effect: &Effect| match effect {
            Effect::Record(kind, _) => *kind,
            Effect::Warn { .. } => "warn",
            _ => "other",
        };
        effects.iter().map(kind).collect()
    }

    #[test]
    fn questions_are_written_down_and_prompts_are_not() {
        let mut tracked = tracked(None, 0);
        let mut sight = |sighting| kinds(&tracked.sighted(sighting, NOW)).join(" ");
        assert_eq!(sight(waiting(Kind::Shell, "$", 1)), "");
        assert_eq!(sight(waiting(Kind::YesNo, "Sure?", 2)), "question.seen");
        assert_eq!(sight(waiting(Kind::YesNo, "Really?", 3)), "question.gone question.seen");
        assert_eq!(sight(waiting(Kind::Shell, "$", 4)), "question.gone");
        assert_eq!(sight(Sighting::Resumed), "", "it was gone before");
        let unknown = Sighting::Unrecognised { agent: "claude".into(), since: Duration::ZERO };
        assert_eq!(sight(unknown), "detect.unrecognised warn");
    }

    #[test]
    fn a_program_that_asks_in_a_loop_fills_no_record() {
        let mut tracked = tracked(None, 0);
        let asked = (0..1000).map(|number| waiting(Kind::YesNo, "Sure?", number));
        let written: usize = asked.map(|sighting| tracked.sighted(sighting, NOW).len()).sum();
        assert!(written <= 10, "{written}");
    }
}
