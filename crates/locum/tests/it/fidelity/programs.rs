//! Full-screen programs, screen for screen.

use testkit::{Sandbox, Size, keys, require};

use super::Pair;
use super::pair::{SIZE, assert_bytes};

/// Cursor down for a program that has switched the cursor keys.
const APPLICATION_DOWN: &[u8] = b"\x1bOB";
const SMALLER: Size = Size { rows: 17, cols: 61, xpixel: 488, ypixel: 272 };

/// A hundred lines with colours for those who show them.
fn numbered(lines: u32) -> String {
    (1..=lines).map(|line| format!("line {line} of the text, with \u{e9} and \u{65e5}\u{672c}\n")).collect()
}

#[test]
fn vim() {
    require(&["vim"]);
    let mut pair = Pair::start(|sandbox| {
        sandbox.write("home/text.py", "import os\n\ndef f(x):\n    return \"text\" + str(x)  # comment\n");
        vec!["vim", "-N", "-u", "NONE", "-i", "NONE", "-n", "+syntax on", "text.py"]
    });
    // Whether its first message stays depends on when the terminal's answers come; a redraw ends that.
    pair.wait_for("comment");
    pair.step(b":set number ruler\r\x0c", "4     return");
    pair.step(b"Gonew line \xc3\xa9\xe6\x97\xa5\x1b\x0c", "new line \u{e9}\u{65e5}");
    pair.step(b"ggVjj", "VISUAL LINE");
    pair.step(b"\x1b:split\r\x0c", "text.py [+]");
    pair.step(b":help motion\r\x0c", "motion");
    pair.step(b":q\r/comment\r\x0c", "comment");
    pair.resize(SMALLER, "comment");
    pair.resize(SIZE, "comment");
    pair.step(b":set mouse=a\r\x1b[<0;9;2M\x1b[<0;9;2m\x0c", "comment");
    pair.send(b":wqa\r");
    assert_eq!(pair.end(), Some(0));
    let written = pair.same_file("home/text.py");
    assert!(written.ends_with("new line \u{e9}\u{65e5}\n".as_bytes()), "{}", written.escape_ascii());
}

#[test]
fn less() {
    let mut pair = Pair::start(|sandbox| {
        sandbox.write("home/text", numbered(500));
        vec!["less", "-R", "text"]
    });
    pair.shows("line 23 of");
    pair.step(b" ", "line 46 of");
    pair.step(APPLICATION_DOWN, "line 47 of");
    pair.step(b"/line 300\r", "line 300 of");
    pair.step(b"G", "line 500 of");
    pair.step(b"-N\r", "    500 line 500");
    pair.step(b"g", "      1 line 1 of");
    pair.step(b"h", "SUMMARY OF LESS COMMANDS");
    pair.step(b"q", "      1 line 1 of");
    pair.send(b"q");
    assert_eq!(pair.end(), Some(0));
    pair.same_bytes();
}

/// One process that does not change, no meters that do, and no redraw within a test.
const HTOP: &str = "\
fields=0 48 1
hide_kernel_threads=1
hide_userland_threads=1
highlight_base_name=0
tree_view=0
sort_key=0
sort_direction=1
header_margin=1
color_scheme=0
enable_mouse=1
delay=600
header_layout=two_50_50
column_meters_0=Hostname
column_meter_modes_0=2
column_meters_1=Architecture
column_meter_modes_1=2
";

#[test]
fn htop() {
    require(&["htop"]);
    let mut pair = Pair::start(|sandbox| {
        let settings = sandbox.write("home/htoprc", HTOP);
        ["env", &format!("HTOPRC={}", settings.display()), "htop", "-p", "1", "-d", "600"]
            .map(str::to_owned)
            .into()
    });
    pair.shows("F10Quit");
    pair.step(b"\x1b[15~", "F10Quit");
    pair.step(b"\x1bOP", "scroll process list");
    pair.step(b"x", "F10Quit");
    pair.step(b"/no such", "Search: no such");
    pair.step(b"\x1b\x1b", "F10Quit");
    pair.step(b"\x1bOQ", "Categories");
    pair.step(APPLICATION_DOWN, "Categories");
    pair.send(b"\x1b[21~");
    pair.wait_for("F1Help");
    pair.resize(SMALLER, "F1Help");
    pair.send(b"q");
    assert_eq!(pair.end(), Some(0));
}

#[test]
fn fzf() {
    require(&["fzf"]);
    let fruit = "apple\nbanana\ncherry\nmango\norange\npear\ntangerine \u{e9}\u{65e5}\n";
    // With a height it asks where the cursor is; with the alternate screen it does not.
    for options in ["--height=10 --reverse", "--multi --preview='echo seen {}'", "--no-mouse --border"] {
        let mut pair = Pair::start(|sandbox: &Sandbox| {
            sandbox.write("home/fruit", fruit);
            let script = format!(
                "echo above; FZF_DEFAULT_OPTS= fzf {options} <fruit >picked; echo status $?; cat picked"
            );
            ["sh", "-c", &script].map(str::to_owned).into()
        })
        .text_only();
        println!("{options}");
        pair.shows("7/7");
        pair.step(b"an", "4/7");
        pair.step(keys::UP, "4/7");
        pair.step(b"g", "3/7");
        pair.step(b"\x7f\x7f\x7f", "7/7");
        pair.step(b"\xc3\xa9", "1/7");
        pair.send(keys::ENTER);
        assert_eq!(pair.end(), Some(0));
        assert_bytes(&pair.same_file("home/picked"), "tangerine \u{e9}\u{65e5}\n".as_bytes(), options);
    }
}

/// No clock, no names that follow what runs.
const TMUX: &str = "\
set -g status-left '[inside] '
set -g status-right ''
set -g automatic-rename off
set -g allow-rename off
set -g default-command 'env PS1=\"inner> \" HISTFILE= dash -i'
set -g mouse on
set -g display-time 0
";

#[test]
fn tmux() {
    require(&["tmux", "dash"]);
    let mut pair = Pair::start(|sandbox| {
        sandbox.write("home/tmux.conf", TMUX);
        vec!["tmux", "-u", "-S", "tmux.sock", "-f", "tmux.conf", "new-session", "-s", "s", "-n", "w"]
    });
    pair.shows("inner>");
    pair.step(b"echo one; printf '\\033[38;2;9;8;7mtrue\\033[m\\n'\r", "true\ninner>");
    pair.step(b"\x02%", "\u{2502}inner>");
    pair.step(b"echo right\r", "\u{2502}right");
    pair.step(b"\x02\"", "\u{2500}");
    pair.step(b"seq 40\r", "40");
    pair.step(b"\x02[", "[0/31]");
    pair.step(b"\x1b[5~", "[9/31]");
    pair.step(b"q", "inner>");
    pair.step(b"\x02z", "w*Z");
    pair.step(b"\x02z", "one");
    // A click into the left half.
    pair.step(b"\x1b[<0;5;9M\x1b[<0;5;9m", "one");
    pair.resize(SMALLER, "[inside]");
    pair.resize(SIZE, "[inside]");
    pair.step(b"clear\r", "inner>");
    pair.send(b"\x02d");
    pair.wait_for("[detached (from session s)]");
    assert_eq!(pair.end(), Some(0));
}
