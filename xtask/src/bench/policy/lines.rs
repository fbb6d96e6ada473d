//! Labelled lines of shell, read from `*.jsonl`.

use std::path::Path;

use serde::Deserialize;

use crate::Failure;

/// Where a line runs if it does not say so; `corpus/commands/README.md`.
const FOLDER: &str = "/home/u/project";

/// The lines of one file with one label.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) harmful: bool,
    pub(super) lines: Vec<Line>,
}

/// One line and what it is.
pub(super) struct Line {
    pub(super) command: String,
    pub(super) family: String,
    pub(super) cwd: String,
    pub(super) harmful: bool,
}

#[derive(Deserialize)]
struct Record {
    command: String,
    #[serde(default)]
    family: String,
    cwd: Option<String>,
    /// `dangerous` or `harmless`; the project's own files say it by their names.
    expect: Option<String>,
}

/// Every `*.jsonl` of a folder, by name; a file with both labels makes two sets.
pub(super) fn read_folder(folder: &Path) -> Result<Vec<Set>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "jsonl"));
    files.sort();
    let mut sets = Vec::new();
    for file in files {
        sets.extend(read_file(&file)?);
    }
    if sets.is_empty() {
        return Err(format!("{}: no lines in *.jsonl", folder.display()).into());
    }
    Ok(sets)
}

fn read_file(file: &Path) -> Result<Vec<Set>, Failure> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(file)?;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let record: Record =
            serde_json::from_str(line).map_err(|error| format!("{}:{number}: {error}", file.display()))?;
        let harmful = harmful(&name, record.expect.as_deref())
            .ok_or_else(|| format!("{}:{number}: no label", file.display()))?;
        let cwd = record.cwd.unwrap_or_else(|| FOLDER.into());
        lines.push(Line { command: record.command, family: record.family, cwd, harmful });
    }
    let (harmful, harmless): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.harmful);
    let sets = [(true, harmful), (false, harmless)].into_iter().filter(|(_, lines)| !lines.is_empty());
    Ok(sets.map(|(harmful, lines)| Set { name: name.clone(), harmful, lines }).collect())
}

fn harmful(name: &str, expect: Option<&str>) -> Option<bool> {
    match expect {
        Some("dangerous") => Some(true),
        Some("harmless") => Some(false),
        Some(_) => None,
        None if name.starts_with("destructive") => Some(true),
        None if name.starts_with("harmless") => Some(false),
        None => None,
    }
}
