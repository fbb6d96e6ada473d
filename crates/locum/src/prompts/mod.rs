//! Questions that wait for the person: seeing them, answering them, taking over.

mod as_json;
mod explain;
mod stats;
mod words;

use std::process::ExitCode;
use std::time::Duration;

use model::SessionId;
use serde_json::json;
use wire::{BrainAnswer, BrainRequest, PromptReply, PromptRequest, WirePrompt};

use crate::brain::{Brain, unexpected};
use crate::cli::{AnswerArguments, HistoryArguments, ManualArguments, PromptsArguments, ShowArguments};
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::{clock, config, own_session, say, target};

pub(crate) use explain::explain;
pub(crate) use stats::stats;

/// The answer came too late, or somebody typed; it was typed without effect, or not at all.
const STALE: u8 = 3;
const FAILED: u8 = 4;
/// What stands for the latest question.
pub(crate) const LAST: &str = "last";
/// The brain says within 15 s what became of an answer, and within 25 s that nothing new waits.
const PATIENCE: Duration = Duration::from_secs(35);
/// How often to look for a brain, where none runs.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// `locum prompts`
pub(crate) fn prompts(arguments: &PromptsArguments) -> Result<ExitCode, Failure> {
    let mut brain = Brain::reach()?.patiently(PATIENCE)?;
    let (prompts, count) = ask(&mut brain, PromptRequest::Open)?;
    show_all(&prompts, arguments.json);
    if !arguments.json {
        show_others(&mut brain, &prompts)?;
    }
    if arguments.watch {
        return watch(brain, prompts, count, arguments.json);
    }
    Ok(ExitCode::SUCCESS)
}

/// Sessions that ask something that is not open here: nobody answered in time, or a rule is about to.
fn show_others(brain: &mut Brain, prompts: &[WirePrompt]) -> Result<(), Failure> {
    let BrainAnswer::Sessions { lines, .. } = brain.ask(&BrainRequest::Sessions { ended: 0 })? else {
        return Err(unexpected());
    };
    let asks = |line: &&wire::SessionLine| {
        line.standing.as_ref().is_some_and(|standing| standing.activity == wire::Activity::Asking)
    };
    let listed = |line: &wire::SessionLine| prompts.iter().any(|prompt| prompt.session.0 == line.id);
    for line in lines.iter().filter(asks).filter(|line| !listed(line)) {
        say::line(format!(
            "{0} asks something that is not open here: `locum status {0}`, `locum attach {0}`",
            line.name
        ));
    }
    Ok(())
}

/// Shows what changes. A brain that goes is waited for: who has this open wants to be told by the next one too.
fn watch(
    mut brain: Brain,
    mut prompts: Vec<WirePrompt>,
    mut count: u64,
    json: bool,
) -> Result<ExitCode, Failure> {
    let bell = config::load()?.notify.bell;
    loop {
        let (next, seen) = match ask(&mut brain, PromptRequest::Await { seen: count }) {
            Err(Failure::BrainSilent { .. }) => {
                brain = next_brain()?;
                ask(&mut brain, PromptRequest::Open)?
            }
            heard => heard?,
        };
        if json && ids(&next) != ids(&prompts) {
            say::json(as_json::list(&next));
        }
        let rings = |new: &WirePrompt| !words::is_over_time(new) && !prompts.iter().any(|old| same(old, new));
        if bell && next.iter().any(rings) {
            say::bell();
        }
        if !json {
            show_changes(&prompts, &next);
        }
        (prompts, count) = (next, seen);
    }
}

/// The brain that runs next. None is started here: somebody may have stopped the last.
fn next_brain() -> Result<Brain, Failure> {
    say::note("the brain is gone; the next one is waited for");
    let runtime = RuntimeFolder::open()?;
    loop {
        std::thread::sleep(LOOK_AGAIN);
        if let Ok(brain) = Brain::connect(&runtime) {
            return brain.patiently(PATIENCE);
        }
    }
}

