//! What callers may ask, and the answers.

use std::rc::Rc;
use std::time::Duration;

use host::unix::kin::Standing;
use model::{SessionId, Size};
use tokio::time::{Instant, timeout_at};
use wire::{BrainAnswer, BrainRequest, PolicyRequest, SessionPhase, View, Wanted};

use crate::life::World;
use crate::registry::Entry;
use crate::rules::PinError;
use crate::{adoption, answering, hosts, rules};

/// How long a restore may wait for the model to catch up with what the host has told the caller. In a flood it does
/// not, and the caller draws what the host has kept.
const CATCH_UP: Duration = Duration::from_millis(60);
/// How long who asks how sessions stand may wait for the first look at one.
const FIRST_LOOK: Duration = Duration::from_millis(300);
/// The most events in one answer; who wants more asks again.
const MOST_EVENTS: u32 = 1000;

/// Answers a request of a caller who may ask it.
pub(crate) async fn answer(
    world: &Rc<World>,
    request: BrainRequest,
    standing: &Standing,
    from: String,
) -> BrainAnswer {
    if !matches!(request, BrainRequest::Status | BrainRequest::Stop) {
        adoption::look(world);
        world.registry.settle().await;
    }
    let request = match world.rules.unlock(&world.record, request).await {
        Ok(request) => request,
        Err(answer) => return answer,
    };
    match request {
        BrainRequest::Status => status(world),
        BrainRequest::Stop => stop(world),
        BrainRequest::Sessions { ended } => sessions(world, ended).await,
        BrainRequest::Renamed { session, from, to } => renamed(world, &session, from, to),
        BrainRequest::Screen { session, view } => screen(world, &session, standing, view),
        BrainRequest::Restore { session, size, at_least } => {
            restore(world, &session, size.into(), at_least).await
        }
        BrainRequest::Log { session, limit } => log(world, session, standing, limit).await,
        BrainRequest::Events { from, limit } => events(world, from, limit).await,
        BrainRequest::Verify => verify(world).await,
        BrainRequest::Explain { session } => explain(world, &session, standing).await,
        BrainRequest::Policy(request) => policy(world, request, standing).await,
        BrainRequest::Prompt(request) => answering::prompts(world, request, from).await,
        BrainRequest::Pin { new } => pin(world, new).await,
        // A PIN in a PIN.
        BrainRequest::WithPin { .. } => BrainAnswer::PinWanted,
        BrainRequest::Steer { session, manual: true } => {
            answering::pause(world, session.as_deref(), &from).await
        }
        BrainRequest::Steer { session, manual: false } => answering::resume(world, session.as_deref()).await,
        // Whoever keeps the door holds its line, and has seen to it.
        BrainRequest::Hook(_) => BrainAnswer::Hook { decision: None },
    }
}

fn status(world: &World) -> BrainAnswer {
    BrainAnswer::Status {
        pid: std::process::id(),
        since: world.since,
        sessions: world.registry.count() as u32,
        record: world.record.state(),
        policy: world.rules.warnings(),
    }
}

async fn policy(world: &Rc<World>, request: PolicyRequest, standing: &Standing) -> BrainAnswer {
    let answer = rules::answer(world, request, standing).await;
    if answer == BrainAnswer::Done {
        answering::rules_changed(world);
    }
    answer
}

async fn pin(world: &World, new: Option<String>) -> BrainAnswer {
    match world.rules.set_pin(&world.record, new).await {
        Ok(()) => BrainAnswer::Done,
        Err(PinError::Unfit(reason)) => BrainAnswer::Refused { reason },
        Err(PinError::Unkept(reason)) => BrainAnswer::Failed { reason },
    }
}

fn stop(world: &World) -> BrainAnswer {
    world.stopping.set(true);
    BrainAnswer::Done
}

async fn sessions(world: &World, ended: u32) -> BrainAnswer {
    let until = Instant::now() + FIRST_LOOK;
    for entry in world.registry.entries() {
        looked_at(&entry, until).await;
    }
    let mut lines = world.registry.lines();
    let silent = world.registry.approached();
    lines.extend(silent.iter().map(|session| hosts::unknown_line(world, session, SessionPhase::Silent)));
    if ended > 0 {
        match world.record.ended_sessions(ended.min(MOST_EVENTS)).await {
            Ok(more) => lines.extend(more),
            Err(reason) => return BrainAnswer::Failed { reason },
        }
    }
    BrainAnswer::Sessions { lines, record: world.record.state(), policy: world.rules.warnings() }
}

fn renamed(world: &World, session: &str, from: String, to: String) -> BrainAnswer {
    let Some((id, entry)) = find(world, session) else { return BrainAnswer::NoSession };
    entry.tracked.borrow_mut().line.name.clone_from(&to);
    world.record.session_renamed(&id, from, to);
    BrainAnswer::Done
}

