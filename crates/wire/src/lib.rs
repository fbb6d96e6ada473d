//! Versioned messages and framing.
#![forbid(unsafe_code)]
