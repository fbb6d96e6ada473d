//! Counts what the person did.

use super::{CookedLine, Cooking, Reply, Token, Tokenizer};

/// How text begins that is marked as a paste.
const PASTE: &[u8] = b"\x1b[200~";

/// What a read contained that somebody else wants to know of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FeedReport {
    /// Reports of the cursor position.
    pub position_replies: u32,
    /// Reports of any other kind.
    pub other_replies: u32,
    /// Presses of Ctrl-C.
    pub cancels: u32,
    /// All of them, each kind in the place of its number.
    by_kind: [u32; Reply::KINDS],
}

/// Watches the person's side of the terminal: how much they did, and whether a draft is waiting to be sent.
#[derive(Debug, Clone, Default)]
pub struct Typing {
    tokenizer: Tokenizer,
    tally: Tally,
    line: CookedLine,
}

#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    epoch: u64,
    draft: bool,
    half_typed: bool,
    held_in_line: bool,
}

impl Typing {
    /// Starts with nothing typed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes, of which the terminal makes what `cooking` says. For `awaits_position` see [`Tokenizer::feed`].
    pub fn feed(&mut self, bytes: &[u8], awaits_position: bool, cooking: &Cooking) -> FeedReport {
        let Typing { tokenizer, tally, line } = self;
        let mut report = FeedReport::default();
        tokenizer.feed(bytes, awaits_position, &mut |token| {
            tally.note(token);
            report.note(token);
        });
        line.feed(bytes, cooking, !tally.draft && !tokenizer.undecided());
        report
    }

    /// Whether something is taken for a draft, and the line that the terminal makes of it is empty for certain: everything was taken
    /// back. What the program was given before is not known here.
    pub fn is_taken_back(&self) -> bool {
        let Tally { draft, half_typed, held_in_line, .. } = self.tally;
        (draft || half_typed || held_in_line) && self.line.is_empty() && !self.undecided()
    }

    /// Nothing of it is left.
    pub fn forget_draft(&mut self) {
        (self.tally.draft, self.tally.half_typed, self.tally.held_in_line) = (false, false, false);
    }

    /// Bytes reach the terminal otherwise, or later: nobody can say what its line holds.
    pub fn lose_line(&mut self) {
        self.line.lose();
    }

    /// Another terminal's keys come from here on: whatever was begun on the one before is not continued.
    pub fn new_keyboard(&mut self) {
        self.tokenizer = Tokenizer::new();
    }

    /// Says that no byte came for a while, see [`Tokenizer::flush`].
    pub fn flush(&mut self) {
        let Typing { tokenizer, tally, .. } = self;
        tokenizer.flush(&mut |token| tally.note(token));
    }

    /// Something was typed for the person. Whoever looked before it has to look again.
    pub fn injected(&mut self, bytes: &[u8], cooking: &Cooking) {
        self.tally.count();
        let by_lines = *cooking != Cooking::Raw;
        self.line.feed(bytes, cooking, false);
        let ends = matches!(bytes.last(), Some(b'\r' | b'\n'));
        let text = !bytes.starts_with(b"\x1b") || bytes.starts_with(PASTE);
        self.tally.half_typed = !ends && (text || self.tally.half_typed);
        self.tally.held_in_line = !ends && (text && by_lines || self.tally.held_in_line);
    }

    /// Whether that happened while the kernel put lines together.
    pub fn held_in_line(&self) -> bool {
        self.tally.held_in_line
    }

    /// Whether text was typed for the person, and no Enter since. Where single keys act, such a key counts too.
    pub fn half_typed(&self) -> bool {
        self.tally.half_typed
    }

    /// Grows by one with every key press, with the start and the end of a paste, and with everything that was typed
    /// for the person. Never shrinks.
    pub fn epoch(&self) -> u64 {
        self.tally.epoch
    }

    /// Whether something was typed or pasted since the last Enter or Ctrl-C. Keys that took it back are understood only where
    /// the terminal makes lines, so an emptied line may still count as a draft.
    pub fn draft(&self) -> bool {
        self.tally.draft
    }

    /// Whether this is the middle of a sequence or of a paste: what it is cannot be said yet.
    pub fn undecided(&self) -> bool {
        self.tokenizer.undecided()
    }

    /// Whether this is the middle of a sequence, which [`flush`](Self::flush) will settle.
    pub fn unfinished(&self) -> bool {
        self.tokenizer.unfinished()
    }
}

impl Tally {
    fn note(&mut self, token: Token) {
        match token {
            Token::Key | Token::PasteStart | Token::PasteEnd => self.draft = true,
            Token::Submit | Token::Cancel => {
                (self.draft, self.half_typed, self.held_in_line) = (false, false, false);
            }
            Token::Mouse | Token::Focus | Token::KeyRelease | Token::Reply(_) => return,
        }
        self.count();
    }

    fn count(&mut self) {
        self.epoch = self.epoch.saturating_add(1);
    }
}

impl FeedReport {
    /// How many reports there were of this kind.
    pub fn replies(&self, kind: Reply) -> u32 {
        self.by_kind.get(kind as usize).copied().unwrap_or_default()
    }

    pub(crate) fn note(&mut self, token: Token) {
        if let Token::Reply(kind) = token
            && let Some(count) = self.by_kind.get_mut(kind as usize)
        {
            *count = count.saturating_add(1);
        }
        match token {
            Token::Reply(Reply::CursorPosition) => {
                self.position_replies = self.position_replies.saturating_add(1);
            }
            Token::Reply(_) => self.other_replies = self.other_replies.saturating_add(1),
            Token::Cancel => self.cancels = self.cancels.saturating_add(1),
            _ => {}
        }
    }
}
