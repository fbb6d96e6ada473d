//! What a program finds around it: its terminal's settings, environment, descriptors, limits, signals.

use std::collections::BTreeSet;

use testkit::{Sandbox, require};

use super::Pair;
use super::pair::assert_bytes;

/// Runs `before` (a shell's words) and then the probe in the same place, with and without locum between them.
/// Returns what the probe printed.
#[track_caller]
fn check(name: &str, before: &str, probe: &str) -> String {
    let start = format!("{before}\nexec \"$@\"");
    let mut pair = Pair::sharing(&["sh", "-c", &start, "sh"], |sandbox: &Sandbox| {
        sandbox.folder("home/deep");
        for folder in ["home", "home/deep"] {
            sandbox.write(&format!("{folder}/probe.py"), PROBE);
        }
        sandbox.write("home/three", "descriptor three\n");
        vec!["sh", "-c", probe]
    });
    println!("{name}");
    pair.end();
    pair.same_bytes();
    let seen = String::from_utf8_lossy(&pair.both()[1].log()).into_owned();
    assert!(!seen.trim().is_empty(), "{name}: the probe printed nothing");
    seen
}

/// What only the kernel's own calls tell. The limit on file locks is ours: a session is known by it.
const PROBE: &str = "\
import ctypes, fcntl, os, resource, signal, struct, sys, termios
libc = ctypes.CDLL(None)
print('window', struct.unpack('HHHH', fcntl.ioctl(0, termios.TIOCGWINSZ, b'\\0' * 8)))
print('flags', [fcntl.fcntl(fd, fcntl.F_GETFL) & (os.O_ACCMODE | os.O_NONBLOCK | os.O_APPEND) for fd in range(3)])
print('foreground', os.tcgetpgrp(0) == os.getpgrp(), 'own group', os.getpgrp() == os.getpid())
print('same terminal', len({os.fstat(fd).st_rdev for fd in range(3)}), all(os.isatty(fd) for fd in range(3)))
print('limits', [resource.getrlimit(which) for which in range(16) if which != 10])
print('priority', os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0), sorted(os.sched_getaffinity(0)))
word = ctypes.c_int()
libc.prctl(2, ctypes.byref(word))
print('parent death signal', word.value, 'dumpable', libc.prctl(3), 'no new privileges', libc.prctl(39, 0, 0, 0, 0))
libc.prctl(37, ctypes.byref(word))
print('subreaper', word.value, 'timer slack', libc.prctl(30), 'personality', libc.personality(0xffffffff))
handlers = {number: signal.getsignal(number) for number in range(1, 65) if number not in (2, 13, 25)}
print('handlers', sorted(number for number, how in handlers.items() if how == signal.SIG_IGN))
print('mask', sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])))
print('ids', os.getresuid(), os.getresgid(), os.getgroups(), 'umask', oct(os.umask(0)), 'folder', os.getcwd())
";

#[test]
fn settings_of_the_terminal_are_the_same() {
    let mut different = BTreeSet::new();
    for (name, before) in [
        ("as the window opened", ":"),
        ("changed keys", "stty intr ^G susp ^Y erase ^H eof ^E lnext undef stop undef"),
        ("changed flags", "stty -ixon ixany -echoctl -echoke tostop iutf8 imaxbel noflsh inlcr"),
        ("no echo", "stty -echo"),
        ("without lines", "stty -icanon min 3 time 7"),
        ("raw", "stty raw -echo"),
        ("no changes in output", "stty -opost -onlcr tab3"),
        ("speed and frame", "stty 9600 cs7 parenb cstopb"),
    ] {
        let seen = check(name, before, "stty -a; stty -g; stty size");
        assert!(seen.contains("24 80"), "{name}: {seen}");
        assert!(different.insert(seen), "{name}: what was set up before shows nowhere");
    }
}

#[test]
fn settings_are_given_back_as_they_were() {
    let pair = Pair::sharing(
        &["sh", "-c", "stty intr ^G -ixon -echoctl; stty -g >before; \"$@\"; stty -g >after; exec cat", "sh"],
        |_| vec!["sh", "-c", "stty raw -echo; echo done"],
    );
    pair.wait_for("done");
    let changed = |terminal: &testkit::Terminal| terminal.settings();
    let [bare, through] = pair.both();
    // A program on the bare terminal leaves its own raw mode behind; one through locum only had a terminal of
    // its own.
    testkit::process::wait_until(super::pair::PATIENCE, "the settings before", || {
        let saved = |name| std::fs::read(pair.sandboxes()[1].path(name)).unwrap_or_default();
        changed(bare).is_raw() && !changed(through).is_raw() && !saved("home/after").is_empty()
    });
}

#[test]
fn the_environment_is_the_same() {
    let without_own = "env | grep -v -e '^LOCUM_SESSION=' -e '^TESTKIT_ID=' -e '^_=' | sort";
    let probe =
        format!("{without_own}; echo; echo term=$TERM; echo count=$#; printenv EMPTY; printenv LINED");
    let seen = check(
        "environment",
        "export TERM=xterm-kitty COLORTERM=truecolor LANG=de_DE.UTF-8 EMPTY= LINED='two\nlines' PS1='x ' _=y",
        &probe,
    );
    assert!(seen.contains("TERM=xterm-kitty\r\n") && seen.contains("term=xterm-kitty"), "{seen}");
    // What locum keeps must not leave the sandbox, so the folders are given anew.
    let bare = "set -- env -i HOME=$HOME/bare XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR PATH=$PATH TERM=dumb \"$@\"";
    check("nothing inherited", bare, without_own);
    check("no TERM", "unset TERM", "echo ${TERM-none}");
}

