//! Programs that wait, and how the moment is known in which they do.

/// How a program waits, by which goal it is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// A thread is in read.
    Reads,
    /// Lines without echo.
    Hidden,
    /// In poll, select or epoll.
    Polls,
}

impl Class {
    pub(super) const ALL: [Class; 3] = [Class::Reads, Class::Hidden, Class::Polls];

    pub(super) fn name(self) -> &'static str {
        match self {
            Class::Reads => "in read",
            Class::Hidden => "echo off",
            Class::Polls => "polls",
        }
    }

    /// The most that half of all delays may be, in milliseconds.
    pub(super) fn goal(self) -> f64 {
        match self {
            Class::Reads | Class::Hidden => 60.0,
            Class::Polls => 250.0,
        }
    }
}

/// One program.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) class: Class,
    /// What must be installed.
    pub(super) needs: &'static str,
    pub(super) argv: &'static [&'static str],
    /// It writes the time into the file `$STAMP` right before it waits. Otherwise its last byte is taken for that.
    pub(super) stamps: bool,
}

type Words = &'static [&'static str];

const fn stamping(name: &'static str, class: Class, needs: &'static str, argv: Words) -> Program {
    Program { name, class, needs, argv, stamps: true }
}

const fn drawing(name: &'static str, class: Class, needs: &'static str, argv: Words) -> Program {
    Program { name, class, needs, argv, stamps: false }
}

const BASH_READ: &str = "printf 'Proceed? [y/N] '; printf %s $EPOCHREALTIME >$STAMP; read x";
const BASH_LATE: &str = "printf 'Proceed? [y/N] '; sleep 0.1; printf %s $EPOCHREALTIME >$STAMP; read x";
const BASH_HIDDEN: &str = "printf 'Password: '; stty -echo; printf %s $EPOCHREALTIME >$STAMP; read x";
const BASH_EDITED: &str = "printf %s $EPOCHREALTIME >$STAMP; read -e -p 'File name: ' x";
const PYTHON_INPUT: &str = "import os,sys,time
sys.stdout.write('Your name: '); sys.stdout.flush()
open(os.environ['STAMP'],'w').write(repr(time.time())); input()";
const PYTHON_GETPASS: &str = "import os,time,getpass
open(os.environ['STAMP'],'w').write(repr(time.time())); getpass.getpass()";
const PYTHON_SELECT: &str = "import os,sys,time,select
sys.stdout.write('Continue? (yes/no) '); sys.stdout.flush()
open(os.environ['STAMP'],'w').write(repr(time.time()))
while not select.select([0],[],[],0.5)[0]: pass";
const NODE_QUESTION: &str =
    "const r=require('readline').createInterface({input:process.stdin,output:process.stdout});
r.question('Delete it? (y/n) ',()=>process.exit());
require('fs').writeFileSync(process.env.STAMP,String((performance.timeOrigin+performance.now())/1000))";

/// All of them. Which are installed differs.
pub(super) const PROGRAMS: &[Program] = &[
    stamping("bash read", Class::Reads, "bash", &["bash", "-c", BASH_READ]),
    stamping("bash read, 100 ms late", Class::Reads, "bash", &["bash", "-c", BASH_LATE]),
    stamping("python input", Class::Reads, "python3", &["python3", "-c", PYTHON_INPUT]),
    drawing("dialog", Class::Reads, "dialog", &["dialog", "--yesno", "Install it now?", "8", "40"]),
    drawing("whiptail", Class::Reads, "whiptail", &["whiptail", "--yesno", "Install it now?", "8", "40"]),
    drawing("fzf", Class::Reads, "fzf", &["bash", "-c", "seq 20 | fzf"]),
    drawing("less", Class::Reads, "less", &["less", "/etc/services"]),
    stamping("bash, echo off", Class::Hidden, "bash", &["bash", "-c", BASH_HIDDEN]),
    stamping("python getpass", Class::Hidden, "python3", &["python3", "-c", PYTHON_GETPASS]),
    stamping("bash read -e", Class::Polls, "bash", &["bash", "-c", BASH_EDITED]),
    stamping("python select, 0.5 s", Class::Polls, "python3", &["python3", "-c", PYTHON_SELECT]),
    stamping("node readline", Class::Polls, "node", &["node", "-e", NODE_QUESTION]),
    drawing("bash prompt", Class::Polls, "bash", &["bash", "--norc", "--noprofile", "-i"]),
    drawing("vim", Class::Polls, "vim", &["vim", "-u", "NONE", "-N", "/etc/services"]),
];
