//! A process of a session is known as one, whatever it does to hide that: it may read about its own session and
//! nothing else.

use std::fs;
use std::path::PathBuf;

use host::unix::kin::{self, Caller, KnownHost, Mark, Standing};
use model::SessionId;
use rustix::process::Signal;
use testkit::jobs::{Parts, signal};
use testkit::{PATIENCE, Sandbox, Size, Terminal, User, process, require};
use wire::{Answer, FrameReader, Hello, Request, VERSION, encode};

use crate::locum;

/// A session whose program is a shell script, and how to reach it.
struct Stage {
    sandbox: Sandbox,
    binary: String,
    terminals: Vec<Terminal>,
}

impl Stage {
    fn new(user: User) -> Stage {
        let sandbox = Sandbox::for_user(user);
        let binary = locum(&sandbox).display().to_string();
        Stage { sandbox, binary, terminals: Vec::new() }
    }

    /// Starts a session with this script behind `before` (a shell's words); returns its id.
    #[track_caller]
    fn session(&mut self, before: &str, script: &str) -> String {
        let script = format!("echo session=$LOCUM_SESSION.; {script}");
        let start = format!("{before} exec \"$@\"");
        let argv = ["bash", "-c", &start, "bash", &self.binary, "run", "bash", "-c", &script];
        let terminal = Terminal::start(&self.sandbox, Size::cells(24, 80), &argv);
        let screen = terminal.wait_for("session=");
        let id = screen.split("session=").nth(1).and_then(|rest| rest.get(..8)).unwrap().to_owned();
        self.terminals.push(terminal);
        id
    }

    fn file(&self, name: &str) -> PathBuf {
        self.sandbox.home().join(name)
    }

    /// What a process wrote into this file, once it has written a whole line.
    #[track_caller]
    fn written(&self, name: &str) -> String {
        let mut text = String::new();
        process::wait_until(PATIENCE, &format!("something in {name}"), || {
            text = fs::read_to_string(self.file(name)).unwrap_or_default();
            text.ends_with('\n')
        });
        text
    }
}

/// Ways to start a command (`{}`) that lose parents, sessions, terminals and variables.
const WAYS: [(&str, &str); 6] = [
    ("plainly", "{}"),
    ("double fork", "sh -c '( {} & ) &'"),
    ("setsid", "setsid -f sh -c '{}'"),
    (
        "env -i",
        "env -i PATH=$PATH HOME=$HOME XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR sh -c '{}' </dev/null >/dev/null",
    ),
    ("nohup", "nohup sh -c '{}' </dev/null >/dev/null 2>&1 &"),
    (
        "tmux",
        "env -u LOCUM_SESSION tmux -S tmux.socket -f /dev/null new-session -d '{}' >/dev/null </dev/null",
    ),
];

#[track_caller]
fn check_every_way(user: User) {
    require(&["tmux", "setsid", "nohup"]);
    let mut stage = Stage::new(user);
    let other = stage.session("", "exec sleep 1000");
    for (number, (name, way)) in WAYS.iter().enumerate() {
        testkit::note(format!("{user:?}: {name}"));
        stage.sandbox.write(
            "home/ask",
            "own=$(cat id.$2)\n\
             locum facts $own >own.$2.new 2>&1; mv own.$2.new own.$2\n\
             locum facts $1 >other.$2.new 2>&1; mv other.$2.new other.$2\n",
        );
        let asked = way.replace("{}", &format!("sh ask {other} {number}"));
        stage.session("", &format!("echo $LOCUM_SESSION >id.{number}; {asked}\nexec sleep 1000"));
        let own = stage.written(&format!("own.{number}"));
        assert!(own.contains("reader "), "{name}: {own}");
        let other = stage.written(&format!("other.{number}"));
        assert!(other.contains("this process belongs to another session"), "{name}: {other}");
    }
}

#[test]
fn every_way_of_starting_is_recognised() {
    check_every_way(User::Me);
}

#[test]
fn every_way_of_starting_is_recognised_for_an_ordinary_user() {
    check_every_way(User::Nobody);
}

/// Lives on when its terminal is gone, and asks when it is told to.
const SURVIVOR: &str = "trap '' HUP\necho $$ >survivor\nuntil [ -e go ]; do sleep 0.02; done\n\
                        locum facts $1 >late.new 2>&1\nmv late.new late\nsleep 1000\n";

