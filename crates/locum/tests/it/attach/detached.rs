//! `locum run --detach`: a program that nobody looks at.

use testkit::jobs::signal as send_signal;
use testkit::{PATIENCE, Sandbox, Shell, Size, Terminal, process};
use wire::{Answer, Request, WireExit};

use super::Detached;
use crate::locum;

#[test]
fn the_program_runs_and_is_described() {
    let session = Detached::start(&["sleep", "1000"]);
    let description = session.describe();
    assert_eq!(description.session, session.id);
    assert_eq!(description.folder, session.sandbox.home().into_os_string().into_encoded_bytes());
    assert_eq!(description.arguments, [b"sleep".to_vec(), b"1000".to_vec()]);
    assert_eq!(Size::from(description.size), Size::cells(24, 80));
    assert!(!description.terminal && !description.stopped && description.exit.is_none());
    assert_eq!((description.guests, description.unseen_from, description.replied_to), (0, Some(0), 0));
    assert_eq!(process::cmdline(description.pid), ["sleep", "1000"]);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_micros() as u64;
    assert!(description.began <= now && description.began > now - 60_000_000);
}

/// Input by lines with echo and signals, UTF-8, the whole screen: nobody's terminal gave other settings.
#[test]
fn its_terminal_is_a_usual_one() {
    let sandbox = Sandbox::new();
    let session =
        Detached::start_in(sandbox, &["sh", "-c", "stty -a >settings; echo $TERM >>settings; sleep 1000"]);
    let file = session.sandbox.home().join("settings");
    let read = || std::fs::read_to_string(&file).unwrap_or_default();
    process::wait_until(PATIENCE, "the settings", || read().ends_with("xterm-256color\n"));
    let settings = read();
    assert!(settings.contains("rows 24; columns 80"), "{settings}");
    for word in ["icanon", "echo", "isig", "iutf8", "icrnl", "opost", "onlcr", "iexten"] {
        assert!(settings.split_whitespace().any(|found| found == word), "{word} in {settings}");
    }
}

/// How a start fails, and with which status.
#[test]
fn a_program_that_cannot_be_started_fails_as_ever() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    sandbox.write("home/plain", "no program");
    let bad = sandbox.write("home/bad", "#!/no/such/interpreter\n");
    std::fs::set_permissions(&bad, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    for (argv, code) in [
        (vec!["no-such-program"], 127),
        (vec!["./plain"], 126),
        (vec!["./bad"], 126),
        (vec!["--cwd", "/no", "ls"], 2),
    ] {
        let output = sandbox.command(&binary).args(["run", "--detach"]).args(&argv).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{argv:?}: {output:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{output:?}");
    }
}

/// Output is complete from the first byte on, and the end is told.
#[test]
fn its_output_and_end_are_there_for_who_watches() {
    let session =
        Detached::start(&["sh", "-c", "stty -opost; printf 'one\ntwo'; read x; printf three; exit 7"]);
    session.wait("the output", |description| description.output_offset == 7);
    let mut tap = session.call().watch(0);
    let attached = session.attach(Size::cells(24, 80));
    session.wait_terminal(true);
    attached.send(b"x\r");
    let (mut output, mut exit) = (Vec::new(), None);
    while let Some(frame) = tap.next() {
        match frame {
            wire::TapFrame::Output { bytes, .. } => output.extend(bytes),
            wire::TapFrame::Event { event: wire::TapEvent::Exited(how), .. } => exit = Some(how),
            wire::TapFrame::Event { .. } => {}
        }
    }
    assert_eq!((output.as_slice(), exit), (b"one\ntwox\nthree".as_slice(), Some(WireExit::Code(7))));
}

/// Neither a closed window nor a closed shell takes a detached session with it.
#[test]
fn it_has_no_tie_to_the_terminal_it_was_started_from() {
    let sandbox = Sandbox::new();
    locum(&sandbox);
    let mut terminal = Terminal::shell(&sandbox, Shell::Bash);
    assert!(terminal.run_and_wait("locum run --detach sleep 1000").contains("sleep"), "its name");
    let id = sandbox.sockets()[0].file_stem().unwrap().display().to_string();
    let session = Detached { binary: String::new(), id, sandbox };
    let pid = session.describe().pid;
    let host = process::stat(process::stat(pid).unwrap().ppid).unwrap().ppid;
    terminal.hang_up();
    process::wait_until(PATIENCE, "the shell gone", || !process::alive(terminal.child_pid()));
    assert!(process::alive(pid) && process::alive(host));
    assert!(!session.describe().terminal);
    session.signal(9);
    process::wait_until(PATIENCE, "the host gone", || !process::alive(host));
}

/// Signals reach the program, a stopped one too.
#[test]
fn signals() {
    for (stopped, signal) in [(false, 15), (true, 15), (true, 9), (true, 1)] {
        let session = Detached::start(&["sleep", "1000"]);
        let pid = session.describe().pid;
        if stopped {
            send_signal(pid, rustix::process::Signal::STOP);
            session.wait("stopped", |description| description.stopped);
        }
        session.signal(signal);
        process::wait_until(PATIENCE, &format!("{signal} ended it"), || !process::alive(pid));
    }
}

#[test]
fn a_program_that_suspends_itself_goes_on_and_a_stopped_one_is_continued() {
    let session = Detached::start(&[
        "sh",
        "-c",
        "kill -TSTP $$; echo on >mark; kill -STOP $$; echo on >>mark; sleep 1000",
    ]);
    let lines =
        || std::fs::read_to_string(session.sandbox.home().join("mark")).unwrap_or_default().lines().count();
    process::wait_until(PATIENCE, "it goes on by itself", || lines() == 1);
    session.wait("stopped", |description| description.stopped);
    assert_eq!(lines(), 1);
    session.signal(18);
    process::wait_until(PATIENCE, "it goes on", || lines() == 2);
    session.wait("not stopped", |description| !description.stopped);
}

#[test]
fn what_cannot_be_is_refused() {
    let session = Detached::start(&["sleep", "1000"]);
    for request in [
        Request::Signal { signal: 0, group: true },
        Request::Signal { signal: 65, group: false },
        Request::Reply { at: 1, bytes: b"\x1b[1;1R".to_vec() },
    ] {
        let answer = session.call().ask(&request);
        assert!(matches!(answer, Answer::Refused { .. }), "{request:?}: {answer:?}");
    }
}

#[test]
fn it_is_resized_by_request_while_nobody_looks() {
    let session = Detached::start(&["sleep", "1000"]);
    let mut caller = session.call();
    let size = |rows, cols| Request::Resize { size: Size::cells(rows, cols).into() };
    assert!(matches!(caller.ask(&size(40, 120)), Answer::Done { .. }));
    assert_eq!(Size::from(caller.describe().size), Size::cells(40, 120));
    let _terminal = session.attach(Size::cells(30, 90));
    session.wait_terminal(true);
    assert!(matches!(caller.ask(&size(10, 10)), Answer::Done { .. }));
    assert_eq!(Size::from(caller.describe().size), Size::cells(30, 90));
}
