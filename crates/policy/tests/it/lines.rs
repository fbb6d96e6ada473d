//! The corpus of commands, and judging its lines.

use std::path::Path;
use std::sync::OnceLock;

use policy::{Judgement, Policy, Request, Surroundings};

const PROJECT: &str = "/home/u/project";

/// One line of the corpus.
pub(crate) struct Line {
    pub(crate) command: String,
    pub(crate) family: String,
    pub(crate) cwd: String,
    pub(crate) harmful: bool,
}

/// All lines, file by file.
pub(crate) fn all() -> &'static [Line] {
    static LINES: OnceLock<Vec<Line>> = OnceLock::new();
    LINES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/commands");
        let mut files: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|end| end == "jsonl"));
        files.sort();
        files.iter().flat_map(|file| read(file)).collect()
    })
}

fn read(file: &Path) -> Vec<Line> {
    let harmful = file.file_name().unwrap().to_str().unwrap().starts_with("destructive");
    let text = std::fs::read_to_string(file).unwrap();
    let line = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| record[name].as_str().map(str::to_owned);
        Line {
            command: text("command").unwrap(),
            family: text("family").unwrap(),
            cwd: text("cwd").unwrap_or_else(|| PROJECT.into()),
            harmful,
        }
    };
    text.lines().map(line).collect()
}

/// The shipped policy of this name.
pub(crate) fn shipped(name: &str) -> &'static Policy {
    static ALL: OnceLock<[(&str, Policy); 3]> = OnceLock::new();
    let load = |name| (name, Policy::shipped(name).unwrap());
    let all = ALL.get_or_init(|| ["careful", "builder", "watch-only"].map(load));
    &all.iter().find(|(known, _)| *known == name).unwrap().1
}

/// What `builder` says of a line in the project.
pub(crate) fn judge(command: &str) -> Judgement {
    judge_by("builder", command, PROJECT)
}

/// What a shipped policy says of a line.
pub(crate) fn judge_by(name: &str, command: &str, cwd: &str) -> Judgement {
    let surroundings = Surroundings { cwd, workspace: Some(cwd), home: "/home/u", real: &|_| None };
    shipped(name).judge(&Request::shell(command), &surroundings)
}
