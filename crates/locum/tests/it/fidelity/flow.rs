//! Terminals that stop or crawl, and the last words of programs.

use testkit::process::wait_until;
use testkit::{Sandbox, Shell, Terminal, keys, require};

use super::pair::{PATIENCE, SIZE, assert_bytes};

/// One thread writes numbered lines until told to stop; the other notes every key in a file.
const TWO_WAYS: &str = "\
import os, sys, termios, threading, tty
before = termios.tcgetattr(0)
mode = termios.tcgetattr(0)
mode[3] &= ~(termios.ICANON | termios.ECHO)
termios.tcsetattr(0, termios.TCSANOW, mode)
stop = threading.Event()
lines = 0
def write():
    global lines
    while not stop.is_set():
        text = b''.join(b'line %d\\n' % n for n in range(lines, lines + 100))
        while text:
            text = text[os.write(1, text):]
        lines += 100
        open('progress', 'w').write(str(lines))
writer = threading.Thread(target=write)
os.write(1, b'ready\\n')
while True:
    key = os.read(0, 100)
    with open('keys', 'ab') as noted:
        noted.write(key)
    if b'w' in key and not writer.is_alive():
        writer.start()
    if b'q' in key:
        break
stop.set()
writer.join()
os.write(1, b'the end\\n')
termios.tcsetattr(0, termios.TCSANOW, before)
";

/// A program that writes without end through locum, and what it noted.
struct Writer {
    terminal: Terminal,
    sandbox: Sandbox,
}

impl Writer {
    #[track_caller]
    fn start() -> Writer {
        require(&["python3"]);
        let sandbox = Sandbox::new();
        sandbox.write("home/two-ways.py", TWO_WAYS);
        let locum = crate::locum(&sandbox).display().to_string();
        let argv = [&locum, "run", "--", "python3", "two-ways.py"];
        let terminal = Terminal::launch(&sandbox).size(SIZE).patience(PATIENCE).start(&argv);
        terminal.wait_for("ready");
        Writer { terminal, sandbox }
    }

    fn noted(&self, name: &str) -> String {
        std::fs::read_to_string(self.sandbox.path(&format!("home/{name}"))).unwrap_or_default()
    }

    /// Waits until the program has noted these keys.
    #[track_caller]
    fn wait_keys(&self, keys: &str) {
        wait_until(PATIENCE, &format!("the keys {keys:?} at the program"), || self.noted("keys") == keys);
    }

    /// Waits until the program makes no progress any more.
    #[track_caller]
    fn wait_stuck(&self) {
        const LOOKS: u32 = 100;
        let mut same = 0;
        let mut last = String::new();
        wait_until(PATIENCE, "a writer that cannot write", || {
            let now = self.noted("progress");
            same = if now == last { same + 1 } else { 0 };
            last = now;
            same > LOOKS
        });
    }

    /// Waits for the end and compares all output with what the program wrote.
    #[track_caller]
    fn end(mut self) {
        assert_eq!(self.terminal.wait_exit().code(), Some(0));
        let lines: usize = self.noted("progress").parse().unwrap();
        assert!(lines > 0);
        let mut expected = b"ready\r\n".to_vec();
        expected.extend((0..lines).flat_map(|line| format!("line {line}\r\n").into_bytes()));
        expected.extend(b"the end\r\n");
        assert_bytes(&self.terminal.log(), &expected, "output around the stop");
    }
}

#[test]
fn keys_reach_a_program_while_the_terminal_does_not_read() {
    let writer = Writer::start();
    writer.terminal.pause();
    writer.terminal.type_text("w");
    writer.wait_keys("w");
    writer.wait_stuck();
    for count in 1..=20 {
        writer.terminal.type_text("x");
        writer.wait_keys(&format!("w{}", "x".repeat(count)));
    }
    writer.terminal.type_text("q");
    writer.wait_keys(&format!("w{}q", "x".repeat(20)));
    writer.terminal.unpause();
    writer.end();
}

