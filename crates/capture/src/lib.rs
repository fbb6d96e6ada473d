//! The pure half of keeping output: what is left out before anything is stored or leaves the machine.
//!
//! May not know: sockets, files, the database. What comes out has as many characters as what went in, each as wide
//! as the one it stands for: a recording keeps its layout, and its events their borders. How the text is cut into
//! pieces never matters, and what is kept in memory is bounded. What is kept for good, and has no layout to keep,
//! gets one mark for every secret instead: how long it was is nobody's business.
//!
//! This is a net with holes, not a promise: a secret that looks like nothing in particular stays. Whoever sends
//! something away looks at it first.
#![forbid(unsafe_code)]

mod command;
mod escapes;
mod line;
mod mark;
mod private;
mod redactor;
mod rules;
#[cfg(test)]
mod tests;

pub use command::command;
pub use mark::marked;
pub use redactor::{Options, Redactor, redacted};
