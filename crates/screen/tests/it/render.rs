//! What comes out of the renderers.

use model::Size;
use screen::{Screen, Snapshot, render};

fn shown(output: &str) -> Snapshot {
    let mut screen = Screen::new(Size::cells(4, 20));
    screen.feed(output.as_bytes());
    screen.snapshot_anyway()
}

#[test]
fn plain_text() {
    let check = |output: &str, text: &str| assert_eq!(render::text(&shown(output)), text, "{output:?}");
    check("", "");
    check("a\r\n\r\nb  \r\n", "a\n\nb\n");
    check("\x1b[3Cdeep 日本\x1b[31m!", "   deep 日本!\n");
}

#[test]
fn coloured_text() {
    let check = |output: &str, text: &str| assert_eq!(render::ansi(&shown(output)), text, "{output:?}");
    check("plain", "plain\n");
    check("\x1b[1;31mred\x1b[0m x", "\x1b[0;1;31mred\x1b[0m x\n");
    check("\x1b[38;5;200;48;2;1;2;3mx", "\x1b[0;38;5;200;48;2;1;2;3mx\x1b[0m\n");
    check("\x1b[91;4:3m日\x1b[m", "\x1b[0;4;91m日\x1b[0m\n");
    check("\x1b[44m\x1b[2Ka", &format!("\x1b[0;44ma{}\x1b[0m\n", " ".repeat(19)));
    check("\x1b]8;;http://x/\x07link\x1b]8;;\x07", "\x1b[0mlink\x1b[0m\n");
    check("\x1b]2;title\x07\x1b[?1049h\x1b[5 qx", "x\n");
}

#[test]
fn coloured_text_shows_the_same_again() {
    let before = shown("\x1b[7mone\x1b[m \x1b[2;3;9mtwo\r\n\x1b[1;44m日本\x1b[K\r\n\x1b[8mhid\x1b[m x");
    let after = shown(&render::ansi(&before).replace('\n', "\r\n"));
    assert_eq!(before.rows, after.rows);
}

#[test]
fn a_picture() {
    let picture = render::svg(&shown("<b>&\"\u{1f680}\x1b[1;3;4;9;31;42mx\x1b[8mhidden\x1b[5 q"));
    assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>\n"));
    for part in
        ["&lt;", "&gt;", "&amp;", "&quot;", "🚀", "fill=\"#cd0000\"", "fill=\"#00cd00\"", "italic", "bold"]
    {
        assert!(picture.contains(part), "{part} is missing in {picture}");
    }
    assert!(!picture.contains(">h<") && !picture.contains("<b>"), "{picture}");
    assert!(render::svg(&shown("\x1b]11;#123456\x07")).contains("#123456"), "changed colours are used");
}

#[test]
fn json_for_scripts() {
    let value =
        render::json(&shown("\x1b[1;31mred\x1b[m\x1b[?2004h\x1b]2;t\x07\x1b]133;D;3\x07\x1b]9;4;3\x07"));
    assert_eq!(value["lines"][0]["text"], "red");
    assert_eq!(value["lines"][0]["runs"][0]["fg"], 1);
    assert_eq!(value["lines"][0]["runs"][0]["bold"], true);
    assert_eq!(value["lines"][0]["runs"][0]["length"], 3);
    assert_eq!(value["modes"]["bracketed_paste"], true);
    assert_eq!(value["marks"][0]["status"], 3);
    assert_eq!(value["progress"]["state"], "indeterminate");
    assert_eq!(value["cursor"]["column"], 3);
    assert_eq!((value["rows"].as_u64(), value["title"].as_str()), (Some(4), Some("t")));
}
