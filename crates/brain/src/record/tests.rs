//! Answers through the writing thread: in order, certain, and never carried out after they were refused.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use model::{Kind, PromptId, PromptStatus, Verdict};
use store::{Claim, Claimed, Judged, Prompt, Reader, Selection, WhichPrompts, Why};
use testkit::Sandbox;

use super::*;
use crate::tracking;

const NONCE: store::Nonce = [3; 16];
/// Longer than any thread takes that nothing holds up, shorter than a test should.
const SHORT: Duration = Duration::from_millis(100);

/// A record that can be made to refuse, or to hang.
struct Stage {
    sandbox: Sandbox,
    record: Record,
    refuses: Arc<AtomicBool>,
    hangs: Arc<AtomicBool>,
}

impl Stage {
    fn new() -> Stage {
        Stage::starting(false, false)
    }

    /// With a folder that cannot be had at first, or with a disk that does not answer.
    fn starting(refuses: bool, hangs: bool) -> Stage {
        let sandbox = Sandbox::new();
        let [refuses, hangs] = [refuses, hangs].map(|at_first| Arc::new(AtomicBool::new(at_first)));
        let record = Record::start(
            opens(sandbox.path("state"), &refuses, &hangs),
            Retention { age: None, bytes: None },
            sandbox.path("unrecorded"),
        );
        let stage = Stage { sandbox, record: record.unwrap(), refuses, hangs };
        stage.record.session_seen(&tracking::tests::tracked(None, 0).line);
        stage
    }

    fn folder(&self) -> PathBuf {
        self.sandbox.path("state")
    }

    fn stored(&self, number: u8) -> Option<Prompt> {
        Reader::open(&self.folder()).unwrap().prompt(&id(number)).unwrap()
    }

    fn intents(&self) -> usize {
        let reader = Reader::open(&self.folder()).unwrap();
        let events = reader.events(Selection::default()).unwrap();
        events.filter(|event| event.as_ref().unwrap().event.kind == "answer.intent").count()
    }

    /// Once everything told so far is written: this prompt is open, and no answer was ever recorded.
    async fn expect_unanswered(&self, number: u8) {
        let settled = self.record.append_now(AuditEvent::new(micros(), "test.after")).await;
        assert_eq!(settled, Ok(()));
        let prompt = self.stored(number).unwrap();
        assert_eq!((prompt.status, prompt.answered), (PromptStatus::Open, None));
        assert_eq!(self.intents(), 0);
        assert_eq!(self.record.state(), RecordState::Kept);
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.hangs.store(false, Ordering::SeqCst);
        self.record.finish("the test is over");
    }
}

fn opens(folder: PathBuf, refuses: &Arc<AtomicBool>, hangs: &Arc<AtomicBool>) -> OpenState {
    let (refuses, hangs) = (Arc::clone(refuses), Arc::clone(hangs));
    Arc::new(move || {
        while hangs.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        if refuses.load(Ordering::SeqCst) { Err("the folder is away".into()) } else { Ok(folder.clone()) }
    })
}

fn id(number: u8) -> PromptId {
    PromptId::from_random([number; 8])
}

fn prompt(number: u8) -> Prompt {
    Prompt {
        id: id(number),
        session: SessionId::parse("bbbbbbbb").unwrap(),
        fingerprint: "1".into(),
        agent: "generic".into(),
        tool: None,
        kind: Kind::YesNo,
        question: "go on?".into(),
        subject: None,
        partial: false,
        choices: vec!["yes".into(), "no".into()],
        folder: "/".into(),
        verdict: None,
        danger: None,
        rule: None,
        reasons: Vec::new(),
        status: PromptStatus::Open,
        nonce: NONCE,
        asked_at: 10,
        expires_at: None,
        answered: None,
        ended_at: None,
    }
}

fn claim(number: u8, by: &str) -> Claim {
    let event = AuditEvent::new(20, "answer.intent").with("by", by.to_owned());
    Claim { id: id(number), nonce: NONCE, answer: "yes".into(), by: by.into(), at: 20, event }
}

fn asked() -> Option<AuditEvent> {
    Some(AuditEvent::new(10, "question.asked"))
}

#[tokio::test]
async fn an_answer_comes_after_what_was_told_before_and_is_there_when_it_won() {
    let stage = Stage::new();
    for number in 0..20 {
        stage.record.prompt_opened(prompt(number), asked());
        assert_eq!(stage.record.claim(claim(number, "me")).await, Ok(Claimed::Won));
        assert_eq!(stage.stored(number).unwrap().status, PromptStatus::Claimed);
        assert_eq!(stage.intents(), usize::from(number) + 1);
    }
    stage.record.prompt_ended(id(3), PromptStatus::Terminal, 30, None);
    let lost = Claimed::Lost(Why::Taken { status: PromptStatus::Terminal, by: Some("me".into()) });
    assert_eq!(stage.record.claim(claim(3, "you")).await, Ok(lost));
}

