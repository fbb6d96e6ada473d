//! Chores of the project: `cargo xtask CHORE`.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "chores talk to the person who runs them")]

mod bench;
mod soak;

use std::process::ExitCode;

/// What a chore says when it fails.
type Failure = Box<dyn std::error::Error>;

const USAGE: &str =
    "usage: cargo xtask bench [--rounds N] [--only a,b] [--mb N] [--json FILE] [--rt] [--locum PATH]
  --rounds N    measure every wrapper N times, in rotated order (5)
  --only a,b    only these wrappers; `none` is always among them
  --mb N        the volume of the bulk stream in MiB (chosen by a pilot run)
  --json FILE   also write every single measurement there
  --rt          the bulk stream under SCHED_RR, for a busy machine (root)
  --locum PATH  this locum instead of building one
       cargo xtask bench brain [--locum PATH]
       cargo xtask bench detect-live [--rounds N] [--locum PATH]
  --rounds N    run every program N times (20)
       cargo xtask bench answer [--prompts N] [--in-a-row N] [--locum PATH]
  --prompts N   questions for each way to wait (200)
  --in-a-row N  questions one right after the other (1000)
       cargo xtask bench screen [--rounds N] [--mb N]
  --rounds N    measure the screen model and the bare terminal crate N times in turn (5)
  --mb N        the volume of the stream in MB (50)
       cargo xtask bench detect [--corpus DIR] [--only a,b] [--locum PATH]
  --corpus DIR  other recordings than the project's
  --only a,b    only these detectors
       cargo xtask bench policy [--more DIR] [--misses]
  --more DIR    also the labelled lines in *.jsonl of this folder; their `expect` is `dangerous` or `harmless`
  --misses      instead of hostile inputs, every line that is not called what it is
       cargo xtask soak [--cycles N] [--only a,b] [--seed N] [--locum PATH]
  --cycles N    suspend and resume N times in each shell, the rest in proportion (500)
  --only a,b    only these proofs
  --seed N      where and when to kill, as a run before has said
  --locum PATH  this locum instead of building one";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    let (chore, rest) = arguments.split_first().ok_or(USAGE)?;
    match chore.as_str() {
        "bench" if rest.first().is_some_and(|word| word == "brain") => bench::brain::run(&rest[1..]),
        "bench" if rest.first().is_some_and(|word| word == "detect-live") => bench::live::run(&rest[1..]),
        "bench" if rest.first().is_some_and(|word| word == "answer") => bench::answer::run(&rest[1..]),
        "bench" => bench::run(rest),
        "soak" => soak::run(rest),
        // What the benchmark and the soak start of themselves as processes of their own.
        "measure" => bench::measure::run(rest),
        "load" => bench::load::run(rest),
        "asks" => bench::answer::asks(rest),
        "lines" => bench::brain::lines(rest),
        "redraw" => bench::live::redraw(),
        "picture" => bench::brain::picture(),
        "pump" => bench::pump::run(rest),
        "store-writer" => soak::store_kills::write(rest),
        _ => Err(USAGE.into()),
    }
}
