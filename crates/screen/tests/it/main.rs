//! What a screen must do, seen from outside.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod cases;
mod corpus;
mod properties;
mod render;
