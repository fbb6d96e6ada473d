//! Programs, and what the kernel must say about each.

use model::Reader::{
    self, BackgroundOnly, None as Nobody, Outside, PollForever, PollTimeout, Read, Registered, Undecided,
};

/// A program that comes to wait in a certain way.
pub(crate) struct Waiting {
    pub(crate) name: &'static str,
    pub(crate) argv: &'static [&'static str],
    /// Any of these is right: versions of a program differ in their call.
    pub(crate) reader: &'static [Reader],
    /// Line mode and echo, where the program sets them on purpose.
    pub(crate) mode: Option<(bool, bool)>,
    pub(crate) inner: Option<Reader>,
}

/// A program that prints "ready" and then waits for something else.
pub(crate) struct Silent {
    pub(crate) name: &'static str,
    pub(crate) argv: &'static [&'static str],
    pub(crate) reader: Reader,
}

const LINES: Option<(bool, bool)> = Some((true, true));
const HIDDEN: Option<(bool, bool)> = Some((true, false));
const KEYS: Option<(bool, bool)> = Some((false, false));

macro_rules! waiting {
    ($($name:literal: $argv:expr => $reader:expr, $mode:expr, $inner:expr;)*) => {
        &[$(Waiting { name: $name, argv: &$argv, reader: &$reader, mode: $mode, inner: $inner }),*]
    };
}

pub(crate) const WAITING: &[Waiting] = waiting! {
    "bash prompt": ["bash", "--norc", "--noprofile", "-i"] => [PollForever], KEYS, None;
    "bash read": ["bash", "-c", "read -p 'name? ' x"] => [Read], LINES, None;
    "bash read -s": ["bash", "-c", "read -s -p 'word? ' x"] => [Read], HIDDEN, None;
    "dash read": ["dash", "-c", "read x"] => [Read], LINES, None;
    "python input": ["python3", "-c", "input('? ')"] => [Read], LINES, None;
    "python getpass": ["python3", "-c", "import getpass; getpass.getpass()"] => [Read], HIDDEN, None;
    "python select": ["python3", "-c", "import select; select.select([0], [], [])"] => [PollForever], LINES, None;
    "python asyncio": ["python3", "-c",
        "import asyncio\nl = asyncio.new_event_loop()\nl.add_reader(0, print)\nl.run_forever()"]
        => [PollForever], LINES, None;
    "python epoll in epoll": ["python3", "-c",
        "import select\na = select.epoll()\na.register(0, 1)\nb = select.epoll()\nb.register(a, 1)\nb.poll()"]
        => [PollForever], LINES, None;
    "python epoll in poll": ["python3", "-c",
        "import select\na = select.epoll()\na.register(0, 1)\nb = select.poll()\nb.register(a, 1)\nb.poll()"]
        => [PollForever], LINES, None;
    "python poll with a limit": ["python3", "-c",
        "import select\np = select.poll()\np.register(0, select.POLLIN)\np.poll(100000)"]
        => [PollTimeout], LINES, None;
    "python poll stopped and continued": ["python3", "-c",
        "import os, select\nme = os.getpid()\np = select.poll()\np.register(0, select.POLLIN)\n\
         if not os.fork():\n os.execlp('sh', 'sh', '-c', f'sleep .3; kill -STOP {me}; sleep .2; kill -CONT {me}')\n\
         p.poll()"]
        => [PollForever], LINES, None;
    "python /dev/tty": ["bash", "-c", "python3 -c 'open(\"/dev/tty\").read()' < /dev/null"] => [Read], LINES, None;
    "python second thread": ["python3", "-c",
        "import threading, time\nthreading.Thread(target=input, daemon=True).start()\ntime.sleep(100)"]
        => [Read], LINES, None;
    "cat": ["cat"] => [Read], LINES, None;
    "cat in a pipeline": ["bash", "-c", "cat | sort"] => [Read], LINES, None;
    "less": ["less", "text"] => [Read], KEYS, None;
    "vim": ["vim", "-u", "NONE", "-N", "text"] => [PollForever, PollTimeout], KEYS, None;
    "node readline": ["node", "-e",
        "require('readline').createInterface({input: process.stdin, output: process.stdout}).question('? ', () => 0)"]
        => [PollForever, PollTimeout], KEYS, None;
    "another session": ["bash", "-c", "setsid -w cat"] => [Outside], LINES, None;
    "io_uring read": ["uring_read", "tty"] => [Read], LINES, None;
    "io_uring poll": ["uring_read", "poll"] => [PollForever], LINES, None;
    "io_uring, all pending": ["uring_read", "both"] => [Read], LINES, None;
    "io_uring in epoll": ["uring_read", "epoll"] => [Read], LINES, None;
    "io_uring, one of two pending": ["uring_read", "mixed"] => [Undecided], LINES, None;
    "io_uring, by a worker": ["uring_read", "async"] => [Read], LINES, None;
    "script, read inside": ["script", "-qc", "bash -c 'read x'", "/dev/null"]
        => [PollForever, PollTimeout], KEYS, Some(Read);
    "script, sleep inside": ["script", "-qc", "sleep 100", "/dev/null"]
        => [PollForever, PollTimeout], KEYS, Some(Nobody);
    "script in script": ["script", "-qc", "script -qc 'bash -c \"read x\"' /dev/null", "/dev/null"]
        => [PollForever, PollTimeout], KEYS, Some(Read);
    "expect, input inside": ["expect", "-c", "spawn -noecho python3 -c {input('? ')}; interact"]
        => [PollForever, PollTimeout], KEYS, Some(Read);
    "expect, sleep inside": ["expect", "-c", "spawn -noecho sleep 100; interact"]
        => [PollForever, PollTimeout], KEYS, Some(Nobody);
    "a relay with two threads": ["python3", "-c",
        "import os, pty, threading, tty\npid, fd = pty.fork()\nif not pid: os.execlp('bash', 'bash', '-c', 'read x')\n\
         tty.setraw(0)\nthreading.Thread(target=lambda: os.read(fd, 1), daemon=True).start()\nos.read(0, 1)"]
        => [Read], KEYS, Some(Read);
};

