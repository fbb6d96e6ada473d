//! Small streams and what a person would see.

use model::Size;
use screen::{MarkKind, Screen, Snapshot};

/// After this output on a screen of four rows and ten columns: its text, and the cursor's row and column.
fn check(name: &str, output: &str, text: &str, cursor: (u16, u16)) {
    let snapshot = shown(Size::cells(4, 10), output);
    let rows: Vec<&str> = snapshot.rows.iter().map(|row| row.text.as_str()).collect();
    assert_eq!(rows.join("\n").trim_end_matches('\n'), text, "{name}");
    assert_eq!((snapshot.cursor.row, snapshot.cursor.column), cursor, "{name}: cursor");
}

fn shown(size: Size, output: &str) -> Snapshot {
    let mut screen = Screen::new(size);
    screen.feed(output.as_bytes());
    assert_eq!(screen.panics(), 0);
    screen.snapshot_anyway()
}

#[test]
fn text_and_edits() {
    check("plain", "ab\r\ncd", "ab\ncd", (1, 2));
    check("wraps", "0123456789ab", "0123456789\nab", (1, 2));
    check("full row waits", "0123456789", "0123456789", (0, 9));
    check("no wrap", "\x1b[?7l0123456789ab", "012345678b", (0, 9));
    check("wide at the end", "012345678日x", "012345678\n日x", (1, 3));
    check("half of a wide one overwritten", "日本\x1b[2Gx", " x本", (0, 2));
    check("half erased", "日本\x1b[2G\x1b[X", "  本", (0, 1));
    check("first half erased to the left", "日本\x1b[G\x1b[1K", "  本", (0, 0));
    check("cut by insertion", "日本\x1b[2G\x1b[@", "   本", (0, 1));
    check("cut by deletion", "日本\x1b[2G\x1b[P", " 本", (0, 1));
    check("combining", "e\u{301}x", "e\u{301}x", (0, 2));
    check("tab", "a\tb", "a       b", (0, 9));
    check("tab stops", "\x1b[3g\x1b[4G\x1bH\r\tx", "   x", (0, 4));
    check("back tab", "\x1b[10G\x1b[Zx", "        x", (0, 9));
    check("scrolls", "1\r\n2\r\n3\r\n4\r\n5", "2\n3\n4\n5", (3, 1));
    check("region", "1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[3;1H\n", "1\n3\n\n4", (2, 0));
    check("region out of reach", "1\x1b[30;40rx", "1x", (0, 2));
    check("a line feed ends the full row", "0123456789\nx", "0123456789\n         x", (1, 9));
    check("reverse index", "1\r\n2\x1b[H\x1bMx", "x\n1\n2", (0, 1));
    check("origin", "\x1b[2;3r\x1b[?6hx\x1b[9;1Hy", "\nx\ny", (2, 1));
    check("column in origin mode", "\x1b[2;3r\x1b[?6h\x1b[5Gx", "\n    x", (1, 5));
    check("insert lines", "1\r\n2\x1b[H\x1b[L", "\n1\n2", (0, 0));
    check("delete lines", "1\r\n2\r\n3\x1b[H\x1b[2M", "3", (0, 0));
    check("erase above from the second row", "1\r\n2\r\n3\x1b[2;1H\x1b[1J", "\n\n3", (1, 0));
    check("erase below", "1\r\n2\r\n3\x1b[2;1H\x1b[J", "1", (1, 0));
    check("erase all", "1\r\n2\x1b[2J", "", (1, 1));
    check("repeat", "ab\x1b[3b", "abbbb", (0, 5));
    check("insert mode", "abc\x1b[G\x1b[4hX", "Xabc", (0, 1));
    check("align", "\x1b[2;3r\x1b#8", "EEEEEEEEEE\nEEEEEEEEEE\nEEEEEEEEEE\nEEEEEEEEEE", (0, 0));
    check("line drawing", "\x1b(0lqk\x1b(Bq", "┌─┐q", (0, 4));
    check("shifted line drawing", "\x1b)0\x0eq\x0fq", "─q", (0, 2));
    check("save and restore", "ab\x1b7\r\ncd\x1b8x", "abx\ncd", (0, 3));
    check("huge numbers", "\x1b[65535;99999Hx\x1b[99999999Ax", "         x\n\n\n         x", (0, 9));
    check("controls inside a sequence", "a\x1b[\r3Cb", "a  b", (0, 4));
    check("given up", "a\x1b[3\x18b", "ab", (0, 2));
    check("line feed is also a return", "\x1b[20ha\nb", "a\nb", (1, 1));
    check("reset", "a\x1b[4h\x1bcb", "b", (0, 1));
}

