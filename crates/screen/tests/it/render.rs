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
    assert!(!picture.contains("hidden") && !picture.contains("<b>"), "{picture}");
    assert!(render::svg(&shown("\x1b]11;#123456\x07")).contains("#123456"), "changed colours are used");
}

/// The elements with their attributes and text, in order. Fails where the picture is no XML.
fn elements(picture: &str) -> Vec<(&str, &str)> {
    let allowed =
        |letter: char| letter == '\n' || !letter.is_control() && !('\u{fffe}'..='\u{ffff}').contains(&letter);
    assert!(picture.chars().all(allowed), "{picture:?}");
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for part in picture.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') && tag.matches('"').count() % 2 == 0, "{part}");
        let entities = text.match_indices('&').map(|(at, _)| &text[at..]);
        for entity in entities {
            let known = ["&lt;", "&gt;", "&amp;", "&quot;"];
            assert!(known.iter().any(|known| entity.starts_with(known)), "{entity}");
        }
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{picture}"),
            None if tag.ends_with('/') => found.push((tag, text)),
            None => {
                open.push(tag.split(' ').next().unwrap());
                found.push((tag, text));
            }
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
    found
}

#[test]
fn a_picture_has_one_element_a_run() {
    let picture =
        render::svg(&shown("  a b  \x1b[31mred \x1b[mx日本y\r\n\x1b[4m u \x1b[m e\u{301}<&>\u{ffff}"));
    let texts: Vec<_> = elements(&picture).into_iter().filter(|(tag, _)| tag.starts_with("text")).collect();
    let expected = [
        ("text x=\"18\" y=\"14\" textLength=\"27\"", "a b"),
        ("text x=\"63\" y=\"14\" textLength=\"27\" fill=\"#cd0000\"", "red"),
        ("text x=\"99\" y=\"14\" textLength=\"9\"", "x"),
        ("text x=\"108\" y=\"14\" textLength=\"36\"", "日本"),
        ("text x=\"144\" y=\"14\" textLength=\"9\"", "y"),
        ("text x=\"0\" y=\"32\" textLength=\"27\" text-decoration=\"underline\"", " u "),
        ("text x=\"36\" y=\"32\" textLength=\"45\"", "e\u{301}&lt;&amp;&gt;\u{fffd}"),
    ];
    assert_eq!(texts, expected);
}

#[test]
fn a_full_picture_stays_small() {
    let full = |cell: fn(usize) -> String| {
        let mut screen = Screen::new(Size::cells(30, 100));
        (0..3000).for_each(|index| screen.feed(cell(index).as_bytes()));
        let picture = render::svg(&screen.snapshot_anyway());
        elements(&picture);
        picture.len()
    };
    let plain = full(|_| "x".to_owned());
    assert!(plain < 6_000, "{plain}");
    let words =
        full(|index| if index % 10 == 0 { format!("\x1b[3{}mx", index / 10 % 8) } else { "x".to_owned() });
    assert!(words < 30_000, "{words}");
    let worst = full(|index| format!("\x1b[1;3;4;9;3{};4{}mx", index % 8, (index + 1) % 8));
    assert!(worst < 650_000, "{worst}");
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
