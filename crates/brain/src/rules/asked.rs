//! What a session asks, held by itself: it is judged in a thread.

use std::path::PathBuf;

use model::Kind;
use policy::{Request, Subject, Tool};
use wire::{WireRequest, WireSubject};

/// A request with all that it borrows.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) agent: String,
    pub(crate) tool: Tool,
    pub(crate) subject: WireSubject,
    /// The kind of the question, if it was seen on a screen.
    pub(crate) kind: Option<Kind>,
    pub(crate) question: Option<String>,
    /// How certain the detector is.
    pub(crate) confidence: Option<f64>,
    /// The session's name.
    pub(crate) session: String,
    /// Where it would run.
    pub(crate) folder: String,
    /// The person's home.
    pub(crate) home: Option<PathBuf>,
}

impl Asked {
    /// What somebody wants to know about; an error for a tool that there is not.
    pub(crate) fn of(request: WireRequest, session: String, folder: String) -> Result<Asked, String> {
        let tool =
            Tool::of_word(&request.tool).ok_or_else(|| format!("there is no tool `{}`", request.tool))?;
        let WireRequest { agent, subject, question, .. } = request;
        Ok(Asked {
            agent,
            tool,
            subject,
            kind: None,
            question,
            confidence: None,
            session,
            folder,
            home: None,
        })
    }

    /// The same for the policy.
    pub(super) fn request(&self) -> Request<'_> {
        Request {
            agent: &self.agent,
            tool: self.tool,
            subject: subject(&self.subject),
            kind: self.kind,
            question: self.question.as_deref(),
            confidence: self.confidence,
            session: Some(&self.session),
        }
    }
}

fn subject(subject: &WireSubject) -> Subject<'_> {
    match subject {
        WireSubject::Shell(line) => Subject::Shell(line),
        WireSubject::Argv(words) => Subject::Argv(words),
        WireSubject::Paths(paths) => Subject::Paths(paths),
        WireSubject::Url(url) => Subject::Url(url),
        WireSubject::Name(name) => Subject::Name(name),
        WireSubject::Partial(beginning) => Subject::Partial(beginning),
        WireSubject::Nothing => Subject::Nothing,
    }
}
