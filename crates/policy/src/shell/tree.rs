//! What shell text is made of.

use std::ops::Range;

/// A list of commands in the order of the source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Script {
    /// Its pipelines.
    pub items: Vec<Item>,
    /// What did not fit the grammar, or was too deep or too long. Anything here means that the tree is a guess.
    pub faults: Vec<Fault>,
}

/// What did not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// In words for a person: "a quote is not closed".
    pub what: &'static str,
    /// Where, in bytes of the text that was given.
    pub at: usize,
}

/// A pipeline and how it follows the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    /// What joins it to the one before.
    pub join: Join,
    /// Whether it goes to the background (`&` behind it).
    pub background: bool,
    /// Its commands; more than one are joined by `|` or `|&`.
    pub stages: Vec<Stage>,
}

/// What joins two pipelines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    /// `;`, a line end, `&`, or the beginning.
    Then,
    /// `&&`.
    And,
    /// `||`.
    Or,
}

/// A command with its redirections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stage {
    /// The command. `time`, `!`, `coproc` and `exec` in front are kept as words of a simple command.
    pub command: Command,
    /// Redirections of the whole command.
    pub redirects: Vec<Redirect>,
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// Assignments and words.
    Simple(Simple),
    /// `{ ...; }`, also a compound behind `time`, `!` or `coproc`.
    Group(Script),
    /// `( ... )`.
    Subshell(Script),
    /// `if`: every condition and every body, in order.
    If(Vec<Script>),
    /// `while`, `until`: condition and body.
    While(Script, Script),
    /// `for`, `select`.
    For(For),
    /// `case`.
    Case(Case),
    /// `name() ...`, `function name ...`.
    Function(String, Box<Stage>),
    /// `[[ ... ]]`: its words.
    Test(Vec<Word>),
    /// `(( ... ))`: what stands inside, as one word.
    Arithmetic(Vec<Word>),
}

/// `name=value ... words ...`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Simple {
    /// Assignments in front of the words.
    pub assignments: Vec<Assignment>,
    /// The program and its arguments.
    pub words: Vec<Word>,
}

/// `for name in words; do body; done`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct For {
    /// The variable.
    pub name: String,
    /// What it runs through; nothing for `for x; do` and for the arithmetic form.
    pub words: Option<Vec<Word>>,
    /// The body.
    pub body: Script,
}

/// `case word in pattern) body;; esac`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Case {
    /// What is compared.
    pub word: Word,
    /// Patterns and bodies.
    pub arms: Vec<(Vec<Word>, Script)>,
}

/// `name=value`, `name+=value`, `name=(a b)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Assignment {
    /// The variable, with its index as written: `a[1]`.
    pub name: String,
    /// Whether it is added to.
    pub adds: bool,
    /// The value.
    pub value: Value,
}

/// What is assigned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// One word, possibly empty.
    Word(Word),
    /// An array.
    Array(Vec<Word>),
}

/// A word before expansion.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Word {
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
    /// Where it stands, in bytes of the text that was given.
    pub span: Range<usize>,
}

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Characters without quotes: braces, tilde and globs in them are expanded.
    Bare(String),
    /// Characters that stand for themselves, because of quotes or a backslash. May be empty (`""`).
    Quoted(String),
    /// Characters written as codes: `$'\x72m'`, decoded.
    Coded(String),
    /// `$name`, `${name...}`.
    Variable(Variable),
    /// `$( )` or backticks.
    Command {
        /// What runs.
        script: Script,
        /// Whether it stands inside double quotes, so that its output is one word.
        quoted: bool,
    },
    /// `<( )` or `>( )`.
    Process(Script),
    /// `$(( ))`: the words inside, for what is substituted there.
    Arithmetic(Vec<Word>),
}

/// A variable in a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variable {
    /// Its name without `$`: `HOME`, `1`, `@`, `?`, `!x` for an indirect one, `a[0]` with an index.
    pub name: String,
    /// What is behind the name in braces: operator and word (`:-`, `default`), (`%%`, `/*`), (`:`, `0:3`).
    pub operation: Option<(String, Word)>,
    /// Whether it stands inside double quotes, so that it is not split.
    pub quoted: bool,
    /// As it is written in the source, for people.
    pub written: String,
}

/// A redirection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Redirect {
    /// The descriptor, where one is written: `2>`.
    pub descriptor: Option<u32>,
    /// What it does.
    pub kind: RedirectKind,
}

/// What a redirection does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RedirectKind {
    /// `< file`.
    Read(Word),
    /// `> file`, `>| file`, `<> file`, `&> file`, `>& file`.
    Write(Word),
    /// `>> file`, `&>> file`.
    Append(Word),
    /// `2>&1`, `<&3`, `>&-`: no file is opened.
    Duplicate,
    /// `<< END`: the body. Without quotes around the end word its substitutions are pieces; with quotes it is one quoted piece.
    HereDocument(Word),
    /// `<<< word`.
    HereString(Word),
}