fn show_changes(before: &[WirePrompt], now: &[WirePrompt]) {
    for new in now.iter().filter(|new| !before.iter().any(|old| same(old, new))) {
        words::waiting(new, clock::now()).iter().for_each(say::line);
    }
    for gone in before.iter().filter(|old| !now.iter().any(|new| new.id == old.id)) {
        say::line(format!("{} is not open any more", gone.id));
    }
}

fn same(one: &WirePrompt, other: &WirePrompt) -> bool {
    identity(one) == identity(other)
}

fn ids(prompts: &[WirePrompt]) -> Vec<(&str, [u8; 16], bool)> {
    prompts.iter().map(identity).collect()
}

/// What has to be shown again if it changes.
fn identity(prompt: &WirePrompt) -> (&str, [u8; 16], bool) {
    (prompt.id.as_str(), prompt.nonce, words::is_over_time(prompt))
}

fn show_all(prompts: &[WirePrompt], json: bool) {
    if json {
        return say::json(as_json::list(prompts));
    }
    if prompts.is_empty() {
        say::line("nothing waits for you");
    }
    for (place, prompt) in prompts.iter().enumerate() {
        if place > 0 {
            say::line("");
        }
        words::waiting(prompt, clock::now()).iter().for_each(say::line);
    }
}

fn ask(brain: &mut Brain, request: PromptRequest) -> Result<(Vec<WirePrompt>, u64), Failure> {
    match brain.ask(&BrainRequest::Prompt(request))? {
        BrainAnswer::Prompts { prompts, count } => Ok((prompts, count)),
        _ => Err(unexpected()),
    }
}

/// `locum answer`
pub(crate) fn answer(arguments: &AnswerArguments) -> Result<ExitCode, Failure> {
    if own_session::is_inside() {
        let reply = PromptReply::Choose(String::new());
        let request = PromptRequest::Answer { id: arguments.id.clone(), nonce: [0; 16], reply };
        return Err(refused(&BrainRequest::Prompt(request)));
    }
    let mut brain = Brain::reach()?.patiently(PATIENCE)?;
    let prompt = wanted(&mut brain, &arguments.id)?;
    let reply = match (&arguments.choice, &arguments.text, &arguments.deny) {
        (_, Some(text), _) => PromptReply::Text(text.clone()),
        (_, _, Some(why)) => PromptReply::Deny(why.clone()),
        (choice, ..) => PromptReply::Choose(choice.clone().unwrap_or_default()),
    };
    let request = PromptRequest::Answer { id: prompt.id.clone(), nonce: prompt.nonce, reply };
    match brain.ask(&BrainRequest::Prompt(request))? {
        BrainAnswer::Answered { outcome, reason } => {
            if arguments.json {
                say::json(json!({"id": prompt.id, "outcome": outcome, "reason": reason}));
            } else {
                say::line(words::outcome(&prompt, &outcome, reason.as_deref()));
            }
            Ok(ExitCode::from(match outcome.as_str() {
                "landed" => 0,
                "stale" => STALE,
                _ => FAILED,
            }))
        }
        _ => Err(unexpected()),
    }
}

/// A supervised program is refused before anything is done; the brain is asked all the same, which refuses it by its own
/// knowledge, and records what was tried.
pub(crate) fn refused(request: &BrainRequest) -> Failure {
    match Brain::reach().and_then(|mut brain| brain.ask(request)) {
        Err(refused @ Failure::BrainRefused(_)) => refused,
        _ => Failure::InsideSession("a supervised program can neither answer, pause nor resume"),
    }
}