macro_rules! silent {
    ($($name:literal: $argv:expr => $reader:expr;)*) => {
        &[$(Silent { name: $name, argv: &$argv, reader: $reader }),*]
    };
}

pub(crate) const SILENT: &[Silent] = silent! {
    "sleep": ["sh", "-c", "echo ready; exec sleep 100"] => Nobody;
    "prompt-like text": ["python3", "-c", "import time; print('ready\\nContinue? [y/n]'); time.sleep(100)"] => Nobody;
    "python at work": ["python3", "-c", "print('ready')\nwhile True: pass"] => Nobody;
    "programs that come and go": ["bash", "-c", "echo ready; while :; do /bin/true | /bin/true; done"] => Nobody;
    "python reads a pipe": ["python3", "-c", "import os; a, b = os.pipe(); print('ready'); os.read(a, 1)"] => Nobody;
    "python reads another terminal": ["python3", "-c",
        "import os, pty; a, b = pty.openpty(); print('ready'); os.read(b, 1)"] => Nobody;
    "python polls for output only": ["python3", "-c",
        "import os, select\na, b = os.pipe()\np = select.poll()\np.register(a, 1)\np.register(0, select.POLLPRI)\n\
         print('ready')\np.poll()"] => Nobody;
    "python waits for a program": ["python3", "-c",
        "import subprocess; print('ready', flush=True); subprocess.run(['sleep', '100'])"] => Nobody;
    "node at rest": ["node", "-e", "console.log('ready'); setTimeout(() => 0, 1e5)"] => Nobody;
    "node at work between two looks at its keys": ["node", "-e",
        "process.stdin.setRawMode(true).on('data', () => 0)\n\
         setTimeout(() => { console.log('ready'); while (true); }, 100)"] => Registered;
    "node at work that wants no keys": ["node", "-e",
        "process.stdin.setRawMode(true)\nsetTimeout(() => { console.log('ready'); while (true); }, 100)"] => Nobody;
    "python at work between two looks at its lines": ["python3", "-c",
        "import select\ne = select.epoll()\ne.register(0, 1)\nprint('ready')\nwhile True: pass"] => Nobody;
    "a stopped reader": ["python3", "-c",
        "import os, signal, threading, time\nthreading.Thread(target=input, daemon=True).start()\ntime.sleep(.3)\n\
         print('ready', flush=True)\nos.kill(os.getpid(), signal.SIGSTOP)"] => Nobody;
    "io_uring of a pipe": ["uring_read", "pipe"] => Nobody;
    "bash background reader": ["bash", "-c", "set -m; cat & sleep .5; echo ready; sleep 100"] => BackgroundOnly;
};
