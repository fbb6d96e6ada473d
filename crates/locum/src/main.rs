//! The `locum` binary.
#![forbid(unsafe_code)]

fn main() {}
