//! The tap: numbered output and events, from a host to whoever watches.
//!
//! Output is not serialised but sent as it is behind a fixed header, so that the byte path copies nothing.

use serde::{Deserialize, Serialize};

use crate::frame::with_length;
use crate::{FrameError, FrameReader, WireExit, WireFacts, WireSize};

const KIND_OUTPUT: u8 = 0;
const KIND_EVENT: u8 = 1;
/// Length of what stands before the bytes of an output frame: frame length, kind, offset, time.
pub const OUTPUT_HEADER: usize = 4 + 1 + 8 + 8;

/// Something that happened, other than output. Times are microseconds since the session began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TapEvent {
    /// Output from `from` up to `to` was lost to this watcher.
    Gap {
        /// First byte lost.
        from: u64,
        /// First byte that follows.
        to: u64,
    },
    /// Kernel facts changed.
    Facts(Box<WireFacts>),
    /// The person did something; what it was is not told.
    Typed {
        /// Key presses, pastes and injections so far.
        epoch: u64,
        /// Something was typed and not submitted.
        draft: bool,
    },
    /// What was typed: only to a recorder that was asked for it, only while echo is on.
    Input(Vec<u8>),
    /// The terminal has another size.
    Resized(WireSize),
    /// The program was stopped by this signal.
    Stopped(u8),
    /// The program goes on.
    Continued,
    /// No terminal is attached any more.
    Detached {
        /// Queries that end behind this number were answered by no terminal.
        unseen_from: u64,
    },
    /// The program ended.
    Exited(WireExit),
    /// A terminal is attached, and shows the output from here on.
    Attached {
        /// First byte of output it shows.
        seen_from: u64,
    },
    /// How many guests there are beside the terminal.
    Guests(u32),
    /// The output that follows starts in the middle. These bytes switch on what was on there: modes, colours,
    /// the alternate screen.
    Modes(Vec<u8>),
    /// To a guest: it is asked to leave. The session goes on.
    Dismissed,
    /// How the session stands at this point: the first thing told about the present to whoever begins to watch.
    Described(Box<crate::Description>),
    /// Something was typed for the person, by [`crate::Request::Inject`].
    Injected {
        /// Key presses, pastes and injections so far, this one included.
        epoch: u64,
    },
    /// The person pressed Ctrl-C twice within a second: whatever types for them is to stop.
    TookOver,
    /// What the brain has to say about the session, as one JSON object: for the events file.
    Remark(String),
    /// A supervised program wanted something of the host that is not for it.
    Refused {
        /// What, as a person would have asked for it.
        what: String,
        /// The session that it belongs to, if that is known; [`OURS`] for what locum itself started.
        session: Option<String>,
    },
}

/// What stands for a session where a program is nobody's, because locum itself started it. No session is called so.
pub const OURS: &str = "locum";

/// One frame of a tap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TapFrame {
    /// Output of the program.
    Output {
        /// Number of its first byte.
        offset: u64,
        /// When it was read.
        micros: u64,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Anything else.
    Event {
        /// When it happened.
        micros: u64,
        /// What.
        event: TapEvent,
    },
}

/// The header that goes before `length` bytes of output.
pub fn output_header(offset: u64, micros: u64, length: usize) -> [u8; OUTPUT_HEADER] {
    let mut header = [0; OUTPUT_HEADER];
    let body = (length + OUTPUT_HEADER - 4) as u32;
    header[..4].copy_from_slice(&body.to_le_bytes());
    header[4] = KIND_OUTPUT;
    header[5..13].copy_from_slice(&offset.to_le_bytes());
    header[13..].copy_from_slice(&micros.to_le_bytes());
    header
}

/// Encodes an event as a frame.
pub fn encode_event(micros: u64, event: &TapEvent) -> Result<Vec<u8>, FrameError> {
    let mut frame = vec![0, 0, 0, 0, KIND_EVENT];
    frame.extend_from_slice(&micros.to_le_bytes());
    let frame = postcard::to_extend(event, frame)
        .map_err(|error| FrameError::Malformed { length: 0, reason: error.to_string() })?;
    with_length(frame)
}

/// Cuts what a tap sent into its frames.
#[derive(Debug, Default)]
pub struct TapReader(FrameReader);

impl TapReader {
    /// A reader with nothing in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Continues on bytes that another reader (of the answers before the stream) had already received.
    pub fn after(frames: FrameReader) -> Self {
        TapReader(frames)
    }

