//! Ctrl-C twice, however it is spelled and cut.

use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// What is typed, after how many milliseconds.
type Typed = (u64, &'static [u8]);

/// How often the person has taken over, with everything typed in pieces of this size.
fn times(typed: &[(u64, Vec<u8>)], size: usize) -> u32 {
    let (mut typing, mut take_over, start) = (Typing::new(), TakeOver::default(), Instant::now());
    let mut told = 0;
    for (millis, bytes) in typed {
        for piece in bytes.chunks(size) {
            let cancels = typing.feed(piece, false, &Cooking::Raw).cancels;
            told += u32::from(take_over.pressed(cancels, start + Duration::from_millis(*millis)));
        }
    }
    assert!(told <= take_over.times(), "told more often than it happened");
    take_over.times()
}

#[track_caller]
fn check(cases: &[(&str, &[Typed], u32)]) {
    for (name, typed, expected) in cases {
        let typed: Vec<_> = typed.iter().map(|(millis, bytes)| (*millis, bytes.to_vec())).collect();
        for size in [1, 2, 3, usize::MAX] {
            assert_eq!(times(&typed, size), *expected, "{name}, in pieces of {size}");
        }
    }
}

#[test]
fn twice_within_a_second() {
    check(&[
        ("once", &[(0, b"\x03")], 0),
        ("twice at once", &[(0, b"\x03\x03")], 1),
        ("after a second", &[(0, b"\x03"), (1000, b"\x03")], 1),
        ("later", &[(0, b"\x03"), (1001, b"\x03")], 0),
        ("later, and once more", &[(0, b"\x03"), (1001, b"\x03"), (1500, b"\x03")], 1),
        ("three times", &[(0, b"\x03"), (100, b"\x03"), (200, b"\x03")], 1),
        ("four times", &[(0, b"\x03"), (100, b"\x03"), (200, b"\x03"), (300, b"\x03")], 2),
        ("with keys between", &[(0, b"\x03ls"), (500, b"\r\x03")], 1),
        ("spelled out", &[(0, b"\x1b[99;5u"), (400, b"\x1b[99;5u")], 1),
        ("spelled out with releases", &[(0, b"\x1b[99;5:1u\x1b[99;5:3u"), (400, b"\x1b[99;5:1u")], 1),
        ("one way and the other", &[(0, b"\x03"), (9, b"\x1b[27;5;99~")], 1),
        ("a press and its release", &[(0, b"\x1b[99;5:1u"), (9, b"\x1b[99;5:3u")], 0),
        ("pasted", &[(0, b"\x1b[200~\x03\x03\x1b[201~")], 0),
        ("with Alt", &[(0, b"\x1b\x03"), (9, b"\x1b\x03")], 0),
        ("other keys", &[(0, b"cc\x04\x04")], 0),
    ]);
}

const PIECES: [&[u8]; 6] = [b"\x03", b"\x1b[99;5u", b"\x1b[200~", b"\x1b[201~", b"x", b"\x1b"];

fn typed() -> impl Strategy<Value = Vec<(u64, Vec<u8>)>> {
    let bytes = vec(prop::sample::select(PIECES.as_slice()), 0..6).prop_map(|pieces| pieces.concat());
    vec((0_u64..3000, bytes), 0..8).prop_map(|mut typed| {
        typed.sort();
        typed
    })
}

proptest! {
    #[test]
    fn cuts_do_not_matter(typed in typed(), size in 1_usize..5) {
        prop_assert_eq!(times(&typed, size), times(&typed, usize::MAX));
    }
}
