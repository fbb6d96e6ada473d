//! `locum ps`: all sessions.

use std::process::ExitCode;

use model::{Exit, Size};
use serde_json::{Value, json};
use wire::{BrainAnswer, BrainRequest, SessionLine, SessionPhase};

use crate::brain::{self, Brain, unexpected};
use crate::cli::PsArguments;
use crate::failure::Failure;
use crate::{clock, say, status};

/// How many sessions that have ended `--all` shows.
pub(crate) const ENDED: u32 = 100;
const COLUMNS: usize = 8;
/// Signs of one word of a command.
const LONGEST_WORD: usize = 60;

pub(crate) fn ps(arguments: &PsArguments) -> Result<ExitCode, Failure> {
    let ended = if arguments.all { ENDED } else { 0 };
    let mut line = Brain::reach()?;
    let BrainAnswer::Sessions { lines, record, policy } = line.ask(&BrainRequest::Sessions { ended })? else {
        return Err(unexpected());
    };
    let over = |line: &SessionLine| matches!(line.phase, SessionPhase::Ended(_) | SessionPhase::Lost);
    let lines: Vec<SessionLine> = lines.into_iter().filter(|line| arguments.all || !over(line)).collect();
    if arguments.json {
        say::json(Value::Array(lines.iter().map(as_json).collect()));
    } else {
        table(&lines, clock::now()).iter().for_each(say::line);
    }
    lines.iter().filter_map(|line| status::warning(line, clock::now())).for_each(say::note);
    brain::warn_about(&record);
    policy.iter().for_each(brain::warn_of_policy);
    Ok(ExitCode::SUCCESS)
}

/// A session for programs.
fn as_json(line: &SessionLine) -> Value {
    let size = Size::from(line.size);
    let mut object = json!({
        "id": line.id, "name": line.name, "state": state(line.phase), "pid": line.pid,
        "attached": line.terminal || line.guests > 0, "guests": line.guests, "host_pid": line.host_pid,
        "command": line.command, "cwd": line.folder, "cols": size.cols, "rows": size.rows,
        "activity": status::activity(line), "asks": status::asks(line),
        "activity_since": line.standing.as_ref().map(|standing| clock::iso(standing.since)),
        "agent": line.standing.as_ref().map(|standing| standing.agent.as_str()),
        "unrecognised": line.unrecognised.is_some(), "manual": line.manual, "title": line.title, "started": clock::iso(line.began), "ended": line.ended.map(clock::iso),
    });
    match (line.phase, object.as_object_mut()) {
        (SessionPhase::Ended(exit), Some(object)) => {
            object.insert("exit".into(), Exit::from(exit).status().into());
        }
        (SessionPhase::OtherVersion(version), Some(object)) => {
            object.insert("version".into(), version.into());
        }
        _ => {}
    }
    object
}

/// Whether a session's program runs, in one word. What it does for the person is its activity.
pub(crate) fn state(phase: SessionPhase) -> &'static str {
    match phase {
        SessionPhase::Running => "running",
        SessionPhase::Stopped => "stopped",
        SessionPhase::Ended(_) => "ended",
        SessionPhase::Lost => "lost",
        SessionPhase::OtherVersion(_) => "other-version",
        SessionPhase::Silent => "silent",
    }
}

fn table(lines: &[SessionLine], now: u64) -> Vec<String> {
    if lines.is_empty() {
        return vec!["no sessions".into()];
    }
    let head = ["NAME", "ID", "STATE", "NOW", "TERMINAL", "AGE", "PID", "COMMAND"].map(str::to_owned);
    let rows: Vec<[String; COLUMNS]> =
        std::iter::once(head).chain(lines.iter().map(|line| row(line, now))).collect();
    let widths: Vec<usize> = (0..COLUMNS - 1)
        .map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or_default())
        .collect();
    rows.iter().map(|row| padded(row, &widths)).collect()
}

fn row(line: &SessionLine, now: u64) -> [String; COLUMNS] {
    let state = match line.phase {
        SessionPhase::Ended(exit) => format!("ended ({})", Exit::from(exit).status()),
        SessionPhase::OtherVersion(version) => format!("other version ({version})"),
        phase => state(phase).to_owned(),
    };
    let terminal = match (line.terminal, line.guests) {
        _ if !matches!(line.phase, SessionPhase::Running | SessionPhase::Stopped) => "-".to_owned(),
        (true, 0) => "attached".into(),
        (true, guests) => format!("attached +{guests}"),
        (false, 0) => format!("detached {}", clock::ago(line.place_since, now)),
        (false, guests) => format!("{guests} attached"),
    };
    let age = clock::ago(line.began, line.ended.unwrap_or(now));
    let pid = if line.pid == 0 { "-".into() } else { line.pid.to_string() };
    let does = status::now(line, now);
    let words: Vec<String> = line.command.iter().map(|word| shortened(word)).collect();
    let command = say::harmless(&words.join(" "));
    [line.name.clone(), line.id.clone(), state, does, terminal, age, pid, command]
}

/// A word of a command, as much as tells it from others; `--json` has it whole.
fn shortened(word: &str) -> String {
    match word.char_indices().nth(LONGEST_WORD) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn padded(row: &[String; COLUMNS], widths: &[usize]) -> String {
    let mut text = String::new();
    for (cell, &wide) in row.iter().zip(widths) {
        text.push_str(cell);
        text.extend(std::iter::repeat_n(' ', wide.saturating_sub(width(cell)) + 2));
    }
    text.push_str(row.last().map_or("", String::as_str));
    text
}
