//! `cargo xtask bench detect-live`: from a real program that begins to wait to the event in the file, and what the
//! brain costs while an agent redraws its screen.

mod programs;
mod redraw;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use testkit::{Sandbox, Size, Terminal, find_program, locum_binary};

use super::build_locum;
use crate::{Failure, USAGE};
use programs::{Class, PROGRAMS, Program};
pub(crate) use redraw::redraw;

const ROUNDS: usize = 20;
/// What does not come within this time is missed.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often the file is looked at; the error that this makes is half of it.
const GLANCE: Duration = Duration::from_micros(500);

/// Delays of one program, in milliseconds, and what it was taken to ask.
struct Row<'a> {
    program: &'a Program,
    delays: Vec<f64>,
    missed: usize,
    kinds: Vec<String>,
}

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    let (mut rounds, mut built) = (ROUNDS, None);
    for option in arguments.chunks(2) {
        match option {
            [name, value] if name == "--rounds" => rounds = value.parse()?,
            [name, value] if name == "--locum" => built = Some(PathBuf::from(value).canonicalize()?),
            _ => return Err(USAGE.into()),
        }
    }
    let built = built.map_or_else(build_locum, Ok)?;
    let installed = |program: &&Program| find_program(program.needs).is_some();
    let (present, absent): (Vec<_>, Vec<_>) = PROGRAMS.iter().partition(installed);
    let rows = measure(&present, rounds, &built)?;
    print_rows(&rows);
    absent.iter().for_each(|program| println!("{} is absent: not installed", program.name));
    print_classes(&rows);
    redraw::measure(&built)?;
    Ok(ExitCode::SUCCESS)
}

/// Every round runs every program once, so that the noise of the machine hits all alike.
fn measure<'a>(programs: &[&'a Program], rounds: usize, built: &Path) -> Result<Vec<Row<'a>>, Failure> {
    let row = |program: &&'a Program| Row { program, delays: Vec::new(), missed: 0, kinds: Vec::new() };
    let mut rows: Vec<Row> = programs.iter().map(row).collect();
    for round in 0..rounds {
        for row in &mut rows {
            match once(row.program, built)? {
                Some((delay, kind)) => {
                    row.delays.push(delay);
                    row.kinds.push(kind);
                }
                None => row.missed += 1,
            }
        }
        eprintln!("round {} of {rounds} done", round + 1);
    }
    Ok(rows)
}

/// Runs a program until it is said to wait; how long that took, and what it is said to ask.
fn once(program: &Program, built: &Path) -> Result<Option<(f64, String)>, Failure> {
    let sandbox = Sandbox::new();
    let locum = locum_binary(&sandbox, built).display().to_string();
    let (events, stamp) = (sandbox.path("tmp/events"), sandbox.path("tmp/stamp"));
    let file = events.display().to_string();
    let argv = [&[locum.as_str(), "run", "--events", &file, "--"], program.argv].concat();
    let launch = Terminal::launch(&sandbox).size(Size::cells(24, 80)).answers(true);
    let terminal = launch.env("STAMP", &stamp.display().to_string()).start(&argv);
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        let began = if program.stamps { stamped(&stamp) } else { last_byte(&terminal) };
        if let (Some(began), Some(kind)) = (began, first_wait(&events)) {
            let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs_f64();
            return Ok(Some(((now - began) * 1000.0, kind)));
        }
        std::thread::sleep(GLANCE);
    }
    Ok(None)
}

/// Seconds since 1970, as the program wrote them.
fn stamped(file: &Path) -> Option<f64> {
    std::fs::read_to_string(file).ok()?.trim().parse().ok()
}

fn last_byte(terminal: &Terminal) -> Option<f64> {
    let ago = terminal.chunks().last()?.at.elapsed();
    Some((SystemTime::now().duration_since(UNIX_EPOCH).ok()?).checked_sub(ago)?.as_secs_f64())
}

/// The kind of the first wait in the file.
fn first_wait(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let events = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut waits = events.filter(|event| event["event"] == "waiting");
    Some(waits.next()?["kind"].as_str()?.to_owned())
}

fn print_rows(rows: &[Row]) {
    println!("\n| program | waits | counted from | taken for | n | missed | ms p50 | p95 | worst |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for row in rows {
        let from = if row.program.stamps { "its own stamp" } else { "its last byte" };
        let mut kinds = row.kinds.clone();
        kinds.sort();
        kinds.dedup();
        println!(
            "| {} | {} | {from} | {} | {} | {} | {} |",
            row.program.name,
            row.program.class.name(),
            kinds.join(", "),
            row.delays.len(),
            row.missed,
            spread(&row.delays)
        );
    }
}

fn print_classes(rows: &[Row]) {
    println!("\n| waits | n | ms p50 | p95 | worst | goal for p50 | |\n|---|---|---|---|---|---|---|");
    for class in Class::ALL {
        let of_class = rows.iter().filter(|row| row.program.class == class);
        let delays: Vec<f64> = of_class.flat_map(|row| &row.delays).copied().collect();
        let met = if percentile(&delays, 50) <= class.goal() { "met" } else { "**not met**" };
        println!("| {} | {} | {} | {} | {met} |", class.name(), delays.len(), spread(&delays), class.goal());
    }
}

fn spread(delays: &[f64]) -> String {
    let at = |share| percentile(delays, share);
    format!("{:.0} | {:.0} | {:.0}", at(50), at(95), at(100))
}

pub(super) fn percentile(values: &[f64], share: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (sorted.len().saturating_sub(1) * share).div_ceil(100);
    sorted.get(place).copied().unwrap_or(f64::NAN)
}
