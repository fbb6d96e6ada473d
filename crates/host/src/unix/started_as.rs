//! How this process was started, noted before the language's runtime changes it: the runtime ignores SIGPIPE and
//! opens `/dev/null` where a standard descriptor was closed. A program that we become or start must see neither.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::signals::SignalSet;

static IGNORED: AtomicU64 = AtomicU64::new(0);
static BLOCKED: AtomicU64 = AtomicU64::new(0);
static CLOSED: AtomicU8 = AtomicU8::new(0);

#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
static NOTE: extern "C" fn() = note;

extern "C" fn note() {
    let (mut ignored, mut closed) = (0u64, 0u8);
    // SAFETY: runs once before main, on one thread; only asks the kernel and stores into atomics.
    unsafe {
        for signal in 1..=64 {
            let mut action: libc::sigaction = std::mem::zeroed();
            let asked = libc::sigaction(signal, std::ptr::null(), &mut action);
            if asked == 0 && action.sa_sigaction == libc::SIG_IGN {
                ignored |= 1 << (signal - 1);
            }
        }
        for descriptor in 0..3 {
            if libc::fcntl(descriptor, libc::F_GETFD) < 0 {
                closed |= 1 << descriptor;
            }
        }
        BLOCKED.store(blocked_now(), Ordering::Relaxed);
    }
    IGNORED.store(ignored, Ordering::Relaxed);
    CLOSED.store(closed, Ordering::Relaxed);
}

/// SAFETY: plain system calls; the caller is single-threaded.
unsafe fn blocked_now() -> u64 {
    // SAFETY: the set is filled by the kernel before it is read.
    unsafe {
        let mut mask: libc::sigset_t = std::mem::zeroed();
        libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &mut mask);
        (1..=64)
            .filter(|&signal| libc::sigismember(&mask, signal) == 1)
            .fold(0, |set, signal| set | 1 << (signal - 1))
    }
}

/// Signals that were ignored.
pub fn ignored() -> SignalSet {
    SignalSet(IGNORED.load(Ordering::Relaxed))
}

/// Signals that were blocked.
pub fn blocked() -> SignalSet {
    SignalSet(BLOCKED.load(Ordering::Relaxed))
}

/// Whether this standard descriptor (0, 1, 2) was closed.
pub fn was_closed(descriptor: u8) -> bool {
    CLOSED.load(Ordering::Relaxed) & 1u8.checked_shl(descriptor.into()).unwrap_or(0) != 0
}
