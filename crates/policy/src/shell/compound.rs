//! Compound commands.

use super::DEEPEST;
use super::cursor::Parser;
use super::list::Stop;
use super::tree::{Command, For, Script, Word};

impl Parser<'_> {
    /// The compound command that comes next, if one does.
    pub(super) fn compound(&mut self) -> Option<Command> {
        if self.peek() == Some(b'(') {
            return self.inside_level(Parser::brackets);
        }
        let (word, end) = self.reserved()?;
        let read: fn(&mut Self) -> Command = match word {
            "{" => Parser::group,
            "if" => Parser::conditional,
            "while" | "until" => Parser::repeated,
            "for" | "select" => Parser::each,
            "case" => Parser::case,
            "function" => Parser::function,
            "[[" => Parser::test,
            _ => return None,
        };
        self.inside_level(|parser| {
            parser.skip_to(end);
            read(parser)
        })
    }

    fn inside_level(&mut self, read: impl FnOnce(&mut Self) -> Command) -> Option<Command> {
        if !self.enter() {
            return None;
        }
        let command = read(self);
        self.leave();
        Some(command)
    }

    /// A list and the word that ends it.
    fn list_to(&mut self, stop: Stop, word: &str) -> Script {
        let script = self.list(stop);
        if !self.keyword(word) {
            self.fault("a compound command is not finished");
        }
        script
    }

    /// `( )` or `(( ))`.
    fn brackets(&mut self) -> Command {
        if let Some(inside) = self.ahead("((")
            && self.depth < DEEPEST
            && let Some(end) = self.arithmetic_end(inside)
        {
            self.skip_to(inside);
            return Command::Arithmetic(self.arithmetic(end));
        }
        let start = self.at;
        self.bump();
        let script = self.list(Stop::Paren);
        if !self.eat(")") {
            self.fault_at("a bracket is not closed", start);
        }
        Command::Subshell(script)
    }

    fn group(&mut self) -> Command {
        Command::Group(self.list_to(Stop::Brace, "}"))
    }

    fn conditional(&mut self) -> Command {
        let mut scripts = vec![self.list_to(Stop::Then, "then")];
        loop {
            scripts.push(self.list(Stop::Branch));
            if self.keyword("elif") {
                scripts.push(self.list_to(Stop::Then, "then"));
            } else if !self.keyword("else") {
                break;
            }
        }
        if !self.keyword("fi") {
            self.fault("a compound command is not finished");
        }
        Command::If(scripts)
    }

    fn repeated(&mut self) -> Command {
        let condition = self.list_to(Stop::Do, "do");
        Command::While(condition, self.list_to(Stop::Done, "done"))
    }

    /// `for`, `select`.
    fn each(&mut self) -> Command {
        self.blanks();
        if let Some(inside) = self.ahead("((")
            && let Some(end) = self.arithmetic_end(inside)
        {
            self.skip_to(inside);
            let words = self.arithmetic(end);
            return self.counted(words);
        }
        let name = self.word().plain();
        self.space();
        let words = self.keyword("in").then(|| self.words_of_line());
        Command::For(For { name, words, body: self.each_body() })
    }

    /// `for ((;;))`. It has no name, and its arithmetic for words.
    fn counted(&mut self, words: Vec<Word>) -> Command {
        let body = self.each_body();
        Command::For(For { name: String::new(), words: Some(words), body })
    }

    /// `do ... done` or `{ ... }`, behind a separator.
    fn each_body(&mut self) -> Script {
        self.blanks();
        self.eat(";");
        self.space();
        if self.keyword("{") {
            return self.list_to(Stop::Brace, "}");
        }
        if !self.keyword("do") {
            self.fault("a compound command is not finished");
            return Script::default();
        }
        self.list_to(Stop::Done, "done")
    }

    fn words_of_line(&mut self) -> Vec<Word> {
        let mut words = Vec::new();
        loop {
            self.blanks();
            if self.peek() == Some(b'#') {
                self.comment();
            }
            let start = self.at;
            let word = self.word();
            if self.at == start {
                return words;
            }
            words.push(word);
        }
    }

    fn function(&mut self) -> Command {
        self.blanks();
        let name = self.word().plain();
        self.blanks();
        if self.eat("(") {
            self.blanks();
            if !self.eat(")") {
                self.fault("a bracket is not closed");
            }
        }
        self.function_body(name)
    }
}
