//! The benchmark: locum beside its peers, in one table.
//!
//! Every round runs every wrapper once, in rotated order, so that the noise of the machine hits all alike.
//! Figures of different runs are not to be compared.

mod account;
pub(crate) mod answer;
pub(crate) mod brain;
mod detect;
mod goals;
pub(crate) mod live;
pub(crate) mod load;
pub(crate) mod measure;
mod options;
mod peers;
mod policy;
pub(crate) mod pump;
mod report;
mod results;
mod screen;
pub(crate) mod stream;
mod tap;
mod window;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde_json::{Value, json};

use crate::Failure;
use options::Options;
use peers::{NONE, Peer};
use results::{Kind, Results};

/// How many keys are typed in one measurement, and with which pause. Words, because they are arguments.
const KEYS: &str = "1000";
const GAP_MICROSECONDS: &str = "100";
/// The stream under which keys are typed.
const STREAM_KBPS: &str = "1000";
/// How many starts are timed in one measurement.
const STARTS: &str = "5";

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    if let Some(("screen", rest)) = arguments.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return screen::run(rest);
    }
    if let Some(("detect", rest)) = arguments.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return detect::run(rest);
    }
    if let Some(("policy", rest)) = arguments.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return policy::run(rest);
    }
    let options = Options::parse(arguments)?;
    let wanted = wanted(&options)?;
    let (present, absent): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|peer| peer.installed());
    let locum = match &options.locum {
        Some(path) => path.canonicalize()?,
        None if present.iter().any(|peer| peer.is_locum()) => build_locum()?,
        None => PathBuf::new(),
    };
    let bench = Bench { options: &options, locum };
    let mut results = Results::default();
    absent.iter().for_each(|peer| results.note(format!("{} is absent: not installed", peer.name)));
    let field = bench.pilot(&present, &mut results);
    for round in 0..options.rounds {
        bench.round(round, &field, &mut results);
        eprintln!("round {} of {} done", round + 1, options.rounds);
    }
    if let Some(file) = &options.json {
        std::fs::write(file, serde_json::to_string_pretty(&results.to_json())?)?;
    }
    report::print(&results, &options);
    goals::print(&results);
    Ok(ExitCode::SUCCESS)
}

/// The wrappers asked for; `none` is always among them, as the measure of the others.
fn wanted(options: &Options) -> Result<Vec<&'static Peer>, Failure> {
    let Some(only) = &options.only else {
        return Ok(peers::ALL.iter().collect());
    };
    if let Some(name) = only.iter().find(|name| Peer::named(name).is_none()) {
        let known: Vec<_> = peers::ALL.iter().map(|peer| peer.name).collect();
        return Err(format!("no wrapper is called {name}; known: {}", known.join(", ")).into());
    }
    Ok(peers::ALL
        .iter()
        .filter(|peer| peer.name == NONE || only.iter().any(|name| name == peer.name))
        .collect())
}

/// Builds the locum of this checkout as it would be released, and asks cargo where it is.
pub(crate) fn build_locum() -> Result<PathBuf, Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments =
        ["build", "--release", "--package", "locum", "--message-format", "json-render-diagnostics"];
    let built = Command::new(cargo).args(arguments).stderr(Stdio::inherit()).output()?;
    if !built.status.success() {
        return Err("building locum failed".into());
    }
    let messages = String::from_utf8_lossy(&built.stdout);
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let executable =
        messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back();
    executable.ok_or_else(|| "cargo built no locum".into())
}

struct Bench<'a> {
    options: &'a Options,
    locum: PathBuf,
}

/// A wrapper that works here, and the volume it can take in a moment.
struct Entrant {
    peer: &'static Peer,
    megabytes: u64,
}

impl Bench<'_> {
    /// Tries every wrapper once: finds those that do not work, how much each can take, and who changes bytes.
    fn pilot(&self, peers: &[&'static Peer], results: &mut Results) -> Vec<Entrant> {
        let mut field = Vec::new();
        for peer in peers {
            let trial = self.measure(peer, &["bulk", "4"]);
            let Some(speed) = trial["mbps"].as_f64() else {
                results.note(format!(
                    "{} is left out: {}",
                    peer.name,
                    trial["error"].as_str().unwrap_or("no result")
                ));
                continue;
            };
            eprintln!("pilot {}: {speed:.0} MB/s", peer.name);
            results.add(peer.name, Kind::Raw, self.measure(peer, &["raw"]));
            // About 0.7 s of stream each, so that a slow wrapper does not eat the time of the others.
            let chosen = (4..256_u32).rev().find(|volume| f64::from(*volume) <= speed * 0.7).unwrap_or(4);
            field.push(Entrant { peer, megabytes: self.options.megabytes.unwrap_or(chosen.into()) });
        }
        field
    }

    fn round(&self, round: usize, field: &[Entrant], results: &mut Results) {
        let turn = round % field.len().max(1);
        let (later, first) = field.split_at(turn);
        for Entrant { peer, megabytes } in first.iter().chain(later) {
            let volume = megabytes.to_string();
            let kinds = [
                (Kind::Bulk, vec!["bulk", &volume]),
                (Kind::Idle, vec!["echo", KEYS, GAP_MICROSECONDS, "0"]),
                (Kind::Stream, vec!["echo", KEYS, GAP_MICROSECONDS, STREAM_KBPS]),
                (Kind::Start, vec!["start", STARTS]),
            ];
            for (kind, words) in kinds {
                let result = self.measure(peer, &words);
                if let Some(error) = result["error"].as_str() {
                    results.note(format!("{} {kind:?} in round {}: {error}", peer.name, round + 1));
                }
                results.add(peer.name, kind, result);
            }
        }
    }

    /// One measurement in a process of its own; whatever goes wrong is an `error` in the result.
    fn measure(&self, peer: &Peer, words: &[&str]) -> Value {
        self.try_measure(peer, words).unwrap_or_else(|failure| json!({"error": failure.to_string()}))
    }

    fn try_measure(&self, peer: &Peer, words: &[&str]) -> Result<Value, Failure> {
        let xtask = std::env::current_exe()?;
        let mut command = match self.options.real_time && words[0] == "bulk" {
            true => real_time(&xtask),
            false => Command::new(&xtask),
        };
        command.args(["measure", peer.name]).arg(&self.locum).args(words);
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(serde_json::from_str(text.lines().last().ok_or("the measurement died")?)?)
    }
}

/// Round robin among real-time processes: the stream is then not measured by what else the machine does.
fn real_time(program: &Path) -> Command {
    let mut command = Command::new("chrt");
    command.args(["-r", "2"]).arg(program);
    command
}
