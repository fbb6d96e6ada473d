//! `locum facts`, and kernel facts as JSON for recordings and scripts.

use std::process::ExitCode;

use model::{KernelFacts, LineMode, Process, SessionId};
use serde_json::{Map, Value, json};
use wire::{Answer, Request};

use crate::cli::FactsArguments;
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::{say, sessions};

/// Facts, and what only a session's host knows beside them.
struct Report {
    facts: KernelFacts,
    session: Option<Map<String, Value>>,
}

/// Prints the facts of a session or of a process.
pub(crate) fn facts(arguments: &FactsArguments) -> Result<ExitCode, Failure> {
    let report = match (SessionId::parse(&arguments.target), arguments.target.parse::<u32>()) {
        (Ok(session), _) => of_session(&session)?,
        (Err(_), Ok(pid)) => of_process(pid)?,
        (Err(_), Err(_)) => of_session(&named(&arguments.target)?)?,
    };
    if arguments.json {
        let mut object = as_json(&report.facts);
        object.extend(report.session.unwrap_or_default());
        say::json(Value::Object(object));
    } else {
        in_words(&report).iter().for_each(say::line);
    }
    Ok(ExitCode::SUCCESS)
}

fn named(name: &str) -> Result<SessionId, Failure> {
    let found = RuntimeFolder::open()?.names().find(name);
    found.map_err(|_| Failure::NoTarget(name.to_owned()))
}

fn of_session(session: &SessionId) -> Result<Report, Failure> {
    match sessions::ask(session, &Request::Facts)? {
        Answer::Facts { facts, output_offset, input_epoch, draft, pid } => {
            let more = json!({"session": session.as_str(), "pid": pid, "output_offset": output_offset,
                "input_epoch": input_epoch, "draft": draft});
            Ok(Report { facts: (*facts).into(), session: more.as_object().cloned() })
        }
        Answer::Refused { reason } => Err(Failure::NoAnswer { session: session.to_string(), reason }),
        _ => Err(Failure::NoAnswer {
            session: session.to_string(),
            reason: "it answered something else".into(),
        }),
    }
}

#[cfg(target_os = "linux")]
fn of_process(pid: u32) -> Result<Report, Failure> {
    use host::facts::{Effort, Facts};
    let facts = host::unix::linux::LinuxFacts::of_process(pid)?.probe(Effort::Thorough);
    Ok(Report { facts, session: None })
}

#[cfg(not(target_os = "linux"))]
fn of_process(_: u32) -> Result<Report, Failure> {
    Err(Failure::FactsUnsupported)
}

/// The object of a recording's "k" events: flags as 0 and 1, words for readers, unknown things left out.
pub(crate) fn as_json(facts: &KernelFacts) -> Map<String, Value> {
    let mut object = Map::new();
    put_mode(&mut object, "", facts.mode);
    object.insert("reader".into(), facts.reader.word().into());
    if let Some(inner) = &facts.inner {
        object.insert("inner".into(), inner.reader.word().into());
        put_mode(&mut object, "inner_", inner.mode);
        put_process(&mut object, "inner_fg", inner.foreground.as_ref());
    }
    put_process(&mut object, "fg", facts.foreground.as_ref());
    let mut put = |name: &str, value: Option<u64>| {
        if let Some(value) = value {
            object.insert(name.into(), value.into());
        }
    };
    put("reader_tid", facts.reader_thread.map(u64::from));
    put("unread", facts.unread.map(u64::from));
    put("cpu_ms", facts.cpu.map(|cpu| cpu.as_millis() as u64));
    if facts.awaits_reply {
        object.insert("query".into(), 1.into());
    }
    object
}

fn put_mode(object: &mut Map<String, Value>, prefix: &str, mode: Option<LineMode>) {
    let Some(mode) = mode else { return };
    for (name, flag) in [("icanon", mode.canonical), ("echo", mode.echo), ("isig", mode.signals)] {
        object.insert(format!("{prefix}{name}"), u8::from(flag).into());
    }
}

fn put_process(object: &mut Map<String, Value>, name: &str, process: Option<&Process>) {
    if let Some(process) = process {
        object.insert(name.into(), process.name.as_str().into());
        object.insert(format!("{name}_pid"), process.pid.into());
    }
}

fn in_words(report: &Report) -> Vec<String> {
    let mut lines = lines(&report.facts);
    for (name, value) in report.session.iter().flatten() {
        lines.push(format!(
            "{:<11} {}",
            name.replace('_', " "),
            value.as_str().map_or_else(|| value.to_string(), str::to_owned)
        ));
    }
    lines
}

/// Facts for people, a line each.
pub(crate) fn lines(facts: &KernelFacts) -> Vec<String> {
    let mut lines = vec![
        format!("input       {}", mode_words(facts.mode)),
        format!("foreground  {}", process_words(facts.foreground.as_ref())),
        format!("reader      {}{}", reader_words(facts), thread_words(facts)),
    ];
    if let Some(inner) = &facts.inner {
        let (mode, process) = (mode_words(inner.mode), process_words(inner.foreground.as_ref()));
        lines.push(format!("inside      {process}: {}; {mode}", inner.reader.word()));
    }
    lines.extend(facts.unread.map(|unread| format!("unread      {unread} bytes typed and not read")));
    lines.extend(facts.cpu.map(|cpu| format!("cpu time    {:.2} s", cpu.as_secs_f64())));
    lines
}

fn mode_words(mode: Option<LineMode>) -> String {
    let Some(mode) = mode else { return "unknown".into() };
    let reads = if mode.canonical { "by lines" } else { "by keys" };
    let echo = match (mode.canonical, mode.echo) {
        (_, true) => "echo on",
        (true, false) => "echo off (a password)",
        (false, false) => "echo off",
    };
    format!("{reads}, {echo}, signals {}", if mode.signals { "on" } else { "off" })
}

fn process_words(process: Option<&Process>) -> String {
    process.map_or_else(|| "unknown".into(), |process| format!("{} ({})", process.name, process.pid))
}

fn reader_words(facts: &KernelFacts) -> &'static str {
    use model::Reader::*;
    match facts.reader {
        None => "nobody waits for input",
        BackgroundOnly => "only a background process waits for input",
        Registered => "nobody waits at this moment: a program that wants input is at work",
        Denied => "denied: the kernel does not let us look",
        Undecided => "undecided: something waits, the kernel does not say for what",
        Outside => "a process outside the session waits for input",
        PollTimeout => "waits for input, among other things, for a limited time",
        PollForever => "waits for input, among other things",
        Read => "waits in read for input",
    }
}

fn thread_words(facts: &KernelFacts) -> String {
    facts.reader_thread.map_or_else(String::new, |thread| format!(" (thread {thread})"))
}
