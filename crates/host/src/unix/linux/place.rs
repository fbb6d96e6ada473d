//! The client's place in job control, from `/proc/PID/stat`.
//!
//! The file is opened once: it names that process for ever, whatever its number is given to later.

use std::fs::File;
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::fs::FileExt;

use super::proc_stat;
use super::tty::Tty;
use crate::unix::place::Place;

/// `/dev/tty`, as the kernel would number it.
const DEV_TTY: u32 = 5 << 8;

/// Looks at one process again and again.
#[derive(Debug)]
pub struct ClientPlace {
    stat: File,
    /// The terminal as the kernel numbers it in that file.
    terminal: u32,
}

impl ClientPlace {
    /// Watches the process `pid`, which shares the terminal `tty` with us.
    pub fn of(pid: u32, tty: BorrowedFd<'_>) -> io::Result<Self> {
        let stat = File::open(format!("/proc/{pid}/stat"))?;
        let terminal = Tty::of_file(&rustix::fs::fstat(tty)?).map_or(0, |tty| tty.number());
        let mut place = ClientPlace { stat, terminal };
        if terminal == DEV_TTY {
            // Opened by that name it is whatever terminal the client has.
            place.terminal = place.own_terminal().unwrap_or(0);
        }
        Ok(place)
    }

    fn own_terminal(&self) -> Option<u32> {
        let mut line = [0; 512];
        let length = self.stat.read_at(&mut line, 0).ok()?;
        proc_stat::parse(line.get(..length)?).map(|(stat, _)| stat.tty)
    }

    /// Where it is now.
    pub fn now(&self) -> Place {
        let mut line = [0; 512];
        match self.stat.read_at(&mut line, 0) {
            Ok(length) if length > 0 => place(line.get(..length).unwrap_or_default(), self.terminal),
            // The kernel answers ESRCH for a process that has been reaped.
            _ => Place::Gone,
        }
    }
}

fn place(line: &[u8], terminal: u32) -> Place {
    let Some((stat, _)) = proc_stat::parse(line) else { return Place::Gone };
    match stat.state {
        b'T' => Place::Stopped,
        _ if stat.is_dead() => Place::Gone,
        // A process without this terminal as its own is not subject to its job control.
        _ if stat.tty != terminal || terminal == 0 => Place::Foreground,
        _ if Some(stat.group) == stat.foreground => Place::Foreground,
        _ => Place::Background,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PTS_3: u32 = 136 << 8 | 3;

    #[track_caller]
    fn check(start: &str, expected: Place) {
        let line = format!("{start} 0 149 0 0 0 250 30 0 0 20 0 1 0 74834 1 2");
        assert_eq!(place(line.as_bytes(), PTS_3), expected, "{line}");
    }

    #[test]
    fn places() {
        check(&format!("42 (locum) S 1 42 7 {PTS_3} 42"), Place::Foreground);
        check(&format!("42 (locum) R 1 42 7 {PTS_3} 42"), Place::Foreground);
        check(&format!("42 (locum) S 1 42 7 {PTS_3} 7"), Place::Background);
        check(&format!("42 (locum) T 1 42 7 {PTS_3} 42"), Place::Stopped);
        check(&format!("42 (locum) t 1 42 7 {PTS_3} 42"), Place::Foreground);
        check(&format!("42 (locum) Z 1 42 7 {PTS_3} 42"), Place::Gone);
        check("42 (a) T) S 1 42 7 0 -1", Place::Foreground);
        assert_eq!(place(b"", PTS_3), Place::Gone);
    }
}
