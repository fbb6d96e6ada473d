//! Broken frames for everything that reads a socket: no panic, no hang, no memory for the asking, the same however they
//! are cut.

mod samples;

use std::fmt::Debug;
use std::fs;
use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use wire::{
    Answer, BrainAnswer, BrainRequest, FrameError, FrameReader, GuestSays, Hello, MAX_BODY, Request,
    TapReader, ToClient, ToHost,
};

use super::Soak;
use super::fuzz::Target;
use crate::bench::stream::Numbers;

/// Inputs have a few hundred bytes. If the peak of our memory grows by more, a length was believed.
const MOST_GROWTH_KIB: u64 = 32 * 1024;

/// A kind of message.
struct Kind {
    name: &'static str,
    /// A frame of every variant.
    frames: fn() -> Vec<Vec<u8>>,
    /// Reads the pieces to their end, or to the first error; and their whole. Panics if there is a difference. Says
    /// whether there was a message and no error.
    read: fn(pieces: &[&[u8]]) -> bool,
}

const KINDS: &[Kind] = &[
    Kind { name: "Hello", frames: samples::hello, read: same_messages::<Hello> },
    Kind { name: "ToHost", frames: samples::to_host, read: same_messages::<ToHost> },
    Kind { name: "ToClient", frames: samples::to_client, read: same_messages::<ToClient> },
    Kind { name: "Request", frames: samples::request, read: same_messages::<Request> },
    Kind { name: "Answer", frames: samples::answer, read: same_messages::<Answer> },
    Kind { name: "GuestSays", frames: samples::guest_says, read: same_messages::<GuestSays> },
    Kind { name: "BrainRequest", frames: samples::brain_request, read: same_messages::<BrainRequest> },
    Kind { name: "BrainAnswer", frames: samples::brain_answer, read: same_messages::<BrainAnswer> },
    Kind { name: "TapFrame", frames: samples::tap_frame, read: same_tap_frames },
];

static FRAMES: LazyLock<Vec<Vec<Vec<u8>>>> =
    LazyLock::new(|| KINDS.iter().map(|kind| (kind.frames)()).collect());

pub(super) fn prove(soak: &Soak) -> String {
    for (kind, frames) in KINDS.iter().zip(FRAMES.iter()) {
        let right = frames.iter().all(|frame| (kind.read)(&[frame]));
        assert!(right && !frames.is_empty(), "{} is not read as it was written", kind.name);
    }
    forget_peak();
    let before = peak_kib();
    let counted = Target { try_seed, describe: |seed| Input::new(seed).describe() }.run(soak);
    let growth = peak_kib().saturating_sub(before);
    assert!(growth <= MOST_GROWTH_KIB, "the peak of memory grew by {growth} KiB");
    format!("{counted}, {growth} KiB more memory")
}

/// Counts the peak from now on: earlier proofs took more. Where the kernel does not let us, the count is only lenient.
fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The most memory that this process had.
fn peak_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

fn try_seed(seed: u64, _: u64) -> usize {
    let input = Input::new(seed);
    let told = Told(&input);
    (KINDS[input.kind].read)(&input.pieces());
    std::mem::forget(told);
    input.bytes.len()
}

/// Prints the input if reading it panics.
struct Told<'a>(&'a Input);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        eprintln!("on this input:\n{}", self.0.describe());
    }
}

fn same_messages<M: DeserializeOwned + PartialEq + Debug>(pieces: &[&[u8]]) -> bool {
    let read = |pieces: &[&[u8]]| {
        let mut reader = FrameReader::new();
        read_all(pieces, &mut reader, FrameReader::push, FrameReader::next_message::<M>)
    };
    same(read(pieces), read(&[&pieces.concat()]))
}

fn same_tap_frames(pieces: &[&[u8]]) -> bool {
    let read = |pieces: &[&[u8]]| {
        let mut reader = TapReader::new();
        read_all(pieces, &mut reader, TapReader::push, TapReader::next_frame)
    };
    same(read(pieces), read(&[&pieces.concat()]))
}

