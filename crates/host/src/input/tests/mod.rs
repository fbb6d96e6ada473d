//! The encodings as tables, and what must hold for any bytes.

mod detach_key;
#[cfg(target_os = "linux")]
mod kernel;
mod keys;
mod keys_only;
mod line;
mod properties;
mod reports;
mod take_over;
mod typing;

use super::*;

const KEY: &[Token] = &[Token::Key];
const SUBMIT: &[Token] = &[Token::Submit];
const CANCEL: &[Token] = &[Token::Cancel];
const MOUSE: &[Token] = &[Token::Mouse];
const FOCUS: &[Token] = &[Token::Focus];
const RELEASE: &[Token] = &[Token::KeyRelease];

/// A name, the bytes, the tokens that they make without a pause.
type Case = (&'static str, &'static [u8], &'static [Token]);

#[track_caller]
fn check(cases: &[Case]) {
    check_when(cases, false);
}

/// Feeds every case whole and byte by byte; both must give the same and end decided.
#[track_caller]
fn check_when(cases: &[Case], awaits_position: bool) {
    for (name, bytes, expected) in cases {
        for size in [bytes.len(), 1] {
            let (tokens, tokenizer) = tokens(bytes.chunks(size), awaits_position);
            assert_eq!(&tokens, expected, "{name}, in pieces of {size}");
            assert!(!tokenizer.undecided(), "{name} is undecided");
        }
    }
}

/// Feeds every case, which must stay open, and then says that a pause came.
#[track_caller]
fn check_flushed(cases: &[Case]) {
    for (name, bytes, expected) in cases {
        let (mut tokens, mut tokenizer) = tokens([*bytes].into_iter(), false);
        assert!(tokenizer.unfinished(), "{name} is settled without a pause");
        tokenizer.flush(&mut |token| tokens.push(token));
        assert_eq!(&tokens, expected, "{name}");
        assert!(!tokenizer.undecided(), "{name} is undecided after a pause");
    }
}

fn tokens<'a>(chunks: impl Iterator<Item = &'a [u8]>, awaits_position: bool) -> (Vec<Token>, Tokenizer) {
    let mut tokenizer = Tokenizer::new();
    let mut tokens = Vec::new();
    for chunk in chunks {
        tokenizer.feed(chunk, awaits_position, &mut |token| tokens.push(token));
    }
    (tokens, tokenizer)
}
