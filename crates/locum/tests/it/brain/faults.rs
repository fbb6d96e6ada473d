//! The fault table with the brain in it: each process killed or stopped at each phase of a session.
//!
//! Afterwards the shell has its terminal back, `ps` tells the truth about the session, a session that goes on is
//! attached to and shows its screen, and the record is whole. What happens to the brain touches no session.

mod stage;

use rustix::process::Signal;
use stage::Stage;
use testkit::{Shell, require};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Brain,
    /// The `locum run` or `locum attach` that the shell waits for.
    Client,
    Host,
    Program,
}
use Who::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Kill,
    Term,
    /// Stopped, and continued after a look at what that does.
    Stop,
}
use Fault::*;

impl Fault {
    fn signal(self) -> Signal {
        match self {
            Kill => Signal::KILL,
            Term => Signal::TERM,
            Stop => Signal::STOP,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// As soon as the process exists.
    Start,
    /// The program has drawn its screen.
    Steady,
    /// The program is stopped and the shell shows its prompt.
    Suspended,
    /// Nobody is attached.
    Detached,
    /// `locum attach` was started a moment ago.
    Attaching,
    /// `locum attach` has the session's seat.
    Attached,
    /// `locum attach` sits beside another terminal.
    Visiting,
}

/// What becomes of the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    GoesOn,
    Ended(u8),
    Lost,
    /// It depends on how far it had come whether it is known at all. It does not run, and nobody says so.
    Over,
    /// It depends on how far it had come: the program runs, or it is over.
    GoesOnOrOver,
}
use Fate::*;

/// A row: who is hit by what, what becomes of the session, and the statuses that the shell may see. None where its
/// command goes on.
struct Row(Who, Fault, Fate, &'static [u8]);

const START: [Row; 12] = [
    Row(Brain, Kill, GoesOn, &[]),
    Row(Brain, Term, GoesOn, &[]),
    Row(Brain, Stop, GoesOn, &[]),
    Row(Client, Kill, GoesOnOrOver, &[137]),
    Row(Client, Term, Over, &[143]),
    Row(Client, Stop, GoesOn, &[]),
    Row(Host, Kill, Over, &[125]),
    Row(Host, Term, Over, &[125, 143]),
    Row(Host, Stop, GoesOn, &[]),
    Row(Program, Kill, Ended(137), &[137]),
    Row(Program, Term, Ended(143), &[143]),
    Row(Program, Stop, GoesOn, &[]),
];

/// The same for the client that began a session and for one that came later.
const RUNNING: [Row; 12] = [
    Row(Brain, Kill, GoesOn, &[]),
    Row(Brain, Term, GoesOn, &[]),
    Row(Brain, Stop, GoesOn, &[]),
    Row(Client, Kill, GoesOn, &[137]),
    Row(Client, Term, Ended(143), &[143]),
    Row(Client, Stop, GoesOn, &[]),
    Row(Host, Kill, Lost, &[125]),
    Row(Host, Term, Ended(143), &[143]),
    Row(Host, Stop, GoesOn, &[]),
    Row(Program, Kill, Ended(137), &[137]),
    Row(Program, Term, Ended(143), &[143]),
    Row(Program, Stop, GoesOn, &[]),
];

const DETACHED: [Row; 9] = [
    Row(Brain, Kill, GoesOn, &[]),
    Row(Brain, Term, GoesOn, &[]),
    Row(Brain, Stop, GoesOn, &[]),
    Row(Host, Kill, Lost, &[]),
    Row(Host, Term, Ended(143), &[]),
    Row(Host, Stop, GoesOn, &[]),
    Row(Program, Kill, Ended(137), &[]),
    Row(Program, Term, Ended(143), &[]),
    Row(Program, Stop, GoesOn, &[]),
];

/// A client that is told to end tells its program, once it is attached; and a session may be gone before the client
/// is there, which is then told so.
const ATTACHING: [Row; 11] = [
    Row(Brain, Kill, GoesOn, &[]),
    Row(Brain, Term, GoesOn, &[]),
    Row(Brain, Stop, GoesOn, &[]),
    Row(Client, Kill, GoesOn, &[137]),
    Row(Client, Term, GoesOnOrOver, &[143]),
    Row(Client, Stop, GoesOn, &[]),
    Row(Host, Kill, Lost, &[1, 125]),
    Row(Host, Term, Ended(143), &[1, 125, 143]),
    Row(Host, Stop, GoesOn, &[]),
    Row(Program, Kill, Ended(137), &[1, 125, 137]),
    Row(Program, Term, Ended(143), &[1, 125, 143]),
];

const VISITING: [Row; 11] = [
    Row(Brain, Kill, GoesOn, &[]),
    Row(Brain, Term, GoesOn, &[]),
    Row(Brain, Stop, GoesOn, &[]),
    Row(Client, Kill, GoesOn, &[137]),
    Row(Client, Term, GoesOn, &[143]),
    Row(Client, Stop, GoesOn, &[]),
    Row(Host, Kill, Lost, &[125]),
    Row(Host, Term, Ended(143), &[143]),
    Row(Host, Stop, GoesOn, &[]),
    Row(Program, Kill, Ended(137), &[137]),
    Row(Program, Term, Ended(143), &[143]),
];

#[track_caller]
fn check(shell: Shell, phase: Phase, Row(who, fault, fate, statuses): &Row) {
    let what = format!("{shell:?}: {who:?} {fault:?} at {phase:?}");
    testkit::note(&what);
    let mut stage = Stage::new(shell);
    let pid = stage.reach(phase, *who);
    match fault {
        Stop => stage.stop_and_continue(phase, *who, pid),
        _ => stage.hit(phase, *who, pid, fault.signal()),
    }
    let goes_on = stage.settle(*fate, &what);
    if statuses.is_empty() {
        stage.let_go();
    } else {
        // A shell has its own opinion of a stopped job that was killed.
        let asked = phase != Phase::Suspended || *who != Client || *fault != Kill;
        stage.check_status(statuses, asked, &what);
    }
    stage.check_shell(&what);
    if goes_on {
        stage.attach_and_end(&what);
    }
    stage.check_record(&what);
    stage.check_strays(&what);
}

fn check_all(shell: Shell, phase: Phase, rows: &[Row]) {
    require(&[shell.name()]);
    rows.iter().for_each(|row| check(shell, phase, row));
}

#[test]
fn at_the_start() {
    check_all(Shell::Bash, Phase::Start, &START);
}

#[test]
fn in_a_full_screen_program() {
    check_all(Shell::Bash, Phase::Steady, &RUNNING);
}

#[test]
fn in_a_full_screen_program_in_dash() {
    check_all(Shell::Dash, Phase::Steady, &RUNNING);
}

#[test]
fn while_suspended() {
    check_all(Shell::Bash, Phase::Suspended, &RUNNING);
}

#[test]
fn while_detached() {
    check_all(Shell::Bash, Phase::Detached, &DETACHED);
}

#[test]
fn while_attaching() {
    check_all(Shell::Bash, Phase::Attaching, &ATTACHING);
}

#[test]
fn once_attached() {
    check_all(Shell::Bash, Phase::Attached, &RUNNING);
}

#[test]
fn once_attached_in_dash() {
    check_all(Shell::Dash, Phase::Attached, &RUNNING);
}

#[test]
fn beside_another_terminal() {
    check_all(Shell::Bash, Phase::Visiting, &VISITING);
}