#[test]
fn a_process_is_recognised_after_its_host_was_killed() {
    for user in [User::Me, User::Nobody] {
        let mut stage = Stage::new(user);
        stage.sandbox.write("home/survive", SURVIVOR);
        let other = stage.session("", "exec sleep 1000");
        let away =
            format!("env -i PATH=$PATH HOME=$HOME XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR sh survive {other}");
        let own = stage.session("", &format!("setsid -f {away} </dev/null; exec sleep 2000"));
        let survivor: u32 = stage.written("survivor").trim().parse().unwrap();
        let parts = Parts::wait(&stage.terminals[1], "sleep 2000");
        let host = KnownHost {
            pid: parts.host,
            started: kin::start_time(parts.host).unwrap(),
            session: SessionId::parse(&own).unwrap(),
        };
        let caller = Caller { pid: survivor, user: 0, pidfd: None };
        assert_eq!(
            kin::standing(&caller, std::slice::from_ref(&host)),
            Standing::Within(host.session.clone())
        );
        signal(parts.host, Signal::KILL);
        parts.wait_gone();
        assert_eq!(
            kin::standing(&caller, std::slice::from_ref(&host)),
            Standing::Marked(Some(host.session.clone()))
        );
        stage.sandbox.write("home/go", "");
        let late = stage.written("late");
        assert!(late.contains("this process belongs to another session"), "{user:?}: {late}");
    }
}

#[test]
fn a_process_of_no_session_is_outside() {
    let sandbox = Sandbox::new();
    let mut child = sandbox.command("sleep").arg("100").spawn().unwrap();
    let caller = Caller { pid: child.id(), user: 0, pidfd: None };
    assert_eq!(kin::standing(&caller, &[]), Standing::Outside);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(kin::standing(&caller, &[]), Standing::Unknown);
}

/// A limit that was there before cannot be raised to the mark. It is lowered, and a lower one than that of whoever
/// looks is suspicious. Lowering the mark is no way out either.
#[test]
fn a_spoiled_mark_is_refused() {
    for (name, before, inside) in
        [("a limit before", "ulimit -x 5;", ""), ("the mark lowered", "", "ulimit -x 5;")]
    {
        let mut stage = Stage::new(User::Nobody);
        let other = stage.session("", "exec sleep 1000");
        let ask = |session: &str, file: &str| {
            format!("locum facts {session} >{file}.new 2>&1; mv {file}.new {file};")
        };
        let script =
            format!("{inside} {} {} exec sleep 1000", ask("$LOCUM_SESSION", "own"), ask(&other, "other"));
        stage.session(before, &script);
        let own = stage.written("own");
        assert!(own.contains("reader "), "{name}: {own}");
        let other = stage.written("other");
        assert!(other.contains("it cannot be told who is asking"), "{name}: {other}");
    }
}

/// Sends the file `requests` to a session's socket and keeps what comes back.
const KNOCK: &str = "\
import glob, os, socket, sys
session, kept = sys.argv[1:]
door = socket.socket(socket.AF_UNIX)
door.connect(glob.glob(os.environ['XDG_RUNTIME_DIR'] + '/locum/*' + session + '*')[0])
door.sendall(open('requests', 'rb').read())
door.shutdown(socket.SHUT_WR)
with open(kept + '.new', 'wb') as answers:
    while data := door.recv(4096): answers.write(data)
os.rename(kept + '.new', kept)
";

impl Stage {
    /// Puts a hand-made client into the home folder, with what it is to ask.
    fn prepare_to_knock(&self, requests: &[Request]) {
        let hello = Hello { version: VERSION, program: String::new(), session: String::new() };
        let words = requests.iter().flat_map(|request| encode(request).unwrap());
        let words: Vec<u8> = encode(&hello).unwrap().into_iter().chain(words).collect();
        self.sandbox.write("home/requests", words);
        self.sandbox.write("home/knock", KNOCK);
    }

