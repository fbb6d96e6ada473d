//! The brain's socket: who comes in, and the talk with each.

use std::rc::Rc;
use std::time::Duration;

use host::unix::kin;
use tokio::net::{UnixListener, UnixStream};
use wire::{BrainAnswer, BrainRequest, Hello, VERSION};

use crate::life::World;
use crate::line::{Line, LineError, own_hello, within};
use crate::{ask, permission};

/// How long a caller may take to greet.
const PATIENCE: Duration = Duration::from_secs(5);
/// Callers at once. More than that is a mistake or an attack.
const MOST_CALLERS: usize = 256;

/// Lets callers in for as long as the brain lives.
pub(crate) async fn keep_open(world: Rc<World>, door: UnixListener) {
    loop {
        match door.accept().await {
            Ok((socket, _)) if world.callers.get() < MOST_CALLERS => {
                tokio::task::spawn_local(receive(Rc::clone(&world), socket));
            }
            Ok(_) => tracing::warn!("too many callers at once; one was turned away"),
            // Out of descriptors, most likely: wait for some to be closed.
            Err(error) => {
                tracing::warn!(%error, "no caller can be let in");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn receive(world: Rc<World>, socket: UnixStream) {
    world.callers.set(world.callers.get() + 1);
    if let Err(error) = talk(&world, Line::new(socket)).await {
        tracing::debug!(%error, "a caller left");
    }
    world.callers.set(world.callers.get() - 1);
    world.last_call.set(std::time::Instant::now());
}

async fn talk(world: &Rc<World>, mut line: Line) -> Result<(), LineError> {
    line.send(&own_hello("")).await?;
    let hello: Hello = within(PATIENCE, line.receive()).await?;
    if hello.version != VERSION {
        return Err(LineError::Version(hello.version));
    }
    loop {
        let request: BrainRequest = match line.receive().await {
            Ok(request) => request,
            Err(LineError::Ended) => return Ok(()),
            Err(error) => return Err(error),
        };
        let answer = answer(world, &line, request).await;
        line.send(&answer).await?;
        if world.stopping.get() {
            world.stop.notify_one();
        }
    }
}

/// Who asks is found out for each request anew: a process may have become another's child meanwhile.
async fn answer(world: &Rc<World>, line: &Line, request: BrainRequest) -> BrainAnswer {
    let refused = |reason: &str| BrainAnswer::Refused { reason: reason.to_owned() };
    let caller = match kin::caller(line.socket()) {
        Ok(caller) => caller,
        Err(error) => return refused(&format!("the caller cannot be identified: {error}")),
    };
    if caller.user != rustix::process::geteuid().as_raw() {
        return refused("another user's sessions are not shown");
    }
    let standing = kin::standing(&caller, &world.registry.hosts());
    match permission::check(&request, &standing) {
        Ok(()) => ask::answer(world, request, &standing).await,
        Err(reason) => {
            tracing::warn!(pid = caller.pid, ?standing, "a request was refused");
            refused(reason)
        }
    }
}
