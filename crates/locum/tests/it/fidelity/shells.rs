//! Interactive shells with job control, inside.

use testkit::{Shell, Size, keys, require};

use super::Pair;

const LARGER: Size = Size { rows: 30, cols: 100, xpixel: 800, ypixel: 480 };

/// A session with jobs: started, stopped, listed, continued, interrupted, killed. No process ids are shown.
#[track_caller]
fn check(shell: Shell) {
    require(&[shell.name()]);
    println!("{shell:?}");
    let mut pair = Pair::start(|sandbox| shell.argv(sandbox));
    pair.wait_prompt();
    pair.command("echo one; printf '\\033[1;32mgreen\\033[m\\n'");
    pair.command("stty -a | grep -c intr; tty >/dev/null && echo a tty");
    stop(&pair, "sleep 4321");
    pair.command("jobs");
    pair.send(b"fg\r");
    wait_running(&pair, "sleep 4321");
    pair.send(keys::CTRL_C);
    pair.wait_prompt();
    pair.same_screen();
    // A pipeline is one job.
    stop(&pair, "cat | cat -u | cat");
    pair.send(b"fg\r");
    wait_running(&pair, "cat -u");
    pair.send(b"through three\r");
    pair.wait_for("through three\nthrough three");
    pair.send(keys::CTRL_D);
    pair.wait_prompt();
    pair.same_screen();
    // What a line editor does with keys: search, edit in the middle, interrupt a line.
    pair.send(b"echo abc\x02\x02X\x01\x05Y\r");
    pair.wait_prompt();
    pair.same_screen();
    // An interrupt throws away keys not read yet, so the whole line is waited for.
    pair.step(b"a line that is given up", "given up");
    pair.send(keys::CTRL_C);
    pair.wait_prompt();
    pair.resize_shell(LARGER);
    pair.command("stty size");
    pair.send(b"exit 9\r");
    assert_eq!(pair.end(), Some(9), "{shell:?}");
}

/// Starts a command and stops it by its key, once it runs in the foreground.
#[track_caller]
fn stop(pair: &Pair, command: &str) {
    pair.send(command.as_bytes());
    pair.send(keys::ENTER);
    wait_running(pair, command.rsplit("| ").nth(1).map_or(command, str::trim));
    pair.send(keys::CTRL_Z);
    pair.wait_prompt();
    pair.same_screen();
}

/// Waits until this command runs, in both, in the foreground of its terminal.
#[track_caller]
fn wait_running(pair: &Pair, command: &str) {
    testkit::process::wait_until(super::pair::PATIENCE, &format!("{command:?} in the foreground"), || {
        pair.both().iter().all(|terminal| {
            let found = testkit::process::find_descendant(terminal.child_pid(), command);
            found.is_some_and(|found| found.state == 'S' && found.tpgid == Some(found.pgid))
        })
    });
}

#[test]
fn bash() {
    check(Shell::Bash);
}

#[test]
fn zsh() {
    check(Shell::Zsh);
}

#[test]
fn dash() {
    check(Shell::Dash);
}

#[test]
fn completion_and_history_in_bash() {
    let mut pair = Pair::start(|sandbox| {
        for name in ["alpha-one", "alpha-two", "beta"] {
            sandbox.write(&format!("home/{name}"), name);
        }
        Shell::Bash.argv(sandbox)
    });
    pair.wait_prompt();
    pair.send(b"set -o history\r");
    pair.wait_prompt();
    pair.step(b"cat be\t", "cat beta");
    pair.command("");
    pair.step(b"cat al\t", "cat alpha-");
    pair.step(b"\t\t", "alpha-two");
    pair.send(b"\x15");
    pair.step(keys::UP, "cat beta");
    pair.step(b"\x15\x12bet", "bet");
    pair.send(b"\x07exit\r");
    pair.end();
}
