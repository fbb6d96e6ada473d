//! A supervised program seen from outside: which process is which, where it stands in job control, and the
//! cycle of suspending and resuming that tests repeat a few times and the soak run hundreds of times.
//!
//! The one module here that knows how locum's processes are called.

use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use model::Size;
use rustix::process::{Pid, Signal};

use crate::process::{self, Stat};
use crate::{PATIENCE, Sandbox, Shell, Terminal, keys};

/// The four processes of one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// `locum run`, the shell's job.
    pub client: u32,
    /// The one that pumps.
    pub host: u32,
    /// The first process of the inner terminal.
    pub leader: u32,
    /// What the person wanted to run.
    pub program: u32,
}

impl Parts {
    /// The session below this window whose program has `needle` in its command line.
    pub fn find(terminal: &Terminal, needle: &str) -> Option<Parts> {
        let all = process::all();
        let below = process::descendants_among(&all, terminal.child_pid());
        let program = below.iter().find(|found| {
            !found.comm.starts_with("locum") && process::cmdline_contains(found.pid, needle) && leads(found)
        })?;
        let parent = |of: &Stat| all.iter().find(|found| found.pid == of.ppid);
        let leader = parent(program).filter(|found| found.comm == "locum-leader")?;
        let host = parent(leader).filter(|found| found.comm == "locum-host")?;
        Some(Parts { client: host.ppid, host: host.pid, leader: leader.pid, program: program.pid })
    }

    /// Waits until the session is there and its program runs in the foreground.
    #[track_caller]
    pub fn wait(terminal: &Terminal, needle: &str) -> Parts {
        let mut found = None;
        wait_until(terminal, &format!("a session with {needle:?} in the foreground"), || {
            found = Parts::find(terminal, needle);
            found.is_some_and(|parts| parts.in_foreground(terminal))
        });
        let Some(parts) = found else { unreachable!("just waited for it") };
        parts
    }

    /// Whether the program runs and has the keyboard: both foregrounds are ours, the window is in raw mode.
    pub fn in_foreground(&self, terminal: &Terminal) -> bool {
        runs_in_front(self.program)
            && terminal.foreground_group() == process::pgid(self.client)
            && terminal.settings().is_raw()
    }

    /// Waits until the program runs again and has the keyboard.
    #[track_caller]
    pub fn wait_foreground(&self, terminal: &Terminal) {
        wait_until(terminal, "the program in the foreground", || self.in_foreground(terminal));
    }

    /// Waits until client and program are stopped.
    #[track_caller]
    pub fn wait_stopped(&self, terminal: &Terminal) {
        wait_until(terminal, "client and program stopped", || {
            process::state(self.client) == Some('T') && process::state(self.program) == Some('T')
        });
    }

    /// Waits until none of the four is left.
    #[track_caller]
    pub fn wait_gone(&self) {
        for (name, pid) in self.named() {
            process::wait_until(PATIENCE, &format!("the {name} ({pid}) gone"), || !process::alive(pid));
        }
    }

    /// The four with their names.
    pub fn named(&self) -> [(&'static str, u32); 4] {
        [("client", self.client), ("host", self.host), ("leader", self.leader), ("program", self.program)]
    }

    /// The window size that the program sees.
    pub fn inner_size(&self) -> Option<Size> {
        let tty = File::open(format!("/proc/{}/fd/0", self.program)).ok()?;
        host::unix::pty::size(&tty).ok()
    }

    /// Waits until the program sees this window size.
    #[track_caller]
    pub fn wait_size(&self, terminal: &Terminal, size: Size) {
        wait_until(terminal, &format!("{size:?} inside"), || self.inner_size() == Some(size));
    }
}

/// The program of a session is the leader of its process group; a process just forked is not yet.
fn leads(found: &Stat) -> bool {
    found.pgid == found.pid
}

/// Whether this process runs, in the foreground of its own terminal.
pub fn runs_in_front(pid: u32) -> bool {
    process::stat(pid).is_some_and(|found| {
        !matches!(found.state, 'T' | 'Z' | 'X') && found.tpgid.is_some() && found.tpgid == Some(found.pgid)
    })
}

/// Client, host, leader and program of the session that this shell runs, as far as they exist.
pub fn line_of_descent(shell: u32) -> Vec<u32> {
    let all = process::all();
    let child = |of: u32| all.iter().find(|process| process.ppid == of && process::alive(process.pid));
    let client = child(shell).filter(|process| process.comm == "locum");
    std::iter::successors(client, |process: &&Stat| child(process.pid))
        .take(4)
        .map(|process| process.pid)
        .collect()
}

/// [`process::wait_until`] that shows the window in its complaint.
#[track_caller]
pub fn wait_until(terminal: &Terminal, what: &str, condition: impl FnMut() -> bool) {
    wait_until_or(condition, || format!("{what}\n{}", terminal.describe()));
}

/// [`process::wait_until`] with a complaint that is made when it is due.
#[track_caller]
pub fn wait_until_or(mut condition: impl FnMut() -> bool, complaint: impl FnOnce() -> String) {
    let end = Instant::now() + PATIENCE;
    while !condition() {
        if Instant::now() >= end {
            panic!("not within {PATIENCE:?}: {}", complaint());
        }
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// Sends a signal; a process that is gone already is no error.
pub fn signal(pid: u32, signal: Signal) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = rustix::process::kill_process(pid, signal);
    }
}

/// How a cycle suspends the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suspend {
    /// The person types Ctrl-Z.
    Key,
    /// Somebody sends SIGSTOP to `locum run`.
    ClientStop,
}

