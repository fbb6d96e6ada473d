//! The fields of an event as bytes, and back. `docs/audit-chain.md` says the same in words.

use std::borrow::Cow;

use model::Value;

use crate::chain::put;

const NULL: u8 = 0;
const BOOL: u8 = 1;
const INT: u8 = 2;
const TEXT: u8 = 3;
const BYTES: u8 = 4;

/// The details of an event, in their order.
pub(crate) type Fields = Vec<(Cow<'static, str>, Value)>;

/// The fields of an event: their number, then each name and typed value.
pub(crate) fn encode(fields: &Fields) -> Vec<u8> {
    let mut bytes = (fields.len() as u64).to_be_bytes().to_vec();
    for (name, value) in fields {
        put(&mut bytes, name.as_bytes());
        encode_value(&mut bytes, value);
    }
    bytes
}

fn encode_value(bytes: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Null => bytes.push(NULL),
        Value::Bool(value) => bytes.extend_from_slice(&[BOOL, u8::from(*value)]),
        Value::Int(value) => {
            bytes.push(INT);
            bytes.extend_from_slice(&value.to_be_bytes());
        }
        Value::Text(text) => {
            bytes.push(TEXT);
            put(bytes, text.as_bytes());
        }
        Value::Bytes(value) => {
            bytes.push(BYTES);
            put(bytes, value);
        }
    }
}

/// The fields back from their bytes; nothing if they are not exactly what [`encode`] makes.
pub(crate) fn decode(bytes: &[u8]) -> Option<Fields> {
    let mut rest = Rest(bytes);
    let count = rest.length()?;
    let mut fields = Vec::new();
    for _ in 0..count {
        fields.push((rest.text()?.into(), rest.value()?));
    }
    rest.0.is_empty().then_some(fields)
}

struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (part, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(part)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn length(&mut self) -> Option<usize> {
        usize::try_from(u64::from_be_bytes(self.array()?)).ok()
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.length()?;
        self.take(length)
    }

    fn text(&mut self) -> Option<String> {
        std::str::from_utf8(self.bytes()?).ok().map(str::to_owned)
    }

    fn value(&mut self) -> Option<Value> {
        match self.array()? {
            [NULL] => Some(Value::Null),
            [BOOL] => match self.array()? {
                [0] => Some(Value::Bool(false)),
                [1] => Some(Value::Bool(true)),
                _ => None,
            },
            [INT] => Some(Value::Int(i64::from_be_bytes(self.array()?))),
            [TEXT] => self.text().map(Value::Text),
            [BYTES] => self.bytes().map(|bytes| Value::Bytes(bytes.to_vec())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use model::Value;
    use proptest::prelude::*;

    use super::{Fields, decode, encode};
    use crate::chain::{Hash, Raw};

    /// Made by hand from the words of `docs/audit-chain.md`.
    #[test]
    fn the_encoding_is_the_documented_one() {
        let fields: Fields = vec![
            ("n".into(), Value::Null),
            ("b".into(), Value::Bool(true)),
            ("i".into(), Value::Int(-1)),
            ("t".into(), Value::Text("ä".into())),
            ("".into(), Value::Bytes(vec![0, 9])),
        ];
        let mut expected = b"\0\0\0\0\0\0\0\x05".to_vec();
        expected.extend(b"\0\0\0\0\0\0\0\x01n\x00");
        expected.extend(b"\0\0\0\0\0\0\0\x01b\x01\x01");
        expected.extend(b"\0\0\0\0\0\0\0\x01i\x02\xff\xff\xff\xff\xff\xff\xff\xff");
        expected.extend(b"\0\0\0\0\0\0\0\x01t\x03\0\0\0\0\0\0\0\x02\xc3\xa4");
        expected.extend(b"\0\0\0\0\0\0\0\0\x04\0\0\0\0\0\0\0\x02\0\x09");
        assert_eq!(encode(&fields), expected);
    }

    fn value() -> impl Strategy<Value = Value> {
        // Few and similar ones, so that events that nearly collide are common.
        prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            (-2i64..3).prop_map(Value::Int),
            "[ab\0]{0,3}".prop_map(Value::Text),
            proptest::collection::vec(0u8..5, 0..10).prop_map(Value::Bytes),
        ]
    }

    fn fields() -> impl Strategy<Value = Fields> {
        proptest::collection::vec(("[ab\0]{0,2}".prop_map(Into::into), value()), 0..4)
    }

    type Parts = (i64, i64, Option<String>, String, Fields, u8);

    fn parts() -> impl Strategy<Value = Parts> {
        (0i64..3, 0i64..3, proptest::option::of("[ab]{0,2}"), "[ab\0]{0,2}", fields(), 0u8..2)
    }

    fn bytes((seq, at, session, kind, fields, prev): &Parts) -> Vec<u8> {
        let fields = encode(fields);
        let session = session.as_ref().map(String::as_bytes);
        let (seq, at, kind, prev) = (*seq, *at, kind.as_bytes(), Hash([*prev; 32]));
        Raw { seq, at, session, kind, fields: &fields, prev }.encode()
    }

    proptest! {
        #[test]
        fn fields_survive_their_bytes(fields in fields()) {
            prop_assert_eq!(decode(&encode(&fields)), Some(fields));
        }

        /// So there is one form only: nothing else can be stored and read as the same fields.
        #[test]
        fn bytes_that_are_read_are_those_that_are_written(
            fields in fields(), place in any::<prop::sample::Index>(), byte in any::<u8>(), more in any::<bool>(),
        ) {
            let mut bytes = encode(&fields);
            if more { bytes.push(byte) } else { let place = place.index(bytes.len()); bytes[place] = byte }
            if let Some(read) = decode(&bytes) {
                prop_assert_eq!(encode(&read), bytes);
            }
        }

        #[test]
        fn different_events_have_different_bytes(one in parts(), other in parts()) {
            prop_assert_eq!(one == other, bytes(&one) == bytes(&other));
        }
    }

    #[test]
    fn hostile_lengths_are_refused() {
        for bytes in [&[0xff; 8][..], &[0; 7], &[], b"\0\0\0\0\0\0\0\x01\xff\xff\xff\xff\xff\xff\xff\xff"] {
            assert_eq!(decode(bytes), None, "{bytes:?}");
        }
    }
}
