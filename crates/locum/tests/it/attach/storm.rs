//! Terminals that come and go while output flows: each shows every byte from where it was restored to.

use testkit::jobs::numbered_lines;
use testkit::{Sandbox, Size};
use wire::{TapEvent, TapFrame};

use super::{Detached, Dice, Taken};

/// How often a terminal comes and goes.
const TURNS: u32 = 100;

/// The caller plays the client with a pseudo-terminal of its own, restored to some place that is still in the ring and
/// that no terminal has seen. What it is shown must be the output from there on, whole and in order.
#[test]
fn no_byte_is_lost_or_doubled() {
    let sandbox = Sandbox::new();
    sandbox.write("home/text", numbered_lines(64 << 10));
    let script = "stty raw; while [ ! -e end ]; do cat text; done";
    let session = Detached::start_in(sandbox, &["sh", "-c", script]);
    let mut dice = Dice(3);
    let text = std::fs::read(session.sandbox.home().join("text")).unwrap();
    let mut shown = 0;
    for turn in 0..TURNS {
        let unseen_from = session.describe().unseen_from.unwrap();
        let back = dice.roll(3) * 1000;
        let size = Size::cells(5 + dice.roll(60) as u16, 20 + dice.roll(150) as u16);
        let from = session.describe().output_offset.saturating_sub(back).max(unseen_from);
        let Some(mut taken) = Taken::seat(&session, size, Some(from), b"RESTORED") else {
            panic!("turn {turn}: refused at {from}");
        };
        assert_eq!(Size::from(session.describe().size), size);
        let bytes = taken.read_for(1 + dice.roll(50_000) as usize);
        let rest =
            bytes.strip_prefix(b"RESTORED").unwrap_or_else(|| panic!("turn {turn}: not restored first"));
        for (place, byte) in rest.iter().enumerate() {
            let number = from + place as u64;
            let expected = text[(number % text.len() as u64) as usize];
            assert_eq!(*byte, expected, "turn {turn}: byte {number}, {place} after the start");
        }
        shown += rest.len();
        match dice.roll(2) {
            0 => taken.detach(&session),
            _ => drop(taken),
        }
        session.wait_terminal(false);
    }
    assert!(shown > 100_000, "only {shown} bytes were shown");
    session.sandbox.write("home/end", "");
}

/// The tap tells who saw what, in the order of the output.
#[test]
fn watchers_learn_what_terminals_saw() {
    let session = Detached::start(&["sh", "-c", "stty raw -echo; printf hello; exec cat"]);
    session.wait("the output", |description| description.output_offset == 5);
    let mut tap = session.call().watch(0);
    let mut taken = Taken::seat(&session, Size::cells(30, 90), Some(2), b"").unwrap();
    assert_eq!(taken.read_for(3), b"llo");
    taken.detach(&session);
    let mut events = Vec::new();
    while events.len() < 3 {
        match tap.next() {
            Some(TapFrame::Event { event: TapEvent::Attached { seen_from }, .. }) => {
                events.push((1, seen_from))
            }
            Some(TapFrame::Event { event: TapEvent::Detached { unseen_from }, .. }) => {
                events.push((2, unseen_from))
            }
            // The first one tells the size from the start on.
            Some(TapFrame::Event { event: TapEvent::Resized(size), .. }) if Size::from(size).rows != 24 => {
                assert_eq!(Size::from(size), Size::cells(30, 90));
                events.push((0, 0));
            }
            Some(_) => {}
            None => panic!("{events:?}"),
        }
    }
    assert_eq!(events, [(0, 0), (1, 2), (2, 5)]);
    assert!(Taken::seat(&session, Size::cells(30, 90), Some(4), b"").is_none(), "a terminal has seen that");
    assert!(Taken::seat(&session, Size::cells(30, 90), Some(6), b"").is_none(), "that has not come yet");
    assert!(Taken::seat(&session, Size::cells(30, 90), None, b"").is_some());
}

/// Whoever is gone in the middle of attaching leaves the seat free, and nothing is lost by it.
#[test]
fn who_leaves_in_the_middle_leaves_the_seat() {
    let session = Detached::start(&["sh", "-c", "stty raw -echo; printf hello; exec cat"]);
    session.wait("the output", |description| description.output_offset == 5);
    for turn in 0..50 {
        Taken::ask_and_leave(&session, turn % 3);
    }
    session.wait_terminal(false);
    let mut taken =
        Taken::seat(&session, Size::cells(24, 80), Some(0), b"").expect("nobody was shown anything");
    assert_eq!(taken.read_for(5), b"hello");
}

/// The client that is stopped before it has said where it stands does not hold up the program.
#[test]
fn who_never_settles_holds_up_nobody() {
    let session = Detached::start(&["sh", "-c", "stty raw; while :; do cat text; done"]);
    session.sandbox.write("home/text", numbered_lines(64 << 10));
    let mut silent = Taken::silent(&session);
    assert!(!silent.read_for(1000).is_empty());
}
