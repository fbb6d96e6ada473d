//! Compare-and-swap: nothing is typed for the person once anything has happened.
//!
//! Every race is judged by what the program received. It writes down each byte it reads in order, so an injection
//! that slipped past a key shows as a key in front of it that its caller did not know of.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use testkit::{Sandbox, Size, Terminal, process};
use wire::{Answer, FrameReader, Hello, InjectOutcome, Request, VERSION, encode};

use crate::locum;

/// Reads keys one by one in raw mode and appends them to a file; on a word on its second input it prints a byte
/// and acknowledges once that is written.
const PROGRAM: &str = r#"
import os, sys, tty, select
log = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
orders = os.open(sys.argv[2], os.O_RDONLY)
done = os.open(sys.argv[3], os.O_WRONLY)
tty.setraw(0)
os.write(1, b'ready')
while True:
    for ready in select.select([0, orders], [], [])[0]:
        data = os.read(ready, 4096)
        if not data: sys.exit(0)
        if ready == 0: os.write(log, data)
        else:
            for _ in data:
                os.write(1, b'o')
                os.write(done, b'd')
"#;

/// A greeted connection to a host.
struct Host {
    socket: UnixStream,
    frames: FrameReader,
}

impl Host {
    fn of_the_only_session(sandbox: &Sandbox) -> Self {
        let socket = UnixStream::connect(&sandbox.sockets()[0]).unwrap();
        let mut host = Host { socket, frames: FrameReader::new() };
        let _: Hello = host.receive();
        host.send(&Hello { version: VERSION, program: "test".into(), session: String::new() });
        host
    }

    fn send(&mut self, message: &impl serde::Serialize) {
        self.socket.write_all(&encode(message).unwrap()).unwrap();
    }

    fn receive<M: serde::de::DeserializeOwned>(&mut self) -> M {
        let mut bytes = [0; 4096];
        loop {
            if let Some(message) = self.frames.next_message().unwrap() {
                return message;
            }
            let count = self.socket.read(&mut bytes).unwrap();
            assert!(count > 0, "the host hung up");
            self.frames.push(&bytes[..count]);
        }
    }

    fn inject(&mut self, (output_offset, input_epoch): (u64, u64), bytes: &[u8]) -> InjectOutcome {
        self.send(&Request::Inject { bytes: bytes.to_vec(), output_offset, input_epoch });
        match self.receive() {
            Answer::Injected(outcome) => outcome,
            other => panic!("{other:?}"),
        }
    }

    /// What the host knows once nothing is on its way any more.
    fn state(&mut self) -> (u64, u64) {
        match self.inject((u64::MAX, u64::MAX), b"x") {
            InjectOutcome::Stale { output_offset, input_epoch } => (output_offset, input_epoch),
            InjectOutcome::Typed { .. } => panic!("typed at an offset that cannot be"),
        }
    }
}

struct Race {
    terminal: Terminal,
    host: Host,
    log: std::path::PathBuf,
    orders: fs::File,
    done: fs::File,
    _sandbox: Sandbox,
}

impl Race {
    fn start() -> Self {
        let sandbox = Sandbox::new();
        let binary = locum(&sandbox).display().to_string();
        let script = sandbox.write("program.py", PROGRAM).display().to_string();
        let (log, orders, done) = (sandbox.path("log"), sandbox.path("orders"), sandbox.path("done"));
        for fifo in [&orders, &done] {
            assert!(sandbox.command("mkfifo").arg(fifo).status().unwrap().success());
        }
        let [log_name, orders_name, done_name] =
            [&log, &orders, &done].map(|path| path.display().to_string());
        let argv = [binary.as_str(), "run", "python3", &script, &log_name, &orders_name, &done_name];
        let terminal = Terminal::start(&sandbox, Size::cells(24, 80), &argv);
        let orders = fs::File::options().write(true).open(orders).unwrap();
        let done = fs::File::open(done).unwrap();
        terminal.wait_for("ready");
        let host = Host::of_the_only_session(&sandbox);
        Race { terminal, host, log, orders, done, _sandbox: sandbox }
    }

    fn inject(&mut self, known: (u64, u64)) -> InjectOutcome {
        self.host.inject(known, b"I")
    }

    /// Types, and returns how things stand then.
    #[track_caller]
    fn type_now(&mut self, known: (u64, u64)) -> (u64, u64) {
        match self.inject(known) {
            InjectOutcome::Typed { output_offset, input_epoch } => (output_offset, input_epoch),
            stale => panic!("{stale:?} at {known:?}"),
        }
    }

    fn state(&mut self) -> (u64, u64) {
        self.host.state()
    }

    /// The program prints a byte; returns when it is in the terminal's hands.
    fn print(&mut self) {
        self.orders.write_all(b"x").unwrap();
        self.done.read_exact(&mut [0]).unwrap();
    }

    /// All keys the program has read, once there are `count` of them.
    fn read_by_program(&self, count: usize) -> Vec<u8> {
        process::wait_until(testkit::PATIENCE, "the program to read every key", || {
            fs::read(&self.log).is_ok_and(|log| log.len() >= count)
        });
        fs::read(&self.log).unwrap()
    }
}

/// A small generator: the races differ, and a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % sides
    }
}

#[test]
fn a_quiet_session_is_typed_into() {
    let mut race = Race::start();
    let state = race.state();
    race.type_now(state);
    assert_eq!(race.read_by_program(1), b"I");
}

