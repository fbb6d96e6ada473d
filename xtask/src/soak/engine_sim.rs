//! Whole sessions through the engine, in a small world of its own: a program that asks, a host that compares and swaps, a tap and
//! looks that lag, a policy and a record that take their time, a person who types whatever they like, hooks true and forged,
//! and a brain that dies in the middle of anything. What the program received is the truth, and every promise is checked
//! against it.

mod brain;
mod chance;
mod effects;
mod hooks;
mod host;
mod person;
mod program;
mod quiz;
mod record;
mod truth;
mod world;

use std::sync::atomic::{AtomicU64, Ordering};

use super::Soak;
use super::fuzz::Target;
use world::World;

/// At 500 cycles, a hundred thousand.
const SESSIONS_A_CYCLE: u64 = 200;

/// Of all sessions: questions that were asked, answered by us, keys of ours, restarts.
static COUNTS: [AtomicU64; 5] = [const { AtomicU64::new(0) }; 5];
const NAMES: [&str; 5] = ["questions", "answers of ours", "through hooks", "keys and nudges", "restarts"];

pub(super) fn prove(soak: &Soak) -> String {
    let target = Target { try_seed, describe: |seed| format!("the session of seed {seed}") };
    let counted = target.run_of(soak, SESSIONS_A_CYCLE);
    let counts: Vec<String> = NAMES
        .iter()
        .zip(&COUNTS)
        .map(|(name, count)| format!("{} {name}", count.load(Ordering::Relaxed)))
        .collect();
    format!("{counted}; {}", counts.join(", "))
}

/// One in eight sessions is a calm world, in which everything that is allowed has to be answered.
fn try_seed(seed: u64, _: u64) -> usize {
    let mut world = World::new(seed, seed.is_multiple_of(8));
    world.run();
    for (count, more) in COUNTS.iter().zip(world.counts()) {
        count.fetch_add(more, Ordering::Relaxed);
    }
    world.events()
}
