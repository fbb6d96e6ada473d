//! Output, byte for byte.

use std::time::Duration;

use testkit::process::wait_until;
use testkit::{Flood, Sandbox, require};

use super::Pair;
use super::pair::{PATIENCE, assert_bytes};

/// Runs a command on both and compares all bytes; nothing is added for a program that leaves no mode on.
#[track_caller]
fn check(name: &str, script: &str) {
    let mut pair = Pair::start(|sandbox| {
        for (file, mode) in [("plain", 0o644), ("run-me", 0o755), ("with space", 0o600)] {
            use std::os::unix::fs::PermissionsExt;
            let path = sandbox.write(&format!("home/{file}"), format!("{file}\n"));
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        sandbox.folder("home/folder");
        vec!["sh", "-c", script]
    });
    println!("{name}");
    pair.end();
    pair.same_bytes();
}

#[test]
fn deterministic_programs_give_the_same_bytes() {
    require(&["git", "python3", "ls", "seq", "tput"]);
    for (name, script) in [
        ("nothing", "true"),
        ("a status", "exit 7"),
        ("not one line end", "printf x"),
        ("ls", "ls -l --color=always --time-style=+ | sed 's/^total.*//'; ls --color=auto; ls -C"),
        (
            "git log",
            "export GIT_AUTHOR_DATE=2001-02-03T04:05:06Z GIT_COMMITTER_DATE=2001-02-03T04:05:06Z; git init -q r \
             && cd r && git config user.name N && git config user.email n@example.invalid && \
             for n in 1 2 3; do echo $n >f; git add f; git commit -qm \"Change $n\"; done; \
             git --no-pager log --color=always --stat -p; git --no-pager log --oneline --graph; git status",
        ),
        (
            "colours of all kinds",
            r"printf '\033[1;31mred\033[0m \033[38;5;200mpink\033[m \033[4:3mcurl\033[24m\n'",
        ),
        ("cursor", r"printf '\033[2J\033[5;7Hhere\0337\033[1;1Htop\0338\033[K\n'"),
        (
            "modes on and off",
            r"printf '\033[?1049h\033[?2004h\033[?25l\033[?1000;1006hx\033[?1000;1006l\033[?25h\033[?2004l\033[?1049l'",
        ),
        (
            "titles and links",
            r"printf '\033]0;title\007\033]8;;http://example.invalid\033\\link\033]8;;\033\\\n'",
        ),
        ("strings of a device", r"printf '\033P+q544e\033\\\033_Gi=1;AAAA\033\\\033^pm\033\\done\n'"),
        ("bells, tabs, returns", r"printf 'a\tb\ac\rd\be\vf\fg\n'"),
        ("eight bits", r"printf '\377\376\200\233\235\n'"),
        ("seq", "seq 100000"),
        ("long lines", "head -c 100000 /dev/zero | tr '\\0' x"),
        ("no line ends made", "stty -opost; printf 'a\\nb\\n'; stty opost; printf 'c\\nd\\n'"),
        (
            "terminfo",
            "tput clear; tput cup 3 4; tput setaf 2; tput smso; echo x; tput sgr0; tput cols; tput lines",
        ),
        ("errors", "ls nowhere; echo to stderr >&2; echo to stdout"),
        (
            "python",
            "python3 -c 'import sys\nfor n in range(300): print(n, \"\u{e9}\u{65e5}\u{1f680}\" * 9, flush=n % 2)\nsys.exit(3)'",
        ),
    ] {
        check(name, script);
    }
}

/// A program that writes exactly the given file, and the bytes that must come.
#[track_caller]
fn check_verbatim(name: &str, content: &[u8], script: &str) {
    let mut pair = Pair::start(|sandbox| {
        sandbox.write("home/content", content);
        sandbox.write("home/write.py", script);
        vec!["python3", "write.py"]
    });
    // Random bytes may ask the terminal something, and nobody reads the answer.
    pair.each(|terminal| terminal.answers(false));
    pair.end();
    assert_bytes(&pair.both()[1].log(), content, name);
    pair.same_bytes();
}

/// Writes the content to a terminal that changes nothing in it.
const WRITE_RAW: &str = "\
import os, tty
tty.setraw(1)
data = open('content', 'rb').read()
while data:
    data = data[os.write(1, data):]
";

/// Gives up whatever sequence or string has begun, and resets every mode: nothing is left to put back.
const ALL_CLEAN: &[u8] = b"\x18\x1bc";

#[test]
fn every_byte_value_reaches_the_terminal() {
    let all: Vec<u8> = (0..=255).cycle().take(4096).collect();
    check_verbatim("all values", &[&all, ALL_CLEAN].concat(), WRITE_RAW);
    check_verbatim("random", &[&random(200_000), ALL_CLEAN].concat(), WRITE_RAW);
}

#[test]
fn true_colour_passes() {
    let mut content = Vec::new();
    for step in 0..=255 {
        content.extend(format!("\x1b[38;2;{step};{};128m\x1b[48:2::0:{step}:9mx", 255 - step).into_bytes());
    }
    content.extend(b"\x1b[0m\r\n");
    check_verbatim("gradient", &content, WRITE_RAW);
}

const TEXT: &str = "a\u{e9}\u{65e5}\u{672c}\u{1f680}e\u{301}\u{1f469}\u{200d}\u{1f467}\x1b[38;2;1;2;3mz\x1b[m\u{7ff}\u{800}\u{10ffff}";

/// Writes two pieces for every place to cut, then byte by byte, and waits for a key after each.
const WRITE_CUT: &str = "\
import os, tty
tty.setraw(0)
def put(piece):
    if piece:
        os.write(1, piece)
        os.read(0, 1)
text = open('content', 'rb').read()
for cut in range(len(text) + 1):
    put(text[:cut])
    put(text[cut:])
for at in range(len(text)):
    put(text[at:at + 1])
";

#[test]
fn characters_may_be_cut_at_every_byte() {
    let text = TEXT.as_bytes();
    let mut pair = Pair::start(|sandbox| {
        sandbox.write("home/content", text);
        sandbox.write("home/cut.py", WRITE_CUT);
        vec!["python3", "cut.py"]
    });
    let halves = (0..=text.len()).flat_map(|cut| [cut, text.len() - cut]).filter(|length| *length > 0);
    let mut came = 0;
    for length in halves.chain(std::iter::repeat_n(1, text.len())) {
        came += length;
        pair.each(|terminal| {
            wait_until(PATIENCE, "the piece alone", || terminal.log().len() == came);
            terminal.send(b"k");
        });
    }
    pair.end();
    assert_bytes(&pair.both()[1].log(), TEXT.repeat(text.len() + 2).as_bytes(), "text cut everywhere");
    pair.same_bytes();
}

/// Makes 64 MiB on the screen. A soak run asks for 358 million lines: 1 GiB.
const LINES: u64 = (64 << 20) / 3;

#[test]
fn a_flood_of_yes_arrives_whole() {
    let asked = std::env::var("LOCUM_TEST_YES_LINES").ok().map(|lines| lines.parse().unwrap());
    let lines = asked.unwrap_or(LINES);
    let sandbox = Sandbox::new();
    let locum = crate::locum(&sandbox).display().to_string();
    let patience = Duration::from_secs(200 + lines / 500_000);
    let flood = Flood::of_yes(&sandbox, &[&locum, "run", "--"], lines, patience);
    println!("{flood:?}");
    assert_eq!((flood.bytes, flood.wrong_at), (Flood::bytes_of(lines), None));
}

/// The same bytes in every run.
pub(super) fn random(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    (0..count).map(|_| next()).collect()
}
