//! Keys in all their encodings, and pastes.

use super::*;
use Token::{Cancel, Focus, Key, KeyRelease, Mouse, PasteEnd, PasteStart, Submit};

#[test]
fn text_and_controls() {
    check(&[
        ("letter", b"a", KEY),
        ("two_letters", b"ab", &[Key, Key]),
        ("two_byte_character", "é".as_bytes(), KEY),
        ("three_byte_character", "€".as_bytes(), KEY),
        ("four_byte_character", "🦀".as_bytes(), KEY),
        ("characters_in_a_row", "aé€🦀z".as_bytes(), &[Key; 5]),
        ("stray_continuation", b"\x80\x9b", &[Key, Key]),
        ("never_valid", b"\xff\xc0", &[Key, Key]),
        ("cut_character_then_letter", b"\xe2\x82a", &[Key, Key]),
        ("latin_one_then_escape_sequence", b"\xe9\x1b[A", &[Key, Key]),
        ("enter", b"\r", SUBMIT),
        ("line_feed", b"\n", SUBMIT),
        ("ctrl_c", b"\x03", CANCEL),
        ("tab_backspace_ctrl_d_nul", b"\t\x7f\x04\x00", &[Key; 4]),
    ]);
}

#[test]
fn alt_and_old_encodings() {
    check(&[
        ("alt_letter", b"\x1ba", KEY),
        ("alt_enter_makes_a_new_line", b"\x1b\r", KEY),
        ("alt_ctrl_c", b"\x1b\x03", KEY),
        ("alt_character", "\x1bé".as_bytes(), KEY),
        ("alt_arrow_of_rxvt", b"\x1b\x1b[A", KEY),
        ("alt_keypad_of_rxvt", b"\x1b\x1bOp", KEY),
        ("escape_then_focus", b"\x1b\x1b[I", &[Key, Focus]),
        ("escape_then_reply", b"\x1b\x1b[?62c", &[Key, Token::Reply(Reply::DeviceAttributes)]),
        ("escape_then_colour", b"\x1b\x1b]11;x\x07", &[Key, Token::Reply(Reply::Color)]),
        ("escape_then_alt_letter", b"\x1b\x1bx", &[Key, Key]),
        ("three_escapes_and_letter", b"\x1b\x1b\x1bx", &[Key, Key, Key]),
        ("shift_delete_of_rxvt_then_letter", b"\x1b[3$a", &[Key, Key]),
        ("ctrl_delete_of_rxvt", b"\x1b[3^", KEY),
        ("shift_right_of_rxvt", b"\x1b[c", KEY),
        ("linux_console_f1", b"\x1b[[A", KEY),
        ("linux_console_cut_by_enter", b"\x1b[[\r", &[Key, Submit]),
    ]);
}

#[test]
fn function_keys() {
    check(&[
        ("up", b"\x1b[A", KEY),
        ("application_up", b"\x1bOA", KEY),
        ("f1", b"\x1bOP", KEY),
        ("old_shift_f1", b"\x1bO2P", KEY),
        ("keypad_enter", b"\x1bOM", SUBMIT),
        ("shift_keypad_enter", b"\x1bO2M", KEY),
        ("alt_o_then_ctrl_c", b"\x1bO\x03", &[Key, Cancel]),
        ("ctrl_right", b"\x1b[1;5C", KEY),
        ("delete", b"\x1b[3~", KEY),
        ("ctrl_delete", b"\x1b[3;5~", KEY),
        ("back_tab", b"\x1b[Z", KEY),
        ("modified_tab_is_no_focus", b"\x1b[1;5I", KEY),
        ("f3", b"\x1b[R", KEY),
        ("shift_f3", b"\x1b[1;2R", KEY),
        ("f4", b"\x1b[1;2S", KEY),
        ("alt_bracket_then_enter", b"\x1b[\r", &[Key, Submit]),
        ("alt_bracket_then_character", "\x1b[é".as_bytes(), &[Key, Key]),
        ("cut_by_another", b"\x1b[1;\x1b[A", &[Key, Key]),
    ]);
}

