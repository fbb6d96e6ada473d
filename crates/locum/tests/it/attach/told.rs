//! What watchers are told of what is typed, by whom, and what one that comes later finds.

use testkit::{Size, keys};
use wire::{Answer, GuestSays, InjectOutcome, Request, TapEvent, TapFrame};

use super::Detached;
use super::caller::{Caller, Tapped};

/// Reads keys one by one, echoes nothing, and takes Ctrl-C for a key.
const RAW: [&str; 3] = ["sh", "-c", "stty raw -echo; exec cat >typed"];

fn start() -> Detached {
    let session = Detached::start(&RAW);
    session.wait("the program to read", |_| session.sandbox.home().join("typed").exists());
    session
}

/// The next event about typing.
#[track_caller]
fn next(tap: &mut Tapped) -> TapEvent {
    loop {
        match tap.next() {
            Some(TapFrame::Event { event, .. }) if is_about_typing(&event) => return event,
            Some(_) => {}
            None => panic!("the host hung up"),
        }
    }
}

/// A tap that is being written to: what is typed from now on is told.
fn watch(session: &Detached) -> Tapped {
    let mut tap = session.call().watch(0);
    while !matches!(tap.next(), Some(TapFrame::Event { event: TapEvent::Described(_), .. })) {}
    tap
}

fn is_about_typing(event: &TapEvent) -> bool {
    matches!(event, TapEvent::Typed { .. } | TapEvent::Injected { .. } | TapEvent::TookOver)
}

#[track_caller]
fn inject(brain: &mut Caller) -> InjectOutcome {
    let told = brain.describe();
    let (output_offset, input_epoch) = (told.output_offset, told.input_epoch);
    match brain.ask(&Request::Inject { bytes: b"I".to_vec(), output_offset, input_epoch }) {
        Answer::Injected(outcome) => outcome,
        other => panic!("{other:?}"),
    }
}

fn visit(session: &Detached) -> Caller {
    let mut guest = session.call();
    let answer = guest.ask(&Request::Visit { from: 0, size: Size::cells(24, 80).into() });
    assert!(matches!(answer, Answer::Attached { .. }), "{answer:?}");
    guest
}

#[test]
fn one_count_goes_through_keys_and_injections() {
    let session = start();
    let (mut tap, mut guest, mut brain) = (watch(&session), visit(&session), session.call());
    guest.send(&GuestSays::Typed(b"a".to_vec()));
    assert_eq!(next(&mut tap), TapEvent::Typed { epoch: 1, draft: true });
    assert!(matches!(inject(&mut brain), InjectOutcome::Typed { input_epoch: 2, .. }));
    assert_eq!(next(&mut tap), TapEvent::Injected { epoch: 2 });
    guest.send(&GuestSays::Typed(b"\r".to_vec()));
    assert_eq!(next(&mut tap), TapEvent::Typed { epoch: 3, draft: false });
    assert!(matches!(inject(&mut brain), InjectOutcome::Typed { input_epoch: 4, .. }));
    assert_eq!(next(&mut tap), TapEvent::Injected { epoch: 4 });
}

#[test]
fn who_comes_later_finds_the_count_and_the_draft() {
    let session = start();
    let mut guest = visit(&session);
    let seen = |epoch, draft| {
        session.wait("the keys to be counted", |told| (told.input_epoch, told.draft) == (epoch, draft));
    };
    seen(0, false);
    guest.send(&GuestSays::Typed(b"ab".to_vec()));
    seen(2, true);
    inject(&mut session.call());
    seen(3, true);
    guest.send(&GuestSays::Typed(b"\x03".to_vec()));
    seen(4, false);
    let mut tap = session.call().watch(0);
    let described = loop {
        if let Some(TapFrame::Event { event: TapEvent::Described(told), .. }) = tap.next() {
            break told;
        }
    };
    assert_eq!((described.input_epoch, described.draft, described.took_over), (4, false, 0));
}

#[test]
fn ctrl_c_twice_takes_over_for_a_guest() {
    let session = start();
    let (mut tap, mut guest) = (watch(&session), visit(&session));
    guest.send(&GuestSays::Typed(b"\x1b[99;5u".to_vec()));
    guest.send(&GuestSays::Typed(b"\x03".to_vec()));
    let mut told = next(&mut tap);
    // The two may be told apart or as one.
    while told != (TapEvent::Typed { epoch: 2, draft: false }) {
        assert_eq!(told, TapEvent::Typed { epoch: 1, draft: false });
        told = next(&mut tap);
    }
    assert_eq!(next(&mut tap), TapEvent::TookOver);
    assert_eq!(session.describe().took_over, 1);
}

#[test]
fn ctrl_c_twice_takes_over_at_the_terminal() {
    let session = start();
    let window = session.attach(Size::cells(24, 80));
    session.wait_terminal(true);
    let mut tap = watch(&session);
    window.send(b"x");
    window.send(keys::CTRL_C);
    window.send(keys::CTRL_C);
    while next(&mut tap) != TapEvent::TookOver {}
    let told = session.describe();
    assert_eq!((told.took_over, told.input_epoch, told.draft), (1, 3, false));
}

/// The program has the terminal make a signal of it, and goes on.
#[test]
fn ctrl_c_twice_takes_over_where_it_is_a_signal() {
    let session =
        Detached::start(&["sh", "-c", "trap 'echo caught' INT; echo up; while :; do sleep 0.05; done"]);
    let window = session.attach(Size::cells(24, 80));
    window.wait_for("up");
    session.wait_terminal(true);
    let mut tap = watch(&session);
    window.send(keys::CTRL_C);
    window.wait_for("caught");
    window.send(keys::CTRL_C);
    while next(&mut tap) != TapEvent::TookOver {}
    session.signal(9);
}
