//! Input, byte for byte.

use testkit::process::wait_until;
use testkit::{Sandbox, require};

use super::Pair;
use super::bytes::random;
use super::pair::{PATIENCE, assert_bytes};

/// Switches its terminal to a mode, writes what switches the terminal's reports on, reads exactly so many bytes
/// into a file, and switches off again.
const COLLECT: &str = "\
import os, sys, termios, tty
mode, count, on, off = sys.argv[1], int(sys.argv[2]), bytes.fromhex(sys.argv[3]), bytes.fromhex(sys.argv[4])
before = termios.tcgetattr(0)
if mode == 'raw':
    tty.setraw(0)
elif mode == 'cbreak':
    tty.setcbreak(0)
elif mode == 'lines':
    quiet = termios.tcgetattr(0)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(0, termios.TCSANOW, quiet)
os.write(1, on + b'ready')
with open('got', 'wb') as got:
    while count > 0:
        piece = os.read(0, 65536)
        got.write(piece)
        count -= len(piece)
os.write(1, off + b'done')
termios.tcsetattr(0, termios.TCSANOW, before)
";

struct Row {
    name: &'static str,
    mode: &'static str,
    on: &'static [u8],
    off: &'static [u8],
    typed: Vec<u8>,
}

fn row(name: &'static str, mode: &'static str, typed: impl Into<Vec<u8>>) -> Row {
    Row { name, mode, on: b"", off: b"", typed: typed.into() }
}

impl Row {
    fn with(self, on: &'static [u8], off: &'static [u8]) -> Row {
        Row { on, off, ..self }
    }
}

/// Types into a program that collects, at once and then, if it is short, byte by byte; compares what it got, and
/// that the terminal got nothing but the program's own bytes.
#[track_caller]
fn check(row: &Row) {
    const SHORT: usize = 1000;
    let pieces: &[usize] = if row.typed.len() > SHORT { &[usize::MAX] } else { &[usize::MAX, 1] };
    for &piece in pieces {
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let mut pair = Pair::start(|sandbox| {
            sandbox.write("home/collect.py", COLLECT);
            let count = row.typed.len().to_string();
            ["python3", "collect.py", row.mode, &count, &hex(row.on), &hex(row.off)].map(str::to_owned).into()
        });
        println!("{} in pieces of {piece}", row.name);
        pair.wait_for("ready");
        for piece in row.typed.chunks(piece.min(row.typed.len())) {
            pair.send(piece);
        }
        assert_eq!(pair.end(), Some(0), "{}", row.name);
        assert_bytes(&pair.same_file("home/got"), &row.typed, row.name);
        let output = [row.on, b"ready", row.off, b"done"].concat();
        assert_bytes(&pair.both()[1].log(), &output, row.name);
        pair.same_bytes();
    }
}

#[test]
fn keys_of_the_kitty_protocol_arrive() {
    require(&["python3"]);
    // Escape, Shift+Enter, Ctrl+C, a release, a key with all its codes and text, caps lock, keypad, F3, text.
    let keys = "\x1b[27u\x1b[13;2u\x1b[99;5u\x1b[97;1:3u\x1b[1089:1057:99;5:1;1057u\x1b[57358u\x1b[57414u\
                \x1b[13;2~\x1b[1;2R\x1b[?31uq\u{e9}\x1b[13u";
    for typed in [
        row("flags pushed", "raw", keys).with(b"\x1b[>1u", b"\x1b[<u"),
        row("all flags pushed twice", "raw", keys).with(b"\x1b[>31u\x1b[>1u", b"\x1b[<2u"),
        row("flags set", "raw", keys).with(b"\x1b[=31;1u", b"\x1b[=0;1u"),
        row("modifyOtherKeys", "raw", "\x1b[27;2;13~\x1b[27;5;99~\x1b[13;2u")
            .with(b"\x1b[>4;2m", b"\x1b[>4m"),
        row("while keys are signals", "cbreak", keys).with(b"\x1b[>1u", b"\x1b[<u"),
    ] {
        check(&typed);
    }
}

