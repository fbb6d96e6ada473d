//! Reading, and setting, what tells a process of a session from others.
//!
//! The mark is the limit on file locks, which the kernel has not looked at since 2.4. Everything that a process starts
//! inherits it, however it does so, and without privileges it can be lowered but not raised.

use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use model::SessionId;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::{Pid, PidfdFlags, Resource, Rlimit, getrlimit, setrlimit};

use super::proc_stat::{self, ProcStat};
use crate::unix::kin::{self, Caller, Evidence, KnownHost, Mark, Standing};
use crate::unix::leader::SESSION_VARIABLE;
use crate::unix::sockets;

/// `SO_PEERPIDFD`, since Linux 6.5.
const PEER_PIDFD: libc::c_int = 77;

/// How often a family is read again in which somebody died meanwhile.
const TRIES: u32 = 16;

/// No family is deeper; a longer line is a loop of our own making.
const DEEPEST: u32 = 4096;

/// Asks the kernel who is at the other end. An error if that process is gone.
pub fn caller(socket: impl AsFd) -> io::Result<Caller> {
    let peer = sockets::peer(&socket)?;
    let pidfd = match peer_pidfd(socket.as_fd()) {
        Ok(pidfd) => Some(pidfd),
        // An older kernel: the number is all there is, and whoever has it now.
        Err(error) if error.raw_os_error() == Some(libc::ENOPROTOOPT) => {
            let pid = Pid::from_raw(peer.pid as i32);
            pid.and_then(|pid| rustix::process::pidfd_open(pid, PidfdFlags::empty()).ok())
        }
        Err(error) => return Err(error),
    };
    Ok(Caller { pid: peer.pid, user: peer.user, pidfd })
}

