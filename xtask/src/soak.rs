//! The soak run: what the tests do a few times, done until luck is no explanation.
//!
//! One line a proof, with its counts; the first violation ends the run with its details.

mod attach;
mod brain_faults;
mod detect_fuzz;
mod engine_sim;
mod fuzz;
mod kills;
mod policy_fuzz;
mod profile_fuzz;
mod screen_fuzz;
pub(crate) mod store_kills;
mod wire_fuzz;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use testkit::jobs::{Cycles, Sizes, Suspend, expect_bytes, numbered_lines, printer, storm};
use testkit::{Flood, Sandbox, Shell, Size, locum_binary, require};

use crate::{Failure, USAGE, bench};

/// The volume that passes while signals rain.
const STORM_BYTES: usize = 50 << 20;
/// A loaded machine may take long for it.
const STORM_PATIENCE: Duration = Duration::from_secs(300);
/// Lines of `yes` for every cycle asked for.
const YES_LINES: u64 = 700_000;
/// Changes of the window size in one burst.
const BURST: u16 = 100;

struct Soak {
    locum: PathBuf,
    cycles: u32,
    seed: u64,
}

struct Proof {
    name: &'static str,
    /// Does the work and says what was counted. Panics at a violation.
    prove: fn(&Soak) -> String,
}

const PROOFS: &[Proof] = &[
    Proof { name: "keys-bash", prove: |soak| soak.keys(Shell::Bash) },
    Proof { name: "keys-zsh", prove: |soak| soak.keys(Shell::Zsh) },
    Proof { name: "keys-dash", prove: |soak| soak.keys(Shell::Dash) },
    Proof { name: "keys-fish", prove: |soak| soak.keys(Shell::Fish) },
    Proof { name: "stops-bash", prove: |soak| soak.stops(Shell::Bash) },
    Proof { name: "stops-zsh", prove: |soak| soak.stops(Shell::Zsh) },
    Proof { name: "sizes", prove: Soak::sizes },
    Proof { name: "storm", prove: Soak::storm },
    Proof { name: "yes", prove: Soak::yes },
    Proof { name: "attach", prove: attach::prove },
    Proof { name: "attach-screen", prove: attach::prove_screens },
    Proof { name: "brain-kills", prove: brain_faults::prove },
    Proof { name: "kills-bash", prove: |soak| kills::prove(soak, Shell::Bash) },
    Proof { name: "kills-dash", prove: |soak| kills::prove(soak, Shell::Dash) },
    Proof { name: "store-kills", prove: store_kills::prove },
    Proof { name: "screen", prove: screen_fuzz::prove },
    Proof { name: "wire", prove: wire_fuzz::prove },
    Proof { name: "detect", prove: detect_fuzz::prove },
    Proof { name: "profiles", prove: profile_fuzz::prove },
    Proof { name: "policy", prove: policy_fuzz::prove },
    Proof { name: "engine", prove: engine_sim::prove },
];

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    let (soak, only) = parse(arguments)?;
    require(&["bash", "zsh", "dash", "fish"]);
    for proof in PROOFS.iter().filter(|proof| only.is_empty() || only.iter().any(|name| name == proof.name)) {
        let began = Instant::now();
        // The panic's own message has the details; it is printed where it happened.
        let Ok(counted) = catch_unwind(AssertUnwindSafe(|| (proof.prove)(&soak))) else {
            return Err(format!("{} is violated (seed {})", proof.name, soak.seed).into());
        };
        println!("{:<13} {counted} ({:.1} s)", proof.name, began.elapsed().as_secs_f64());
    }
    Ok(ExitCode::SUCCESS)
}

fn parse(arguments: &[String]) -> Result<(Soak, Vec<String>), Failure> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    let (mut cycles, mut seed, mut only, mut locum) = (500, now.as_nanos() as u64, Vec::new(), None);
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} wants a value\n{USAGE}"))?;
        match name.as_str() {
            "--cycles" => cycles = value.parse()?,
            "--seed" => seed = value.parse()?,
            "--only" => only = value.split(',').map(str::to_owned).collect(),
            "--locum" => locum = Some(PathBuf::from(value).canonicalize()?),
            _ => return Err(format!("unknown option {name}\n{USAGE}").into()),
        }
    }
    if let Some(name) = only.iter().find(|name| PROOFS.iter().all(|proof| proof.name != **name)) {
        let known: Vec<_> = PROOFS.iter().map(|proof| proof.name).collect();
        return Err(format!("no proof is called {name}; known: {}", known.join(", ")).into());
    }
    let locum = locum.map_or_else(bench::build_locum, Ok)?;
    Ok((Soak { locum, cycles, seed }, only))
}

impl Soak {
    /// A home with locum on its PATH, and where it is.
    fn sandbox(&self) -> (Sandbox, String) {
        let sandbox = Sandbox::new();
        let binary = locum_binary(&sandbox, &self.locum).display().to_string();
        (sandbox, binary)
    }

    fn keys(&self, shell: Shell) -> String {
        let (cycles, keys) = self.cycle(shell, Suspend::Key, self.cycles);
        format!("{cycles} times Ctrl-Z and fg, {keys} keys typed: none lost, none doubled")
    }

    fn stops(&self, shell: Shell) -> String {
        let (cycles, keys) = self.cycle(shell, Suspend::ClientStop, self.part(3, 10));
        format!("{cycles} times SIGSTOP and fg, {keys} keys typed: none lost, none doubled")
    }

    fn cycle(&self, shell: Shell, suspend: Suspend, times: u32) -> (u32, usize) {
        let (sandbox, _) = self.sandbox();
        let mut cycles = Cycles::start(&sandbox, shell, suspend);
        for _ in 0..times {
            cycles.turn();
        }
        cycles.finish()
    }

    /// At 500 cycles, a little more than 1 GB.
    fn yes(&self) -> String {
        let (sandbox, binary) = self.sandbox();
        let lines = u64::from(self.cycles) * YES_LINES;
        let flood = Flood::of_yes(&sandbox, &[&binary, "run", "--"], lines, STORM_PATIENCE);
        assert_eq!((flood.bytes, flood.wrong_at), (Flood::bytes_of(lines), None), "{flood:?}");
        format!("{} MB of yes: every byte right", flood.bytes / 1_000_000)
    }

    fn sizes(&self) -> String {
        let (sandbox, binary) = self.sandbox();
        let (sizes, bursts) = (Sizes::start(&sandbox, &binary), self.part(1, 5));
        for burst in 0..bursts {
            let step = (burst % 40) as u16;
            sizes.burst(BURST, Size::cells(70 + step, 110 + step));
        }
        format!("{bursts} bursts of {BURST} changes of size: the last one always arrived")
    }

    fn storm(&self) -> String {
        let (sandbox, binary) = self.sandbox();
        let text = numbered_lines(STORM_BYTES);
        let (mut terminal, parts) = printer(&sandbox, &binary, &text, STORM_PATIENCE);
        let mark = terminal.mark();
        let sent = storm(&parts.harmless_signals(), || {
            terminal.send(b"x");
            terminal.wait_exit();
        });
        expect_bytes(&terminal, mark, &text);
        format!(
            "{} MB through {sent} signals to client, host and leader: every byte right",
            text.len() / 1_000_000
        )
    }

    /// This share of the cycles, at least one.
    fn part(&self, of: u32, whole: u32) -> u32 {
        (self.cycles * of / whole).max(1)
    }
}
