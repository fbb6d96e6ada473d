//! The unix back end.

pub mod client;
pub mod host;
pub mod kin;
pub mod leader;
pub mod local_time;
pub mod place;
pub mod pty;
pub mod signals;
pub mod sockets;
pub mod started_as;
pub mod tty;

#[cfg(target_os = "linux")]
pub mod linux;
#[cfg(target_os = "macos")]
pub mod macos;

#[cfg(target_os = "linux")]
pub(crate) use linux::kin::set_mark;
#[cfg(target_os = "linux")]
pub(crate) use linux::memory::forget_code;
#[cfg(target_os = "linux")]
pub(crate) use linux::process::{ignores_terminal_stops, name_process, seal_process, session_facts};
#[cfg(target_os = "linux")]
pub(crate) use linux::unread_behind;
#[cfg(target_os = "macos")]
pub(crate) use macos::kin::set_mark;
#[cfg(target_os = "macos")]
pub(crate) use macos::{
    forget_code, ignores_terminal_stops, name_process, seal_process, session_facts, unread_behind,
};

/// Makes this process one of the background: its own session, no descriptors of the person's beyond the standard
/// ones, closed to the programs it looks after, and deaf to what the terminal sends.
pub fn go_into_background(name: &std::ffi::CStr) {
    seal_process(name);
    let _ = rustix::process::setsid();
    leader::close_all_but(&[]);
    signals::ignore(signals::SignalSet::of(&[libc::SIGHUP, libc::SIGQUIT, libc::SIGPIPE, libc::SIGXFSZ]));
    signals::block_exactly(signals::SignalSet::default());
}

/// Makes a helper process independent of the terminal it was started from: its signals are the person's.
pub fn outlive_the_terminal() {
    name_process(c"locum-recorder");
    let _ = rustix::process::setsid();
    signals::ignore(signals::SignalSet::of(&[
        libc::SIGHUP,
        libc::SIGINT,
        libc::SIGQUIT,
        libc::SIGPIPE,
        libc::SIGXFSZ,
    ]));
}
