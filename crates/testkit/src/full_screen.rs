//! A full-screen program that cleans up nothing, what it leaves on, and how a shell must be afterwards.

use crate::jobs::wait_until;
use crate::{Shell, Terminal, TtySettings};

/// Everything a full-screen program switches on, raw mode too. It ends with the first key.
pub const SCRIPT: &str = r"stty raw -echo
printf '\033[?1049h\033[?1000h\033[?1006h\033[?1004h\033[?2004h\033[>1u\033[2;10r\033[?25lFULL'
exec dd bs=1 count=1 of=/dev/null status=none
";
/// In its command line once it has drawn.
pub const PROGRAM: &str = "dd bs=1 count=1";

/// The same, but it prints what is typed, on and on. Ctrl-C ends it, Ctrl-Z suspends it.
pub const ECHOING: &str = r"stty raw -echo isig
printf '\033[?1049h\033[?1000h\033[?1006h\033[?1004h\033[?2004h\033[>1u\033[2;10r\033[?25lFULL'
exec cat -u -
";
/// In its command line once it has drawn.
pub const ECHOING_PROGRAM: &str = "cat -u -";

/// What is switched on, by which bytes, and which bytes switch it off.
const MODES: [(&str, &str, &[&str]); 8] = [
    ("alternate screen", "\x1b[?1049h", &["\x1b[?1049l"]),
    ("mouse", "\x1b[?1000h", &["\x1b[?1000l"]),
    ("mouse in decimal", "\x1b[?1006h", &["\x1b[?1006l"]),
    ("focus reports", "\x1b[?1004h", &["\x1b[?1004l"]),
    ("bracketed paste", "\x1b[?2004h", &["\x1b[?2004l"]),
    ("kitty keyboard", "\x1b[>1u", &["\x1b[<1u", "\x1b[<u", "\x1b[<2u"]),
    ("scroll region", "\x1b[2;10r", &["\x1b[r"]),
    ("hidden cursor", "\x1b[?25l", &["\x1b[?25h"]),
];

/// The modes that are on after these bytes. bash switches bracketed paste on for its own prompt.
pub fn left_on(log: &[u8], shell: Shell) -> Vec<&'static str> {
    let log = String::from_utf8_lossy(log);
    let last = |pattern: &str| log.rfind(pattern);
    let owed = MODES.iter().filter(|(name, ..)| shell == Shell::Dash || *name != "bracketed paste");
    let on = owed.filter(|(_, on, off)| {
        let off = off.iter().filter_map(|off| last(off)).max();
        last(on).is_some_and(|on| off.is_none_or(|off| off < on))
    });
    on.map(|(name, ..)| *name).collect()
}

/// Checks that a shell has its terminal back: settings as before, modes off, and it takes commands.
#[track_caller]
pub fn check_put_back(terminal: &Terminal, shell: Shell, before: &TtySettings, what: &str) {
    wait_until(terminal, &format!("{what}: settings as before"), || terminal.settings() == *before);
    wait_until(terminal, &format!("{what}: modes off"), || left_on(&terminal.log(), shell).is_empty());
    // Read from the bytes: the prompt before may have been drawn on the other screen, just before that was left.
    let mark = terminal.mark();
    terminal.run_line("echo alive''again");
    terminal.wait_for_bytes(mark, b"aliveagain\r\n");
    wait_until(terminal, &format!("{what}: settings at the last prompt"), || terminal.settings() == *before);
}

/// Asks a shell for the status of the last command; read from the bytes, since the screen may just be changing.
#[track_caller]
pub fn last_status(terminal: &Terminal) -> u8 {
    let mark = terminal.mark();
    terminal.run_line("echo status $?");
    let mut status = None;
    wait_until(terminal, "the status", || {
        let log = String::from_utf8_lossy(&terminal.log_since(mark)).into_owned();
        let mut answers = log.split("status ").skip(1).filter_map(|rest| rest.split_once("\r\n"));
        status = answers.find_map(|(number, _)| number.parse().ok());
        status.is_some()
    });
    status.unwrap_or_default()
}
