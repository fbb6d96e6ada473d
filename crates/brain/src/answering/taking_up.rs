//! A question that an earlier brain asked and that still stands is taken up under its id, with its age and what is left of its
//! time: the person may have the id in front of them.

use std::rc::Rc;
use std::time::Duration;

use engine::{Input, Number, Waiting};
use model::{AuditEvent, PromptStatus, SessionId};
use policy::OnTimeout;
use store::Prompt;
use tokio::time::{Instant, timeout_at};

use super::drive::{drive, stamp};
use super::judging;
use super::prompt::{Row, expires, so_far};
use crate::life::World;
use crate::noted;
use crate::record::Unanswered;
use crate::registry::Entry;

/// How long after the first look a question may take to be seen again. An agent that is busy with itself may need some seconds.
const SEEN_WITHIN: Duration = Duration::from_secs(5);
/// How long who asks for one of them waits for it to be seen.
const PATIENCE: Duration = Duration::from_secs(3);

/// Questions of an earlier brain that were not seen again so far.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    questions: Vec<Unanswered>,
    /// The last of them, if its time is over.
    over_time: Vec<Unanswered>,
    /// The screen was looked at since.
    looked: bool,
}

impl Earlier {
    pub(super) fn of(questions: Vec<Unanswered>, over_time: Option<Unanswered>) -> Self {
        Earlier { questions, over_time: over_time.into_iter().collect(), looked: false }
    }
}

/// The one that this is. With any key since then it may have been answered, and this is another with the same words.
/// Of several that fit nobody knows which it is.
fn take(from: &mut Vec<Unanswered>, waiting: &Waiting<'_>, (typed, written): (u64, u64)) -> Option<Prompt> {
    let is_it = |earlier: &Unanswered| {
        let untouched = earlier.written == written || waiting.question.subject.is_some();
        let same = untouched && is_same(&earlier.prompt, waiting) || was_told_of(&earlier.prompt, waiting);
        earlier.typed == typed && same
    };
    let mut places = (0..from.len()).filter(|at| from.get(*at).is_some_and(is_it));
    match (places.next(), places.next()) {
        (Some(place), None) => Some(from.remove(place).prompt),
        _ => None,
    }
}

/// By all words of the question. Where they do not say what it is about, the program must have written nothing since: `Delete it?` may
/// be about another file by now.
fn is_same(earlier: &Prompt, waiting: &Waiting<'_>) -> bool {
    earlier.kind == waiting.question.kind && earlier.fingerprint == format!("{:016x}", waiting.words)
}

/// A hook's call ended with the brain that heard it, and its dialog stands: what is seen of it is contained in what the hook said,
/// as for any dialog and its hook. The screen's words are others than the hook's.
fn was_told_of(earlier: &Prompt, waiting: &Waiting<'_>) -> bool {
    let dense = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let (Some(said), Some(shown)) = (&earlier.subject, &waiting.question.subject) else { return false };
    let shown = dense(&noted::clean(&shown.text, noted::LONGEST_SUBJECT));
    let whole = !earlier.partial && !shown.is_empty() && dense(said).contains(&shown);
    let alike = earlier.kind == waiting.question.kind && earlier.agent == waiting.agent;
    whole && alike && earlier.tool.as_deref() == waiting.tool
}

/// The row of a question that was asked before, open for who knows another nonce.
pub(super) fn row(world: &World, session: &SessionId, entry: &Entry, number: Number) -> Option<Row> {
    let so_far = so_far(entry);
    let mut answering = entry.answering.borrow_mut();
    let answering = &mut *answering;
    let waiting = answering.engine.question(number)?;
    let before = take(&mut answering.earlier.questions, &waiting, so_far)?;
    let row = Row::new(before.id, Some((before.asked_at, before.expires_at)));
    // What is answered without a person needs no time of theirs.
    let until = expires(entry, &waiting).map(|end| before.expires_at.map_or(end, |before| before.min(end)));
    let event = AuditEvent::new(stamp(), "question.adopted").about(session);
    let event = event.with("prompt", row.id.to_string());
    world.record.prompt_reopened(row.id.clone(), row.nonce, until, Some(event));
    if let Some(ruling) = waiting.ruling {
        world.record.prompt_judged(judging::judged(&row.id, &waiting, ruling, until), None);
    }
    Some(row)
}

/// Whether this is one whose time was over before this brain came: it stays so.
pub(super) fn is_over(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, number: Number) -> bool {
    let so_far = so_far(entry);
    let before = {
        let mut answering = entry.answering.borrow_mut();
        let answering = &mut *answering;
        let leaves =
            answering.rules.as_ref().is_some_and(|rules| rules.defaults.on_timeout == OnTimeout::Leave);
        let waiting = answering.engine.question(number).filter(|_| leaves);
        waiting.and_then(|waiting| take(&mut answering.earlier.over_time, &waiting, so_far))
    };
    let Some(before) = before else { return false };
    entry.answering.borrow_mut().rows.insert(number, Row::new(before.id, None));
    dated(world, session, entry, number, before.asked_at, Some(stamp()));
    true
}

/// The engine is told how old it is. Its time may be over by now.
pub(super) fn dated(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    number: Number,
    since: i64,
    until: Option<i64>,
) {
    let (now, wall) = (entry.now().at, stamp());
    let since = now.saturating_sub(micros(wall.saturating_sub(since)));
    let expires = until.map(|until| now + micros(until.saturating_sub(wall)));
    drive(world, session, entry, Input::AskedBefore { number, since, expires });
}

fn micros(count: i64) -> Duration {
    Duration::from_micros(u64::try_from(count).unwrap_or_default())
}

