//! Ten kilobytes of what a parser or an expander likes least.

use std::path::Path;

use super::input::{File, Input, SIZE};
use super::measure::Policies;
use crate::Failure;

/// The goal for each.
const GOAL_MS: f64 = 20.0;

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