/// A program suspended and resumed again and again in a shell, with keys typed to both.
///
/// Every word typed to the shell must be echoed and answered whole, every word typed to the program must reach
/// its file, and nothing else may: a key that the host stole from the shell shows up twice, as a broken command
/// and as a foreign byte in the file.
pub struct Cycles {
    terminal: Terminal,
    parts: Parts,
    file: PathBuf,
    expected: String,
    suspend: Suspend,
    /// Cycles done.
    pub done: u32,
    /// Keys typed, to the shell and to the program.
    pub keys: usize,
}

impl Cycles {
    /// Opens a window with this shell and the program in its foreground. `locum` must be on the sandbox's PATH.
    #[track_caller]
    pub fn start(sandbox: &Sandbox, shell: Shell, suspend: Suspend) -> Cycles {
        let file = sandbox.home().join("typed");
        sandbox.write("home/reader", "exec cat >typed\n");
        let terminal = Terminal::shell(sandbox, shell);
        terminal.run_line("locum run sh reader");
        // The shell becomes cat, which is then all there is to look for.
        let parts = Parts::wait(&terminal, "cat");
        Cycles { terminal, parts, file, expected: String::new(), suspend, done: 0, keys: 0 }
    }

    /// One cycle: a word to the program, suspend, a command to the shell as soon as its prompt is seen, resume.
    #[track_caller]
    pub fn turn(&mut self) {
        let number = self.done;
        self.type_to_program(&format!("in-{number}"));
        match self.suspend {
            Suspend::Key => self.terminal.send(keys::CTRL_Z),
            Suspend::ClientStop => signal(self.parts.client, Signal::STOP),
        }
        self.terminal.wait_prompt();
        let command = format!("echo out-{number}-abcdefghij");
        self.type_keys(&command);
        self.terminal.send(keys::ENTER);
        self.terminal.wait_prompt();
        self.expect_line(&command["echo ".len()..]);
        self.terminal.run_line("fg");
        self.parts.wait_foreground(&self.terminal);
        self.done += 1;
    }

    #[track_caller]
    fn type_keys(&mut self, text: &str) {
        self.keys += text.len() + 1;
        for key in text.as_bytes().chunks(1) {
            self.terminal.send(key);
        }
    }

    #[track_caller]
    fn type_to_program(&mut self, word: &str) {
        let mark = self.terminal.mark();
        self.type_keys(word);
        self.terminal.send(keys::ENTER);
        self.expected.push_str(word);
        self.expected.push('\n');
        // A terminal drops what was not read yet when the suspend key comes, with and without locum.
        wait_until(&self.terminal, &format!("{word} in the program's file and nothing else"), || {
            std::fs::read_to_string(&self.file).is_ok_and(|text| text == self.expected)
        });
        self.terminal.wait_for_bytes(mark, format!("{word}\r\n").as_bytes());
    }

    /// The command's output must be there once, as a line of its own, and the typed line above it.
    #[track_caller]
    fn expect_line(&self, line: &str) {
        let screen = self.terminal.screen();
        let printed = screen.lines().filter(|row| *row == line).count();
        let typed = screen.lines().filter(|row| row.ends_with(&format!("> echo {line}"))).count();
        assert_eq!((printed, typed), (1, 1), "{line} printed and typed\n{}", self.terminal.describe());
    }

    /// Ends the program and checks that the shell and the window are as they were.
    #[track_caller]
    pub fn finish(mut self) -> (u32, usize) {
        self.type_to_program("last");
        self.terminal.send(keys::CTRL_D);
        self.terminal.wait_prompt();
        self.parts.wait_gone();
        let typed = std::fs::read_to_string(&self.file).unwrap_or_default();
        assert_eq!(typed, self.expected, "what the program read");
        (self.done, self.keys)
    }
}