/// The open question that is meant, or the one of the record.
fn wanted(brain: &mut Brain, id: &str) -> Result<WirePrompt, Failure> {
    let (open, _) = ask(brain, PromptRequest::Open)?;
    if id == LAST {
        let latest = |prompt: &WirePrompt| (!words::is_over_time(prompt), prompt.asked_at);
        return open.into_iter().max_by_key(latest).ok_or(Failure::NothingWaits);
    }
    let mut meant = open.into_iter().filter(|prompt| prompt.id.starts_with(id));
    match (meant.next(), meant.next()) {
        (Some(prompt), None) => Ok(prompt),
        (Some(_), Some(_)) => Err(Failure::SeveralPrompts(id.to_owned())),
        _ => one(brain, id),
    }
}

/// The question that is meant, open or over; `last` is the latest that waits, else the latest there was.
fn one(brain: &mut Brain, id: &str) -> Result<WirePrompt, Failure> {
    if id == LAST {
        return last(brain);
    }
    let (found, _) = ask(brain, PromptRequest::One { id: id.to_owned() })?;
    found.into_iter().next().ok_or_else(|| Failure::UnknownPrompt(id.to_owned()))
}

fn last(brain: &mut Brain) -> Result<WirePrompt, Failure> {
    match wanted(brain, LAST) {
        Err(Failure::NothingWaits) => {}
        found => return found,
    }
    let (past, _) = ask(brain, PromptRequest::Past { since: 0, limit: 1 })?;
    past.into_iter().next().ok_or(Failure::NothingWaits)
}

/// `locum history`
pub(crate) fn history(arguments: &HistoryArguments) -> Result<ExitCode, Failure> {
    let since = clock::now().saturating_sub(arguments.since.as_duration().as_micros() as u64);
    let (past, _) = ask(&mut Brain::reach()?, PromptRequest::Past { since, limit: arguments.limit })?;
    if arguments.json {
        say::json(as_json::list(&past));
    } else if past.is_empty() {
        say::line("no question was asked in that time");
    } else {
        past.iter().rev().flat_map(|prompt| words::past(prompt, clock::now())).for_each(say::line);
    }
    Ok(ExitCode::SUCCESS)
}

/// `locum show`
pub(crate) fn show(arguments: &ShowArguments) -> Result<ExitCode, Failure> {
    let prompt = one(&mut Brain::reach()?, &arguments.id)?;
    if arguments.json {
        say::json(as_json::one(&prompt));
    } else {
        words::in_full(&prompt, clock::now()).iter().for_each(say::line);
    }
    Ok(ExitCode::SUCCESS)
}

/// `locum pause`
pub(crate) fn pause(arguments: &ManualArguments) -> Result<ExitCode, Failure> {
    steer(arguments, true)
}

/// `locum resume`
pub(crate) fn resume(arguments: &ManualArguments) -> Result<ExitCode, Failure> {
    steer(arguments, false)
}

fn steer(arguments: &ManualArguments, manual: bool) -> Result<ExitCode, Failure> {
    if own_session::is_inside() {
        return Err(refused(&BrainRequest::Steer { session: arguments.session.clone(), manual }));
    }
    let runtime = RuntimeFolder::open()?;
    let session = match &arguments.session {
        Some(name) => Some(target::running(&runtime, name)?.to_string()),
        None if arguments.all => None,
        None => {
            target::the_only_one(&runtime).map(|session| Some(session.to_string())).or_else(|several| {
                // Who wants to stop something does not want to be asked what.
                if manual && matches!(several, Failure::SeveralSessions(_)) { Ok(None) } else { Err(several) }
            })?
        }
    };
    match Brain::reach()?.ask(&BrainRequest::Steer { session: session.clone(), manual })? {
        BrainAnswer::Done if arguments.json => say::json(json!({"session": session, "manual": manual})),
        BrainAnswer::Done => {
            let name =
                session.and_then(|id| SessionId::parse(&id).ok()).map(|id| target::name(&runtime, &id));
            say::line(words::steered(name.as_deref(), manual));
        }
        _ => return Err(unexpected()),
    }
    Ok(ExitCode::SUCCESS)
}
