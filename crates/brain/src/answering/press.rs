//! Pressing keys: the host types them if nothing has happened since they were decided.

use std::rc::Rc;

use engine::{Injection, Input, Pressed};
use model::SessionId;
use wire::{Answer, InjectOutcome, Request};

use super::{Hand, HandError, drive};
use crate::life::World;
use crate::registry::Entry;

/// Sends keys to the host. What became of them comes as an input.
pub(super) fn press(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, injection: Injection) {
    let (world, session, entry) = (Rc::clone(world), session.clone(), Rc::clone(entry));
    tokio::task::spawn_local(async move {
        // Which key is a yes is said by a profile, and anybody may have written that.
        let pressed = match world.rules.profiles_wait() {
            Some(reason) => Pressed::Refused(reason),
            None => offer(&entry.hand, &injection).await,
        };
        drive(&world, &session, &entry, Input::Pressed(pressed));
    });
}

async fn offer(hand: &Hand, injection: &Injection) -> Pressed {
    let expect = injection.expect();
    let request = Request::Inject {
        bytes: injection.bytes().to_vec(),
        output_offset: expect.offset,
        input_epoch: expect.epoch,
    };
    pressed(hand.ask(&mut *hand.line.lock().await, &request).await)
}

fn pressed(answer: Result<Answer, HandError>) -> Pressed {
    match answer {
        Ok(Answer::Injected(InjectOutcome::Typed { input_epoch, .. })) => {
            Pressed::Typed { epoch: input_epoch }
        }
        Ok(Answer::Injected(InjectOutcome::Stale { output_offset, input_epoch })) => {
            Pressed::Stale { offset: output_offset, epoch: input_epoch }
        }
        Ok(Answer::Refused { reason }) => Pressed::Refused(reason),
        Ok(_) => Pressed::Broken("the session's host answered something else".into()),
        Err(error @ HandError::Unreached(_)) => Pressed::Refused(error.to_string()),
        Err(HandError::Broken(error)) => {
            Pressed::Broken(format!("the session's host did not say whether it typed: {error}"))
        }
    }
}