fn same<M: PartialEq + Debug>(cut: Seen<M>, whole: Seen<M>) -> bool {
    assert_eq!(cut, whole, "cut, these are other messages");
    !whole.0.is_empty() && whole.1.is_none()
}

/// Every message, and the error that ended it.
type Seen<M> = (Vec<M>, Option<FrameError>);

/// Reads as a peer would.
fn read_all<R, M>(
    pieces: &[&[u8]],
    reader: &mut R,
    push: fn(&mut R, &[u8]),
    next: fn(&mut R) -> Result<Option<M>, FrameError>,
) -> Seen<M> {
    let mut seen = Vec::new();
    for piece in pieces {
        push(reader, piece);
        loop {
            match next(reader) {
                Ok(Some(message)) => seen.push(message),
                Ok(None) => break,
                Err(error) => return (seen, Some(error)),
            }
        }
    }
    (seen, None)
}

struct Input {
    seed: u64,
    kind: usize,
    bytes: Vec<u8>,
    cuts: Vec<usize>,
}

impl Input {
    fn new(seed: u64) -> Input {
        let mut numbers = Numbers::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let kind = below(&mut numbers, KINDS.len());
        let mut bytes = Vec::new();
        for _ in 0..1 + below(&mut numbers, 3) {
            let other = if numbers.below(8) == 0 { below(&mut numbers, KINDS.len()) } else { kind };
            let mut frame = FRAMES[other][below(&mut numbers, FRAMES[other].len())].clone();
            (0..numbers.below(4)).for_each(|_| spoil(&mut frame, &mut numbers));
            if numbers.below(3) > 0 {
                tell_the_truth(&mut frame);
            }
            bytes.append(&mut frame);
        }
        let mut cuts: Vec<usize> =
            (0..numbers.below(5)).map(|_| below(&mut numbers, bytes.len() + 1)).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        Input { seed, kind, bytes, cuts }
    }

    fn pieces(&self) -> Vec<&[u8]> {
        self.cuts.windows(2).map(|pair| &self.bytes[pair[0]..pair[1]]).collect()
    }

    fn describe(&self) -> String {
        let name = KINDS[self.kind].name;
        format!("seed {}, read as {name}, cut at {:?}:\n{:?}", self.seed, self.cuts, self.bytes)
    }
}

/// Breaks one thing.
fn spoil(frame: &mut Vec<u8>, numbers: &mut Numbers) {
    let at = below(numbers, frame.len() + 1);
    let to = (at + below(numbers, 12)).min(frame.len());
    match numbers.below(8) {
        0 => frame.truncate(at),
        1 => drop(frame.drain(at..to)),
        2 => frame.extend_from_within(at..to),
        3 => frame.extend((0..numbers.below(40)).map(|_| numbers.below(256) as u8)),
        4 => lie(frame, numbers),
        // Numbers go on while the highest bit is set: this makes lengths huge.
        5 => frame[at..to].fill(0xff),
        6 => frame[at..to].iter_mut().for_each(|byte| *byte = numbers.below(256) as u8),
        _ => frame[at..to].iter_mut().take(1).for_each(|byte| *byte ^= 1 << numbers.below(8)),
    }
}

/// Says another length.
fn lie(frame: &mut [u8], numbers: &mut Numbers) {
    let most = MAX_BODY as u32;
    let length = match numbers.below(6) {
        0 => u32::MAX - numbers.below(9),
        1 => most + 1,
        2 => most - numbers.below(9),
        3 => 0,
        _ => numbers.below(300),
    };
    if let Some(place) = frame.first_chunk_mut::<4>() {
        *place = length.to_le_bytes();
    }
}

/// The right length again, so that what is broken reaches the decoder.
fn tell_the_truth(frame: &mut [u8]) {
    let length = frame.len().saturating_sub(4) as u32;
    if let Some(place) = frame.first_chunk_mut::<4>() {
        *place = length.to_le_bytes();
    }
}

fn below(numbers: &mut Numbers, limit: usize) -> usize {
    numbers.below(u32::try_from(limit).unwrap_or(u32::MAX)) as usize
}
