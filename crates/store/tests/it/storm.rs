//! A writer that is killed at any moment. `cargo xtask soak` includes this file to do it more often.
#![allow(clippy::expect_used, reason = "a broken expectation must fail the proof")]

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use model::{AuditEvent, SessionId};
use store::{Change, Ended, Hash, Limits, Link, Reader, Selection, Session, Store, verify};

/// Opening takes some 20 ms; some kills shall hit it, most what comes after.
const LATEST_KILL_MICROS: u64 = 150_000;
/// Enough that removals are under way while the kills come.
const MOST_BYTES: u64 = 256 << 10;

/// Moments and contents that can be had again by their seed (xorshift).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// Writes until it is killed, and says after each call where the chain ends.
pub(crate) fn write_until_killed(folder: &Path, seed: u64) -> ! {
    let mut dice = Dice::new(seed);
    let mut store = Store::open(folder).expect("opening");
    let mut out = std::io::stdout();
    loop {
        match dice.below(20) {
            0 => store.settle().expect("settling"),
            1 => store.shrink().expect("shrinking"),
            2 => drop(
                store.retain(0, Limits { max_bytes: Some(MOST_BYTES), ..Limits::default() }).expect("cut"),
            ),
            _ => drop(store.commit(&batch(&mut dice)).expect("committing")),
        }
        let end = store.end();
        out.write_all(format!("ack {} {}\n", end.seq, end.hash).as_bytes()).expect("saying so");
    }
}

fn batch(dice: &mut Dice) -> Vec<Change> {
    let id = SessionId::from_random([dice.below(9) as u8; 8]);
    let mut changes = Vec::new();
    match dice.below(4) {
        0 => changes.push(Change::SessionStarted(new_session(id.clone()))),
        1 => changes.push(Change::SessionEnded { id: id.clone(), ended: Ended { at: 9, exit: None } }),
        _ => {}
    }
    for number in 0..dice.below(12) {
        let text = "x".repeat(dice.below(2000) as usize);
        let event = AuditEvent::new(number as i64, "storm.event").about(&id).with("text", text);
        changes.push(Change::Append(event));
    }
    changes
}

fn new_session(id: SessionId) -> Session {
    let command = vec!["true".into()];
    let folder = "/".into();
    Session { id, name: None, command, folder, pid: None, host_pid: None, started_at: 0, ended: None }
}

/// What a number of kills came to.
#[derive(Debug, Default)]
pub(crate) struct Toll {
    pub(crate) kills: u32,
    /// Kills before the writer had acknowledged anything.
    pub(crate) early: u32,
    /// Calls that had returned before the kill: commits mostly, also removals and the like.
    pub(crate) acknowledged: u64,
    /// Kills between the head and the commit that it announced.
    pub(crate) behind_the_head: u32,
    pub(crate) removals_seen: u32,
}

impl Toll {
    /// Starts this writer on the folder, kills it at some moment, and checks that nothing it had acknowledged is
    /// gone and nothing looks like tampering. Panics otherwise.
    pub(crate) fn take(&mut self, writer: &mut Command, folder: &Path, dice: &mut Dice) {
        let mut writer =
            writer.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("starting a writer");
        let mut output = writer.stdout.take().expect("its output");
        // A pipe that nobody empties would stop the writer, and the kills would always find it there.
        let listener = std::thread::spawn(move || {
            let mut text = Vec::new();
            output.read_to_end(&mut text).map(|_| text)
        });
        // Not to wait for anything: the moment is to be random.
        std::thread::sleep(Duration::from_micros(dice.below(LATEST_KILL_MICROS)));
        writer.kill().expect("killing the writer");
        let status = writer.wait().expect("waiting for the writer");
        let said = String::from_utf8(listener.join().expect("listening").expect("reading")).expect("text");
        assert_eq!(status.code(), None, "the writer ended by itself: {said}");
        self.check(folder, &said);
    }

    fn check(&mut self, folder: &Path, said: &str) {
        let acks: Vec<Link> = said.lines().filter_map(parse_ack).collect();
        self.kills += 1;
        self.acknowledged += acks.len() as u64;
        let Some(last) = acks.last() else {
            self.early += 1;
            return self.check_early(folder);
        };
        let reader = Reader::open(folder).expect("opening to read");
        let report = verify(&reader).expect("verifying");
        assert!(report.ok(), "kill {}: {report:#?}", self.kills);
        assert!(report.end.seq >= last.seq, "kill {}: {last:?} was acknowledged: {report:#?}", self.kills);
        self.removals_seen += u32::from(report.anchor.is_some());
        // None before the first event.
        let announced = report.head.as_ref().map_or(report.end, |head| head.pending);
        self.behind_the_head += u32::from(report.end != announced);
        expect_event(&reader, *last);
        drop(reader);
        let store = Store::open(folder).expect("opening to write");
        assert_eq!(store.finding(), None, "kill {}", self.kills);
        assert_eq!(store.end(), report.end);
    }

    /// There may be no record at all yet.
    fn check_early(&self, folder: &Path) {
        let store = Store::open(folder).expect("opening after an early kill");
        assert_eq!(store.finding(), None, "kill {}", self.kills);
        let report = verify(&Reader::open(folder).expect("opening to read")).expect("verifying");
        assert!(report.ok(), "kill {}: {report:#?}", self.kills);
    }
}

fn expect_event(reader: &Reader, link: Link) {
    let at_it = Selection { after: link.seq.saturating_sub(1), limit: Some(1), ..Selection::default() };
    let event = reader.events(at_it).expect("selecting").next();
    if link != Link::START {
        assert_eq!(event.expect("an event").expect("reading it").hash, link.hash);
    }
}

/// The last line may be cut: then nothing was acknowledged by it.
fn parse_ack(line: &str) -> Option<Link> {
    let (seq, hash) = line.strip_prefix("ack ")?.split_once(' ')?;
    Some(Link { seq: seq.parse().ok()?, hash: Hash::parse(hash).ok()? })
}
