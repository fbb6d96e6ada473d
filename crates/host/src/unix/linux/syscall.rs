//! The line in `/proc/PID/syscall`, and which calls wait for input.

use super::proc_stat::number;

/// What a thread does at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Activity {
    /// On a CPU, or blocked outside of a system call.
    Elsewhere,
    /// Blocked in a call.
    Call(Call),
    /// Blocked in a call of a 32-bit program, whose numbers mean other calls.
    ForeignCall,
    /// A thread of the kernel that does the work of an io_uring. What it works on is not shown.
    RingWorker,
}

/// A system call as the thread made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) number: i64,
    pub(super) args: [u64; 6],
}

/// Whether a wait ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    Forever,
    Timeout,
}

/// What a blocked call waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// Data from one descriptor.
    Read { fd: i32 },
    /// One of an array of `pollfd` at an address.
    Poll { address: u64, count: u64, limit: Limit },
    /// One of a bit set of descriptors at an address.
    Select { address: u64, count: u64, limit: Limit },
    /// One of the set behind an epoll descriptor.
    Epoll { fd: i32, limit: Limit },
    /// Completions of a ring. `None`: the ring is named by a number that only the kernel can resolve.
    Uring { fd: Option<i32> },
    /// A call that a signal cut off goes on. Which one it was stands in the arguments only.
    Restarted,
    /// Nothing that a terminal could end.
    Other,
}

/// Takes the line apart.
pub(super) fn parse(line: &[u8]) -> Option<Activity> {
    let mut fields = line.trim_ascii().split(|byte| *byte == b' ');
    let first = fields.next()?;
    if first == b"running" || first == b"-1" {
        return Some(Activity::Elsewhere);
    }
    let mut values = [0; 8];
    for value in &mut values {
        *value = hex(fields.next()?)?;
    }
    let [args @ .., stack, _counter] = values;
    match stack {
        // The kernel starts its workers with a copy of a program's registers and without a stack.
        0 => Some(Activity::RingWorker),
        // The stack of a 64-bit program lies at the top of its memory, that of a 32-bit one below four gigabytes.
        1..=0xffff_ffff => Some(Activity::ForeignCall),
        _ => Some(Activity::Call(Call { number: number(first)?, args })),
    }
}

fn hex(text: &[u8]) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(text.strip_prefix(b"0x")?).ok()?, 16).ok()
}

/// Enter by a ring's number among the registered ones, not by a descriptor.
const ENTER_REGISTERED_RING: u64 = 1 << 4;

impl Call {
    /// What the call waits for.
    pub(super) fn wait(&self) -> Wait {
        let [first, second, third, fourth, fifth, _] = self.args;
        match self.number {
            libc::SYS_read | libc::SYS_readv | libc::SYS_pread64 | libc::SYS_preadv | libc::SYS_preadv2 => {
                Wait::Read { fd: first as i32 }
            }
            libc::SYS_splice => Wait::Read { fd: first as i32 },
            libc::SYS_sendfile => Wait::Read { fd: second as i32 },
            libc::SYS_ppoll => Wait::Poll { address: first, count: second, limit: pointed(third) },
            libc::SYS_pselect6 => Wait::Select { address: second, count: first, limit: pointed(fifth) },
            libc::SYS_epoll_pwait => Wait::Epoll { fd: first as i32, limit: milliseconds(fourth) },
            libc::SYS_epoll_pwait2 => Wait::Epoll { fd: first as i32, limit: pointed(fourth) },
            libc::SYS_io_uring_enter => {
                let registered = fourth & ENTER_REGISTERED_RING != 0;
                Wait::Uring { fd: (!registered).then_some(first as i32) }
            }
            libc::SYS_restart_syscall => Wait::Restarted,
            _ => self.old_wait(),
        }
    }

    /// The calls that newer architectures left out.
    #[cfg(target_arch = "x86_64")]
    fn old_wait(&self) -> Wait {
        let [first, second, _, fourth, fifth, _] = self.args;
        match self.number {
            libc::SYS_poll => self.as_poll(),
            libc::SYS_select => Wait::Select { address: second, count: first, limit: pointed(fifth) },
            libc::SYS_epoll_wait => Wait::Epoll { fd: first as i32, limit: milliseconds(fourth) },
            _ => Wait::Other,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn old_wait(&self) -> Wait {
        Wait::Other
    }

    /// The wait, if the call is `poll`. One that was cut off by a signal keeps these arguments.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn as_poll(&self) -> Wait {
        let [address, count, limit, ..] = self.args;
        Wait::Poll { address, count, limit: milliseconds(limit) }
    }

    /// The wait, if the call is `poll`, which here is `ppoll`: its time limit is a pointer.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn as_poll(&self) -> Wait {
        let [address, count, limit, ..] = self.args;
        Wait::Poll { address, count, limit: pointed(limit) }
    }
}

