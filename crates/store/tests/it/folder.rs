//! A folder with a record in it, and short ways to fill and question it.

use std::path::{Path, PathBuf};

use model::{AuditEvent, SessionId};
use rusqlite::Connection;
use store::{Change, Reader, Report, Session, Store, verify};
use testkit::Sandbox;

/// Something done to a record.
pub(crate) type Deed = fn(&Folder);

/// A record in a sandbox of its own.
pub(crate) struct Folder {
    sandbox: Sandbox,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Folder { sandbox: Sandbox::new() }
    }

    /// A record with this many events, written two at a time.
    pub(crate) fn with_events(count: u32) -> Self {
        let folder = Folder::new();
        let mut store = folder.store();
        for number in (0..count).step_by(2) {
            let batch: Vec<_> = (number..count.min(number + 2)).map(event).collect();
            store.commit(&batch).unwrap();
        }
        folder
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.sandbox.path("state")
    }

    pub(crate) fn head(&self) -> PathBuf {
        self.path().join("audit.head")
    }

    pub(crate) fn store(&self) -> Store {
        Store::open(&self.path()).unwrap()
    }

    pub(crate) fn reader(&self) -> Reader {
        Reader::open(&self.path()).unwrap()
    }

    pub(crate) fn verify(&self) -> Report {
        verify(&self.reader()).unwrap()
    }

    /// The database as any program of the same user can open it.
    pub(crate) fn sqlite(&self) -> Connection {
        Connection::open(self.path().join("locum.db")).unwrap()
    }
}

/// The `number`th event of a test: one second after the one before.
pub(crate) fn event(number: u32) -> Change {
    Change::Append(
        AuditEvent::new(at(number), "test.event")
            .with("number", number)
            .with("text", format!("this is number {number}")),
    )
}

pub(crate) fn at(number: u32) -> i64 {
    1_700_000_000_000_000 + i64::from(number) * 1_000_000
}

pub(crate) fn id(number: u8) -> SessionId {
    SessionId::from_random([number; 8])
}

pub(crate) fn session(number: u8, name: &str) -> Session {
    Session {
        id: id(number),
        name: Some(name.to_owned()),
        command: vec!["sh".into(), "-c".into(), String::new().into(), "a b".into()],
        folder: "/tmp/x".into(),
        pid: Some(1000 + u32::from(number)),
        host_pid: None,
        started_at: at(number.into()),
        ended: None,
    }
}

/// The record in this folder is whole and has this many events.
pub(crate) fn expect_events(folder: &Path, events: u64) {
    let report = verify(&Reader::open(folder).unwrap()).unwrap();
    assert!(report.ok(), "{report:#?}");
    assert_eq!(report.events, events);
}