#[test]
fn reports_of_the_mouse_arrive() {
    let x10: Vec<u8> = (0..=223u8).flat_map(|at| [0x1b, b'[', b'M', 32, at + 32, 255 - at]).collect();
    let sgr: String =
        (1..300).map(|at| format!("\x1b[<{};{at};{}M\x1b[<0;{at};1m", at % 70, 300 - at)).collect();
    for typed in [
        row("X10", "raw", x10.clone()).with(b"\x1b[?9h", b"\x1b[?9l"),
        row("X10 encoding of clicks", "raw", x10).with(b"\x1b[?1000h", b"\x1b[?1000l"),
        row("SGR", "raw", sgr.clone()).with(b"\x1b[?1003;1006h", b"\x1b[?1006l\x1b[?1003l"),
        row("SGR while keys are signals", "cbreak", sgr).with(b"\x1b[?1002h\x1b[?1006h", b"\x1b[?1002;1006l"),
        row("urxvt", "raw", "\x1b[32;200;100M\x1b[35;200;100M")
            .with(b"\x1b[?1000;1015h", b"\x1b[?1015;1000l"),
        row("focus", "raw", "\x1b[I\x1b[O\x1b[I").with(b"\x1b[?1004h", b"\x1b[?1004l"),
    ] {
        check(&typed);
    }
}

#[test]
fn every_byte_value_reaches_the_program() {
    let all: Vec<u8> = (0..=255).collect();
    let without_signals = random(200_000).into_iter().filter(|byte| ![3, 26, 28].contains(byte));
    for typed in [
        row("all values", "raw", all),
        row("random", "raw", random(200_000)),
        // The kernel itself changes these: returns, stops and starts, the mark before a literal key.
        row(
            "random while keys are signals",
            "cbreak",
            without_signals.filter(|byte| ![13, 17, 19, 22, 15].contains(byte)).collect::<Vec<_>>(),
        ),
        row("UTF-8", "raw", "a\u{e9}\u{65e5}\u{1f680}\u{1f469}\u{200d}\u{1f467}\u{10ffff}"),
        row("UTF-8 while keys are signals", "cbreak", "a\u{e9}\u{65e5}\u{1f680}\u{10ffff}"),
        row("UTF-8 in lines", "lines", "a\u{e9}\u{65e5}\u{1f680}\u{10ffff}\n"),
        row("interrupts are bytes", "raw", b"\x03\x03\x1a\x1c\x04\x13\x11\x16\x03".to_vec()),
        row("a literal suspend key", "lines", b"a\x16\x1ab\n".to_vec()),
    ] {
        check_typed_or_literal(&typed);
    }
}

/// A literal key arrives without its mark, so that row is compared with the bare terminal alone.
#[track_caller]
fn check_typed_or_literal(row: &Row) {
    if !row.name.starts_with("a literal") {
        return check(row);
    }
    let mut pair = Pair::start(|sandbox| {
        sandbox.write("home/collect.py", COLLECT);
        let count = (row.typed.len() - 1).to_string();
        ["python3", "collect.py", row.mode, &count, "", ""].map(str::to_owned).into()
    });
    pair.wait_for("ready");
    pair.send(&row.typed);
    assert_eq!(pair.end(), Some(0), "{}", row.name);
    assert_bytes(&pair.same_file("home/got"), b"a\x1ab\n", row.name);
}

/// 1 MiB of text in lines that fit into the terminal's own line buffer.
fn long_text() -> Vec<u8> {
    let line = |number: usize| format!("{number:06} {}\n", "paste \u{e9}\u{65e5} ".repeat(number % 200));
    (0..).map(line).flat_map(String::into_bytes).take(1 << 20).collect()
}

#[test]
fn a_long_paste_arrives_whole() {
    let text = [long_text(), b"\n".to_vec()].concat();
    let bracketed = [b"\x1b[200~".as_slice(), &text, b"\x1b[201~"].concat();
    for typed in [
        row("bracketed, raw", "raw", bracketed.clone()).with(b"\x1b[?2004h", b"\x1b[?2004l"),
        row("bracketed, keys are signals", "cbreak", bracketed.clone()).with(b"\x1b[?2004h", b"\x1b[?2004l"),
        row("bracketed, in lines", "lines", [bracketed, b"\n".to_vec()].concat()),
        row("plain, in lines", "lines", text),
    ] {
        check(&typed);
    }
}

