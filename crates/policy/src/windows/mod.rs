//! PowerShell and cmd, read loosely: for danger only, never to allow.

mod encoded;
mod inner;
mod names;
mod reader;
mod recognise;
mod word;

#[cfg(test)]
mod tests;

use crate::Part;

pub(crate) use recognise::looks_like_it;

/// More text than this is not read.
const LONGEST: usize = 64 * 1024;

/// The commands of PowerShell or cmd text. Names of programs are in small letters, and short names written out.
pub(crate) fn read(text: &str) -> Vec<Part> {
    reader::read(&text[..text.floor_char_boundary(LONGEST)], 0, Vec::new())
}
