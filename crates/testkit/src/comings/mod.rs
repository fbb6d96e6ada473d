//! Terminals that come to a session and go again while it prints: none may leave a trace on its screen.

use std::process::Stdio;

use rustix::process::Signal;

use crate::jobs::{signal, wait_until};
use crate::process;
use crate::{PATIENCE, Sandbox, Size, Terminal, keys};

/// The size at the beginning and in the end.
const SIZE: Size = Size::cells(24, 80);
/// The session's name.
const NAME: &str = "storm";

/// What the session prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Printing {
    /// A full-screen program with many modes, colours and wide characters. It draws all of it only when its size
    /// has changed.
    Drawing,
    /// Lines on the main screen.
    Scrolling,
}

impl Printing {
    fn script(self) -> &'static str {
        match self {
            Printing::Drawing => include_str!("drawing.py"),
            Printing::Scrolling => include_str!("scrolling.py"),
        }
    }

    /// On the screen when nothing more comes.
    fn end(self) -> &'static str {
        match self {
            Printing::Drawing => "999999",
            Printing::Scrolling => "over",
        }
    }
}

/// A session that prints, and the terminals that came and went so far.
pub struct Comings<'a> {
    sandbox: &'a Sandbox,
    locum: &'a str,
    printing: Printing,
    dice: u64,
    /// How many came and went.
    pub turns: u32,
}

impl<'a> Comings<'a> {
    /// Starts the session without a terminal.
    #[track_caller]
    pub fn start(sandbox: &'a Sandbox, locum: &'a str, printing: Printing, seed: u64) -> Comings<'a> {
        sandbox.write("home/printing.py", printing.script());
        let comings = Comings { sandbox, locum, printing, dice: seed, turns: 0 };
        comings.command(&["run", "--detach", "--name", NAME, "--", "python3", "printing.py"]);
        comings
    }

    #[track_caller]
    fn command(&self, words: &[&str]) -> String {
        let output = self.sandbox.command(self.locum).args(words).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "locum {words:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// One terminal of some size: comes, is drawn upon, goes in some way.
    #[track_caller]
    pub fn turn(&mut self) {
        let size = Size::cells(8 + self.roll(50) as u16, 30 + self.roll(120) as u16);
        let mut terminal = self.attach(size);
        let numbers = 1 + self.roll(40) as usize;
        match self.printing {
            Printing::Drawing => drop(terminal.wait_for(&format!("[{}x{}]", size.rows, size.cols))),
            Printing::Scrolling => {
                wait_until(&terminal, "lines", || line_numbers(&terminal.log()).len() >= numbers);
            }
        }
        self.leave(&mut terminal);
        if self.printing == Printing::Scrolling {
            let numbers = line_numbers(&terminal.log());
            let whole = numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
            assert!(whole, "turn {}: a line lost or doubled: {numbers:?}", self.turns);
        }
        self.turns += 1;
    }

    fn attach(&self, size: Size) -> Terminal {
        Terminal::launch(self.sandbox).size(size).start(&[self.locum, "attach", NAME])
    }

    #[track_caller]
    fn leave(&mut self, terminal: &mut Terminal) {
        match self.roll(16) {
            0 => {
                wait_until(terminal, "raw mode", || terminal.settings().is_raw());
                terminal.send(keys::CTRL_BACKSLASH);
                assert_eq!(terminal.wait_exit().code(), Some(0), "turn {}", self.turns);
            }
            1..4 => {
                self.command(&["detach", NAME]);
                assert_eq!(terminal.wait_exit().code(), Some(0), "turn {}", self.turns);
            }
            4..10 => signal(terminal.child_pid(), Signal::KILL),
            _ => terminal.hang_up(),
        }
    }

    fn roll(&mut self, sides: u64) -> u64 {
        self.dice = self.dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.dice >> 33) % sides
    }

    /// Ends the output while nobody looks, attaches at the first size, and compares with the undisturbed terminal.
    #[track_caller]
    pub fn finish(mut self) {
        let undisturbed = Terminal::start(self.sandbox, SIZE, &["python3", "printing.py"]);
        // The last time that the program draws everything; what is restored below it drew before the end.
        let mut first = self.attach(SIZE);
        match self.printing {
            Printing::Drawing => drop(first.wait_for("[24x80]")),
            Printing::Scrolling => wait_until(&first, "a line", || !line_numbers(&first.log()).is_empty()),
        }
        self.leave(&mut first);
        self.sandbox.write("home/end", "");
        let end = self.printing.end();
        process::wait_until(PATIENCE, "the end", || self.command(&["screen", NAME]).contains(end));
        undisturbed.wait_for(end);
        let last = self.attach(SIZE);
        last.wait_for(end);
        wait_until(&last, "raw mode", || last.settings().is_raw());
        self.compare(&last, &undisturbed);
    }

    #[track_caller]
    fn compare(&self, last: &Terminal, undisturbed: &Terminal) {
        // Modes come behind the painting.
        let (modes, expected) = (|| modes_on(&last.log()), modes_on(&undisturbed.log()));
        wait_until(last, &format!("modes {expected:?}"), || modes() == expected);
        wait_until(last, "the cursor", || last.cursor() == undisturbed.cursor());
        assert_eq!(last.screen(), undisturbed.screen(), "after {} terminals", self.turns);
        if self.printing == Printing::Drawing {
            let (one, other) = (last.dump(), undisturbed.dump());
            assert!(one == other, "{}\n\n{}", one.escape_debug(), other.escape_debug());
        }
    }
}

/// The numbers of the lines, in the order in which they came.
fn line_numbers(log: &[u8]) -> Vec<u32> {
    let log = String::from_utf8_lossy(log);
    let pieces = log.split('N').filter(|piece| piece.len() == 6);
    pieces.filter_map(|piece| piece.parse().ok()).collect()
}

/// Private modes that a person would notice, and whether they are on before anybody says so.
const NOTICED: [(&str, bool); 9] = [
    ("1", false),
    ("7", true),
    ("25", true),
    ("1000", false),
    ("1002", false),
    ("1003", false),
    ("1004", false),
    ("1006", false),
    ("2004", false),
];

/// Which of the noticed modes are on after these bytes, and the alternate screen.
fn modes_on(log: &[u8]) -> Vec<&'static str> {
    let log = String::from_utf8_lossy(log);
    let on = |mode: &str, before: bool| {
        let (on, off) = (log.rfind(&format!("\x1b[?{mode}h")), log.rfind(&format!("\x1b[?{mode}l")));
        if on.is_none() && off.is_none() { before } else { on > off }
    };
    let noticed = NOTICED.iter().chain(&[("1049", false)]);
    noticed.filter(|(mode, before)| on(mode, *before)).map(|(mode, _)| *mode).collect()
}
