//! Ten kilobytes of what a parser or an expander likes least.

use std::path::Path;

use serde::Deserialize;

use super::measure::Policies;
use crate::Failure;

/// The size of each input.
const SIZE: usize = 10_000;
/// The goal for each.
const GOAL_MS: f64 = 20.0;

#[derive(Deserialize)]
struct File {
    input: Vec<Input>,
}

/// How one input is made; `corpus/commands/hostile.toml` says what the fields mean.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct Input {
    name: String,
    before: String,
    again: String,
    after: String,
    close: String,
    wrap: bool,
    numbered: bool,
}

impl Input {
    fn text(&self) -> String {
        if self.wrap {
            return self.wrapped();
        }
        let room = SIZE.saturating_sub(self.before.len() + self.after.len());
        let digits = if self.numbered { 4 * self.again.matches('#').count() } else { 0 };
        let times = room / (self.again.len() + self.close.len() + digits);
        let round = |at: usize| {
            if self.numbered { self.again.replace('#', &at.to_string()) } else { self.again.clone() }
        };
        let again: String = (0..times).map(round).collect();
        format!("{}{again}{}{}", self.before, self.after, self.close.repeat(times))
    }

    fn wrapped(&self) -> String {
        let mut text = self.after.clone();
        loop {
            let quoted = format!("'{}'", text.replace('\'', "'\\''"));
            let next = self.again.replace('@', &quoted);
            if next.len() > SIZE {
                return text;
            }
            text = next;
        }
    }
}

pub(super) fn print(policies: &Policies, corpus: &Path) -> Result<(), Failure> {
    let file: File = toml::from_str(&std::fs::read_to_string(corpus.join("hostile.toml"))?)?;
    let mut times: Vec<(f64, &str)> =
        file.input.iter().map(|input| (time(policies, input), input.name.as_str())).collect();
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    let within = times.iter().filter(|(ms, _)| *ms <= GOAL_MS).count();
    println!(
        "{within} of {} hostile inputs of {SIZE} bytes within {GOAL_MS} ms; the slowest:\n",
        times.len()
    );
    println!("| input | ms |\n|---|---|");
    times.iter().take(8).for_each(|(ms, name)| println!("| {name} | {ms:.2} |"));
    println!();
    Ok(())
}

fn time(policies: &Policies, input: &Input) -> f64 {
    let ms = policies.judge(&input.text(), "/home/u/project").took.as_secs_f64() * 1e3;
    // One that hangs is known by the last name that is missing.
    eprintln!("{}: {ms:.2} ms", input.name);
    ms
}
