//! Whether one thread waits for a file.

use model::Reader;

use super::file::{Target, Task};
use super::procfs::{Missing, Procfs};
use super::syscall::{self, Activity, Call, Wait};
use super::wait_set::Question;

/// Tells whether and how a thread waits for input from the target.
pub(super) fn reader(proc: &mut Procfs, task: Task, target: Target<'_>) -> Reader {
    if !proc.shows_calls {
        return Reader::Denied;
    }
    match look(proc, task, target) {
        Ok(reader) => reader,
        Err(Missing::Denied) if ends(proc, task.tid) => Reader::None,
        Err(Missing::Denied) => Reader::Denied,
        // It ended meanwhile, or its memory is no longer what it was when the call was made.
        Err(Missing::Gone) => Reader::None,
    }
}

/// Whether a thread is ending or has ended. It is asked after a refusal, which an ending thread gives to all but root.
fn ends(proc: &mut Procfs, tid: u32) -> bool {
    match proc.process(tid) {
        Ok(thread) => thread.is_ending || matches!(thread.state, b'Z' | b'X' | b'x'),
        Err(missing) => missing == Missing::Gone,
    }
}

fn look(proc: &mut Procfs, task: Task, target: Target<'_>) -> Result<Reader, Missing> {
    let line = proc.read(format_args!("/proc/{}/syscall", task.tid))?;
    let wait = match syscall::parse(line) {
        Some(Activity::Call(call)) => match call.wait() {
            Wait::Restarted => match restarted(proc, task, call)? {
                Some(wait) => wait,
                None => return Ok(Reader::Undecided),
            },
            wait => wait,
        },
        Some(Activity::RingWorker) => return worker(proc, task),
        Some(Activity::ForeignCall) => return Ok(Reader::Undecided),
        Some(Activity::Elsewhere) | None => Wait::Other,
    };
    Question { proc, task, target }.answer(wait)
}

/// The wait of a call that was cut off by a stop and goes on. The kernel's function in which the thread sleeps tells
/// whether it is a `poll`; `None` if that is not known.
fn restarted(proc: &mut Procfs, task: Task, call: Call) -> Result<Option<Wait>, Missing> {
    let place = proc.read(format_args!("/proc/{}/wchan", task.tid))?;
    Ok(match place {
        b"poll_schedule_timeout" | b"do_sys_poll" | b"do_poll" => Some(call.as_poll()),
        _ if place.starts_with(b"futex") || place.ends_with(b"nanosleep") => Some(Wait::Other),
        _ => None,
    })
}

/// A worker of a ring that sleeps where reads of terminals, pipes and sockets sleep may have any of them.
fn worker(proc: &mut Procfs, task: Task) -> Result<Reader, Missing> {
    let place = proc.read(format_args!("/proc/{}/wchan", task.tid))?;
    Ok(if place == b"io_wq_worker" { Reader::None } else { Reader::Undecided })
}
