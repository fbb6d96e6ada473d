//! What must hold for any bytes and any cuts.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// Random bytes hardly ever make a sequence, so they are mixed from pieces of sequences.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: [&[u8]; 24] = [
        b"\x1b",
        b"[",
        b"O",
        b"]",
        b"P",
        b"_",
        b"?",
        b"<",
        b"1;2",
        b":3",
        b"200~",
        b"201~",
        b"\x1b[200~",
        b"\x1b[201~",
        b"M",
        b"R",
        b"u",
        b"$",
        b"y",
        b"\\",
        b"\x07",
        b"\r",
        b"\xe2\x82",
        b"99;5u",
    ];
    let piece = prop_oneof![
        3 => prop::sample::select(PIECES.as_slice()).prop_map(<[u8]>::to_vec),
        1 => vec(any::<u8>(), 0..4),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Cuts the bytes into pieces of the given sizes, over and over.
fn cut<'a>(bytes: &'a [u8], sizes: &[usize]) -> Vec<&'a [u8]> {
    let (mut rest, mut chunks) = (bytes, Vec::new());
    for size in sizes.iter().cycle() {
        let (chunk, tail) = rest.split_at((*size).min(rest.len()));
        chunks.push(chunk);
        rest = tail;
        if rest.is_empty() {
            break;
        }
    }
    chunks
}

proptest! {
    #[test]
    fn cuts_do_not_matter(bytes in bytes(), sizes in vec(1_usize..9, 1..6), awaits in any::<bool>()) {
        let (whole, at_once) = tokens([bytes.as_slice()].into_iter(), awaits);
        let (pieces, bit_by_bit) = tokens(cut(&bytes, &sizes).into_iter(), awaits);
        prop_assert_eq!(whole, pieces);
        prop_assert_eq!(at_once.undecided(), bit_by_bit.undecided());
        prop_assert_eq!(at_once.unfinished(), bit_by_bit.unfinished());
    }

    #[test]
    fn a_pause_leaves_nothing_unfinished(bytes in bytes()) {
        let (_, mut tokenizer) = tokens([bytes.as_slice()].into_iter(), false);
        let mut settled = 0;
        tokenizer.flush(&mut |_| settled += 1);
        prop_assert!(!tokenizer.unfinished());
        prop_assert!(settled <= 1);
    }

    #[test]
    fn the_epoch_never_shrinks(chunks in vec((bytes(), any::<bool>()), 0..8)) {
        let (mut typing, mut before) = (Typing::new(), 0);
        for (chunk, pause) in chunks {
            typing.feed(&chunk, false, &Cooking::Raw);
            if pause {
                typing.flush();
            }
            prop_assert!(typing.epoch() >= before);
            before = typing.epoch();
        }
    }

    #[test]
    fn enter_after_a_pause_always_submits(bytes in bytes()) {
        let mut typing = Typing::new();
        typing.feed(&bytes, false, &Cooking::Raw);
        typing.flush();
        typing.feed(b"\x1b[201~", false, &Cooking::Raw);
        let before = typing.epoch();
        typing.feed(b"\r", false, &Cooking::Raw);
        prop_assert_eq!((typing.epoch(), typing.draft()), (before + 1, false));
    }
}