#[test]
fn bytes_that_are_no_text() {
    let bytes = |bytes: &[u8]| {
        let mut screen = Screen::new(Size::cells(2, 10));
        screen.feed(bytes);
        screen.snapshot_anyway().rows[0].text.clone()
    };
    assert_eq!(bytes(b"a\xffb"), "a\u{fffd}b");
    assert_eq!(bytes(b"a\xe2\x82b"), "a\u{fffd}b");
    assert_eq!(bytes(b"a\x9bb"), "a\u{fffd}b", "no 8-bit controls in UTF-8");
    assert_eq!(bytes("a\u{9b}31mb".as_bytes()), "a31mb", "nor encoded ones");
    assert_eq!(bytes(b"a\x7fb"), "ab");
    assert_eq!(bytes(b"a\xe2\x1b[1Cb"), "a\u{fffd} b");
}

#[test]
fn the_alternate_screen() {
    check("comes empty", "ab\x1b[?1049hx", "  x", (0, 3));
    check("goes without a trace", "ab\x1b[?1049h\x1b[3;3Hxyz\x1b[?1049lc", "abc", (0, 3));
    check("left twice", "ab\x1b[?1049h\x1b[?1049l\r\n\x1b[?1049lc", "abc", (0, 3));
    check("the old kind", "ab\x1b[?47hx\x1b[?47lc", "ab c", (0, 4));
    let size = Size::cells(4, 10);
    let mut screen = Screen::new(size);
    screen.feed(b"0123456789abc\x1b[?1049h\x1b[1;1HALT");
    screen.resize(Size::cells(4, 20));
    assert_eq!(screen.snapshot_anyway().rows[0].text, "ALT");
    screen.feed(b"\x1b[?1049l");
    assert_eq!(screen.snapshot_anyway().rows[0].text, "0123456789abc", "the main screen was reflowed");
}

#[test]
fn frames_are_shown_when_they_are_whole() {
    let mut screen = Screen::new(Size::cells(4, 10));
    screen.feed(b"a\x1b[?2026hb");
    assert_eq!(screen.snapshot(), None);
    assert_eq!(screen.snapshot_anyway().rows[0].text, "ab");
    screen.feed(b"\x1b[?2026l");
    assert!(screen.snapshot().is_some());
    screen.feed(b"\x1b[?2026h\x1bc");
    assert!(screen.snapshot().is_some(), "a reset ends it");
}

#[test]
fn marks_stay_with_their_lines() {
    let mut screen = Screen::new(Size::cells(4, 10));
    screen.feed(b"x\r\n\x1b]133;A\x07$ \x1b]133;B\x07ls\r\n\x1b]133;C\x1b\\out\r\n\x1b]133;D;7\x07");
    let marks = screen.snapshot_anyway().marks;
    let found: Vec<_> = marks.iter().map(|mark| (mark.kind, mark.line, mark.column)).collect();
    let expected = [
        (MarkKind::Prompt, 1, 0),
        (MarkKind::Input, 1, 2),
        (MarkKind::Output, 2, 0),
        (MarkKind::End(Some(7)), 3, 0),
    ];
    assert_eq!(found, expected);
    screen.feed(b"1\r\n2\r\n3\r\n4");
    let snapshot = screen.snapshot_anyway();
    assert_eq!(snapshot.top, 3);
    assert_eq!(snapshot.marks, marks, "the numbers stay while lines scroll");
}

#[test]
fn marks_stay_with_their_lines_through_a_reflow() {
    let mut screen = Screen::new(Size::cells(4, 10));
    screen.feed(b"0123456789abcdef\r\n\x1b]133;A\x07$ \x1b]133;B\x07ls");
    for size in [Size::cells(4, 20), Size::cells(4, 5), Size::cells(9, 10), Size::cells(2, 7)] {
        screen.resize(size);
        let snapshot = screen.snapshot_anyway();
        let mark = snapshot.marks.iter().find(|mark| mark.kind == MarkKind::Input).unwrap();
        let row = usize::try_from(mark.line - snapshot.top).unwrap();
        assert_eq!(snapshot.rows[row].text, "$ ls", "{size:?}");
        assert_eq!(mark.column, 2);
    }
}

