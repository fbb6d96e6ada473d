//! The host never takes a key that is the shell's. `cargo xtask soak` does the same many more times.

use testkit::jobs::{Cycles, Suspend};
use testkit::{Sandbox, Shell, User, require};

use crate::locum;

const CYCLES: u32 = 15;

#[track_caller]
fn check(user: User, shell: Shell, suspend: Suspend) {
    require(&[shell.name()]);
    let sandbox = Sandbox::for_user(user);
    locum(&sandbox);
    let mut cycles = Cycles::start(&sandbox, shell, suspend);
    for _ in 0..CYCLES {
        cycles.turn();
    }
    cycles.finish();
}

#[test]
fn no_key_is_lost_in_bash() {
    check(User::Me, Shell::Bash, Suspend::Key);
}

#[test]
fn no_key_is_lost_in_zsh() {
    check(User::Me, Shell::Zsh, Suspend::Key);
}

#[test]
fn no_key_is_lost_in_dash() {
    check(User::Me, Shell::Dash, Suspend::Key);
}

#[test]
fn no_key_is_lost_in_fish() {
    check(User::Me, Shell::Fish, Suspend::Key);
}

#[test]
fn no_key_is_lost_for_an_ordinary_user() {
    for shell in Shell::ALL {
        check(User::Nobody, shell, Suspend::Key);
    }
}

/// dash and fish leave the terminal as they find it when a job is stopped from outside, so keys typed at once
/// may meet raw mode there; natively a raw program stopped like this leaves them the same.
#[test]
fn no_key_is_lost_when_the_client_is_stopped_from_outside() {
    for user in [User::Me, User::Nobody] {
        for shell in [Shell::Bash, Shell::Zsh] {
            check(user, shell, Suspend::ClientStop);
        }
    }
}
