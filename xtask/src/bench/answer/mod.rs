//! `cargo xtask bench answer`: from a program that begins to wait to the key that answers it by a rule, without any delay or limit of
//! the policy; and a thousand questions in a row, without one that is missed or answered twice.

mod asker;

use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use testkit::{Sandbox, locum_binary};

use super::build_locum;
use crate::{Failure, USAGE};
pub(crate) use asker::asks;

/// Questions for each figure, unless said otherwise.
const PROMPTS: usize = 200;
const IN_A_ROW: usize = 1000;
/// No answer comes for so long: it is missed, and the run ends.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often the results are looked for. The times are the program's own.
const GLANCE: Duration = Duration::from_millis(200);
/// The number of a question decides its answer, so that one which belongs to another is seen (`asker::is_yes`).
const POLICY: &str = r#"
[[rule]]
name = "yes"
question = ['Proceed \d*[013479]\?']
answer = "allow"
delay = "0s"

[[rule]]
name = "no"
question = ['Proceed \d*[2568]\?']
answer = "deny"
delay = "0s"

[limits]
min_interval = "0s"
per_minute = 1000
consecutive = 100000
identical_per_minute = 1000
"#;

/// A way to wait, and what is asked of it.
struct Row {
    name: &'static str,
    /// What the program is told.
    way: &'static str,
    /// It works so long before each question.
    works: Duration,
    /// The most that half of all delays may be, in milliseconds.
    goal: f64,
}

const fn row(name: &'static str, way: &'static str, works: u64, goal: f64) -> Row {
    Row { name, way, works: Duration::from_millis(works), goal }
}

const ROWS: &[Row] = &[
    row("a line, in read", "line", 300, 100.0),
    row("a key, in read", "key", 300, 100.0),
    row("a menu, in poll", "menu", 300, 300.0),
    row("a menu, in poll with a limit", "menu-limit", 300, 300.0),
];
const LONG_ROW: Row = row("a line, in read, one after the other", "line", 0, 100.0);

/// What a program noted.
struct Noted {
    /// Milliseconds to the first key, and to the whole answer.
    first: Vec<f64>,
    whole: Vec<f64>,
    /// Questions that got something else than was meant, keys that came too much, questions without an answer.
    wrong: u64,
    extra: u64,
    missed: usize,
}

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Failure> {
    let (mut prompts, mut in_a_row, mut built) = (PROMPTS, IN_A_ROW, None);
    for option in arguments.chunks(2) {
        match option {
            [name, value] if name == "--prompts" => prompts = value.parse()?,
            [name, value] if name == "--in-a-row" => in_a_row = value.parse()?,
            [name, value] if name == "--locum" => built = Some(PathBuf::from(value).canonicalize()?),
            _ => return Err(USAGE.into()),
        }
    }
    let built = built.map_or_else(build_locum, Ok)?;
    println!(
        "| waits | questions | missed | wrong | twice | first key, ms p50 | p99 | worst | answer, ms p50 | p99 | goal for p50 | |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut fine = true;
    for (row, count) in ROWS.iter().map(|row| (row, prompts)).chain([(&LONG_ROW, in_a_row)]) {
        let noted = measure(row, count, &built)?;
        fine &= noted.missed == 0 && noted.wrong == 0 && noted.extra == 0;
        print(row, count, &noted);
    }
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One session that asks so many questions.
fn measure(row: &Row, count: usize, built: &Path) -> Result<Noted, Failure> {
    let sandbox = Sandbox::new().with_brain();
    let locum = locum_binary(&sandbox, built).display().to_string();
    let xtask = locum_binary(&sandbox, &std::env::current_exe()?).display().to_string();
    sandbox.folder("config/locum");
    sandbox.write("config/locum/policy.toml", POLICY);
    locum_says(&sandbox, &locum, &["policy", "test"])?;
    let notes = sandbox.path("tmp/notes");
    let (file, count_word) = (notes.display().to_string(), count.to_string());
    let works = row.works.as_millis().to_string();
    let words =
        ["run", "--detach", "--name", "it", "--", &xtask, "asks", row.way, &count_word, &works, &file];
    locum_says(&sandbox, &locum, &words)?;
    let lines = wait(&notes, count)?;
    let noted = read(&lines, count)?;
    if noted.missed > 0 {
        eprintln!("{}: {}", row.name, locum_says(&sandbox, &locum, &["explain", "it"])?);
    }
    locum_says(&sandbox, &locum, &["daemon", "stop"])?;
    Ok(noted)
}

fn locum_says(sandbox: &Sandbox, locum: &str, words: &[&str]) -> Result<String, Failure> {
    let mut command = sandbox.command(locum);
    let output = command.args(words).env("COLUMNS", "80").env("LINES", "24").stdin(Stdio::null()).output()?;
    if !output.status.success() {
        return Err(format!("locum {words:?}: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The program's notes, once they are complete or nothing more comes.
fn wait(notes: &Path, count: usize) -> Result<Vec<Value>, Failure> {
    let (mut known, mut since) = (0, Instant::now());
    loop {
        let text = std::fs::read_to_string(notes).unwrap_or_default();
        let complete = text.rfind('\n').map_or("", |end| &text[..end]);
        let lines = complete.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
        if lines.len() != known {
            (known, since) = (lines.len(), Instant::now());
        }
        // The last one tells what came behind all answers.
        if known == count + 1 || since.elapsed() > PATIENCE {
            return Ok(lines);
        }
        std::thread::sleep(GLANCE);
    }
}

fn read(lines: &[Value], count: usize) -> Result<Noted, Failure> {
    let mut noted = Noted { first: Vec::new(), whole: Vec::new(), wrong: 0, extra: 0, missed: 0 };
    for line in lines {
        noted.extra += line["extra"].as_u64().ok_or("a note without `extra`")?;
        let Some(first) = line["first"].as_f64() else { continue };
        noted.first.push(first);
        noted.whole.push(line["whole"].as_f64().ok_or("a note without `whole`")?);
        noted.wrong += u64::from(line["right"] != true);
    }
    noted.missed = count.saturating_sub(noted.first.len());
    Ok(noted)
}

fn print(row: &Row, count: usize, noted: &Noted) {
    let at = |values: &[f64], share| super::live::percentile(values, share);
    let median = at(&noted.first, 50);
    let met = if median <= row.goal { "met" } else { "**not met**" };
    println!(
        "| {} | {count} | {} | {} | {} | {median:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {met} |",
        row.name,
        noted.missed,
        noted.wrong,
        noted.extra,
        at(&noted.first, 99),
        at(&noted.first, 100),
        at(&noted.whole, 50),
        at(&noted.whole, 99),
        row.goal,
    );
}
