//! ssh to a server on this machine: a terminal behind a terminal.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use testkit::process::wait_until;
use testkit::{Sandbox, Shell, Size, keys, require};

use super::Pair;
use super::pair::PATIENCE;

const SMALLER: Size = Size { rows: 20, cols: 70, xpixel: 560, ypixel: 320 };

/// A server of the sandbox's own, for whoever runs the tests.
pub(crate) struct Server {
    process: Child,
    port: u16,
}

impl Server {
    #[track_caller]
    pub(crate) fn start(sandbox: &Sandbox) -> Server {
        require(&["sshd", "ssh", "ssh-keygen"]);
        if rustix::process::geteuid().is_root() {
            // The server as root insists on this folder, which its service makes at every boot.
            std::fs::create_dir_all("/run/sshd").expect("making /run/sshd");
        }
        for name in ["host", "user"] {
            let key = sandbox.path(name);
            let made = Command::new("ssh-keygen")
                .args(["-q", "-t", "ed25519", "-N", "", "-f"])
                .arg(key)
                .status()
                .unwrap();
            assert!(made.success());
        }
        let root = sandbox.root().display();
        let settings = format!(
            "HostKey {root}/host\nAuthorizedKeysFile {root}/user.pub\nPidFile none\nUsePAM no\nStrictModes no\n\
             PermitRootLogin yes\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n\
             ListenAddress 127.0.0.1\nPrintMotd no\nPrintLastLog no\nAcceptEnv *\nUseDNS no\n"
        );
        let settings = sandbox.write("sshd_config", settings);
        // A port that was free may be taken when the server binds it.
        for _ in 0..5 {
            let port = free_port();
            let mut process = Command::new(testkit::find_program("sshd").unwrap())
                .args(["-D", "-e", "-p", &port.to_string(), "-f"])
                .arg(&settings)
                .env_clear()
                .stdin(Stdio::null())
                .stderr(Stdio::from(std::fs::File::create(sandbox.path("sshd.log")).unwrap()))
                .spawn()
                .unwrap();
            wait_until(PATIENCE, "a server that listens", || {
                process.try_wait().unwrap().is_some()
                    || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
            });
            if process.try_wait().unwrap().is_none() {
                return Server { process, port };
            }
        }
        panic!("sshd does not start: {}", std::fs::read_to_string(sandbox.path("sshd.log")).unwrap());
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The words that log in and run a shell there.
    fn login(&self, sandbox: &Sandbox, shell: Shell) -> Vec<String> {
        let root = sandbox.root().display();
        let words = format!(
            "ssh -F none -tt -e none -p {} -i {root}/user -o IdentitiesOnly=yes -o IdentityAgent=none \
             -o StrictHostKeyChecking=no -o UserKnownHostsFile={root}/known -o LogLevel=INFO 127.0.0.1",
            self.port
        );
        let remote = shell.argv(sandbox).join(" ");
        words.split_whitespace().map(str::to_owned).chain([format!("exec {remote}")]).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        testkit::kill::descendants_of(self.process.id());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

#[test]
fn a_shell_behind_ssh() {
    let servers = std::cell::RefCell::new(Vec::new());
    let mut pair = Pair::start(|sandbox| {
        let server = Server::start(sandbox);
        let login = server.login(sandbox, Shell::Bash);
        servers.borrow_mut().push(server);
        login
    });
    pair.wait_prompt();
    pair.command("clear; stty size; stty -a | grep -o 'intr = [^;]*'; echo $TERM");
    pair.command("printf '\\033[38;2;1;2;3mcolour \u{e9}\u{65e5}\\033[m\\n'");
    run_in_foreground(&pair, &servers.borrow(), "sleep 4321");
    pair.send(keys::CTRL_C);
    pair.wait_prompt();
    pair.same_screen();
    pair.resize_shell(SMALLER);
    pair.command("stty size");
    pair.command("seq 2000 | tail -n 5");
    run_in_foreground(&pair, &servers.borrow(), "cat -u");
    pair.send(b"\xc3\xa9 typed\r");
    pair.wait_for("\u{e9} typed\n\u{e9} typed");
    pair.send(keys::CTRL_D);
    pair.wait_prompt();
    pair.same_screen();
    pair.send(b"exit 6\r");
    pair.wait_for("Connection to 127.0.0.1 closed.");
    assert_eq!(pair.end(), Some(6));
}

/// Types a command and waits until it runs at the other end: nothing on the screen tells that it has begun.
#[track_caller]
fn run_in_foreground(pair: &Pair, servers: &[Server], command: &str) {
    pair.send(command.as_bytes());
    pair.send(keys::ENTER);
    wait_until(PATIENCE, &format!("{command:?} at both servers"), || {
        servers.iter().all(|server| {
            testkit::process::find_descendant(server.process.id(), command)
                .is_some_and(|found| found.tpgid == Some(found.pgid))
        })
    });
}