fn screen(world: &World, session: &Wanted, standing: &Standing, view: View) -> BrainAnswer {
    let Some((_, entry)) = wanted(world, session, standing) else { return BrainAnswer::NoSession };
    let snapshot = entry.tracked.borrow().screen.snapshot_anyway();
    BrainAnswer::Screen(match view {
        View::Text => screen::render::text(&snapshot).into_bytes(),
        View::Ansi => screen::render::ansi(&snapshot).into_bytes(),
        View::Svg => screen::render::svg(&snapshot).into_bytes(),
        View::Json => screen::render::json(&snapshot).to_string().into_bytes(),
    })
}

async fn explain(world: &World, session: &Wanted, standing: &Standing) -> BrainAnswer {
    let Some((_, entry)) = wanted(world, session, standing) else { return BrainAnswer::NoSession };
    looked_at(&entry, Instant::now() + FIRST_LOOK).await;
    let tracked = entry.tracked.borrow();
    let answering = entry.answering.borrow();
    let reasons = wire::Reasons {
        consecutive: answering.engine.consecutive(),
        limits: answering.engine.limits(entry.now()),
        notes: answering.notes.all(),
        ..tracked.reasons(std::time::Instant::now())
    };
    BrainAnswer::Explained { line: Box::new(tracked.line.clone()), reasons: Box::new(reasons) }
}

/// Waits, for a moment, until a session that runs has been looked at: this brain may have come a moment ago.
async fn looked_at(entry: &Entry, until: Instant) {
    loop {
        let news = entry.news.notified();
        let waits = {
            let line = &entry.tracked.borrow().line;
            line.standing.is_none() && line.phase == SessionPhase::Running
        };
        if !waits || timeout_at(until, news).await.is_err() {
            return;
        }
    }
}

/// The caller has resized the session before it asks, so the model must have followed first.
async fn restore(world: &World, session: &str, size: Size, at_least: u64) -> BrainAnswer {
    let Some((_, entry)) = find(world, session) else { return BrainAnswer::NoSession };
    let until = Instant::now() + CATCH_UP;
    loop {
        let news = entry.news.notified();
        if entry.has_come_to(size, at_least) || Instant::now() >= until {
            let tracked = entry.tracked.borrow();
            let (bytes, offset) = (tracked.screen.restore(), tracked.screen.offset());
            return BrainAnswer::Restore { bytes, offset };
        }
        let _ = timeout_at(until, news).await;
    }
}

impl Entry {
    fn has_come_to(&self, size: Size, at_least: u64) -> bool {
        let tracked = self.tracked.borrow();
        let model = tracked.screen.size();
        tracked.screen.offset() >= at_least && (model.rows, model.cols) == (size.rows, size.cols)
    }
}

async fn log(world: &World, session: Option<Wanted>, standing: &Standing, limit: u32) -> BrainAnswer {
    let of = match session {
        None => None,
        Some(Wanted::Own) => own(standing).map(|id| id.to_string()),
        Some(Wanted::Session(text)) => {
            Some(find(world, &text).map_or(text, |(session, _)| session.to_string()))
        }
    };
    reply_with(world.record.log(of, limit.min(MOST_EVENTS)).await)
}

async fn events(world: &World, from: u64, limit: u32) -> BrainAnswer {
    reply_with(world.record.events(from, limit.min(MOST_EVENTS)).await)
}

fn reply_with(events: Result<Option<Vec<wire::EventRecord>>, String>) -> BrainAnswer {
    match events {
        Ok(Some(events)) => BrainAnswer::Events(events),
        Ok(None) => BrainAnswer::NoSession,
        Err(reason) => BrainAnswer::Failed { reason },
    }
}

async fn verify(world: &World) -> BrainAnswer {
    world.record.verify().await.unwrap_or_else(|reason| BrainAnswer::Failed { reason })
}

/// A session as it was asked for.
pub(crate) fn wanted(world: &World, session: &Wanted, standing: &Standing) -> Option<(SessionId, Rc<Entry>)> {
    match session {
        Wanted::Session(text) => find(world, text),
        Wanted::Own => find(world, own(standing)?.as_str()),
    }
}

fn own(standing: &Standing) -> Option<&SessionId> {
    match standing {
        Standing::Within(session) => Some(session),
        _ => None,
    }
}

/// A session by its id, or by its name.
fn find(world: &World, text: &str) -> Option<(SessionId, Rc<Entry>)> {
    let by_id = SessionId::parse(text).ok().and_then(|id| Some((id.clone(), world.registry.get(&id)?)));
    by_id.or_else(|| {
        let line = world.registry.lines().into_iter().find(|line| line.name == text)?;
        let id = SessionId::parse(&line.id).ok()?;
        let entry = world.registry.get(&id)?;
        Some((id, entry))
    })
}
