//! What is to be written: most of it is clear at once, some depends on what the record already holds.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::PathBuf;

use capture::Options;
use model::{AuditEvent, Exit, PromptStatus, SessionId};
use store::{Change, Ended, Prompt, Reader, Session, Which, WhichPrompts};
use wire::SessionLine;

/// As much as waits for a disk that takes nothing. Beyond it only counts are kept.
const MOST: usize = 10_000;
/// Written at once.
const BATCH: usize = 256;
/// More sessions than this never run at once.
const MOST_SESSIONS: u32 = 10_000;
/// More prompts than this never stand at once.
const MOST_PROMPTS: u32 = 100_000;

/// Something to be written.
#[derive(Debug)]
pub(super) enum Pending {
    Changes(Vec<Change>),
    /// A session was found, at this time.
    Seen(Box<SessionLine>, i64),
    /// Only these sessions run.
    Alive(Vec<SessionId>, i64),
    /// This session does not run any more.
    Gone(SessionId, i64),
}

impl Pending {
    /// What it comes to, by what the record holds now.
    pub(super) fn changes(&self, reader: &Reader) -> Result<Vec<Change>, store::Error> {
        match self {
            Pending::Changes(changes) => Ok(changes.clone()),
            Pending::Seen(line, at) => seen(reader, line, *at),
            Pending::Alive(alive, at) => gone(reader, *at, |session| !alive.contains(session)),
            Pending::Gone(which, at) => gone(reader, *at, |session| session == which),
        }
    }
}

fn seen(reader: &Reader, line: &SessionLine, at: i64) -> Result<Vec<Change>, store::Error> {
    let Ok(id) = SessionId::parse(&line.id) else { return Ok(Vec::new()) };
    if reader.session(&id)?.is_some_and(|known| known.ended.is_none()) {
        return Ok(vec![Change::Append(AuditEvent::new(at, "session.adopted").about(&id))]);
    }
    let command = capture::command(&line.command, &Options::default());
    let event = AuditEvent::new(at, "session.started")
        .about(&id)
        .with("name", line.name.clone())
        .with("command", command.join(" "))
        .with("folder", line.folder.clone())
        .with("pid", line.pid)
        .with("host_pid", line.host_pid);
    let session = Session {
        id,
        name: Some(line.name.clone()),
        command: command.iter().map(OsString::from).collect(),
        folder: PathBuf::from(&line.folder),
        pid: Some(line.pid),
        host_pid: Some(line.host_pid),
        started_at: i64::try_from(line.began).unwrap_or(i64::MAX),
        ended: None,
    };
    Ok(vec![Change::SessionStarted(session), Change::Append(event)])
}

/// Ends sessions that the record believes to run, and prompts that nobody is left to ask.
fn gone(reader: &Reader, at: i64, which: impl Fn(&SessionId) -> bool) -> Result<Vec<Change>, store::Error> {
    let lost = reader.sessions(Which::Live, MOST_SESSIONS)?.into_iter().filter(|known| which(&known.id));
    let changes = lost.flat_map(|session| {
        let event = end_event(at, &session.id, None);
        [Change::SessionEnded { id: session.id, ended: Ended { at, exit: None } }, Change::Append(event)]
    });
    let prompts = reader.prompts(&WhichPrompts::Open, None, MOST_PROMPTS)?.into_iter();
    let prompts = prompts.filter(|prompt| which(&prompt.session)).map(|prompt| lost_prompt(prompt, at));
    Ok(changes.chain(prompts).collect())
}

/// Of an answer that was on its way nobody knows what became of it.
fn lost_prompt(prompt: Prompt, at: i64) -> Change {
    let answered = prompt.status == PromptStatus::Claimed;
    let status = if answered { PromptStatus::Failed } else { PromptStatus::Gone };
    Change::PromptEnded { id: prompt.id, status, at }
}

/// The event of a session's end.
pub(super) fn end_event(at: i64, session: &SessionId, exit: Option<Exit>) -> AuditEvent {
    let event = AuditEvent::new(at, if exit.is_some() { "session.ended" } else { "session.lost" });
    let event = event.about(session);
    match exit {
        Some(Exit::Code(code)) => event.with("code", u32::from(code)),
        Some(Exit::Signal(signal)) => event.with("signal", u32::from(signal)),
        None => event,
    }
}

/// What waits, in order, and how much was lost.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: VecDeque<Pending>,
    pub(super) lost: u64,
}

impl Queue {
    pub(super) fn push(&mut self, pending: Pending) {
        if self.waiting.len() < MOST {
            self.waiting.push_back(pending);
        } else {
            self.lost += 1;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.lost == 0
    }

    /// What to write next, and how many of the waiting that is. Once all of them fit, what was lost is told.
    pub(super) fn batch(&self, reader: &Reader, at: i64) -> Result<(Vec<Change>, usize), store::Error> {
        let (mut changes, mut count) = (Vec::new(), 0);
        for pending in self.waiting.iter().take(BATCH) {
            // What depends on the record must see what was written before it.
            if count > 0 && !matches!(pending, Pending::Changes(_)) {
                return Ok((changes, count));
            }
            changes.extend(pending.changes(reader)?);
            count += 1;
        }
        if count == self.waiting.len() && self.lost > 0 {
            let lost = i64::try_from(self.lost).unwrap_or(i64::MAX);
            changes.push(Change::Append(AuditEvent::new(at, "record.gap").with("lost", lost)));
        }
        Ok((changes, count))
    }

    /// The first `count` have been written.
    pub(super) fn written(&mut self, count: usize) {
        if count == self.waiting.len() {
            self.lost = 0;
        }
        self.waiting.drain(..count.min(self.waiting.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_counted() {
        let mut queue = Queue::default();
        for _ in 0..MOST + 7 {
            queue.push(Pending::Changes(Vec::new()));
        }
        assert_eq!((queue.len(), queue.lost), (MOST, 7));
        queue.written(BATCH);
        assert_eq!(queue.lost, 7, "not told yet");
        queue.written(queue.len());
        assert!(queue.is_empty());
    }
}
