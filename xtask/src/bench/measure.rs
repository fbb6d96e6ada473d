//! One measurement of one wrapper, in a process of its own: `measure PEER LOCUM KIND ARGUMENTS`.
//!
//! Of its own, because all it starts become its descendants (it is their subreaper), can be accounted for
//! without those of other measurements, and can be killed. Prints one line of JSON.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{Sandbox, kill};

use super::account::Usage;
use super::peers::{LOCUM_BRAIN, LOCUM_TAP, Peer, Place};
use super::window::Window;
use super::{stream, tap};
use crate::Failure;

/// No measurement takes longer; what does is stuck.
const LIMIT: Duration = Duration::from_secs(45);

/// How long after a key its echo counts as lost.
const LOST: Duration = Duration::from_millis(250);

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    thread::spawn(watchdog);
    let result = measure(arguments).unwrap_or_else(|error| json!({"error": error.to_string()}));
    kill::descendants_of(std::process::id());
    println!("{result}");
    Ok(ExitCode::SUCCESS)
}

/// Ends what is stuck: without the programs, every read of the terminal ends.
fn watchdog() {
    thread::sleep(LIMIT);
    kill::descendants_of(std::process::id());
    thread::sleep(Duration::from_secs(5));
    std::process::exit(1);
}

fn measure(arguments: &[String]) -> Result<Value, Box<dyn Error>> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [peer, locum, kind @ ..] = words.as_slice() else {
        return Err("measure PEER LOCUM KIND".into());
    };
    let peer = Peer::named(peer).ok_or_else(|| format!("unknown wrapper {peer}"))?;
    let scene = Scene { peer, locum: Path::new(locum), sandbox: Sandbox::new() };
    scene.start_brain()?;
    match kind {
        ["bulk", megabytes] => scene.bulk(megabytes.parse()?),
        ["raw"] => scene.raw(),
        ["echo", keys, gap, kbps] => scene.echo(keys.parse()?, gap.parse()?, kbps),
        ["start", count] => scene.start(count.parse()?),
        _ => Err("measure: bulk MB, raw, echo KEYS GAP_US KBPS or start COUNT".into()),
    }
}

/// What a measurement works with.
struct Scene<'a> {
    peer: &'static Peer,
    locum: &'a Path,
    sandbox: Sandbox,
}

impl Scene<'_> {
    /// For the row that has one: a brain that runs before anything is measured.
    fn start_brain(&self) -> Result<(), Box<dyn Error>> {
        if self.peer.name == LOCUM_BRAIN {
            let locum = self.locum.display().to_string();
            let started = self.sandbox.command(&locum).args(["daemon", "start"]).output()?;
            if !started.status.success() {
                return Err(String::from_utf8_lossy(&started.stderr).into());
            }
        }
        Ok(())
    }

    /// Opens a window with the wrapper around this command.
    fn open(&self, command: &[String]) -> Result<Window, Box<dyn Error>> {
        let place = Place { sandbox: &self.sandbox, locum: self.locum, xtask: std::env::current_exe()? };
        Window::open(&self.sandbox, &self.peer.argv(&place, command))
    }

    /// Opens a window with the wrapper around the load, and the drain if this row has one.
    fn open_load(&self, load: &[&str]) -> Result<(Window, Option<tap::Drain>), Box<dyn Error>> {
        let xtask = std::env::current_exe()?.display().to_string();
        let command: Vec<String> =
            [&[xtask.as_str(), "load"], load].concat().into_iter().map(str::to_owned).collect();
        let mut window = self.open(&command)?;
        window.wait_start(stream::START)?;
        let drain =
            (self.peer.name == LOCUM_TAP).then(|| tap::attach_tap_drain(&self.sandbox)).transpose()?;
        Ok((window, drain))
    }

    fn bulk(&self, megabytes: usize) -> Result<Value, Box<dyn Error>> {
        let (mut window, _drain) = self.open_load(&["bulk", &megabytes.to_string()])?;
        let mut check = Check::new(stream::with_returns(&stream::block()), megabytes);
        let before = Usage::now();
        let start = Instant::now();
        window.send(b"\r")?;
        while !check.done {
            let len = window.read();
            if len == 0 {
                return Err("the stream broke off".into());
            }
            check.take(&window.buffer[..len]);
        }
        let seconds = start.elapsed().as_secs_f64();
        let usage = Usage::now().since(before);
        window.send(b"\r")?;
        let ended = window.wait_end(Duration::from_secs(2))?;
        let volume = f64::from(u32::try_from(megabytes)?);
        Ok(json!({
            "mb": megabytes, "seconds": seconds, "mbps": volume / seconds, "exact": check.exact, "ended": ended,
            "usage": usage.to_json(volume / 1024.0),
        }))
    }

    fn raw(&self) -> Result<Value, Box<dyn Error>> {
        let (mut window, _drain) = self.open_load(&["raw"])?;
        let mut expected = stream::hard_bytes();
        expected.extend_from_slice(format!("\r\n{}\r\n", stream::END).as_bytes());
        window.send(b"x")?;
        let mut seen = Vec::new();
        // A wrapper that draws anew may never show the end; silence is the other end.
        while let Some(len @ 1..) = window.read_within(Duration::from_secs(1)) {
            seen.extend_from_slice(&window.buffer[..len]);
            if seen.len() > 4 * expected.len()
                || seen.ends_with(&expected[expected.len() - stream::END.len()..])
            {
                break;
            }
        }
        window.send(b"x")?;
        window.wait_end(Duration::from_secs(1))?;
        Ok(json!({"exact": seen == expected, "seen": seen.len(), "sent": expected.len()}))
    }

    fn echo(&self, keys: usize, gap: u64, kbps: &str) -> Result<Value, Box<dyn Error>> {
        let (mut window, _drain) = self.open_load(&["echo", kbps])?;
        let gap = Duration::from_micros(gap);
        let (mut times, mut lost) = (Vec::new(), 0);
        let before = Usage::now();
        let end = Instant::now() + Duration::from_secs(6);
        for key in stream::KEYS.iter().cycle().take(keys) {
            match time_echo(&mut window, *key)? {
                Some(time) => times.push(time.as_secs_f64() * 1e6),
                None => lost += 1,
            }
            drain_for(&mut window, gap);
            if Instant::now() > end {
                break;
            }
        }
        let typed = f64::from(u32::try_from(times.len() + lost)?);
        let cpu = Usage::now().since(before).total.cpu * 1e6 / typed;
        window.send(b"q")?;
        window.wait_end(Duration::from_secs(2))?;
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times.get(times.len() * share / 1000).copied().ok_or("no key came back");
        Ok(json!({
            "n": times.len(), "lost": lost, "cpu_us_per_key": cpu,
            "p50_us": at(500)?, "p90_us": at(900)?, "p99_us": at(990)?, "p999_us": at(999)?,
        }))
    }

    fn start(&self, count: usize) -> Result<Value, Box<dyn Error>> {
        let mut times = Vec::new();
        for _ in 0..count {
            let start = Instant::now();
            let mut window = self.open(&["true".to_owned()])?;
            if !window.wait_end(Duration::from_secs(10))? {
                return Err("the wrapper around true does not end".into());
            }
            times.push(start.elapsed().as_secs_f64() * 1e3);
            drop(window);
            // What a wrapper leaves running must not slow down the next start.
            kill::descendants_of(std::process::id());
        }
        times.sort_by(f64::total_cmp);
        Ok(json!({"best_ms": times.first(), "p50_ms": times.get(times.len() / 2)}))
    }
}

