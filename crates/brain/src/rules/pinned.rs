//! Requests that want the person's PIN, where they have one.

use std::time::Duration;

use model::AuditEvent;
use wire::{BrainAnswer, BrainRequest, PolicyRequest, PromptRequest};

use super::keeper::Keeper;
use super::{kept, pin};
use crate::record::{Record, micros};

/// How long who gave a wrong PIN waits; nobody else can try meanwhile.
const AFTER_A_WRONG_ONE: Duration = Duration::from_secs(2);

/// Why a PIN is not set.
pub(crate) enum PinError {
    /// It is none.
    Unfit(String),
    /// It could not be kept.
    Unkept(String),
}

/// Whether a request does something in the person's name, or loosens something.
fn wants_pin(request: &BrainRequest) -> bool {
    matches!(
        request,
        BrainRequest::Prompt(PromptRequest::Answer { .. })
            | BrainRequest::Steer { manual: false, .. }
            | BrainRequest::Pin { .. }
            | BrainRequest::Policy(
                PolicyRequest::Confirm { .. }
                    | PolicyRequest::ConfirmProfiles { .. }
                    | PolicyRequest::Trust { .. }
                    | PolicyRequest::ForSession { .. }
            )
    )
}

impl Keeper {
    /// The request itself, if it came with what it needs; else what its caller is told.
    pub(crate) async fn unlock(
        &self,
        record: &Record,
        request: BrainRequest,
    ) -> Result<BrainRequest, BrainAnswer> {
        let Some(kept) = self.pin.borrow().clone() else { return self.without_one(request) };
        match request {
            BrainRequest::WithPin { pin, request } => {
                let wrong = || BrainAnswer::Refused { reason: "that is not the PIN".to_owned() };
                if self.is_right(record, pin, kept).await { Ok(*request) } else { Err(wrong()) }
            }
            request if wants_pin(&request) => Err(BrainAnswer::PinWanted),
            request => Ok(request),
        }
    }

    /// Where there is no PIN, one that is given makes no difference.
    fn without_one(&self, request: BrainRequest) -> Result<BrainRequest, BrainAnswer> {
        let request = match request {
            BrainRequest::WithPin { request, .. } => *request,
            request => request,
        };
        // The first PIN is set without.
        let free = !self.needs_pin || !wants_pin(&request) || matches!(request, BrainRequest::Pin { .. });
        let reason = "brain.answer_auth wants a PIN and there is none; `locum pin set` makes one";
        if free { Ok(request) } else { Err(BrainAnswer::Refused { reason: reason.to_owned() }) }
    }

    async fn is_right(&self, record: &Record, given: String, kept: String) -> bool {
        let _turn = self.tries.lock().await;
        let work = tokio::task::spawn_blocking(move || pin::fits(&given, &kept));
        let right = work.await.unwrap_or(false);
        if !right {
            self.warn_of("somebody gave a wrong PIN and was refused".to_owned());
            self.append(record, AuditEvent::new(micros(), "pin.wrong"));
            tokio::time::sleep(AFTER_A_WRONG_ONE).await;
        }
        right
    }

    /// From now on this PIN is wanted; none: no more.
    pub(crate) async fn set_pin(&self, record: &Record, new: Option<String>) -> Result<(), PinError> {
        let _turn = self.turn.lock().await;
        let salt = crate::answering::random();
        let work = tokio::task::spawn_blocking(move || new.map(|new| pin::kept(&new, salt)).transpose());
        let new = work.await.map_err(|error| PinError::Unkept(error.to_string()))?;
        let new = new.map_err(PinError::Unfit)?;
        let mut kept = self.kept();
        kept.pin.clone_from(&new);
        let event = AuditEvent::new(micros(), kept::PIN).with("pin", new.clone());
        self.persist(record, &kept, event).await.map_err(PinError::Unkept)?;
        self.pin.replace(new);
        Ok(())
    }
}
