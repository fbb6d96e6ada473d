//! `--record` and `--events`: what is written, what is never written, and what a full disk does.

use std::fs;

use serde_json::Value;
use testkit::{Sandbox, Size, Terminal, keys};

use crate::locum;

struct Run {
    sandbox: Sandbox,
    binary: String,
}

impl Run {
    fn new() -> Self {
        let sandbox = Sandbox::new();
        let binary = locum(&sandbox).display().to_string();
        Run { sandbox, binary }
    }

    fn start(&self, options: &[&str], script: &str) -> Terminal {
        let argv = [&[self.binary.as_str(), "run"], options, &["bash", "-c", script]].concat();
        Terminal::start(&self.sandbox, Size::cells(24, 80), &argv)
    }

    fn file(&self, name: &str) -> String {
        self.sandbox.path(name).display().to_string()
    }
}

fn lines(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// All data of the events with this code, joined.
fn data(cast: &[Value], code: &str) -> String {
    let events = cast.iter().skip(1).filter(|event| event[1] == code);
    events.filter_map(|event| event[2].as_str()).collect()
}

#[test]
fn a_recording_holds_output_sizes_and_facts_in_order() {
    let run = Run::new();
    let file = run.file("session.cast");
    let mut terminal =
        run.start(&["--record", &file], "printf 'h\\303\\251llo\\n'; read -p 'name? ' x; stty size");
    terminal.wait_for("name?");
    terminal.resize(Size::cells(30, 90));
    let seen = || fs::read_to_string(&file).unwrap_or_default();
    testkit::process::wait_until(testkit::PATIENCE, "the reader in the recording", || {
        seen().contains("\\\"reader\\\":\\\"read\\\"")
    });
    terminal.type_text("me\r");
    assert!(terminal.wait_exit().success());
    let cast = lines(&file);
    assert_eq!(
        (&cast[0]["version"], &cast[0]["width"], &cast[0]["height"]),
        (&2.into(), &80.into(), &24.into())
    );
    assert!(cast[0]["command"].as_str().unwrap().starts_with("bash -c "));
    assert_eq!(data(&cast, "o"), String::from_utf8(terminal.log()).unwrap());
    assert!(data(&cast, "r").contains("90x30"));
    assert_eq!(data(&cast, "i"), "", "input was not asked for");
    let times: Vec<f64> = cast.iter().skip(1).map(|event| event[0].as_f64().unwrap()).collect();
    assert!(times.windows(2).all(|pair| pair[0] <= pair[1]), "time runs backwards: {times:?}");
}

#[test]
fn input_is_recorded_when_asked_for_and_never_without_echo() {
    let run = Run::new();
    let file = run.file("input.cast");
    let script = "read -p 'name? ' x; read -s -p 'password? ' y; echo; read -p 'again? ' z; stty -echo raw; \
                  printf 'raw? '; dd bs=1 count=6 2>/dev/null | od -c | head -1; stty sane";
    let mut terminal = run.start(&["--record", &file, "--record-input"], script);
    for (question, answer) in
        [("name?", "alice\r"), ("password?", "s3cret\r"), ("again?", "bob\r"), ("raw?", "hidden")]
    {
        terminal.wait_for(question);
        terminal.type_text(answer);
    }
    assert!(terminal.wait_exit().success());
    let cast = lines(&file);
    assert_eq!(data(&cast, "i"), "alice\rbob\r");
    assert!(!fs::read_to_string(&file).unwrap().contains("s3cret"), "a password was recorded");
}

#[test]
fn events_are_appended() {
    let run = Run::new();
    let file = run.file("events.jsonl");
    for status in [3, 4] {
        let mut terminal = run.start(&["--events", &file], &format!("read -p 'go? ' x; exit {status}"));
        terminal.wait_for("go?");
        let before = (status - 3) as usize;
        testkit::process::wait_until(testkit::PATIENCE, "the reader among the events", || {
            fs::read_to_string(&file).unwrap_or_default().matches("\"reader\":\"read\"").count() > before
        });
        terminal.type_text("\r");
        assert_eq!(terminal.wait_exit().code(), Some(status));
    }
    let events = lines(&file);
    let ends: Vec<_> = events
        .iter()
        .filter(|event| event["event"] == "exited")
        .map(|event| event["status"].clone())
        .collect();
    assert_eq!(ends, [3, 4]);
    let facts = events.iter().find(|event| event["event"] == "facts" && event["reader"] == "read").unwrap();
    assert_eq!((&facts["icanon"], &facts["echo"], &facts["fg"]), (&1.into(), &1.into(), &"bash".into()));
}

#[test]
fn a_signal_is_told_among_the_events() {
    let run = Run::new();
    let file = run.file("events.jsonl");
    let mut terminal = run.start(&["--events", &file], "echo up; sleep 100");
    terminal.wait_for("up");
    terminal.send(keys::CTRL_C);
    terminal.wait_exit();
    let last = lines(&file).pop().unwrap();
    assert_eq!(
        (&last["event"], &last["status"], &last["signal"]),
        (&"exited".into(), &130.into(), &2.into())
    );
}

#[test]
fn a_recording_is_the_persons_alone_and_spares_other_files() {
    use std::os::unix::fs::PermissionsExt;
    let run = Run::new();
    let notes = run.sandbox.write("notes.txt", "years of work\n");
    let mut terminal = run.start(&["--record", &notes.display().to_string()], "echo hi");
    assert_eq!(terminal.wait_exit().code(), Some(2), "{}", terminal.screen());
    assert_eq!(fs::read_to_string(&notes).unwrap(), "years of work\n");
    let file = run.file("a.cast");
    for _ in 0..2 {
        assert!(run.start(&["--record", &file], "echo hi").wait_exit().success());
    }
    assert_eq!(data(&lines(&file), "o"), "hi\r\n", "the second recording replaced the first");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let mut terminal = run.start(&["--record", "/no/such/folder/x.cast"], "echo hi");
    assert_eq!(terminal.wait_exit().code(), Some(2));
    assert!(terminal.screen().contains("/no/such/folder/x.cast"), "{}", terminal.screen());
}

#[test]
fn a_full_disk_costs_the_recording_and_not_the_session() {
    let run = Run::new();
    let mut terminal =
        run.start(&["--record", "/dev/full", "--events", "/dev/full"], "seq 3000; echo the end; exit 4");
    assert_eq!(terminal.wait_exit().code(), Some(4));
    let screen = terminal.screen();
    assert!(screen.contains("the end") && screen.contains("recording is incomplete"), "{screen}");
}

#[test]
fn a_killed_recorder_costs_the_recording_and_not_the_session() {
    let run = Run::new();
    let file = run.file("killed.cast");
    let mut terminal = run.start(&["--record", &file], "read -p 'go? ' x; seq 1000; echo the end; exit 4");
    terminal.wait_for("go?");
    let recorder = testkit::process::find_descendant(terminal.child_pid(), "recorder").unwrap();
    let pid = rustix::process::Pid::from_raw(recorder.pid as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    terminal.type_text("\r");
    assert_eq!(terminal.wait_exit().code(), Some(4));
    let screen = terminal.screen();
    assert!(screen.contains("the end") && screen.contains("recording is incomplete"), "{screen}");
}

#[test]
fn recording_without_a_terminal_is_refused_with_a_way_out() {
    let run = Run::new();
    let output = run.sandbox.command(&run.binary).args(["run", "--events", "e", "true"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("--pty"), "{text}");
}
