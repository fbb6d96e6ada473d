//! Names, and who gets them.

use std::fs;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use model::SessionId;
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps};
use testkit::Sandbox;

use super::rules::{LONGEST, base_of};
use super::{NameError, Names, valid};

fn id(number: u8) -> SessionId {
    SessionId::from_random([number; 8])
}

/// A runtime folder with its names.
fn runtime() -> (Sandbox, Names) {
    let sandbox = Sandbox::new();
    let names = Names::of_runtime(&sandbox.root().join("run"));
    (sandbox, names)
}

/// A session that lives as long as this.
fn session(names: &Names, number: u8) -> (SessionId, UnixListener) {
    let id = id(number);
    let listener = UnixListener::bind(names.runtime.join(format!("{id}.sock"))).unwrap();
    (id, listener)
}

/// Makes a link look as if it had been made a while ago.
fn age(link: &Path) {
    let long_ago = Timespec { tv_sec: 1_000_000, tv_nsec: 0 };
    let times = Timestamps { last_access: long_ago, last_modification: long_ago };
    rustix::fs::utimensat(CWD, link, &times, AtFlags::SYMLINK_NOFOLLOW).unwrap();
}

#[track_caller]
fn assert_taken(result: Result<(), NameError>, holder: &SessionId) {
    match result {
        Err(NameError::Taken { by, .. }) => assert_eq!(by, *holder),
        other => panic!("not taken: {other:?}"),
    }
}

