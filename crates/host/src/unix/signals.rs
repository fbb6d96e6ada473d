//! Signals as readable events: a handler that notes and wakes, nothing else.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use rustix::pipe::PipeFlags;

static PENDING: AtomicU64 = AtomicU64::new(0);
static WAKE: AtomicI32 = AtomicI32::new(-1);

/// A set of signals as a bit mask; bit 0 is signal 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SignalSet(pub u64);

impl SignalSet {
    /// The set of these signals.
    pub fn of(signals: &[i32]) -> Self {
        SignalSet(signals.iter().fold(0, |set, &signal| set | bit(signal)))
    }

    /// Whether `signal` is in the set.
    pub fn contains(self, signal: i32) -> bool {
        self.0 & bit(signal) != 0
    }

    /// The signals of the set in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = i32> {
        (1..=64).filter(move |&signal| self.contains(signal))
    }
}

/// What people and programs send to a program to ask something of it, short of its end.
pub fn requests() -> SignalSet {
    let named = SignalSet::of(&[
        libc::SIGINT,
        libc::SIGQUIT,
        libc::SIGTSTP,
        libc::SIGUSR1,
        libc::SIGUSR2,
        libc::SIGALRM,
        libc::SIGVTALRM,
        libc::SIGPROF,
        libc::SIGIO,
    ]);
    SignalSet(named.0 | of_this_system().0)
}

/// Every signal that would end or stop a process that does not care, but for those that are meant to end it
/// (SIGTERM, SIGKILL) and those that tell of a fault of its own.
pub fn disturbances() -> SignalSet {
    let of_the_kernel = SignalSet::of(&[
        libc::SIGHUP,
        libc::SIGPIPE,
        libc::SIGTTIN,
        libc::SIGTTOU,
        libc::SIGXCPU,
        libc::SIGXFSZ,
    ]);
    SignalSet(requests().0 | of_the_kernel.0)
}

/// Signals that only Linux has: power, coprocessor, and real time from 34 on (the two before are the C library's).
fn of_this_system() -> SignalSet {
    #[cfg(target_os = "linux")]
    return SignalSet(SignalSet::of(&[libc::SIGPWR, libc::SIGSTKFLT]).0 | !0 << 33);
    #[cfg(not(target_os = "linux"))]
    SignalSet::default()
}

fn bit(signal: i32) -> u64 {
    u32::try_from(signal - 1).ok().and_then(|place| 1u64.checked_shl(place)).unwrap_or(0)
}

/// The signals this process listens to. One per process: the handler has one place to write to.
#[derive(Debug)]
pub struct Signals {
    wake: OwnedFd,
    _write_end: OwnedFd,
}

impl Signals {
    /// Listens to `signals`, except those that were ignored when the process began (`nohup` must keep working).
    pub fn listen(signals: SignalSet, ignored: SignalSet) -> io::Result<Self> {
        let (wake, write_end) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        PENDING.store(0, Ordering::SeqCst);
        WAKE.store(write_end.as_raw_fd(), Ordering::SeqCst);
        for signal in signals.iter().filter(|&signal| !ignored.contains(signal)) {
            set_action(signal, note as *const () as libc::sighandler_t, libc::SA_SIGINFO | libc::SA_RESTART);
        }
        Ok(Signals { wake, _write_end: write_end })
    }

    /// The descriptor that becomes readable when a signal came.
    pub fn wake(&self) -> &OwnedFd {
        &self.wake
    }

    /// Takes what came since the last call. Many of one kind count as one.
    pub fn take(&self) -> SignalSet {
        let mut sink = [0; 64];
        while matches!(rustix::io::read(&self.wake, &mut sink), Ok(count) if count == sink.len()) {}
        SignalSet(PENDING.swap(0, Ordering::SeqCst))
    }
}

/// Notes the signal, unless this process sent it to its own group and means the others.
extern "C" fn note(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: with SA_SIGINFO the kernel passes a valid siginfo; si_pid is only read where it is defined (sent by
    // a process: codes up to 0). errno is saved because write changes it.
    unsafe {
        let own = !info.is_null() && (*info).si_code <= 0 && (*info).si_pid() == libc::getpid();
        if own && signal != libc::SIGCONT {
            return;
        }
        let errno = *errno_place();
        PENDING.fetch_or(bit(signal), Ordering::SeqCst);
        libc::write(WAKE.load(Ordering::SeqCst), [0u8].as_ptr().cast(), 1);
        *errno_place() = errno;
    }
}

#[cfg(target_os = "linux")]
unsafe fn errno_place() -> *mut libc::c_int {
    // SAFETY: always valid for the calling thread.
    unsafe { libc::__errno_location() }
}

#[cfg(target_os = "macos")]
unsafe fn errno_place() -> *mut libc::c_int {
    // SAFETY: always valid for the calling thread.
    unsafe { libc::__error() }
}

fn set_action(signal: i32, handler: libc::sighandler_t, flags: libc::c_int) {
    // SAFETY: the handler is async-signal-safe or one of the kernel's constants; a bad number is refused.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler;
        action.sa_flags = flags;
        libc::sigemptyset(&mut action.sa_mask);
        libc::sigaction(signal, &action, std::ptr::null_mut());
    }
}

