//! Everything that can be done to a record behind the writer's back, and what verifying says to it.

use std::fs;

use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};
use store::{Mismatch, Problem, What};

use crate::Folder;
use crate::folder::{Deed, event};

const EVENTS: u32 = 20;

struct Tampering {
    name: &'static str,
    with: Deed,
    /// What must be reported, complete and in order.
    shows: &'static [(u64, What)],
    /// What the next writer must find; nothing where only a look at the whole chain can tell.
    found: Option<Mismatch>,
}

fn sql(folder: &Folder, text: &str) {
    folder.sqlite().execute_batch(text).unwrap();
}

/// Makes every hash right again from this event on, as somebody would who has read the documentation.
fn recompute(folder: &Folder, from: i64) {
    let db = folder.sqlite();
    let mut prev: Vec<u8> =
        db.query_row("SELECT hash FROM event WHERE seq = ?1", [from - 1], |row| row.get(0)).unwrap();
    let last: i64 = db.query_row("SELECT max(seq) FROM event", [], |row| row.get(0)).unwrap();
    for seq in from..=last {
        let hash = hash_by_hand(&db, seq, &prev);
        db.execute("UPDATE event SET prev = ?2, hash = ?3 WHERE seq = ?1", params![seq, prev, hash]).unwrap();
        prev = hash;
    }
}

