//! Real programs through `locum run` and on a bare terminal: byte for byte where they are deterministic, screen
//! for screen otherwise.

mod bytes;
mod flow;
mod pair;
mod programs;
mod shells;
mod ssh;
mod surroundings;
mod typed;
mod vttest;

use pair::Pair;
