//! The line that the kernel puts together before a program gets it: whether it is certainly empty. Of what was typed only
//! counts are kept, and they are never too low: what is in doubt is counted, or makes the count unknown until the line ends.

/// What the terminal does with bytes before a program gets them, at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cooking {
    /// Nothing.
    Raw,
    /// It makes lines, in the usual way.
    Lines(LineRules),
    /// It makes lines, and changes bytes before it looks at them.
    Unusual,
}

/// How the terminal makes lines out of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineRules {
    /// Takes back one character.
    pub erase: u8,
    /// Takes back the line.
    pub kill: u8,
    /// Takes back a word.
    pub word_erase: Option<u8>,
    /// The next byte is taken as it is.
    pub literal_next: Option<u8>,
    /// Throw away everything that was not read.
    pub flushes: Option<[u8; 2]>,
    /// Signals that are not known to, and bytes that hand over a part of a line.
    pub hands_over: [u8; 6],
    /// Where a carriage return ends a line, or is dropped.
    pub return_ends: bool,
    /// Where a line feed does.
    pub feed_ends: bool,
    /// They stop and start what is shown, before anything else is looked at.
    pub flow: Option<[u8; 2]>,
    /// Bytes that continue a character are taken back with it.
    pub utf8: bool,
}

impl LineRules {
    /// Whether this byte sends a line off, or throws away everything.
    fn ends_with(&self, byte: u8) -> bool {
        let flushes = self.flushes.is_some_and(|keys| byte != DISABLED && keys.contains(&byte));
        flushes || byte == b'\r' && self.return_ends || byte == b'\n' && self.feed_ends
    }
}

/// More than this and nothing is certain: the kernel keeps 4095 bytes of a line.
const MOST: u32 = 2000;
/// The value of a control character that is switched off.
const DISABLED: u8 = 0;

/// Follows the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CookedLine {
    account: Account,
    /// The next byte is taken as it is.
    literal: bool,
    rules: Option<LineRules>,
}

/// What is known of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Account {
    /// It may hold anything.
    Unknown,
    /// It holds at most so much.
    AtMost {
        characters: u32,
        /// So often a word would have to be taken back until nothing is left.
        words: u32,
        last: Last,
    },
}

/// What kind of character the line ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// One of a word.
    Word,
    /// One of several bytes.
    Long,
    /// Any other; nobody knows.
    Other,
}

/// Nothing is in the line.
const EMPTY: Account = Account::AtMost { characters: 0, words: 0, last: Last::Other };

impl Default for Account {
    fn default() -> Self {
        EMPTY
    }
}

impl CookedLine {
    /// Bytes go to the terminal. `sent`: the last of them sent off whatever was typed, by what a person means by their keys.
    pub fn feed(&mut self, bytes: &[u8], cooking: &Cooking, sent: bool) {
        match cooking {
            Cooking::Lines(rules) => self.make_lines(bytes, rules),
            // What is not in a line now is handed to the program as it is, if lines are made again.
            Cooking::Raw if sent => *self = CookedLine::default(),
            Cooking::Raw | Cooking::Unusual => self.lose(),
        }
    }

    /// Nobody can say what the line holds, and whether the next byte is taken as it is.
    pub fn lose(&mut self) {
        *self = CookedLine { account: Account::Unknown, literal: true, rules: None };
    }

    fn make_lines(&mut self, bytes: &[u8], rules: &LineRules) {
        if self.rules.is_some_and(|before| before != *rules) && self.account != EMPTY {
            self.lose();
        }
        self.rules = Some(*rules);
        bytes.iter().for_each(|byte| self.byte(*byte, rules));
    }

    /// Whether nothing is in the line for certain.
    pub fn is_empty(&self) -> bool {
        self.account == EMPTY && !self.literal
    }

    fn byte(&mut self, byte: u8, rules: &LineRules) {
        let is = |key: u8| key == byte && key != DISABLED;
        if std::mem::take(&mut self.literal) {
            return self.grow(byte, rules);
        }
        if rules.flow.is_some_and(|keys| keys.into_iter().any(is)) {
            // Not in the line; counted all the same, which harms nobody.
            self.grow(b'-', rules);
        } else if rules.hands_over.into_iter().any(is) {
            self.account = Account::Unknown;
        } else if rules.ends_with(byte) || is(rules.kill) && self.account != Account::Unknown {
            self.account = EMPTY;
        } else if is(rules.erase) {
            self.shrink(false);
        } else if rules.word_erase.is_some_and(is) {
            self.shrink(true);
        } else if rules.literal_next.is_some_and(is) {
            self.literal = true;
        } else {
            self.grow(byte, rules);
        }
    }

    /// Something is in the line that was not before.
    fn grow(&mut self, byte: u8, rules: &LineRules) {
        let Account::AtMost { characters, words, last } = &mut self.account else { return };
        let continues = rules.utf8 && byte & 0xc0 == 0x80;
        let kind = match byte {
            b'_' => Last::Word,
            _ if byte.is_ascii_alphanumeric() => Last::Word,
            _ if byte.is_ascii() => Last::Other,
            _ => Last::Long,
        };
        if continues && *last != Last::Long || *characters >= MOST {
            // At the beginning of a line a character without its own beginning is never taken back.
            self.account = Account::Unknown;
        } else if !continues {
            let new = *characters == 0 || kind == Last::Long || kind == Last::Word && *last != Last::Word;
            (*characters, *words, *last) = (*characters + 1, *words + u32::from(new), kind);
        }
    }

    /// A character was taken back, or a word, which is at least one character.
    fn shrink(&mut self, by_word: bool) {
        let Account::AtMost { characters, words, .. } = self.account else { return };
        let (characters, words) = (characters.saturating_sub(1), words.saturating_sub(u32::from(by_word)));
        self.account = match characters == 0 || words == 0 {
            true => EMPTY,
            false => Account::AtMost { characters, words, last: Last::Other },
        };
    }
}