#[test]
fn what_a_name_may_be() {
    let long = "x".repeat(LONGEST);
    for name in ["a", "web", "claude-2", "My_App.v1.2", "_x", "9a", "b-", long.as_str()] {
        assert!(valid(name).is_ok(), "{name}");
    }
    let longer = "x".repeat(LONGEST + 1);
    for (name, reason) in [
        ("", "empty"),
        ("a b", "allowed"),
        ("../x", "allowed"),
        ("a/b", "allowed"),
        ("ü", "allowed"),
        ("a\n", "allowed"),
        ("-x", "begin"),
        (".x", "begin"),
        ("..", "begin"),
        ("4711", "process"),
        (id(12).as_str(), "session's id"),
        (longer.as_str(), "longer"),
    ] {
        let said = valid(name).unwrap_err().to_string();
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn names_made_of_programs() {
    let long = "y".repeat(300);
    for (program, base) in [
        ("/usr/bin/vim", "vim"),
        ("claude", "claude"),
        ("./my tool!", "my-tool-"),
        (".hidden", "hidden"),
        ("--", "session"),
        ("", "session"),
        ("/", "session"),
        ("42", "session-42"),
        ("bcdfghjk", "session-bcdfghjk"),
        ("日本", "session"),
        (long.as_str(), &long[..LONGEST - 5]),
    ] {
        assert_eq!(base_of(program), base, "{program}");
        assert!(valid(base).is_ok(), "{base}");
    }
}

#[test]
fn a_name_is_found_renamed_and_released() {
    let (_sandbox, names) = runtime();
    let (id, _alive) = session(&names, 1);
    assert_eq!(names.list(), []);
    assert_eq!(names.of(&id), None);
    names.claim("web", &id).unwrap();
    names.claim("web", &id).unwrap();
    assert_eq!(names.find("web").unwrap(), id);
    assert_eq!(names.of(&id).as_deref(), Some("web"));
    assert_eq!(names.rename("web", "api").unwrap(), id);
    assert!(matches!(names.find("web"), Err(NameError::Unknown { .. })));
    assert_eq!(names.list(), [("api".to_owned(), id.clone())]);
    assert_eq!(names.rename("api", "api").unwrap(), id);
    assert!(matches!(names.rename("api", "-"), Err(NameError::Invalid { .. })));
    assert!(matches!(names.rename("web", "x"), Err(NameError::Unknown { .. })));
    names.release(&id).unwrap();
    names.release(&id).unwrap();
    assert_eq!(names.list(), []);
    assert!(matches!(names.find("../x"), Err(NameError::Unknown { .. })));
}

#[test]
fn a_taken_name_stays_with_its_session() {
    let (_sandbox, names) = runtime();
    let ((one, _alive), (other, _too)) = (session(&names, 1), session(&names, 2));
    names.claim("web", &one).unwrap();
    names.claim("api", &other).unwrap();
    age(&names.link("web"));
    assert_taken(names.claim("web", &other), &one);
    assert_taken(names.rename("api", "web").map(drop), &one);
    assert_eq!(names.claim_free("/bin/web", &other).unwrap(), "web-2");
    assert_eq!(names.claim_free("web", &id(3)).unwrap(), "web-3");
    assert_eq!(names.find("web").unwrap(), one);
}

#[test]
fn a_session_that_is_gone_holds_no_name() {
    let (_sandbox, names) = runtime();
    let (killed, listener) = session(&names, 1);
    names.claim("killed", &killed).unwrap();
    names.claim("ended", &id(2)).unwrap();
    let new = id(3);
    // Young: it may be on its way.
    assert_taken(names.claim("ended", &new), &id(2));
    assert_eq!(names.find("ended").unwrap(), id(2));
    drop(listener);
    for name in ["killed", "ended"] {
        age(&names.link(name));
        names.claim(name, &new).unwrap();
        assert_eq!(names.find(name).unwrap(), new);
        age(&names.link(name));
        assert!(names.find(name).is_err(), "{name} without a socket");
    }
    assert_eq!(names.list(), []);
}

#[test]
fn what_is_no_link_of_ours_is_left_out_or_replaced() {
    let (_sandbox, names) = runtime();
    let (id, _alive) = session(&names, 1);
    names.claim("web", &id).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", names.link("odd")).unwrap();
    std::os::unix::fs::symlink(id.as_str(), names.link("-odd")).unwrap();
    fs::write(names.link("file"), "").unwrap();
    assert_eq!(names.list(), [("web".to_owned(), id.clone())]);
    names.claim("odd", &id).unwrap();
    assert_eq!(names.find("odd").unwrap(), id);
}

/// Ten threads at once, again and again.
#[track_caller]
fn race(names: &Names, prepare: impl Fn(&str), claim: impl Fn(&str, &SessionId) -> bool + Sync) {
    for round in 0..50 {
        let name = format!("name-{round}");
        prepare(&name);
        let barrier = Barrier::new(10);
        let won: Vec<SessionId> = thread::scope(|scope| {
            let (barrier, name, claim) = (&barrier, &name, &claim);
            let threads: Vec<_> = (0..10)
                .map(|number| {
                    scope.spawn(move || {
                        barrier.wait();
                        claim(name, &id(number)).then(|| id(number))
                    })
                })
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(won.len(), 1, "round {round}: {won:?}");
        assert_eq!(names.find(&name).unwrap(), won[0], "round {round}");
    }
}

#[test]
fn of_ten_who_want_a_free_name_one_gets_it() {
    let (_sandbox, names) = runtime();
    race(&names, |_| (), |name, id| names.claim(name, id).is_ok());
}

#[test]
fn of_ten_who_want_the_name_of_a_dead_session_one_gets_it() {
    let (_sandbox, names) = runtime();
    let dead = |name: &str| {
        names.claim(name, &id(99)).unwrap();
        age(&names.link(name));
    };
    race(&names, dead, |name, id| names.claim(name, id).is_ok());
}

#[test]
fn ten_who_want_any_name_get_ten() {
    let (_sandbox, names) = runtime();
    let mut got: Vec<String> = thread::scope(|scope| {
        let names = &names;
        let threads: Vec<_> = (0..10)
            .map(|number| scope.spawn(move || names.claim_free("vim", &id(number)).unwrap()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    got.sort();
    got.dedup();
    assert_eq!(got.len(), 10);
}

#[test]
fn a_lock_that_is_never_given_back_is_not_waited_for_forever() {
    let (_sandbox, names) = runtime();
    names.claim("web", &id(1)).unwrap();
    let _held = names.lock().unwrap();
    let start = std::time::Instant::now();
    assert!(matches!(names.release(&id(1)), Err(NameError::Io { .. })));
    assert!(start.elapsed() < Duration::from_secs(8));
}
