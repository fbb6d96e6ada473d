//! Prompts: opened, judged, answered by exactly one, over; and read as they were written.

use model::{AuditEvent, Danger, Kind, PromptId, PromptStatus, Verdict};
use store::{
    Answered, Change, Claim, Claimed, Ended, Judged, Nonce, Prompt, Selection, Store, WhichPrompts, Why,
};

use crate::Folder;
use crate::folder::{at, event, id, session};

const NONCE: Nonce = [7; 16];

pub(crate) fn prompt_id(number: u8) -> PromptId {
    PromptId::from_random([number / 30, number % 30, 0, 0, 0, 0, 0, 0])
}

/// The `number`th prompt of a test, asked by session 1 at that second, to be answered within 100 s.
pub(crate) fn prompt(number: u8) -> Prompt {
    Prompt {
        id: prompt_id(number),
        session: id(1),
        fingerprint: "00ff".into(),
        agent: "claude".into(),
        tool: Some("Bash".into()),
        kind: Kind::Menu,
        question: "Do you want to proceed?".into(),
        subject: Some("rm -rf x\nls".into()),
        partial: true,
        choices: vec!["Yes".into(), String::new(), "No".into()],
        folder: "/tmp/x".into(),
        verdict: None,
        danger: None,
        rule: None,
        reasons: Vec::new(),
        status: PromptStatus::Open,
        nonce: NONCE,
        asked_at: at(number.into()),
        expires_at: Some(at(u32::from(number) + 100)),
        answered: None,
        ended_at: None,
    }
}

fn open(number: u8) -> Change {
    Change::PromptOpened(Box::new(prompt(number)))
}

pub(crate) fn end(number: u8, status: PromptStatus, time: u32) -> Change {
    Change::PromptEnded { id: prompt_id(number), status, at: at(time) }
}

fn claim(number: u8, by: &str) -> Claim {
    let event = AuditEvent::new(at(50), "answer.intent").about(&id(1)).with("by", by.to_owned());
    Claim { id: prompt_id(number), nonce: NONCE, answer: "yes".into(), by: by.into(), at: at(50), event }
}

/// A record with a session that runs, and these changes on top.
fn with(changes: &[Change]) -> (Folder, Store) {
    let folder = Folder::new();
    let mut store = folder.store();
    store.commit(&[Change::SessionStarted(session(1, "work")), event(1)]).unwrap();
    store.commit(changes).unwrap();
    (folder, store)
}

fn intents(folder: &Folder) -> usize {
    let reader = folder.reader();
    let events = reader.events(Selection::default()).unwrap();
    events.filter(|event| event.as_ref().unwrap().event.kind == "answer.intent").count()
}

#[test]
fn a_prompt_comes_back_as_it_was() {
    let (folder, mut store) = with(&[open(3)]);
    let kept = |number| folder.reader().prompt(&prompt_id(number)).unwrap();
    assert_eq!(kept(3), Some(prompt(3)));
    assert_eq!(kept(4), None);
    let bare =
        Prompt { tool: None, subject: None, partial: false, choices: vec![], expires_at: None, ..prompt(4) };
    // What is opened is open, whatever it says of itself.
    let strange = Prompt { status: PromptStatus::Landed, ended_at: Some(1), ..bare.clone() };
    store.commit(&[Change::PromptOpened(Box::new(strange))]).unwrap();
    assert_eq!(kept(4), Some(bare));
}

#[test]
fn what_was_judged_takes_the_place_of_what_was_seen() {
    let (folder, mut store) = with(&[open(3)]);
    let judged = Judged {
        id: prompt_id(3),
        tool: None,
        subject: Some("rm -rf x; ls; id".into()),
        partial: false,
        verdict: Verdict::Ask,
        danger: Danger::High,
        rule: Some("no deleting".into()),
        reasons: vec!["deletes a folder".into(), "two\nlines".into()],
        expires_at: None,
    };
    let expected = Prompt {
        tool: None,
        subject: Some("rm -rf x; ls; id".into()),
        partial: false,
        verdict: Some(Verdict::Ask),
        danger: Some(Danger::High),
        rule: Some("no deleting".into()),
        reasons: vec!["deletes a folder".into(), "two lines".into()],
        expires_at: None,
        ..prompt(3)
    };
    store.commit(&[Change::PromptJudged(Box::new(judged.clone()))]).unwrap();
    assert_eq!(folder.reader().prompt(&prompt_id(3)).unwrap(), Some(expected.clone()));
    store.commit(&[end(3, PromptStatus::Gone, 60)]).unwrap();
    let late = Judged { verdict: Verdict::Allow, ..judged };
    store.commit(&[Change::PromptJudged(Box::new(late))]).unwrap();
    let over = Prompt { status: PromptStatus::Gone, ended_at: Some(at(60)), ..expected };
    assert_eq!(folder.reader().prompt(&prompt_id(3)).unwrap(), Some(over), "what is over is not judged");
}

