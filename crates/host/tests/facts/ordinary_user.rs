//! The same as an ordinary user, and what such a user may not see.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use host::facts::{Effort, Facts};
use host::unix::linux::LinuxFacts;
use model::Reader;

use super::stage::{PATH, Stage};

const NOBODY: u32 = 65534;

/// Set for the process that looks at a program of another user; its value is the root of the tree.
const ROOT_VARIABLE: &str = "FACTS_TEST_ROOT";

#[test]
fn the_tables_hold_for_an_ordinary_user() {
    print_yama();
    if !rustix::process::geteuid().is_root() {
        println!("running as an ordinary user already");
        return;
    }
    let copy = Copy::of_this_program();
    let status = copy
        .command()
        .args(["programs_that", "a_tmux", "a_process", "--test-threads=2"])
        .stdin(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success(), "the tables failed as user {NOBODY}");
}

#[test]
fn a_program_of_another_user_is_denied_and_its_mode_known() {
    if !rustix::process::geteuid().is_root() {
        println!("only root can start a program of another user: not checked in this run");
        return;
    }
    let mut stage = Stage::start(&["bash", "-c", "read -s x"]);
    stage.wait_for(|facts| facts.reader == Reader::Read).unwrap();
    let copy = Copy::of_this_program();
    let status = copy
        .command()
        .args(["--exact", "ordinary_user::look_at_another_user", "--nocapture"])
        .env(ROOT_VARIABLE, std::process::id().to_string())
        .stdin(Stdio::from(stage.master.try_clone().unwrap()))
        .status()
        .unwrap();
    assert!(status.success());
}

/// The other half of the test above, run under another user with the master as its input.
#[test]
fn look_at_another_user() {
    let Ok(root) = std::env::var(ROOT_VARIABLE) else {
        return;
    };
    let master = rustix::io::dup(rustix::stdio::stdin()).unwrap();
    let mut facts = LinuxFacts::of_session(master, root.parse().unwrap()).unwrap();
    for effort in [Effort::Quick, Effort::Thorough] {
        let facts = facts.probe(effort);
        assert_eq!(facts.reader, Reader::Denied, "{facts:?}");
        assert_eq!(facts.mode.map(|mode| (mode.canonical, mode.echo)), Some((true, false)));
        assert_eq!(facts.foreground.unwrap().name, "bash");
    }
}

/// Yama lets a process look at its descendants only. The tables hold under it, as the prober is an ancestor.
fn print_yama() {
    match fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope") {
        Ok(scope) => println!("Yama restricts tracing: scope {}", scope.trim()),
        Err(_) => println!("this kernel has no Yama"),
    }
}

/// A copy of the test program where any user can start it.
struct Copy {
    dir: PathBuf,
}

impl Copy {
    fn of_this_program() -> Copy {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("facts-copy-{}-{number}", std::process::id()));
        fs::create_dir(&dir).unwrap();
        fs::set_permissions(&dir, fs::Permissions::from_mode(0o755)).unwrap();
        let program = std::env::current_exe().unwrap();
        let target = dir.join("facts");
        assert!(Command::new("/bin/cp").arg(program).arg(&target).status().unwrap().success());
        fs::set_permissions(&target, fs::Permissions::from_mode(0o755)).unwrap();
        Copy { dir }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.dir.join("facts"));
        command.uid(NOBODY).gid(NOBODY).current_dir("/").env_clear().env("PATH", PATH);
        command
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}
