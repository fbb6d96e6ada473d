//! What is old goes, what is left verifies.

use model::{AuditEvent, Exit, PromptId, PromptStatus, Value};
use store::{Change, Ended, Limits, Mismatch, Prompt, Selection, Store, What, Which, WhichPrompts};

use crate::Folder;
use crate::folder::{Deed, at, event, id, session};
use crate::prompts::{end, prompt, prompt_id};

const NOTHING: Limits = Limits { not_before: None, max_bytes: None };

fn by_age(number: u32) -> Limits {
    Limits { not_before: Some(at(number)), ..NOTHING }
}

fn numbers(folder: &Folder) -> Vec<u64> {
    let reader = folder.reader();
    reader.events(Selection::default()).unwrap().map(|event| event.unwrap().seq).collect()
}

#[test]
fn old_events_go_and_the_rest_verifies() {
    let folder = Folder::with_events(20);
    let mut store = folder.store();
    assert_eq!(store.retain(at(30), NOTHING).unwrap(), None);
    assert_eq!(store.retain(at(30), by_age(0)).unwrap(), None);
    // The events are numbered from 0 here and from 1 in the record.
    let cut = store.retain(at(30), by_age(8)).unwrap().unwrap();
    assert_eq!((cut.up_to.seq, cut.events, cut.more), (8, 8, false));
    assert_eq!(numbers(&folder), (9..=21).collect::<Vec<_>>());
    let report = folder.verify();
    assert!(report.ok(), "{report:#?}");
    assert_eq!((report.first_seq, report.anchor, report.end.seq), (Some(9), Some(cut.up_to), 21));
    assert_eq!(store.retain(at(31), by_age(8)).unwrap(), None, "nothing is left to do");

    // Further cuts take the events of earlier ones with them.
    store.commit(&[event(40), event(41)]).unwrap();
    assert_eq!(store.retain(at(50), by_age(41)).unwrap().unwrap().up_to.seq, 22);
    drop(store);
    assert_eq!(folder.store().finding(), None);
    assert_eq!(numbers(&folder), [23, 24]);
    assert!(folder.verify().ok());
}

#[test]
fn the_cut_is_an_event_that_says_what_went() {
    let folder = Folder::with_events(6);
    let cut = folder.store().retain(at(30), by_age(4)).unwrap().unwrap();
    let last = folder.reader().events(Selection { after: 6, ..Selection::default() }).unwrap().next();
    let expected = AuditEvent::new(at(30), "retention.cut")
        .with("up_to", 4i64)
        .with("hash", Value::Bytes(cut.up_to.hash.0.to_vec()))
        .with("count", 4i64)
        .with("problems", 0i64);
    assert_eq!(last.unwrap().unwrap().event, expected);
}

#[test]
fn a_clock_that_jumped_never_makes_a_hole() {
    let folder = Folder::new();
    let mut store = folder.store();
    store.commit(&[event(1), event(50), event(2), event(60)]).unwrap();
    let cut = store.retain(at(70), by_age(10)).unwrap().unwrap();
    assert_eq!(cut.up_to.seq, 1, "the old one behind the young one stays");
    assert!(folder.verify().ok());
}

#[test]
fn the_newest_event_stays() {
    let folder = Folder::with_events(4);
    let mut store = folder.store();
    store.retain(at(5), by_age(100)).unwrap().unwrap();
    for _ in 0..3 {
        store.retain(at(6), Limits { not_before: Some(at(100)), max_bytes: Some(1) }).unwrap();
    }
    let left = numbers(&folder);
    assert!(left.len() <= 2, "{left:?}");
    assert!(folder.verify().ok());
}

fn file_size(folder: &Folder) -> u64 {
    std::fs::metadata(folder.path().join("locum.db")).unwrap().len()
}

#[test]
fn a_large_record_shrinks_and_gives_space_back() {
    let folder = Folder::new();
    let mut store = folder.store();
    let large = |number| AuditEvent::new(at(number), "a.b").with("text", "x".repeat(1000));
    for number in 0..20u32 {
        let batch: Vec<_> = (0..100).map(|part| Change::Append(large(number * 100 + part))).collect();
        store.commit(&batch).unwrap();
    }
    store.shrink().unwrap();
    let (before, limit) = (store.bytes().unwrap(), 1 << 20);
    assert!(before > 2 * limit && file_size(&folder) >= before, "{before}");
    let limits = Limits { max_bytes: Some(limit), ..NOTHING };
    let cut = store.retain(at(3000), limits).unwrap().unwrap();
    assert!(cut.events > 500 && !cut.more, "{cut:?}");
    let after = store.bytes().unwrap();
    assert!(after <= limit && after > limit / 4, "{after}: as much as needed, not much more");
    store.shrink().unwrap();
    assert!(file_size(&folder) <= limit, "{}", file_size(&folder));
    assert_eq!(store.retain(at(3001), limits).unwrap(), None);
    assert!(folder.verify().ok());
}

#[test]
fn sessions_go_with_their_last_event_but_never_while_they_run() {
    let folder = Folder::new();
    let mut store = folder.store();
    let about = |number, time| Change::Append(AuditEvent::new(at(time), "a.b").about(&id(number)));
    let ended = Ended { at: at(9), exit: Some(Exit::Code(0)) };
    let sessions = (1..=3).map(|number| Change::SessionStarted(session(number, "s")));
    let ends = [1, 2].map(|number| Change::SessionEnded { id: id(number), ended });
    let events = [about(1, 1), about(2, 2), about(3, 3), about(2, 20), event(21)];
    store.commit(&sessions.chain(ends).chain(events).collect::<Vec<_>>()).unwrap();
    let cut = store.retain(at(30), by_age(10)).unwrap().unwrap();
    assert_eq!((cut.events, cut.sessions), (3, 1));
    let left = folder.reader().sessions(Which::All, 10).unwrap();
    let left: Vec<_> = left.into_iter().map(|session| session.id).collect();
    assert_eq!(left, [id(3), id(2)], "one runs, one has an event");
}

