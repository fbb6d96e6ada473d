//! Detectors side by side: locum and its neighbours on the recordings of the corpus, judged by the same judge.

use std::path::Path;
use std::process::{Command, ExitCode};

use super::build_locum;
use crate::{Failure, USAGE};

/// Builds locum and hands over to `bench/detect.py`: the peers are Python, and so is the judge.
pub(super) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    let (mut locum, mut more) = (None, Vec::new());
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} wants a value\n{USAGE}"))?;
        match name.as_str() {
            "--locum" => locum = Some(Path::new(value).canonicalize()?),
            "--corpus" | "--only" => more.extend([name, value]),
            _ => return Err(format!("unknown option {name}\n{USAGE}").into()),
        }
    }
    let locum = locum.map_or_else(build_locum, Ok)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let script = root.join("bench/detect.py");
    let status = Command::new("python3").arg(script).arg("--locum").arg(locum).args(more).status()?;
    if status.success() { Ok(ExitCode::SUCCESS) } else { Err(format!("bench/detect.py: {status}").into()) }
}
