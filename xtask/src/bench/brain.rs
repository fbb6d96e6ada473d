//! `cargo xtask bench brain`: what the brain costs, alone and with many sessions.
//!
//! The sessions are processes of this program that print a line ten times a second, so that what is measured is the
//! brain and not its load.

use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use testkit::{Sandbox, Size, Terminal, locum_binary};

use super::build_locum;
use crate::Failure;

const SESSIONS: usize = 200;
const LINES_A_SECOND: u64 = 10;
/// How long CPU is counted.
const WINDOW: Duration = Duration::from_secs(20);
/// How often the short things are timed.
const TIMES: usize = 15;

struct Place {
    sandbox: Sandbox,
    locum: PathBuf,
    xtask: PathBuf,
}

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    let built = match arguments {
        [option, path] if option == "--locum" => PathBuf::from(path).canonicalize()?,
        _ => build_locum()?,
    };
    let sandbox = Sandbox::new().with_brain();
    let locum = locum_binary(&sandbox, &built);
    let xtask = locum_binary(&sandbox, &std::env::current_exe()?);
    let place = Place { sandbox, locum, xtask };
    place.cold_starts()?;
    let idle = place.idle()?;
    place.attach("alone")?;
    place.many(idle)?;
    place.attach("among them")?;
    place.locum(&["daemon", "stop"])?;
    Ok(ExitCode::SUCCESS)
}

impl Place {
    fn locum(&self, words: &[&str]) -> Result<String, Failure> {
        let locum = self.locum.display().to_string();
        let mut output = self.sandbox.command(&locum);
        output.args(words).env("COLUMNS", "100").env("LINES", "30");
        let output = output.stdin(Stdio::null()).output()?;
        if !output.status.success() {
            return Err(format!("locum {words:?}: {}", String::from_utf8_lossy(&output.stderr)).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn brain(&self) -> Result<u32, Failure> {
        let status: serde_json::Value = serde_json::from_str(&self.locum(&["daemon", "status", "--json"])?)?;
        Ok(u32::try_from(status["pid"].as_u64().ok_or("no brain")?)?)
    }

    /// From nothing to the first answer, with an empty record and with one that is there.
    fn cold_starts(&self) -> Result<(), Failure> {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let began = Instant::now();
            self.locum(&["daemon", "start"])?;
            times.push(began.elapsed());
            self.locum(&["daemon", "stop"])?;
        }
        let mut asked = Vec::new();
        self.locum(&["daemon", "start"])?;
        for _ in 0..TIMES {
            let began = Instant::now();
            self.locum(&["ps", "--json"])?;
            asked.push(began.elapsed());
        }
        println!("cold start of the brain (`locum daemon start`): {}", spread(&mut times));
        println!("`locum ps` with a brain that runs: {}", spread(&mut asked));
        Ok(())
    }

    fn idle(&self) -> Result<u64, Failure> {
        let idle = rss(self.brain()?)?;
        println!("brain, no sessions: {:.1} MiB", mib(idle));
        Ok(idle)
    }

    fn many(&self, idle: u64) -> Result<(), Failure> {
        let (xtask, rate) = (self.xtask.display().to_string(), LINES_A_SECOND.to_string());
        let began = Instant::now();
        for number in 0..SESSIONS {
            let name = format!("load-{number}");
            self.locum(&["run", "--detach", "--name", &name, "--", &xtask, "lines", &rate])?;
        }
        let started = began.elapsed();
        let brain = self.brain()?;
        self.until_all_are_known()?;
        // Until every screen is full and has scrolled.
        std::thread::sleep(Duration::from_secs(15));
        let (before, began) = (ticks(brain)?, Instant::now());
        std::thread::sleep(WINDOW);
        let share = (ticks(brain)? - before) as f64 / ticks_a_second() / began.elapsed().as_secs_f64();
        let now = rss(brain)?;
        println!("{SESSIONS} sessions started in {:.1} s", started.as_secs_f64());
        println!(
            "brain with {SESSIONS} sessions of 100x30, {LINES_A_SECOND} lines a second each: {:.1} % of one CPU, \
             {:.1} MiB ({:.0} KiB a session)",
            share * 100.0,
            mib(now),
            now.saturating_sub(idle) as f64 / 1024.0 / SESSIONS as f64,
        );
        Ok(())
    }

    fn until_all_are_known(&self) -> Result<(), Failure> {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let known: serde_json::Value = serde_json::from_str(&self.locum(&["ps", "--json"])?)?;
            match known.as_array().map_or(0, Vec::len) {
                SESSIONS.. => return Ok(()),
                few if Instant::now() > until => return Err(format!("only {few} sessions are known").into()),
                _ => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// From the command to the first full screen, its process and the terminal's reading included.
    fn attach(&self, among: &str) -> Result<(), Failure> {
        let name = "attach-me";
        let xtask = self.xtask.display().to_string();
        self.locum(&["run", "--detach", "--name", name, "--", &xtask, "picture"])?;
        std::thread::sleep(Duration::from_millis(500));
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let locum = self.locum.display().to_string();
            let began = Instant::now();
            let terminal =
                Terminal::start(&self.sandbox, Size::cells(30, 100), &[locum.as_str(), "attach", name]);
            terminal.wait_for("last row of the picture");
            times.push(began.elapsed());
            self.locum(&["detach", name])?;
        }
        println!("attach to the first full screen of 100x30, {among}: {}", spread(&mut times));
        self.locum(&["kill", name, "--signal", "KILL"])?;
        Ok(())
    }
}

/// Prints a line so many times a second, for ever: a session's load.
pub(crate) fn lines(arguments: &[String]) -> Result<ExitCode, Failure> {
    let rate: u64 = arguments.first().ok_or("lines RATE")?.parse()?;
    for number in 0u64.. {
        println!(
            "\x1b[32m{number:8}\x1b[0m what a busy program says in a line of ordinary length, again and again"
        );
        std::thread::sleep(Duration::from_millis(1000 / rate.max(1)));
    }
    Ok(ExitCode::SUCCESS)
}

/// Fills the screen once and stays.
pub(crate) fn picture() -> Result<ExitCode, Failure> {
    let mut text = String::from("\x1b[?1049h\x1b[H");
    for row in 1..30 {
        text.push_str(&format!("\x1b[{row};1H\x1b[3{}mrow {row:2} {}", row % 8, "█▓▒░".repeat(20)));
    }
    text.push_str("\x1b[30;1H\x1b[0mlast row of the picture");
    print!("{text}");
    std::io::Write::flush(&mut std::io::stdout())?;
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

fn spread(times: &mut [Duration]) -> String {
    times.sort();
    let at = |share: usize| times.get((times.len() - 1) * share / 100).copied().unwrap_or_default();
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    format!("{:.1} ms (best {:.1}, worst {:.1})", millis(at(50)), millis(at(0)), millis(at(100)))
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / (1 << 20) as f64
}

fn rss(pid: u32) -> Result<u64, Failure> {
    let status = std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    let kib: u64 = line.split_whitespace().next().ok_or("no number")?.parse()?;
    Ok(kib * 1024)
}

pub(super) fn ticks(pid: u32) -> Result<u64, Failure> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let after = stat.rsplit_once(')').ok_or("no stat")?.1;
    let fields: Vec<&str> = after.split_whitespace().collect();
    let number =
        |index: usize| fields.get(index).and_then(|text| text.parse::<u64>().ok()).unwrap_or_default();
    Ok(number(11) + number(12))
}

/// What Linux counts in.
pub(super) fn ticks_a_second() -> f64 {
    rustix::param::clock_ticks_per_second() as f64
}
