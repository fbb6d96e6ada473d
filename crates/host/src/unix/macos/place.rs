//! The client's place in job control, from `proc_pidinfo`.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::BorrowedFd;

use crate::unix::place::Place;

/// Looks at one process again and again, by its number: it is our parent's session, and its socket tells of its end.
#[derive(Debug)]
pub struct ClientPlace {
    pid: libc::c_int,
    terminal: u32,
}

impl ClientPlace {
    /// Watches the process `pid`, which shares the terminal `tty` with us.
    pub fn of(pid: u32, tty: BorrowedFd<'_>) -> io::Result<Self> {
        Ok(ClientPlace { pid: pid as libc::c_int, terminal: rustix::fs::fstat(tty)?.st_rdev as u32 })
    }

    /// Where it is now.
    pub fn now(&self) -> Place {
        let Some(about) = about(self.pid) else { return Place::Gone };
        match about.pbi_status {
            libc::SSTOP => Place::Stopped,
            libc::SZOMB => Place::Gone,
            _ if about.e_tdev != self.terminal => Place::Foreground,
            _ if about.pbi_pgid == about.e_tpgid => Place::Foreground,
            _ => Place::Background,
        }
    }
}

fn about(pid: libc::c_int) -> Option<libc::proc_bsdinfo> {
    let mut about = MaybeUninit::<libc::proc_bsdinfo>::zeroed();
    let size = size_of::<libc::proc_bsdinfo>() as libc::c_int;
    // SAFETY: the pointer and the length describe `about`, which is valid when all of it was written.
    unsafe {
        let written = libc::proc_pidinfo(pid, libc::PROC_PIDTBSDINFO, 0, about.as_mut_ptr().cast(), size);
        (written == size).then(|| about.assume_init())
    }
}