#[test]
fn who_wins() {
    let ended = || Change::SessionEnded { id: id(1), ended: Ended { at: at(40), exit: None } };
    let again = |nonce| Change::PromptReopened { id: prompt_id(3), nonce, expires_at: None };
    let taken = |status, by: Option<&str>| Claimed::Lost(Why::Taken { status, by: by.map(str::to_owned) });
    let late = Claim { at: at(103), ..claim(3, "me") };
    let in_time = Claim { at: at(103) - 1, ..claim(3, "me") };
    let endless = || Change::PromptOpened(Box::new(Prompt { expires_at: None, ..prompt(3) }));
    let stranger = || Change::PromptOpened(Box::new(Prompt { session: id(9), ..prompt(3) }));
    let rows: [(&str, Vec<Change>, Claim, Claimed); 16] = [
        ("open", vec![open(3)], claim(3, "me"), Claimed::Won),
        ("unknown", vec![open(4)], claim(3, "me"), Claimed::Lost(Why::Unknown)),
        ("just in time", vec![open(3)], in_time, Claimed::Won),
        ("just too late", vec![open(3)], late.clone(), Claimed::Lost(Why::Expired)),
        ("without an end", vec![endless()], late, Claimed::Won),
        (
            "another nonce",
            vec![open(3)],
            Claim { nonce: [8; 16], ..claim(3, "me") },
            Claimed::Lost(Why::WrongNonce),
        ),
        ("opened anew", vec![open(3), again([8; 16])], claim(3, "me"), Claimed::Lost(Why::WrongNonce)),
        (
            "opened anew and seen",
            vec![open(3), again(NONCE)],
            Claim { at: at(999), ..claim(3, "me") },
            Claimed::Won,
        ),
        ("session over", vec![open(3), ended()], claim(3, "me"), Claimed::Lost(Why::SessionOver)),
        (
            "gone with its session",
            vec![open(3), end(3, PromptStatus::Gone, 41), ended()],
            claim(3, "me"),
            Claimed::Lost(Why::SessionOver),
        ),
        ("session unknown", vec![stranger()], claim(3, "me"), Claimed::Lost(Why::SessionOver)),
        (
            "gone",
            vec![open(3), end(3, PromptStatus::Gone, 41)],
            claim(3, "me"),
            taken(PromptStatus::Gone, None),
        ),
        (
            "answered at the terminal",
            vec![open(3), end(3, PromptStatus::Terminal, 41)],
            claim(3, "me"),
            taken(PromptStatus::Terminal, None),
        ),
        (
            "over and opened anew",
            vec![open(3), end(3, PromptStatus::Stale, 41), again(NONCE)],
            claim(3, "me"),
            taken(PromptStatus::Stale, None),
        ),
        ("no end at all", vec![open(3), end(3, PromptStatus::Claimed, 41)], claim(3, "me"), Claimed::Won),
        (
            "opened twice",
            vec![open(3), Change::PromptOpened(Box::new(Prompt { nonce: [8; 16], ..prompt(3) }))],
            claim(3, "me"),
            Claimed::Won,
        ),
    ];
    for (name, changes, claim, expected) in rows {
        let (folder, mut store) = with(&changes);
        assert_eq!(store.claim(&claim).unwrap(), expected, "{name}");
        assert_eq!(intents(&folder), usize::from(expected == Claimed::Won), "{name}");
        let kept = folder.reader().prompt(&claim.id).unwrap();
        let answered = kept.is_some_and(|prompt| prompt.answered.is_some());
        assert_eq!(answered, expected == Claimed::Won, "{name}");
        drop(store);
        assert!(folder.verify().ok(), "{name}");
    }
}

