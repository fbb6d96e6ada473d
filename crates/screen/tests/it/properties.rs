//! What holds for any output.

use model::Size;
use proptest::prelude::*;
use screen::{Reply, Screen, Snapshot};

/// Pieces of which programs make their output, and a few that none would send.
const PIECES: &[&str] = &[
    "a",
    "hello world ",
    "\r\n",
    "\n",
    "\r",
    "\t",
    "\x08",
    "日",
    "本語",
    "e\u{301}",
    "\u{1f680}",
    "─",
    "\u{200d}",
    "\x1b[H",
    "\x1b[2;3H",
    "\x1b[99;99H",
    "\x1b[A",
    "\x1b[3B",
    "\x1b[5C",
    "\x1b[2D",
    "\x1b[J",
    "\x1b[1J",
    "\x1b[2J",
    "\x1b[3J",
    "\x1b[K",
    "\x1b[1K",
    "\x1b[2K",
    "\x1b[3L",
    "\x1b[2M",
    "\x1b[4@",
    "\x1b[2P",
    "\x1b[3X",
    "\x1b[S",
    "\x1b[2T",
    "\x1b[2;4r",
    "\x1b[r",
    "\x1b[?6h",
    "\x1b[?6l",
    "\x1b[?7l",
    "\x1b[?7h",
    "\x1b[4h",
    "\x1b[4l",
    "\x1b[20h",
    "\x1b[20l",
    "\x1b7",
    "\x1b8",
    "\x1bD",
    "\x1bM",
    "\x1bE",
    "\x1bH",
    "\x1b[g",
    "\x1b[3g",
    "\x1b[5b",
    "\x1b[m",
    "\x1b[1;31m",
    "\x1b[48;5;200m",
    "\x1b[38;2;1;2;3m",
    "\x1b[4:3m",
    "\x1b[58:2::9:8:7m",
    "\x1b[7;9m",
    "\x1b[22;27m",
    "\x1b(0",
    "\x1b(B",
    "\x1b)0",
    "\x0e",
    "\x0f",
    "\x1b[?25l",
    "\x1b[?25h",
    "\x1b[3 q",
    "\x1b[0 q",
    "\x1b[?1h",
    "\x1b=",
    "\x1b[?1002h",
    "\x1b[?1006h",
    "\x1b[?1000l",
    "\x1b[?2004h",
    "\x1b[?1004h",
    "\x1b[?5h",
    "\x1b[>1u",
    "\x1b[=3;1u",
    "\x1b[<u",
    "\x1b[>4;2m",
    "\x1b]2;title\x07",
    "\x1b]2;a;b\x1b\\",
    "\x1b[22;2t",
    "\x1b[23;2t",
    "\x1b]4;3;#ff0000\x07",
    "\x1b]104\x07",
    "\x1b]11;rgb:1/2/3\x1b\\",
    "\x1b]8;;http://x/\x1b\\",
    "\x1b]8;id=a;http://y/;z\x07",
    "\x1b]8;;\x07",
    "\x1b]133;A\x07",
    "\x1b]133;D;1\x07",
    "\x1b]9;4;1;5\x07",
    "\x1b[6n",
    "\x1b[c",
    "\x1b[?2026h",
    "\x1b[?2026l",
    "\x1b]10;?\x07",
    "\x1bP$qm\x1b\\",
    "\x1b[!p",
    "\x1b#8",
    "\x1bc",
    "\x1b[?12h",
    "\x1b_Gi=1\x1b\\",
    "\x18",
    "\x1b[3\x18",
    "\x1b]2;cut\x1b[31m",
    "0123456789",
    "\x1b[?47h",
    "\x1b[?47l",
    "\x1b[?1047h",
    "\x1b[?1048h",
    "\x1b[?1048l",
    "\x1b[?1049h",
    "\x1b[?1049l",
];

/// Ends an unfinished sequence, and what REP would repeat: neither can be restored.
const FINISHED: &[u8] = b"\x18\x1b\\";

/// Bytes that a person can read when a property fails.
#[derive(Clone)]
struct Bytes(Vec<u8>);

impl std::fmt::Debug for Bytes {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.0.escape_ascii())
    }
}

fn pieces(most: usize) -> impl Strategy<Value = Bytes> {
    let piece = prop_oneof![
        20 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..most).prop_map(|pieces| Bytes(pieces.concat()))
}

fn size() -> impl Strategy<Value = Size> {
    (1u16..9, 1u16..14).prop_map(|(rows, cols)| Size::cells(rows, cols))
}

fn fed(size: Size, pieces: &[&[u8]]) -> (Screen, Vec<Reply>) {
    let mut screen = Screen::new(size);
    pieces.iter().for_each(|piece| screen.feed(piece));
    let replies = screen.take_replies();
    (screen, replies)
}

/// What must survive a restore: all but counters and the course of the session.
fn state(screen: &Screen) -> Snapshot {
    let snapshot = screen.snapshot_anyway();
    Snapshot {
        top: 0,
        marks: Vec::new(),
        progress: None,
        folder: None,
        notifications: Vec::new(),
        generation: 0,
        offset: 0,
        gap: false,
        ..snapshot
    }
}

/// `PROPTEST_CASES` may ask for more.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.max(2000), failure_persistence: None, ..usual }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn cuts_do_not_matter(size in size(), Bytes(bytes) in pieces(30), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4)) {
        let (whole, replies) = fed(size, &[&bytes]);
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        places.extend([0, bytes.len()]);
        places.sort_unstable();
        let some: Vec<&[u8]> = places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
        for cut in [single, some] {
            let (other, others) = fed(size, &cut);
            prop_assert_eq!(whole.snapshot(), other.snapshot());
            prop_assert_eq!(whole.snapshot_anyway(), other.snapshot_anyway());
            prop_assert_eq!(&replies, &others);
        }
    }

    #[test]
    fn a_restored_terminal_is_the_same(size in size(), Bytes(bytes) in pieces(30), Bytes(more) in pieces(20)) {
        let (mut screen, _) = fed(size, &[&bytes, FINISHED]);
        prop_assert_eq!(screen.panics(), 0);
        let restored = screen.restore();
        let (mut other, _) = fed(size, &[&restored]);
        prop_assert_eq!(state(&screen), state(&other), "{:?}", String::from_utf8_lossy(&restored));
        screen.feed(&more);
        other.feed(&more);
        prop_assert_eq!(state(&screen), state(&other), "further on");
        // The other screen is seen last: once with a cursor of its own, once with the one that both share.
        for leave in [&b"\x18\x1b\\\x1b[?1049h\x1b[?1049l"[..], b"\x1b[?47h\x1b[?47l\x1b8a"] {
            screen.feed(leave);
            other.feed(leave);
            prop_assert_eq!(state(&screen), state(&other), "back on the main screen");
        }
    }
}
