//! The program that runs inside the wrapper.
//!
//! `load bulk MB`: prints the start mark, waits for a line, prints MB blocks, waits for a line.
//! `load echo KBPS`: raw mode; echoes every byte until `q`, and meanwhile prints KBPS kilobytes a second.
//! `load raw`: raw mode; on a key prints the hard bytes, ends on the next key. `load nop`: ends at once.

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use rustix::termios::{LocalModes, OptionalActions, Termios};

use super::stream;
use crate::Failure;

/// The name by which accounting knows the load and leaves it out.
pub(super) const NAME: &str = "bench-load";

/// What the paced stream consists of. Lower case only, see [`stream::KEYS`].
pub(super) const LINE: &str = "the lazy fox jumps \x1b[32mok\x1b[0m over and over again until it is done\r\n";

/// Big enough that the number of system calls does not count, as programs with a buffer do.
const CHUNK: usize = 16 * 1024;

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    name_process(c"bench-load");
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["bulk", megabytes] => bulk(megabytes.parse()?)?,
        ["echo", kbps] => echo(kbps.parse()?)?,
        ["raw"] => raw()?,
        ["nop"] => {}
        _ => return Err("load: bulk MB, echo KBPS, raw or nop".into()),
    }
    Ok(ExitCode::SUCCESS)
}

/// Names this process for the accounting. A name that cannot be set is noticed there.
pub(super) fn name_process(name: &std::ffi::CStr) {
    let _ = rustix::thread::set_name(name);
}

fn bulk(megabytes: usize) -> io::Result<()> {
    change_terminal(|termios| termios.local_modes -= LocalModes::ECHO)?;
    let block = stream::block();
    write_all(format!("{}\n", stream::START).as_bytes())?;
    wait_line()?;
    for _ in 0..megabytes {
        block.chunks(CHUNK).try_for_each(write_all)?;
    }
    write_all(format!("\n{}\n", stream::END).as_bytes())?;
    wait_line()
}

fn raw() -> io::Result<()> {
    let bytes = stream::hard_bytes();
    change_terminal(Termios::make_raw)?;
    write_all(format!("{}\r\n", stream::START).as_bytes())?;
    let mut key = [0];
    io::stdin().read_exact(&mut key)?;
    bytes.chunks(CHUNK).try_for_each(write_all)?;
    write_all(format!("\r\n{}\r\n", stream::END).as_bytes())?;
    io::stdin().read_exact(&mut key)
}

fn echo(kbps: usize) -> io::Result<()> {
    change_terminal(Termios::make_raw)?;
    write_all(format!("{}\r\n", stream::START).as_bytes())?;
    if kbps > 0 {
        thread::spawn(move || paced_stream(kbps));
    }
    let mut keys = [0; 256];
    loop {
        let len = rustix::io::read(rustix::stdio::stdin(), &mut keys)?;
        if len == 0 || keys[..len].contains(&b'q') {
            return Ok(());
        }
        write_all(&keys[..len])?;
    }
}

/// Prints whole lines at an even rate, once a millisecond what is due.
fn paced_stream(kbps: usize) {
    let start = Instant::now();
    let mut printed = 0;
    for tick in 1_u64.. {
        let next = start + Duration::from_millis(tick);
        thread::sleep(next.saturating_duration_since(Instant::now()));
        let due = usize::try_from(tick).unwrap_or(usize::MAX).saturating_mul(kbps);
        let lines = due.saturating_sub(printed) / LINE.len();
        if write_all(LINE.repeat(lines).as_bytes()).is_err() {
            return;
        }
        printed += lines * LINE.len();
    }
}

fn change_terminal(change: impl FnOnce(&mut Termios)) -> io::Result<()> {
    let stdin = rustix::stdio::stdin();
    let mut termios = rustix::termios::tcgetattr(stdin)?;
    change(&mut termios);
    Ok(rustix::termios::tcsetattr(stdin, OptionalActions::Now, &termios)?)
}

/// Past Rust's own buffering of the standard output: one write here is one system call.
pub(super) fn write_all(mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(rustix::stdio::stdout(), bytes) {
            Ok(len) => bytes = &bytes[len..],
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    io::stdout().flush()
}

fn wait_line() -> io::Result<()> {
    let mut byte = [0];
    while rustix::io::read(rustix::stdio::stdin(), &mut byte)? == 1 {
        if matches!(byte[0], b'\r' | b'\n') {
            return Ok(());
        }
    }
    Ok(())
}
