//! The same keys with and without locum, and the same screen: words, job numbers, states, statuses.

use testkit::jobs::{Parts, runs_in_front, wait_until};
use testkit::{Sandbox, Shell, Terminal, User, keys, process, require};

use crate::locum;

/// What the person does and waits for. `{}` stands for `locum run` or nothing.
enum Step {
    /// Types a command.
    Line(&'static str),
    /// Presses keys.
    Keys(&'static [u8]),
    /// Waits for the next prompt.
    Prompt,
    /// Waits until the program with this in its command line runs in the foreground.
    Front(&'static str),
    /// Waits until it (and `locum run`, which the shell knows) is stopped.
    Stopped(&'static str),
    /// Waits until the screen shows this.
    Shows(&'static str),
}
use Step::*;

struct Script {
    name: &'static str,
    shells: &'static [Shell],
    /// The screen is compared from the row on that ends so. When a shell tells of a stop in the background,
    /// before or after its prompt, is a matter of luck natively too.
    from: &'static str,
    steps: &'static [Step],
}

const ALL: &[Shell] = &Shell::ALL;
/// fish has no `$?`, no `stty` that lasts and other words for loops.
const BOURNE: &[Shell] = &[Shell::Bash, Shell::Zsh, Shell::Dash];

const SLEEP: &str = "sleep 1000";

const SCRIPTS: &[Script] = &[
    Script {
        name: "suspend, jobs, bg, jobs, fg, interrupt",
        shells: ALL,
        from: "",
        steps: &[
            Line("{}sleep 1000"),
            Front(SLEEP),
            Keys(keys::CTRL_Z),
            Prompt,
            Line("jobs"),
            Prompt,
            Line("bg"),
            Prompt,
            Line("jobs"),
            Prompt,
            Line("fg"),
            Front(SLEEP),
            Keys(keys::CTRL_C),
            Prompt,
            Line("jobs"),
            Prompt,
        ],
    },
    Script {
        name: "status after an interrupt and an exit",
        shells: BOURNE,
        from: "",
        steps: &[
            Line("{}sleep 1000"),
            Front(SLEEP),
            Keys(keys::CTRL_C),
            Prompt,
            Line("echo status $?"),
            Prompt,
            Line("{}sh -c 'exit 77'"),
            Prompt,
            Line("echo status $?"),
            Prompt,
        ],
    },
    Script {
        name: "a reader in the background stops on input",
        shells: ALL,
        from: "> jobs",
        steps: &[
            Line("{}cat &"),
            Prompt,
            Stopped("cat"),
            Line(""),
            Prompt,
            Line("jobs"),
            Prompt,
            Line("fg"),
            Front("cat"),
            Line("hello"),
            Shows("hello\nhello"),
            Keys(keys::CTRL_D),
            Prompt,
        ],
    },
    Script {
        name: "a job started in the background, brought to the front, interrupted",
        shells: BOURNE,
        from: "",
        steps: &[
            Line("{}sleep 1000 &"),
            Prompt,
            Line("jobs"),
            Prompt,
            Line("fg"),
            Front(SLEEP),
            Keys(keys::CTRL_C),
            Prompt,
            Line("echo status $?"),
            Prompt,
        ],
    },
    Script {
        name: "tostop stops a writer in the background",
        shells: &[Shell::Bash, Shell::Dash],
        from: "> jobs",
        steps: &[
            Line("stty tostop"),
            Prompt,
            Line("{}dash -c 'echo written' &"),
            Prompt,
            Stopped("echo written"),
            Line(""),
            Prompt,
            Line("jobs"),
            Prompt,
            Line("fg"),
            Shows("\nwritten"),
            Prompt,
        ],
    },
    Script {
        name: "two jobs and their numbers",
        shells: BOURNE,
        from: "",
        steps: &[
            Line("{}sleep 1000"),
            Front(SLEEP),
            Keys(keys::CTRL_Z),
            Prompt,
            Line("{}sleep 2000"),
            Front("sleep 2000"),
            Keys(keys::CTRL_Z),
            Prompt,
            Line("jobs"),
            Prompt,
            Line("fg %1"),
            Front(SLEEP),
            Keys(keys::CTRL_C),
            Prompt,
            Line("fg"),
            Front("sleep 2000"),
            Keys(keys::CTRL_C),
            Prompt,
        ],
    },
    Script {
        name: "a loop in a bash script ends with Ctrl-C",
        shells: BOURNE,
        from: "",
        steps: &[Line("bash loop"), Front(SLEEP), Keys(keys::CTRL_C), Prompt, Line("echo status $?"), Prompt],
    },
    Script {
        name: "a loop in a dash script ends with Ctrl-C",
        shells: BOURNE,
        from: "",
        steps: &[Line("dash loop"), Front(SLEEP), Keys(keys::CTRL_C), Prompt, Line("echo status $?"), Prompt],
    },
    Script {
        name: "a loop in a zsh script ends with Ctrl-C",
        shells: BOURNE,
        from: "",
        steps: &[
            Line("zsh -f loop"),
            Front(SLEEP),
            Keys(keys::CTRL_C),
            Prompt,
            Line("echo status $?"),
            Prompt,
        ],
    },
    Script {
        name: "a loop typed at the prompt",
        shells: &[Shell::Bash, Shell::Zsh],
        from: "",
        steps: &[
            Line("for i in 1 2 3; do {}sleep 1000; echo after $i; done"),
            Front(SLEEP),
            Keys(keys::CTRL_C),
            Prompt,
            Line("echo status $?"),
            Prompt,
        ],
    },
    Script {
        name: "a script is suspended with its program",
        shells: BOURNE,
        from: "",
        steps: &[
            Line("dash loop"),
            Front(SLEEP),
            Keys(keys::CTRL_Z),
            Prompt,
            Line("jobs"),
            Prompt,
            Line("fg"),
            Front(SLEEP),
            Keys(keys::CTRL_C),
            Prompt,
            Line("echo status $?"),
            Prompt,
        ],
    },
    Script {
        name: "a program that catches Ctrl-C goes on",
        shells: BOURNE,
        from: "",
        steps: &[
            Line("{}dash catches"),
            Shows("\nup"),
            Front("dash catches"),
            Keys(keys::CTRL_C),
            Shows("caught"),
            Keys(b"word\r"),
            Prompt,
            Line("echo status $?"),
            Prompt,
        ],
    },
    Script {
        name: "pipelines run on plain pipes",
        shells: BOURNE,
        from: "",
        steps: &[
            Line("{}less file | cat"),
            Prompt,
            Line("echo piped | {}cat"),
            Prompt,
            Line("{}dash -c 'echo session=$LOCUM_SESSION' | cat"),
            Prompt,
        ],
    },
];

/// An interrupt ends its `read`, not the script.
const CATCHES: &str = "trap 'echo caught' INT\necho up\nuntil read x; do :; done\necho got $x\nexit 9\n";

/// Plays a script and returns the screen it leaves.
#[track_caller]
fn play(user: User, shell: Shell, script: &Script, wrapper: &str) -> String {
    let sandbox = Sandbox::for_user(user);
    locum(&sandbox);
    sandbox.write("home/file", "one\ntwo\n");
    sandbox.write("home/catches", CATCHES);
    sandbox.write(
        "home/loop",
        format!("for i in 1 2 3; do\n{wrapper}sleep 1000\necho after $i\ndone\necho end\n"),
    );
    let terminal = Terminal::shell(&sandbox, shell);
    let before = terminal.settings();
    for step in script.steps {
        match step {
            Line(text) => terminal.run_line(&text.replace("{}", wrapper)),
            Keys(keys) => {
                until_quiet(&terminal);
                terminal.send(keys);
            }
            Prompt => terminal.wait_prompt(),
            Front(needle) => {
                wait_until(&terminal, &format!("{needle} in front"), || in_front(&terminal, needle, wrapper))
            }
            Stopped(needle) => {
                wait_until(&terminal, &format!("{needle} stopped"), || stopped(&terminal, needle));
            }
            Shows(text) => drop(terminal.wait_for(text)),
        }
    }
    let tostop = script.name.starts_with("tostop");
    assert!(tostop || terminal.settings() == before, "{}: settings\n{}", script.name, terminal.describe());
    terminal.screen()
}

/// A signal key makes the kernel throw away what the terminal has not shown yet, natively too: so it has shown all.
fn until_quiet(terminal: &Terminal) {
    let mut shown = usize::MAX;
    wait_until(terminal, "quiet", || {
        std::thread::sleep(std::time::Duration::from_millis(30));
        std::mem::replace(&mut shown, terminal.log().len()) == terminal.log().len()
    });
}

fn in_front(terminal: &Terminal, needle: &str, wrapper: &str) -> bool {
    if wrapper.is_empty() {
        let found = process::find_descendant(terminal.child_pid(), needle);
        found.is_some_and(|found| runs_in_front(found.pid))
    } else {
        Parts::find(terminal, needle).is_some_and(|parts| parts.in_foreground(terminal))
    }
}

/// All processes with the needle, `locum run` among them.
fn stopped(terminal: &Terminal, needle: &str) -> bool {
    let below = process::descendants(terminal.child_pid());
    let mut named = below.iter().filter(|found| process::cmdline_contains(found.pid, needle)).peekable();
    named.peek().is_some() && named.all(|found| found.state == 'T')
}

/// Process numbers, shares of the processor, the width of columns with them, and the wrapper's own words are all
/// that may differ.
fn normal(screen: &str, from: &str) -> String {
    let rows = screen.lines().skip_while(|row| !row.ends_with(from)).map(|row| {
        let row = row.replace("locum run ", "");
        let words: Vec<&str> = row.split_whitespace().collect();
        let named = (0..words.len()).map(|at| match words[at] {
            word if word.ends_with('%') => "CPU",
            _ if is_pid(&words, at) => "PID",
            word => word,
        });
        named.collect::<Vec<_>>().join(" ")
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// A long number, or any number where shells put that of a process: behind `[1]`, before a share of the processor.
/// Numbers of processes start anew at times, and are as short as a status then.
fn is_pid(words: &[&str], at: usize) -> bool {
    let word = words[at];
    let behind_job = at > 0 && words[at - 1].starts_with('[') && words[at - 1].ends_with(']');
    let before_share = words.get(at + 1).is_some_and(|next| next.ends_with('%'));
    let long = word.len() > 3 && !["1000", "2000"].contains(&word);
    word.bytes().all(|byte| byte.is_ascii_digit()) && (long || behind_job || before_share)
}

#[track_caller]
fn check(user: User, shell: Shell) {
    require(&[shell.name(), "bash", "dash", "zsh", "less"]);
    for script in SCRIPTS.iter().filter(|script| script.shells.contains(&shell)) {
        testkit::note(format!("{user:?} {shell:?}: {}", script.name));
        let native = normal(&play(user, shell, script, ""), script.from);
        let ours = normal(&play(user, shell, script, "locum run "), script.from);
        assert!(!native.is_empty(), "nothing to compare");
        assert_eq!(ours, native, "{shell:?}: {}\nlocum:\n{ours}\nnative:\n{native}", script.name);
    }
}

#[test]
fn bash_shows_the_same() {
    check(User::Me, Shell::Bash);
}

#[test]
fn zsh_shows_the_same() {
    check(User::Me, Shell::Zsh);
}

#[test]
fn dash_shows_the_same() {
    check(User::Me, Shell::Dash);
}

#[test]
fn fish_shows_the_same() {
    check(User::Me, Shell::Fish);
}

#[test]
fn an_ordinary_user_sees_the_same_in_bash_and_fish() {
    check(User::Nobody, Shell::Bash);
    check(User::Nobody, Shell::Fish);
}

#[test]
fn an_ordinary_user_sees_the_same_in_zsh_and_dash() {
    check(User::Nobody, Shell::Zsh);
    check(User::Nobody, Shell::Dash);
}
