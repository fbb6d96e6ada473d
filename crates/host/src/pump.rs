//! The byte path: one read, one write, nothing in between.
//!
//! Both pumps are told when a descriptor is ready and never wait. What could not be written stays and stops the
//! next read, so a slow terminal slows the program exactly as it would without us, and nothing else.

use std::io;
use std::ops::Range;

use model::Size;
use zeroize::Zeroize;

use crate::output::Checkpoint;
use crate::ring::Ring;

/// The program's side: a pseudo-terminal. Never waits; says `WouldBlock` instead.
pub trait Pty {
    /// Reads output of the program. 0 means that nobody is left who could write.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize>;
    /// Types into the program.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Tells the program how large its terminal is.
    fn resize(&mut self, size: Size) -> io::Result<()>;
}

/// The person's side: a terminal, or whatever stands in for one. Never waits either.
pub trait Terminal {
    /// Reads what the person typed. 0 means that no more will come.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize>;
    /// Shows output.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;
}

/// What one attempt to move bytes came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moved {
    /// So many bytes.
    Bytes(usize),
    /// Not ready.
    Nothing,
    /// No more will come, or nobody is there any more.
    End,
}

/// A hang-up shows as an error on some systems and as an end on others; it is an end to us.
fn moved(result: io::Result<usize>) -> Moved {
    match result {
        Ok(0) => Moved::End,
        Ok(count) => Moved::Bytes(count),
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
            Moved::Nothing
        }
        Err(_) => Moved::End,
    }
}

/// Program to terminal.
#[derive(Debug, Default)]
pub struct OutputPump {
    ring: Ring,
    shown: u64,
}

impl OutputPump {
    /// The output so far.
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// Notes what is on at a place of the output.
    pub fn mark(&mut self, checkpoint: Checkpoint) {
        self.ring.mark(checkpoint);
    }

    /// Reads once from the program.
    pub fn take(&mut self, pty: &mut impl Pty) -> Moved {
        let taken = moved(pty.read(self.ring.space()));
        if let Moved::Bytes(count) = taken {
            self.ring.commit(count);
        }
        taken
    }

    /// Writes what has been taken and not been shown. `End` means that the terminal is gone.
    pub fn show(&mut self, terminal: &mut impl Terminal) -> Moved {
        let mut all = 0;
        loop {
            let run = self.ring.run_from(self.shown);
            if run.is_empty() {
                return if all > 0 { Moved::Bytes(all) } else { Moved::Nothing };
            }
            match moved(terminal.write(run)) {
                Moved::Bytes(count) => {
                    self.shown += count as u64;
                    all += count;
                }
                stuck => return stuck,
            }
        }
    }

    /// Whether output waits for the terminal.
    pub fn waits(&self) -> bool {
        self.shown < self.ring.end()
    }

    /// Output up to this number has been shown, or was not to be.
    pub fn shown(&self) -> u64 {
        self.shown
    }

    /// No terminal is there: what was taken counts as shown.
    pub fn skip(&mut self) {
        self.shown = self.ring.end();
    }

    /// Another terminal is there, which shows the output up to this number. False if the ring does not hold what
    /// follows.
    pub fn go_on_from(&mut self, number: u64) -> bool {
        let held = (self.ring.oldest()..=self.ring.end()).contains(&number);
        if held {
            self.shown = number;
        }
        held
    }
}

/// Bytes read from the terminal at once.
pub const KEYS: usize = 4096;

/// Terminal to program. What passed is wiped: it may have been a password.
#[derive(Debug)]
pub struct InputPump {
    keys: Box<[u8; KEYS]>,
    start: usize,
    end: usize,
}

impl Default for InputPump {
    fn default() -> Self {
        InputPump { keys: Box::new([0; KEYS]), start: 0, end: 0 }
    }
}

impl InputPump {
    /// Whether keys wait for the program to take them.
    pub fn waits(&self) -> bool {
        self.start < self.end
    }

    /// The keys that wait.
    pub fn waiting(&self) -> &[u8] {
        self.keys.get(self.start..self.end).unwrap_or_default()
    }

    /// Reads once, at most `limit` bytes, and only when nothing waits.
    pub fn take(&mut self, terminal: &mut impl Terminal, limit: usize) -> Moved {
        if self.waits() {
            return Moved::Nothing;
        }
        self.start = 0;
        let taken = moved(terminal.read(self.keys.get_mut(..limit.min(KEYS)).unwrap_or_default()));
        self.end = if let Moved::Bytes(count) = taken { count } else { 0 };
        taken
    }

    /// Reads one more byte behind those that wait.
    pub fn take_one_more(&mut self, terminal: &mut impl Terminal) -> Moved {
        let Some(place) = self.keys.get_mut(self.end..=self.end) else { return Moved::Nothing };
        let taken = moved(terminal.read(place));
        if let Moved::Bytes(count) = taken {
            self.end += count;
        }
        taken
    }

    /// Forgets, of the bytes that wait, all but these.
    pub fn keep_only(&mut self, part: Range<usize>) {
        let (start, end) = (self.start + part.start, self.start + part.end);
        for gone in [self.start..start, end..self.end] {
            if let Some(gone) = self.keys.get_mut(gone) {
                gone.zeroize();
            }
        }
        (self.start, self.end) = (start, end.min(self.end));
    }

