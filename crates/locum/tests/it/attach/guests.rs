//! Terminals beside the attached one, and those that only look on.

use rustix::process::Signal;
use testkit::jobs::{numbered_lines, signal, wait_until};
use testkit::{PATIENCE, Sandbox, Shell, Size, Terminal, keys, process, require};
use wire::Request;

use super::Detached;

/// Prints what it reads, and the size whenever it is told of a new one.
const SCRIPT: &str = r#"
import os, select, signal
told, tell = os.pipe()
os.set_blocking(tell, False)
signal.set_wakeup_fd(tell)
signal.signal(signal.SIGWINCH, lambda *_: None)
print('up', flush=True)
while True:
    for ready in select.select([0, told], [], [])[0]:
        text = os.read(ready, 4096)
        if ready == told: print('size %d %d' % tuple(reversed(os.get_terminal_size(0))), flush=True)
        else: print('got', text.decode().strip(), flush=True)
"#;

fn session() -> Detached {
    require(&["python3"]);
    let sandbox = Sandbox::new();
    let script = sandbox.write("home/program.py", SCRIPT).display().to_string();
    let session = Detached::start_in(sandbox, &["python3", &script]);
    session.wait("the program to listen", |description| description.output_offset > 0);
    session
}

#[track_caller]
fn wait_raw(terminal: &Terminal) {
    wait_until(terminal, "raw mode", || terminal.settings().is_raw());
}

#[track_caller]
fn wait_guests(session: &Detached, count: u32) {
    session.wait(&format!("{count} guests"), |description| description.guests == count);
}

#[test]
fn both_see_and_type_and_the_smallest_size_wins() {
    let session = session();
    let mut wide = session.attach(Size::cells(20, 100));
    wide.wait_for("size 20 100");
    let mut high = session.attach(Size::cells(40, 60));
    wait_raw(&high);
    wide.wait_for("size 20 60");
    high.wait_for("size 20 60");
    let description = session.describe();
    assert!(description.terminal && description.guests == 1, "{description:?}");
    wide.type_text("one\r");
    high.wait_for("got one");
    high.type_text("two\r");
    wide.wait_for("got two");
    high.wait_for("got two");
    high.resize(Size::cells(10, 50));
    wide.wait_for("size 10 50");
    let before = high.settings();
    assert!(before.is_raw());
    high.send(keys::CTRL_BACKSLASH);
    assert_eq!(high.wait_exit().code(), Some(0));
    assert!(!high.settings().is_raw());
    wide.wait_for("size 20 100");
    wait_guests(&session, 0);
    wide.send(keys::CTRL_BACKSLASH);
    assert_eq!(wide.wait_exit().code(), Some(0));
}

/// The seat becomes free while a guest is there; the guest stays one, and another takes the seat.
#[test]
fn a_guest_outlasts_the_terminal() {
    let session = session();
    let first = session.attach(Size::cells(24, 80));
    session.wait_terminal(true);
    let guest = session.attach(Size::cells(30, 70));
    wait_guests(&session, 1);
    drop(first);
    session.wait_terminal(false);
    guest.wait_for("size 30 70");
    guest.type_text("still\r");
    guest.wait_for("got still");
    let second = session.attach(Size::cells(24, 80));
    session.wait_terminal(true);
    second.wait_for("size 24 70");
    second.type_text("there\r");
    guest.wait_for("got there");
}

#[test]
fn who_looks_on_has_no_say() {
    let session = session();
    let terminal = session.attach(Size::cells(24, 80));
    terminal.wait_for("size 24 80");
    for leave in [keys::CTRL_BACKSLASH, keys::CTRL_C] {
        let mut watcher = Terminal::launch(&session.sandbox).size(Size::cells(10, 30)).start(&[
            &session.binary,
            "attach",
            "--read-only",
            &session.id,
        ]);
        wait_raw(&watcher);
        watcher.type_text("ignored\r");
        terminal.type_text("seen\r");
        watcher.wait_for("got seen");
        assert_eq!(Size::from(session.describe().size), Size::cells(24, 80));
        assert_eq!(session.describe().guests, 0);
        watcher.send(leave);
        assert_eq!(watcher.wait_exit().code(), Some(0));
        assert!(!watcher.settings().is_raw());
    }
    let screen = terminal.screen();
    assert!(!screen.contains("ignored"), "{screen}");
}