#[test]
fn the_second_is_told_who_was_first() {
    let (folder, mut store) = with(&[open(3)]);
    assert_eq!(store.claim(&claim(3, "web")).unwrap(), Claimed::Won);
    let lost = |status| Claimed::Lost(Why::Taken { status, by: Some("web".into()) });
    assert_eq!(store.claim(&claim(3, "phone")).unwrap(), lost(PromptStatus::Claimed));
    let answered = Answered { answer: "yes".into(), by: "web".into(), at: at(50) };
    let claimed = Prompt { status: PromptStatus::Claimed, answered: Some(answered), ..prompt(3) };
    assert_eq!(folder.reader().prompt(&prompt_id(3)).unwrap(), Some(claimed.clone()));
    store.commit(&[end(3, PromptStatus::Landed, 51), end(3, PromptStatus::Failed, 52)]).unwrap();
    let landed = Prompt { status: PromptStatus::Landed, ended_at: Some(at(51)), ..claimed };
    assert_eq!(folder.reader().prompt(&prompt_id(3)).unwrap(), Some(landed), "the first end counts");
    assert_eq!(store.claim(&claim(3, "phone")).unwrap(), lost(PromptStatus::Landed));
    assert_eq!(intents(&folder), 1);
}

#[test]
fn an_answer_that_could_not_be_typed_goes_back() {
    let (folder, mut store) = with(&[open(3)]);
    assert_eq!(store.claim(&claim(3, "me")).unwrap(), Claimed::Won);
    store
        .commit(&[Change::PromptReopened { id: prompt_id(3), nonce: [9; 16], expires_at: Some(at(200)) }])
        .unwrap();
    let again = Prompt { nonce: [9; 16], expires_at: Some(at(200)), ..prompt(3) };
    assert_eq!(folder.reader().prompt(&prompt_id(3)).unwrap(), Some(again));
    assert_eq!(store.claim(&claim(3, "me")).unwrap(), Claimed::Lost(Why::WrongNonce));
    assert_eq!(store.claim(&Claim { nonce: [9; 16], ..claim(3, "you") }).unwrap(), Claimed::Won);
}

#[test]
fn a_claim_that_cannot_be_written_changes_nothing() {
    let (folder, mut store) = with(&[open(3)]);
    let other = folder.sqlite();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    store.claim(&claim(3, "me")).unwrap_err();
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(folder.reader().prompt(&prompt_id(3)).unwrap(), Some(prompt(3)));
    assert_eq!(intents(&folder), 0);
    assert_eq!(store.claim(&claim(3, "you")).unwrap(), Claimed::Won);
    drop(store);
    assert!(folder.verify().ok());
}

#[test]
fn prompts_are_selected_and_ordered() {
    let other = Prompt { session: id(2), ..prompt(6) };
    let changes =
        [open(3), open(5), open(4), Change::PromptOpened(Box::new(other)), end(4, PromptStatus::Expired, 9)];
    let (folder, mut store) = with(&changes);
    store.claim(&claim(5, "me")).unwrap();
    let reader = folder.reader();
    let check = |what: &str, which: WhichPrompts, since: Option<u32>, limit, expected: &[u8]| {
        let found = reader.prompts(&which, since.map(at), limit).unwrap();
        let found: Vec<_> = found.into_iter().map(|prompt| prompt.id).collect();
        let expected: Vec<_> = expected.iter().map(|number| prompt_id(*number)).collect();
        assert_eq!(found, expected, "{what}");
    };
    check("open", WhichPrompts::Open, None, 9, &[3, 5, 6]);
    check("the oldest of them", WhichPrompts::Open, None, 2, &[3, 5]);
    check("over", WhichPrompts::Over, None, 9, &[4]);
    check("all", WhichPrompts::All, None, 9, &[6, 5, 4, 3]);
    check("the latest", WhichPrompts::All, None, 1, &[6]);
    check("since", WhichPrompts::All, Some(5), 9, &[6, 5]);
    check("open since", WhichPrompts::Open, Some(4), 9, &[5, 6]);
    check("of a session", WhichPrompts::Of(id(1)), None, 9, &[5, 4, 3]);
    check("of one since", WhichPrompts::Of(id(1)), Some(4), 9, &[5, 4]);
    check("of another", WhichPrompts::Of(id(7)), None, 9, &[]);
}
