//! Opening a window.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use host::unix::pty::{self, PtyPair};
use rustix::fs::{Gid, OFlags, Uid};

use super::queries::Queries;
use super::reader::{self, Shared, Sink, State};
use super::view::View;
use super::{Size, Terminal, end_of};
use crate::{PATIENCE, Sandbox, kill};

/// What to choose before a window opens. See [`Terminal::launch`].
pub struct Launch<'a> {
    sandbox: &'a Sandbox,
    size: Size,
    answers: bool,
    patience: Duration,
    env: Vec<(String, String)>,
    sink: Option<Sink>,
}

impl<'a> Launch<'a> {
    pub(super) fn new(sandbox: &'a Sandbox) -> Self {
        Launch {
            sandbox,
            size: Size::cells(24, 80),
            answers: false,
            patience: PATIENCE,
            env: Vec::new(),
            sink: None,
        }
    }

    /// The size of the window; 24 rows of 80 unless said.
    pub fn size(mut self, size: Size) -> Self {
        self.size = size;
        self
    }

    /// Whether to answer what programs ask a terminal from the start.
    pub fn answers(mut self, answers: bool) -> Self {
        self.answers = answers;
        self
    }

    /// How long every wait may last.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Adds a variable to the environment.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Gives all output to this function, in pieces, instead of logging and drawing it: for more of it than
    /// memory or patience allow.
    pub fn sink(mut self, sink: impl FnMut(&[u8]) + Send + 'static) -> Self {
        self.sink = Some(Box::new(sink));
        self
    }

    /// Opens the window with this program as its first process.
    #[track_caller]
    pub fn start<S: AsRef<str>>(self, argv: &[S]) -> Terminal {
        let argv: Vec<&str> = argv.iter().map(AsRef::as_ref).collect();
        self.open(&argv).unwrap_or_else(|error| panic!("starting {argv:?} on a terminal: {error}"))
    }

    fn open(self, argv: &[&str]) -> io::Result<Terminal> {
        let (program, arguments) = argv.split_first().expect("no program to start");
        let pair = self.open_pair()?;
        let id = new_id();
        let mut command = self.sandbox.command(program);
        command
            .args(arguments)
            .env(kill::ID_VARIABLE, &id)
            .envs(self.env.iter().map(|(name, value)| (name, value)));
        pty::on_terminal(&mut command, &pair.slave)?;
        let child = command.spawn()?;
        // Or the end of the programs would never show: these are descriptors of the programs' end.
        drop(command);
        drop(pair.slave);
        let child_end = end_of(&child)?;
        let shared = Shared::new(State {
            log: Vec::new(),
            chunks: Vec::new(),
            view: View::new(self.size),
            queries: Queries::default(),
            answers: self.answers,
            sink: self.sink,
            paused: false,
            leaving: false,
            ended: false,
        });
        let master = Arc::new(pair.master);
        let (woken, wake) = io::pipe()?;
        let (reader_master, reader_shared) = (Arc::clone(&master), Arc::clone(&shared));
        let reader = thread::Builder::new()
            .name("terminal".to_owned())
            .spawn(move || reader::run(&reader_master, woken, &reader_shared))?;
        Ok(Terminal {
            master: Some(master),
            child,
            child_end,
            status: None,
            id,
            shared,
            wake,
            reader: Some(reader),
            patience: self.patience,
            prompts: Mutex::new(BTreeMap::new()),
        })
    }

    fn open_pair(&self) -> io::Result<PtyPair> {
        let pair = pty::open_pair(self.size)?;
        if let Some((uid, gid)) = self.sandbox.user().ids() {
            // Programs open their terminal anew by name, and that needs the right to.
            rustix::fs::fchown(&pair.slave, Some(Uid::from_raw(uid)), Some(Gid::from_raw(gid)))?;
        }
        let flags = rustix::fs::fcntl_getfl(&pair.master)?;
        rustix::fs::fcntl_setfl(&pair.master, flags | OFlags::NONBLOCK)?;
        Ok(pair)
    }
}

fn new_id() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}
