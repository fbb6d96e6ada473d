//! Disks that are full or turn read-only: nothing is lost, and recording goes on after.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use store::{Change, Kind, Store};
use testkit::Sandbox;

use crate::folder::{event, expect_events};

/// A small file system of its own.
struct Small<'a> {
    sandbox: &'a Sandbox,
}

impl<'a> Small<'a> {
    #[track_caller]
    fn mount(sandbox: &'a Sandbox) -> Self {
        let small = Small { sandbox };
        fs::create_dir(small.path()).unwrap();
        let mounted = small.run(&["mount", "-t", "tmpfs", "-o", "size=8m", "none"]);
        assert!(
            mounted,
            "a full disk is a small file system of our own: these tests have to be allowed to mount one (as root)"
        );
        small
    }

    fn path(&self) -> PathBuf {
        self.sandbox.path("small")
    }

    fn run(&self, words: &[&str]) -> bool {
        let status = Command::new(words[0]).args(&words[1..]).arg(self.path()).output();
        status.is_ok_and(|output| output.status.success())
    }
}

impl Drop for Small<'_> {
    fn drop(&mut self) {
        self.run(&["umount", "--lazy"]);
    }
}

/// An event of several pages.
fn large() -> Change {
    Change::Append(model::AuditEvent::new(1, "a.b").with("text", "x".repeat(20_000)))
}

/// Leaves this many bytes free.
fn fill(folder: &Path, free: u64) {
    let filler = folder.join("filler");
    let _ = fs::write(&filler, vec![0; 8 << 20]);
    let file = fs::OpenOptions::new().write(true).open(filler).unwrap();
    file.set_len(file.metadata().unwrap().len().saturating_sub(free)).unwrap();
}

/// The disk is full at one point of a commit after another: at the head, in the log, in the database.
#[test]
fn a_full_disk_loses_nothing_and_is_survived() {
    let sandbox = Sandbox::new();
    let small = Small::mount(&sandbox);
    let folder = small.path();
    let mut store = Store::open(&folder).unwrap();
    let mut written = 0;
    let mut failed = BTreeSet::new();
    for free in (0..120).step_by(4) {
        fill(&folder, free << 10);
        match store.commit(&[large(), large()]) {
            Ok(_) => written += 2,
            Err(error) => {
                assert_eq!(error.kind(), &Kind::DiskFull, "{free}: {error:?}");
                failed.insert(error.to_string());
                // Again, with what has happened since. The log was emptied, so there may be room now.
                match store.commit(&[event(1), large(), large()]) {
                    Ok(_) => written += 3,
                    Err(error) => assert_eq!(error.kind(), &Kind::DiskFull, "{free}: {error:?}"),
                }
            }
        }
        expect_events(&folder, written);
        fs::remove_file(folder.join("filler")).unwrap();
        store.commit(&[event(2)]).unwrap_or_else(|error| panic!("{free}: {error:?}"));
        written += 1;
        assert_eq!(store.finding(), None, "{free}");
        expect_events(&folder, written);
    }
    drop(store);
    assert_eq!(Store::open(&folder).unwrap().finding(), None);
    testkit::note(format!("{failed:#?}"));
    for part in ["audit.head", "committing"] {
        assert!(failed.iter().any(|error| error.contains(part)), "never full at {part}: {failed:#?}");
    }
}

#[test]
fn a_file_system_that_turns_read_only_is_survived() {
    let sandbox = Sandbox::new();
    let small = Small::mount(&sandbox);
    let folder = small.path();
    drop(Store::open(&folder).unwrap());
    assert!(small.run(&["mount", "-o", "remount,ro"]));
    assert_eq!(Store::open(&folder).unwrap_err().kind(), &Kind::ReadOnly);
    assert!(small.run(&["mount", "-o", "remount,rw"]));
    Store::open(&folder).unwrap().commit(&[event(1)]).unwrap();
    expect_events(&folder, 1);
}

#[test]
fn a_record_can_be_made_once_there_is_room() {
    let sandbox = Sandbox::new();
    let small = Small::mount(&sandbox);
    let mut failed = 0;
    for free in (0..100).step_by(4) {
        let folder = small.path().join(format!("record{free}"));
        fs::create_dir(&folder).unwrap();
        fill(&small.path(), free << 10);
        let opened = Store::open(&folder).and_then(|mut store| store.commit(&[event(1)]));
        let written = match opened {
            Ok(_) => 1,
            Err(error) => {
                assert_eq!(error.kind(), &Kind::DiskFull, "{free}: {error:?}");
                failed += 1;
                0
            }
        };
        fs::remove_file(small.path().join("filler")).unwrap();
        let mut store = Store::open(&folder).unwrap_or_else(|error| panic!("{free}: {error:?}"));
        assert_eq!(store.finding(), None, "{free}");
        store.commit(&[event(2)]).unwrap();
        expect_events(&folder, written + 1);
    }
    assert!(failed > 2, "the disk was never full");
}
