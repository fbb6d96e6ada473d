//! The seat of a session's terminal: taken, left, taken again.

use rustix::process::Signal;
use testkit::jobs::{Parts, signal, wait_until};
use testkit::{PATIENCE, Sandbox, Shell, Size, Terminal, User, keys, process, require};
use wire::{Answer, Request};

use super::Detached;
use crate::locum;

#[test]
fn a_terminal_that_attaches_is_like_the_first_one() {
    for user in [User::Me, User::Nobody] {
        let session = Detached::start_in(
            Sandbox::for_user(user),
            &["sh", "-c", "read x; stty size; read x; echo got $x; exit 3"],
        );
        let mut terminal = session.attach(Size::cells(20, 70));
        wait_until(&terminal, "raw mode", || terminal.settings().is_raw());
        terminal.type_text("\r");
        terminal.wait_for("20 70");
        terminal.type_text("word\r");
        terminal.wait_for("got word");
        assert_eq!(terminal.wait_exit().code(), Some(3));
    }
}

/// A full-screen program draws anew for a terminal of the same size.
#[test]
fn the_program_is_asked_to_draw_anew() {
    require(&["vim"]);
    let session = Detached::start(&["vim", "-u", "NONE", "-c", "call setline(1, 'as it was')"]);
    for _ in 0..3 {
        let terminal = session.attach(Size::cells(24, 80));
        terminal.wait_for("as it was");
        assert!(matches!(session.call().ask(&Request::Detach), Answer::Done { .. }));
        session.wait_terminal(false);
    }
    let mut terminal = session.attach(Size::cells(24, 80));
    terminal.wait_for("as it was");
    terminal.type_text(":q!\r");
    assert_eq!(terminal.wait_exit().code(), Some(0));
}

/// By request, the terminal is left in order and the client ends well.
#[test]
fn detach_by_request() {
    require(&["vim"]);
    let sandbox = Sandbox::new();
    locum(&sandbox);
    let terminal = Terminal::shell(&sandbox, Shell::Bash);
    let before = terminal.settings();
    terminal.run_line("locum run vim -u NONE");
    let parts = Parts::wait(&terminal, "vim");
    terminal.wait_for("~");
    let socket = sandbox.sockets().remove(0);
    assert!(matches!(super::Caller::connect(&socket).ask(&Request::Detach), Answer::Done { .. }));
    terminal.wait_prompt();
    let screen = terminal.screen();
    assert!(screen.contains("[detached from vim; `locum attach vim` to return]"), "{screen}");
    assert!(!screen.contains('~'), "the alternate screen is left\n{screen}");
    assert_eq!(terminal.settings(), before);
    assert!(terminal.run_and_wait("echo status $?").contains("status 0"));
    assert!(process::alive(parts.program));
    terminal.run_line("locum attach");
    terminal.wait_for("~");
    terminal.type_text(":cq\r");
    terminal.wait_prompt();
    assert!(terminal.run_and_wait("echo status $?").contains("status 1"));
    parts.wait_gone();
}

/// Ctrl-Z in an attached session gives the shell back, `fg` the program.
#[test]
fn job_control_of_an_attached_session() {
    let session = Detached::start(&["sh", "-c", "while read x; do echo got $x; done"]);
    let terminal = Terminal::shell(&session.sandbox, Shell::Bash);
    terminal.run_line(&format!("locum attach {}", session.id));
    session.wait_terminal(true);
    terminal.type_text("one\r");
    terminal.wait_for("got one");
    terminal.send(keys::CTRL_Z);
    terminal.wait_prompt();
    terminal.run_line("fg");
    terminal.type_text("two\r");
    terminal.wait_for("got two");
    terminal.send(keys::CTRL_C);
    terminal.wait_prompt();
    assert!(terminal.run_and_wait("echo status $?").contains("status 130"));
}

/// However a terminal was lost, another can come.
#[test]
fn after_a_lost_terminal_another_comes() {
    let session = Detached::start(&["sh", "-c", "while :; do read x && echo got $x; done"]);
    let program = session.describe().pid;
    let mut terminal = session.attach(Size::cells(24, 80));
    session.wait_terminal(true);
    for round in 0..4 {
        if round % 2 == 0 {
            terminal.hang_up();
        } else {
            let client = terminal.child_pid();
            signal(client, Signal::KILL);
            process::wait_until(PATIENCE, "the client gone", || !process::alive(client));
        }
        session.wait_terminal(false);
        terminal = session.attach(Size::cells(24, 80));
        session.wait_terminal(true);
        terminal.type_text(&format!("word{round}\r"));
        terminal.wait_for(&format!("got word{round}"));
        assert!(process::alive(program));
    }
}