#[test]
fn answers() {
    let check = |question: &str, answer: &str| {
        let mut screen = Screen::new(Size { rows: 24, cols: 80, xpixel: 800, ypixel: 480 });
        screen.feed(b"\x1b[3;5H");
        screen.feed(question.as_bytes());
        screen.feed(b"more");
        let replies = screen.take_replies();
        let bytes: Vec<u8> = replies.iter().flat_map(|reply| reply.bytes.clone()).collect();
        assert_eq!(String::from_utf8(bytes).unwrap(), answer, "{question:?}");
        if let Some(last) = replies.last() {
            assert_eq!(last.at, 6 + question.len() as u64, "{question:?}");
        }
        assert!(screen.take_replies().is_empty());
    };
    check("\x1b[c", "\x1b[?6c");
    check("\x1b[0c", "\x1b[?6c");
    check("\x1b[1c", "");
    check("\x1b[>c", "\x1b[>0;2600;1c");
    check("\x1b[5n", "\x1b[0n");
    check("\x1b[6n", "\x1b[3;5R");
    check("\x1b[?6n", "\x1b[?3;5R");
    check("\x1b[4$p", "\x1b[4;2$y");
    check("\x1b[?2004h\x1b[?2004$p", "\x1b[?2004;1$y");
    check("\x1b[?2026$p", "\x1b[?2026;2$y");
    check("\x1b[?1016$p", "\x1b[?1016;0$y");
    check("\x1b[>5u\x1b[?u", "\x1b[?5u");
    check("\x1b]11;?\x07", "\x1b]11;rgb:0000/0000/0000\x07");
    check("\x1b]10;#102030\x1b\\\x1b]10;?\x1b\\", "\x1b]10;rgb:1010/2020/3030\x1b\\");
    check("\x1b]4;1;?;2;?\x07", "\x1b]4;1;rgb:cdcd/0000/0000\x07\x1b]4;2;rgb:0000/cdcd/0000\x07");
    check("\x1b[14t", "\x1b[4;480;800t");
    check("\x1b[16t", "\x1b[6;20;10t");
    check("\x1b[18t", "\x1b[8;24;80t");
    check("\x1b[>q", "");
    check("\x1bP$qm\x1b\\", "\x1bP0$r\x1b\\");
    check("\x1bP+q544e\x1b\\", "\x1bP0+r\x1b\\");
}

#[test]
fn questions_leave_the_generation_alone() {
    let mut screen = Screen::new(Size::cells(24, 80));
    screen.feed(b"a");
    let before = screen.generation();
    screen.feed(
        b"\x1b[c\x1b[>c\x1b[6n\x1b[?6n\x1b[?u\x1b[?1$p\x1b[4$p\x1b]11;?\x07\x1bP$qm\x1b\\\x1b[18t\x1bZ",
    );
    assert_eq!(screen.generation(), before);
    screen.feed(b"b");
    assert_ne!(screen.generation(), before);
}

#[test]
fn notes_about_the_session() {
    let snapshot = shown(
        Size::cells(4, 40),
        "\x1b]2;a\u{1}title\x07\x1b]7;file:///tmp\x07\x1b]9;4;1;42\x07\x1b]9;hello\x07\x1b]777;notify;T;B\x07\
         \x1b]99;i=1:d=0;Head\x07\x1b]99;i=1:p=body;Tail\x07",
    );
    assert_eq!(snapshot.title, "atitle");
    assert_eq!(snapshot.folder.as_deref(), Some("file:///tmp"));
    assert_eq!(snapshot.progress.map(|progress| progress.percent), Some(42));
    let notes: Vec<_> =
        snapshot.notifications.iter().map(|note| (note.title.as_str(), note.body.as_str())).collect();
    assert_eq!(notes, [("", "hello"), ("T", "B"), ("Head", "Tail")]);
}

#[test]
fn a_gap_lasts_until_the_screen_is_cleared() {
    for clear in ["\x1b[2J", "\x1b[H\x1b[J", "\x1bc", "\x1b[?1049h"] {
        let mut screen = Screen::new(Size::cells(4, 10));
        screen.feed(b"ab\x1b[3");
        screen.gap();
        screen.feed(b"1mcd\x1b[3J");
        let snapshot = screen.snapshot_anyway();
        assert!(snapshot.gap);
        assert_eq!(snapshot.rows[0].text, "ab1mcd", "the parser starts afresh");
        screen.feed(clear.as_bytes());
        assert!(!screen.snapshot_anyway().gap, "{clear:?}");
    }
}

