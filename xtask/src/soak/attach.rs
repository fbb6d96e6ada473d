//! Terminals come and go, of any size and in any way, while output flows: what each shows is a whole piece of it.

use std::path::Path;
use std::process::Command;

use testkit::comings::{Comings, Printing};
use testkit::jobs::{numbered_lines, signal};
use testkit::{PATIENCE, Sandbox, Size, Terminal, keys, locum_binary, process};

use super::Soak;

/// Terminals for every cycle asked for.
const A_CYCLE: u32 = 2;
/// The text that the program prints over and over.
const TEXT: usize = 64 << 10;
/// What `locum attach` says when it was let go of.
const FAREWELL: &[u8] = b"\r\n[detached";

pub(super) fn prove(soak: &Soak) -> String {
    let sandbox = Sandbox::new();
    let locum = locum_binary(&sandbox, &soak.locum).display().to_string();
    let text = numbered_lines(TEXT);
    sandbox.write("home/text", &text);
    let session = start(&sandbox, &locum);
    let (mut dice, mut bytes, terminals) = (soak.seed, 0, soak.cycles * A_CYCLE);
    for turn in 0..terminals {
        bytes += turn_of(&sandbox, &locum, &session, &text, &mut dice, turn);
    }
    sandbox.write("home/end", "");
    format!("{terminals} terminals came and went, {bytes} bytes shown, none lost or doubled")
}

/// The same with a brain, which restores the screen for each: in the end it is that of an undisturbed terminal.
pub(super) fn prove_screens(soak: &Soak) -> String {
    let terminals = soak.cycles * A_CYCLE;
    for printing in [Printing::Drawing, Printing::Scrolling] {
        let sandbox = Sandbox::new().with_brain();
        let locum = locum_binary(&sandbox, &soak.locum).display().to_string();
        let mut comings = Comings::start(&sandbox, &locum, printing, soak.seed);
        (0..terminals).for_each(|_| comings.turn());
        comings.finish();
    }
    format!("{terminals} terminals came and went on each of two screens: both as undisturbed ones in the end")
}

fn start(sandbox: &Sandbox, locum: &str) -> String {
    let script = "stty raw; while [ ! -e end ]; do cat text; sleep 0.01; done";
    let mut command: Command = sandbox.command(locum);
    let output = command.args(["run", "--detach", "sh", "-c", script]).output();
    let output = output.unwrap_or_else(|error| panic!("running {}: {error}", Path::new(locum).display()));
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// One terminal: comes, shows some of the output, goes. Returns how much it showed.
fn turn_of(sandbox: &Sandbox, locum: &str, session: &str, text: &[u8], dice: &mut u64, turn: u32) -> usize {
    let size = Size::cells(1 + roll(dice, 80) as u16, 1 + roll(dice, 200) as u16);
    let mut terminal = Terminal::launch(sandbox).size(size).start(&[locum, "attach", session]);
    let wanted = 1 + roll(dice, 20_000) as usize;
    process::wait_until(PATIENCE, "output", || terminal.log().len() >= wanted);
    match roll(dice, 16) {
        0 => {
            terminal.send(keys::CTRL_BACKSLASH);
            assert_eq!(terminal.wait_exit().code(), Some(0), "turn {turn}");
        }
        1..8 => signal(terminal.child_pid(), rustix::process::Signal::KILL),
        _ => terminal.hang_up(),
    }
    let log = terminal.log();
    let shown =
        log.windows(FAREWELL.len()).position(|part| part == FAREWELL).map_or(&log[..], |at| &log[..at]);
    let shown = after_restore(shown);
    let tail = shown[shown.len().saturating_sub(80)..].escape_ascii();
    assert!(is_a_piece(shown, text), "turn {turn}: bytes lost or doubled in {}, at last {tail}", shown.len());
    shown.len()
}

/// What came behind the screen as it was: that is drawn in one frame, and the text has no frames.
fn after_restore(shown: &[u8]) -> &[u8] {
    const END_OF_FRAME: &[u8] = b"\x1b[?2026l";
    match shown.windows(END_OF_FRAME.len()).position(|part| part == END_OF_FRAME) {
        Some(at) => &shown[at + END_OF_FRAME.len()..],
        None if shown.starts_with(b"\x1b") => &[],
        None => shown,
    }
}

/// Whether `shown` is a piece of `text` repeated for ever.
fn is_a_piece(shown: &[u8], text: &[u8]) -> bool {
    // A terminal may go before anything came behind its screen.
    if shown.is_empty() {
        return true;
    }
    let start = shown.len().min(200);
    let twice = [text, text].concat();
    let places = twice.windows(start).enumerate().filter(|(_, part)| *part == &shown[..start]);
    places.into_iter().any(|(place, _)| {
        shown.iter().enumerate().all(|(offset, byte)| text[(place + offset) % text.len()] == *byte)
    })
}

fn roll(dice: &mut u64, sides: u64) -> u64 {
    *dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*dice >> 33) % sides
}
