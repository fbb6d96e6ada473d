//! Prompts in the record: told and forgotten like everything else, but for the answer, which has to be certain.

use std::sync::mpsc::TrySendError;
use std::time::Duration;

use model::{AuditEvent, PromptId, PromptStatus};
use store::{Change, Claim, Claimed, Judged, Nonce, Prompt, WhichPrompts};

use super::pending::Pending;
use super::slip::slip;
use super::{DURABLE, Message, Record, busy, reading};

impl Record {
    /// A question waits to be answered. The event, here and below, is written together with it.
    pub(crate) fn prompt_opened(&self, prompt: Prompt, event: Option<AuditEvent>) {
        self.write_with(Change::PromptOpened(Box::new(prompt)), event);
    }

    /// It was decided what is to become of it.
    pub(crate) fn prompt_judged(&self, judged: Judged, event: Option<AuditEvent>) {
        self.write_with(Change::PromptJudged(Box::new(judged)), event);
    }

    /// It is over.
    pub(crate) fn prompt_ended(
        &self,
        id: PromptId,
        status: PromptStatus,
        at: i64,
        event: Option<AuditEvent>,
    ) {
        self.write_with(Change::PromptEnded { id, status, at }, event);
    }

    /// Its answer could not be typed: it is open again, for who knows this nonce.
    pub(crate) fn prompt_reopened(
        &self,
        id: PromptId,
        nonce: Nonce,
        expires_at: Option<i64>,
        event: Option<AuditEvent>,
    ) {
        self.write_with(Change::PromptReopened { id, nonce, expires_at }, event);
    }

    fn write_with(&self, change: Change, event: Option<AuditEvent>) {
        let event = event.map(Change::Append);
        self.write(Pending::Changes([Some(change), event].into_iter().flatten().collect()));
    }

    /// Takes an answer, after everything that was told before. Won is on disk. An error means that nothing was taken
    /// and nothing will be: unlike what is told, a claim waits for no disk.
    ///
    /// Dropped before the writing thread has begun with it, it is withdrawn. Dropped later, it may be won without anybody
    /// knowing; the prompt is then *claimed* until somebody ends it or opens it again.
    pub(crate) async fn claim(&self, claim: Claim) -> Result<Claimed, String> {
        self.claim_within(claim, DURABLE).await
    }

    pub(super) async fn claim_within(&self, claim: Claim, patience: Duration) -> Result<Claimed, String> {
        let (slip, receipt, mut outcome) = slip(claim);
        match self.inbox.try_send(Message::Claim(slip)) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => return Err(busy()),
            Err(TrySendError::Disconnected(_)) => {
                self.without_thread();
                return Err(busy());
            }
        }
        match tokio::time::timeout(patience, &mut outcome).await {
            Ok(outcome) => outcome.unwrap_or_else(|_| Err(busy())),
            Err(_) if receipt.withdraw() => Err(busy()),
            // It is being written just now, and only that can tell.
            Err(_) => outcome.await.unwrap_or_else(|_| Err(busy())),
        }
    }

    /// Prompts that were asked at this moment or later, at most so many.
    pub(crate) async fn prompts(
        &self,
        which: WhichPrompts,
        since: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Prompt>, String> {
        self.read(move |folder| reading::prompts(folder, &which, since, limit)).await
    }

    /// The prompt with this id.
    pub(crate) async fn prompt(&self, id: PromptId) -> Result<Option<Prompt>, String> {
        self.read(move |folder| reading::prompt(folder, &id)).await
    }
}
