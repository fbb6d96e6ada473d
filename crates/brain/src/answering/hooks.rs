//! Calls of agents' hooks: a question that the agent asks in its own words, with the subject in full.
//!
//! Any process of a session can call a hook. What it says counts for its own call: the verdict goes back to the caller,
//! and no key is pressed for it unless the engine finds it to be the dialog on the screen.

use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use detect::Fingerprint;
use engine::{Answer, By, HookAsk, Input};
use host::unix::kin::Standing;
use model::{AuditEvent, Choice, Kind, Question, Role, SessionId, Subject, Value, Verdict};
use policy::Tool;
use tokio::sync::oneshot;
use tokio::time::timeout;
use wire::{BrainAnswer, HookDecision, HookEvent, HookMoment};

use super::denied::{self, Denial};
use super::drive::{drive, stamp};
use super::judging::subject;
use crate::life::World;
use crate::registry::Entry;
use crate::rules::Asked;
use crate::tracking::Effect;
use crate::{noted, now};

/// Calls of one session that wait at once. An agent asks one thing at a time, or a few.
const MOST_CALLS: usize = 6;
/// No policy lets a person take longer.
const LONGEST: Duration = Duration::from_secs(3700);
/// An agent that is about to use a tool waits for us, so the verdict must not be long in coming.
const BEFORE: Duration = Duration::from_secs(3);
/// Characters of a message and of a note.
const LONGEST_MESSAGE: usize = 2000;
/// Agents with a word for that before a tool is used.
const CAN_BE_TOLD_TO_ASK: [&str; 1] = ["claude"];
const LONGEST_NOTE: usize = 200;

static CALLS: AtomicU64 = AtomicU64::new(1);

/// What can be said of how an agent treats its hooks.
struct Manners {
    /// Its dialog is on the screen while the hook runs.
    shows: bool,
    /// A yes of the hook is enough.
    takes_yes: bool,
}

fn manners(agent: &str) -> Manners {
    Manners { shows: matches!(agent, "claude" | "opencode"), takes_yes: true }
}

/// Answers a call. `hung_up` ends when the caller does not wait any more.
pub(crate) async fn hook(
    world: &Rc<World>,
    event: HookEvent,
    standing: &Standing,
    hung_up: impl Future<Output = ()>,
) -> BrainAnswer {
    let Standing::Within(session) = standing else { return BrainAnswer::NoSession };
    let Some(entry) = world.registry.get(session) else { return BrainAnswer::NoSession };
    let decision = match event.moment {
        HookMoment::Asks => asks(world, session, &entry, &event, hung_up).await,
        HookMoment::Before => before(world, session, &entry, &event).await,
        HookMoment::Note => {
            note(world, session, &entry, &event);
            None
        }
    };
    BrainAnswer::Hook { decision }
}

/// The agent asks. Its call is held until there is an answer, or the question is answered elsewhere.
async fn asks(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    event: &HookEvent,
    hung_up: impl Future<Output = ()>,
) -> Option<HookDecision> {
    if !is_expected(entry, event) || is_a_dialog(event) || entry.calls.borrow().len() >= MOST_CALLS {
        note(world, session, entry, event);
        return None;
    }
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let (reply, heard) = oneshot::channel();
    entry.calls.borrow_mut().insert(call, reply);
    drive(world, session, entry, Input::Hook(Box::new(ask(call, event, world.home.as_deref()))));
    // A call may be held for long, and each session's are few: they keep no other caller out.
    world.guests.set(world.guests.get().saturating_sub(1));
    let answer = tokio::select! {
        answer = timeout(LONGEST, heard) => answer.ok().and_then(Result::ok).flatten(),
        () = hung_up => None,
    };
    world.guests.set(world.guests.get() + 1);
    entry.calls.borrow_mut().remove(&call);
    drive(world, session, entry, Input::HookOver(call));
    answer.as_ref().and_then(|(answer, by)| decision(answer, by))
}

