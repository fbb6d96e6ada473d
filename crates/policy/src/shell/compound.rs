//! Compound commands.

use super::DEEPEST;
use super::cursor::Parser;
use super::list::Stop;
use super::tree::{Case, Command, For, Piece, Script, Word};
use super::word::Until;

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
            return Command::Test(self.arithmetic(end));
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

    /// `for ((;;))`. Its arithmetic is kept if something is substituted there.
    fn counted(&mut self, words: Vec<Word>) -> Command {
        let body = self.each_body();
        if !words.iter().any(Word::has_substitution) {
            return Command::For(For { name: String::new(), words: None, body });
        }
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

    fn case(&mut self) -> Command {
        self.blanks();
        let word = self.word();
        self.space();
        if !self.keyword("in") {
            self.fault("a compound command is not finished");
            return Command::Case(Case { word, arms: Vec::new() });
        }
        let mut arms = Vec::new();
        loop {
            self.space();
            if self.keyword("esac") {
                break;
            }
            if matches!(self.peek(), None | Some(b')' | b';' | b'&')) {
                self.fault("a compound command is not finished");
                break;
            }
            let patterns = self.patterns();
            arms.push((patterns, self.arm()));
        }
        Command::Case(Case { word, arms })
    }

    /// `( a | b )`, the first bracket is optional.
    fn patterns(&mut self) -> Vec<Word> {
        self.eat("(");
        let mut patterns = Vec::new();
        loop {
            self.blanks();
            patterns.push(self.word());
            self.blanks();
            if !self.eat("|") {
                break;
            }
        }
        if !self.eat(")") {
            self.fault("a pattern of `case` is not finished");
        }
        patterns
    }

    fn arm(&mut self) -> Script {
        let script = self.list(Stop::Arm);
        if let Some((Stop::Arm, end)) = self.closer()
            && self.peek() == Some(b';')
        {
            self.skip_to(end);
        }
        script
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

    /// `[[ ... ]]`.
    fn test(&mut self) -> Command {
        let mut words: Vec<Word> = Vec::new();
        loop {
            self.blanks();
            if self.keyword("]]") {
                return Command::Test(words);
            }
            let ends = match self.peek() {
                None | Some(b';') => true,
                Some(b'\n') => !self.test_goes_on(words.last()),
                Some(_) => false,
            };
            if ends {
                self.fault("`[[` is not closed");
                return Command::Test(words);
            }
            let word = self.word_until(Until::Blank);
            words.push(word);
        }
    }

    /// Takes line ends inside `[[ ]]`; whether it goes on behind them.
    fn test_goes_on(&mut self, last: Option<&Word>) -> bool {
        let open = last.is_none_or(|word| {
            matches!(word.pieces.as_slice(), [Piece::Bare(text)] if ["&&", "||", "!", "("].contains(&text.as_str()))
        });
        self.space();
        open || ["&&", "||", ")", "]]"].iter().any(|sign| self.ahead(sign).is_some())
    }
}