/// Sends these signals to these processes over and over while `work` runs. Returns how many were sent.
pub fn storm(targets: &[(u32, Signal)], work: impl FnOnce()) -> u64 {
    use std::sync::atomic::{AtomicBool, Ordering};
    /// Enough to hit every system call, not so much that the work never comes to its turn.
    const PAUSE: Duration = Duration::from_micros(50);
    struct Done<'a>(&'a AtomicBool);
    impl Drop for Done<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let sender = scope.spawn(|| {
            let mut sent = 0;
            while !over.load(Ordering::Relaxed) {
                for (pid, number) in targets {
                    signal(*pid, *number);
                    sent += 1;
                }
                std::thread::sleep(PAUSE);
            }
            sent
        });
        // Also when the work panics: the scope waits for the sender.
        let done = Done(&over);
        work();
        drop(done);
        sender.join().unwrap_or_default()
    })
}

/// Text of about this many bytes in numbered lines, in which a lost, doubled or moved piece shows.
pub fn numbered_lines(bytes: usize) -> Vec<u8> {
    const LINE: usize = 64;
    let fill = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut text = String::with_capacity(bytes + LINE);
    for number in 0..bytes / LINE {
        text.push_str(&format!("{number:09} {fill}\r\n"));
    }
    text.into_bytes()
}

/// A window with `locum run` as its only program, which waits for a key and then prints `text` byte by byte as it
/// is. Signals that ask a program for something are ignored by it.
#[track_caller]
pub fn printer(sandbox: &Sandbox, locum: &str, text: &[u8], patience: Duration) -> (Terminal, Parts) {
    sandbox.write("home/text", text);
    let script = "trap '' USR1 USR2; stty raw -echo; printf up; dd bs=1 count=1 of=/dev/null status=none; exec cat text";
    let terminal = Terminal::launch(sandbox).patience(patience).start(&[locum, "run", "dash", "-c", script]);
    terminal.wait_for("up");
    let parts = Parts::wait(&terminal, "trap");
    (terminal, parts)
}

/// Checks that exactly `text` came after the mark; says where it differs.
#[track_caller]
pub fn expect_bytes(terminal: &Terminal, mark: crate::Mark, text: &[u8]) {
    let came = terminal.log_since(mark);
    if came != text {
        let at =
            came.iter().zip(text).position(|(one, other)| one != other).unwrap_or(came.len().min(text.len()));
        let around = |bytes: &[u8]| {
            bytes[at.saturating_sub(40).min(bytes.len())..(at + 40).min(bytes.len())]
                .escape_ascii()
                .to_string()
        };
        panic!(
            "{} bytes came instead of {}; they differ at {at}: {:?} instead of {:?}",
            came.len(),
            text.len(),
            around(&came),
            around(text)
        );
    }
}

impl Parts {
    /// What a storm sends: nothing of it may end or stop anybody, as long as the program ignores SIGUSR1.
    pub fn harmless_signals(&self) -> Vec<(u32, Signal)> {
        let both = [Signal::WINCH, Signal::USR1, Signal::CONT, Signal::PIPE, Signal::CHILD];
        let to = |pid| both.map(|number| (pid, number));
        [to(self.client).as_slice(), &to(self.host), &[(self.leader, Signal::CHILD)]].concat()
    }
}

/// A window with `locum run` as its only program, which prints the size whenever it is told of a new one.
pub struct Sizes {
    terminal: Terminal,
    parts: Parts,
}

impl Sizes {
    /// Opens the window.
    #[track_caller]
    pub fn start(sandbox: &Sandbox, locum: &str) -> Sizes {
        // The size is not printed in the trap: bash drops a signal that comes while its own trap still runs.
        let script = "trap new=1 WINCH; echo up; \
                      while sleep 0.02; do [ -z \"$new\" ] || { new=; stty size; }; done";
        let terminal = Terminal::start(sandbox, Size::cells(24, 80), &[locum, "run", "bash", "-c", script]);
        terminal.wait_for("up");
        let parts = Parts::wait(&terminal, "trap");
        Sizes { terminal, parts }
    }

    /// Changes the size `changes` times as fast as it goes; the last one must reach the program.
    #[track_caller]
    pub fn burst(&self, changes: u16, last: Size) {
        let mark = self.terminal.mark();
        for step in 0..changes {
            self.terminal.resize(Size::cells(10 + step % 50, 40 + step % 60));
        }
        self.terminal.resize(last);
        self.parts.wait_size(&self.terminal, last);
        self.terminal.wait_for_bytes(mark, format!("{} {}\r\n", last.rows, last.cols).as_bytes());
    }
}
