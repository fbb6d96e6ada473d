//! What identifies a terminal, and what it says about itself.

use std::os::fd::{AsFd, OwnedFd};

use model::LineMode;
use rustix::fs::{FileType, Mode, OFlags, Stat};
use rustix::termios::LocalModes;

/// Major number of the first Unix 98 terminals; the kernel gives all of them this one and wide minors.
const PTS_MAJOR: u32 = 136;

/// `/dev/tty`: whatever terminal the process that opens it has.
const DEV_TTY: (u32, u32) = (5, 0);

/// `/dev/ptmx`: a master.
const DEV_PTMX: (u32, u32) = (5, 2);

/// A terminal as programs open it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tty {
    major: u32,
    minor: u32,
    /// The file system on which the terminal lives. Every container numbers its terminals from 0.
    home: Option<u64>,
}

impl Tty {
    /// The terminal that an open file is, if it is one.
    pub(super) fn of_file(stat: &Stat) -> Option<Tty> {
        let (major, minor) = device(stat)?;
        Some(Tty { major, minor, home: Some(stat.st_dev) })
    }

    /// The terminal with a number as in `/proc/PID/stat`.
    pub(super) fn of_number(number: u32) -> Option<Tty> {
        let minor = (number & 0xff) | ((number >> 12) & 0xfff00);
        (number != 0).then_some(Tty { major: (number >> 8) & 0xfff, minor, home: None })
    }

    /// The number that `/proc/PID/stat` gives for this terminal.
    pub(super) fn number(&self) -> u32 {
        (self.major << 8) | (self.minor & 0xff) | ((self.minor & !0xff) << 12)
    }

    /// The number in `/dev/pts`.
    pub(super) fn pts_index(&self) -> Option<u32> {
        (self.major == PTS_MAJOR).then_some(self.minor)
    }

    /// Whether a file, opened by a process whose controlling terminal is this one or not, is this terminal.
    pub(super) fn is_file(&self, stat: &Stat, is_controlling: bool) -> bool {
        match device(stat) {
            Some(DEV_TTY) => is_controlling,
            Some((major, minor)) => {
                (major, minor) == (self.major, self.minor) && self.home.is_none_or(|home| home == stat.st_dev)
            }
            None => false,
        }
    }

    /// Opens the terminal by its name, without becoming its session. To be closed at once: while it is open, the
    /// other end does not learn that the last program is gone.
    pub(super) fn open(&self) -> Option<OwnedFd> {
        let name = match (self.major, self.minor) {
            (PTS_MAJOR, index) => format!("/dev/pts/{index}"),
            (4, minor @ 0..64) => format!("/dev/tty{minor}"),
            (4, minor) => format!("/dev/ttyS{}", minor - 64),
            _ => return None,
        };
        let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = rustix::fs::open(name, flags, Mode::empty()).ok()?;
        let stat = rustix::fs::fstat(&file).ok()?;
        self.is_file(&stat, false).then_some(file)
    }
}

/// Whether a file is the master of some pseudo-terminal.
pub(super) fn is_master(stat: &Stat) -> bool {
    device(stat) == Some(DEV_PTMX)
}

/// How input is read; the same through either end.
pub(super) fn mode(tty: impl AsFd) -> Option<LineMode> {
    let modes = rustix::termios::tcgetattr(tty).ok()?.local_modes;
    Some(LineMode {
        canonical: modes.contains(LocalModes::ICANON),
        echo: modes.contains(LocalModes::ECHO),
        signals: modes.contains(LocalModes::ISIG),
    })
}

/// Bytes that wait to be read, through the end that programs see.
pub(super) fn unread(tty: impl AsFd) -> Option<u32> {
    rustix::io::ioctl_fionread(tty).ok().and_then(|count| u32::try_from(count).ok())
}

fn device(stat: &Stat) -> Option<(u32, u32)> {
    let is_device = FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice;
    is_device.then(|| (rustix::fs::major(stat.st_rdev), rustix::fs::minor(stat.st_rdev)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_there_and_back() {
        for (number, index) in
            [(34816, 0), (34823, 7), (34816 | 255, 255), (0x0010_8800, 256), (0x0030_8801, 769)]
        {
            let tty = Tty::of_number(number).unwrap();
            assert_eq!(tty.pts_index(), Some(index), "{number}");
            assert_eq!(tty.number(), number);
        }
        assert_eq!(Tty::of_number(0), None);
        assert_eq!(Tty::of_number(1025).unwrap().pts_index(), None);
    }
}
