//! Kill storms on the record: a writer killed at any moment, and the record is whole afterwards.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use model::AuditEvent;
use store::{Change, Store};

use super::Soak;
use crate::Failure;

// The tests of the store do the same a few times; one file, so that both prove the same.
#[path = "../../../crates/store/tests/it/storm.rs"]
mod storm;

use storm::{Dice, Toll, write_until_killed};

/// Commits to measure.
const COMMITS: usize = 200;
/// Events of a large one: what 200 sessions say in half a second.
const MANY: usize = 100;

/// The writer, as a process of its own.
pub(crate) fn write(arguments: &[String]) -> Result<ExitCode, Failure> {
    let [folder, seed] = arguments else { return Err("store-writer FOLDER SEED".into()) };
    write_until_killed(Path::new(folder), seed.parse()?)
}

pub(super) fn prove(soak: &Soak) -> String {
    let sandbox = testkit::Sandbox::new();
    let folder = sandbox.path("state");
    let mut dice = Dice::new(soak.seed);
    let mut toll = Toll::default();
    let this = std::env::current_exe().unwrap_or_else(|error| panic!("finding this program: {error}"));
    // At 500 cycles, 200 kills.
    for number in 0..soak.part(2, 5) {
        let mut writer = Command::new(&this);
        writer.arg("store-writer").arg(&folder).arg(soak.seed.wrapping_add(number.into()).to_string());
        toll.take(&mut writer, &folder, &mut dice);
    }
    let (one, many) = (commit_cost(&folder, 1), commit_cost(&folder, MANY));
    let Toll { kills, early, acknowledged, behind_the_head, removals_seen, answers } = toll;
    format!(
        "{kills} writers killed ({early} before their first answer, {behind_the_head} between head and commit, \
         {removals_seen} on a record with removals), {acknowledged} calls acknowledged: none lost, chain verified each time, {answers} times an answer was found and its prompt agreed; a commit of 1 event takes {one} us, of {MANY} {many} us"
    )
}

/// The middle one of many commits, in microseconds. Most of it is waiting for the disk.
fn commit_cost(folder: &Path, events: usize) -> u128 {
    let mut store = Store::open(folder).unwrap_or_else(|error| panic!("opening: {error}"));
    let event = AuditEvent::new(0, "session.attached").with("pid", 1u32).with("terminal", "/dev/pts/1");
    let batch = vec![Change::Append(event); events];
    let mut costs: Vec<_> = (0..COMMITS)
        .map(|_| {
            let began = Instant::now();
            store.commit(&batch).unwrap_or_else(|error| panic!("committing: {error}"));
            began.elapsed().as_micros()
        })
        .collect();
    costs.sort_unstable();
    costs[costs.len() / 2]
}
