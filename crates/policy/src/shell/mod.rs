//! Shell text to a tree, by the grammar of POSIX shells and bash. Every input gives a tree; what did not fit is a fault.
//!
//! One pass over the text, from left to right, by recursive descent. What bounds it: the text is cut at [`LONGEST`] bytes,
//! nothing is nested deeper than [`DEEPEST`], and looking ahead has a budget (`cursor`). Where the text does not fit, the
//! reading goes on as far as that makes sense, so that the names of commands stay visible to whoever looks for danger.

mod assignment;
mod backticks;
mod brace;
mod compound;
mod cursor;
mod dollar;
mod escape;
mod fill;
mod here;
mod invisible;
mod list;
mod pattern;
mod redirect;
mod reserved;
mod simple;
mod tree;
mod word;

#[cfg(test)]
mod tests;

use cursor::{Origin, Parser};
use list::Stop;

pub(crate) use tree::*;

/// More text than this is not read. Nobody asks a person about a longer line, and what is not read is never allowed.
const LONGEST: usize = 64 * 1024;

/// Deeper nesting than this is not read, so that the stack lasts.
const DEEPEST: usize = 40;

/// Reads shell text. All faults stand in the outermost script.
pub(crate) fn parse(text: &str) -> Script {
    let kept = &text[..text.floor_char_boundary(LONGEST)];
    let mut parser = Parser::new(kept, Origin::Shift(0), 0);
    if let Some(at) = invisible::first(kept) {
        parser.fault_at("an invisible character", at);
    }
    if kept.len() < text.len() {
        parser.fault_at("longer than what is read", kept.len());
    }
    let mut script = parser.whole();
    script.faults = parser.faults;
    script
}

impl Parser<'_> {
    /// The whole text as a list of commands, its here-documents in their places.
    fn whole(&mut self) -> Script {
        let mut script = self.list(Stop::End);
        if !self.awaited.is_empty() {
            self.fault("a here-document has no body");
        }
        fill::script(&mut script, &mut self.bodies);
        script
    }
}