#[test]
fn who_is_no_terminal_cannot_attach() {
    let session = Detached::start(&["sleep", "1000"]);
    let output = session.sandbox.command(&session.binary).args(["attach", &session.id]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let unknown = session.sandbox.command(&session.binary).args(["attach", "bcdfghjk"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2), "{unknown:?}");
    assert!(!session.describe().terminal);
}

/// Without a name: the session that lost its terminal last, else the only one, else a question back.
#[test]
fn the_session_that_is_meant() {
    let session = Detached::start(&["sh", "-c", "echo first; exec cat"]);
    let anywhere = || {
        Terminal::launch(&session.sandbox)
            .size(Size::cells(24, 80))
            .start(&[session.binary.as_str(), "attach"])
    };
    let first = anywhere();
    session.wait_terminal(true);
    wait_until(&first, "raw mode", || first.settings().is_raw());
    let guest = anywhere();
    session.wait("a guest", |description| description.guests == 1);
    drop(guest);
    let start = |words: &[&str]| session.sandbox.command(&session.binary).args(words).output().unwrap();
    assert!(start(&["run", "--detach", "sh", "-c", "read x; exit 9"]).status.success());
    let mut second = anywhere();
    wait_until(&second, "raw mode", || second.settings().is_raw());
    let mut third = anywhere();
    assert_eq!(third.wait_exit().code(), Some(2), "both have a terminal: {}", third.screen());
    assert!(start(&["run", "--detach", "sh", "-c", "echo older; cat"]).status.success());
    assert!(start(&["run", "--detach", "sh", "-c", "echo younger; cat"]).status.success());
    anywhere().wait_for("younger");
    second.type_text("\r");
    assert_eq!(second.wait_exit().code(), Some(9));
}

/// Whoever is left puts the terminal back, as for the client that began the session.
#[test]
fn a_killed_client_or_host_leaves_the_terminal_in_order() {
    require(&["vim"]);
    for kill_host in [false, true] {
        let session = Detached::start(&["vim", "-u", "NONE", "-c", "set mouse=a"]);
        let terminal = Terminal::shell(&session.sandbox, Shell::Dash);
        let before = terminal.settings();
        terminal.run_line(&format!("locum attach {}", session.id));
        terminal.wait_for("~");
        session.wait_terminal(true);
        wait_until(&terminal, "raw mode", || terminal.settings().is_raw());
        let program = session.describe().pid;
        let leader = process::stat(program).unwrap().ppid;
        let client = process::find_descendant(terminal.child_pid(), "attach").unwrap().pid;
        signal(if kill_host { process::stat(leader).unwrap().ppid } else { client }, Signal::KILL);
        wait_until(&terminal, "the client gone", || !process::alive(client));
        wait_until(&terminal, "the settings put back", || terminal.settings() == before);
        let mark = terminal.mark();
        terminal.run_line("echo status $?");
        terminal.wait_for_bytes(mark, if kill_host { b"status 125\r\n" } else { b"status 137\r\n" });
        if kill_host {
            process::wait_until(PATIENCE, "the program hung up", || !process::alive(program));
        } else {
            assert!(process::alive(program));
        }
    }
}

/// A session is taken from a client that is stopped: the program goes on, and the client ends when it hears of it.
#[test]
fn a_stopped_client_is_let_go_of() {
    let sandbox = Sandbox::new();
    locum(&sandbox);
    let terminal = Terminal::shell(&sandbox, Shell::Bash);
    let before = terminal.settings();
    terminal.run_line("locum run sh -c 'while read x; do echo got $x; done'");
    let parts = Parts::wait(&terminal, "while read");
    terminal.send(keys::CTRL_Z);
    terminal.wait_prompt();
    parts.wait_stopped(&terminal);
    let socket = sandbox.sockets().remove(0);
    assert!(matches!(super::Caller::connect(&socket).ask(&Request::Detach), Answer::Done { .. }));
    wait_until(&terminal, "the program goes on", || process::state(parts.program) != Some('T'));
    terminal.run_line("fg");
    terminal.wait_prompt();
    assert!(terminal.run_and_wait("echo status $?").contains("status 0"), "{}", terminal.screen());
    assert_eq!(terminal.settings(), before);
    terminal.run_line("locum attach");
    wait_until(&terminal, "raw mode", || super::Caller::connect(&socket).describe().terminal);
    terminal.type_text("word\r");
    terminal.wait_for("got word");
}
