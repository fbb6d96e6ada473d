//! Finds the bytes that matter in a block of output, all at once: as bits of a word.

/// Bytes looked at together.
pub(super) const BLOCK: usize = 64;

/// What stands where in a block; bit n is byte n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks {
    /// ESC, SO and SI: the bytes that interrupt plain text.
    pub(super) controls: u64,
    /// Bytes that are neither digit nor semicolon, so that they end a list of plain numbers.
    pub(super) ends: u64,
}

/// Looks at a block. Every x86-64 processor has these instructions.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn marks(block: &[u8; BLOCK]) -> Marks {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_max_epu8, _mm_min_epu8,
        _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    };
    let mut marks = Marks { controls: 0, ends: 0 };
    for (index, part) in block.chunks_exact(16).enumerate() {
        // SAFETY: `part` is 16 bytes long and the load may be unaligned; the rest works on registers.
        let (controls, inside) = unsafe {
            let bytes = _mm_loadu_si128(part.as_ptr().cast::<__m128i>());
            let is = |byte: u8| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8));
            let controls = _mm_or_si128(is(0x1b), _mm_or_si128(is(0x0e), is(0x0f)));
            let low = _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8(b'0' as i8)), bytes);
            let high = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(b'9' as i8)), bytes);
            let inside = _mm_or_si128(_mm_and_si128(low, high), is(b';'));
            (_mm_movemask_epi8(controls), _mm_movemask_epi8(inside))
        };
        marks.controls |= u64::from(controls as u16) << (16 * index);
        marks.ends |= u64::from(!inside as u16) << (16 * index);
    }
    marks
}

/// Looks at a block, byte by byte.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn marks(block: &[u8; BLOCK]) -> Marks {
    slow_marks(block)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn slow_marks(block: &[u8; BLOCK]) -> Marks {
    let mut marks = Marks { controls: 0, ends: 0 };
    for (index, byte) in block.iter().enumerate() {
        marks.controls |= u64::from(matches!(byte, 0x0e | 0x0f | 0x1b)) << index;
        marks.ends |= u64::from(!matches!(byte, b'0'..=b'9' | b';')) << index;
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_marked_alike_in_every_place() {
        for byte in 0..=255 {
            for place in 0..BLOCK {
                let mut block = [b'x'; BLOCK];
                block[place] = byte;
                assert_eq!(marks(&block), slow_marks(&block), "byte {byte} at {place}");
            }
        }
    }
}
