//! Queries that no terminal sees are answered by somebody else, each once, however terminals come and go.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use testkit::{PATIENCE, Shell, Size, Terminal, process};
use wire::{Answer, Request, TapEvent, TapFrame};

use super::caller::Caller;
use super::{Detached, Dice};

/// Asks for the cursor's place, waits for the answer, and counts; an answer too much or too little ends it with a word
/// about that. A number goes with every query, so that a lost byte shows too.
const ASKER: &str = r#"
import os, select, sys, time, tty
tty.setraw(0)
asked = answered = 0
log = open('counts', 'w')
while not os.path.exists('end'):
    asked += 1
    os.write(1, b'%07d\x1b[6n' % asked)
    got = b''
    while not got.endswith(b'R'):
        if not select.select([0], [], [], 5)[0]:
            log.write('lost %d\n' % asked); log.flush(); sys.exit(1)
        got += os.read(0, 1)
    if got.count(b'\x1b') != 1:
        log.write('odd %r\n' % got); log.flush(); sys.exit(1)
    answered += 1
    time.sleep(0.001)
    if select.select([0], [], [], 0)[0]:
        log.write('doubled %d %r\n' % (asked, os.read(0, 99))); log.flush(); sys.exit(1)
log.write('fine %d\n' % answered)
"#;

/// What the brain does: follows the output and answers the queries that no terminal saw.
struct Answerer {
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicU64>,
    thread: thread::JoinHandle<()>,
}

impl Answerer {
    fn start(session: &Detached) -> Answerer {
        let (stop, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (mut tap, caller) = (session.call().watch(0), session.call());
        tap.socket.set_read_timeout(Some(std::time::Duration::from_millis(20))).unwrap();
        let thread = thread::spawn({
            let (stop, answered) = (Arc::clone(&stop), Arc::clone(&answered));
            move || answer(&mut tap, caller, &stop, &answered)
        });
        Answerer { stop, answered, thread }
    }

    fn finish(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap();
        self.answered.load(Ordering::Relaxed)
    }
}

/// A terminal that leaves may leave queries behind that it was shown and did not answer: they are looked at again.
fn answer(tap: &mut super::caller::Tapped, mut caller: Caller, stop: &AtomicBool, answered: &AtomicU64) {
    let (mut seen, mut queries) = (Vec::new(), Vec::new());
    while !stop.load(Ordering::Relaxed) {
        let from = match tap.next_in_time() {
            Some(TapFrame::Output { offset, bytes, .. }) => {
                for byte in bytes {
                    seen.push(byte);
                    if seen.ends_with(b"\x1b[6n") {
                        queries.push(seen.len() as u64);
                    }
                }
                offset
            }
            Some(TapFrame::Event { event: TapEvent::Detached { unseen_from }, .. }) => unseen_from,
            Some(TapFrame::Event { event: TapEvent::Gap { .. }, .. }) => panic!("a gap"),
            _ => continue,
        };
        for &at in queries.iter().filter(|&&at| at > from) {
            match caller.ask(&Request::Reply { at, bytes: b"\x1b[1;1R".to_vec() }) {
                Answer::Done { .. } => drop(answered.fetch_add(1, Ordering::Relaxed)),
                Answer::Refused { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

fn counts(session: &Detached) -> String {
    std::fs::read_to_string(session.sandbox.home().join("counts")).unwrap_or_default()
}

fn asker() -> Detached {
    let sandbox = testkit::Sandbox::new();
    let script = sandbox.write("home/asker.py", ASKER).display().to_string();
    Detached::start_in(sandbox, &["python3", &script])
}

/// The terminal is let go only after it has answered: the answer is not typed into the person's shell.
#[test]
fn no_answer_lands_in_the_shell() {
    let session = asker();
    let brain = Answerer::start(&session);
    let terminal = Terminal::shell(&session.sandbox, Shell::Bash);
    let mut caller = session.call();
    for round in 0..20 {
        terminal.run_and_wait("clear");
        terminal.run_line(&format!("locum attach {}", session.id));
        session.wait_terminal(true);
        let asked = caller.describe().output_offset;
        process::wait_until(PATIENCE, "more queries", || caller.describe().output_offset > asked + 44);
        caller.ask(&Request::Detach);
        terminal.wait_prompt();
        let mark = terminal.mark();
        terminal.run_line("echo clean''line");
        terminal.wait_prompt();
        let log = terminal.log_since(mark);
        let typed = String::from_utf8_lossy(&log);
        assert!(typed.contains("echo clean''line\r\n") && !typed.contains('R'), "round {round}: {typed:?}");
    }
    assert_eq!(counts(&session), "");
    brain.finish();
}

/// Terminals that answer come and go in every way while the program asks all the time.
#[test]
fn no_answer_is_lost_or_doubled() {
    let session = asker();
    let brain = Answerer::start(&session);
    let mut dice = Dice(7);
    let mut caller = session.call();
    for _ in 0..40 {
        let mut terminal: Terminal = session.attach(Size::cells(24, 80));
        session.wait_terminal(true);
        let asked = caller.describe().output_offset;
        process::wait_until(PATIENCE, "more queries", || {
            caller.describe().output_offset > asked + 22 + 11 * dice.roll(9)
        });
        match dice.roll(2) {
            0 => drop(caller.ask(&Request::Detach)),
            _ => terminal.hang_up(),
        }
        session.wait_terminal(false);
        let asked = caller.describe().output_offset;
        process::wait_until(PATIENCE, "queries answered without a terminal", || {
            assert_eq!(counts(&session), "");
            caller.describe().output_offset > asked + 22
        });
    }
    session.sandbox.write("home/end", "");
    process::wait_until(PATIENCE, "the count", || counts(&session).ends_with('\n'));
    let by_brain = brain.finish();
    let counted = counts(&session);
    assert!(counted.starts_with("fine"), "{counted}");
    assert!(by_brain > 80, "{by_brain} answered without a terminal of {counted}");
}

/// The answer comes only for what no terminal saw, and never twice.
#[test]
fn replies_are_taken_or_refused() {
    let script = "stty raw -echo; printf 'one\\033[6n'; exec cat >answers";
    let session = Detached::start(&["sh", "-c", script]);
    session.wait("the query", |description| description.output_offset == 7);
    let mut caller = session.call();
    let mut reply = |at: u64| {
        let answer = caller.ask(&Request::Reply { at, bytes: format!("\x1b[{at};1R").into_bytes() });
        matches!(answer, Answer::Done { .. })
    };
    assert!(!reply(8), "that has not come yet");
    assert!(reply(7));
    assert!(!reply(7), "twice");
    assert!(!reply(5), "an earlier one");
    let answers = || std::fs::read(session.sandbox.home().join("answers")).unwrap_or_default();
    process::wait_until(PATIENCE, "the answer", || answers() == b"\x1b[7;1R");
    assert_eq!(session.describe().replied_to, 7);
    let _terminal = session.attach(Size::cells(24, 80));
    session.wait_terminal(true);
    assert_eq!(session.describe().unseen_from, None);
    assert!(!reply(8));
}
