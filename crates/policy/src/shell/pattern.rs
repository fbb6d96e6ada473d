//! `case` and `[[ ]]`, where patterns stand.

use super::cursor::Parser;
use super::list::Stop;
use super::tree::{Case, Command, Piece, Script, Word};
use super::word::Until;

impl Parser<'_> {
    pub(super) fn case(&mut self) -> Command {
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

    /// `[[ ... ]]`.
    pub(super) fn test(&mut self) -> Command {
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
