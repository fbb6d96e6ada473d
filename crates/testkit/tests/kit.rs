//! The testkit tried on bare programs, as the measure of what locum must not change.

use std::os::unix::process::ExitStatusExt;

use testkit::{PATIENCE, Sandbox, Shell, Size, Terminal, User, keys, process, require};

const SIZE: Size = Size::cells(24, 80);

#[test]
fn every_shell_reaches_a_prompt_and_runs_commands() {
    require(&["bash", "zsh", "dash", "fish"]);
    for shell in Shell::ALL {
        let sandbox = Sandbox::new();
        let mut terminal = Terminal::shell(&sandbox, shell);
        terminal.run_line("echo one; echo t''wo");
        terminal.wait_prompt();
        let screen = terminal.screen();
        assert!(screen.contains("\none\ntwo\nready2>"), "{shell:?}: {screen}");
        terminal.run_line("exit 7");
        assert_eq!(terminal.wait_exit().code(), Some(7), "{shell:?}");
    }
}

#[test]
fn a_prompt_on_a_partial_line_is_seen() {
    for shell in [Shell::Bash, Shell::Zsh, Shell::Dash] {
        let sandbox = Sandbox::new();
        let terminal = Terminal::shell(&sandbox, shell);
        let screen = terminal.run_and_wait("printf par''tial");
        assert!(screen.ends_with("partialready2>"), "{shell:?}: {screen}");
    }
}

#[test]
fn cat_echoes_what_is_typed() {
    let sandbox = Sandbox::new();
    let mut terminal = Terminal::start(&sandbox, SIZE, &["cat"]);
    terminal.type_text("h\u{e9}llo \u{65e5}");
    terminal.send(keys::ENTER);
    terminal.wait_for("h\u{e9}llo \u{65e5}\nh\u{e9}llo \u{65e5}");
    assert_eq!(terminal.cursor(), (2, 0));
    terminal.send(keys::CTRL_D);
    assert_eq!(terminal.wait_exit().code(), Some(0));
    let expected = "h\u{e9}llo \u{65e5}\r\n".repeat(2);
    assert_eq!(terminal.log(), expected.as_bytes());
    let read: usize = terminal.chunks().iter().map(|chunk| chunk.len).sum();
    assert_eq!(read, expected.len());
}

#[test]
fn all_output_is_there_once_the_exit_is_known() {
    let sandbox = Sandbox::new();
    for _ in 0..5 {
        let mut terminal = Terminal::start(&sandbox, SIZE, &["seq", "20000"]);
        terminal.wait_exit();
        assert!(terminal.log().ends_with(b"\r\n20000\r\n"));
    }
}

#[test]
fn a_resize_is_told_to_the_program() {
    let sandbox = Sandbox::new();
    // The size is not printed in the trap: bash drops a signal that comes while its own trap still runs.
    let script = "trap new=1 WINCH; echo waiting; \
                  while sleep 0.02; do [ -z \"$new\" ] || { new=; stty size; }; done";
    let terminal = Terminal::start(&sandbox, SIZE, &["bash", "-c", script]);
    terminal.wait_for("waiting");
    for (rows, cols) in [(30, 100), (10, 40), (1, 1), (24, 80)] {
        let mark = terminal.mark();
        terminal.resize(Size::cells(rows, cols));
        terminal.wait_for_bytes(mark, format!("{rows} {cols}\r\n").as_bytes());
    }
}

#[test]
fn a_stopped_job_comes_back_in_every_shell() {
    require(&["bash", "zsh", "dash", "fish"]);
    for user in [User::Me, User::Nobody] {
        for shell in Shell::ALL {
            suspend_and_resume(&Sandbox::for_user(user), shell);
        }
    }
}

fn suspend_and_resume(sandbox: &Sandbox, shell: Shell) {
    let terminal = Terminal::shell(sandbox, shell);
    let at_prompt = terminal.settings();
    terminal.run_line("sleep 1000");
    let mut sleep = None;
    process::wait_until(PATIENCE, "sleep in the foreground", || {
        sleep = process::find_descendant(terminal.child_pid(), "sleep 1000");
        sleep.as_ref().is_some_and(|found| Some(found.pgid) == terminal.foreground_group())
    });
    let Some(sleep) = sleep.map(|found| found.pid) else { unreachable!("just waited for it") };
    terminal.send(keys::CTRL_Z);
    terminal.wait_prompt();
    assert_eq!(process::state(sleep), Some('T'), "{shell:?}");
    assert_eq!(terminal.settings(), at_prompt, "{shell:?}");
    terminal.run_line("fg");
    process::wait_until(PATIENCE, "sleep continued in the foreground", || {
        process::state(sleep) == Some('S') && terminal.foreground_group() == process::pgid(sleep)
    });
    terminal.send(keys::CTRL_C);
    terminal.wait_prompt();
    process::wait_until(PATIENCE, "sleep interrupted", || !process::alive(sleep));
}

