//! Lists of pipelines, and what ends them.

use super::cursor::Parser;
use super::tree::{Command, Item, Join, Redirect, RedirectKind, Script, Stage, Word};

/// What ends a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The end of the text.
    End,
    /// `then`.
    Then,
    /// `elif`, `else`, `fi`.
    Branch,
    /// `do`.
    Do,
    /// `done`.
    Done,
    /// `}`.
    Brace,
    /// `;;`, `;&`, `;;&`, `esac`.
    Arm,
    /// `)`.
    Paren,
}

impl Parser<'_> {
    /// Pipelines up to what ends the list, which is left for the caller.
    pub(super) fn list(&mut self, stop: Stop) -> Script {
        self.stops.push(stop);
        let mut items = Vec::new();
        loop {
            self.space();
            let Some(next) = self.peek() else { break };
            match self.closer() {
                Some((closer, _)) if self.is_expected(closer) => break,
                Some((_, end)) => self.skip_stray("this closes nothing", end),
                None if b";&|".contains(&next) && self.ahead("&>").is_none() => {
                    self.skip_stray("nothing stands before an operator", self.at + 1);
                }
                None => self.chain(&mut items),
            }
        }
        self.stops.pop();
        Script { items, faults: Vec::new() }
    }

    fn skip_stray(&mut self, what: &'static str, end: usize) {
        self.fault(what);
        self.skip_to(end);
    }

    /// Pipelines joined by `&&` and `||`, and what separates them from the next.
    fn chain(&mut self, items: &mut Vec<Item>) {
        let first = items.len();
        let mut join = Join::Then;
        loop {
            let stages = self.pipeline();
            items.push(Item { join, background: false, stages });
            self.blanks();
            join = match self.peek() {
                Some(b'&') if self.eat("&&") => Join::And,
                Some(b'|') if self.eat("||") => Join::Or,
                _ => break,
            };
            if self.nothing_follows() {
                self.fault("nothing follows `&&` or `||`");
                break;
            }
        }
        match self.peek() {
            None | Some(b'\n') => {}
            Some(_) if self.closer().is_some() => {}
            Some(b';') => self.skip_to(self.at + 1),
            Some(b'&') => {
                self.skip_to(self.at + 1);
                items[first..].iter_mut().for_each(|item| item.background = true);
            }
            Some(_) => self.fault("something stands behind the end of a command"),
        }
    }

    /// Commands joined by `|` and `|&`.
    fn pipeline(&mut self) -> Vec<Stage> {
        let mut stages = Vec::new();
        loop {
            let mut stage = self.stage();
            self.blanks();
            let both = self.eat("|&");
            if both {
                stage.redirects.push(Redirect { descriptor: Some(2), kind: RedirectKind::Duplicate });
            }
            stages.push(stage);
            if !both && (self.ahead("||").is_some() || !self.eat("|")) {
                return stages;
            }
            if self.nothing_follows() {
                self.fault("nothing follows `|`");
                return stages;
            }
        }
    }

    fn nothing_follows(&mut self) -> bool {
        self.space();
        matches!(self.peek(), None | Some(b';' | b'&' | b'|')) && self.ahead("&>").is_none()
            || self.closer().is_some()
    }

    /// A command with its redirections. Takes at least one character.
    pub(super) fn stage(&mut self) -> Stage {
        let start = self.at;
        let prefixes = self.prefixes();
        let mut redirects = Vec::new();
        let command = match self.compound() {
            Some(command) => {
                self.redirects_behind(&mut redirects);
                if prefixes.is_empty() { command } else { grouped(command, std::mem::take(&mut redirects)) }
            }
            None => self.simple(prefixes, &mut redirects),
        };
        if self.at == start {
            self.fault("no command can begin like this");
            self.bump();
        }
        Stage { command, redirects }
    }

    fn redirects_behind(&mut self, redirects: &mut Vec<Redirect>) {
        self.blanks();
        while let Some(redirect) = self.redirect() {
            redirects.extend(redirect);
            self.blanks();
        }
    }

    /// `!`, `time` and `coproc` in front of a command.
    fn prefixes(&mut self) -> Vec<Word> {
        let mut words = Vec::new();
        loop {
            self.blanks();
            let Some((word @ ("!" | "time" | "coproc"), end)) = self.reserved() else { return words };
            words.push(self.bare_word(word, end));
            self.blanks();
            match word {
                "time" => self.time_options(&mut words),
                "coproc" => self.coproc_name(),
                _ => {}
            }
        }
    }

    fn time_options(&mut self, words: &mut Vec<Word>) {
        for option in ["-p", "--"] {
            if let Some(end) = self.ahead(option)
                && self.is_delimiter(end)
            {
                words.push(self.bare_word(option, end));
                self.blanks();
            }
        }
    }

    /// The name of a coprocess stands only before a compound command; else the word is the command.
    fn coproc_name(&mut self) {
        let start = self.at;
        let end = self.name_end(start);
        if end == start || !matches!(self.raw(end), Some(b' ' | b'\t')) || self.reserved().is_some() {
            return;
        }
        self.at = end;
        self.blanks();
        let compound = self.peek() == Some(b'(') || self.reserved().is_some_and(|(word, _)| word != "!");
        if !compound {
            self.at = start;
        }
    }
}

/// A compound command behind `time`, `!` or `coproc`.
fn grouped(command: Command, redirects: Vec<Redirect>) -> Command {
    let stages = vec![Stage { command, redirects }];
    Command::Group(Script {
        items: vec![Item { join: Join::Then, background: false, stages }],
        faults: Vec::new(),
    })
}
