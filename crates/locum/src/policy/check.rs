//! `locum policy check`: the verdict about a command that nobody runs.

use std::io::Read;
use std::process::ExitCode;

use brain::rules::in_wire;
use model::Verdict;
use policy::{Request, Subject, Tool};

use super::shown::Shown;
use super::trial::Trial;
use super::{in_session, own, verdict_json, verdict_words};
use crate::brain::unexpected;
use crate::cli::PolicyCheckArguments;
use crate::failure::Failure;
use crate::say;

/// The exit status of each verdict.
const ASK: u8 = 10;
const DENY: u8 = 11;
/// More shell than this is read no further, and not allowed.
const LONGEST: u64 = 1 << 20;
/// The word that means standard input.
const STDIN: &str = "-";

/// `locum policy check`
pub(super) fn check(arguments: &PolicyCheckArguments) -> Result<ExitCode, Failure> {
    let words = Words::of(arguments)?;
    let judgement = judge(arguments, &words)?;
    if arguments.json {
        say::json(verdict_json::judgement(&judgement));
    } else {
        verdict_words::print(&judgement, &Trial::of(arguments, &words));
    }
    Ok(exit_code(&judgement))
}

/// The verdict: the brain's about a session, else by the files.
pub(super) fn judge(arguments: &PolicyCheckArguments, words: &Words) -> Result<Shown, Failure> {
    match &arguments.session {
        Some(session) => in_session::judge(session, &words.request(arguments)?, arguments.cwd.as_deref()),
        None => here(arguments, words),
    }
}

/// By the files, without a brain.
fn here(arguments: &PolicyCheckArguments, words: &Words) -> Result<Shown, Failure> {
    let (own, around) = (own::rules(arguments.policy.as_deref())?, own::around(arguments.cwd.as_deref())?);
    let judgement = own.rules.judge(None, &words.request(arguments)?, &around).settle(&own.folder);
    Shown::of(in_wire(judgement)).ok_or_else(unexpected)
}

/// The exit status of a verdict. What is ignored is not allowed either.
pub(super) fn exit_code(judgement: &Shown) -> ExitCode {
    match judgement.verdict {
        Verdict::Allow | Verdict::AllowRemember => ExitCode::SUCCESS,
        Verdict::Ask | Verdict::Ignore => ExitCode::from(ASK),
        Verdict::Deny => ExitCode::from(DENY),
    }
}

/// What is to be judged, as it was given.
pub(super) enum Words {
    Line(String),
    /// Only the beginning of it is known.
    Beginning(String),
    Several(Vec<String>),
}

impl Words {
    pub(super) fn of(arguments: &PolicyCheckArguments) -> Result<Words, Failure> {
        match arguments.command.as_slice() {
            [word] if word == STDIN => from_stdin(),
            [line] => Ok(Words::Line(line.clone())),
            several => Ok(Words::Several(several.to_vec())),
        }
    }

    /// The request they are.
    pub(super) fn request<'a>(&'a self, arguments: &'a PolicyCheckArguments) -> Result<Request<'a>, Failure> {
        let tool = arguments.tool;
        let subject = match tool {
            Tool::Shell => self.command(),
            Tool::Write | Tool::Edit | Tool::Read => Subject::Paths(self.all()),
            Tool::Fetch => Subject::Url(self.one(tool)?),
            Tool::Mcp => Subject::Name(self.one(tool)?),
            Tool::Question | Tool::Plan | Tool::Trust => Subject::Nothing,
        };
        let question = matches!(subject, Subject::Nothing).then(|| self.one(tool)).transpose()?;
        Ok(Request { agent: &arguments.agent, question, ..Request::new(tool, subject) })
    }

    fn command(&self) -> Subject<'_> {
        match self {
            Words::Line(line) => Subject::Shell(line),
            Words::Beginning(line) => Subject::Partial(line),
            Words::Several(words) => Subject::Argv(words),
        }
    }

    fn all(&self) -> &[String] {
        match self {
            Words::Line(word) | Words::Beginning(word) => std::slice::from_ref(word),
            Words::Several(words) => words,
        }
    }

    fn one(&self, tool: Tool) -> Result<&str, Failure> {
        match self.all() {
            [word] => Ok(word),
            _ => Err(Failure::OneWord(tool.word())),
        }
    }
}

fn from_stdin() -> Result<Words, Failure> {
    let failed = |error| Failure::ReadFile { file: "standard input".into(), error };
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    let whole = bytes.len() as u64 <= LONGEST;
    match String::from_utf8(bytes) {
        Ok(line) if whole => Ok(Words::Line(line)),
        Ok(line) => Ok(Words::Beginning(line)),
        // What is not text cannot be read, and what was cut may end in half a character.
        Err(error) => Ok(Words::Beginning(String::from_utf8_lossy(error.as_bytes()).into_owned())),
    }
}