/// A killed guest's terminal is put back by the host, modes too; its say in the size ends.
#[test]
fn a_killed_guest_is_put_back() {
    require(&["vim"]);
    let session = Detached::start(&["vim", "-u", "NONE", "-c", "set mouse=a"]);
    let terminal = session.attach(Size::cells(24, 80));
    terminal.wait_for("~");
    let shell = Terminal::shell(&session.sandbox, Shell::Dash);
    let before = shell.settings();
    shell.run_line(&format!("locum attach {}", session.id));
    shell.wait_for("~");
    wait_raw(&shell);
    let guest = process::find_descendant(shell.child_pid(), "attach").unwrap().pid;
    signal(guest, Signal::KILL);
    wait_until(&shell, "the settings put back", || shell.settings() == before);
    wait_guests(&session, 0);
    let mark = shell.mark();
    shell.run_line("echo mine''again");
    shell.wait_for_bytes(mark, b"mineagain\r\n");
}

#[test]
fn a_guest_is_suspended_and_comes_back() {
    let session = session();
    let _terminal = session.attach(Size::cells(24, 80));
    session.wait_terminal(true);
    let shell = Terminal::shell(&session.sandbox, Shell::Bash);
    let before = shell.settings();
    shell.run_line(&format!("locum attach {}", session.id));
    wait_guests(&session, 1);
    wait_raw(&shell);
    let guest = process::find_descendant(shell.child_pid(), "attach").unwrap().pid;
    signal(guest, Signal::TSTP);
    shell.wait_prompt();
    assert_eq!(shell.settings(), before);
    shell.run_line("fg");
    wait_raw(&shell);
    shell.type_text("back\r");
    shell.wait_for("got back");
    signal(guest, Signal::TERM);
    shell.wait_prompt();
    assert_eq!(shell.settings(), before);
    assert!(shell.run_and_wait("echo status $?").contains("status 143"));
    wait_guests(&session, 0);
}

/// A guest's terminal answers the program's queries too; only the attached terminal's answer counts.
#[test]
fn answers_of_a_guests_terminal_stay_with_it() {
    let script = "stty raw -echo; printf up; head -c 1 >/dev/null; printf '\\033[6n'; exec cat >answers";
    let session = Detached::start(&["sh", "-c", script]);
    let terminal = session.attach(Size::cells(24, 80));
    session.wait_terminal(true);
    wait_raw(&terminal);
    let guests: Vec<Terminal> = (0..3).map(|_| session.attach(Size::cells(24, 80))).collect();
    wait_guests(&session, 3);
    // Only then is what the program prints next sure to be shown as it comes, and not as part of a screen.
    guests.iter().for_each(|guest| drop(guest.wait_for("up")));
    terminal.send(b"x");
    for guest in &guests {
        guest.wait_for_bytes(testkit::Mark::START, b"\x1b[6n");
    }
    let answers = || std::fs::read(session.sandbox.home().join("answers")).unwrap_or_default();
    process::wait_until(PATIENCE, "the answer", || answers().ends_with(b"R"));
    guests[0].send(b"k");
    process::wait_until(PATIENCE, "the key", || answers().ends_with(b"k"));
    let got = answers();
    assert_eq!(got.iter().filter(|&&byte| byte == b'R').count(), 1, "{}", got.escape_ascii());
}

#[test]
fn everybody_is_sent_away_by_request() {
    let session = session();
    let mut windows: Vec<Terminal> = (0..3).map(|_| session.attach(Size::cells(24, 80))).collect();
    wait_guests(&session, 2);
    windows.iter().for_each(wait_raw);
    session.call().ask(&Request::Detach);
    for window in &mut windows {
        assert_eq!(window.wait_exit().code(), Some(0));
        assert!(!window.settings().is_raw());
    }
    wait_guests(&session, 0);
    assert!(process::alive(session.describe().pid));
}

/// Everybody gets the program's status when it ends.
#[test]
fn the_end_is_everybodys() {
    let session = Detached::start_in(Sandbox::new(), &["sh", "-c", "read x; echo last; exit 5"]);
    let mut windows: Vec<Terminal> = (0..3).map(|_| session.attach(Size::cells(24, 80))).collect();
    wait_guests(&session, 2);
    windows.iter().for_each(wait_raw);
    windows[0].type_text("\r");
    for window in &mut windows {
        window.wait_for("last");
        assert_eq!(window.wait_exit().code(), Some(5));
        assert!(!window.settings().is_raw());
    }
}

