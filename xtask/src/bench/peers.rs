//! What is measured side by side.

use std::path::{Path, PathBuf};

use testkit::Sandbox;

/// A way to run a program on a terminal.
pub(super) struct Peer {
    /// How it is called in the table and after `--only`.
    pub(super) name: &'static str,
    /// The program that has to be installed; none for what the project brings itself.
    pub(super) program: Option<&'static str>,
    /// The command that runs a command in it.
    argv: fn(&Place, &[String]) -> Vec<String>,
}

/// What the commands of peers need to know.
pub(super) struct Place<'a> {
    /// Where it may put sockets and files.
    pub(super) sandbox: &'a Sandbox,
    /// The locum to measure.
    pub(super) locum: &'a Path,
    /// This program.
    pub(super) xtask: PathBuf,
}

impl Place<'_> {
    fn file(&self) -> String {
        self.sandbox.path("run/s").display().to_string()
    }
}

/// The wrapper against which the others are held.
pub(super) const PUMP: &str = "pump-poll64k";
/// No wrapper at all.
pub(super) const NONE: &str = "none";
/// Ours.
pub(super) const LOCUM: &str = "locum";
/// Ours with a subscriber that drains its tap.
pub(super) const LOCUM_TAP: &str = "locum+tap";
/// Ours with a brain that follows the session.
pub(super) const LOCUM_BRAIN: &str = "locum+brain";

/// All of them, in the order of the table.
pub(super) const ALL: &[Peer] = &[
    Peer { name: NONE, program: None, argv: |_, command| command.to_vec() },
    Peer {
        name: "script",
        program: Some("script"),
        argv: |_, command| words(["script", "-qfc", &joined(command), "/dev/null"]),
    },
    Peer {
        name: "dtach",
        program: Some("dtach"),
        argv: |place, command| before(["dtach", "-c", &place.file(), "-z", "-E", "-r", "none"], command),
    },
    Peer {
        name: "tmux",
        program: Some("tmux"),
        argv: |place, command| {
            before(["tmux", "-S", &place.file(), "-f", "/dev/null", "new-session"], command)
        },
    },
    Peer {
        name: "screen",
        program: Some("screen"),
        // Without a folder of its own, root's screen would put its socket among those of the machine.
        argv: |place, command| {
            let folder = format!("SCREENDIR={}", place.sandbox.folder("run/screen").display());
            before(["env", &folder, "screen", "-c", "/dev/null", "-S", "bench"], command)
        },
    },
    Peer {
        name: "expect",
        program: Some("expect"),
        argv: |_, command| {
            let script = format!("set timeout -1; spawn -noecho {}; interact", joined(command));
            words(["expect", "-c", &script])
        },
    },
    Peer {
        name: "asciinema",
        program: Some("asciinema"),
        argv: |place, command| {
            words(["asciinema", "rec", "-q", "--overwrite", "-c", &joined(command), &place.file()])
        },
    },
    Peer {
        name: PUMP,
        program: None,
        argv: |place, command| before([&place.xtask.display().to_string(), "pump"], command),
    },
    Peer { name: LOCUM, program: None, argv: locum },
    Peer { name: LOCUM_TAP, program: None, argv: locum },
    Peer { name: LOCUM_BRAIN, program: None, argv: locum },
];

fn locum(place: &Place, command: &[String]) -> Vec<String> {
    before([&place.locum.display().to_string(), "run", "--"], command)
}

impl Peer {
    /// The peer of this name.
    pub(super) fn named(name: &str) -> Option<&'static Peer> {
        ALL.iter().find(|peer| peer.name == name)
    }

    /// The command that runs this command in it.
    pub(super) fn argv(&self, place: &Place, command: &[String]) -> Vec<String> {
        (self.argv)(place, command)
    }

    /// Whether it can run here.
    pub(super) fn installed(&self) -> bool {
        self.program.is_none_or(|name| testkit::find_program(name).is_some())
    }

    /// Whether it needs a locum.
    pub(super) fn is_locum(&self) -> bool {
        self.name.starts_with(LOCUM)
    }
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).into()
}

fn before<const N: usize>(first: [&str; N], command: &[String]) -> Vec<String> {
    [&words(first), command].concat()
}

/// The command as one string for a shell or for Tcl; nothing we run needs quoting.
fn joined(command: &[String]) -> String {
    command.join(" ")
}
