//! Questions of the record, judged again: for `policy simulate` and `learn`.

use std::path::Path;

use brain::rules::{Around, Rules};
use model::Kind;
use policy::{Judgement, Request, Subject, Tool};
use wire::{BrainAnswer, BrainRequest, PromptRequest, WirePrompt};

use super::own::Own;
use crate::brain::{Brain, unexpected};
use crate::failure::Failure;
use crate::{clock, folders};

/// The most questions that are looked at.
const MOST: u32 = 10_000;
/// What stands in the record for what must not be in it.
const REDACTED: &str = "***";

/// The questions of the last time, the latest first.
pub(super) fn questions(since: model::Span) -> Result<Vec<WirePrompt>, Failure> {
    let since = clock::now().saturating_sub(since.as_duration().as_micros() as u64);
    let request = PromptRequest::Past { since, limit: MOST };
    match Brain::reach()?.ask(&BrainRequest::Prompt(request))? {
        BrainAnswer::Prompts { prompts, .. } => Ok(prompts),
        _ => Err(unexpected()),
    }
}

/// Why a question cannot be judged again.
pub(super) enum Unknown {
    /// Only a part of it was known.
    Partial,
    /// It held a secret, which is not in the record.
    Redacted,
    /// A rule asks a program about it, which is not asked about the past.
    Program,
}

/// The verdict that these rules would have given.
pub(super) fn judge(own: &Own, prompt: &WirePrompt) -> Result<Judgement, Unknown> {
    judge_by(&own.rules, &own.folder, prompt)
}

/// The same by rules whose programs are started in that folder.
pub(super) fn judge_by(rules: &Rules, folder: &Path, prompt: &WirePrompt) -> Result<Judgement, Unknown> {
    let whole = prompt.subject.as_deref().unwrap_or(&prompt.question);
    if prompt.partial {
        return Err(Unknown::Partial);
    }
    if whole.contains(REDACTED) {
        return Err(Unknown::Redacted);
    }
    let tool = prompt.tool.as_deref().and_then(Tool::of_word).unwrap_or(Tool::Question);
    let paths: Vec<String> = prompt.subject.iter().cloned().collect();
    let request = Request {
        agent: &prompt.agent,
        kind: Kind::of_word(&prompt.kind),
        question: Some(&prompt.question),
        session: Some(&prompt.session.1),
        ..Request::new(tool, subject(tool, prompt.subject.as_deref(), &paths))
    };
    let around = Around::of(Path::new(&prompt.folder), folders::home().as_deref());
    let opinions = rules.judge(None, &request, &around);
    if opinions.asks_programs() {
        return Err(Unknown::Program);
    }
    Ok(opinions.settle(folder))
}

fn subject<'a>(tool: Tool, text: Option<&'a str>, paths: &'a [String]) -> Subject<'a> {
    match (tool, text) {
        (Tool::Shell, Some(text)) => Subject::Shell(text),
        (Tool::Write | Tool::Edit | Tool::Read, Some(_)) => Subject::Paths(paths),
        (Tool::Fetch, Some(text)) => Subject::Url(text),
        (Tool::Mcp, Some(text)) => Subject::Name(text),
        _ => Subject::Nothing,
    }
}
