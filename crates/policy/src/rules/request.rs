//! What is to be judged.

use model::Kind;

/// What an agent wants to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    /// A shell command.
    Shell,
    /// Making or replacing a file.
    Write,
    /// Changing a file.
    Edit,
    /// Reading a file.
    Read,
    /// Reading an address of the web.
    Fetch,
    /// A tool of a server that the agent is connected to.
    Mcp,
    /// Something the person is asked: by the agent itself, or by any other program.
    Question,
    /// A plan to be approved.
    Plan,
    /// Whether a folder, a file or a server is trusted.
    Trust,
}

impl Tool {
    /// All of them.
    pub const ALL: [Tool; 9] = [
        Tool::Shell,
        Tool::Write,
        Tool::Edit,
        Tool::Read,
        Tool::Fetch,
        Tool::Mcp,
        Tool::Question,
        Tool::Plan,
        Tool::Trust,
    ];

    /// The word used in rules and in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Tool::Shell => "shell",
            Tool::Write => "write",
            Tool::Edit => "edit",
            Tool::Read => "read",
            Tool::Fetch => "fetch",
            Tool::Mcp => "mcp",
            Tool::Question => "question",
            Tool::Plan => "plan",
            Tool::Trust => "trust",
        }
    }

    /// The tool with this word.
    pub fn of_word(word: &str) -> Option<Tool> {
        Tool::ALL.into_iter().find(|tool| tool.word() == word)
    }
}

/// What a request is about. All of it is hostile text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject<'a> {
    /// A line of shell, or several.
    Shell(&'a str),
    /// A program and its arguments, as no shell will see them.
    Argv(&'a [String]),
    /// Files.
    Paths(&'a [String]),
    /// An address.
    Url(&'a str),
    /// The name of a tool.
    Name(&'a str),
    /// A command of which only this part is known. Never allowed.
    Partial(&'a str),
    /// Nothing but the question itself.
    Nothing,
}

/// One thing to be judged.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The agent's or the program's name, as in its profile.
    pub agent: &'a str,
    /// What it wants to use.
    pub tool: Tool,
    /// What for.
    pub subject: Subject<'a>,
    /// The kind of the question, if it was seen on a screen.
    pub kind: Option<Kind>,
    /// The question's own words.
    pub question: Option<&'a str>,
    /// How certain the detector is. Nothing where the program itself said what it asks.
    pub confidence: Option<f64>,
    /// The session's name.
    pub session: Option<&'a str>,
}

impl<'a> Request<'a> {
    /// A line of shell by nobody in particular, as `locum policy check` judges it.
    pub fn shell(line: &'a str) -> Request<'a> {
        Request::new(Tool::Shell, Subject::Shell(line))
    }

    /// A request of which only the tool and the subject are known.
    pub fn new(tool: Tool, subject: Subject<'a>) -> Request<'a> {
        Request { agent: "", tool, subject, kind: None, question: None, confidence: None, session: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_leads_back() {
        for tool in Tool::ALL {
            assert_eq!(Tool::of_word(tool.word()), Some(tool));
        }
    }
}
