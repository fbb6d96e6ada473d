//! The recordings of a folder, played and judged.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use detect::Change;

use super::judge::{Heard, Verdict, judge};
use super::labels::Truth;
use crate::failure::Failure;
use crate::replay::{self, Options, Said};

/// A recording and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Judged {
    /// The file's name without its end.
    pub(super) name: String,
    pub(super) truth: Truth,
    pub(super) verdict: Verdict,
    /// Why it could not be played or judged. Nothing was found in it then.
    pub(super) broken: Option<String>,
    /// What each look took.
    pub(super) looks: Vec<Duration>,
}

/// All recordings in a folder and in its folders `cli` and `agents`, by name.
pub(super) fn find(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| Failure::ReadFile { file: folder.to_owned(), error };
    let mut found = casts(folder).map_err(failed)?;
    for part in ["cli", "agents"] {
        found.extend(casts(&folder.join(part)).unwrap_or_default());
    }
    if found.is_empty() {
        return Err(Failure::NoRecordings { folder: folder.to_owned() });
    }
    found.sort();
    Ok(found)
}

fn casts(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let is_cast = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "cast");
    Ok(fs::read_dir(folder)?.flatten().map(|entry| entry.path()).filter(is_cast).collect())
}

/// Judges them all, on all processors, in their order.
pub(super) fn judge_all(paths: &[PathBuf], options: &Options) -> Vec<Judged> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((number, path)) = numbered(paths, next.fetch_add(1, Ordering::Relaxed)) {
            let judged = judge_one(path, options);
            if let Ok(mut done) = done.lock() {
                done.push((number, judged));
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, judged)| judged).collect()
}

fn numbered(paths: &[PathBuf], number: usize) -> Option<(usize, &Path)> {
    paths.get(number).map(|path| (number, path.as_path()))
}

fn judge_one(path: &Path, options: &Options) -> Judged {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let truth = fs::read_to_string(path.with_extension("labels.json"))
        .map_err(|error| format!("its labels cannot be read: {error}"))
        .and_then(|text| Truth::read(&text).map_err(|error| format!("its labels cannot be read: {error}")));
    let (truth, unlabelled) = match truth {
        Ok(truth) => (truth, None),
        Err(reason) => (Truth::default(), Some(reason)),
    };
    let (heard, looks, unplayed) = match hear(path, options) {
        Ok((heard, looks)) => (heard, looks, None),
        Err(reason) => (Vec::new(), Vec::new(), Some(reason)),
    };
    let verdict = if unlabelled.is_none() { judge(&truth, &heard) } else { Verdict::default() };
    Judged { name, truth, verdict, broken: unlabelled.or(unplayed), looks }
}

fn hear(path: &Path, options: &Options) -> Result<(Vec<Heard>, Vec<Duration>), String> {
    let mut heard = Vec::new();
    let played = replay::play_file(path, options, |said| heard.push(as_heard(&said)));
    played.map(|played| (heard, played.looks)).map_err(|failure| failure.to_string())
}

fn as_heard(said: &Said) -> Heard {
    let waiting = match &said.change {
        Change::Waiting(standing) | Change::Still(standing) => standing.detection.state.question().cloned(),
        Change::Resumed => None,
    };
    Heard { t: replay::seconds(said.at), waiting }
}
