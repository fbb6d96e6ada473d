//! The bytes that the benchmark sends, the same in every run.

/// The bytes of one block of bulk output.
pub(super) const BLOCK: usize = 1 << 20;
/// Printed, as a line of its own, when the load is ready.
pub(super) const START: &str = "BENCH-START-4c1f";
/// Printed behind everything.
pub(super) const END: &str = "BENCH-END-9e2d";
/// The keys that the echo test types. None of them occurs in the stream that the load prints meanwhile.
pub(super) const KEYS: &[u8] = b"QZWXYV";

const WORDS: [&str; 32] = [
    "error",
    "warning",
    "compiling",
    "src/main.rs",
    "the",
    "lazy",
    "fox",
    "done",
    "12.4ms",
    "GET",
    "/api/v1/items",
    "200",
    "cache",
    "hit",
    "miss",
    "unused",
    "variable",
    "crate",
    "module",
    "0x7ffd",
    "bytes",
    "thread",
    "started",
    "finished",
    "passed",
    "test",
    "ok",
    "in",
    "at",
    "of",
    "from",
    "2026-04-14T10:22:01Z",
];

/// A generator of the same numbers for ever; its quality does not matter.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(limit)).unwrap_or(0)
    }

    pub(super) fn word(&mut self) -> &'static str {
        WORDS[usize::try_from(self.below(32)).unwrap_or(0)]
    }

    pub(super) fn words(&mut self, count: u32) -> String {
        (0..count).map(|_| format!("{} ", self.word())).collect()
    }
}

/// One block of what terminals get to draw: logs, colours, progress bars, cursor jumps, wide characters, long
/// lines.
pub(super) fn block() -> Vec<u8> {
    let mut numbers = Numbers(12345);
    let mut text = String::with_capacity(BLOCK + 4096);
    let mut whole = 0;
    for line in 0.. {
        if text.len() >= BLOCK {
            break;
        }
        whole = text.len();
        push_line(&mut text, line, &mut numbers);
    }
    // The last line is cut to fit, and never inside an escape sequence.
    text.truncate(whole);
    let mut block = text.into_bytes();
    block.resize(BLOCK - 1, b'x');
    block.push(b'\n');
    block
}

/// Of a hundred lines: 40 plain, 25 coloured, 10 progress bars, 10 addressed by cursor, 10 wide, 5 long.
fn push_line(text: &mut String, line: u32, numbers: &mut Numbers) {
    let piece = match line % 100 {
        0..40 => {
            let count = 4 + numbers.below(9);
            format!("[{line:08}] {}\n", numbers.words(count))
        }
        40..65 => coloured(numbers),
        65..75 => progress(numbers),
        75..85 => addressed(numbers),
        85..95 => {
            format!(
                "\u{2502} \u{2713} {} \u{65e5}\u{672c}\u{8a9e} {} \u{1f680} \u{2502}\n",
                numbers.word(),
                numbers.word()
            )
        }
        _ => format!("{}\n", numbers.words(30)),
    };
    text.push_str(&piece);
}

fn coloured(numbers: &mut Numbers) -> String {
    let mut line = format!("\x1b[1;3{}m{}\x1b[0m\x1b[1m:\x1b[0m ", 1 + numbers.below(6), numbers.word());
    for _ in 0..3 + numbers.below(6) {
        line += &format!("\x1b[38;5;{}m{}\x1b[39m ", numbers.below(256), numbers.word());
    }
    line + "\n"
}

fn progress(numbers: &mut Numbers) -> String {
    let done = numbers.below(50);
    let bar: String = (0..50).map(|at| if at < done { '=' } else { ' ' }).collect();
    format!("\r\x1b[2K\x1b[32m[{bar}]\x1b[0m {}% eta {}s", done * 2, numbers.below(60))
}

fn addressed(numbers: &mut Numbers) -> String {
    let (row, col, skip) = (1 + numbers.below(30), 1 + numbers.below(60), 1 + numbers.below(9));
    let (first, second) = (numbers.word(), numbers.word());
    format!("\x1b[{row};{col}H\x1b[7m {first} \x1b[27m\x1b[K\x1b[{skip}C{second}")
}

/// What a terminal gets to see of a text printed with plain line ends.
pub(super) fn with_returns(bytes: &[u8]) -> Vec<u8> {
    let mut seen = Vec::with_capacity(bytes.len() + bytes.len() / 16);
    for byte in bytes {
        if *byte == b'\n' {
            seen.push(b'\r');
        }
        seen.push(*byte);
    }
    seen
}

/// Every byte value in no order, then text of every width: what a wrapper must not touch.
pub(super) fn hard_bytes() -> Vec<u8> {
    let mut numbers = Numbers(99);
    let mut bytes: Vec<u8> = (0..200_000).map(|_| u8::try_from(numbers.below(256)).unwrap_or(0)).collect();
    while bytes.len() < 360_000 {
        let letter = char::from_u32(0xa0 + numbers.below(0x1_f900)).unwrap_or('\u{fffd}');
        bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, END, KEYS, START, block, hard_bytes, with_returns};

    #[test]
    fn a_block_is_the_same_each_time_and_holds_no_mark() {
        let first = block();
        assert_eq!(first.len(), BLOCK);
        assert_eq!(first, block());
        for mark in [START, END] {
            assert!(memchr::memmem::find(&first, mark.as_bytes()).is_none());
        }
        assert!(std::str::from_utf8(&first).is_ok());
        assert!(with_returns(b"a\nb").eq(b"a\r\nb"));
    }

    #[test]
    fn hard_bytes_hold_every_value() {
        let bytes = hard_bytes();
        assert!((0..=255).all(|value: u8| bytes[..200_000].contains(&value)));
    }

    #[test]
    fn the_paced_stream_holds_no_key() {
        assert!(super::super::load::LINE.bytes().all(|byte| !KEYS.contains(&byte)));
    }
}
