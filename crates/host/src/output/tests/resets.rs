//! What a program leaves on, and the bytes that put it back.

use super::*;

/// A name, the program's output, what puts the terminal back.
type Case = (&'static str, &'static str, &'static str);

#[track_caller]
fn check(cases: &[Case]) {
    for (name, output, expected) in cases {
        for size in [output.len().max(1), 1] {
            let tracker = fed_in(output.as_bytes().chunks(size));
            let expected = expected.as_bytes().escape_ascii().to_string();
            assert_eq!(reset(&tracker), expected, "{name}, in pieces of {size}");
        }
    }
}

#[test]
fn modes() {
    check(&[
        ("nothing", "", ""),
        ("text", "hello\r\nwörld\t", ""),
        ("mouse", "\x1b[?1000h\x1b[?1006h", "\x1b[?1000l\x1b[?1006l"),
        ("several_at_once", "\x1b[?1002;1006;2004h", "\x1b[?1002l\x1b[?1006l\x1b[?2004l"),
        ("cleaned_up", "\x1b[?1002;1006;2004h\x1b[?2004;1006;1002l", ""),
        ("hidden_cursor", "\x1b[?25l", "\x1b[?25h"),
        ("shown_cursor", "\x1b[?25l\x1b[?25h", ""),
        ("focus", "\x1b[?1004h", "\x1b[?1004l"),
        ("synchronized_goes_first", "\x1b[?2004h\x1b[?2026h", "\x1b[?2026l\x1b[?2004l"),
        ("application_keys", "\x1b[?1h\x1b=", "\x1b[?1l\x1b>"),
        ("keypad_by_number_and_escape", "\x1b[?66h\x1b>", ""),
        ("no_autowrap", "\x1b[?7l", "\x1b[?7h"),
        ("insert", "\x1b[4h", "\x1b[4l"),
        ("ansi_and_private_numbers_differ", "\x1b[?4h\x1b[25l", ""),
        ("reports", "\x1b[?2031;2048;9001h", "\x1b[?2031l\x1b[?2048l\x1b[?9001l"),
        ("alternate_scroll_is_left_alone", "\x1b[?1007h\x1b[?12h", ""),
        ("saved_and_restored", "\x1b[?1001s\x1b[?1001h\x1b[?1001r", ""),
        ("restored_to_on", "\x1b[?1000h\x1b[?1000s\x1b[?1000l\x1b[?1000r", "\x1b[?1000l"),
        ("cursor_style", "\x1b[5 q", "\x1b[0 q"),
        ("cursor_style_given_back", "\x1b[5 q\x1b[0 q\x1b[6 q\x1b[ q", ""),
        ("other_keys", "\x1b[>4;2m", "\x1b[>4m"),
        ("other_keys_given_back", "\x1b[>4;2m\x1b[>4;m\x1b[>4;1m\x1b[>4m\x1b[>4;1m\x1b[>m", ""),
        ("full_reset", "\x1b[?1049h\x1b[?1000h\x1b[>1u\x1b[31m\x1b[2;5r\x1bc", ""),
        ("soft_reset", "\x1b[?25l\x1b[4h\x1b[31m\x1b[2;5r\x1b[?1000h\x1b[!p", "\x1b[?1000l"),
    ]);
}

#[test]
fn pen() {
    check(&[
        ("colour", "\x1b[31m", "\x1b[m"),
        ("colour_and_reset", "\x1b[1;31mx\x1b[0m\x1b[4m\x1b[m", ""),
        ("each_by_its_own_number", "\x1b[1;3;4;31;45mx\x1b[22;23;24;39;49m", ""),
        ("one_forgotten", "\x1b[1;31mx\x1b[39m", "\x1b[m"),
        ("zero_in_a_colour", "\x1b[38;5;0m", "\x1b[m"),
        ("zeros_in_a_true_colour", "\x1b[48;2;0;0;0m", "\x1b[m"),
        ("reset_after_a_colour", "\x1b[38;2;1;2;3;0m", ""),
        ("colon_colour", "\x1b[38:2::0:0:0m", "\x1b[m"),
        ("colon_colour_given_back", "\x1b[38:2::0:0:0;39m", ""),
        ("curly_and_no_underline", "\x1b[4:3m\x1b[4:0m", ""),
        ("line_drawing", "\x1b(0", "\x1b(B"),
        ("line_drawing_given_back", "\x1b(0qqq\x1b(B\x1b)0", ""),
        ("shift_out", "\x0e", "\x0f"),
        ("shift_out_and_in", "\x0eqqq\x0f", ""),
        ("shift_out_inside_of_a_sequence", "\x1b[3\x0e9m", "\x0f"),
        ("restored_with_the_cursor", "\x1b7\x1b[31m\x1b8", ""),
        ("colour_restored_with_the_cursor", "\x1b[31m\x1b7\x1b[m\x1b8", "\x1b[m"),
        ("hyperlink", "\x1b]8;;http://a\x1b\\x", "\x1b]8;;\x1b\\"),
        ("hyperlink_closed", "\x1b]8;id=1;http://a\x07x\x1b]8;;\x07", ""),
        ("unrelated_strings", "\x1b]0;8;title\x07\x1b]10;#fff\x07\x1bP1;2q#0\x1b\\\x1b_Gx\x1b\\", ""),
    ]);
}

#[test]
fn screens() {
    check(&[
        ("alternate", "\x1b[?1049h", "\x1b[?1049l"),
        ("old_alternate", "\x1b[?47h", "\x1b[?47l"),
        ("other_alternate", "\x1b[?1047h", "\x1b[?1047l"),
        ("left_by_another_number", "\x1b[?1049h\x1b[?47l", ""),
        ("region", "\x1b[2;5r", "\x1b7\x1b[r\x1b8"),
        ("region_given_back", "\x1b[2;5r\x1b[r\x1b[1;9r\x1b[;r", ""),
        ("impossible_region", "\x1b[5;2r", ""),
        ("restored_mode_is_no_region", "\x1b[?2;5r", ""),
        ("region_and_colour", "\x1b[2;5r\x1b[31m", "\x1b[m\x1b7\x1b[r\x1b8"),
        ("region_on_the_alternate", "\x1b[?1049h\x1b[2;5r", "\x1b[r\x1b[?1049l"),
        ("region_on_the_old_alternate", "\x1b[?47h\x1b[2;5r", "\x1b7\x1b[r\x1b8\x1b[?47l"),
        ("region_on_both", "\x1b[2;5r\x1b[?1049h\x1b[2;5r", "\x1b[r\x1b[?1049l\x1b7\x1b[r\x1b8"),
        ("left_and_right_margins", "\x1b[?69h\x1b[2;9s", "\x1b7\x1b[?69l\x1b8"),
        ("colour_from_before", "\x1b[31m\x1b[?1049h\x1b[m", "\x1b[?1049l\x1b[m"),
        ("origin", "\x1b[?6h", "\x1b[?6l\x1b[999;1H\r\n"),
        ("origin_on_the_alternate", "\x1b[?1049h\x1b[?6h", "\x1b[?6l\x1b[?1049l"),
        ("cursor_shown_last", "\x1b[?25l\x1b[2;5r", "\x1b7\x1b[r\x1b8\x1b[?25h"),
    ]);
}

#[test]
fn kitty_keyboard() {
    check(&[
        ("pushed", "\x1b[>1u", "\x1b[<1u"),
        ("pushed_twice", "\x1b[>1u\x1b[>5u", "\x1b[<2u"),
        ("popped", "\x1b[>1u\x1b[<u", ""),
        ("popped_too_much", "\x1b[>1u\x1b[<9u", ""),
        ("set", "\x1b[=5u", "\x1b[=0u"),
        ("set_and_given_back", "\x1b[=5;1u\x1b[=5;3u", ""),
        ("set_on_a_pushed_entry", "\x1b[>1u\x1b[=5u\x1b[<1u", ""),
        ("on_the_alternate", "\x1b[?1049h\x1b[>1u", "\x1b[<1u\x1b[?1049l"),
        ("on_both", "\x1b[>1u\x1b[?1049h\x1b[>1u\x1b[>1u", "\x1b[<2u\x1b[?1049l\x1b[<1u"),
        ("left_behind_on_the_alternate", "\x1b[?1049h\x1b[>1u\x1b[?1049l", ""),
        ("query_changes_nothing", "\x1b[?u", ""),
    ]);
}

#[test]
fn cut_off() {
    check(&[
        ("inside_of_a_title", "\x1b]0;tit", "\x18"),
        ("inside_of_a_sequence", "\x1b[?1000h\x1b[3", "\x18\x1b[?1000l"),
        ("after_escape", "\x1b", "\x18"),
        ("given_up_by_can", "\x1b[?25\x18l", ""),
        ("given_up_by_escape", "\x1b[?25\x1b[?1000h", "\x1b[?1000l"),
        ("string_given_up_by_escape", "\x1b]0;x\x1b[?25l", "\x1b[?25h"),
        ("string_given_up_by_sub", "\x1bPx\x1a\x1b[?25l", "\x1b[?25h"),
        ("broken_marker", "\x1b[2?25l", ""),
        ("0x9c_does_not_end_a_string", "\x1b]0;\u{41c}\x1b\\", ""),
    ]);
}

#[test]
fn a_region_over_the_whole_screen_is_none() {
    let mut tracker = fed(b"\x1b[1;24r");
    assert_eq!(tracker.reset().as_bytes(), b"\x1b7\x1b[r\x1b8");
    tracker.resize(24);
    assert_eq!(tracker.reset().as_bytes(), b"");
    assert_eq!(tracker.generation(), 2);
}

#[test]
fn too_many_parameters_are_dropped() {
    let numbers = "0;".repeat(40);
    assert_eq!(fed(format!("\x1b[?{numbers}1000h").as_bytes()).reset().as_bytes(), b"");
    let colons = "1:".repeat(40);
    assert_eq!(fed(format!("\x1b[{colons}1m").as_bytes()).reset().as_bytes(), b"\x1b[m");
}

#[test]
fn the_generation_follows_the_reset() {
    let mut tracker = ModeTracker::new();
    for (output, expected) in [
        ("text", 0),
        ("\x1b[31m", 1),
        ("\x1b[1m", 1),
        ("\x1b[m", 2),
        ("\x1b[31mx\x1b[m", 2),
        ("\x1b[?25l", 3),
    ] {
        tracker.feed(output.as_bytes());
        assert_eq!(tracker.generation(), expected, "{output:?}");
    }
}
