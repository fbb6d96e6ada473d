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
    ("careful", "looking, testing and building in the project is answered; everything else is asked"),
    ("builder", "more of what building needs is answered"),
    ("watch-only", "nothing is answered for you"),
];

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
    if is_there(&config_file) {
        say::line(format_args!("{} is there and stays as it is", config_file.display()));
    } else {
        let bell = !arguments.yes && yes("Ring the terminal's bell when something waits for you?");
        write(&config_file, &config::commented(bell))?;
        say::line(format_args!("wrote {}", config_file.display()));
    }
    if is_there(&policy_file) {
        say::line(format_args!("{} is there and stays as it is", policy_file.display()));
    } else {
        let name = if arguments.yes { POLICIES[0].0 } else { chosen() };
        policy::begin(name)?;
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

fn chosen() -> &'static str {
    for ((name, about), number) in POLICIES.iter().zip(1..) {
        say::line(format_args!("  {number}. {name}: {about}"));
    }
    let answer = ask("Which policy? [1] ");
    let by_number = answer.parse::<usize>().ok().and_then(|number| POLICIES.get(number.checked_sub(1)?));
    let by_name = POLICIES.iter().find(|(name, _)| *name == answer);
    by_number.or(by_name).unwrap_or(&POLICIES[0]).0
}

fn yes(question: &str) -> bool {
    matches!(ask(&format!("{question} [y/N] ")).to_lowercase().as_str(), "y" | "yes")
}

fn ask(question: &str) -> String {
    let mut stderr = std::io::stderr();
    let _ = write!(stderr, "{question}").and_then(|()| stderr.flush());
    let mut line = String::new();
    let _ = std::io::stdin().lock().read_line(&mut line);
    line.trim().to_owned()
}
