//! Locks and foreign files: the right word for each, and recording goes on after.

use std::fs;

use store::{Kind, Reader, Store};

use crate::Folder;
use crate::folder::{Deed, event};

#[test]
fn there_is_one_writer() {
    let folder = Folder::new();
    let mut store = folder.store();
    store.commit(&[event(1)]).unwrap();
    let error = Store::open(&folder.path()).unwrap_err();
    assert_eq!(error.kind(), &Kind::Locked, "{error}");
    assert!(folder.verify().ok(), "readers are welcome meanwhile");
    store.commit(&[event(2)]).unwrap();
    drop(store);
    folder.store().commit(&[event(3)]).unwrap();
    assert_eq!(folder.verify().events, 3);
}

#[test]
fn of_many_that_open_at_once_one_gets_it() {
    let folder = Folder::new();
    let path = folder.path();
    let open = || Store::open(&path).map_err(|error| error.kind().clone());
    let opened: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..10).map(|_| scope.spawn(open)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let lost = opened.iter().filter(|result| matches!(result, Err(Kind::Locked))).count();
    assert_eq!(lost, 9, "{opened:?}");
}

#[test]
fn a_locked_database_is_waited_for_and_then_reported() {
    let folder = Folder::new();
    let mut store = folder.store();
    store.commit(&[event(1)]).unwrap();
    let other = folder.sqlite();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    assert_eq!(store.commit(&[event(2)]).unwrap_err().kind(), &Kind::Locked);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(store.commit(&[event(2), event(3)]).unwrap().events, 2..4);
    assert_eq!(store.finding(), None);
    drop(store);
    assert!(folder.verify().ok());
}

#[test]
fn a_locked_database_cannot_be_opened_until_it_is_free() {
    let folder = Folder::with_events(2);
    let other = folder.sqlite();
    // In this mode even readers are shut out.
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE").unwrap();
    assert_eq!(Store::open(&folder.path()).unwrap_err().kind(), &Kind::Locked);
    drop(other);
    folder.store().commit(&[event(3)]).unwrap();
    assert!(folder.verify().ok());
}

#[test]
fn a_newer_record_is_refused_by_its_number() {
    let folder = Folder::with_events(2);
    folder.sqlite().execute_batch("INSERT INTO migration VALUES (7, x'00')").unwrap();
    let newer = Kind::Newer { found: 7, known: 2 };
    let error = Store::open(&folder.path()).unwrap_err();
    assert_eq!(error.kind(), &newer);
    assert!(error.to_string().contains("version 7") && error.to_string().contains("up to 2"), "{error}");
    assert_eq!(Reader::open(&folder.path()).unwrap_err().kind(), &newer);
}

#[test]
fn damaged_and_foreign_files_are_told_apart_from_tampering() {
    let garbage: Deed = |folder| fs::write(folder.path().join("locum.db"), "x".repeat(9000)).unwrap();
    let foreign_step: Deed =
        |folder| folder.sqlite().execute_batch("UPDATE migration SET checksum = x'00'").unwrap();
    let no_table: Deed = |folder| folder.sqlite().execute_batch("DROP TABLE event").unwrap();
    for (name, damage) in [("garbage", garbage), ("other step", foreign_step), ("no table", no_table)] {
        let folder = Folder::with_events(4);
        damage(&folder);
        let error = Store::open(&folder.path()).unwrap_err();
        assert_eq!(error.kind(), &Kind::Corrupt, "{name}: {error}");
    }
}

#[test]
fn a_database_that_was_removed_is_not_written_to() {
    let folder = Folder::new();
    let mut store = folder.store();
    store.commit(&[event(1)]).unwrap();
    fs::rename(folder.path().join("locum.db"), folder.path().join("away.db")).unwrap();
    assert_eq!(store.commit(&[event(2)]).unwrap_err().kind(), &Kind::Replaced);
    fs::rename(folder.path().join("away.db"), folder.path().join("locum.db")).unwrap();
    store.commit(&[event(2)]).unwrap();
    drop(store);
    assert!(folder.verify().ok());
}