#[test]
fn a_hang_up_reaches_the_program() {
    let sandbox = Sandbox::new();
    let mut terminal = Terminal::start(&sandbox, SIZE, &["sh", "-c", "echo up; exec sleep 1000"]);
    terminal.wait_for("up");
    terminal.hang_up();
    assert_eq!(terminal.wait_exit().signal(), Some(1));
}

#[test]
fn a_paused_terminal_stops_the_writer() {
    let sandbox = Sandbox::new();
    let terminal = Terminal::start(&sandbox, SIZE, &["sh", "-c", "echo up; read x; exec seq 100000"]);
    terminal.wait_for("up");
    terminal.pause();
    let mark = terminal.mark();
    terminal.send(keys::ENTER);
    let seq = terminal.child_pid();
    process::wait_until(PATIENCE, "seq asleep in its write", || {
        let wchan = std::fs::read_to_string(format!("/proc/{seq}/wchan")).unwrap_or_default();
        process::cmdline_contains(seq, "seq 100000") && wchan.contains("wait_woken")
    });
    assert_eq!(terminal.log_since(mark), b"", "read although paused");
    assert!(process::alive(seq));
    terminal.unpause();
    terminal.wait_for_bytes(mark, b"\r\n100000\r\n");
}

#[test]
fn nobody_runs_as_nobody() {
    let sandbox = Sandbox::for_user(User::Nobody);
    let mut terminal =
        Terminal::start(&sandbox, SIZE, &["sh", "-c", "id -u; : >\"$HOME/x\" && : >/dev/tty && echo fine"]);
    terminal.wait_exit();
    let me = rustix::process::geteuid().as_raw();
    let expected = if me == 0 { 65534 } else { me };
    assert_eq!(terminal.screen(), format!("{expected}\nfine"));
}

#[test]
fn queries_are_answered_with_the_true_cursor() {
    let sandbox = Sandbox::new();
    let script = "stty raw -echo; printf 'abc\\033[6n'; dd bs=1 count=6 2>/dev/null | od -An -c; stty sane";
    let mut terminal = Terminal::launch(&sandbox).answers(true).start(&["sh", "-c", script]);
    terminal.wait_exit();
    assert!(terminal.screen().contains("033   [   1   ;   4   R"), "{}", terminal.describe());
}

#[test]
fn settings_show_raw_mode() {
    let sandbox = Sandbox::new();
    let terminal = Terminal::start(&sandbox, SIZE, &["sh", "-c", "stty raw -echo; echo up; exec sleep 1000"]);
    terminal.wait_for("up");
    assert!(terminal.settings().is_raw(), "{:?}", terminal.settings());
}

#[test]
fn drop_kills_what_was_started_even_daemons() {
    let sandbox = Sandbox::new();
    let script =
        "setsid sh -c 'sleep 1001 & echo $! >>pids; exec sleep 1002' & echo $! >>pids; exec sleep 1003";
    let terminal = Terminal::start(&sandbox, SIZE, &["bash", "-mc", script]);
    let file = sandbox.home().join("pids");
    let mut pids: Vec<u32> = Vec::new();
    process::wait_until(PATIENCE, "all three started", || {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        pids = text.lines().filter_map(|line| line.parse().ok()).collect();
        pids.len() == 2
    });
    pids.push(terminal.child_pid());
    drop(terminal);
    for pid in pids {
        assert!(!process::cmdline_contains(pid, "sleep 100"), "{pid} outlived its terminal");
    }
}

#[test]
fn a_sandbox_leaves_nothing_behind() {
    let sandbox = Sandbox::for_user(User::Nobody).with_locum_home();
    let root = sandbox.root().to_owned();
    let binary = testkit::locum_binary(&sandbox, std::path::Path::new("/bin/sleep"));
    let mut child = sandbox.command(binary.to_str().unwrap()).arg("1000").spawn().unwrap();
    assert!(sandbox.env().iter().all(|(name, _)| name != "LOCUM_SESSION"));
    drop(sandbox);
    assert_eq!(child.wait().unwrap().signal(), Some(9));
    assert!(!root.exists());
}

#[test]
#[should_panic(expected = "| here I am")]
fn a_vain_wait_shows_the_screen() {
    let sandbox = Sandbox::new();
    let short = std::time::Duration::from_millis(300);
    let terminal =
        Terminal::launch(&sandbox).patience(short).start(&["sh", "-c", "echo here I am; exec sleep 1000"]);
    terminal.wait_for("something else");
}
