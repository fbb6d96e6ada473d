//! The unix back end.

pub mod client;
pub mod host;
pub mod leader;
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
pub(crate) use linux::process::{ignores_terminal_stops, name_process, seal_process, session_facts};
#[cfg(target_os = "macos")]
pub(crate) use macos::{ignores_terminal_stops, name_process, seal_process, session_facts};

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