/// Types a key and waits for it to come back.
fn time_echo(window: &mut Window, key: u8) -> Result<Option<Duration>, Box<dyn Error>> {
    let start = Instant::now();
    window.send(&[key])?;
    while start.elapsed() < LOST {
        match window.read_within(LOST) {
            Some(0) => return Err("the wrapper ended early".into()),
            Some(len) if window.buffer[..len].contains(&key) => return Ok(Some(start.elapsed())),
            _ => {}
        }
    }
    Ok(None)
}

/// Goes on reading until that much time is over, so that the stream does not pile up.
fn drain_for(window: &mut Window, time: Duration) {
    let end = Instant::now() + time;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() || window.read_within(left) == Some(0) {
            return;
        }
    }
}

/// Compares the bulk stream byte for byte and finds its end.
struct Check {
    block: Vec<u8>,
    /// How many bytes of the stream are still to come.
    left: usize,
    exact: bool,
    done: bool,
    /// What was seen last, where the end mark may be cut by a read.
    tail: Vec<u8>,
}

impl Check {
    fn new(block: Vec<u8>, times: usize) -> Self {
        let left = block.len() * times;
        Check { block, left, exact: true, done: false, tail: Vec::new() }
    }

    fn take(&mut self, mut bytes: &[u8]) {
        while self.exact && self.left > 0 && !bytes.is_empty() {
            let from = (self.block.len() - self.left % self.block.len()) % self.block.len();
            let len = bytes.len().min(self.block.len() - from);
            let (now, rest) = bytes.split_at(len);
            self.exact = now == &self.block[from..from + len];
            self.left -= len;
            bytes = rest;
        }
        if !self.exact || self.left == 0 {
            self.find_end(bytes);
        }
    }

    fn find_end(&mut self, bytes: &[u8]) {
        self.tail.extend_from_slice(bytes);
        self.done |= memchr::memmem::find(&self.tail, stream::END.as_bytes()).is_some();
        let keep = self.tail.len().min(stream::END.len());
        self.tail.drain(..self.tail.len() - keep);
    }
}

#[cfg(test)]
mod tests {
    use super::{Check, stream};

    #[track_caller]
    fn check(bytes: &[u8], step: usize) -> (bool, bool) {
        let mut check = Check::new(b"abcde".to_vec(), 3);
        bytes.chunks(step).for_each(|chunk| check.take(chunk));
        (check.exact, check.done)
    }

    #[test]
    fn reads_of_any_size_are_compared() {
        let good = format!("abcdeabcdeabcde\r\n{}\r\n", stream::END);
        let bad = good.replacen("cd", "cX", 1);
        for step in 1..=good.len() {
            assert_eq!(check(good.as_bytes(), step), (true, true), "step {step}");
            assert_eq!(check(bad.as_bytes(), step), (false, true), "step {step}");
        }
        assert_eq!(check(b"abcdeabcdeabcde", 4), (true, false));
    }
}
