//! The engine's inputs and effects.

use std::rc::Rc;

use engine::{Effect, Input, Number};
use host::unix::kin::Standing;
use model::{AuditEvent, SessionId};
use wire::{Description, TapEvent, TapFrame};

use super::{
    judging, limited, manual, outcome, over_time, press, prompt, seeing, taking_up, watchword, wishes,
};
use crate::life::World;
use crate::now;
use crate::registry::Entry;
use crate::sight::Sighting;

/// Something happened in a session.
pub(crate) fn drive(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, input: Input) {
    let moment = entry.now();
    let effects = entry.answering.borrow_mut().engine.handle(input, moment);
    if effects.is_empty() {
        return;
    }
    for effect in effects {
        carry_out(world, session, entry, effect);
    }
    entry.wake.notify_one();
    entry.news.notify_waiters();
    world.prompts.changed();
}

/// A session is followed from now on: what was begun before and never ended, and whether the person had paused it, or took over
/// at its terminal (so often) while nobody followed it.
pub(crate) async fn begin(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    described: &wire::Description,
    began: i64,
) {
    let before = world.record.left_behind(session, began).await.unwrap_or_default();
    entry.answering.borrow_mut().earlier = taking_up::Earlier::of(before.unanswered, before.over_time);
    for words in before.unfinished {
        drive(world, session, entry, Input::Unfinished { words, half_typed: described.half_typed });
    }
    if let Some(why) = before.manual.or_else(|| described.manual.clone()) {
        drive(world, session, entry, Input::Pause { why });
    }
    entry.answering.borrow_mut().took_over = before.took_over;
    took_over_so_far(world, session, entry, described.took_over);
    wishes::begin(world, session, entry).await;
}

/// A frame of the session's tap was taken.
pub(crate) fn heard(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, frame: &TapFrame) {
    if let TapFrame::Event { event: TapEvent::Refused { what, session }, .. } = frame {
        let standing = match session.as_deref() {
            Some(wire::OURS) => Standing::Started,
            who => Standing::Marked(who.and_then(|session| SessionId::parse(session).ok())),
        };
        world.rules.refused(&world.record, what, &standing);
    }
    note_typing(entry, frame);
    let input = match frame {
        TapFrame::Output { .. } => Some(Input::Wrote { offset: entry.tracked.borrow().screen.offset() }),
        TapFrame::Event { event, .. } => event_input(event),
    };
    if let Some(input) = input {
        drive(world, session, entry, input);
    }
    if let TapFrame::Event { event, .. } = frame {
        match event {
            TapEvent::TookOver => entry.answering.borrow_mut().took_over += 1,
            TapEvent::Described(told) => took_over_so_far(world, session, entry, told.took_over),
            TapEvent::Exited(_) => taking_up::close(world, session, entry),
            _ => {}
        }
    }
}

fn note_typing(entry: &Entry, frame: &TapFrame) {
    let TapFrame::Event { event, .. } = frame else { return };
    let typed = match event {
        TapEvent::Typed { epoch, .. } | TapEvent::Injected { epoch } => *epoch,
        TapEvent::Described(described) => described.input_epoch,
        _ => return,
    };
    entry.answering.borrow_mut().epoch = typed;
}

/// The person may have taken over while nobody listened.
fn took_over_so_far(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, times: u32) {
    let known = std::mem::replace(&mut entry.answering.borrow_mut().took_over, times);
    if times > known {
        drive(world, session, entry, Input::TookOver);
    }
}

fn event_input(event: &TapEvent) -> Option<Input> {
    Some(match event {
        TapEvent::Typed { epoch, draft } => Input::Typed { epoch: *epoch, draft: *draft },
        TapEvent::TookOver => Input::TookOver,
        TapEvent::Exited(_) => Input::Ended,
        TapEvent::Described(described) => typed_so_far(described),
        _ => return None,
    })
}

/// What was typed before we came is nobody's withdrawal.
fn typed_so_far(described: &Description) -> Input {
    Input::Typed { epoch: described.input_epoch, draft: described.draft }
}

/// The screen was looked at.
pub(crate) fn looked(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, sightings: &[Sighting]) {
    for sighting in sightings {
        if let Some(input) = limited::limited(sighting, entry) {
            drive(world, session, entry, input);
        }
        let input = seeing::sighted(sighting, &entry.tracked.borrow().lookout);
        if let Some(input) = input {
            drive(world, session, entry, input);
        }
    }
    watch_output(world, session, entry);
    let look = seeing::look(&entry.tracked.borrow().lookout);
    if let Some(look) = look {
        drive(world, session, entry, Input::Looked(Box::new(look)));
        taking_up::looked(world, session, entry);
        over_time::looked(world, entry);
    }
}

/// The person takes over when something appears that they wanted to be there for.
fn watch_output(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>) {
    if !entry.answering.borrow().watch.is_watching() {
        return;
    }
    let (lines, top) = {
        let tracked = entry.tracked.borrow();
        let snapshot = tracked.screen.snapshot_anyway();
        // An agent draws the end of its output again and again, further down each time.
        let numbered = !snapshot.alternate && !tracked.lookout.is_agent();
        (watchword::lines(&snapshot), numbered.then_some(snapshot.top))
    };
    let found = entry.answering.borrow_mut().watch.appeared(lines, top);
    if let Some(pattern) = found {
        let why = format!("`{pattern}` appeared (nudge.watch_output)");
        drive(world, session, entry, Input::Pause { why });
    }
}

/// The engine's time has come.
pub(crate) fn tick(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>) {
    drive(world, session, entry, Input::Tick);
}

fn carry_out(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, effect: Effect) {
    match effect {
        Effect::Judge(number) => judging::judge(world, session, entry, number),
        Effect::Ask(number, reasons) => prompt::ask(world, session, entry, number, reasons),
        Effect::Claim(number, answer, by) => prompt::claim(world, session, entry, number, &answer, &by),
        Effect::Press(injection) => press::press(world, session, entry, injection),
        Effect::Reply { call, answer, question } => outcome::reply(entry, call, answer, question),
        Effect::Told(number, by, told) => outcome::tell(world, session, entry, number, &by, &told),
        Effect::Reopen(number, why) => prompt::reopen(world, session, entry, number, &why),
        Effect::Ended(number, ending) => outcome::ended(world, session, entry, number, &ending),
        Effect::Manual(why) => manual::changed(world, session, entry, why),
        Effect::Nudged(times) => note(world, session, entry, None, format!("nudged, for the {times}. time")),
        Effect::Note(number, text) => note(world, session, entry, number, text),
    }
}

pub(super) fn note(world: &World, session: &SessionId, entry: &Entry, number: Option<Number>, text: String) {
    let mut answering = entry.answering.borrow_mut();
    let event = AuditEvent::new(stamp(), "answer.note").about(session).with("what", text.clone());
    let id = number.and_then(|number| answering.rows.get(&number)).map(|row| row.id.to_string());
    world.record.append(match id {
        Some(id) => event.with("prompt", id),
        None => event,
    });
    answering.notes.add(now(), text);
}

/// The time as the record counts it.
pub(super) fn stamp() -> i64 {
    now().cast_signed()
}
