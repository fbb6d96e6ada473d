//! More output than anybody reads, every byte of it looked at.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::{Sandbox, Size, Terminal};

/// What `yes` prints, once the terminal has made its line ends.
const PATTERN: &[u8] = b"y\r\n";
/// A multiple of the pattern to compare whole pieces with.
const PERIOD: usize = PATTERN.len() * 32 * 1024;

/// How a flood of `yes` arrived.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flood {
    /// So many bytes came.
    pub bytes: u64,
    /// The place of the first piece that is not what `yes` prints.
    pub wrong_at: Option<u64>,
    /// How long it took.
    pub took: Duration,
}

impl Flood {
    /// Runs `yes` on a terminal until it has written so many lines, and looks at every byte that arrives.
    /// `before` are the words before the command: none for a bare terminal.
    #[track_caller]
    pub fn of_yes(sandbox: &Sandbox, before: &[&str], lines: u64, patience: Duration) -> Flood {
        let seen = Arc::new(Mutex::new(Flood::default()));
        let expected = PATTERN.repeat(2 * PERIOD / PATTERN.len());
        let sink = {
            let seen = Arc::clone(&seen);
            move |piece: &[u8]| seen.lock().unwrap().look_at(piece, &expected)
        };
        let script = format!("yes | head -n {lines}");
        let argv: Vec<&str> = before.iter().copied().chain(["sh", "-c", &script]).collect();
        let start = Instant::now();
        let launch = Terminal::launch(sandbox).size(Size::cells(24, 80)).patience(patience);
        let mut terminal = launch.sink(sink).start(&argv);
        let status = terminal.wait_exit();
        assert!(status.success(), "{argv:?} ended with {status}");
        let mut flood = *seen.lock().unwrap();
        flood.took = start.elapsed();
        flood
    }

    /// The bytes that so many lines are.
    pub fn bytes_of(lines: u64) -> u64 {
        lines * PATTERN.len() as u64
    }

    fn look_at(&mut self, piece: &[u8], expected: &[u8]) {
        let from = (self.bytes % PERIOD as u64) as usize;
        if expected.get(from..from + piece.len()) != Some(piece) {
            self.wrong_at.get_or_insert(self.bytes);
        }
        self.bytes += piece.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::{Flood, PATTERN};

    #[test]
    fn one_wrong_byte_is_found_wherever_the_pieces_end() {
        let expected = PATTERN.repeat(100);
        let mut stream = PATTERN.repeat(10);
        stream[17] = b'z';
        for cut in 0..stream.len() {
            let mut flood = Flood::default();
            flood.look_at(&stream[..cut], &expected);
            flood.look_at(&stream[cut..], &expected);
            assert_eq!((flood.bytes, flood.wrong_at.is_some()), (30, true), "cut at {cut}");
        }
    }
}
