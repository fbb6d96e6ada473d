//! The unix back end.

pub mod pty;

#[cfg(target_os = "linux")]
pub mod linux;