#[test]
fn keys_reach_a_program_whose_output_is_stopped() {
    const STOP: &[u8] = b"\x13";
    const GO_ON: &[u8] = b"\x11";
    let writer = Writer::start();
    writer.terminal.type_text("w");
    writer.terminal.wait_for("line ");
    writer.terminal.send(STOP);
    writer.wait_stuck();
    writer.terminal.type_text("while stopped");
    writer.wait_keys("wwhile stopped");
    writer.wait_stuck();
    let stopped_at = writer.terminal.mark();
    writer.terminal.send(GO_ON);
    wait_until(PATIENCE, "output again", || writer.terminal.mark() > stopped_at);
    writer.terminal.type_text("q");
    writer.end();
}

#[test]
fn a_slow_terminal_gets_every_byte() {
    let writer = Writer::start();
    writer.terminal.type_text("w");
    for round in 1..=30 {
        let before = writer.terminal.mark();
        writer.terminal.pause();
        writer.terminal.type_text("x");
        writer.wait_keys(&format!("w{}", "x".repeat(round)));
        writer.terminal.unpause();
        wait_until(PATIENCE, "more output", || writer.terminal.mark() > before);
    }
    writer.terminal.type_text("q");
    writer.end();
}

#[test]
fn the_last_output_comes_before_the_exit() {
    let sandbox = Sandbox::new();
    let locum = crate::locum(&sandbox).display().to_string();
    let expected: Vec<u8> = (1..=4000).flat_map(|line| format!("{line}\r\n").into_bytes()).collect();
    for run in 0..25 {
        let argv = [&locum, "run", "--", "sh", "-c", "seq 4000; exit 5"];
        let mut terminal = Terminal::launch(&sandbox).size(SIZE).patience(PATIENCE).start(&argv);
        assert_eq!(terminal.wait_exit().code(), Some(5), "run {run}");
        assert_bytes(&terminal.log(), &expected, &format!("run {run}"));
    }
}

#[test]
fn the_last_output_comes_before_the_next_prompt() {
    let sandbox = Sandbox::new();
    crate::locum(&sandbox);
    let terminal = Terminal::shell(&sandbox, Shell::Bash);
    for run in 0..10 {
        let from = terminal.mark();
        terminal.run_line("locum run -- seq 3000");
        terminal.wait_prompt();
        let seen = terminal.log_since(from);
        let start = seen.windows(3).position(|three| three == b"1\r\n").unwrap();
        let expected: Vec<u8> = (1..=3000).flat_map(|line| format!("{line}\r\n").into_bytes()).collect();
        let seen = &seen[start..seen.len().min(start + expected.len())];
        assert_bytes(seen, &expected, &format!("run {run}"));
    }
}

#[test]
fn a_grandchild_neither_delays_the_exit_nor_loses_its_output() {
    let wait = |name| format!("while [ ! -e {name} ]; do sleep 0.02; done");
    let late = format!("({}; echo la''te; {}; echo and later) & echo ear''ly", wait("go"), wait("on"));
    for ending in ["exit 3", "kill -9 \\$\\$"] {
        let sandbox = Sandbox::new();
        crate::locum(&sandbox);
        let terminal = Terminal::shell(&sandbox, Shell::Bash);
        // Nothing but this file lets the grandchild go on, so the prompt has come before.
        let screen = terminal.run_and_wait(&format!("locum run -- sh -c \"{late}; {ending}\""));
        assert!(screen.contains("\nearly\n") && !screen.contains("\nlate"), "{screen}");
        let mark = terminal.mark();
        sandbox.write("home/go", "");
        terminal.wait_for_bytes(mark, b"late\r");
        let mark = terminal.mark();
        sandbox.write("home/on", "");
        // By now the host knows that the person's terminal is cooked again, and that it makes the line ends.
        terminal.wait_for_bytes(mark, b"and later\r\n");
        terminal.send(keys::ENTER);
        terminal.wait_prompt();
    }
}