/// The screen was looked at: from now on what stands there is seen again soon, or is gone.
pub(super) fn looked(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>) {
    let first = {
        let earlier = &mut entry.answering.borrow_mut().earlier;
        !std::mem::replace(&mut earlier.looked, true) && !earlier.questions.is_empty()
    };
    if first {
        let (world, session, entry) = (Rc::clone(world), session.clone(), Rc::clone(entry));
        tokio::task::spawn_local(async move {
            tokio::time::sleep(SEEN_WITHIN).await;
            close(&world, &session, &entry);
        });
    }
}

/// What was not seen again is gone.
pub(super) fn close(world: &World, session: &SessionId, entry: &Entry) {
    let rest = std::mem::take(&mut entry.answering.borrow_mut().earlier.questions);
    for Unanswered { prompt, .. } in rest {
        let event = AuditEvent::new(stamp(), "question.ended").about(session);
        let event = event.with("prompt", prompt.id.to_string()).with("how", PromptStatus::Gone.word());
        world.record.prompt_ended(prompt.id, PromptStatus::Gone, stamp(), Some(event));
        world.prompts.changed();
    }
}

/// Waits, for a moment, until the question with this id is seen again or gone.
pub(super) async fn settled(world: &World, id: &str) {
    let until = Instant::now() + PATIENCE;
    while is_awaited(world, id) {
        if timeout_at(until, world.prompts.after(world.prompts.count())).await.is_err() {
            return;
        }
    }
}

fn is_awaited(world: &World, id: &str) -> bool {
    let awaits = |entry: &Rc<Entry>| {
        let answering = entry.answering.borrow();
        answering.earlier.questions.iter().any(|earlier| earlier.prompt.id.as_str().starts_with(id))
    };
    world.registry.entries().iter().any(awaits)
}

#[cfg(test)]
mod tests {
    use engine::Stage;
    use model::{Kind, PromptId, Question, Subject};

    use super::*;

    fn asked(words: u64, subject: Option<&str>, typed: u64) -> Unanswered {
        let prompt = Prompt {
            id: PromptId::from_random([words as u8; 8]),
            session: SessionId::from_random([1; 8]),
            fingerprint: format!("{words:016x}"),
            agent: "claude".into(),
            tool: Some("shell".into()),
            kind: Kind::Menu,
            question: "May claude use Bash?".into(),
            subject: subject.map(str::to_owned),
            partial: false,
            choices: Vec::new(),
            folder: "/".into(),
            verdict: None,
            danger: None,
            rule: None,
            reasons: Vec::new(),
            status: PromptStatus::Open,
            nonce: [0; 16],
            asked_at: 0,
            expires_at: None,
            answered: None,
            ended_at: None,
        };
        Unanswered { prompt, typed, written: 5 }
    }

    fn seen(words: u64, kind: Kind, subject: Option<&str>) -> Waiting<'static> {
        let mut question = Question::new(kind, "Do you want to proceed?");
        question.subject = subject.map(|text| Subject { text: text.into(), partial: true });
        Waiting {
            number: Number(1),
            stage: Stage::Asked,
            question,
            agent: "claude",
            confidence: None,
            since: Duration::ZERO,
            expires: None,
            ruling: None,
            by_hand: None,
            fingerprint: Some(1),
            words,
            tool: Some("shell"),
            folder: None,
        }
    }

    #[track_caller]
    fn check(mut earlier: Vec<Unanswered>, waiting: &Waiting<'_>, so_far: (u64, u64), expected: Option<u64>) {
        let taken = take(&mut earlier, waiting, so_far).map(|prompt| prompt.fingerprint);
        assert_eq!(taken, expected.map(|words| format!("{words:016x}")));
    }

    #[test]
    fn the_same_words_are_the_same_question_as_long_as_nobody_typed_and_nothing_was_written() {
        let stands = seen(7, Kind::Menu, None);
        check(vec![asked(7, None, 3), asked(8, None, 3)], &stands, (3, 5), Some(7));
        check(vec![asked(7, None, 3)], &stands, (4, 5), None);
        check(vec![asked(7, None, 3)], &stands, (3, 6), None);
        check(vec![asked(7, None, 3), asked(7, None, 3)], &stands, (3, 5), None);
        check(vec![asked(7, None, 3)], &seen(7, Kind::YesNo, None), (3, 5), None);
        check(vec![asked(8, None, 3)], &stands, (3, 5), None);
    }

    #[test]
    fn what_says_what_it_is_about_may_be_drawn_anew() {
        let about = seen(7, Kind::Menu, Some("rm x"));
        check(vec![asked(7, Some("rm x"), 3)], &about, (3, 6), Some(7));
        check(vec![asked(7, Some("rm x"), 3)], &about, (4, 6), None);
    }

    #[test]
    fn a_dialog_is_the_question_that_its_hook_told_of_if_only_one_fits() {
        let dialog = seen(7, Kind::Menu, Some("tail of\n it"));
        check(vec![asked(1, Some("a head and the tail of it"), 0)], &dialog, (0, 6), Some(1));
        check(vec![asked(1, Some("something else"), 0)], &dialog, (0, 6), None);
        check(
            vec![asked(1, Some("tail of it"), 0), asked(2, Some("the tail of it"), 0)],
            &dialog,
            (0, 6),
            None,
        );
        check(vec![asked(1, Some("the tail of it"), 0)], &dialog, (1, 6), None);
        check(vec![asked(1, Some("anything"), 0)], &seen(7, Kind::Menu, Some(" ")), (0, 6), None);
    }
}
