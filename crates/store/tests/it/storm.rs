//! A writer that is killed at any moment. `cargo xtask soak` includes this file to do it more often.
#![allow(clippy::expect_used, reason = "a broken expectation must fail the proof")]

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use model::{AuditEvent, Kind, PromptId, PromptStatus, SessionId, Value};
use store::{
    Change, Claim, Ended, Hash, Limits, Link, Prompt, Reader, Selection, Session, Store, WhichPrompts, verify,
};

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
            3..6 => ask_and_answer(&mut store, &mut dice),
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

/// The event that comes with an answer, and its field.
const ANSWERED: &str = "storm.answered";
const PROMPT: &str = "prompt";

fn ask_and_answer(store: &mut Store, dice: &mut Dice) {
    let session = SessionId::from_random([dice.below(9) as u8; 8]);
    let id = PromptId::from_random(std::array::from_fn(|_| dice.below(256) as u8));
    let prompt = new_prompt(id.clone(), session.clone());
    let opened =
        [Change::SessionStarted(new_session(session.clone())), Change::PromptOpened(Box::new(prompt))];
    store.commit(&opened).expect("opening a prompt");
    let event = AuditEvent::new(5, ANSWERED).about(&session).with(PROMPT, id.as_str().to_owned());
    let claim =
        Claim { id: id.clone(), nonce: [1; 16], answer: "y".into(), by: "storm".into(), at: 5, event };
    store.claim(&claim).expect("answering");
    if dice.below(2) == 0 {
        let ended = Change::PromptEnded { id, status: PromptStatus::Landed, at: 6 };
        store.commit(&[ended]).expect("ending a prompt");
    }
}

fn new_prompt(id: PromptId, session: SessionId) -> Prompt {
    Prompt {
        id,
        session,
        fingerprint: String::new(),
        agent: String::new(),
        tool: None,
        kind: Kind::YesNo,
        question: String::new(),
        subject: None,
        partial: false,
        choices: Vec::new(),
        folder: String::new(),
        verdict: None,
        danger: None,
        rule: None,
        reasons: Vec::new(),
        status: PromptStatus::Open,
        nonce: [1; 16],
        asked_at: 4,
        expires_at: None,
        answered: None,
        ended_at: None,
    }
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
    /// Answers found afterwards, each in the chain and with its prompt.
    pub(crate) answers: u64,
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
        self.answers += expect_answers(&reader, report.anchor.is_none());
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

/// An answer is in the chain and with its prompt, or nowhere. What was removed cannot be compared.
fn expect_answers(reader: &Reader, all_are_there: bool) -> u64 {
    let mut recorded = Vec::new();
    for event in reader.events(Selection::default()).expect("selecting") {
        let event = event.expect("reading an event").event;
        if let (ANSWERED, Some(Value::Text(id))) = (event.kind.as_ref(), event.field(PROMPT)) {
            let id = PromptId::parse(id).expect("an id");
            let prompt = reader.prompt(&id).expect("reading a prompt");
            assert!(prompt.is_none_or(|prompt| prompt.answered.is_some()), "{id} is in the chain alone");
            recorded.push(id);
        }
    }
    if all_are_there {
        let prompts = reader.prompts(&WhichPrompts::All, None, u32::MAX).expect("reading prompts");
        for prompt in prompts.iter().filter(|prompt| prompt.answered.is_some()) {
            assert!(recorded.contains(&prompt.id), "{} was answered beside the chain", prompt.id);
        }
    }
    recorded.len() as u64
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