    /// Puts bytes that were held back before those that wait. False if there is no room.
    pub fn put_before(&mut self, bytes: &[u8]) -> bool {
        let count = self.end - self.start;
        if bytes.len() + count > KEYS {
            return false;
        }
        self.keys.copy_within(self.start..self.end, bytes.len());
        if let Some(place) = self.keys.get_mut(..bytes.len()) {
            place.copy_from_slice(bytes);
        }
        (self.start, self.end) = (0, bytes.len() + count);
        true
    }

    /// Takes over bytes that the program did not accept at once. False if there is no room for them.
    pub fn keep(&mut self, bytes: &[u8]) -> bool {
        let free = !self.waits();
        match self.keys.get_mut(..bytes.len()) {
            Some(place) if free => {
                place.copy_from_slice(bytes);
                (self.start, self.end) = (0, bytes.len());
                true
            }
            _ => false,
        }
    }

    /// Types up to `limit` of the waiting keys into the program, and wipes them.
    pub fn pass(&mut self, pty: &mut impl Pty, limit: usize) -> Moved {
        let waiting = self.waiting();
        let passed = moved(pty.write(waiting.get(..limit.min(waiting.len())).unwrap_or_default()));
        if let Moved::Bytes(count) = passed {
            let until = self.start + count;
            if let Some(gone) = self.keys.get_mut(self.start..until) {
                gone.zeroize();
            }
            self.start = until;
        }
        passed
    }

    /// Wipes what waits: nobody is left to take it.
    pub fn forget(&mut self) {
        self.keys.zeroize();
        (self.start, self.end) = (0, 0);
    }
}

impl Drop for InputPump {
    fn drop(&mut self) {
        self.keys.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One end of a connection that accepts at most `room` bytes a call, and has `source` to give.
    #[derive(Default)]
    struct Fake {
        source: Vec<u8>,
        got: Vec<u8>,
        room: usize,
    }

    impl Fake {
        fn give(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.source.is_empty() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let count = into.len().min(self.source.len());
            into[..count].copy_from_slice(&self.source[..count]);
            self.source.drain(..count);
            Ok(count)
        }

        fn accept(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.room);
            if count == 0 {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            self.room -= count;
            self.got.extend_from_slice(&bytes[..count]);
            Ok(count)
        }
    }

    impl Pty for Fake {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.give(into)
        }
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.accept(bytes)
        }
        fn resize(&mut self, _: Size) -> io::Result<()> {
            Ok(())
        }
    }

    impl Terminal for Fake {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.give(into)
        }
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.accept(bytes)
        }
    }

    #[test]
    fn output_waits_for_a_slow_terminal_and_loses_nothing() {
        let mut pump = OutputPump::default();
        let mut pty = Fake { source: b"hello terminal".to_vec(), ..Fake::default() };
        let mut terminal = Fake { room: 5, ..Fake::default() };
        assert_eq!(pump.take(&mut pty), Moved::Bytes(14));
        assert_eq!(pump.show(&mut terminal), Moved::Nothing);
        assert!(pump.waits());
        terminal.room = 100;
        assert_eq!(pump.show(&mut terminal), Moved::Bytes(9));
        assert!(!pump.waits());
        assert_eq!(terminal.got, b"hello terminal");
    }

    #[test]
    fn keys_are_passed_in_order_and_wiped() {
        let mut pump = InputPump::default();
        let mut terminal = Fake { source: b"s3cret\n".to_vec(), ..Fake::default() };
        let mut pty = Fake { room: 3, ..Fake::default() };
        assert_eq!(pump.take(&mut terminal, 4096), Moved::Bytes(7));
        assert_eq!(pump.pass(&mut pty, usize::MAX), Moved::Bytes(3));
        assert_eq!(pump.take(&mut terminal, 4096), Moved::Nothing);
        pty.room = 100;
        assert_eq!(pump.pass(&mut pty, usize::MAX), Moved::Bytes(4));
        assert_eq!(pty.got, b"s3cret\n");
        assert!(pump.keys.iter().all(|&byte| byte == 0), "a typed byte stayed in memory");
    }

    #[test]
    fn another_terminal_goes_on_where_it_was_restored_to() {
        let mut pump = OutputPump::default();
        let mut pty = Fake { source: b"hello terminal".to_vec(), ..Fake::default() };
        pump.take(&mut pty);
        pump.skip();
        assert!(!pump.go_on_from(15), "that has not come yet");
        assert!(!pump.waits());
        assert!(pump.go_on_from(6));
        let mut terminal = Fake { room: 100, ..Fake::default() };
        assert_eq!(pump.show(&mut terminal), Moved::Bytes(8));
        assert_eq!(terminal.got, b"terminal");
    }

    #[test]
    fn what_was_held_back_comes_first() {
        let mut pump = InputPump::default();
        let mut terminal = Fake { source: b"xyz".to_vec(), ..Fake::default() };
        let mut pty = Fake { room: 1, ..Fake::default() };
        pump.take(&mut terminal, 2);
        pump.pass(&mut pty, usize::MAX);
        assert_eq!(pump.take_one_more(&mut terminal), Moved::Bytes(1));
        assert!(pump.put_before(b"held"));
        assert_eq!(pump.waiting(), b"heldyz");
        assert!(!pump.put_before(&[0; KEYS]));
    }

    #[test]
    fn a_limit_holds_back_what_follows() {
        let mut pump = InputPump::default();
        let mut terminal = Fake { source: b"a\x1ab".to_vec(), ..Fake::default() };
        let mut pty = Fake { room: 100, ..Fake::default() };
        pump.take(&mut terminal, 4096);
        pump.pass(&mut pty, 2);
        assert_eq!((pty.got.as_slice(), pump.waiting()), (b"a\x1a".as_slice(), b"b".as_slice()));
    }
}
