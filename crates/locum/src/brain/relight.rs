//! A brain that died while a session runs is started again by whoever waits at that session's terminal.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::start::kindle;
use crate::config::Settings;
use crate::folders::RuntimeFolder;

/// One that dies again and again is left to the next command, which can say why.
const MOST: usize = 3;
const WITHIN: Duration = Duration::from_secs(600);

/// Looks after the brain.
pub(crate) struct Relight<'a> {
    runtime: &'a RuntimeFolder,
    settings: &'a Settings,
    started: Starts,
}

impl<'a> Relight<'a> {
    pub(crate) fn new(runtime: &'a RuntimeFolder, settings: &'a Settings) -> Self {
        Relight { runtime, settings, started: Starts::default() }
    }

    /// Starts one if the last has died. Who stopped it wants none, and neither does who starts none by the way.
    pub(crate) fn look(&mut self) {
        let died = self.settings.brain.autostart && brain::has_died(&self.runtime.brain_lock());
        if died && self.started.one_more(Instant::now()) {
            kindle(self.runtime, self.settings);
        }
    }
}

/// When it was started.
#[derive(Default)]
struct Starts(VecDeque<Instant>);

impl Starts {
    /// Whether it may be started once more.
    fn one_more(&mut self, now: Instant) -> bool {
        self.0.retain(|at| now.duration_since(*at) < WITHIN);
        let may = self.0.len() < MOST;
        if may {
            self.0.push_back(now);
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_times_in_ten_minutes() {
        let (mut starts, began) = (Starts::default(), Instant::now());
        let after = |seconds| began + Duration::from_secs(seconds);
        let tries = [0, 10, 20, 30, 599, 600, 601, 611].map(|seconds| starts.one_more(after(seconds)));
        assert_eq!(tries, [true, true, true, false, false, true, false, true]);
    }
}
