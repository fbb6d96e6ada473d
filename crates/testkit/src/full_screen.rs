//! A full-screen program that cleans up nothing, and what it leaves on.

use crate::Shell;

/// Everything a full-screen program switches on, raw mode too. It ends with the first key.
pub const SCRIPT: &str = r"stty raw -echo
printf '\033[?1049h\033[?1000h\033[?1006h\033[?1004h\033[?2004h\033[>1u\033[2;10r\033[?25lFULL'
exec dd bs=1 count=1 of=/dev/null status=none
";
/// In its command line once it has drawn.
pub const PROGRAM: &str = "dd bs=1 count=1";

/// What is switched on, by which bytes, and which bytes switch it off.
const MODES: [(&str, &str, &[&str]); 8] = [
    ("alternate screen", "\x1b[?1049h", &["\x1b[?1049l"]),
    ("mouse", "\x1b[?1000h", &["\x1b[?1000l"]),
    ("mouse in decimal", "\x1b[?1006h", &["\x1b[?1006l"]),
    ("focus reports", "\x1b[?1004h", &["\x1b[?1004l"]),
    ("bracketed paste", "\x1b[?2004h", &["\x1b[?2004l"]),
    ("kitty keyboard", "\x1b[>1u", &["\x1b[<1u", "\x1b[<u"]),
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