#[test]
fn a_cut_never_hides_what_was_broken() {
    let changed: Deed = |folder| {
        folder.sqlite().execute_batch("UPDATE event SET at = at - 1 WHERE seq = 3").unwrap();
    };
    let no_head: Deed = |folder| std::fs::remove_file(folder.head()).unwrap();
    for (name, break_it) in [("changed", changed), ("recorded", no_head)] {
        let folder = Folder::with_events(10);
        break_it(&folder);
        let mut store = folder.store();
        store.commit(&[event(11), event(12)]).unwrap();
        // Twice: the second cut removes the event that the first one left.
        for number in [12, 90] {
            store.retain(at(80), by_age(number)).unwrap().unwrap();
            let report = folder.verify();
            let shown = |what: &What| matches!(what, What::Removed { count: 1, .. });
            assert!(report.problems.iter().any(|problem| shown(&problem.what)), "{name}: {report:#?}");
            store.commit(&[event(85), event(86)]).unwrap();
        }
    }
}

#[test]
fn an_anchor_that_does_not_fit_is_noticed() {
    let rows = [
        (
            "moved on",
            "UPDATE anchor SET (seq, hash) = (SELECT seq, hash FROM event WHERE seq = 6); DELETE FROM event WHERE seq < 7",
            What::Unvouched,
            6,
        ),
        ("removed", "DELETE FROM anchor", What::AnchorLost, 4),
        ("other hash", "UPDATE anchor SET hash = zeroblob(32)", What::Unvouched, 4),
    ];
    for (name, sql, what, seq) in rows {
        let folder = Folder::with_events(10);
        folder.store().retain(at(30), by_age(4)).unwrap().unwrap();
        folder.sqlite().execute_batch(sql).unwrap();
        let report = folder.verify();
        let found = report.problems.iter().any(|problem| problem.what == what && problem.seq == seq);
        assert!(found, "{name}: {report:#?}");
    }
}

#[test]
fn the_cut_undone_from_a_copy_is_noticed() {
    let folder = Folder::with_events(10);
    let database = folder.path().join("locum.db");
    let copy = std::fs::read(&database).unwrap();
    folder.store().retain(at(30), by_age(4)).unwrap().unwrap();
    std::fs::write(&database, copy).unwrap();
    let found = Store::open(&folder.path()).unwrap().finding().cloned().unwrap();
    assert_eq!(found.what, Mismatch::CutShort { head: 11 });
}

/// Asked at one moment, and over at another if at all.
fn prompts(rows: &[(u8, u32, Option<u32>)]) -> Vec<Change> {
    let changes = rows.iter().flat_map(|(number, asked, ended)| {
        let prompt = Prompt { asked_at: at(*asked), ..prompt(*number) };
        let ended = ended.map(|ended| end(*number, PromptStatus::Landed, ended));
        [Some(Change::PromptOpened(Box::new(prompt))), ended].into_iter().flatten()
    });
    changes.collect()
}

fn prompts_left(folder: &Folder) -> Vec<PromptId> {
    let left = folder.reader().prompts(&WhichPrompts::All, None, 99).unwrap();
    left.into_iter().map(|prompt| prompt.id).collect()
}

#[test]
fn prompts_go_with_the_events_of_their_time_but_never_while_they_stand() {
    let folder = Folder::with_events(20);
    let mut store = folder.store();
    store.commit(&prompts(&[(1, 1, Some(3)), (2, 2, Some(12)), (3, 3, None), (4, 4, Some(9))])).unwrap();
    let cut = store.retain(at(30), by_age(10)).unwrap().unwrap();
    assert_eq!((cut.events, cut.prompts), (10, 2));
    assert_eq!(prompts_left(&folder), [prompt_id(3), prompt_id(2)]);
}

#[test]
fn a_record_full_of_prompts_shrinks_too() {
    let folder = Folder::with_events(2);
    let mut store = folder.store();
    for number in 0..200 {
        let large = Prompt { question: "x".repeat(5000), ..prompt(number) };
        let opened = Change::PromptOpened(Box::new(large));
        store
            .commit(&[opened, end(number, PromptStatus::Gone, number.into()), event(number.into())])
            .unwrap();
    }
    let limit = 1 << 19;
    assert!(store.bytes().unwrap() > 2 * limit);
    let cut = store.retain(at(3000), Limits { max_bytes: Some(limit), ..NOTHING }).unwrap().unwrap();
    assert!(cut.prompts > 100 && store.bytes().unwrap() <= limit, "{cut:?}");
    assert!(folder.verify().ok());
}

#[test]
fn a_clock_that_was_ahead_takes_no_prompts_along() {
    let folder = Folder::new();
    let mut store = folder.store();
    store.commit(&[event(1), event(5000), event(2), event(3)]).unwrap();
    store.commit(&prompts(&[(1, 1, Some(1)), (2, 2, Some(3))])).unwrap();
    let all = Limits { max_bytes: Some(1), ..NOTHING };
    let cut = store.retain(at(4), all).unwrap().unwrap();
    assert_eq!((cut.events, cut.prompts), (3, 1), "only what was over before the removed events");
    assert_eq!(prompts_left(&folder), [prompt_id(2)]);
}