/// Whether an agent asks such things, and the one of this session was given our hook. A call by anybody else is a program's
/// own idea; what it said would be shown to the person as if the agent had said it.
fn is_expected(entry: &Entry, event: &HookEvent) -> bool {
    let tracked = entry.tracked.borrow();
    let command = &tracked.line.command;
    match event.agent.as_str() {
        "claude" => {
            is_named(command, "claude")
                && command.get(2).is_some_and(|word| word.contains("agent-hook claude"))
        }
        // It gets them by its environment, which is nowhere written down.
        "opencode" => is_named(command, "opencode"),
        // It cannot be given hooks for one run; the person has installed them, or not.
        "codex" => true,
        _ => false,
    }
}

/// Whether this program was started, from wherever it lies.
fn is_named(command: &[String], name: &str) -> bool {
    command.first().and_then(|first| Path::new(first).file_name()).is_some_and(|found| found == name)
}

/// What the agent asks is a choice of its own making, and a bare yes answers none of it.
fn is_a_dialog(event: &HookEvent) -> bool {
    matches!(Tool::of_word(&event.tool), Some(Tool::Question | Tool::Plan))
}

/// The question that a use of a tool is, and what is the same for the same words.
fn question(event: &HookEvent) -> (Question, u64) {
    let mut question = Question::new(Kind::Menu, format!("May {} use {}?", event.agent, event.name));
    question.subject =
        event.subject.clone().map(|text| Subject { text, partial: event.partial }).filter(|subject| {
            // Nothing is known of a tool whose input is nothing.
            !subject.text.is_empty()
        });
    let choice = |label: &str, role| Choice { label: label.into(), role, ..Choice::default() };
    question.choices = vec![choice("Yes", Role::Yes), choice("No", Role::No)];
    let words = Fingerprint::of(&question, 0).number();
    (question, words)
}

fn ask(call: u64, event: &HookEvent, home: Option<&Path>) -> HookAsk {
    let (question, words) = question(event);
    let Manners { shows, takes_yes } = manners(&event.agent);
    HookAsk {
        call,
        words,
        question,
        agent: event.agent.clone(),
        tool: event.tool.clone(),
        folder: event.folder.clone(),
        home: home.and_then(Path::to_str).map(str::to_owned),
        shows,
        takes_yes,
    }
}

/// An answer as the agent is told it; nothing, if a hook cannot say it.
fn decision(answer: &Answer, by: &By) -> Option<HookDecision> {
    let deny = |message: &str, ends_turn| HookDecision::Deny {
        message: noted::clipped(message, LONGEST_MESSAGE),
        ends_turn,
    };
    match answer {
        Answer::Choose { role: Role::Yes | Role::YesAndRemember, .. } => Some(HookDecision::Allow),
        Answer::Choose { role: Role::No, .. } => Some(deny(said_no(by), true)),
        Answer::Deny { why: Some(why) } => Some(deny(why, false)),
        Answer::Deny { why: None } => Some(deny(said_no(by), false)),
        Answer::Choose { .. } | Answer::Several(_) | Answer::Text(_) | Answer::Enter => None,
    }
}

/// A no without a reason, in words for the model.
fn said_no(by: &By) -> &'static str {
    match by {
        By::Person { .. } => "The person said no.",
        By::Rule(_) => "The person's rules do not allow this.",
        By::Timeout => "Nobody answered in time, so it is not allowed.",
    }
}