/// The program echoes nothing, so that only the count of what was typed tells the second from the first.
#[test]
fn nothing_is_typed_twice_for_one_expectation() {
    let mut race = Race::start();
    let known = race.state();
    let then = race.type_now(known);
    assert_eq!(then, (known.0, known.1 + 1));
    for _ in 0..100 {
        let stale = InjectOutcome::Stale { output_offset: then.0, input_epoch: then.1 };
        assert_eq!(race.inject(known), stale);
    }
    assert_eq!(race.type_now(then), (then.0, then.1 + 1), "who knows of the first may go on");
    assert_eq!(race.read_by_program(2), b"II");
}

/// 5,000 races in which a key or a byte of output was complete before the injection was asked for.
#[test]
fn whatever_happened_before_is_always_seen() {
    let (mut race, mut dice, mut keys) = (Race::start(), Dice(1), 0);
    for round in 0..5_000 {
        let known = race.state();
        if dice.roll(2) == 0 {
            race.terminal.send(b"k");
            keys += 1;
        } else {
            race.print();
        }
        let outcome = race.inject(known);
        assert!(matches!(outcome, InjectOutcome::Stale { .. }), "round {round}: {outcome:?} after {known:?}");
    }
    assert!(race.read_by_program(keys).iter().all(|&key| key == b'k'), "something was typed");
}

/// 5,000 races in which a key is on its way while the injection is asked for: either may come first, but an
/// injection that was typed has exactly the keys before it that its caller knew of.
#[test]
fn whatever_happens_meanwhile_is_seen_or_comes_after() {
    let (mut race, mut dice, mut typed) = (Race::start(), Dice(2), Vec::new());
    let mut keys = 0_u64;
    for _ in 0..5_000 {
        let known = race.state();
        let (output_offset, input_epoch) = known;
        let request = Request::Inject { bytes: b"I".to_vec(), output_offset, input_epoch };
        let key_first = dice.roll(2) == 0;
        if key_first {
            race.terminal.send(b"k");
        }
        race.host.send(&request);
        for _ in 0..dice.roll(400) {
            std::hint::spin_loop();
        }
        if !key_first {
            race.terminal.send(b"k");
        }
        keys += 1;
        match race.host.receive() {
            Answer::Injected(InjectOutcome::Typed { .. }) => typed.push(known.1),
            Answer::Injected(InjectOutcome::Stale { .. }) => {}
            other => panic!("{other:?}"),
        }
    }
    let log = race.read_by_program((keys as usize) + typed.len());
    let mut keys_before = 0;
    let mut injections = typed.iter().zip(0..);
    for &byte in &log {
        match byte {
            b'k' => keys_before += 1,
            _ => {
                let (known, before) = injections.next().expect("more was typed than was said to be");
                assert_eq!(*known, keys_before + before, "an injection slipped past a key");
            }
        }
    }
    assert_eq!((keys_before, injections.next()), (keys, None));
    assert!(!typed.is_empty(), "no injection ever won: the race was not one");
}

#[test]
fn half_a_sequence_and_an_open_paste_are_not_typed_into() {
    let mut race = Race::start();
    race.terminal.send(b"\x1b[200~pasted");
    process::wait_until(testkit::PATIENCE, "the paste to begin", || race.state().1 == 1);
    let state = race.state();
    assert!(matches!(race.inject(state), InjectOutcome::Stale { .. }), "typed into an open paste");
    race.terminal.send(b"\x1b[201~");
    process::wait_until(testkit::PATIENCE, "the paste to end", || race.state().1 == 2);
    let state = race.state();
    race.type_now(state);
}

#[test]
fn mouse_focus_and_replies_are_no_keys() {
    let mut race = Race::start();
    let before = race.state();
    let reports = b"\x1b[<0;5;5M\x1b[<0;5;5m\x1b[I\x1b[O\x1b[?62;22c\x1b[97;1:3u";
    race.terminal.send(reports);
    assert_eq!(race.read_by_program(reports.len()), reports);
    assert_eq!(race.state().1, before.1, "something else than a key counted as one");
    race.type_now(before);
}

/// A recording of what is typed holds this too, and nothing that the terminal does not echo.
#[test]
fn what_is_typed_for_the_person_is_recorded_like_what_they_type() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let file = sandbox.path("session.cast").display().to_string();
    let script = "read -p 'shown? ' x; stty -echo; read -p 'hidden? ' y; stty echo; echo \"$x and $y\"";
    let argv = [&binary, "run", "--record", &file, "--record-input", "bash", "-c", script];
    let mut terminal = Terminal::start(&sandbox, Size::cells(24, 80), &argv);
    let mut host = None;
    for (question, answer) in [("shown?", b"seen\n"), ("hidden?", b"dark\n")] {
        terminal.wait_for(question);
        let host = host.get_or_insert_with(|| Host::of_the_only_session(&sandbox));
        process::wait_until(testkit::PATIENCE, "the answer to be typed", || {
            let state = host.state();
            matches!(host.inject(state, answer), InjectOutcome::Typed { .. })
        });
    }
    terminal.wait_for("seen and dark");
    assert!(terminal.wait_exit().success());
    let cast = fs::read_to_string(&file).unwrap();
    let typed: String = cast.lines().filter(|line| line.contains("\"i\"")).collect();
    assert!(typed.contains("seen") && !typed.contains("dark"), "{typed}");
}
