//! The head and the database after a crash: every pair that a crash can leave is fine, every other is noticed.

use std::fs;
use std::path::PathBuf;

use rusqlite::backup::Backup;
use store::{Mismatch, Reader, Store, verify};
use testkit::Sandbox;

use crate::Folder;
use crate::folder::{Deed, event};

/// The files at one moment of a history of commits.
struct Image {
    database: PathBuf,
    /// What the head file held while the commit that follows was under way.
    head: Vec<u8>,
}

const COMMITS: u32 = 6;

/// Copies everything before each commit, and the head once more when the commit had been announced by it.
fn history(folder: &Folder) -> Vec<Image> {
    let mut store = folder.store();
    store.commit(&[event(0)]).unwrap();
    let mut images = Vec::new();
    for number in 1..COMMITS {
        let database = folder.path().join(format!("copy{number}"));
        fs::create_dir(&database).unwrap();
        let mut copy = rusqlite::Connection::open(database.join("locum.db")).unwrap();
        let source = folder.sqlite();
        Backup::new(&source, &mut copy).unwrap().run_to_completion(1000, Default::default(), None).unwrap();
        store.commit(&[event(number), event(number)]).unwrap();
        images.push(Image { database, head: fs::read(folder.head()).unwrap() });
    }
    images
}

#[test]
fn only_pairs_that_a_crash_can_leave_are_accepted() {
    let folder = Folder::new();
    let images = history(&folder);
    let sandbox = Sandbox::new();
    for (old, database) in images.iter().enumerate() {
        for (new, head) in images.iter().enumerate() {
            let here = sandbox.folder(&format!("pair-{old}-{new}"));
            fs::copy(database.database.join("locum.db"), here.join("locum.db")).unwrap();
            fs::write(here.join("audit.head"), &head.head).unwrap();
            // The head announces the commit after its image: the database may have it or not.
            let possible = old == new || old == new + 1;
            let report = verify(&Reader::open(&here).unwrap()).unwrap();
            assert_eq!(report.ok(), possible, "database {old}, head {new}: {report:#?}");
            let found = Store::open(&here).unwrap().finding().cloned();
            assert_eq!(found.is_none(), possible, "database {old}, head {new}: {found:?}");
        }
    }
}

/// The finding is in the head until it is in the record.
#[test]
fn a_kill_before_the_finding_is_recorded_does_not_lose_it() {
    let folder = Folder::with_events(4);
    let before = fs::read(folder.path().join("locum.db")).unwrap();
    fs::remove_file(folder.head()).unwrap();
    folder.store().commit(&[event(5)]).unwrap();
    let recorded = fs::read_to_string(folder.head()).unwrap();
    assert!(!recorded.contains("broken"), "dropping the store has settled it: {recorded}");

    // The same again, killed between head and commit.
    let folder = Folder::new();
    fs::write(folder.path().join("locum.db"), before).unwrap();
    let mut store = folder.store();
    let other = folder.sqlite();
    store.commit(&[event(5)]).unwrap();
    let announced = fs::read(folder.head()).unwrap();
    assert!(String::from_utf8_lossy(&announced).contains("\nbroken "), "{announced:?}");
    other.execute_batch("DELETE FROM event WHERE seq > 4").unwrap();
    drop(store);
    fs::write(folder.head(), announced).unwrap();
    let found = Store::open(&folder.path()).unwrap().finding().cloned().unwrap();
    assert_eq!(found.what, Mismatch::Unrecorded(Mismatch::HeadMissing.to_string()));
}

#[test]
fn the_last_commit_cannot_be_undone_once_it_is_settled() {
    let folder = Folder::new();
    let mut store = folder.store();
    store.commit(&[event(1)]).unwrap();
    store.commit(&[event(2)]).unwrap();
    store.settle().unwrap();
    let head = fs::read_to_string(folder.head()).unwrap();
    assert!(head.contains("committed 2 ") && head.contains("pending 2 "), "{head}");
    folder.sqlite().execute_batch("DELETE FROM event WHERE seq = 2").unwrap();
    assert!(!folder.verify().ok());
}

#[test]
fn what_happens_while_it_is_open_is_found_by_the_next_commit() {
    let cut: Deed = |folder| folder.sqlite().execute_batch("DELETE FROM event WHERE seq = 2").unwrap();
    let head: Deed = |folder| fs::remove_file(folder.head()).unwrap();
    let rows = [("cut", cut, Mismatch::Moved { was: 2 }), ("head", head, Mismatch::HeadMoved)];
    for (name, tamper, expected) in rows {
        let folder = Folder::new();
        let mut store = folder.store();
        store.commit(&[event(1), event(2)]).unwrap();
        tamper(&folder);
        let committed = store.commit(&[event(3)]).unwrap();
        assert_eq!(committed.finding.map(|finding| finding.what), Some(expected), "{name}");
        assert_eq!(store.commit(&[event(4)]).unwrap().finding, None, "{name}: once");
        let report = folder.verify();
        assert_eq!(report.problem_count, 1, "{name}: {report:#?}");
    }
}

#[test]
fn a_reader_never_takes_a_busy_writer_for_a_forger() {
    let folder = Folder::with_events(2);
    let path = folder.path();
    let mut store = folder.store();
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| {
            for round in 0..60 {
                let report = verify(&Reader::open(&path).unwrap()).unwrap();
                assert!(report.ok(), "round {round}: {report:#?}");
            }
        });
        let mut number = 3;
        while !reading.is_finished() {
            store.commit(&[event(number)]).unwrap();
            number += 1;
        }
        reading.join().unwrap();
    });
}
