//! What comes from the terminal and not from the keyboard.

use super::*;
use Token::{Cancel, Key, Submit};

const POSITION: &[Token] = &[Token::Reply(Reply::CursorPosition)];
const STATUS: &[Token] = &[Token::Reply(Reply::Status)];
const ATTRIBUTES: &[Token] = &[Token::Reply(Reply::DeviceAttributes)];
const MODE: &[Token] = &[Token::Reply(Reply::ModeReport)];
const COLOR: &[Token] = &[Token::Reply(Reply::Color)];
const DCS: &[Token] = &[Token::Reply(Reply::Dcs)];
const OTHER: &[Token] = &[Token::Reply(Reply::Other)];
const WINDOW: &[Token] = &[Token::Reply(Reply::Window)];

#[test]
fn mouse_and_focus() {
    check(&[
        ("x10", b"\x1b[M !!", MOUSE),
        ("x10_with_any_bytes", b"\x1b[M\x1b\x03\xff", MOUSE),
        ("sgr_press", b"\x1b[<0;10;20M", MOUSE),
        ("sgr_release", b"\x1b[<0;10;20m", MOUSE),
        ("sgr_wheel", b"\x1b[<64;1;1M", MOUSE),
        ("urxvt", b"\x1b[32;10;20M", MOUSE),
        ("locator", b"\x1b[1;2;3;4&w", MOUSE),
        ("focus_in", b"\x1b[I", FOCUS),
        ("focus_out", b"\x1b[O", FOCUS),
        ("letter_after_focus_out", b"\x1b[Oa", &[Token::Focus, Key]),
    ]);
}

#[test]
fn sequences() {
    check(&[
        ("primary_attributes", b"\x1b[?62;22c", ATTRIBUTES),
        ("secondary_attributes", b"\x1b[>1;4000;0c", ATTRIBUTES),
        ("tertiary_attributes", b"\x1b[=0c", ATTRIBUTES),
        ("position", b"\x1b[24;80R", POSITION),
        ("position_in_first_column", b"\x1b[1;1R", POSITION),
        ("position_beyond_modifiers", b"\x1b[1;17R", POSITION),
        ("private_position", b"\x1b[?1;2R", POSITION),
        ("ready", b"\x1b[0n", STATUS),
        ("colour_scheme", b"\x1b[?997;1n", STATUS),
        ("private_mode", b"\x1b[?2026;2$y", MODE),
        ("mode", b"\x1b[4;2$y", MODE),
        ("kitty_flags", b"\x1b[?1u", &[Token::Reply(Reply::KittyFlags)]),
        ("window_size", b"\x1b[8;24;80t", WINDOW),
        ("resize_report", b"\x1b[48;24;80;480;800t", WINDOW),
        ("graphics_attributes", b"\x1b[?1;0;256S", OTHER),
        ("key_modifier_options", b"\x1b[>4;2m", OTHER),
        ("terminal_parameters", b"\x1b[2;1;1;112;112;1;0x", OTHER),
    ]);
}

#[test]
fn a_position_is_awaited() {
    check_when(
        &[
            ("in_the_first_row", b"\x1b[1;2R", POSITION),
            ("f3_without_parameters", b"\x1b[R", KEY),
            ("f3_release_of_kitty", b"\x1b[1;2:3R", RELEASE),
            ("f4", b"\x1b[1;2S", KEY),
        ],
        true,
    );
}

#[test]
fn strings() {
    check(&[
        ("colour_with_bell", b"\x1b]11;rgb:0000/0000/0000\x07", COLOR),
        ("colour_with_terminator", b"\x1b]11;rgb:0000/0000/0000\x1b\\", COLOR),
        ("clipboard", b"\x1b]52;c;aGVsbG8=\x1b\\", COLOR),
        ("title_with_0x9c_inside", "\x1b]l\u{41c}\u{71c}\x1b\\".as_bytes(), COLOR),
        ("version", b"\x1bP>|XTerm(390)\x1b\\", DCS),
        ("setting", b"\x1bP1$r0m\x1b\\", DCS),
        ("terminfo", b"\x1bP1+r544e=787465726d\x1b\\", DCS),
        ("unit_id", b"\x1bP!|00000000\x1b\\", DCS),
        ("graphics", b"\x1b_Gi=31;OK\x1b\\", &[Token::Reply(Reply::Apc)]),
        ("private_message", b"\x1b^x\x1b\\", OTHER),
        ("start_of_string", b"\x1bXx\x1b\\", OTHER),
    ]);
}

#[test]
fn broken_strings() {
    check(&[
        ("ctrl_c_is_not_swallowed", b"\x1b]11\x03", &[Key, Cancel]),
        ("enter_is_not_swallowed", b"\x1bPab\r", &[Key, Submit]),
        ("cancel_character", b"\x1b]11;\x18", &[Key, Key]),
        ("bell_ends_only_osc", b"\x1bPab\x07", &[Key, Key]),
        ("arrow_after_alt_bracket", b"\x1b]\x1b[A", &[Key, Key]),
        ("reply_after_cut_reply", b"\x1b]11;rgb\x1b[?62c", &[Key, Token::Reply(Reply::DeviceAttributes)]),
        ("escape_twice_inside", b"\x1b]11;\x1b\x1b[A", &[Key, Key]),
    ]);
}

#[test]
fn a_string_without_end_is_let_go() {
    let endless = [b"\x1b]52;c;".as_slice(), &vec![b'A'; 1 << 20], b"typed"].concat();
    let (tokens, tokenizer) = tokens([endless.as_slice()].into_iter(), false);
    assert_eq!(tokens.first(), Some(&Token::Reply(Reply::Color)));
    assert!(tokens.len() > 5 && !tokenizer.undecided());
}
