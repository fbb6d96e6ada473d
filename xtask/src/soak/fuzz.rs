//! Many small inputs, each made from a seed of its own, on all processors, under a watchdog.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::Soak;

/// At 500 cycles, ten million.
const INPUTS_A_CYCLE: u64 = 20_000;
/// By so much a build for debugging may be slower than a release.
pub(super) const SLOWER: u64 = if cfg!(debug_assertions) { 20 } else { 1 };
/// One input takes microseconds; one that takes so long hangs.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is fuzzed.
pub(super) struct Target {
    /// Tries the input of a seed and says how many bytes it had; `index` counts inputs. Panics with the input if
    /// anything is wrong.
    pub(super) try_seed: fn(seed: u64, index: u64) -> usize,
    /// The input of a seed, for people.
    pub(super) describe: fn(seed: u64) -> String,
}

/// Where a worker is: the seed, and when it began with it (milliseconds). At the end there is no beginning.
#[derive(Default)]
struct Now {
    seed: AtomicU64,
    began: AtomicU64,
}

const ENDED: u64 = u64::MAX;
/// A violation ends the whole run, so this is never taken back.
static FAILED: AtomicBool = AtomicBool::new(false);

impl Target {
    /// Tries all inputs and says what was counted.
    pub(super) fn run(&self, soak: &Soak) -> String {
        self.run_of(soak, INPUTS_A_CYCLE)
    }

    /// The same with so many inputs for every cycle.
    pub(super) fn run_of(&self, soak: &Soak, inputs_a_cycle: u64) -> String {
        let (inputs, clock) = (u64::from(soak.cycles) * inputs_a_cycle, Instant::now());
        let workers = thread::available_parallelism().map_or(1, |count| count.get() as u64);
        let places: Vec<Now> = (0..workers).map(|_| Now::default()).collect();
        let bytes = thread::scope(|scope| {
            let share = |worker: u64| inputs * worker / workers..inputs * (worker + 1) / workers;
            let work = |(worker, now)| move || self.work(soak.seed, share(worker), now, clock);
            let running: Vec<_> = (0..).zip(&places).map(|place| scope.spawn(work(place))).collect();
            scope.spawn(|| self.watch(&places, clock));
            running.into_iter().map(|worker| worker.join()).collect::<Result<Vec<_>, _>>()
        });
        // The panic's own message has the details; it is printed where it happened.
        let bytes: usize = bytes.unwrap_or_else(|panic| std::panic::resume_unwind(panic)).into_iter().sum();
        let rate = inputs as f64 / clock.elapsed().as_secs_f64();
        format!("{inputs} random inputs, {} MB, {rate:.0} a second: no panic, no hang", bytes / 1_000_000)
    }

    fn work(&self, start: u64, indices: Range<u64>, now: &Now, clock: Instant) -> usize {
        let _ended = Ended(now);
        let mut bytes = 0;
        for index in indices.take_while(|_| !FAILED.load(Ordering::Relaxed)) {
            let seed = start.wrapping_add(index);
            now.seed.store(seed, Ordering::Relaxed);
            now.began.store(clock.elapsed().as_millis() as u64, Ordering::Relaxed);
            bytes += (self.try_seed)(seed, index);
        }
        bytes
    }

    /// Ends the run if one input takes too long: a loop cannot be stopped otherwise.
    fn watch(&self, places: &[Now], clock: Instant) {
        loop {
            thread::sleep(Duration::from_millis(100));
            let began: Vec<u64> = places.iter().map(|now| now.began.load(Ordering::Relaxed)).collect();
            if began.iter().all(|began| *began == ENDED) {
                return;
            }
            let late = (clock.elapsed().saturating_sub(PATIENCE)).as_millis() as u64;
            if let Some(place) = began.iter().position(|began| *began < late) {
                let seed = places[place].seed.load(Ordering::Relaxed);
                eprintln!("this input hangs:\n{}", (self.describe)(seed));
                std::process::exit(1);
            }
        }
    }
}

/// Tells the watchdog that nobody works here any more, and after a panic the other workers to end.
struct Ended<'a>(&'a Now);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.began.store(ENDED, Ordering::Relaxed);
        FAILED.fetch_or(thread::panicking(), Ordering::Relaxed);
    }
}
