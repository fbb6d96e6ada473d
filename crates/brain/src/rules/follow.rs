//! Keeping to the person's policy as they change it, and saying in the record what came of it.

use std::rc::Rc;
use std::time::Duration;

use model::AuditEvent;

use super::in_force::{News, in_words};
use super::kept::{self, Belief};
use crate::agents;
use crate::answering;
use crate::ear::Ear;
use crate::life::World;
use crate::record::micros;

/// Changes that follow each other closer than this are taken together.
const REST: Duration = Duration::from_millis(200);
/// How soon to try again to read what is kept.
const SOON: Duration = Duration::from_secs(1);
/// The chain says again what was confirmed before the event that says so can be too old to be kept.
const SAY_AGAIN: i64 = 24 * 3600 * 1_000_000;

/// Follows the policy's files for as long as the brain lives.
pub(crate) async fn follow(world: Rc<World>) {
    let begun = world.rules.begun.take();
    let mut unreadable = match begun {
        Some((belief, news)) => begin(&world, belief, news).await,
        None => false,
    };
    let mut ear = Ear::new("policy");
    loop {
        ear.turn_to(&world.rules.folder());
        if unreadable {
            // A disk may be full or closed for a while; a person who has confirmed meanwhile has settled it.
            let _ = tokio::time::timeout(SOON, ear.hear()).await;
            unreadable = world.rules.is_in_doubt() && again(&world).await;
            continue;
        }
        if world.rules.has_changed() {
            let news = world.rules.look().await;
            tell(&world, news).await;
            answering::rules_changed(&world);
            tokio::time::sleep(REST).await;
        }
        let confirmed = world.rules.said.get();
        if confirmed > 0 && micros() - confirmed > SAY_AGAIN {
            world.rules.keep(&world.record, kept::CONFIRMED, "as before").await;
        }
        ear.hear().await;
    }
}

/// Looks whether what is kept can be read by now. True if not.
async fn again(world: &World) -> bool {
    let (belief, news) = world.rules.open_again().await;
    if matches!(belief, Belief::Unreadable(_)) {
        return true;
    }
    agents::put_in_force(world).await;
    begin(world, belief, news).await
}

/// What is recorded of how this brain found things. True if it could not find out yet.
async fn begin(world: &World, belief: Belief, news: News) -> bool {
    let unreadable = matches!(belief, Belief::Unreadable(_));
    match belief {
        Belief::First => world.rules.keep(&world.record, kept::CONFIRMED, "found at the first start").await,
        Belief::Kept(..) => {}
        Belief::Doubt(why) | Belief::Unreadable(why) => {
            tracing::error!(why, "what was confirmed of the policy is not believed");
            world.rules.append(&world.record, AuditEvent::new(micros(), "policy.doubted").with("why", why));
        }
    }
    tell(world, news).await;
    unreadable
}

async fn tell(world: &World, news: News) {
    let event = |kind: &'static str| AuditEvent::new(micros(), kind);
    match news {
        News::None => {}
        News::Tighter => {
            tracing::info!("the policy is tighter than before, and holds");
            world.rules.keep(&world.record, kept::CHANGED, "tightened").await;
        }
        News::Unconfirmed => {
            let standing = world.rules.standing();
            tracing::warn!(
                loosens = standing.loosens.join("; "),
                "the policy was loosened and waits to be confirmed"
            );
            let event = event("policy.unconfirmed").with("loosens", standing.loosens.join("; "));
            world.rules.append(&world.record, event);
        }
        News::Withdrawn => world.rules.append(&world.record, event("policy.withdrawn")),
        News::Broken => {
            let problems = in_words(&world.rules.rules.borrow().in_force.problems);
            tracing::warn!(problems, "the policy has mistakes; what was in force before stays");
            world.rules.append(&world.record, event("policy.broken").with("problem", problems));
        }
    }
}