/// From the words of `docs/audit-chain.md`; these events are about no session.
fn hash_by_hand(db: &Connection, seq: i64, prev: &[u8]) -> Vec<u8> {
    let mut bytes = b"locum audit event 1\n".to_vec();
    db.query_row("SELECT at, kind, fields FROM event WHERE seq = ?1", [seq], |row| {
        let (at, kind, fields): (i64, String, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        bytes.extend(seq.to_be_bytes());
        bytes.extend(at.to_be_bytes());
        bytes.push(0);
        bytes.extend((kind.len() as u64).to_be_bytes());
        bytes.extend(kind.as_bytes());
        bytes.extend(fields);
        Ok(())
    })
    .unwrap();
    bytes.extend(prev);
    Sha256::digest(bytes).to_vec()
}

/// Puts back the head of an earlier moment.
fn with_old_head(folder: &Folder) {
    let old = fs::read(folder.head()).unwrap();
    folder.store().commit(&[event(90), event(91)]).unwrap();
    folder.store().commit(&[event(92)]).unwrap();
    fs::write(folder.head(), old).unwrap();
}

/// Puts back the database of an earlier moment.
fn with_old_database(folder: &Folder) {
    let database = folder.path().join("locum.db");
    let old = fs::read(&database).unwrap();
    folder.store().commit(&[event(90)]).unwrap();
    fs::write(database, old).unwrap();
}

const TAMPERINGS: &[Tampering] = &[
    Tampering { name: "nothing", with: |_| (), shows: &[], found: None },
    Tampering {
        name: "last event cut",
        with: |folder| sql(folder, "DELETE FROM event WHERE seq = 20"),
        shows: &[(19, What::End(Mismatch::CutShort { head: 20 }))],
        found: Some(Mismatch::CutShort { head: 20 }),
    },
    Tampering {
        name: "all events cut",
        with: |folder| sql(folder, "DELETE FROM event"),
        shows: &[(0, What::End(Mismatch::CutShort { head: 20 }))],
        found: Some(Mismatch::CutShort { head: 20 }),
    },
    Tampering {
        name: "cut in the middle",
        with: |folder| sql(folder, "DELETE FROM event WHERE seq IN (7, 8)"),
        shows: &[(9, What::Missing { from: 7, to: 8 })],
        found: None,
    },
    Tampering {
        name: "cut in the middle and numbered anew",
        with: |folder| {
            sql(folder, "DELETE FROM event WHERE seq = 20; UPDATE event SET seq = 20 WHERE seq = 19");
        },
        shows: &[
            (20, What::Missing { from: 19, to: 19 }),
            (20, What::Changed),
            (20, What::End(Mismatch::OtherEnd)),
        ],
        found: Some(Mismatch::OtherEnd),
    },
    Tampering {
        name: "cut at the beginning",
        with: |folder| sql(folder, "DELETE FROM event WHERE seq < 5"),
        shows: &[(5, What::Missing { from: 1, to: 4 })],
        found: None,
    },
    Tampering {
        name: "cut at the beginning with an anchor",
        with: |folder| {
            sql(folder, "INSERT INTO anchor SELECT 1, seq, hash FROM event WHERE seq = 4");
            sql(folder, "DELETE FROM event WHERE seq < 5");
        },
        shows: &[(4, What::Unvouched)],
        found: None,
    },
    Tampering {
        name: "field changed",
        with: |folder| {
            sql(folder, "UPDATE event SET fields = (SELECT fields FROM event WHERE seq = 4) WHERE seq = 5")
        },
        shows: &[(5, What::Changed)],
        found: None,
    },
    Tampering {
        name: "fields garbled",
        with: |folder| sql(folder, "UPDATE event SET fields = x'00' WHERE seq = 5"),
        shows: &[(5, What::Changed), (5, What::Unreadable)],
        found: None,
    },
    Tampering {
        name: "time changed",
        with: |folder| sql(folder, "UPDATE event SET at = at + 1 WHERE seq = 5"),
        shows: &[(5, What::Changed)],
        found: None,
    },
    Tampering {
        name: "kind changed",
        with: |folder| sql(folder, "UPDATE event SET kind = 'test.other' WHERE seq = 5"),
        shows: &[(5, What::Changed)],
        found: None,
    },
    Tampering {
        name: "given to a session",
        with: |folder| sql(folder, "UPDATE event SET session = '' WHERE seq = 5"),
        shows: &[(5, What::Changed)],
        found: None,
    },
    Tampering {
        name: "hash changed",
        with: |folder| sql(folder, "UPDATE event SET hash = zeroblob(32) WHERE seq = 5"),
        shows: &[(5, What::Changed), (6, What::Unlinked)],
        found: None,
    },
    Tampering {
        name: "hash cut off",
        with: |folder| sql(folder, "UPDATE event SET prev = x'00' WHERE seq = 5"),
        shows: &[(5, What::Unreadable)],
        found: None,
    },
    Tampering {
        name: "two events exchanged",
        with: |folder| {
            sql(folder, "UPDATE event SET seq = 99 WHERE seq = 5; UPDATE event SET seq = 5 WHERE seq = 6;");
            sql(folder, "UPDATE event SET seq = 6 WHERE seq = 99");
        },
        shows: &[
            (5, What::Unlinked),
            (5, What::Changed),
            (6, What::Unlinked),
            (6, What::Changed),
            (7, What::Unlinked),
        ],
        found: None,
    },
    Tampering {
        name: "inserted at the end, well made",
        with: |folder| {
            sql(
                folder,
                "INSERT INTO event SELECT 21, at, session, kind, fields, prev, hash FROM event WHERE seq = 20",
            );
            recompute(folder, 21);
        },
        shows: &[(21, What::End(Mismatch::Beyond { head: 20 }))],
        found: Some(Mismatch::Beyond { head: 20 }),
    },
    Tampering {
        name: "inserted in the middle, all after it numbered anew and recomputed",
        with: |folder| {
            sql(
                folder,
                "UPDATE event SET seq = -seq WHERE seq >= 10; UPDATE event SET seq = 1 - seq WHERE seq < 0",
            );
            sql(
                folder,
                "INSERT INTO event SELECT 10, at, session, kind, fields, prev, hash FROM event WHERE seq = 9",
            );
            recompute(folder, 10);
        },
        shows: &[(21, What::End(Mismatch::Beyond { head: 20 }))],
        found: Some(Mismatch::Beyond { head: 20 }),
    },
    Tampering {
        name: "all moved before the beginning",
        with: |folder| sql(folder, "DELETE FROM event WHERE seq > 1; UPDATE event SET seq = -1"),
        shows: &[(0, What::Stray), (0, What::End(Mismatch::CutShort { head: 20 }))],
        found: Some(Mismatch::CutShort { head: 20 }),
    },
    Tampering {
        name: "inserted before the beginning",
        with: |folder| {
            sql(
                folder,
                "INSERT INTO event SELECT -3, at, session, kind, fields, prev, hash FROM event WHERE seq = 1",
            )
        },
        shows: &[(0, What::Stray)],
        found: None,
    },
    Tampering {
        name: "changed and the chain recomputed",
        with: |folder| {
            sql(folder, "UPDATE event SET at = at + 1 WHERE seq = 5");
            recompute(folder, 5);
        },
        shows: &[(20, What::End(Mismatch::OtherEnd))],
        found: Some(Mismatch::OtherEnd),
    },
    Tampering {
        name: "last event changed",
        with: |folder| sql(folder, "UPDATE event SET at = at + 1 WHERE seq = 20"),
        shows: &[(20, What::Changed)],
        found: Some(Mismatch::Changed),
    },
    Tampering {
        name: "head file removed",
        with: |folder| fs::remove_file(folder.head()).unwrap(),
        shows: &[(20, What::End(Mismatch::HeadMissing))],
        found: Some(Mismatch::HeadMissing),
    },
    Tampering {
        name: "head file garbled",
        with: |folder| fs::write(folder.head(), b"\xff\0garbage").unwrap(),
        shows: &[(20, What::End(Mismatch::HeadUnreadable))],
        found: Some(Mismatch::HeadUnreadable),
    },
    Tampering {
        name: "head file emptied",
        with: |folder| fs::write(folder.head(), b"").unwrap(),
        shows: &[(20, What::End(Mismatch::HeadUnreadable))],
        found: Some(Mismatch::HeadUnreadable),
    },
    Tampering {
        name: "older head file",
        with: with_old_head,
        shows: &[(23, What::End(Mismatch::Beyond { head: 20 }))],
        found: Some(Mismatch::Beyond { head: 20 }),
    },
    Tampering {
        name: "older database",
        with: with_old_database,
        shows: &[(20, What::End(Mismatch::CutShort { head: 21 }))],
        found: Some(Mismatch::CutShort { head: 21 }),
    },
    Tampering {
        name: "database removed",
        with: |folder| {
            fs::remove_file(folder.path().join("locum.db")).unwrap();
            // Somebody looks before anybody writes: there is an empty one now.
            drop(store::Store::open(&folder.path()));
        },
        shows: &[(0, What::End(Mismatch::CutShort { head: 20 }))],
        found: Some(Mismatch::CutShort { head: 20 }),
    },
];

fn check(tampering: &Tampering) {
    let name = tampering.name;
    let folder = Folder::with_events(EVENTS);
    (tampering.with)(&folder);
    let expected: Vec<_> =
        tampering.shows.iter().map(|(seq, what)| Problem { seq: *seq, what: what.clone() }).collect();
    let report = folder.verify();
    assert_eq!(report.problems, expected, "{name}");
    assert_eq!(report.ok(), expected.is_empty(), "{name}");

    // Recording goes on, and what was wrong stays visible.
    let mut store = folder.store();
    assert_eq!(store.finding().map(|finding| &finding.what), tampering.found.as_ref(), "{name}");
    let committed = store.commit(&[event(95)]).unwrap();
    assert_eq!(committed.finding.map(|finding| finding.what), tampering.found, "{name}");
    drop(store);
    let mut store = folder.store();
    assert_eq!(store.finding(), None, "{name}: recorded once");
    store.commit(&[event(96)]).unwrap();
    drop(store);
    let report = folder.verify();
    assert_eq!(report.ok(), expected.is_empty(), "{name} is forgotten: {report:?}");
    if let Some(found) = &tampering.found {
        let recorded = What::Recorded(found.to_string());
        assert!(report.problems.iter().any(|problem| problem.what == recorded), "{name}: {report:?}");
    }
}

#[test]
fn every_tampering_is_noticed_and_shown_where() {
    for tampering in TAMPERINGS {
        testkit::note(tampering.name);
        check(tampering);
    }
}

#[test]
fn a_record_forged_throughout_is_counted_not_hoarded() {
    let folder = Folder::with_events(300);
    sql(&folder, "UPDATE event SET at = at + 1");
    let report = folder.verify();
    assert_eq!((report.problems.len(), report.problem_count), (100, 300));
}

#[test]
fn a_damaged_page_is_shown_where_it_begins() {
    let folder = Folder::with_events(600);
    let database = folder.path().join("locum.db");
    let mut bytes = fs::read(&database).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xee);
    fs::write(&database, bytes).unwrap();
    let report = folder.verify();
    let [Problem { seq, what: What::Database(_) }] = report.problems.as_slice() else {
        panic!("{report:#?}");
    };
    assert!((2..600).contains(seq), "{report:#?}");
}
