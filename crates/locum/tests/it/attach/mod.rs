//! Sessions without a terminal, terminals that come and go.

mod caller;
mod detached;
mod guests;
mod key;
mod queries;
mod seat;
mod storm;
mod taken;
mod told;

use std::path::PathBuf;

use caller::Caller;
use taken::Taken;
use testkit::{PATIENCE, Sandbox, Size, Terminal, process};
use wire::{Answer, Description, Request};

use crate::locum;

/// A session that was started without a terminal.
struct Detached {
    sandbox: Sandbox,
    binary: String,
    id: String,
}

impl Detached {
    fn start(argv: &[&str]) -> Detached {
        Self::start_in(Sandbox::new(), argv)
    }

    #[track_caller]
    fn start_in(sandbox: Sandbox, argv: &[&str]) -> Detached {
        let binary = locum(&sandbox).display().to_string();
        let output =
            sandbox.command(&binary).args(["run", "--detach", "--json", "--"]).args(argv).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(output.stderr, b"");
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let id = told["id"].as_str().unwrap().to_owned();
        Detached { sandbox, binary, id }
    }

    fn socket(&self) -> PathBuf {
        self.sandbox.path("run/locum").join(format!("{}.sock", self.id))
    }

    fn call(&self) -> Caller {
        Caller::connect(&self.socket())
    }

    fn describe(&self) -> Description {
        self.call().describe()
    }

    /// A window in which the session is attached.
    fn attach(&self, size: Size) -> Terminal {
        Terminal::launch(&self.sandbox).size(size).answers(true).start(&[&self.binary, "attach", &self.id])
    }

    #[track_caller]
    fn wait(&self, what: &str, mut condition: impl FnMut(&Description) -> bool) {
        process::wait_until(PATIENCE, what, || condition(&self.describe()));
    }

    /// Waits until somebody's terminal has the seat, or nobody's.
    #[track_caller]
    fn wait_terminal(&self, wanted: bool) {
        self.wait("the terminal attached or not", |description| description.terminal == wanted);
    }

    #[track_caller]
    fn signal(&self, signal: u8) {
        let answer = self.call().ask(&Request::Signal { signal, group: true });
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }
}

/// A small generator: the turns differ, and a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % sides
    }
}
