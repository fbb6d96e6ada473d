//! The last line of defence for the person's terminal: whatever ends this process, its settings are put back.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use crate::unix::signals::{self, SignalSet};

/// Signals that only a fault of ours raises. Every other signal that would end us is handled in the loop.
const CRASHES: [i32; 9] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGABRT,
    libc::SIGSYS,
    libc::SIGTRAP,
    libc::SIGXCPU,
    libc::SIGXFSZ,
];

struct Saved(UnsafeCell<MaybeUninit<libc::termios>>);

// SAFETY: written only while `HOLDS` is false, read only while it is true; one thread and its signal handlers.
unsafe impl Sync for Saved {}

static SAVED: Saved = Saved(UnsafeCell::new(MaybeUninit::uninit()));
static HOLDS: AtomicBool = AtomicBool::new(false);
static TERMINAL: AtomicI32 = AtomicI32::new(-1);

/// Prepares for crashes and panics. A panic's message comes after the restoration, so it can be read.
pub(super) fn arm() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        signals::on_crash(SignalSet::of(&CRASHES), last_act);
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            put_back();
            report(panic);
        }));
    });
}

extern "C" fn last_act(signal: libc::c_int) {
    put_back();
    // SAFETY: raise is async-signal-safe; the handler was reset on entry, so this ends the process.
    unsafe { libc::raise(signal) };
}

/// Remembers the settings that `terminal` has now as those to put back.
pub(super) fn remember(terminal: BorrowedFd<'_>) {
    forget();
    // SAFETY: `HOLDS` is false, so no handler reads while the kernel writes.
    let asked = unsafe { libc::tcgetattr(terminal.as_raw_fd(), (*SAVED.0.get()).as_mut_ptr()) };
    if asked == 0 {
        TERMINAL.store(terminal.as_raw_fd(), Ordering::SeqCst);
        HOLDS.store(true, Ordering::SeqCst);
    }
}

/// Nothing is to be put back any more.
pub(super) fn forget() {
    HOLDS.store(false, Ordering::SeqCst);
}

/// Puts the remembered settings back, once.
pub(super) fn put_back() {
    if HOLDS.swap(false, Ordering::SeqCst) {
        // SAFETY: `HOLDS` was true, so the settings are whole; tcsetattr is async-signal-safe.
        unsafe {
            libc::tcsetattr(TERMINAL.load(Ordering::SeqCst), libc::TCSANOW, (*SAVED.0.get()).as_ptr());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use model::Size;

    use super::*;
    use crate::unix::{pty, tty};

    #[test]
    fn a_panic_puts_the_settings_back_once() {
        let pair = pty::open_pair(Size::cells(24, 80)).unwrap();
        let original = tty::settings(pair.slave.as_fd()).unwrap();
        let raw = tty::raw(&original, [1, 2]);
        arm();
        remember(pair.slave.as_fd());
        tty::apply(pair.slave.as_fd(), &raw).unwrap();
        assert!(std::panic::catch_unwind(|| panic!("wanted")).is_err());
        assert!(tty::same(&tty::settings(pair.slave.as_fd()).unwrap(), &original));
        tty::apply(pair.slave.as_fd(), &raw).unwrap();
        put_back();
        assert!(tty::same(&tty::settings(pair.slave.as_fd()).unwrap(), &raw), "put back again");
    }
}
