//! Which language a program speaks, and how its text is made up.

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    AppleScript,
    Awk,
    JavaScript,
    Lua,
    Perl,
    Php,
    Python,
    Ruby,
}

impl Syntax {
    /// By the name of the program, versions left out: `python3.12`.
    pub(super) fn of(program: &str) -> Option<Syntax> {
        let name = program.rsplit(['/', '\\']).next().unwrap_or(program).to_lowercase();
        let name = name.strip_suffix(".exe").unwrap_or(&name);
        let name =
            name.trim_end_matches(|character: char| character.is_ascii_digit() || ".-".contains(character));
        Some(match name {
            "osascript" => Syntax::AppleScript,
            "awk" | "gawk" | "mawk" | "nawk" | "goawk" => Syntax::Awk,
            "node" | "nodejs" | "deno" | "bun" | "tsx" | "ts-node" | "zx" => Syntax::JavaScript,
            "lua" | "luajit" | "texlua" => Syntax::Lua,
            "perl" => Syntax::Perl,
            "php" => Syntax::Php,
            "python" | "pypy" | "py" | "ipython" | "pythonw" => Syntax::Python,
            "ruby" | "jruby" | "irb" => Syntax::Ruby,
            _ => return None,
        })
    }

    /// The word in the table of calls.
    pub(super) fn word(self) -> &'static str {
        match self {
            Syntax::AppleScript => "applescript",
            Syntax::Awk => "awk",
            Syntax::JavaScript => "javascript",
            Syntax::Lua => "lua",
            Syntax::Perl => "perl",
            Syntax::Php => "php",
            Syntax::Python => "python",
            Syntax::Ruby => "ruby",
        }
    }

    /// What begins a comment up to the line end.
    pub(super) fn line_comments(self) -> &'static [&'static str] {
        match self {
            Syntax::JavaScript => &["//"],
            Syntax::Php => &["//", "#"],
            Syntax::Lua | Syntax::AppleScript => &["--"],
            Syntax::Awk | Syntax::Perl | Syntax::Python | Syntax::Ruby => &["#"],
        }
    }

    /// What stands around other comments.
    pub(super) fn block_comment(self) -> Option<(&'static str, &'static str)> {
        match self {
            Syntax::JavaScript | Syntax::Php => Some(("/*", "*/")),
            Syntax::AppleScript => Some(("(*", "*)")),
            _ => None,
        }
    }

    /// Whether `/.../` is a pattern where a value may begin.
    pub(super) fn has_patterns(self) -> bool {
        matches!(self, Syntax::Awk | Syntax::JavaScript | Syntax::Perl | Syntax::Ruby)
    }

    /// Whether backticks run a command.
    pub(super) fn has_backticks(self) -> bool {
        matches!(self, Syntax::Perl | Syntax::Php | Syntax::Ruby)
    }

    /// Signs that may begin a name.
    pub(super) fn sigils(self) -> &'static str {
        match self {
            Syntax::JavaScript | Syntax::Php => "$",
            Syntax::Perl | Syntax::Ruby => "$@",
            _ => "",
        }
    }

    /// Whether `.` joins strings, so that `->` and `::` are what joins names.
    pub(super) fn joins_with_dot(self) -> bool {
        matches!(self, Syntax::Perl | Syntax::Php)
    }

    /// Whether a call may stand without brackets: `system "ls"`.
    pub(super) fn has_bare_calls(self) -> bool {
        matches!(self, Syntax::Lua | Syntax::Perl | Syntax::Ruby)
    }
}
