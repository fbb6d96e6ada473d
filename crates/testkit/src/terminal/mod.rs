//! The person's terminal window.

mod launch;
mod queries;
mod reader;
mod settings;
mod view;

use std::collections::BTreeMap;
use std::io::{PipeWriter, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use host::unix::pty;
use model::Size;
use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::process::PidfdFlags;

pub use launch::Launch;
pub use queries::Queries;
pub use reader::Chunk;
pub use settings::TtySettings;

use crate::{Sandbox, kill, process};
use reader::Shared;

/// A terminal window with a program in it. Everything started in it is killed on drop.
pub struct Terminal {
    /// Gone after a hang-up.
    master: Option<Arc<OwnedFd>>,
    child: Child,
    /// Becomes readable when the first process ends.
    child_end: OwnedFd,
    status: Option<ExitStatus>,
    id: String,
    shared: Arc<Shared>,
    wake: PipeWriter,
    reader: Option<JoinHandle<()>>,
    patience: Duration,
    /// The highest prompt seen, by the word in it.
    prompts: Mutex<BTreeMap<String, u32>>,
}

/// A place in the log: what came later counts as new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(usize);

impl Mark {
    /// The beginning of the log.
    pub const START: Mark = Mark(0);
}

impl Terminal {
    /// Opens a window of this size with this program as its first process, as `xterm -e` does.
    #[track_caller]
    pub fn start<S: AsRef<str>>(sandbox: &Sandbox, size: Size, argv: &[S]) -> Terminal {
        Self::launch(sandbox).size(size).start(argv)
    }

    /// The same with more to choose.
    pub fn launch(sandbox: &Sandbox) -> Launch<'_> {
        Launch::new(sandbox)
    }

    /// Whether to answer what programs ask a terminal, as xterm does. Off unless asked for.
    pub fn answers(&self, answers: bool) {
        self.shared.update(|state| state.answers = answers);
    }

    /// Types text.
    #[track_caller]
    pub fn type_text(&self, text: &str) {
        self.send(text.as_bytes());
    }

    /// Sends these bytes as the keyboard would.
    #[track_caller]
    pub fn send(&self, mut bytes: &[u8]) {
        let end = Instant::now() + self.patience;
        while !bytes.is_empty() {
            match rustix::io::write(self.master(), bytes) {
                Ok(len) => bytes = &bytes[len..],
                Err(Errno::AGAIN) => self.wait_writable(end),
                Err(Errno::INTR) => {}
                Err(error) => panic!("typing failed: {error}\n{}", self.describe()),
            }
        }
    }

    #[track_caller]
    fn wait_writable(&self, end: Instant) {
        let left = end.saturating_duration_since(Instant::now());
        assert!(!left.is_zero(), "nobody reads what is typed\n{}", self.describe());
        // Room in the kernel's buffer is announced late or not at all in some states, hence the short steps.
        reader::ready(self.master(), PollFlags::OUT, left.min(Duration::from_millis(5)));
    }

    /// Waits until the screen shows this text, and returns the screen.
    #[track_caller]
    pub fn wait_for(&self, text: &str) -> String {
        self.wait_screen(&format!("{text:?} on the screen"), |screen| screen.contains(text))
    }

    /// Waits until the screen is as wanted, and returns it.
    #[track_caller]
    pub fn wait_screen(&self, what: &str, mut wanted: impl FnMut(&str) -> bool) -> String {
        self.wait_state(what, |state| wanted(&state.view.text()));
        self.screen()
    }

    /// Waits until the text left of the cursor is as wanted.
    #[track_caller]
    pub fn wait_line(&self, what: &str, mut wanted: impl FnMut(&str) -> bool) {
        self.wait_state(what, |state| wanted(&state.view.line_to_cursor()));
    }

    /// Waits until these bytes have come after the mark, and returns the place behind them.
    #[track_caller]
    pub fn wait_for_bytes(&self, since: Mark, pattern: &[u8]) -> Mark {
        let mut from = since.0;
        let mut end = from;
        self.wait_state(&format!("the bytes \"{}\"", pattern.escape_ascii()), |state| {
            let hit = state.log[from..].windows(pattern.len()).position(|window| window == pattern);
            end = hit.map_or(end, |at| from + at + pattern.len());
            // What was searched once is not searched again, but for the beginning of a hit.
            from = state.log.len().saturating_sub(pattern.len() - 1).max(from);
            hit.is_some()
        });
        Mark(end)
    }

    #[track_caller]
    fn wait_state(&self, what: &str, condition: impl FnMut(&reader::State) -> bool) {
        let met = self.shared.wait(self.patience, condition);
        assert!(met, "not within {:?}: {what}\n{}", self.patience, self.describe());
    }

    /// The place in the log that has been reached.
    pub fn mark(&self) -> Mark {
        Mark(self.shared.lock().log.len())
    }

    /// All bytes seen.
    pub fn log(&self) -> Vec<u8> {
        self.log_since(Mark::START)
    }

    /// The bytes seen after the mark.
    pub fn log_since(&self, mark: Mark) -> Vec<u8> {
        self.shared.lock().log[mark.0..].to_vec()
    }

    /// When which part of the log was read.
    pub fn chunks(&self) -> Vec<Chunk> {
        self.shared.lock().chunks.clone()
    }

    /// The screen: rows without trailing blanks, no empty rows at the end.
    pub fn screen(&self) -> String {
        self.shared.lock().view.text()
    }

    /// All there is to the screen, colours, cursor and modes too, as a sequence that would bring it about. Two
    /// screens are the same if this is.
    pub fn dump(&self) -> String {
        self.shared.lock().view.dump()
    }

    /// Row and column of the cursor, counted from 0.
    pub fn cursor(&self) -> (usize, usize) {
        self.shared.lock().view.cursor()
    }

    /// Changes the size of the window; the kernel tells the foreground programs.
    #[track_caller]
    pub fn resize(&self, size: Size) {
        self.shared.update(|state| state.view.resize(size));
        pty::set_size(self.master(), size).expect("changing the size");
    }

    /// Stops draining, as a stopped or slow terminal does. In force when this returns.
    pub fn pause(&self) {
        self.shared.update(|state| state.paused = true);
    }

    /// Goes on draining.
    pub fn unpause(&self) {
        self.shared.update(|state| state.paused = false);
    }

    /// The settings of the terminal as programs have left them.
    #[track_caller]
    pub fn settings(&self) -> TtySettings {
        TtySettings::from(
            &rustix::termios::tcgetattr(self.master()).expect("reading the terminal's settings"),
        )
    }

    /// The process group in the foreground; none if there is none.
    pub fn foreground_group(&self) -> Option<u32> {
        let group = rustix::termios::tcgetpgrp(self.master.as_deref()?).ok()?;
        u32::try_from(group.as_raw_pid()).ok()
    }

    /// The first process.
    pub fn child_pid(&self) -> u32 {
        self.child.id()
    }

    /// The value of `TESTKIT_ID` in everything started here.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Waits until the first process has ended and, unless paused, all it wrote has been read.
    #[track_caller]
    pub fn wait_exit(&mut self) -> ExitStatus {
        if let Some(status) = self.status {
            return status;
        }
        let ended = reader::ready(&self.child_end, PollFlags::IN, self.patience);
        assert!(ended, "the program has not ended within {:?}\n{}", self.patience, self.describe());
        let status = self.child.wait().expect("waiting for the program");
        self.status = Some(status);
        if let Some(master) = self.master.clone() {
            let drained = |state: &reader::State| {
                state.paused || state.ended || !reader::ready(&master, PollFlags::IN, Duration::ZERO)
            };
            self.wait_state("all output read", drained);
        }
        status
    }

    /// Closes the window: programs get SIGHUP, and the terminal is gone for whoever still holds it.
    pub fn hang_up(&mut self) {
        self.shared.update(|state| state.leaving = true);
        let _ = self.wake.write(b"x");
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        self.master = None;
    }

    #[track_caller]
    fn master(&self) -> &OwnedFd {
        self.master.as_deref().expect("the terminal was hung up")
    }

    pub(crate) fn last_prompt(&self, word: &str) -> u32 {
        self.prompts.lock().unwrap().get(word).copied().unwrap_or(0)
    }

    pub(crate) fn note_prompt(&self, word: &str, number: u32) {
        self.prompts.lock().unwrap().insert(word.to_owned(), number);
    }

    /// The screen, the last bytes and the processes, for a message.
    pub fn describe(&self) -> String {
        const LAST: usize = 1500;
        let state = self.shared.lock();
        let screen = state.view.text().replace('\n', "\n  | ");
        let bytes = state.log[state.log.len().saturating_sub(LAST)..].escape_ascii().to_string();
        drop(state);
        let first = process::stat(self.child.id());
        let below = process::descendants(self.child.id());
        let tree: Vec<_> = first.iter().chain(&below).map(|found| format!("  {found:?}")).collect();
        format!("screen:\n  | {screen}\nlast bytes: {bytes}\nprocesses:\n{}", tree.join("\n"))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        kill::of_terminal(&self.id, self.status.is_none().then(|| self.child.id()));
        self.hang_up();
        let _ = self.child.wait();
    }
}

/// Opens the descriptor that tells when the first process ends.
fn end_of(child: &Child) -> std::io::Result<OwnedFd> {
    Ok(rustix::process::pidfd_open(rustix::process::Pid::from_child(child), PidfdFlags::empty())?)
}
