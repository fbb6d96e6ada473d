//! Frames: a length, then that many bytes. Bounded, so that a lying peer cannot make us allocate.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// No frame is longer. Most are far shorter; what restores a screen of a million coloured cells is not.
pub const MAX_BODY: usize = 32 << 20;
const LENGTH_BYTES: usize = 4;

/// What a peer sent is no frame of ours.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum FrameError {
    /// The announced length is beyond [`MAX_BODY`].
    #[error("a frame of {0} bytes is longer than any we send")]
    TooLong(usize),
    /// The body does not decode.
    #[error("a frame of {length} bytes does not decode: {reason}")]
    Malformed {
        /// Length of the body.
        length: usize,
        /// What the decoder said.
        reason: String,
    },
}

/// Encodes one message as a frame.
pub fn encode<M: Serialize>(message: &M) -> Result<Vec<u8>, FrameError> {
    let frame = postcard::to_extend(message, vec![0; LENGTH_BYTES])
        .map_err(|error| FrameError::Malformed { length: 0, reason: error.to_string() })?;
    with_length(frame)
}

/// Fills in the length of a frame whose first four bytes were left free for it.
pub(crate) fn with_length(mut frame: Vec<u8>) -> Result<Vec<u8>, FrameError> {
    let body = frame.len().saturating_sub(LENGTH_BYTES);
    if body > MAX_BODY {
        return Err(FrameError::TooLong(body));
    }
    let length = (body as u32).to_le_bytes();
    if let Some(place) = frame.get_mut(..LENGTH_BYTES) {
        place.copy_from_slice(&length);
    }
    Ok(frame)
}

/// Cuts a byte stream into frames, however it was chunked.
#[derive(Debug)]
pub struct FrameReader {
    bytes: Vec<u8>,
    start: usize,
    longest: usize,
}

impl Default for FrameReader {
    fn default() -> Self {
        FrameReader::limited(MAX_BODY)
    }
}

impl FrameReader {
    /// A reader with nothing in it.
    pub fn new() -> Self {
        Self::default()
    }

    /// A reader for a peer that has no reason to send longer frames than this.
    pub fn limited(longest: usize) -> Self {
        FrameReader { bytes: Vec::new(), start: 0, longest }
    }

    /// Adds bytes as they came from the peer.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Overwrites what has been handed out: it may have been typed.
    pub fn wipe_read(&mut self) {
        if let Some(read) = self.bytes.get_mut(..self.start) {
            read.fill(0);
        }
    }

    /// The body of the next whole frame, if it has arrived.
    pub fn next_body(&mut self) -> Result<Option<&[u8]>, FrameError> {
        let rest = self.bytes.get(self.start..).unwrap_or_default();
        let Some((length, rest)) = rest.split_first_chunk::<LENGTH_BYTES>() else { return Ok(None) };
        let length = u32::from_le_bytes(*length) as usize;
        if length > self.longest {
            return Err(FrameError::TooLong(length));
        }
        let Some(body) = rest.get(..length) else { return Ok(None) };
        self.start += LENGTH_BYTES + length;
        Ok(Some(body))
    }

    /// The next whole message, if it has arrived.
    pub fn next_message<M: DeserializeOwned>(&mut self) -> Result<Option<M>, FrameError> {
        let Some(body) = self.next_body()? else { return Ok(None) };
        let length = body.len();
        match postcard::from_bytes(body) {
            Ok(message) => Ok(Some(message)),
            Err(error) => Err(FrameError::Malformed { length, reason: error.to_string() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{BrainAnswer, ToHost};

    #[test]
    fn a_length_beyond_the_limit_is_refused_before_anything_is_kept() {
        let mut reader = FrameReader::new();
        reader.push(&u32::MAX.to_le_bytes());
        assert_eq!(reader.next_message::<ToHost>(), Err(FrameError::TooLong(u32::MAX as usize)));
    }

    #[test]
    fn a_peer_may_be_kept_shorter() {
        let mut reader = FrameReader::limited(100);
        reader.push(&101u32.to_le_bytes());
        assert_eq!(reader.next_message::<ToHost>(), Err(FrameError::TooLong(101)));
    }

    #[test]
    fn a_reader_keeps_a_frame_and_a_piece_at_most() {
        const LONGEST: usize = 1 << 20;
        let (mut reader, piece, mut bodies) = (FrameReader::limited(LONGEST), vec![0; 64 << 10], 0);
        let frame = [&(LONGEST as u32).to_le_bytes()[..], &vec![0; LONGEST]].concat();
        for part in frame.repeat(3).chunks(piece.len()) {
            reader.push(part);
            assert!(reader.bytes.len() <= frame.len() + piece.len());
            while reader.next_body().unwrap().is_some() {
                bodies += 1;
            }
        }
        assert_eq!(bodies, 3);
    }

    /// The number of elements is the peer's word; only what is there is made.
    #[test]
    fn a_count_that_lies_is_malformed() {
        const EVENTS: u8 = 5;
        let lie = [EVENTS, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2, 3];
        let mut reader = FrameReader::new();
        reader.push(&[&[lie.len() as u8, 0, 0, 0], &lie[..]].concat());
        assert!(matches!(reader.next_message::<BrainAnswer>(), Err(FrameError::Malformed { length: 9, .. })));
    }

    #[test]
    fn garbage_of_a_right_length_is_malformed() {
        let mut reader = FrameReader::new();
        reader.push(&[3, 0, 0, 0, 0xff, 0xff, 0xff]);
        assert!(matches!(reader.next_message::<ToHost>(), Err(FrameError::Malformed { length: 3, .. })));
    }

    proptest! {
        #[test]
        fn chunking_never_matters(signals in proptest::collection::vec(any::<u8>(), 0..20), cut in 1usize..9) {
            let sent: Vec<ToHost> = signals.iter().map(|&signal| ToHost::Signal { signal }).collect();
            let bytes: Vec<u8> = sent.iter().flat_map(|message| encode(message).unwrap()).collect();
            let (mut reader, mut seen) = (FrameReader::new(), Vec::new());
            for chunk in bytes.chunks(cut) {
                reader.push(chunk);
                while let Some(message) = reader.next_message::<ToHost>().unwrap() {
                    seen.push(message);
                }
            }
            prop_assert_eq!(seen, sent);
        }

        #[test]
        fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut reader = FrameReader::new();
            reader.push(&bytes);
            while let Ok(Some(_)) = reader.next_message::<ToHost>() {}
        }
    }
}