/// A limit in milliseconds: negative is none. Zero is one too: the program only looks and goes on.
fn milliseconds(value: u64) -> Limit {
    if (value as i32) < 0 { Limit::Forever } else { Limit::Timeout }
}

/// A limit by a pointer: null is none.
fn pointed(address: u64) -> Limit {
    if address == 0 { Limit::Forever } else { Limit::Timeout }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(number: i64, args: &str, want: Wait) {
        let line = format!("{number} {args} 0x7ffd69dd1a88 0x7f74ffd24829\n");
        match parse(line.as_bytes()) {
            Some(Activity::Call(call)) => assert_eq!(call.wait(), want, "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn poll(limit: Limit) -> Wait {
        Wait::Poll { address: 160, count: 2, limit }
    }

    fn select(limit: Limit) -> Wait {
        Wait::Select { address: 176, count: 1, limit }
    }

    fn epoll(limit: Limit) -> Wait {
        Wait::Epoll { fd: 4, limit }
    }

    #[test]
    fn calls_that_exist_everywhere() {
        use Limit::{Forever, Timeout};
        check(libc::SYS_read, "0x3 0x1 0x1 0x0 0x0 0x0", Wait::Read { fd: 3 });
        check(libc::SYS_sendfile, "0x1 0x5 0x0 0x0 0x0 0x0", Wait::Read { fd: 5 });
        check(libc::SYS_ppoll, "0xa0 0x2 0x0 0x0 0x0 0x0", poll(Forever));
        check(libc::SYS_ppoll, "0xa0 0x2 0x9 0x0 0x0 0x0", poll(Timeout));
        check(libc::SYS_pselect6, "0x1 0xb0 0x0 0x0 0x0 0x0", select(Forever));
        check(libc::SYS_pselect6, "0x1 0xb0 0x0 0x0 0x7f 0x0", select(Timeout));
        check(libc::SYS_epoll_pwait, "0x4 0x1 0x1 0xffffffff 0x0 0x0", epoll(Forever));
        check(libc::SYS_epoll_pwait, "0x4 0x1 0x1 0x0 0x0 0x0", epoll(Timeout));
        check(libc::SYS_epoll_pwait2, "0x4 0x1 0x1 0x7f 0x0 0x0", epoll(Timeout));
        check(libc::SYS_io_uring_enter, "0x4 0x1 0x1 0x1 0x0 0x0", Wait::Uring { fd: Some(4) });
        check(libc::SYS_io_uring_enter, "0x0 0x1 0x1 0x11 0x0 0x0", Wait::Uring { fd: None });
        check(libc::SYS_restart_syscall, "0x0 0x1 0x1 0x11 0x0 0x0", Wait::Restarted);
        check(libc::SYS_futex, "0x0 0x1 0x1 0x11 0x0 0x0", Wait::Other);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn calls_of_old() {
        use Limit::{Forever, Timeout};
        check(libc::SYS_poll, "0xa0 0x2 0xffffffff 0x0 0x0 0x0", poll(Forever));
        check(libc::SYS_poll, "0xa0 0x2 0xffffffffffffffff 0x0 0x0 0x0", poll(Forever));
        check(libc::SYS_poll, "0xa0 0x2 0x64 0x0 0x0 0x0", poll(Timeout));
        check(libc::SYS_select, "0x1 0xb0 0x0 0x0 0x0 0x0", select(Forever));
        check(libc::SYS_epoll_wait, "0x4 0x1 0x1 0x1 0x0 0x0", epoll(Timeout));
    }

    #[test]
    fn lines_without_a_call() {
        assert_eq!(parse(b"running\n"), Some(Activity::Elsewhere));
        assert_eq!(parse(b"-1 0x7ffd69dd1a88 0x7f74ffd24829\n"), Some(Activity::Elsewhere));
        assert_eq!(
            parse(b"3 0x0 0xffffd000 0x1 0x0 0x0 0x0 0xffffcf00 0xf7f00000\n"),
            Some(Activity::ForeignCall)
        );
        assert_eq!(parse(b"426 0x3 0x1 0x1 0x1 0x0 0x0 0x0 0x0\n"), Some(Activity::RingWorker));
        for broken in ["", "0", "0 0x1", "0 1 2 3 4 5 6 7 8", "0 0x1 0x1 0x1 0x1 0x1 0x1 0xg 0x1"] {
            assert_eq!(parse(broken.as_bytes()), None, "{broken:?}");
        }
    }
}
