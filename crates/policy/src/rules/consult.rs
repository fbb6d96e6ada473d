//! Programs that a rule asks. This crate only describes the call and reads the answer.

use std::time::Duration;

use model::Verdict;
use serde::Deserialize;
use serde_json::json;

use super::judgement::PartJudgement;
use super::request::{Request, Subject};
use crate::Surroundings;

const LONGEST_MESSAGE: usize = 1000;

/// A program to be asked about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consult {
    /// The rule that wants to know, by name.
    pub rule: String,
    /// The program and its arguments; no shell is between.
    pub program: Vec<String>,
    /// When to stop waiting for it.
    pub time_limit: Duration,
    /// What it gets on its standard input.
    pub input_json: String,
}

/// What a program said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The verdict. The rule's own answer is the laxest that counts.
    pub verdict: Verdict,
    /// What to tell the program that was denied.
    pub message: Option<String>,
}

/// What came of a [`Consult`]. An error means: ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The rule's name.
    pub rule: String,
    /// What the program said, or why it said nothing: "it took longer than 5s".
    pub said: Result<Said, String>,
}

#[derive(Deserialize)]
struct Reply {
    answer: String,
    message: Option<String>,
}

impl Said {
    /// What a program that ended well wrote: `{"answer": "allow", "message": "..."}`, or the answer alone.
    pub fn read(output: &str) -> Result<Said, String> {
        let output = output.trim();
        let reply: Reply = match output.starts_with('{') {
            true => {
                serde_json::from_str(output).map_err(|error| format!("its answer is no JSON: {error}"))?
            }
            false => Reply { answer: output.to_owned(), message: None },
        };
        let unknown = || format!("`{}` is no answer", super::shown::text(&reply.answer));
        let verdict = Verdict::of_word(&reply.answer).ok_or_else(unknown)?;
        let message = reply.message.map(|message| message.chars().take(LONGEST_MESSAGE).collect());
        Ok(Said { verdict, message })
    }
}

/// What a program is told of a request.
pub(super) fn input(request: &Request, parts: &[PartJudgement], around: &Surroundings) -> String {
    let part = |part: &PartJudgement| {
        let ids: Vec<&str> = part.findings.iter().map(|finding| finding.id.as_str()).collect();
        json!({"argv": part.argv, "danger": part.danger.word(), "ids": ids, "verdict": part.verdict.word()})
    };
    let danger = parts.iter().map(|part| part.danger).max().unwrap_or_default();
    let command = match request.subject {
        Subject::Shell(text) | Subject::Partial(text) => json!(text),
        Subject::Argv(argv) => json!(argv.join(" ")),
        _ => json!(null),
    };
    let paths = if let Subject::Paths(paths) = request.subject { json!(paths) } else { json!(null) };
    let url = if let Subject::Url(url) = request.subject { json!(url) } else { json!(null) };
    let name = if let Subject::Name(name) = request.subject { json!(name) } else { json!(null) };
    json!({
        "agent": request.agent, "tool": request.tool.word(), "command": command, "paths": paths, "url": url, "name": name,
        "parts": parts.iter().map(part).collect::<Vec<_>>(), "danger": danger.word(), "cwd": around.cwd,
        "workspace": around.workspace, "session": request.session, "question": request.question,
        "kind": request.kind.map(model::Kind::word),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_may_say() {
        let check = |output: &str, want: Option<Verdict>| {
            assert_eq!(Said::read(output).ok().map(|said| said.verdict), want, "{output}");
        };
        check("allow\n", Some(Verdict::Allow));
        check(r#"{"answer":"deny","message":"no"}"#, Some(Verdict::Deny));
        check("", None);
        check("yes", None);
        check("{", None);
        check(r#"{"message":"x"}"#, None);
        check("allow deny", None);
        assert_eq!(Said::read(r#"{"answer":"deny","message":"no"}"#).unwrap().message.as_deref(), Some("no"));
    }
}