#[test]
fn a_long_paste_into_cat_arrives_while_it_is_echoed() {
    let text = [long_text(), b"\n".to_vec()].concat();
    let mut pair = Pair::start(|_| vec!["sh", "-c", "echo ready; exec cat >got"]);
    pair.wait_for("ready");
    pair.send(&text);
    // The echo is no measure: the kernel drops some of it where the terminal is slower than the paste.
    wait_until(PATIENCE, "all of the paste at both", || {
        let length =
            |sandbox: &Sandbox| std::fs::metadata(sandbox.path("home/got")).map_or(0, |file| file.len());
        pair.sandboxes().into_iter().all(|sandbox| length(sandbox) == text.len() as u64)
    });
    pair.send(testkit::keys::CTRL_D);
    // What was dropped of the echo may differ, and so may the screens.
    pair.each_exit();
    assert_bytes(&pair.same_file("home/got"), &text, "what cat got");
}

#[test]
fn a_paste_into_readline_is_one_piece() {
    require(&["bash"]);
    let text: String = (0..52_500).map(|line| format!("line {line} of \u{e9}\u{65e5}\n")).collect();
    let pair = Pair::start(|sandbox| testkit::Shell::Bash.argv(sandbox));
    pair.wait_prompt();
    pair.each(|terminal| {
        terminal.wait_for_bytes(testkit::Mark::START, b"\x1b[?2004h");
    });
    pair.send(format!("\x1b[200~cat >got <<'END'\n{text}END\x1b[201~").as_bytes());
    pair.command("");
    assert_bytes(&pair.same_file("home/got"), text.as_bytes(), "what bash made of the paste");
}

#[test]
fn a_program_that_asks_gets_the_terminal_s_answer() {
    let ask = "\
import os, sys, tty, termios
before = termios.tcgetattr(0)
tty.setraw(0)
os.write(1, b'\\x1b[5;9Hhere')
for query, end in [(b'\\x1b[6n', b'R'), (b'\\x1b[?6n', b'R'), (b'\\x1b[c', b'c'), (b'\\x1b[>c', b'c'),
                   (b'\\x1b[5n', b'n'), (b'\\x1b]11;?\\x07', b'\\x07'), (b'\\x1b[?2004$p', b'y'),
                   (b'\\x1b[>0q', b'\\\\'), (b'\\x1b[?u', b'u')]:
    os.write(1, query)
    answer = b''
    while not answer.endswith(end):
        answer += os.read(0, 1)
    open('answers', 'ab').write(query + b' -> ' + answer + b'\\n')
termios.tcsetattr(0, termios.TCSANOW, before)
";
    let mut pair = Pair::start(|sandbox| {
        sandbox.write("home/ask.py", ask);
        vec!["python3", "ask.py"]
    });
    assert_eq!(pair.end(), Some(0));
    pair.same_bytes();
    let answers = pair.same_file("home/answers");
    assert_eq!(answers.iter().filter(|byte| **byte == b'\n').count(), 9);
    assert!(answers.starts_with(b"\x1b[6n -> \x1b[5;13R\n"), "{}", answers.escape_ascii());
}

#[test]
fn what_is_typed_ahead_reaches_the_program() {
    // The whole line is typed before anything reads, while a program before it still runs.
    let script = "stty -echo; echo ready; while [ ! -e go ]; do sleep 0.02; done; exec cat >got";
    let mut pair = Pair::start(|_| vec!["sh", "-c", script]);
    pair.wait_for("ready");
    pair.send(b"typed ahead \xc3\xa9\nand more");
    for sandbox in pair.sandboxes() {
        sandbox.write("home/go", "");
    }
    pair.send(b" of it\n\x04");
    wait_until(PATIENCE, "both files", || pair.sandboxes().iter().all(|one| one.path("home/got").exists()));
    pair.end();
    assert_bytes(
        &pair.same_file("home/got"),
        "typed ahead \u{e9}\nand more of it\n".as_bytes(),
        "typed ahead",
    );
}