#[test]
fn the_session_is_named_to_the_program_alone() {
    let sandbox = Sandbox::new();
    let locum = crate::locum(&sandbox).display().to_string();
    let script =
        "[ ${LOCUM_SESSION+x} ] && echo outside; \"$@\"; [ ${LOCUM_SESSION+x} ] && echo outside; true";
    let print = "echo inside=$LOCUM_SESSION; env | grep -c ^LOCUM_";
    let argv = ["sh", "-c", script, "sh", &locum, "run", "--", "sh", "-c", print];
    let mut terminal = testkit::Terminal::start(&sandbox, super::pair::SIZE, &argv);
    assert_eq!(terminal.wait_exit().code(), Some(0));
    let seen = String::from_utf8(terminal.log()).unwrap();
    let session = seen.strip_prefix("inside=").and_then(|rest| rest.strip_suffix("\r\n1\r\n"));
    assert!(session.is_some_and(|session| !session.is_empty()), "{seen:?}");
}

#[test]
fn descriptors_are_the_same() {
    let list = "ls -l /proc/self/fd | sed -n 's/.* \\([0-9]* -> .*\\)/\\1/p' | sed 's|/dev/pts/.*|tty|; s|/proc/.*|proc|; \
                s|pipe:.*|pipe|'";
    check("only the standard ones", ":", list);
    let seen = check("a third for reading", "exec 3<three", "cat <&3");
    assert!(seen.contains("descriptor three"), "{seen}");
    // Both run at once, so each writes a file of its own.
    let file = "f=written.$TESTKIT_ID";
    for (name, before, probe) in [
        (
            "a third for writing",
            "exec 3>$f 7</dev/null",
            "echo to three >&3; cat $f; readlink /proc/self/fd/7",
        ),
        ("errors in a file", "exec 2>$f", "echo out; echo err >&2; cat $f; [ -t 2 ]; echo $?"),
        ("errors appended", "echo first >$f; exec 2>>$f", "echo err >&2; cat $f"),
        ("errors thrown away", "exec 2>/dev/null", "echo out; echo err >&2; readlink /proc/self/fd/2"),
        ("errors closed", "exec 2>&-", "echo out; [ -e /proc/self/fd/2 ]; echo $?"),
    ] {
        check(name, &format!("{file}; {before}"), &format!("{file}; {probe}"));
    }
}

#[test]
fn the_terminal_has_its_names() {
    for (name, before) in [
        ("input by the other name", "exec </dev/tty"),
        ("output by the other name", "exec >/dev/tty"),
        ("errors by the other name", "exec 2>/dev/tty"),
        ("all by the other name", "exec </dev/tty >/dev/tty 2>&1"),
    ] {
        let probe = "stty -a; stty size; echo out; echo err >&2; ls nowhere; python3 probe.py | grep -v -e same -e flags";
        check(name, before, probe);
    }
    check(
        "tty names the standard input",
        ":",
        "test \"$(tty)\" = \"$(readlink /proc/self/fd/0)\" && test -c \"$(tty)\"; echo $?",
    );
    check(
        "the terminal by its other name",
        ":",
        "echo by name >/dev/tty; stty -a </dev/tty; ps -o tty= -p $$ | grep -c pts",
    );
    check(
        "the terminal without standard descriptors",
        ":",
        "(echo by name >/dev/tty) </dev/null >/dev/null 2>&1; echo x",
    );
}

#[test]
fn everything_else_around_a_program_is_the_same() {
    require(&["python3", "nice"]);
    let probe = "python3 probe.py; umask; ulimit -a | grep -v locks; nice; pwd; \
                 grep -E '^(Sig(Ign|Blk)|Cap|Groups|NoNewPrivs|Seccomp:|Umask|Uid|Gid|Cpus_allowed:|THP)' /proc/self/status; \
                 cat /proc/self/oom_score_adj /proc/self/coredump_filter /proc/self/cgroup; \
                 readlink /proc/self/ns/* /proc/self/root";
    let block = "set -- python3 -c 'import os, signal, sys; \
                 signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGALRM, signal.SIGWINCH, 40]); \
                 signal.signal(signal.SIGPIPE, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])' \"$@\"";
    let mut seen = BTreeSet::new();
    for (name, before) in [
        ("as usual", ":"),
        ("SIGHUP ignored, as nohup does", "trap '' HUP"),
        ("SIGPIPE ignored", "trap '' PIPE"),
        ("keys' signals ignored", "trap '' INT QUIT TSTP"),
        ("many ignored", "trap '' TERM USR1 USR2 TTIN TTOU WINCH CHLD ALRM"),
        ("signals blocked", block),
        ("umask", "umask 027"),
        ("limits", "ulimit -n 512; ulimit -S -c 0; ulimit -t 1000; ulimit -s 4096"),
        ("niceness", "set -- nice -n 7 \"$@\""),
        ("another folder", "cd deep"),
        ("a linked folder", "ln -s deep link 2>/dev/null; cd link"),
    ] {
        let is_new = seen.insert(check(name, before, probe));
        assert!(is_new, "{name}: what was set up before shows nowhere");
    }
}

#[test]
fn the_window_s_pixels_are_told() {
    let seen = check("window", ":", "python3 probe.py | grep window");
    assert_bytes(seen.as_bytes(), b"window (24, 80, 640, 384)\r\n", "window");
}
