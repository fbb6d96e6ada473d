//! A draft that the person took back. Which keys they pressed nobody knows, so it is the screen that shows it: what they wrote
//! was seen where they wrote it, and then everything is as it was before.

use model::Kind;

use crate::clock::Now;
use crate::input::{Look, Stands};
use crate::landing::ACTS_WITHIN;
use crate::session::Session;

/// The screen before the person began to write.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bare {
    picture: u64,
    before_cursor: String,
    /// What they wrote has shown: what counted typing then, and how much the program had written.
    shown: Option<(u64, u64)>,
}

impl Bare {
    fn of(look: &Look) -> Self {
        Bare { picture: look.picture, before_cursor: look.before_cursor.clone(), shown: None }
    }

    /// Whether something stands at the cursor that did not before.
    fn is_written_on(&self, look: &Look) -> bool {
        let longer = look.before_cursor.len() > self.before_cursor.len();
        longer && look.before_cursor.starts_with(&self.before_cursor)
    }

    /// Whether a draft was taken back by keys of the person. One that reads lines may draw its question anew while the kernel
    /// keeps what was typed; for that it has to write at least the question.
    fn is_back(&self, look: &Look, epoch: u64) -> bool {
        let Some((typed, written)) = self.shown else { return false };
        let drawn_anew = look.offset.saturating_sub(written) >= self.before_cursor.trim().len() as u64;
        look.picture == self.picture && epoch > typed && (look.agent || !drawn_anew)
    }
}

impl Session {
    /// Looks whether what the person wrote is gone.
    pub(crate) fn notice_draft(&mut self, now: Now) {
        let (epoch, offset) = (self.epoch, self.offset);
        let settled = self.typed_at.is_none_or(|typed| now.at >= typed + ACTS_WITHIN);
        let draft = self.draft && epoch > self.consumed;
        let Some(look) = self.look.as_ref().filter(|look| look.offset == offset) else { return };
        let settled = settled && waits_for_text(look);
        match &mut self.bare {
            bare if !draft => *bare = (settled && !self.half_typed).then(|| Bare::of(look)),
            Some(bare) if bare.is_written_on(look) => bare.shown = Some((epoch, offset)),
            Some(bare) if settled && bare.is_back(look, epoch) => self.consumed = epoch,
            _ => {}
        }
    }
}

/// Whether the program waits where a line can be written and is shown.
fn waits_for_text(look: &Look) -> bool {
    match &look.stands {
        Stands::Asking(sight) => !matches!(sight.question.kind, Kind::Password | Kind::Unknown),
        Stands::Idle(kind) => matches!(kind, Kind::Composer | Kind::Shell),
        Stands::Busy | Stands::Unsure => false,
    }
}
