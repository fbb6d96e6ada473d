//! Becoming the program: what happens between fork and exec.

use std::ffi::{CString, NulError};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::ptr;

use model::SessionId;
use wire::StartStep;

use crate::unix::signals::{self, SignalSet};
use crate::unix::{kin, started_as};

/// Tells a program, and a locum inside it, which session it runs in.
pub const SESSION_VARIABLE: &str = "LOCUM_SESSION";

/// A program, ready to be executed: everything is built before the fork.
#[derive(Debug)]
pub struct Program {
    path: CString,
    arguments: Vec<CString>,
    environment: Vec<CString>,
    folder: Option<CString>,
    /// What it and all it starts are known by, if it is a session's.
    mark: Option<u64>,
    /// Signals it starts with ignored.
    pub ignored: SignalSet,
    /// Signals it starts with blocked.
    pub blocked: SignalSet,
    /// Its errors go where the client's go, not to the terminal: nowhere if the client's were closed, as ours are
    /// then.
    pub keep_stderr: bool,
    /// It starts in the inner foreground.
    pub foreground: bool,
}

impl Program {
    /// Describes a program by its path, all its arguments and its folder. `session` goes into its environment.
    pub fn new(
        path: Vec<u8>,
        arguments: Vec<Vec<u8>>,
        folder: Option<Vec<u8>>,
        session: Option<&SessionId>,
    ) -> Result<Self, NulError> {
        let mut environment = Vec::new();
        for (key, value) in
            std::env::vars_os().filter(|(key, _)| session.is_none() || key != SESSION_VARIABLE)
        {
            environment.push(CString::new([key.into_vec(), value.into_vec()].join(&b'='))?);
        }
        if let Some(session) = session {
            environment.push(CString::new(format!("{SESSION_VARIABLE}={session}"))?);
        }
        Ok(Program {
            path: CString::new(path)?,
            arguments: arguments.into_iter().map(CString::new).collect::<Result<_, _>>()?,
            environment,
            folder: folder.map(CString::new).transpose()?,
            mark: session.map(kin::mark_of),
            ignored: started_as::ignored(),
            blocked: started_as::blocked(),
            keep_stderr: false,
            foreground: true,
        })
    }

    /// Turns this process into the program on the terminal `slave`. Returns only if that failed, with the step
    /// and the kernel's word.
    pub(super) fn become_it(&self, slave: &OwnedFd) -> (StartStep, i32) {
        let standard: &[i32] = if self.keep_stderr { &[0, 1] } else { &[0, 1, 2] };
        for &descriptor in standard {
            // SAFETY: the slave is open; the copies are the program's standard descriptors.
            unsafe { libc::dup2(slave.as_raw_fd(), descriptor) };
        }
        if self.keep_stderr {
            close_again(2);
        }
        if let Some(mark) = self.mark {
            // Where there is no room for a mark, ancestry and the environment still tell.
            let _ = crate::unix::set_mark(mark);
        }
        self.take_over()
    }

    /// Turns this process into the program as if we had never been there: the standard descriptors stay, and
    /// those that were closed are closed again. Returns only if that failed.
    pub fn become_in_place(&self) -> (StartStep, i32) {
        (0..3).for_each(close_again);
        self.take_over()
    }

    fn take_over(&self) -> (StartStep, i32) {
        signals::default(SignalSet(!self.ignored.0));
        signals::ignore(self.ignored);
        signals::block_exactly(self.blocked);
        if let Some(folder) = &self.folder {
            // SAFETY: a path that ends in NUL.
            if unsafe { libc::chdir(folder.as_ptr()) } != 0 {
                return (StartStep::Folder, errno());
            }
        }
        (StartStep::Execute, self.execute())
    }

    fn execute(&self) -> i32 {
        let environment = pointers(&self.environment);
        let arguments = pointers(&self.arguments);
        // SAFETY: every list ends in a null pointer and points to strings that outlive the call.
        unsafe { libc::execve(self.path.as_ptr(), arguments.as_ptr(), environment.as_ptr()) };
        let error = errno();
        if error != libc::ENOEXEC {
            return error;
        }
        // A script without `#!` is run by the shell, as every shell does it.
        let mut script = vec![c"sh".as_ptr(), self.path.as_ptr()];
        script.extend(arguments.iter().skip(1));
        // SAFETY: as above.
        unsafe { libc::execve(c"/bin/sh".as_ptr(), script.as_ptr(), environment.as_ptr()) };
        errno()
    }
}

/// Closes a standard descriptor that was closed when this process started.
fn close_again(descriptor: u8) {
    if started_as::was_closed(descriptor) {
        // SAFETY: what the runtime opened there is used by nobody from here on.
        unsafe { libc::close(descriptor.into()) };
    }
}

fn pointers(strings: &[CString]) -> Vec<*const libc::c_char> {
    strings.iter().map(|string| string.as_ptr()).chain([ptr::null()]).collect()
}

fn errno() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or_default()
}
