//! The brain's socket: who comes in, and the talk with each.

use std::rc::Rc;
use std::time::Duration;

use host::unix::kin::{self, Standing};
use tokio::net::{UnixListener, UnixStream};
use wire::{BrainAnswer, BrainRequest, Hello, VERSION};

use crate::life::World;
use crate::line::{Line, LineError, own_hello, within};
use crate::{adoption, answering, ask, permission};

/// How long a caller may take to greet, and to take an answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a caller may stay without asking anything.
const LONG_PAUSE: Duration = Duration::from_secs(600);
/// Supervised programs at once.
const MOST_SUPERVISED: usize = 8;
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
    let line = Line::to_caller(socket);
    let standing = standing(&world, &line);
    // Those who may do little get little room, or they could keep everybody else out.
    let room = if standing.may_act() { &world.callers } else { &world.guests };
    if !standing.may_act() && room.get() >= MOST_SUPERVISED {
        return;
    }
    room.set(room.get() + 1);
    let rest = if standing.may_act() { LONG_PAUSE } else { PATIENCE };
    if let Err(error) = talk(&world, line, rest).await {
        tracing::debug!(%error, "a caller left");
    }
    room.set(room.get() - 1);
    world.last_call.set(std::time::Instant::now());
}

/// What the kernel tells about a caller.
fn standing(world: &World, line: &Line) -> Standing {
    let own = rustix::process::geteuid().as_raw();
    match kin::caller(line.socket()) {
        Ok(caller) if caller.user == own => kin::standing(&caller, &world.registry.hosts()),
        _ => Standing::Unknown,
    }
}

async fn talk(world: &Rc<World>, mut line: Line, rest: Duration) -> Result<(), LineError> {
    within(PATIENCE, line.send(&own_hello(""))).await?;
    let hello: Hello = within(PATIENCE, line.receive()).await?;
    if hello.version != VERSION {
        return Err(LineError::Version(hello.version));
    }
    loop {
        let request: BrainRequest = match within(rest, line.receive()).await {
            Ok(request) => request,
            Err(LineError::Ended) => return Ok(()),
            Err(error) => return Err(error),
        };
        let answer = answer(world, &line, request).await;
        match within(PATIENCE, line.send(&answer)).await {
            Err(LineError::Frame(error)) => {
                let reason = format!("the answer is too long: {error}");
                within(PATIENCE, line.send(&BrainAnswer::Failed { reason })).await?;
            }
            sent => sent?,
        }
        if world.stopping.get() {
            world.stop.notify_one();
        }
    }
}

/// Where a request comes from, for the record.
fn whence(line: &Line) -> String {
    kin::caller(line.socket())
        .map_or_else(|_| "unknown".to_owned(), |caller| format!("process {}", caller.pid))
}

/// Who asks is found out for each request anew: a process may have become another's child meanwhile.
async fn answer(world: &Rc<World>, line: &Line, request: BrainRequest) -> BrainAnswer {
    let mut asks = standing(world, line);
    if matches!(asks, Standing::Marked(_)) {
        // Its session may have begun a moment ago, and be one that we do not know yet.
        adoption::look(world);
        world.registry.settle().await;
        asks = standing(world, line);
    }
    match permission::check(&request, &asks) {
        Ok(()) if let BrainRequest::Hook(event) = request => {
            answering::hook(world, *event, &asks, line.hung_up()).await
        }
        Ok(()) => ask::answer(world, request, &asks, whence(line)).await,
        Err(reason) => {
            tracing::debug!(?asks, "a request was refused");
            if let Some(what) = permission::tried(&request) {
                world.rules.refused(&world.record, what, &asks);
            }
            BrainAnswer::Refused { reason: format!("{reason}; do it from a terminal outside of any session") }
        }
    }
}
