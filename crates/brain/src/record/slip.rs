//! An answer on its way to the writing thread. It can be withdrawn until the thread has begun with it, and then no more:
//! who is told that it was refused may rely on it that nobody carries it out later.

use std::sync::{Arc, Mutex, PoisonError};

use store::{Claim, Claimed};
use tokio::sync::oneshot;

/// Whoever takes the claim out decides what becomes of it.
type Held = Arc<Mutex<Option<Box<Claim>>>>;

/// The thread's half.
pub(super) struct Slip {
    held: Held,
    outcome: oneshot::Sender<Result<Claimed, String>>,
}

/// The half of who waits for it. Dropped, it withdraws.
pub(super) struct Receipt {
    held: Held,
}

pub(super) fn slip(claim: Claim) -> (Slip, Receipt, oneshot::Receiver<Result<Claimed, String>>) {
    let held: Held = Arc::new(Mutex::new(Some(Box::new(claim))));
    let (outcome, receiver) = oneshot::channel();
    (Slip { held: Arc::clone(&held), outcome }, Receipt { held }, receiver)
}

impl Slip {
    /// Carries the claim out, unless it was withdrawn. From here on it cannot be.
    pub(super) fn carry_out(self, work: impl FnOnce(&Claim) -> Result<Claimed, String>) {
        if let Some(claim) = take(&self.held) {
            let _ = self.outcome.send(work(&claim));
        }
    }
}

impl Receipt {
    /// Takes the claim back. False if the thread has begun with it.
    pub(super) fn withdraw(&self) -> bool {
        take(&self.held).is_some()
    }
}

impl Drop for Receipt {
    fn drop(&mut self) {
        self.withdraw();
    }
}

fn take(held: &Held) -> Option<Box<Claim>> {
    held.lock().unwrap_or_else(PoisonError::into_inner).take()
}
