//! `-EncodedCommand`: base64 of UTF-16.

/// The text, if it is one.
pub(super) fn decoded(encoded: &str) -> Option<String> {
    let bytes = base64(encoded)?;
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let text = String::from_utf16(&units).ok()?;
    (!text.is_empty()).then_some(text)
}

fn base64(encoded: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut held, mut bits) = (Vec::with_capacity(encoded.len()), 0_u32, 0_u32);
    for byte in encoded.trim_end_matches('=').bytes() {
        held = (held << 6 | u32::from(digit(byte)?)) & 0xff_ffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    Some(bytes)
}

fn digit(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}
