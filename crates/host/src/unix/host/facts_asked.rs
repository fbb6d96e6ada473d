//! The kernel facts: when they are asked for, who wants them, who is told.

use model::KernelFacts;
use wire::{Answer, TapEvent};

use super::facts_worker::FactsWorker;
use super::session::Session;
use crate::facts::Effort;

impl Session {
    pub(super) fn probe_if_due(&mut self) {
        if let (Some(facts), Some(effort)) = (&self.facts, self.schedule.due(self.now))
            && !facts.request(effort)
        {
            self.facts = None;
        }
    }

    pub(super) fn facts_ready(&mut self) {
        let Some((effort, mut facts)) = self.facts.as_ref().and_then(FactsWorker::take) else { return };
        facts.awaits_reply = self.modes.queries().outstanding() > 0;
        match effort {
            Effort::Thorough => self.answer_facts(&facts),
            // Who asks wants the whole truth; the request may have met a full queue.
            Effort::Quick => self.ask_again_for_watchers(),
        }
        if facts.is_news_after(&self.latest) {
            self.tell(&TapEvent::Facts(Box::new((&facts).into())));
        }
        self.latest = facts;
    }

    pub(super) fn facts_wanted(&mut self, slot: usize) -> bool {
        let asked = self.facts.as_ref().is_some_and(|facts| facts.request(Effort::Thorough));
        if !asked {
            return self.refuse(slot, "the kernel cannot be asked");
        }
        if let Some(watcher) = self.watchers.watcher(slot) {
            watcher.waits_for_facts = true;
        }
        true
    }

    fn ask_again_for_watchers(&self) {
        let somebody_waits = self.watchers.all().any(|watcher| watcher.waits_for_facts);
        if let Some(facts) = self.facts.as_ref().filter(|_| somebody_waits) {
            facts.request(Effort::Thorough);
        }
    }

    /// Everybody who asked gets the facts that just came.
    fn answer_facts(&mut self, facts: &KernelFacts) {
        let answer = Answer::Facts {
            facts: Box::new(facts.into()),
            output_offset: self.output.ring().end(),
            input_epoch: self.typing.epoch(),
            draft: self.typing.draft(),
            pid: self.life.program.unwrap_or_default(),
        };
        for slot in self.watchers.places() {
            let waits = self.watchers.watcher(slot).is_some_and(|watcher| watcher.waits_for_facts);
            if waits && !self.answer(slot, &answer) {
                self.watcher_gone(slot);
            }
        }
    }
}
