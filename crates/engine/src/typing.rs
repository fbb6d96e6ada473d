//! The person types: what was to be answered without them is theirs, and what they wrote must not be sent by us.

use model::Kind;

use crate::clock::Now;
use crate::effect::Effect;
use crate::input::{Look, Stands};
use crate::nudge::GoesOn;
use crate::open::Open;
use crate::session::Session;

const TYPED: &str = "somebody typed at the terminal";

impl Session {
    /// Something was typed. While keys of ours are on their way nobody can say whose it is.
    pub(crate) fn somebody_typed(&mut self, epoch: u64, draft: bool, now: Now, effects: &mut Vec<Effect>) {
        match self.under_way {
            Some(_) => self.typed_meanwhile = Some((epoch, draft)),
            None => self.typed(epoch, draft, now, effects),
        }
    }

    /// The person typed: what was to be answered without them is theirs now.
    pub(crate) fn typed(&mut self, epoch: u64, draft: bool, now: Now, effects: &mut Vec<Effect>) {
        // An Enter at a dialog does not send what was written before the dialog came.
        let draft = draft || self.on_screen().is_some_and(|open| open.draft && !open.reads_lines());
        self.notice_enter(epoch, draft, now);
        self.bare = self.bare.take().filter(|_| draft);
        if epoch <= self.epoch {
            self.draft = draft;
            return;
        }
        self.notice_key(epoch);
        // Their key may have answered the dialog that these words were for, before it was seen.
        self.lent.clear();
        (self.epoch, self.draft, self.typed_at) = (epoch, draft, Some(now.at));
        self.pace.note_person();
        self.silence.somebody_acted(now.at);
        self.nothing_lies_there();
        // A key that answers the dialog which tells of a limit does not take back that it goes on afterwards.
        if self.on_screen().is_none() {
            self.silence.goes_on = GoesOn::No;
        }
        self.withdraw(TYPED, |_| true, now, effects);
    }

    /// A lone key at a dialog that is known to stand there goes into it, and is no draft once it is gone.
    fn notice_key(&mut self, epoch: u64) {
        let (before, stands, offset) = (self.epoch, self.stands_for_certain(), self.offset);
        if let Some(open) = self.on_screen() {
            open.touched.get_or_insert(offset);
            let alone = open.epoch == before && epoch == before + 1;
            let into_it = stands && alone && open.takes_keys_at_once() && !open.draft && !open.is_begun();
            open.took = into_it.then_some(epoch);
        }
    }

    /// The question on the screen was seen there with nothing written since, and no answer may just be taking it away.
    fn stands_for_certain(&mut self) -> bool {
        let (look, looked) = (self.look.as_ref().filter(|look| look.offset == self.offset), self.looked);
        let standing = look.and_then(Look::fingerprint);
        let stands =
            |open: &mut Open| open.fingerprint() == standing && looked >= open.settles && !open.replied;
        standing.is_some() && self.on_screen().is_some_and(stands)
    }

    /// The host takes whatever was written for sent when Enter is pressed. It is sent for certain only at the input box where
    /// the program rests; a dialog that nobody has seen yet may have taken the Enter, with the draft behind it.
    fn notice_enter(&mut self, epoch: u64, draft: bool, now: Now) {
        if draft {
            return;
        }
        let written = self.has_draft() || epoch > self.epoch + 1;
        let behind = self.unsent || written && !self.stands_without_draft();
        self.unsent = behind && !self.is_at_composer();
        self.entered = Some(now.at);
    }

    /// A dialog stands there that came when nothing was written: whatever was typed since went into it. Not so behind an Enter, or
    /// where any key may have answered it and something was written since: then it may be the next one in the same words.
    fn stands_without_draft(&mut self) -> bool {
        let (entered, offset) = (self.entered, self.offset);
        let first = |open: &Open| {
            let silent = open.touched.is_none_or(|written| written == offset);
            entered.is_none_or(|entered| entered < open.since) && (silent || open.reads_lines())
        };
        self.stands_for_certain() && self.on_screen().is_some_and(|open| !open.draft && first(open))
    }

    /// The program rests at its input box, and nothing was sent since that was seen.
    fn is_at_composer(&self) -> bool {
        let seen = self.look.as_ref().is_some_and(|look| look.stands == Stands::Idle(Kind::Composer));
        let since = self.entered.is_none_or(|entered| self.looked > Some(entered));
        seen && since && self.rests == Some(Kind::Composer)
    }
}