/// The agent is about to use a tool. Only what the policy denies is answered: so that a denial holds also where the agent
/// would not have asked. Nothing automatic while the session is manual: then the agent is to ask the person, whatever its own
/// settings say. One that has no word for that is told no: what is denied must not run because somebody paused.
async fn before(
    world: &Rc<World>,
    session: &SessionId,
    entry: &Rc<Entry>,
    event: &HookEvent,
) -> Option<HookDecision> {
    let judged = timeout(BEFORE, world.rules.judge(session, asked(world, entry, event))).await;
    let (judgement, _) = judged.ok()?.ok()?;
    if judgement.verdict != Verdict::Deny || entry.dry_run.get() {
        return None;
    }
    let rule = denied::rule(&judgement);
    let manual = entry.answering.borrow().engine.manual().is_some();
    if manual && CAN_BE_TOLD_TO_ASK.contains(&event.agent.as_str()) {
        let message = format!("locum: rule {rule} denies this, and the session is manual, so you decide.");
        return Some(HookDecision::Ask { message: noted::clipped(&message, LONGEST_MESSAGE) });
    }
    let message = judgement.message.clone();
    let message = message.unwrap_or_else(|| format!("The person's rules do not allow this (rule {rule})."));
    let message = noted::clipped(&message, LONGEST_MESSAGE);
    let (question, words) = question(event);
    let denial = Denial { event, question, words, judgement: &judgement, message: &message };
    note_denial(world, session, entry, &denial);
    Some(HookDecision::Deny { message, ends_turn: false })
}

fn asked(world: &World, entry: &Entry, event: &HookEvent) -> Asked {
    let tool = Tool::of_word(&event.tool).unwrap_or(Tool::Question);
    let about = event.subject.clone().map(|text| Subject { text, partial: event.partial });
    Asked {
        agent: event.agent.clone(),
        tool,
        subject: subject(tool, about.as_ref()),
        kind: None,
        question: None,
        confidence: None,
        session: entry.tracked.borrow().line.name.clone(),
        folder: event.folder.clone().unwrap_or_else(|| entry.folder()),
        home: world.home.clone(),
    }
}

/// A denial in the record. What somebody else says in the agent's name is told of, and is no question of the agent's.
fn note_denial(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, denial: &Denial<'_>) {
    let event = denial.event;
    let about = noted::clean(event.subject.as_deref().unwrap_or_default(), noted::LONGEST_SUBJECT);
    let agents = is_the_agents(entry, event);
    if agents {
        denial.count(world, session, entry);
    }
    let fields = vec![
        ("agent", Value::from(event.agent.as_str())),
        ("tool", noted::clean(&event.name, LONGEST_NOTE).into()),
        ("subject", about.clone().into()),
        ("rule", denial.judgement.rule.clone().into()),
    ];
    let id = || agents.then(|| ("prompt", denial.record(world, session, entry).to_string().into()));
    let short = noted::clipped(&about, LONGEST_NOTE);
    recorded(
        world,
        session,
        entry,
        "hook.denied",
        fields,
        id,
        format!("denied before it was asked: {short}"),
    );
}

/// Whether the session's program is this agent. Gemini asks nothing through its hooks, and is denied by them.
fn is_the_agents(entry: &Entry, event: &HookEvent) -> bool {
    let gemini = || event.agent == "gemini" && is_named(&entry.tracked.borrow().line.command, "gemini");
    is_expected(entry, event) || gemini()
}

/// Something that an agent tells, for the record and for who asks.
fn note(world: &World, session: &SessionId, entry: &Entry, event: &HookEvent) {
    let (what, words) = (noted::clean(&event.event, LONGEST_NOTE), noted::clean(&event.name, LONGEST_NOTE));
    let fields = vec![
        ("agent", noted::clean(&event.agent, LONGEST_NOTE).into()),
        ("event", what.clone().into()),
        ("words", words.clone().into()),
    ];
    let text = format!("{} says {what} {words}", event.agent);
    let text = noted::clean(text.trim_end(), 2 * LONGEST_NOTE);
    recorded(world, session, entry, "hook.event", fields, || None, text);
}

