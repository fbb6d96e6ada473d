//! A file that makes room for itself: `brain.log` becomes `brain.log.1`, that one `brain.log.2`, and so on.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;

use rustix::fs::OFlags;

/// For the person alone.
const PRIVATE: u32 = 0o600;

/// The newest file and how many others there may be.
#[derive(Debug)]
pub(super) struct RotatingFile {
    path: PathBuf,
    keep: u32,
    limit: u64,
    open: Option<Open>,
    lost: u64,
}

#[derive(Debug)]
struct Open {
    file: File,
    size: u64,
}

impl RotatingFile {
    /// At most `keep` files, this one included, of at most `limit` bytes. Opened with the first line; files from
    /// a time when more were kept are removed.
    pub(super) fn new(path: PathBuf, keep: u32, limit: u64) -> Self {
        let this = RotatingFile { path, keep: keep.max(1), limit, open: None, lost: 0 };
        let too_many = (this.keep..).map(|number| this.numbered(number));
        too_many.take_while(|old| fs::remove_file(old).is_ok()).for_each(drop);
        this
    }

    /// Writes a line, or counts it as lost.
    pub(super) fn write_line(&mut self, line: &str) {
        let text = match self.lost {
            0 => line.to_owned(),
            lost => format!("({lost} lines could not be written)\n{line}"),
        };
        match self.try_write(text.as_bytes()) {
            Ok(()) => self.lost = 0,
            Err(_) => {
                self.lost = self.lost.saturating_add(1);
                self.open = None;
            }
        }
    }

    fn try_write(&mut self, text: &[u8]) -> io::Result<()> {
        let length = text.len() as u64;
        let mut open = self.opened()?;
        if open.size > 0 && open.size + length > self.limit {
            self.rotate(&open.file)?;
            open = self.opened()?;
        }
        if let Err(error) = open.file.write_all(text) {
            // Half a line is worse than none.
            let _ = open.file.set_len(open.size);
            return Err(error);
        }
        open.size += length;
        self.open = Some(open);
        Ok(())
    }

    fn opened(&mut self) -> io::Result<Open> {
        if let Some(open) = self.open.take() {
            return Ok(open);
        }
        // Something else of that name, a pipe say, must neither be waited for nor followed.
        let flags = (OFlags::NONBLOCK | OFlags::NOFOLLOW).bits();
        let mut options = OpenOptions::new();
        options.append(true).create(true).mode(PRIVATE).custom_flags(flags as i32);
        let file = options.open(&self.path)?;
        let about = file.metadata()?;
        if !about.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        file.set_permissions(fs::Permissions::from_mode(PRIVATE))?;
        Ok(Open { size: about.len(), file })
    }

    /// The oldest gives way. A file that cannot be moved is emptied: the disk must not fill up.
    fn rotate(&self, newest: &File) -> io::Result<()> {
        for number in (1..self.keep.saturating_sub(1)).rev() {
            let _ = fs::rename(self.numbered(number), self.numbered(number + 1));
        }
        let moved = self.keep > 1 && fs::rename(&self.path, self.numbered(1)).is_ok();
        if moved { Ok(()) } else { newest.set_len(0) }
    }

    fn numbered(&self, number: u32) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(format!(".{number}"));
        name.into()
    }
}
