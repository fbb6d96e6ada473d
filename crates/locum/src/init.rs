//! `locum init`: a minute of questions, then commented files. What is there already is left as it is.

use std::fs;
use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::cli::InitArguments;
use crate::failure::Failure;
use crate::{config, folders, own_session, policy, program, say};

/// Agents that locum knows, by the names of their programs.
const AGENTS: [&str; 6] = ["claude", "codex", "gemini", "opencode", "aider", "copilot"];

/// The policies that come with locum, for who has to choose.
const POLICIES: [(&str, &str); 3] = [
    (
        "careful",
        "reading, and well-known harmless commands in the project, need no answer of yours (git diff, ls, grep)",
    ),
    ("builder", "building, testing and editing in the project too (cargo test, npm run build, git commit)"),
    ("watch-only", "nothing is answered for you; you are told what waits"),
];

/// The name of a policy.
struct Chosen(&'static str);

impl Default for Chosen {
    fn default() -> Self {
        Chosen(POLICIES[0].0)
    }
}

/// So often a question is put to somebody whose answer is none.
const TRIES: usize = 3;

/// `locum init`
pub(crate) fn init(arguments: &InitArguments) -> Result<ExitCode, Failure> {
    if own_session::is_inside() {
        return Err(Failure::InsideSession("a supervised program cannot set up locum"));
    }
    if !arguments.yes && !std::io::stdin().is_terminal() {
        return Err(Failure::NobodyToAsk);
    }
    let config_file = folders::config_file().ok_or(Failure::NoHome)?;
    let policy_file = folders::policy_file().ok_or(Failure::NoHome)?;
    let there = agents();
    say::line(match there.as_slice() {
        [] => "no agent that locum knows is on your PATH; any other program can be run as well".to_owned(),
        some => format!("found: {}", some.join(", ")),
    });
    // All is asked before anything is written: who breaks off leaves nothing behind.
    let policy = if is_there(&policy_file) { None } else { Some(choice(arguments.yes, chosen)?) };
    let bell = if is_there(&config_file) { None } else { Some(choice(arguments.yes, rings)?) };
    match bell {
        None => say::line(format_args!("{} is there and stays as it is", config_file.display())),
        Some(bell) => {
            write(&config_file, &config::commented(bell))?;
            say::line(format_args!("wrote {}", config_file.display()));
        }
    }
    match policy {
        None => say::line(format_args!("{} is there and stays as it is", policy_file.display())),
        Some(name) => policy::begin(name.0)?,
    }
    let first = there.first().copied().unwrap_or("PROGRAM");
    say::line(format_args!("now: `locum run {first}`, and `locum prompts --watch` in another terminal"));
    Ok(ExitCode::SUCCESS)
}

fn agents() -> Vec<&'static str> {
    let found = |name: &&str| program::find(name.as_ref(), Path::new("/")).is_ok();
    AGENTS.into_iter().filter(found).collect()
}

fn is_there(file: &Path) -> bool {
    fs::symlink_metadata(file).is_ok()
}

/// A file that is not there yet: whoever was faster is left alone.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::RecordFile { file: file.to_owned(), error };
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut new = fs::OpenOptions::new().write(true).create_new(true).open(file).map_err(failed)?;
    new.write_all(text.as_bytes()).map_err(failed)
}

/// What the person says, or what holds for who wants no questions.
fn choice<T: Default>(silent: bool, ask: impl Fn() -> Result<T, Failure>) -> Result<T, Failure> {
    if silent { Ok(T::default()) } else { ask() }
}

fn chosen() -> Result<Chosen, Failure> {
    for ((name, about), number) in POLICIES.iter().zip(1..) {
        say::line(format_args!("  {number}. {name}: {about}"));
    }
    ask("Which policy? [1] ", |answer| {
        let by_number = answer.parse::<usize>().ok().and_then(|number| POLICIES.get(number.checked_sub(1)?));
        let by_name = POLICIES.iter().find(|(name, _)| *name == answer);
        let silence = answer.is_empty().then_some(&POLICIES[0]);
        silence.or(by_number).or(by_name).map(|(name, _)| Chosen(name)).ok_or("a number or a name of these")
    })
}

fn rings() -> Result<bool, Failure> {
    ask("Ring the terminal's bell when something waits for you? [y/N] ", |answer| {
        match answer.to_lowercase().as_str() {
            "y" | "yes" => Ok(true),
            "" | "n" | "no" => Ok(false),
            _ => Err("y or n"),
        }
    })
}

/// Asks until the answer is one. Who ends the input, or never gives one, has chosen nothing.
fn ask<T>(question: &str, read: impl Fn(&str) -> Result<T, &'static str>) -> Result<T, Failure> {
    let mut stderr = std::io::stderr();
    for _ in 0..TRIES {
        let _ = write!(stderr, "{question}").and_then(|()| stderr.flush());
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
            break;
        }
        match read(line.trim()) {
            Ok(answer) => return Ok(answer),
            Err(wanted) => drop(writeln!(stderr, "please answer with {wanted}")),
        }
    }
    Err(Failure::NothingChosen)
}