    /// What it was answered, once it was; each answer must be a refusal with these words in it.
    #[track_caller]
    fn expect_refusals(&self, kept: &str, requests: &[Request], words: &str) {
        process::wait_until(PATIENCE, &format!("answers in {kept}"), || self.file(kept).exists());
        let mut frames = FrameReader::new();
        frames.push(&fs::read(self.file(kept)).unwrap());
        frames.next_message::<Hello>().unwrap().unwrap();
        for request in requests {
            match frames.next_message::<Answer>().unwrap() {
                Some(Answer::Refused { reason }) if reason.contains(words) => {}
                answer => panic!("{kept}: {answer:?} to {request:?}"),
            }
        }
    }
}

#[test]
fn a_program_changes_nothing_about_its_own_session() {
    require(&["python3"]);
    let requests = [
        Request::Inject { bytes: b"y".to_vec(), output_offset: 0, input_epoch: 0 },
        Request::Resize { size: Size::cells(5, 5).into() },
        Request::Visit { from: 0, size: Size::cells(5, 5).into() },
        Request::Reply { at: 0, bytes: b"y".to_vec() },
        Request::Detach,
        Request::Signal { signal: 9, group: true },
    ];
    for user in [User::Me, User::Nobody] {
        let mut stage = Stage::new(user);
        stage.prepare_to_knock(&requests);
        stage.session("", "python3 knock $LOCUM_SESSION answers; exec sleep 1000");
        stage.expect_refusals("answers", &requests, "may only read its own session");
    }
}

/// What it asks for would be typed for anybody else: both sessions have shown as much as it says, and nobody has typed.
#[test]
fn no_program_types_for_the_person_however_it_hides() {
    require(&["python3", "tmux", "setsid", "nohup"]);
    let shown = "session=bbbbbbbb.\r\n".len() as u64;
    let requests = [Request::Inject { bytes: b"y".to_vec(), output_offset: shown, input_epoch: 0 }];
    for user in [User::Me, User::Nobody] {
        let mut stage = Stage::new(user);
        stage.prepare_to_knock(&requests);
        let other = stage.session("", "exec sleep 1000");
        stage
            .sandbox
            .write("home/knock_twice", "python3 knock $(cat id.$2) own.$2; python3 knock $1 other.$2\n");
        for (number, (name, way)) in WAYS.iter().enumerate() {
            testkit::note(format!("{user:?}: {name}"));
            let knocking = way.replace("{}", &format!("sh knock_twice {other} {number}"));
            stage.session("", &format!("echo $LOCUM_SESSION >id.{number}; {knocking}\nexec sleep 1000"));
            stage.expect_refusals(&format!("own.{number}"), &requests, "may only read its own session");
            stage.expect_refusals(&format!("other.{number}"), &requests, "belongs to another session");
        }
    }
}

#[test]
fn a_nested_run_takes_no_place_of_its_own() {
    for user in [User::Me, User::Nobody] {
        for (name, inner) in [
            ("plainly", "locum run"),
            ("with a terminal asked for", "locum run --pty"),
            ("without a variable", "env -u LOCUM_SESSION locum run"),
        ] {
            let mut stage = Stage::new(user);
            let script = format!(
                "tty >one.new; ulimit -x >>one.new; mv one.new one; \
                 {inner} -v bash -c 'tty; ulimit -x; ps -o comm= -p $PPID' >two.new 2>note; mv two.new two; exec sleep 1000"
            );
            let session = stage.session("", &script);
            let (one, two) = (stage.written("one"), stage.written("two"));
            assert!(two.starts_with(&one), "{name}: {two} instead of {one}");
            assert!(two.ends_with("bash\n"), "{name}: its parent is the outer program: {two}");
            let note = stage.written("note");
            assert!(note.contains(&format!("inside session {session}")), "{name}: {note}");
        }
    }
}

#[test]
fn a_nested_run_records_nothing_and_says_so() {
    let mut stage = Stage::new(User::Me);
    let script = "locum run --record r.cast --events e.jsonl sh -c 'echo ran >ran' 2>note; exec sleep 1000";
    stage.session("", script);
    assert_eq!(stage.written("ran"), "ran\n");
    assert!(stage.written("note").contains("only the outer session can be"));
    assert!(!stage.file("r.cast").exists() && !stage.file("e.jsonl").exists());
}

/// This test process is outside, or none of the others could pass.
#[test]
fn the_mark_of_this_process_is_none() {
    assert_eq!(kin::own_mark(), None::<Mark>);
}
