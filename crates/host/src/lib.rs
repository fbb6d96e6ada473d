//! PTY, terminal, signals, pump and kernel facts.
//!
//! May not know: rules, channels, SQLite, agents, what a question is. It is the only crate with `unsafe`.
//! Nothing here waits for anybody but the kernel; nothing allocates on the byte path.

pub mod facts;
pub mod input;
pub mod output;
pub mod pump;
pub mod ring;
pub mod tap;
pub mod unix;