    /// Adds bytes as they came.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.push(bytes);
    }

    /// The next whole frame, if it has arrived.
    pub fn next_frame(&mut self) -> Result<Option<TapFrame>, FrameError> {
        match self.0.next_body()? {
            Some(body) => decode(body).map(Some),
            None => Ok(None),
        }
    }
}

fn decode(body: &[u8]) -> Result<TapFrame, FrameError> {
    let malformed = |reason: &str| FrameError::Malformed { length: body.len(), reason: reason.to_owned() };
    let (&kind, rest) = body.split_first().ok_or_else(|| malformed("it is empty"))?;
    match kind {
        KIND_OUTPUT => decode_output(rest).ok_or_else(|| malformed("output without its header")),
        KIND_EVENT => {
            let (micros, rest) = split_u64(rest).ok_or_else(|| malformed("event without its time"))?;
            let event = postcard::from_bytes(rest).map_err(|error| malformed(&error.to_string()))?;
            Ok(TapFrame::Event { micros, event })
        }
        other => Err(malformed(&format!("kind {other} is unknown"))),
    }
}

fn decode_output(rest: &[u8]) -> Option<TapFrame> {
    let (offset, rest) = split_u64(rest)?;
    let (micros, bytes) = split_u64(rest)?;
    Some(TapFrame::Output { offset, micros, bytes: bytes.to_vec() })
}

fn split_u64(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<8>()?;
    Some((u64::from_le_bytes(*number), rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frames() -> Vec<TapFrame> {
        vec![
            TapFrame::Output { offset: 9, micros: 1, bytes: b"hello\x1b[0m".to_vec() },
            TapFrame::Event { micros: 2, event: TapEvent::Gap { from: 17, to: 4096 } },
            TapFrame::Output { offset: 4096, micros: 3, bytes: Vec::new() },
            TapFrame::Event { micros: 4, event: TapEvent::Typed { epoch: 3, draft: true } },
            TapFrame::Event { micros: 5, event: TapEvent::Injected { epoch: 4 } },
            TapFrame::Event { micros: 5, event: TapEvent::TookOver },
            TapFrame::Event { micros: 5, event: TapEvent::Exited(WireExit::Signal(9)) },
        ]
    }

    fn bytes_of(frame: &TapFrame) -> Vec<u8> {
        match frame {
            TapFrame::Output { offset, micros, bytes } => {
                [output_header(*offset, *micros, bytes.len()).as_slice(), bytes].concat()
            }
            TapFrame::Event { micros, event } => encode_event(*micros, event).unwrap(),
        }
    }

    #[test]
    fn split_anywhere_the_same_frames_arrive() {
        let sent = frames();
        let bytes: Vec<u8> = sent.iter().flat_map(bytes_of).collect();
        for cut in 0..=bytes.len() {
            let (mut reader, mut seen) = (TapReader::new(), Vec::new());
            for part in [&bytes[..cut], &bytes[cut..]] {
                reader.push(part);
                while let Some(frame) = reader.next_frame().unwrap() {
                    seen.push(frame);
                }
            }
            assert_eq!(seen, sent, "cut at {cut}");
        }
    }

    /// The bytes since version 2. If this fails, an old peer would misread us: raise `VERSION` instead.
    #[test]
    fn golden_bytes() {
        let output = output_header(258, 3, 2);
        assert_eq!(output, [19, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
        let exited = encode_event(5, &TapEvent::Exited(WireExit::Code(7))).unwrap();
        assert_eq!(exited, [12, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 0, 0, 8, 0, 7]);
        let injected = encode_event(5, &TapEvent::Injected { epoch: 7 }).unwrap();
        assert_eq!(injected, [11, 0, 0, 0, 1, 5, 0, 0, 0, 0, 0, 0, 0, 14, 7]);
        let hello =
            crate::encode(&crate::Hello { version: 2, program: "0.1".into(), session: "x".into() }).unwrap();
        assert_eq!(hello, [7, 0, 0, 0, 2, 3, b'0', b'.', b'1', 1, b'x']);
        let resize = crate::encode(&crate::ToHost::Signal { signal: 15 }).unwrap();
        assert_eq!(resize, [2, 0, 0, 0, 5, 15]);
    }

    proptest! {
        #[test]
        fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let mut reader = TapReader::new();
            reader.push(&bytes);
            while let Ok(Some(_)) = reader.next_frame() {}
        }
    }
}