fn peer_pidfd(socket: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    let mut descriptor: libc::c_int = -1;
    let mut length = size_of::<libc::c_int>() as libc::socklen_t;
    let place: *mut libc::c_int = &mut descriptor;
    // SAFETY: both places live on the stack and have the sizes that are told.
    let asked = unsafe {
        libc::getsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, PEER_PIDFD, place.cast(), &mut length)
    };
    match (asked, descriptor) {
        // SAFETY: the kernel just made this descriptor for us.
        (0, 0..) => Ok(unsafe { OwnedFd::from_raw_fd(descriptor) }),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Where a caller stands towards these hosts.
pub fn standing(caller: &Caller, hosts: &[KnownHost]) -> Standing {
    kin::judge(evidence(caller, hosts))
}

/// Where a caller stands towards this process, the host of `session`.
pub fn standing_for_host(caller: &Caller, session: &SessionId) -> Standing {
    let pid = std::process::id();
    match start_time(pid) {
        Some(started) => standing(caller, &[KnownHost { pid, started, session: session.clone() }]),
        None => Standing::Unknown,
    }
}

/// When a process began, in clock ticks since the machine did. With its number it names a process for ever.
pub fn start_time(pid: u32) -> Option<u64> {
    stat(pid).map(|stat| stat.started)
}

/// What this process itself carries: it runs inside of a session then.
pub fn own_mark() -> Option<Mark> {
    let limits = getrlimit(Resource::Locks);
    let marked = [limits.maximum, limits.current].into_iter().flatten().find_map(kin::read_mark);
    let word = || std::env::var_os(SESSION_VARIABLE).map(|value| kin::read_word(&value.to_string_lossy()));
    marked.or_else(word)
}

/// Marks this process, and with it all it will ever start. One that is marked already keeps its mark. Where a lower
/// limit stands in the way, the least change that shows is made: lower than its host's. An error if none is possible.
pub(crate) fn set_mark(number: u64) -> io::Result<()> {
    let hard = getrlimit(Resource::Locks).maximum;
    let set = |limit| setrlimit(Resource::Locks, Rlimit { current: Some(limit), maximum: Some(limit) });
    match hard {
        Some(hard) if kin::read_mark(hard).is_some() => Ok(()),
        Some(0) => Err(io::Error::from_raw_os_error(libc::EPERM)),
        Some(hard) if set(number).is_err() => Ok(set(hard - 1)?),
        Some(_) => Ok(()),
        None => Ok(set(number)?),
    }
}

/// Everything that can be read about a caller, if it is there all the time: then it was the caller's.
fn evidence(caller: &Caller, hosts: &[KnownHost]) -> Option<Evidence> {
    let before = living(caller)?;
    let (soft, hard) = limits(caller.pid)?;
    let found = Evidence {
        ancestor: ancestor(caller.pid, hosts)?,
        mark: kin::mark_in(soft, hard, getrlimit(Resource::Locks).maximum),
        word: word(caller.pid),
    };
    (living(caller)? == before).then_some(found)
}

/// The start of a caller that still runs.
fn living(caller: &Caller) -> Option<u64> {
    let stat = stat(caller.pid)?;
    let ended = caller.pidfd.as_ref().is_some_and(has_ended);
    (!ended && !stat.is_dead()).then_some(stat.started)
}

fn has_ended(process: &OwnedFd) -> bool {
    let mut ready = [PollFd::new(process, PollFlags::IN)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    rustix::event::poll(&mut ready, Some(&now)) != Ok(0)
}

fn stat(pid: u32) -> Option<ProcStat> {
    proc_stat::parse(&fs::read(format!("/proc/{pid}/stat")).ok()?).map(|(stat, _)| stat)
}

/// The nearest of `hosts` above a process. `None` if the family does not hold still.
fn ancestor(pid: u32, hosts: &[KnownHost]) -> Option<Option<SessionId>> {
    (0..TRIES).find_map(|_| climb(pid, hosts))
}

/// One way up. A process whose parent is still the same after that parent was looked at is still its child, so the
/// number was the parent's; otherwise the parent died meanwhile, and the way is not to be trusted.
fn climb(pid: u32, hosts: &[KnownHost]) -> Option<Option<SessionId>> {
    let mut child = stat(pid)?;
    for _ in 0..DEEPEST {
        let parent = child.parent;
        if parent == 0 {
            return Some(None);
        }
        let above = stat(parent);
        if stat(child.pid)?.parent != parent {
            return None;
        }
        // Some systems hide processes of other users. Nothing of ours is among those.
        let Some(above) = above else { return Some(None) };
        let host = hosts.iter().find(|host| (host.pid, host.started) == (parent, above.started));
        if let Some(host) = host {
            return Some(Some(host.session.clone()));
        }
        child = above;
    }
    None
}

/// The soft and the hard limit that may be marks; `None` in it is no limit.
fn limits(pid: u32) -> Option<(Option<u64>, Option<u64>)> {
    let text = fs::read_to_string(format!("/proc/{pid}/limits")).ok()?;
    parse_limits(&text)
}

fn parse_limits(text: &str) -> Option<(Option<u64>, Option<u64>)> {
    let mut words = text.lines().find_map(|line| line.strip_prefix("Max file locks"))?.split_whitespace();
    let mut next = || match words.next()? {
        "unlimited" => Some(None),
        number => number.parse().ok().map(Some),
    };
    Some((next()?, next()?))
}

/// What the environment says with which the process was started. Not every process lets it be read; then it says
/// nothing.
fn word(pid: u32) -> Option<Mark> {
    let environment = fs::read(format!("/proc/{pid}/environ")).ok()?;
    let value = environment.split(|byte| *byte == 0).find_map(|entry| {
        let rest = entry.strip_prefix(SESSION_VARIABLE.as_bytes())?;
        rest.strip_prefix(b"=")
    })?;
    Some(kin::read_word(&String::from_utf8_lossy(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let line =
            |soft, hard| format!("Limit  Soft\nMax file locks   {soft}   {hard}   locks \nMax x 1 2\n");
        assert_eq!(parse_limits(&line("unlimited", "unlimited")), Some((None, None)));
        assert_eq!(parse_limits(&line("7", "7813")), Some((Some(7), Some(7813))));
        assert_eq!(parse_limits(&line("0", "unlimited")), Some((Some(0), None)));
        assert_eq!(parse_limits("Max cpu time 1 2\n"), None);
        assert_eq!(parse_limits("Max file locks x y"), None);
    }

    #[test]
    fn own_limits_can_be_read_from_outside() {
        let limits = getrlimit(Resource::Locks);
        assert_eq!(super::limits(std::process::id()), Some((limits.current, limits.maximum)));
    }

    #[test]
    fn a_child_is_found_below_its_parent_and_nowhere_else() {
        let session = SessionId::parse("bcdfghjk").unwrap();
        let pid = std::process::id();
        let started = start_time(pid).unwrap();
        let mut child = std::process::Command::new("sleep").arg("100").spawn().unwrap();
        let below =
            |started| ancestor(child.id(), &[KnownHost { pid, started, session: session.clone() }]).unwrap();
        assert_eq!(below(started), Some(session.clone()));
        assert_eq!(below(started + 1), None, "another process had this number");
        assert_eq!(ancestor(pid, &[KnownHost { pid, started, session: session.clone() }]), Some(None));
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn what_is_started_as_nobodys_is_marked_with_its_children_and_blocks_no_signal() {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", "sh -c 'cat /proc/self/limits /proc/self/status; true'; true"]);
        let child = kin::spawn_marked(command.stdout(std::process::Stdio::piped())).unwrap();
        let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let (soft, hard) = parse_limits(&said).unwrap();
        assert_eq!(kin::mark_in(soft, hard, None), Some(Mark::Ours), "{said}");
        assert!(said.contains("SigBlk:\t0000000000000000"), "{said}");
        assert_eq!(own_mark(), None, "we ourselves are not");
        let missing = kin::spawn_marked(&mut std::process::Command::new("/no/such/program"));
        assert_eq!(missing.unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_caller_that_is_gone_is_unknown() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let caller = Caller { pid: child.id(), user: 0, pidfd: None };
        // Dead and not buried yet, then buried.
        while living(&caller).is_some() {
            std::thread::yield_now();
        }
        assert_eq!(standing(&caller, &[]), Standing::Unknown);
        child.wait().unwrap();
        assert_eq!(standing(&caller, &[]), Standing::Unknown);
    }

    #[test]
    fn the_other_end_of_our_own_socket_is_this_process() {
        let (one, _other) = sockets::pair().unwrap();
        let caller = caller(&one).unwrap();
        assert_eq!(caller.pid, std::process::id());
        assert!(living(&caller).is_some());
    }
}
