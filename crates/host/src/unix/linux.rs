//! What only Linux offers: `/proc`, and through it the system calls in which programs are blocked.
//!
//! A thread waits for a terminal if it sleeps in `read` on it, or in `poll`, `select`, `epoll` or `io_uring` with the
//! terminal among the files waited for. The kernel shows the call and its arguments to whoever may trace the
//! process; the sets are read from the process's memory and from `/proc/PID/fdinfo`. Nothing is stopped or attached
//! to, so the programs cannot notice.

mod file;
pub(crate) mod kin;
pub(crate) mod memory;
mod outside;
pub mod place;
mod prober;
mod proc_stat;
pub(crate) mod process;
mod procfs;
mod registered;
mod relay;
mod survey;
mod syscall;
mod thread;
mod tree;
mod tty;
mod uring;
mod wait_set;

pub use prober::LinuxFacts;
pub(crate) use prober::unread_behind;