#[tokio::test]
async fn of_many_at_once_one_wins() {
    let stage = Stage::new();
    stage.record.prompt_opened(prompt(1), None);
    let claims = (0..20).map(|number| claim(1, &format!("number {number}")));
    let mut waiting: Vec<_> = claims.map(|claim| Box::pin(stage.record.claim(claim))).collect();
    let mut answers = Vec::new();
    // All are on their way before the first is waited for.
    for claim in &mut waiting {
        answers.push(tokio::time::timeout(Duration::ZERO, claim.as_mut()).await.ok());
    }
    for (claim, answer) in waiting.into_iter().zip(&mut answers) {
        if answer.is_none() {
            *answer = Some(claim.await);
        }
    }
    let won = answers.iter().filter(|answer| **answer == Some(Ok(Claimed::Won))).count();
    assert_eq!((won, answers.len(), stage.intents()), (1, 20, 1), "{answers:?}");
}

#[tokio::test]
async fn a_prompt_lives_through_all_its_changes() {
    let stage = Stage::new();
    let record = &stage.record;
    record.prompt_opened(prompt(1), asked());
    let judged = Judged {
        id: id(1),
        tool: None,
        subject: None,
        partial: false,
        verdict: Verdict::Ask,
        danger: model::Danger::Low,
        rule: None,
        reasons: vec!["so".into()],
        expires_at: Some(90),
    };
    record.prompt_judged(judged, None);
    let seen = record.prompt(id(1)).await.unwrap().unwrap();
    assert_eq!((seen.verdict, seen.expires_at), (Some(Verdict::Ask), Some(90)));
    assert_eq!(record.claim(claim(1, "me")).await, Ok(Claimed::Won));
    record.prompt_reopened(id(1), [4; 16], None, None);
    assert_eq!(record.claim(claim(1, "me")).await, Ok(Claimed::Lost(Why::WrongNonce)));
    record.prompt_ended(id(1), PromptStatus::Gone, 40, None);
    assert_eq!(record.prompts(WhichPrompts::Open, None, 9).await, Ok(Vec::new()));
    let over = record.prompts(WhichPrompts::Over, None, 9).await.unwrap();
    assert_eq!((over.len(), over[0].status), (1, PromptStatus::Gone));
    assert_eq!(record.prompt(id(2)).await, Ok(None));
}

#[tokio::test]
async fn without_a_folder_nothing_is_taken_now_or_later() {
    let stage = Stage::starting(true, false);
    stage.record.prompt_opened(prompt(1), None);
    let refused = stage.record.claim(claim(1, "me")).await.unwrap_err();
    assert!(refused.contains("the folder is away"), "{refused}");
    stage.refuses.store(false, Ordering::SeqCst);
    stage.expect_unanswered(1).await;
    assert_eq!(stage.record.claim(claim(1, "me")).await, Ok(Claimed::Won));
}

#[tokio::test]
async fn a_record_that_is_taken_away_takes_no_answer() {
    let stage = Stage::new();
    stage.record.prompt_opened(prompt(1), None);
    stage.record.append_now(AuditEvent::new(1, "test.before")).await.unwrap();
    stage.refuses.store(true, Ordering::SeqCst);
    let (there, away) = (stage.folder().join("locum.db"), stage.folder().join("away.db"));
    std::fs::rename(&there, &away).unwrap();
    stage.record.claim(claim(1, "me")).await.unwrap_err();
    assert!(matches!(stage.record.state(), RecordState::Trouble { .. }));
    stage.record.append(AuditEvent::new(1, "test.meanwhile"));
    stage.record.claim(claim(1, "me")).await.unwrap_err();
    put_back(&away, &there);
    stage.refuses.store(false, Ordering::SeqCst);
    stage.expect_unanswered(1).await;
}

fn put_back(away: &Path, there: &Path) {
    std::fs::rename(away, there).unwrap();
}

#[tokio::test]
async fn a_disk_that_hangs_takes_no_answer_that_was_given_up() {
    let stage = Stage::starting(false, true);
    stage.record.prompt_opened(prompt(1), None);
    let given_up = stage.record.claim_within(claim(1, "me"), SHORT).await;
    assert_eq!(given_up, Err(busy()));
    let dropped = tokio::time::timeout(SHORT, stage.record.claim(claim(1, "you"))).await;
    assert!(dropped.is_err(), "{dropped:?}");
    stage.hangs.store(false, Ordering::SeqCst);
    stage.expect_unanswered(1).await;
}

#[tokio::test]
async fn prompts_of_sessions_that_are_gone_are_over() {
    let stage = Stage::new();
    let other = Prompt { session: SessionId::parse("cccccccc").unwrap(), ..prompt(3) };
    for prompt in [prompt(1), prompt(2), other] {
        stage.record.prompt_opened(prompt, None);
    }
    assert_eq!(stage.record.claim(claim(2, "me")).await, Ok(Claimed::Won));
    stage.record.only_these_run(vec![SessionId::parse("cccccccc").unwrap()]);
    stage.record.append_now(AuditEvent::new(1, "test.after")).await.unwrap();
    let statuses = [1, 2, 3].map(|number| stage.stored(number).unwrap().status);
    assert_eq!(statuses, [PromptStatus::Gone, PromptStatus::Failed, PromptStatus::Open]);
}