#[test]
fn a_gap_ends_when_everything_has_scrolled_in_since() {
    let check = |name: &str, output: &str, gap: bool| {
        let mut screen = Screen::new(Size::cells(4, 10));
        screen.feed(b"1\r\n2\r\n3\r\n4");
        screen.gap();
        screen.feed(output.as_bytes());
        assert_eq!(screen.snapshot_anyway().gap, gap, "{name}");
    };
    check("a row is left", "\n\n\n", true);
    check("all are new", "\n\n\n\n", false);
    check("at once", "\x1b[4S", false);
    check("more than all", "\x1b[9S", false);
    check("by wrapping", &"x".repeat(40), false);
    check("not quite by wrapping", &"x".repeat(39), true);
    check("from the top", "\x1b[H\n\n\n\n\n\n", true);
    check("only a part scrolls", "\x1b[1;3r\x1b[3;1H\n\n\n\n\n", true);
    check("and down again", "\n\n\n\x1b[H\x1bM\x1b[4;1H\n", true);
    check("and down again, then all", "\n\n\n\x1b[H\x1bM\x1b[4;1H\n\n", false);
    check("filled for alignment", "\x1b#8", false);
}

#[test]
fn what_was_damaged_does_not_come_back_when_the_window_grows() {
    for lines in 4..9 {
        let mut screen = Screen::new(Size::cells(4, 10));
        screen.feed(b"old\r\nold\r\nold\r\nold\r\nold");
        screen.gap();
        (0..lines).for_each(|line| screen.feed(format!("\r\nnew{line}").as_bytes()));
        screen.resize(Size::cells(8, 10));
        let snapshot = screen.snapshot_anyway();
        assert!(!snapshot.gap && snapshot.rows.iter().all(|row| !row.text.contains("old")), "{snapshot:?}");
    }
    let mut screen = Screen::new(Size::cells(4, 10));
    screen.gap();
    screen.feed(b"\r\n1\r\n2");
    screen.resize(Size::cells(8, 10));
    assert!(screen.snapshot_anyway().gap, "what was not replaced counts as before");
}

#[test]
fn any_size() {
    for (rows, cols) in [(0, 0), (1, 1), (1, 2), (2, 1), (1000, 1000), (u16::MAX, 3), (3, u16::MAX)] {
        let mut screen = Screen::new(Size::cells(5, 7));
        screen.feed("日本語 日本語 日本語\r\n\x1b[2;4rx日".as_bytes());
        screen.resize(Size::cells(rows, cols));
        screen.feed("日本語\x1b[?1049h日本語".as_bytes());
        screen.resize(Size::cells(3, 3));
        screen.resize(Size::cells(rows, cols));
        screen.feed(b"\x1b[?1049l\x1b[999;999Hx");
        assert_eq!(screen.panics(), 0, "{rows}x{cols}");
        let snapshot = screen.snapshot_anyway();
        assert_eq!(snapshot.rows.len(), usize::from(snapshot.size.rows));
    }
}

#[test]
fn long_strings_are_bounded() {
    let mut screen = Screen::new(Size::cells(4, 10));
    screen.feed(b"\x1b]2;");
    (0..2000).for_each(|_| screen.feed(&[b'x'; 10_000]));
    screen.feed(b"\x07a");
    assert_eq!(screen.title().len(), 1024);
    assert_eq!(screen.snapshot_anyway().rows[0].text, "a");
    (0..100_000).for_each(|_| screen.feed("\u{301}".as_bytes()));
    assert!(screen.snapshot_anyway().rows[0].text.len() < 32);
    (0..10_000).for_each(|_| screen.feed(b"\x1b[6n\x1b[22t\x1b[>1u\x1b]9;x\x07\x1b]133;A\x07"));
    assert!(screen.take_replies().len() <= 1024);
}

#[test]
fn a_row_that_went_on_before_a_change_of_size_does_not_go_on_later() {
    for begin in ["", "\x1b[?1049h"] {
        let mut screen = Screen::new(Size::cells(4, 3));
        screen.feed(format!("{begin}本語本").as_bytes());
        screen.resize(Size::cells(4, 7));
        // Moves what was the end of a row to where the end is now.
        screen.feed(b"\x1b[H\x1b[4@");
        assert!(!screen.snapshot_anyway().rows[0].wrapped, "{begin:?}");
    }
}
