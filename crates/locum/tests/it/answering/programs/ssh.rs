//! The host key that nobody knows yet.

use super::{Program, check_beside};
use crate::fidelity::ssh::Server;

/// The key is remembered, and what was asked of the other side was done there.
#[test]
fn ssh_asks_before_it_trusts_a_host() {
    let program = Program {
        needs: &["ssh", "sshd", "ssh-keygen"],
        before: "true",
        run: "ssh -F none -p $(cat port) -i ../user -o IdentitiesOnly=yes -o IdentityAgent=none \
            -o UserKnownHostsFile=$PWD/known -o GlobalKnownHostsFile=/dev/null -o StrictHostKeyChecking=ask \
            127.0.0.1 touch $PWD/made",
        question: "Are you sure you want to continue connecting",
        done: "grep -qF \"$(cut -d' ' -f2 ../host.pub)\" known && test -e made",
    };
    check_beside(&program, |house| {
        let server = Server::start(&house.sandbox);
        house.sandbox.write("home/port", server.port().to_string());
        server
    });
}