/// Writes something down, unless too much of it was lately: any program of the session can call a hook in a loop. `more` is found out
/// only if it is.
fn recorded(
    world: &World,
    session: &SessionId,
    entry: &Entry,
    kind: &'static str,
    fields: Vec<(&'static str, Value)>,
    more: impl Fn() -> Option<(&'static str, Value)>,
    text: String,
) {
    let effects = entry.tracked.borrow_mut().recorded(kind, fields, now());
    for effect in effects {
        let Effect::Record(kind, mut fields) = effect else { continue };
        fields.extend(more());
        let event = AuditEvent::new(stamp(), kind).about(session);
        let event = fields.into_iter().fold(event, |event, (name, value)| event.with(name, value));
        world.record.append(event);
        entry.answering.borrow_mut().notes.add(now(), text.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(tool: &str, subject: Option<&str>, partial: bool) -> HookEvent {
        HookEvent {
            agent: "claude".into(),
            moment: HookMoment::Asks,
            event: "PermissionRequest".into(),
            name: "Bash".into(),
            tool: tool.into(),
            subject: subject.map(str::to_owned),
            partial,
            folder: None,
        }
    }

    #[test]
    fn a_program_by_its_name_alone() {
        for (command, named) in [
            (&["/opt/claude", "--settings", "x"][..], true),
            (&["claude"], true),
            (&["sh", "-c", "claude"], false),
            (&["claude.sh"], false),
            (&[], false),
        ] {
            let command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(is_named(&command, "claude"), named, "{command:?}");
        }
    }

    #[test]
    fn a_call_is_a_question_without_keys() {
        let ask = ask(7, &event("shell", Some("touch x"), true), None);
        assert_eq!((ask.call, ask.shows, ask.takes_yes), (7, true, true));
        assert_eq!(ask.question.subject, Some(Subject { text: "touch x".into(), partial: true }));
        assert!(ask.question.choices.iter().all(|choice| choice.keys.is_empty()));
        let roles: Vec<Role> = ask.question.choices.iter().map(|choice| choice.role).collect();
        assert_eq!(roles, [Role::Yes, Role::No]);
    }

    #[test]
    fn only_yes_and_no_go_through_a_hook() {
        let choose = |role| Answer::Choose { place: 0, label: String::new(), role };
        let deny = |message: &str, ends_turn| HookDecision::Deny { message: message.into(), ends_turn };
        for (answer, expected) in [
            (choose(Role::Yes), Some(HookDecision::Allow)),
            (choose(Role::YesAndRemember), Some(HookDecision::Allow)),
            (choose(Role::No), Some(deny("The person said no.", true))),
            (choose(Role::Other), None),
            (Answer::Text("x".into()), None),
            (Answer::Enter, None),
            (Answer::Deny { why: Some("use x".into()) }, Some(deny("use x", false))),
        ] {
            let by = By::Person { from: "terminal 1".into() };
            assert_eq!(decision(&answer, &by), expected, "{answer:?}");
        }
    }

    #[test]
    fn the_model_hears_who_said_no() {
        for (by, words) in [
            (By::Person { from: "terminal 1".into() }, "The person said no."),
            (By::Rule("r".into()), "The person's rules do not allow this."),
            (By::Timeout, "Nobody answered in time, so it is not allowed."),
        ] {
            let heard = decision(&Answer::Deny { why: None }, &by);
            assert_eq!(heard, Some(HookDecision::Deny { message: words.into(), ends_turn: false }), "{by:?}");
        }
    }

    #[test]
    fn what_a_bare_yes_does_not_answer_is_left_to_the_screen() {
        for (tool, dialog) in [("question", true), ("plan", true), ("shell", false), ("", false)] {
            assert_eq!(is_a_dialog(&event(tool, None, false)), dialog, "{tool}");
        }
    }

    #[test]
    fn who_shows_nothing_is_not_held() {
        for (agent, shows) in [("claude", true), ("opencode", true), ("codex", false)] {
            let manners = manners(agent);
            assert_eq!((manners.shows, manners.takes_yes), (shows, true), "{agent}");
        }
    }
}
