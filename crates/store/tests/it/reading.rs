//! What was written is what is read.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;

use model::{AuditEvent, Exit, Value};
use store::{Change, Ended, Kind, Reader, Selection, Which};

use crate::Folder;
use crate::folder::{at, event, id, session};

fn numbers(reader: &Reader, selection: Selection) -> Vec<u64> {
    reader.events(selection).unwrap().map(|event| event.unwrap().seq).collect()
}

#[test]
fn an_event_comes_back_as_it_was() {
    let folder = Folder::new();
    let event = AuditEvent::new(-5, "x.y")
        .about(&id(3))
        .with("none", Value::Null)
        .with("yes", true)
        .with("least", i64::MIN)
        .with("text", "ä\0\n")
        .with("", vec![0, 255]);
    let committed = folder.store().commit(&[Change::Append(event.clone())]).unwrap();
    assert_eq!((committed.events, committed.finding), (1..2, None));
    let stored = folder.reader().events(Selection::default()).unwrap().next().unwrap().unwrap();
    assert_eq!((stored.seq, stored.event), (1, event));
    assert_eq!(stored.hash, folder.verify().end.hash);
}

#[test]
fn events_are_selected_by_session_place_and_number() {
    let folder = Folder::new();
    let mut store = folder.store();
    // Several pages, every third event about a session.
    let of = |number: u32| match number % 3 {
        0 => AuditEvent::new(at(number), "a.b").about(&id(1)),
        _ => AuditEvent::new(at(number), "a.b"),
    };
    let batch: Vec<_> = (1..=1000).map(|number| Change::Append(of(number))).collect();
    store.commit(&batch).unwrap();
    let reader = folder.reader();
    let all = Selection::default;
    let check = |what: &str, selection: Selection, expected: Vec<u64>| {
        assert_eq!(numbers(&reader, selection), expected, "{what}");
    };
    check("all", all(), (1..=1000).collect());
    check("from a place on", Selection { after: 990, ..all() }, (991..=1000).collect());
    check("the first", Selection { limit: Some(300), ..all() }, (1..=300).collect());
    check("the last", Selection { limit: Some(300), tail: true, ..all() }, (701..=1000).collect());
    check("none", Selection { limit: Some(0), ..all() }, vec![]);
    check("beyond the end", Selection { after: u64::MAX, ..all() }, vec![]);
    let of_one = || Selection { session: Some(id(1)), ..all() };
    check("of a session", of_one(), (3..=1000).step_by(3).collect());
    check("the last of it", Selection { limit: Some(2), tail: true, ..of_one() }, vec![996, 999]);
    check(
        "more than there are",
        Selection { limit: Some(9999), tail: true, after: 993, ..of_one() },
        vec![996, 999],
    );
    check("of another", Selection { session: Some(id(2)), ..all() }, vec![]);
}

#[test]
fn sessions_are_found_while_they_run_and_after() {
    let folder = Folder::new();
    let mut store = folder.store();
    let strange = OsString::from_vec(vec![b'x', 0xff]);
    let mut first = session(1, "work");
    first.command.push(strange);
    let starts = [Change::SessionStarted(first.clone()), Change::SessionStarted(session(2, "work"))];
    store.commit(&starts).unwrap();
    let ended = Ended { at: at(50), exit: Some(Exit::Signal(9)) };
    store.commit(&[Change::SessionEnded { id: id(2), ended }, event(51)]).unwrap();
    store.commit(&[Change::SessionStarted(session(3, "play"))]).unwrap();
    store.commit(&[Change::SessionRenamed { id: id(3), name: None }]).unwrap();

    let reader = folder.reader();
    let ids = |which, limit| {
        let sessions = reader.sessions(which, limit).unwrap();
        sessions.into_iter().map(|session| session.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(Which::Live, 10), [id(3), id(1)]);
    assert_eq!(ids(Which::Ended, 10), [id(2)]);
    assert_eq!(ids(Which::All, 2), [id(3), id(2)]);
    assert_eq!(reader.session(&id(1)).unwrap(), Some(first));
    assert_eq!(reader.session(&id(2)).unwrap().unwrap().ended, Some(ended));
    assert_eq!(reader.session(&id(9)).unwrap(), None);
    // The one that runs, although the other began later.
    assert_eq!(reader.session_named("work").unwrap().unwrap().id, id(1));
    assert_eq!(reader.session_named("play").unwrap(), None);
}

#[test]
fn the_files_are_closed_to_others() {
    let folder = Folder::new();
    let mut store = folder.store();
    store.commit(&[event(1)]).unwrap();
    let mut seen = 0;
    for file in std::fs::read_dir(folder.path()).unwrap().flatten() {
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", file.path());
        seen += 1;
    }
    assert!(seen >= 4, "database, log, head and lock");
}

#[test]
fn a_record_that_was_never_made_is_absent() {
    let folder = Folder::new();
    assert_eq!(Reader::open(&folder.path()).unwrap_err().kind(), &Kind::Absent);
}

/// The brain keeps the store on a thread of its own.
#[test]
fn store_and_reader_can_be_given_to_a_thread() {
    fn movable<T: Send + 'static>() {}
    movable::<store::Store>();
    movable::<Reader>();
    movable::<store::Error>();
}
