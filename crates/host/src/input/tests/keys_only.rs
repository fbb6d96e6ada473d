//! What of a terminal's bytes is a person's.

use proptest::prelude::*;

use super::super::KeysOnly;

fn keys(chunks: &[&[u8]]) -> Vec<u8> {
    let (mut only, mut keys) = (KeysOnly::new(), Vec::new());
    for chunk in chunks {
        only.feed(chunk, false, &mut keys);
    }
    only.flush(&mut keys);
    keys
}

#[test]
fn replies_are_taken_out() {
    for (bytes, left) in [
        (b"ls\r".as_slice(), b"ls\r".as_slice()),
        (b"a\x1b[24;80Rb", b"ab"),
        (b"\x1b[?62;22c\x1b[A", b"\x1b[A"),
        (b"x\x1b]11;rgb:0000/0000/0000\x1b\\y", b"xy"),
        (b"\x1bP>|XTerm(379)\x1b\\", b""),
        (b"\x1b[?2004;1$y\x1b[<0;5;5M", b"\x1b[<0;5;5M"),
        (b"\x1b[200~\x1b[24;80R\x1b[201~", b"\x1b[200~\x1b[24;80R\x1b[201~"),
        ("日本é".as_bytes(), "日本é".as_bytes()),
        (b"\x1b", b"\x1b"),
        (b"\x1b]half", b"\x1b]half"),
        (b"\x1b[1;2R", b"\x1b[1;2R"),
    ] {
        assert_eq!(keys(&[bytes]), left, "{}", bytes.escape_ascii());
    }
}

proptest! {
    #[test]
    fn cut_anywhere_the_same_is_left(bytes in proptest::collection::vec(
        prop_oneof![Just(0x1b), Just(b'['), Just(b'R'), Just(b';'), Just(b'2'), any::<u8>()], 0..60), cut in 0usize..60) {
        let cut = cut.min(bytes.len());
        prop_assert_eq!(keys(&[&bytes[..cut], &bytes[cut..]]), keys(&[&bytes]));
    }
}
