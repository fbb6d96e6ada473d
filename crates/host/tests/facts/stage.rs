//! A program on a terminal of its own, in a home of its own, with an environment built from nothing.

use std::fs;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use host::facts::{Effort, Facts};
use host::unix::linux::LinuxFacts;
use host::unix::pty::{on_terminal, open_pair};
use model::{KernelFacts, Size};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How long a program may take to get where it is expected. Generous: the machine may be busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

pub(crate) struct Stage {
    pub(crate) home: PathBuf,
    pub(crate) master: OwnedFd,
    pub(crate) output: String,
    child: Child,
    facts: LinuxFacts,
}

impl Stage {
    pub(crate) fn start(argv: &[&str]) -> Stage {
        let home = fresh_home();
        compile_helper(&home);
        fs::write(home.join("text"), "line\n".repeat(500)).unwrap();
        let pair = open_pair(Size { rows: 24, cols: 80, xpixel: 0, ypixel: 0 }).unwrap();
        let mut command = Command::new(find(argv[0], &home));
        command.args(&argv[1..]).current_dir(&home).env_clear();
        command.env("PATH", PATH).env("TERM", "xterm").env("HOME", &home).env("LC_ALL", "C.UTF-8");
        command.env("SHELL", "/bin/sh");
        on_terminal(&mut command, &pair.slave).unwrap();
        let child = command.spawn().unwrap();
        let facts = LinuxFacts::of_session(pair.master.try_clone().unwrap(), std::process::id()).unwrap();
        Stage { home, master: pair.master, output: String::new(), child, facts }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn type_keys(&self, keys: &str) {
        rustix::io::write(&self.master, keys.as_bytes()).unwrap();
    }

    /// Takes what the program printed and asks the kernel.
    pub(crate) fn probe(&mut self, effort: Effort) -> KernelFacts {
        self.drain(Duration::from_millis(20));
        self.facts.probe(effort)
    }

    /// Probes until two facts in a row are as wanted; otherwise the last ones, with what was printed.
    pub(crate) fn wait_for(&mut self, wanted: impl Fn(&KernelFacts) -> bool) -> Result<KernelFacts, String> {
        let start = Instant::now();
        let mut hits = 0;
        loop {
            let facts = self.probe(Effort::Thorough);
            hits = if wanted(&facts) { hits + 1 } else { 0 };
            if hits == 2 {
                return Ok(facts);
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("last seen {facts:?}, printed {:?}", self.output));
            }
        }
    }

    pub(crate) fn wait_for_text(&mut self, text: &str) -> Result<(), String> {
        let start = Instant::now();
        while !self.output.contains(text) {
            if start.elapsed() > PATIENCE {
                return Err(format!("{text:?} not printed, but {:?}", self.output));
            }
            self.drain(Duration::from_millis(20));
        }
        Ok(())
    }

    fn drain(&mut self, limit: Duration) {
        let deadline = Instant::now() + limit;
        let mut buffer = [0; 4096];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let limit = Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() };
            if poll(&mut [PollFd::new(&self.master, PollFlags::IN)], Some(&limit)) != Ok(1) {
                return;
            }
            match rustix::io::read(&self.master, &mut buffer) {
                Ok(count) if count > 0 => self.output.push_str(&String::from_utf8_lossy(&buffer[..count])),
                _ => return std::thread::sleep(left),
            }
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.home);
    }
}

/// The path of a program. One that is missing fails the test by its name instead of leaving a row out.
fn find(program: &str, home: &Path) -> PathBuf {
    let mut places = PATH.split(':').map(Path::new).chain([home]);
    match places.find_map(|place| Some(place.join(program)).filter(|path| path.exists())) {
        Some(path) => path,
        None => panic!("these tests need the program {program}"),
    }
}

fn fresh_home() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let home = std::env::temp_dir().join(format!("facts-{}-{number}", std::process::id()));
    fs::create_dir(&home).unwrap();
    home
}

/// The helper that waits through io_uring is compiled once and copied to every home.
fn compile_helper(home: &Path) {
    static HELPER: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    let target = home.join("uring_read");
    let binary = HELPER.get_or_init(|| {
        let source = home.join("uring_read.c");
        fs::write(&source, include_str!("uring_read.c")).unwrap();
        let mut command = Command::new(find("cc", home));
        command.env_clear().env("PATH", PATH).arg("-o").arg(&target).arg(&source).stdin(Stdio::null());
        assert!(command.status().unwrap().success(), "the C compiler failed");
        fs::read(&target).unwrap()
    });
    if !target.exists() {
        // Another thread that forks while a program is open for writing would keep it from being started, so the
        // copy is made by another process.
        let original = home.join("uring_read.new");
        fs::write(&original, binary).unwrap();
        assert!(Command::new("/bin/cp").arg(&original).arg(&target).status().unwrap().success());
        assert!(Command::new("/bin/chmod").arg("755").arg(&target).status().unwrap().success());
    }
}
