//! A file of lines that stays readable when the disk fills up: what is in it are whole lines.

use std::fs::File;
use std::io::{self, Write};

use rustix::fs::OFlags;

/// Lines on their way to a file.
#[derive(Debug)]
pub(super) struct LineFile {
    file: File,
    waiting: Vec<u8>,
    /// Length of what is known to be whole lines; `None` for pipes and devices, and for a file that others append
    /// to as well: cutting it would cost their lines.
    whole: Option<u64>,
    failed: Option<io::Error>,
}

impl LineFile {
    pub(super) fn new(file: File) -> Self {
        let appends = rustix::fs::fcntl_getfl(&file).is_ok_and(|flags| flags.contains(OFlags::APPEND));
        let about = file.metadata().ok().filter(|about| about.is_file() && !appends);
        let whole = about.map(|about| about.len());
        LineFile { file, waiting: Vec::new(), whole, failed: None }
    }

    /// Where to put the next line, its end included.
    pub(super) fn line(&mut self) -> &mut Vec<u8> {
        &mut self.waiting
    }

    /// Writes what waits. After a failure nothing more is written: a recording with a hole would lie.
    pub(super) fn flush(&mut self) {
        if self.failed.is_none() && !self.waiting.is_empty() {
            match self.file.write_all(&self.waiting) {
                Ok(()) => self.whole = self.whole.map(|length| length + self.waiting.len() as u64),
                Err(error) => self.give_up(error),
            }
        }
        self.waiting.clear();
    }

    fn give_up(&mut self, error: io::Error) {
        if let Some(whole) = self.whole {
            let _ = self.file.set_len(whole);
        }
        self.failed = Some(error);
    }

    pub(super) fn is_complete(&self) -> bool {
        self.failed.is_none()
    }
}
