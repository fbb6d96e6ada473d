//! A shell inside has jobs of its own, and keys typed ahead belong to whoever has the terminal then.

use rustix::process::Signal;
use testkit::jobs::{Parts, signal, wait_until};
use testkit::{Sandbox, Shell, Terminal, keys, process, require};

use crate::locum;

/// The inner shell as a program called `inner`, its prompt `inner1> ` and so on.
fn add_inner(sandbox: &Sandbox, shell: Shell) {
    use std::os::unix::fs::PermissionsExt;
    let argv = shell.argv_with_prompt(sandbox, "inner").join(" ");
    let path = sandbox.write("bin/inner", format!("#!/bin/sh\nexec {argv}\n"));
    let done = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755));
    assert!(done.is_ok(), "making it executable: {done:?}");
}

#[test]
fn a_shell_inside_keeps_its_jobs() {
    for shell in [Shell::Bash, Shell::Zsh, Shell::Dash] {
        require(&[shell.name()]);
        let sandbox = Sandbox::new();
        locum(&sandbox);
        add_inner(&sandbox, shell);
        let terminal = Terminal::shell(&sandbox, Shell::Bash);
        let before = terminal.settings();
        terminal.run_line("locum run inner");
        terminal.wait_prompt_of("inner");
        let parts = Parts::wait(&terminal, shell.name());
        terminal.run_line("sleep 1000");
        let sleeps = || process::find_descendant(terminal.child_pid(), "sleep 1000").map(|found| found.pid);
        let in_front = || sleeps().is_some_and(testkit::jobs::runs_in_front);
        testkit::jobs::wait_until(&terminal, "sleep in the inner foreground", in_front);
        terminal.send(keys::CTRL_Z);
        terminal.wait_prompt_of("inner");
        terminal.run_line("fg");
        testkit::jobs::wait_until(&terminal, "sleep back in the inner foreground", in_front);
        terminal.send(keys::CTRL_C);
        terminal.wait_prompt_of("inner");
        // Only the inner shell saw all that. Now it goes itself, as far as it can: dash has no `suspend`.
        terminal.run_line(if shell == Shell::Dash { "kill -STOP $$" } else { "suspend" });
        terminal.wait_prompt();
        assert_eq!(terminal.settings(), before, "{shell:?}");
        terminal.run_line("fg");
        parts.wait_foreground(&terminal);
        terminal.run_line("echo back''again");
        terminal.wait_for("\nbackagain");
        terminal.run_line("exit 5");
        terminal.wait_prompt();
        let screen = terminal.run_and_wait("echo status $?");
        assert!(screen.contains("\nstatus 5"), "{shell:?}: {screen}");
        assert_eq!(terminal.settings(), before, "{shell:?}");
    }
}

/// The keys go out together with Ctrl-Z, before any prompt: they are the shell's, whole and in order.
///
/// dash leaves the terminal to the kernel, for which an Enter typed in raw mode is no end of a line once line
/// mode is back: there the Enter comes after the prompt.
#[test]
fn type_ahead_after_the_suspend_key_goes_to_the_shell() {
    const TURNS: u32 = 10;
    for (shell, enter_ahead) in [(Shell::Bash, true), (Shell::Zsh, true), (Shell::Dash, false)] {
        let sandbox = Sandbox::new();
        locum(&sandbox);
        let terminal = Terminal::shell(&sandbox, shell);
        terminal.run_line("locum run sleep 1000");
        let parts = Parts::wait(&terminal, "sleep 1000");
        for turn in 0..TURNS {
            let word = format!("ahead-{turn}-abcdefgh");
            terminal.send(format!("\x1aecho {word}{}", if enter_ahead { "\r" } else { "" }).as_bytes());
            if !enter_ahead {
                terminal.wait_prompt();
                terminal.send(keys::ENTER);
            }
            // The prompt after the stop may be overtaken by the command; what counts is the command's own output.
            terminal.wait_screen(&format!("{word} printed"), |screen| screen.lines().any(|row| row == word));
            terminal.wait_prompt();
            terminal.run_line("fg");
            parts.wait_foreground(&terminal);
        }
        signal(parts.program, Signal::KILL);
        terminal.wait_prompt();
    }
}

/// `bg` of an editor stops it again: it may not draw over the prompt.
#[test]
fn an_editor_in_the_background_stays_stopped() {
    require(&["vim"]);
    for shell in [Shell::Bash, Shell::Zsh, Shell::Dash, Shell::Fish] {
        let sandbox = Sandbox::new();
        locum(&sandbox);
        let terminal = Terminal::shell(&sandbox, shell);
        let before = terminal.settings();
        terminal.run_line("locum run vim -u NONE -N");
        let parts = Parts::wait(&terminal, "vim -u");
        terminal.wait_for("~");
        terminal.send(keys::CTRL_Z);
        terminal.wait_prompt();
        parts.wait_stopped(&terminal);
        terminal.run_line("bg");
        terminal.wait_prompt();
        parts.wait_stopped(&terminal);
        // The shell may tell of the stop at any moment, and draws its prompt anew for that; its line editor sets the terminal
        // behind the prompt.
        terminal.run_line("echo undis''turbed");
        terminal.wait_for("\nundisturbed");
        terminal.wait_prompt();
        let screen = terminal.screen();
        assert!(!screen.contains("\n~"), "{shell:?}: {screen}");
        wait_until(&terminal, "the settings as before", || terminal.settings() == before);
        terminal.run_line("fg");
        parts.wait_foreground(&terminal);
        terminal.send(b":q!\r");
        terminal.wait_prompt();
        parts.wait_gone();
    }
}