#[test]
fn kitty() {
    check(&[
        ("escape", b"\x1b[27u", KEY),
        ("letter_with_text", b"\x1b[97;;97u", KEY),
        ("letter_with_alternates", b"\x1b[97:65;2;65u", KEY),
        ("enter", b"\x1b[13u", SUBMIT),
        ("enter_press", b"\x1b[13;1:1u", SUBMIT),
        ("enter_repeat", b"\x1b[13;1:2u", SUBMIT),
        ("enter_release", b"\x1b[13;1:3u", RELEASE),
        ("enter_with_num_lock", b"\x1b[13;129u", SUBMIT),
        ("keypad_enter", b"\x1b[57414u", SUBMIT),
        ("shift_enter", b"\x1b[13;2u", KEY),
        ("alt_enter", b"\x1b[13;3u", KEY),
        ("ctrl_enter", b"\x1b[13;5u", KEY),
        ("ctrl_c", b"\x1b[99;5u", CANCEL),
        ("ctrl_c_with_both_locks", b"\x1b[99;197u", CANCEL),
        ("ctrl_c_on_a_cyrillic_layout", b"\x1b[1089::99;5u", CANCEL),
        ("ctrl_c_release", b"\x1b[99;5:3u", RELEASE),
        ("ctrl_shift_c", b"\x1b[99:67;6u", KEY),
        ("arrow_repeat", b"\x1b[1;1:2A", KEY),
        ("arrow_release", b"\x1b[1;1:3A", RELEASE),
        ("delete_release", b"\x1b[3;1:3~", RELEASE),
        ("f3_release", b"\x1b[1;2:3R", RELEASE),
        ("left_shift_alone", b"\x1b[57441;2u", RELEASE),
        ("iso_level_five_alone", b"\x1b[57454;1:1u", RELEASE),
        ("caps_lock_alone", b"\x1b[57358;65u", RELEASE),
        ("media_key", b"\x1b[57428u", KEY),
        ("huge_numbers", b"\x1b[99999999999999999999;99999999999999999999:9999999999999u", KEY),
    ]);
}

#[test]
fn xterm_and_windows() {
    check(&[
        ("other_keys_ctrl_c", b"\x1b[27;5;99~", CANCEL),
        ("other_keys_enter", b"\x1b[27;1;13~", SUBMIT),
        ("other_keys_shift_enter", b"\x1b[27;2;13~", KEY),
        ("other_keys_ctrl_i", b"\x1b[27;5;105~", KEY),
        ("windows_letter", b"\x1b[65;30;97;1;0;1_", KEY),
        ("windows_letter_release", b"\x1b[65;30;97;0;0;1_", RELEASE),
        ("windows_enter", b"\x1b[13;28;13;1;32;1_", SUBMIT),
        ("windows_shift_enter", b"\x1b[13;28;13;1;16;1_", KEY),
        ("windows_ctrl_c", b"\x1b[67;46;3;1;8;1_", CANCEL),
        ("windows_shift_alone", b"\x1b[16;42;0;1;16;1_", RELEASE),
    ]);
}

#[test]
fn pastes() {
    check(&[
        ("empty", b"\x1b[200~\x1b[201~", &[PasteStart, PasteEnd]),
        ("lines_do_not_submit", b"\x1b[200~a\rb\n\x03\x1b[201~", &[PasteStart, PasteEnd]),
        ("sequences_inside", b"\x1b[200~\x1b[A\x1b]0;x\x07\x1b[201~", &[PasteStart, PasteEnd]),
        ("end_started_twice", b"\x1b[200~\x1b[20\x1b\x1b[201~\r", &[PasteStart, PasteEnd, Submit]),
        ("end_without_start", b"\x1b[201~", &[PasteEnd]),
        ("keys_around", b"a\x1b[200~b\x1b[201~c", &[Key, PasteStart, PasteEnd, Key]),
    ]);
}

#[test]
fn a_pause_settles() {
    check_flushed(&[
        ("escape", b"\x1b", KEY),
        ("escape_twice", b"\x1b\x1b", KEY),
        ("alt_bracket", b"\x1b[", KEY),
        ("alt_o", b"\x1bO", KEY),
        ("alt_closing_bracket", b"\x1b]", KEY),
        ("alt_p", b"\x1bP", KEY),
        ("alt_underscore", b"\x1b_", KEY),
        ("alt_caret", b"\x1b^", KEY),
        ("alt_x", b"\x1bX", KEY),
        ("shift_delete_of_rxvt", b"\x1b[3$", KEY),
        ("half_a_mouse_report", b"\x1b[M ", KEY),
        ("half_a_character", b"\xe2\x82", KEY),
    ]);
}

#[test]
fn a_pause_does_not_end_a_paste() {
    let (mut tokens, mut tokenizer) = tokens([b"\x1b[200~x\x1b[20".as_slice()].into_iter(), false);
    assert!(tokenizer.undecided() && !tokenizer.unfinished());
    tokenizer.flush(&mut |token| tokens.push(token));
    tokenizer.feed(b"1~", false, &mut |token| tokens.push(token));
    assert_eq!(tokens, [PasteStart, PasteEnd]);
}

#[test]
fn a_sequence_without_end_becomes_typing() {
    let endless = [b"\x1b[".as_slice(), &[b'1'; 600]].concat();
    let (tokens, tokenizer) = tokens([endless.as_slice()].into_iter(), false);
    assert!(tokens.len() > 50 && tokens.iter().all(|token| *token == Key));
    assert!(!tokenizer.undecided());
    assert!(!tokens.contains(&Mouse) && !tokens.contains(&KeyRelease));
}
