//! What must hold for any bytes and any cuts.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// Random bytes hardly ever make a sequence, so they are mixed from sequences, pieces of them and noise.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    const WHOLE: [&[u8]; 52] = [
        b"\x1b[48;2;1;20;255m",
        b"\x1b[38:2::9:8:7m",
        b"\x1b[58:5:77m",
        b"\x1b[97;104;53m",
        b"\x1b[21m",
        b"\x1b[24;22m",
        b"\x1b)0",
        b"\x1b)B",
        b"\x1b[>31u",
        b"\x1b[=2;2u",
        b"\x1b[3;40s",
        b"\x1b[?2026h",
        b"\x1b=",
        b"\x1b[5;1r",
        b"\x1b[38;5;0m",
        b"\x1b[39m",
        b"\x1b[0m",
        b"\x1b[4:3m",
        b"\x1b[38;9;1m",
        b"\x1b[12;40H",
        b"\x1b[2K",
        b"plain text that is longer than a few bytes, as most output is",
        b"\x1b[?1049h",
        b"\x1b[?1049l",
        b"\x1b[?47h",
        b"\x1b[?1047l",
        b"\x1b[?1000;1006h",
        b"\x1b[?25l",
        b"\x1b[?6h",
        b"\x1b[?69h",
        b"\x1b[?69l",
        b"\x1b[2;5r",
        b"\x1b[r",
        b"\x1b[>1u",
        b"\x1b[<u",
        b"\x1b[=5u",
        b"\x1b7",
        b"\x1b8",
        b"\x1b[s",
        b"\x1b[u",
        b"\x1b[1;31m",
        b"\x1b[m",
        b"\x1b(0",
        b"\x0e",
        b"\x0f",
        b"\x1b]8;;x\x07",
        b"\x1b[?1048h",
        b"\x1b[?1;1049s",
        b"\x1b[?1;1049r",
        b"\x1b[!p",
        b"\x1b[>4;2m",
        b"\x1b[5 q",
    ];
    const PIECES: [&[u8]; 20] = [
        b"\x1b", b"[", b"]", b"P", b"?", b">", b"1", b"6", b"1049", b";", b":", b"h", b"l", b"m", b"u", b"(",
        b" ", b"\\", b"\x07", b"\x18",
    ];
    let piece = prop_oneof![
        6 => prop::sample::select(WHOLE.as_slice()).prop_map(<[u8]>::to_vec),
        2 => prop::sample::select(PIECES.as_slice()).prop_map(<[u8]>::to_vec),
        1 => vec(any::<u8>(), 0..4),
    ];
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

/// Feeds the bytes in pieces of the given sizes, over and over.
fn fed_by(bytes: &[u8], sizes: &[usize]) -> ModeTracker {
    let (mut tracker, mut rest) = (ModeTracker::new(), bytes);
    for size in sizes.iter().cycle() {
        let (chunk, tail) = rest.split_at((*size).min(rest.len()));
        tracker.feed(chunk);
        rest = tail;
        if rest.is_empty() {
            break;
        }
    }
    tracker
}

proptest! {
    #[test]
    fn cuts_do_not_matter(bytes in bytes(), sizes in vec(1_usize..9, 1..6)) {
        let (whole, pieces) = (fed(&bytes), fed_by(&bytes, &sizes));
        prop_assert_eq!(reset(&whole), reset(&pieces));
        prop_assert_eq!(whole.queries(), pieces.queries());
        // What comes later meets the same state, too.
        let (mut whole, mut pieces) = (whole, pieces);
        whole.feed(b"\x1b\\\x1b8\x1b[?1000r");
        pieces.feed(b"\x1b\\\x1b8\x1b[?1000r");
        prop_assert_eq!(reset(&whole), reset(&pieces));
    }

    #[test]
    fn the_reset_pays_everything(bytes in bytes(), rows in prop::option::of(1_u16..30)) {
        let mut tracker = fed(&bytes);
        tracker.resize(rows.unwrap_or(0));
        let paid = tracker.reset();
        tracker.feed(paid.as_bytes());
        prop_assert_eq!(reset(&tracker), "", "left after {:?}", paid);
    }

    #[test]
    fn what_is_on_can_be_set_again(bytes in bytes(), rows in prop::option::of(1_u16..30)) {
        // Given up: nobody starts in the middle of a sequence.
        let mut known = fed(&[&bytes, b"\x18".as_slice()].concat());
        let mut fresh = fed(&known.set());
        known.resize(rows.unwrap_or(0));
        fresh.resize(rows.unwrap_or(0));
        prop_assert_eq!(reset(&fresh), reset(&known));
        prop_assert_eq!(shown(&fresh.set()), shown(&known.set()));
        prop_assert_eq!(fresh.queries().outstanding(), 0, "asks: {}", shown(&known.set()));
        // What was saved with the cursor on the screen that is shown is there, too.
        for tracker in [&mut known, &mut fresh] {
            tracker.feed(b"\x1b8");
        }
        prop_assert_eq!(shown(&fresh.set()), shown(&known.set()));
    }

    #[test]
    fn the_reset_changes_only_with_the_generation(chunks in vec(bytes(), 0..8)) {
        let mut tracker = ModeTracker::new();
        for chunk in chunks {
            let (generation, before) = (tracker.generation(), reset(&tracker));
            tracker.feed(&chunk);
            let same = reset(&tracker) == before;
            prop_assert!(same || tracker.generation() > generation);
        }
    }

    #[test]
    fn noise_does_no_harm(bytes in vec(any::<u8>(), 0..2000)) {
        let tracker = fed(&bytes);
        prop_assert!(tracker.reset().as_bytes().len() <= 512);
    }
}
