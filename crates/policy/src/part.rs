//! The simple commands that a line would run.

use crate::Text;

/// All that is known of a line of shell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// Every simple command that may run, in the order of the source; inner ones (`$( )`, `bash -c`) before the one that uses them.
    pub parts: Vec<Part>,
    /// Why the line is not fully understood, in words for a person. Anything here means: never allow.
    pub doubts: Vec<String>,
    /// Every text that was parsed as shell, the line itself first. The second reader must agree on each before anything is allowed.
    pub texts: Vec<String>,
}

/// One simple command as the kernel would be given it, wrappers taken off: `sudo env A=1 rm x` is `rm x` via `sudo`, `env`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Part {
    /// The program and its arguments. Empty if the command only assigns or redirects.
    pub words: Vec<Text>,
    /// Variables set for it, or set by it if there are no words.
    pub assignments: Vec<(String, Text)>,
    /// Files its redirections open.
    pub effects: Vec<Effect>,
    /// What it was reached through, the outermost first, each as its words up to the inner command: `sudo -u root`, `bash -c`.
    pub via: Vec<Vec<Text>>,
    /// What it can read on its standard input.
    pub stdin: Stdin,
    /// The folder it runs in; nothing if an unknown `cd` went before.
    pub cwd: Option<String>,
    /// Whether it is an interpreter, and whether what it runs is known.
    pub runs: Runs,
    /// Code of another language given on its command line (`python -c CODE`), to be looked through for danger.
    pub code: Option<Text>,
    /// Whether all it does besides its redirections is to run parts that stand before it: `bash -c TEXT`, `eval TEXT`.
    pub carrier: bool,
    /// What is odd about it.
    pub notes: Vec<Note>,
}

/// A file that a redirection opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// How.
    pub touch: Touch,
    /// Which.
    pub target: Text,
}

/// What is done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Touch {
    /// Read.
    Read,
    /// Emptied and written, or made.
    Write,
    /// Added to.
    Append,
}

/// Where a command's standard input comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Stdin {
    /// From wherever the line gets its own.
    #[default]
    Inherited,
    /// From these parts, by their place in [`Reading::parts`]: every part of the stages before it in the pipeline.
    Piped(Vec<usize>),
    /// From this text: a here-document, a here-string, or a pipe from an `echo` whose words are known.
    Given(Text),
}

/// What an interpreter would run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Runs {
    /// It is no interpreter, or what it runs has been read: those parts stand before it.
    #[default]
    Read,
    /// Something that cannot be known here; it comes out of these parts (`curl ... | sh`, `eval "$(...)"`). Empty: a variable.
    Unknown(Vec<usize>),
    /// The script in this file.
    File(Text),
}

/// Something odd, for the catalogue to name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Note {
    /// The program's name is only known when it runs (`$CMD x`).
    HiddenProgram,
    /// A function that calls itself more than once or in the background: a fork bomb.
    CallsItself,
    /// A name that hides its meaning: letters written as codes, in pieces, or by a glob (`$'\x72m'`, `r""m`, `/bin/r?`).
    Disguised,
    /// Its words come from its standard input (`xargs`): more are added than can be seen.
    MoreWords,
    /// It runs on another machine or in a container (`ssh host cmd`, `docker exec`): paths mean something else there.
    Elsewhere,
    /// It runs with another user's rights (`sudo`, `doas`, `su -c`).
    Privileged,
}

impl Note {
    /// All of them.
    pub const ALL: [Note; 6] = [
        Note::HiddenProgram,
        Note::CallsItself,
        Note::Disguised,
        Note::MoreWords,
        Note::Elsewhere,
        Note::Privileged,
    ];

    /// The word used in the catalogue.
    pub fn word(self) -> &'static str {
        match self {
            Note::HiddenProgram => "hidden_program",
            Note::CallsItself => "calls_itself",
            Note::Disguised => "disguised",
            Note::MoreWords => "more_words",
            Note::Elsewhere => "elsewhere",
            Note::Privileged => "privileged",
        }
    }
}

impl Part {
    /// The program's name without its folder, in the letters it was given; nothing if it is not certain.
    pub fn program(&self) -> Option<&str> {
        let name = self.words.first()?.certain()?;
        Some(name.rsplit('/').next().unwrap_or(name))
    }

    /// Whether the part carries this note.
    pub fn is(&self, note: Note) -> bool {
        self.notes.contains(&note)
    }
}
