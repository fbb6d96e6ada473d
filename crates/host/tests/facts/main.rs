//! Kernel facts of real programs on real terminals.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test says what fails by panicking")]

mod ordinary_user;
mod stage;
mod table;

use std::time::{Duration, Instant};

use host::facts::{Effort, Facts, FactsError};
use host::unix::linux::LinuxFacts;
use model::{KernelFacts, Reader};

use stage::Stage;
use table::{SILENT, Silent, WAITING, Waiting};

/// How long a silent program is watched.
const WATCHED: Duration = Duration::from_millis(700);

#[test]
fn programs_that_wait_are_seen_waiting() {
    report(WAITING.iter().map(|row| (row.name, check_waiting(row))));
}

#[test]
fn programs_that_do_not_wait_are_never_seen_waiting() {
    report(SILENT.iter().map(|row| (row.name, check_silent(row))));
}

fn report<'a>(rows: impl Iterator<Item = (&'a str, Result<(), String>)>) {
    let failed: Vec<String> =
        rows.filter_map(|(name, result)| result.err().map(|error| format!("{name}: {error}"))).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn check_waiting(row: &Waiting) -> Result<(), String> {
    let mut stage = Stage::start(row.argv);
    let facts = stage.wait_for(|facts| is_as_wanted(row, facts))?;
    if facts.unread != Some(0) || facts.reader_thread.is_none() || facts.foreground.is_none() {
        return Err(format!("incomplete: {facts:?}"));
    }
    Ok(())
}

fn is_as_wanted(row: &Waiting, facts: &KernelFacts) -> bool {
    row.reader.contains(&facts.reader)
        && facts.mode.is_some_and(|mode| row.mode.is_none_or(|want| want == (mode.canonical, mode.echo)))
        && facts.inner.as_ref().map(|inner| inner.reader) == row.inner
        && facts.inner.as_ref().is_none_or(|inner| inner.mode.is_some() && inner.foreground.is_some())
}

fn check_silent(row: &Silent) -> Result<(), String> {
    let mut stage = Stage::start(row.argv);
    stage.wait_for_text("ready")?;
    stage.wait_for(|facts| facts.reader == row.reader)?;
    let start = Instant::now();
    while start.elapsed() < WATCHED {
        for effort in [Effort::Quick, Effort::Thorough] {
            let facts = stage.probe(effort);
            if facts.reader != row.reader || facts.inner.is_some() {
                return Err(format!("{facts:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn a_tmux_server_is_an_outside_reader() {
    let mut stage = Stage::start(&["tmux", "-S", "socket", "-f", "/dev/null", "new", "sleep 100"]);
    let result = stage.wait_for(|facts| facts.reader == Reader::Outside);
    let socket = stage.home.join("socket");
    let kill = std::process::Command::new("/usr/bin/tmux").arg("-S").arg(socket).arg("kill-server").status();
    assert!(kill.unwrap().success());
    assert_eq!(result.unwrap().foreground.unwrap().name, "tmux: client");
}

#[test]
fn unread_keys_and_cpu_time_are_counted() {
    let mut stage = Stage::start(&["sh", "-c", "echo ready; exec sleep 100"]);
    stage.wait_for_text("ready").unwrap();
    assert_eq!(stage.probe(Effort::Quick).unread, Some(0));
    stage.type_keys("hello\nhalf a line");
    let facts = stage.wait_for(|facts| facts.unread == Some(6)).unwrap();
    assert_eq!(facts.foreground.unwrap().name, "sleep");
    let mut stage = Stage::start(&["python3", "-c", "print('ready')\nwhile True: pass"]);
    stage.wait_for_text("ready").unwrap();
    let early = stage.probe(Effort::Quick).cpu.unwrap();
    stage.wait_for(|facts| facts.cpu.unwrap() > early + Duration::from_millis(50)).unwrap();
}

#[test]
fn a_program_that_ended_leaves_no_facts_behind() {
    let mut stage = Stage::start(&["true"]);
    stage.wait_for(|facts| facts.foreground.is_none() && facts.reader == Reader::None).unwrap();
}

#[test]
fn a_process_can_be_asked_for_by_its_id() {
    let mut stage = Stage::start(&["bash", "-c", "read -s x"]);
    stage.wait_for(|facts| facts.reader == Reader::Read).unwrap();
    let facts = LinuxFacts::of_process(stage.pid()).unwrap().probe(Effort::Thorough);
    assert_eq!((facts.reader, facts.unread), (Reader::Read, Some(0)), "{facts:?}");
    assert_eq!(facts.mode.map(|mode| (mode.canonical, mode.echo)), Some((true, false)));
    assert_eq!(facts.foreground.map(|process| process.pid), Some(stage.pid()));
}

#[test]
fn a_process_without_a_terminal_is_an_error() {
    let mut child = std::process::Command::new("/usr/bin/setsid").args(["sleep", "100"]).spawn().unwrap();
    let start = Instant::now();
    let seen = loop {
        match LinuxFacts::of_process(child.id()) {
            Ok(_) if start.elapsed() < stage::PATIENCE => std::thread::sleep(Duration::from_millis(10)),
            other => break other,
        }
    };
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(matches!(seen, Err(FactsError::NoTerminal { .. })), "{seen:?}");
    let gone = LinuxFacts::of_process(child.id());
    assert!(matches!(gone, Err(FactsError::NoSuchProcess { .. })), "{gone:?}");
}
