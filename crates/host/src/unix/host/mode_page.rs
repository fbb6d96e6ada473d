//! A page shared with the client that says how to reset the modes the program left on, for the case that the
//! host is killed and cannot do it itself.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;

/// Length of the page: two bytes of length, then the sequence.
const PAGE: usize = 1024;

/// The page. It is written and read whole by one call, so a killed writer leaves the old or the new text.
#[derive(Debug)]
pub struct ModePage(File);

impl ModePage {
    /// A new, empty page.
    pub fn new() -> io::Result<Self> {
        // Its size comes with the first text: a limit on the size of files is then the host's trouble, which
        // shrugs, and not the client's.
        Ok(ModePage(File::from(anonymous_file()?)))
    }

    /// The page behind a descriptor that was handed over.
    pub fn from_descriptor(descriptor: OwnedFd) -> Self {
        ModePage(File::from(descriptor))
    }

    /// The descriptor to hand over.
    pub fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Replaces the text. A text that does not fit is not written: a torn reset is worse than none.
    pub fn publish(&self, sequence: &[u8]) {
        let mut page = [0; PAGE];
        let Some(place) = page.get_mut(2..2 + sequence.len()) else { return };
        place.copy_from_slice(sequence);
        page[..2].copy_from_slice(&(sequence.len() as u16).to_le_bytes());
        let _ = self.0.write_all_at(&page, 0);
    }

    /// Reads the text.
    pub fn read(&self) -> Vec<u8> {
        let mut page = [0; PAGE];
        if self.0.read_exact_at(&mut page, 0).is_err() {
            return Vec::new();
        }
        let length = usize::from(u16::from_le_bytes([page[0], page[1]]));
        page.get(2..2 + length).unwrap_or_default().to_vec()
    }
}

#[cfg(target_os = "linux")]
fn anonymous_file() -> io::Result<OwnedFd> {
    Ok(rustix::fs::memfd_create("locum-modes", rustix::fs::MemfdFlags::CLOEXEC)?)
}

#[cfg(not(target_os = "linux"))]
fn anonymous_file() -> io::Result<OwnedFd> {
    let path = std::env::temp_dir().join(format!("locum-modes-{}", std::process::id()));
    let file = File::options().read(true).write(true).create_new(true).open(&path)?;
    std::fs::remove_file(path)?;
    Ok(file.into())
}

#[cfg(test)]
mod tests {
    use super::ModePage;

    #[test]
    fn what_was_published_last_is_read() {
        let page = ModePage::new().unwrap();
        assert_eq!(page.read(), b"");
        page.publish(b"\x1b[?1049l\x1b[?25h");
        page.publish(b"\x1b[?25h");
        assert_eq!(page.read(), b"\x1b[?25h");
        page.publish(&[b'x'; 5000]);
        assert_eq!(page.read(), b"\x1b[?25h", "a text that does not fit changes nothing");
    }
}
