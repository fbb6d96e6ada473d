//! Which program runs: what detection knows about the processes on a terminal.

/// A program by its command line. Not by words on the screen: those are anybody's.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    /// The command name as the kernel keeps it, if it is known.
    pub name: Option<String>,
    /// The command line, as far as it is known.
    pub arguments: Vec<String>,
}

impl Program {
    /// A program known by the kernel's name only.
    pub fn named(name: impl Into<String>) -> Self {
        Program { name: Some(name.into()), arguments: Vec::new() }
    }

    /// A program known by its command line.
    pub fn with_arguments<S: Into<String>>(arguments: impl IntoIterator<Item = S>) -> Self {
        Program { name: None, arguments: arguments.into_iter().map(Into::into).collect() }
    }
}
