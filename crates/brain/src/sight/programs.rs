//! Which programs are on a terminal, by their command lines. What a process says of itself is hostile text: it is
//! taken with a bound, and used for nothing but choosing a profile.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

use detect::Program;
use model::KernelFacts;

/// As much of a command line as is looked at. A profile goes by its first words.
const LONGEST: u64 = 4096;
const MOST_WORDS: usize = 64;
/// How often a command line that is empty is read again, and after which pause.
const TRIES: u32 = 5;
const MOMENT: Duration = Duration::from_millis(1);

/// A process that may decide which profile applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its process id, or the id of one of its threads.
    pid: u32,
    /// Its name, where the host told it. A process that becomes another program keeps its id and changes its name.
    name: Option<String>,
}

/// The processes that kernel facts speak of, those that matter most first: who reads, who is in the foreground
/// inside of a relay, who is in the foreground.
pub(super) fn candidates(kernel: &KernelFacts) -> Vec<Candidate> {
    let reader = kernel.reader_thread.map(|pid| Candidate { pid, name: None });
    let named = |process: &model::Process| Candidate { pid: process.pid, name: Some(process.name.clone()) };
    let inner = kernel.inner.as_ref().and_then(|inner| inner.foreground.as_ref()).map(named);
    let foreground = kernel.foreground.as_ref().map(named);
    [reader, inner, foreground].into_iter().flatten().collect()
}

/// Reads their command lines. May take long if one of them wants it to: a process can hold up who looks at its memory.
pub fn identify(candidates: &[Candidate]) -> Vec<Program> {
    candidates.iter().filter_map(of_candidate).collect()
}

fn of_candidate(candidate: &Candidate) -> Option<Program> {
    read(candidate.pid).or_else(|| candidate.name.as_deref().map(Program::named))
}

fn read(pid: u32) -> Option<Program> {
    let process = process_of(pid)?;
    let name = file(process, "comm")?;
    let words = command_line(process);
    // A program that changes its title fills the rest with zeroes.
    let arguments = words.trim_end_matches('\0').split('\0').take(MOST_WORDS).map(str::to_owned);
    Some(Program {
        name: Some(name.trim_end_matches('\n').to_owned()),
        arguments: arguments.filter(|_| !words.is_empty()).collect(),
    })
}

/// A process that is just becoming another program has none for a moment.
fn command_line(process: u32) -> String {
    for _ in 0..TRIES {
        match file(process, "cmdline") {
            Some(words) if words.is_empty() => std::thread::sleep(MOMENT),
            words => return words.unwrap_or_default(),
        }
    }
    String::new()
}

/// The process of a thread: a thread may have a name of its own.
fn process_of(thread: u32) -> Option<u32> {
    let status = file(thread, "status")?;
    status.lines().find_map(|line| line.strip_prefix("Tgid:"))?.trim().parse().ok()
}

fn file(pid: u32, name: &str) -> Option<String> {
    let path: PathBuf = ["/proc", &pid.to_string(), name].iter().collect();
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};

    use model::{InnerTty, Process, Reader};

    use super::*;

    /// A process that lives for as long as the test looks at it.
    struct Alive(Child);

    impl Alive {
        fn start(words: &[&str]) -> Alive {
            let (program, rest) = words.split_first().unwrap();
            Alive(Command::new(program).args(rest).stdin(Stdio::piped()).spawn().unwrap())
        }

        /// What it is known as, once it is what it was started to become.
        fn seen_as(&self, name: &str) -> Program {
            let candidate = Candidate { pid: self.0.id(), name: None };
            let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
            loop {
                let seen = identify(std::slice::from_ref(&candidate)).pop().unwrap();
                if seen.name.as_deref() == Some(name) {
                    return seen;
                }
                assert!(std::time::Instant::now() < until, "{seen:?} is not {name}");
                std::thread::yield_now();
            }
        }
    }

    impl Drop for Alive {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    #[track_caller]
    fn check(words: &[&str], name: &str, arguments: &[&str]) {
        assert_eq!(Alive::start(words).seen_as(name).arguments, arguments, "{words:?}");
    }

    #[test]
    fn real_processes() {
        check(&["cat", "-u", "-"], "cat", &["cat", "-u", "-"]);
        check(&["sh", "-c", "read x; exit"], "sh", &["sh", "-c", "read x; exit"]);
        check(&["sh", "-c", "exec cat -"], "cat", &["cat", "-"]);
        check(&["env", "A=b", "cat", "-"], "cat", &["cat", "-"]);
        check(&["bash", "-c", "exec -a /opt/claude cat"], "cat", &["/opt/claude"]);
        if Command::new("node").arg("--version").stdout(Stdio::null()).status().is_ok() {
            let script = "process.title='claude'; setInterval(() => {}, 1000)";
            let seen = Alive::start(&["node", "-e", script]).seen_as("claude");
            assert_eq!(seen.arguments.first().map(String::as_str), Some("claude"));
        }
    }

    #[test]
    fn a_long_command_line_is_cut_and_a_dead_process_has_only_its_name() {
        let (long, many) = ("x".repeat(100_000), vec!["-"; 500]);
        let seen = Alive::start(&[&["sh", "-c", "read x; exit", &long], many.as_slice()].concat());
        let arguments = seen.seen_as("sh").arguments;
        assert!(arguments.iter().map(String::len).sum::<usize>() <= LONGEST as usize);
        assert!(arguments.len() <= MOST_WORDS);
        let dead = |name: Option<&str>| Candidate { pid: u32::MAX >> 1, name: name.map(str::to_owned) };
        assert_eq!(identify(&[dead(None), dead(Some("gone"))]), [Program::named("gone")]);
    }

    #[test]
    fn who_reads_comes_first() {
        let process = |pid, name: &str| Some(Process { pid, name: name.into() });
        let inner = InnerTty { mode: None, foreground: process(3, "claude"), reader: Reader::Read };
        let kernel = KernelFacts {
            reader_thread: Some(2),
            foreground: process(1, "script"),
            inner: Some(inner),
            ..KernelFacts::default()
        };
        let pids: Vec<u32> = candidates(&kernel).iter().map(|candidate| candidate.pid).collect();
        assert_eq!(pids, [2, 3, 1]);
        assert_eq!(candidates(&KernelFacts::default()), []);
    }
}