/// Several come at once: one gets the seat, the others sit beside it.
#[test]
fn a_race_for_the_seat() {
    for _ in 0..5 {
        let session = Detached::start(&["cat"]);
        let windows: Vec<Terminal> = (0..4).map(|_| session.attach(Size::cells(24, 80))).collect();
        session.wait("all of them there", |description| description.terminal && description.guests == 3);
        windows.iter().for_each(wait_raw);
        windows[2].type_text("word\r");
        for window in &windows {
            window.wait_for("word\nword");
        }
    }
}

/// A guest whose terminal takes nothing gets a gap; neither the terminal nor the program waits for it.
#[test]
fn a_guest_that_lags_holds_up_nobody() {
    let script = "read x; i=0; while [ $i -lt 55 ]; do cat text; i=$((i+1)); done; echo; echo over; exec cat";
    let sandbox = Sandbox::new();
    sandbox.write("home/text", numbered_lines(100 << 10));
    let session = Detached::start_in(sandbox, &["sh", "-c", script]);
    // More than the ring holds, drawn by the test's own slow terminal.
    let attach = || {
        Terminal::launch(&session.sandbox).patience(6 * PATIENCE).start(&[
            &session.binary,
            "attach",
            &session.id,
        ])
    };
    let terminal = attach();
    session.wait_terminal(true);
    wait_raw(&terminal);
    let guest = attach();
    wait_guests(&session, 1);
    wait_raw(&guest);
    guest.pause();
    terminal.type_text("\r");
    terminal.wait_for("over");
    guest.unpause();
    guest.wait_for("over");
    assert!(guest.log().len() < terminal.log().len(), "the guest was never behind");
    guest.type_text("caught up\r");
    terminal.wait_for("caught up\ncaught up");
    guest.wait_for("caught up\ncaught up");
}

/// More than fits anywhere at once, typed by guest and terminal at the same time: each arrives whole and in order.
#[test]
fn long_pastes_of_two_arrive_whole() {
    let session = Detached::start(&["sh", "-c", "stty raw -echo; exec cat >typed"]);
    session.wait("the program to read", |_| session.sandbox.home().join("typed").exists());
    let windows: Vec<Terminal> = (0..2).map(|_| session.attach(Size::cells(24, 80))).collect();
    session.wait("both there", |description| description.terminal && description.guests == 1);
    windows.iter().for_each(wait_raw);
    let texts =
        [b'0', b'a'].map(|first| (0..200_000u32).map(|n| first + (n % 10) as u8).collect::<Vec<u8>>());
    std::thread::scope(|scope| {
        for (window, text) in windows.iter().zip(&texts) {
            scope.spawn(|| window.send(text));
        }
    });
    let typed = || std::fs::read(session.sandbox.home().join("typed")).unwrap_or_default();
    process::wait_until(PATIENCE, "every key", || typed().len() == 400_000);
    let (digits, letters): (Vec<u8>, Vec<u8>) = typed().iter().partition(|byte| byte.is_ascii_digit());
    assert!(digits == texts[0] && letters == texts[1], "a paste was torn");
}

/// What a guest typed before an injection was asked for is seen by it.
#[test]
fn nothing_is_typed_past_a_guests_key() {
    use wire::{Answer, GuestSays, InjectOutcome};
    let session = Detached::start(&["sh", "-c", "stty raw -echo; exec cat >typed"]);
    session.wait("the program to read", |_| session.sandbox.home().join("typed").exists());
    let (mut guest, mut brain) = (session.call(), session.call());
    let answer = guest.ask(&Request::Visit { from: 0, size: Size::cells(24, 80).into() });
    assert!(matches!(answer, Answer::Attached { .. }), "{answer:?}");
    let mut inject = |(output_offset, input_epoch)| match brain.ask(&Request::Inject {
        bytes: b"I".to_vec(),
        output_offset,
        input_epoch,
    }) {
        Answer::Injected(InjectOutcome::Stale { output_offset, input_epoch }) => {
            Some((output_offset, input_epoch))
        }
        Answer::Injected(InjectOutcome::Typed { .. }) => None,
        other => panic!("{other:?}"),
    };
    for round in 0..500 {
        let known = inject((u64::MAX, u64::MAX)).expect("an offset that cannot be");
        guest.send(&GuestSays::Typed(b"k".to_vec()));
        assert!(inject(known).is_some(), "round {round}: typed past a key");
    }
    let typed = || std::fs::read(session.sandbox.home().join("typed")).unwrap_or_default();
    process::wait_until(PATIENCE, "every key", || typed().len() == 500);
    assert!(typed().iter().all(|&key| key == b'k'));
}