/// Ignores these signals from now on.
pub fn ignore(signals: SignalSet) {
    signals.iter().for_each(|signal| set_action(signal, libc::SIG_IGN, 0));
}

/// Gives these signals their default action.
pub fn default(signals: SignalSet) {
    signals.iter().for_each(|signal| set_action(signal, libc::SIG_DFL, 0));
}

/// Calls `handler` for these signals, once each, on top of whatever the process does. For last words only.
pub fn on_crash(signals: SignalSet, handler: extern "C" fn(libc::c_int)) {
    let handler = handler as *const () as libc::sighandler_t;
    signals.iter().for_each(|signal| set_action(signal, handler, libc::SA_RESETHAND | libc::SA_NODEFER));
}

/// Stops this process's whole group with `signal`, as the terminal would. Returns once the group goes on again,
/// and says whether it was stopped at all: an orphaned group is not.
///
/// Whether we were stopped is read from SIGCONT, which is kept blocked meanwhile: it is pending if and only if
/// somebody continued us.
pub fn stop_own_group(signal: i32) -> bool {
    let cont = mask_of(SignalSet::of(&[libc::SIGCONT]));
    // SAFETY: plain signal calls on sets that live on the stack.
    unsafe {
        let mut saved_mask: libc::sigset_t = std::mem::zeroed();
        let mut saved_action: libc::sigaction = std::mem::zeroed();
        let mut pending: libc::sigset_t = std::mem::zeroed();
        libc::pthread_sigmask(libc::SIG_BLOCK, &cont, &mut saved_mask);
        libc::sigaction(signal, std::ptr::null(), &mut saved_action);
        set_action(signal, libc::SIG_DFL, 0);
        libc::kill(0, signal);
        libc::sigpending(&mut pending);
        let stopped = libc::sigismember(&pending, libc::SIGCONT) == 1;
        libc::sigaction(signal, &saved_action, std::ptr::null_mut());
        libc::pthread_sigmask(libc::SIG_SETMASK, &saved_mask, std::ptr::null_mut());
        stopped
    }
}

/// Sends `signal` to every process of this group; our own copy is not noted (see [`Signals`]).
pub fn tell_own_group(signal: i32) {
    // SAFETY: a plain system call.
    unsafe { libc::kill(0, signal) };
}

/// Ends this process by `signal`, without a core dump: a shell must see that the signal ended us.
pub fn die_of(signal: i32) {
    let limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    let mask = mask_of(SignalSet::of(&[signal]));
    // SAFETY: plain system calls on values of the stack.
    unsafe {
        libc::setrlimit(libc::RLIMIT_CORE, &limit);
        set_action(signal, libc::SIG_DFL, 0);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &mask, std::ptr::null_mut());
        libc::kill(libc::getpid(), signal);
    }
}

/// Blocks every signal of the calling thread, and says which were blocked before.
///
/// A fork happens under this: until the new process has its own answer to a signal, it has its parent's, which would
/// swallow what is meant for it. The kernel keeps what is blocked, even what is ignored for the moment.
pub fn hold_all() -> SignalSet {
    let mut before = MaybeUninit::uninit();
    let all = mask_of(SignalSet(!0));
    // SAFETY: the kernel fills the set before it is read.
    unsafe {
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, before.as_mut_ptr());
        let before = before.assume_init();
        let blocked = (1..=64).filter(|&signal| libc::sigismember(&before, signal) == 1);
        SignalSet(blocked.fold(0, |set, signal| set | bit(signal)))
    }
}

/// Sets the blocked signals of the calling thread.
pub fn block_exactly(signals: SignalSet) {
    let mask = mask_of(signals);
    // SAFETY: a plain system call on a value of the stack.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &mask, std::ptr::null_mut()) };
}

fn mask_of(signals: SignalSet) -> libc::sigset_t {
    let mut mask = MaybeUninit::uninit();
    // SAFETY: sigemptyset initialises the set; sigaddset refuses what is no signal.
    unsafe {
        libc::sigemptyset(mask.as_mut_ptr());
        for signal in signals.iter() {
            libc::sigaddset(mask.as_mut_ptr(), signal);
        }
        mask.assume_init()
    }
}

#[cfg(test)]
mod tests {
    use super::SignalSet;

    #[test]
    fn a_set_knows_its_members() {
        let set = SignalSet::of(&[1, 15, 64]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 15, 64]);
        assert!(!set.contains(2) && !set.contains(0) && !set.contains(65) && !set.contains(-3));
    }
}
