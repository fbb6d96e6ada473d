//! The client's place in job control, from `/proc/PID/stat`.
//!
//! The file is opened once: it names that process for ever, whatever its number is given to later.

use std::fs::File;
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::fs::FileExt;

use crate::unix::place::Place;

/// Looks at one process again and again; a look costs about 2 µs.
#[derive(Debug)]
pub struct ClientPlace {
    stat: File,
    terminal: u64,
}

impl ClientPlace {
    /// Watches the process `pid`, which shares the terminal `tty` with us.
    pub fn of(pid: u32, tty: BorrowedFd<'_>) -> io::Result<Self> {
        let stat = File::open(format!("/proc/{pid}/stat"))?;
        Ok(ClientPlace { stat, terminal: rustix::fs::fstat(tty)?.st_rdev })
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

fn place(line: &[u8], terminal: u64) -> Place {
    // The command name comes first and may hold anything; the last parenthesis ends it.
    let Some(name_end) = line.iter().rposition(|&byte| byte == b')') else { return Place::Gone };
    let rest = line.get(name_end + 1..).unwrap_or_default();
    let mut fields = rest.split(|&byte| byte == b' ').filter(|field| !field.is_empty());
    let state = fields.next().and_then(|field| field.first().copied()).unwrap_or(b'X');
    let mut number = || fields.next().and_then(|field| std::str::from_utf8(field).ok()?.parse::<i64>().ok());
    let (_parent, group, _session, device, foreground) = (number(), number(), number(), number(), number());
    match state {
        b'T' => Place::Stopped,
        b'Z' | b'X' => Place::Gone,
        // A process without this terminal as its own is not subject to its job control.
        _ if device.map(device_number) != Some(terminal) => Place::Foreground,
        _ if group == foreground => Place::Foreground,
        _ => Place::Background,
    }
}

/// The kernel prints a terminal's device number in its old packing: minor in bits 0-7 and 20-31, major in 8-19.
fn device_number(packed: i64) -> u64 {
    let packed = packed as u64;
    let (major, minor) = (packed >> 8 & 0xfff, packed & 0xff | packed >> 12 & 0xfff00);
    rustix::fs::makedev(major as u32, minor as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PTS_3: u64 = rustix_makedev(136, 3);

    const fn rustix_makedev(major: u64, minor: u64) -> u64 {
        major << 8 | minor
    }

    #[track_caller]
    fn check(line: &str, expected: Place) {
        assert_eq!(place(line.as_bytes(), PTS_3), expected, "{line}");
    }

    #[test]
    fn places() {
        let pts_3 = 136 << 8 | 3;
        check(&format!("42 (locum) S 1 42 7 {pts_3} 42 0"), Place::Foreground);
        check(&format!("42 (locum) R 1 42 7 {pts_3} 42 0"), Place::Foreground);
        check(&format!("42 (locum) S 1 42 7 {pts_3} 7 0"), Place::Background);
        check(&format!("42 (locum) T 1 42 7 {pts_3} 42 0"), Place::Stopped);
        check(&format!("42 (locum) t 1 42 7 {pts_3} 42 0"), Place::Foreground);
        check(&format!("42 (locum) Z 1 42 7 {pts_3} 42 0"), Place::Gone);
        check("42 (a) T) S 1 42 7 0 -1 0", Place::Foreground);
        check("", Place::Gone);
    }
}
