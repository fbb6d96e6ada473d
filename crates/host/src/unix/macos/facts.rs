//! What macOS offers: the terminal's settings and its foreground group.
//!
//! It claims little: macOS shows neither the system call of a thread nor its arguments without privileges, so who
//! waits is always [`Reader::Denied`] and never guessed.

use std::ffi::CStr;
use std::io;
use std::os::fd::OwnedFd;

use model::{KernelFacts, LineMode, Process, Reader};
use rustix::termios::LocalModes;

use crate::facts::{Effort, Facts};

/// Asks macOS about one terminal.
#[derive(Debug)]
pub struct MacFacts {
    master: OwnedFd,
}

impl MacFacts {
    /// The terminal behind `master`. The tree of processes is of no use here: their calls are not shown.
    pub fn of_session(master: OwnedFd, _root: u32) -> io::Result<MacFacts> {
        Ok(MacFacts { master })
    }

    fn mode(&self) -> Option<LineMode> {
        let modes = rustix::termios::tcgetattr(&self.master).ok()?.local_modes;
        Some(LineMode {
            canonical: modes.contains(LocalModes::ICANON),
            echo: modes.contains(LocalModes::ECHO),
            signals: modes.contains(LocalModes::ISIG),
        })
    }

    fn foreground(&self) -> Option<Process> {
        let group = rustix::termios::tcgetpgrp(&self.master).ok()?.as_raw_nonzero().get();
        Some(Process { pid: u32::try_from(group).ok()?, name: name(group).unwrap_or_default() })
    }
}

impl Facts for MacFacts {
    fn probe(&mut self, _effort: Effort) -> KernelFacts {
        let foreground = self.foreground();
        let reader = if foreground.is_some() { Reader::Denied } else { Reader::None };
        KernelFacts { mode: self.mode(), foreground, reader, ..KernelFacts::default() }
    }
}

/// The name of a process, which any user may ask for.
fn name(pid: libc::pid_t) -> Option<String> {
    let mut buffer = [0u8; 256];
    // SAFETY: the pointer and the length describe `buffer`, which outlives the call; the call writes no further.
    let written = unsafe { libc::proc_name(pid, buffer.as_mut_ptr().cast(), buffer.len() as u32) };
    if written <= 0 {
        return None;
    }
    let name = CStr::from_bytes_until_nul(&buffer).ok()?;
    Some(name.to_string_lossy().into_owned())
}
