//! What the person wishes for one run, and what their policy says besides answers.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use testkit::{Size, Terminal};

use super::{LIFTED, PROCEED};
use crate::brain::House;
use crate::robot;

/// How the robot looks at work.
const AT_WORK: &str = "[[busy]]\nline = 'esc to interrupt'\n\n[[composer]]\nline = '^robot>'\n";

/// A silent agent that writes down each key.
const SILENT: &str = "printf 'Working (esc to interrupt)\\r\\nrobot> '; while IFS= read -rsn1 key; do echo \"key $key\" >> $GOT; done";

/// A house with a robot that does this.
fn with_robot(policy: &str, script: &str) -> House {
    let house = House::with_policy(policy);
    robot::write_profile(&house, "robot", &format!("{}\n{AT_WORK}", robot::profile("robot", "robot")));
    robot::write_program(&house, "robot", script);
    house
}

fn start(house: &House, name: &str, program: &[&str]) {
    let got = format!("GOT={}", house.sandbox.path(&format!("tmp/{name}.got")).display());
    let run = ["run", "--detach", "--nudge", "--idle", "1s", "--name", name, "--", "env", &got];
    house.ok(&[&run[..], program].concat());
}

#[test]
fn a_silent_agent_is_nudged_so_many_times_and_then_left_to_the_person() {
    let house = with_robot("[nudge]\ntimes = 2\nsequence = [\"enter\"]\n", SILENT);
    start(&house, "it", &["robot"]);
    let why = house.wait_manual("it");
    assert_eq!(why, "nothing happened after 2 nudges");
    assert_eq!(house.got("it"), "key \nkey \n");
    assert!(house.ok(&["explain", "it"]).contains("nudged"));
}

#[test]
fn nothing_is_nudged_into_a_question_a_draft_or_a_shell() {
    let policy = "[nudge]\ntimes = 2\nsequence = [\"enter\"]\n";
    let house = with_robot(policy, SILENT);
    let asking =
        with_robot(policy, "read -p 'Shall I? (Y)es/(N)o [Yes]:: ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    start(&asking, "asks", &["robot"]);
    start(&house, "shell", &["bash", "--norc", "--noprofile", "-i"]);
    start(&house, "other", &["bash", "-c", SILENT]);
    let got = format!("GOT={}", house.sandbox.path("tmp/draft.got").display());
    let argv =
        [house.locum.as_str(), "run", "--nudge", "--idle", "2s", "--name", "draft", "env", &got, "robot"];
    let window = Terminal::start(&house.sandbox, Size::cells(24, 80), &argv);
    window.wait_for("Working");
    window.type_text("x");
    house.wait_got("draft", "key x\n");
    asking.wait_prompt("asks");
    asking.wait_explained("asks", "rests", |seen| seen["quiet"].as_f64() > Some(3.0));
    house.wait_explained("shell", "rests", |seen| seen["quiet"].as_f64() > Some(3.0));
    house.wait_explained("draft", "rests", |seen| seen["quiet"].as_f64() > Some(4.0));
    assert_eq!(asking.got("asks"), "");
    assert_eq!((house.got("draft").as_str(), house.got("other").as_str()), ("key x\n", ""));
    assert!(!house.ok(&["explain", "shell"]).contains("nudged"));
}

#[test]
fn a_dry_run_presses_nothing_and_says_what_it_would_have() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let script = house.noting("dry", "read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    house.ok(&["run", "--detach", "--dry-run", "--name", "dry", "--", "bash", "-c", &script]);
    let prompt = house.wait_prompt("dry");
    assert!(prompt["reasons"].to_string().contains("dry run: rule proceed would have answered"), "{prompt}");
    assert_eq!(house.got("dry"), "");
    house.ok(&["daemon", "restart"]);
    let prompt = house.wait_prompt("dry");
    assert!(prompt["reasons"].to_string().contains("dry run"), "also for the next brain: {prompt}");
    assert_eq!(house.got("dry"), "");
    let told = house.output(&["answer", super::id(&prompt), "no"]);
    assert_eq!(told.status.code(), Some(4), "{told:?}");
    assert!(String::from_utf8_lossy(&told.stdout).contains("this is a dry run"), "{told:?}");
    assert_eq!(house.got("dry"), "");
}

/// What an agent wants to run is judged by its grammar: the routine is answered, danger is the person's from then on.
#[test]
fn danger_makes_it_manual_where_the_policy_says_so() {
    let policy = "[defaults]\non_danger = \"manual\"\ndelay = \"0s\"\n\
                  [[rule]]\nname = \"hello\"\ncommand = [\"hello\"]\nanswer = \"allow\"\n";
    let house = House::with_policy(&format!("{policy}{LIFTED}"));
    let ask = "ask() { printf '\\n%s\\n' \"$1\"; read -p \"Run shell command? (Y)es/(N)o/(D)on't ask again [Yes]: \" x; \
               echo \"$1 [$x]\" >> $GOT; }";
    let aider = house.sandbox.write(
        "bin/aider",
        format!("#!/bin/bash\n{ask}\nask 'hello world'\nask 'rm -rf /'\nask 'hello again'\nsleep 1000\n"),
    );
    fs::set_permissions(aider, fs::Permissions::from_mode(0o755)).unwrap();
    let got = format!("GOT={}", house.sandbox.path("tmp/it.got").display());
    house.ok(&["run", "--detach", "--name", "it", "--", "env", &got, "aider"]);
    house.wait_got("it", "hello world [y]\n");
    let why = house.wait_manual("it");
    assert!(why.contains("something dangerous was asked"), "{why}");
    let prompt = house.wait_prompt("it");
    assert_eq!((&prompt["subject"], &prompt["danger"]), (&"rm -rf /".into(), &"high".into()), "{prompt}");
    house.ok(&["answer", super::id(&prompt), "--deny", "never"]);
    house.wait_got("it", "hello world [y]\nrm -rf / [n]\n");
    let prompt = house.wait_prompt_where("it", "is the next", |next| next["subject"] == "hello again");
    assert!(prompt["reasons"].to_string().contains("the session is manual"), "{prompt}");
    assert_eq!(house.got("it"), "hello world [y]\nrm -rf / [n]\n");
    house.ok(&["resume", "it"]);
    house.wait_got("it", "hello world [y]\nrm -rf / [n]\nhello again [y]\n");
}

/// What the policy says of silence and of words holds as soon as it is confirmed, also for a session that asks nothing.
#[test]
fn a_changed_policy_reaches_sessions_that_ask_nothing() {
    let house = House::with_policy(LIFTED);
    house.asks("it", "while true; do sleep 0.2; echo \"FATAL $((n++))\"; done");
    house.wait_screen("it", "FATAL 3");
    assert!(house.wait_listed("it", |_| true)["manual"].is_null());
    house.write_policy(&format!("{LIFTED}[nudge]\nwatch_output = [\"^FATAL\"]\n"));
    house.ok(&["policy", "confirm", "--yes"]);
    assert!(house.wait_manual("it").contains("^FATAL"));
}

/// An agent whose limit is reached, and that waits at its box until it is over.
const LIMITED: &str = r#"#!/usr/bin/env python3
import os, sys, termios, time, tty
tty.setcbreak(0)
got = open(os.environ['GOT'], 'a', buffering=1)
rule = '─' * 80
print(rule + "\n You've hit your limit · try again in 4s\n\n What do you want to do?\n")
print(' ❯ 1. Stop and wait for limit to reset\n   2. Upgrade your plan\n\n Enter to confirm · Esc to cancel', flush=True)
got.write('chose %s\n' % os.read(0, 1).decode())
sys.stdout.write('\x1b[2J\x1b[H' + rule + '\n❯ \n' + rule + '\x1b[1A\r\x1b[2C')
sys.stdout.flush()
line = ''
while True:
    key = os.read(0, 1).decode()
    if key in '\r\n':
        got.write('sent %s\n' % line)
        sys.stdout.write('\x1b[2J\x1b[HGoing on\n')
        sys.stdout.flush()
        time.sleep(1000)
    line += key
    sys.stdout.write(key)
    sys.stdout.flush()
"#;

#[test]
fn after_a_limit_an_agent_goes_on_once() {
    let house = House::with_policy("[nudge]\nresume_after_limit = true\n");
    let claude = house.sandbox.write("bin/claude", LIMITED);
    fs::set_permissions(claude, fs::Permissions::from_mode(0o755)).unwrap();
    let got = format!("GOT={}", house.sandbox.path("tmp/it.got").display());
    house.ok(&["run", "--detach", "--name", "it", "--", "env", &got, "claude"]);
    house.ok(&["answer", super::id(&house.wait_prompt("it")), "1"]);
    house.wait_got("it", "chose 1\nsent continue\n");
    assert!(house.ok(&["explain", "it"]).contains("the limit is over"));
}

/// An agent that rests, works, tells of its limit in a line, and rests again.
const TOLD: &str = r#"#!/usr/bin/env python3
import os, sys, time, tty
tty.setcbreak(0)
got = open(os.environ['GOT'], 'a', buffering=1)
rule = '─' * 80
def draw(above):
    sys.stdout.write('\x1b[2J\x1b[H' + above + '\n' + rule + '\n❯ \n' + rule + '\x1b[1A\r\x1b[2C')
    sys.stdout.flush()
draw('Welcome')
os.read(0, 1)
draw('❯ go\n\n✻ Thinking… (1s · esc to interrupt)\n')
time.sleep(1)
draw("❯ go\n  ⎿  You've hit your limit · try again in 4s\n\n" + os.environ['UNDER'] + '\n')
line = ''
while True:
    key = os.read(0, 1).decode()
    if key in '\r\n':
        got.write('sent %s\n' % line)
        draw('Going on')
        time.sleep(1000)
    line += key
    sys.stdout.write(key)
    sys.stdout.flush()
"#;

/// Told in a line over its box it is the same, unless the agent goes on by itself, or the line was there before.
#[test]
fn after_a_limit_that_is_told_without_a_dialog_an_agent_goes_on_once() {
    let house = House::with_policy("[nudge]\nresume_after_limit = true\n");
    let claude = house.sandbox.write("bin/claude", TOLD);
    fs::set_permissions(claude, fs::Permissions::from_mode(0o755)).unwrap();
    let by_itself = "● Usage limit reached · continuing automatically at 3pm · esc to cancel";
    let window = |name: &str, under: &str| {
        let got = format!("GOT={}", house.sandbox.path(&format!("tmp/{name}.got")).display());
        let under = format!("UNDER={under}");
        let argv = [house.locum.as_str(), "run", "--name", name, "--", "env", &got, &under, "claude"];
        let window = Terminal::start(&house.sandbox, Size::cells(24, 80), &argv);
        window.wait_for("Welcome");
        house.wait_explained(name, "rests", |seen| seen["state"] == "idle");
        window.type_text("\r");
        window
    };
    let _windows = [window("itself", by_itself), window("it", "✻ Cooked for 1s")];
    house.wait_got("it", "sent continue\n");
    assert!(house.ok(&["explain", "it"]).contains("the limit is over"));
    assert_eq!(house.got("itself"), "");
}

#[test]
fn words_in_the_output_make_it_manual() {
    let watch = "[nudge]\nwatch_output = [\"(?i)out of memory\"]\n";
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}{watch}"));
    house.asks(
        "it",
        "sleep 1; echo 'worker: Out of memory'; read -p 'Proceed? [y/N] ' x; echo \"[$x]\" >> $GOT",
    );
    let why = house.wait_manual("it");
    assert!(why.contains("(?i)out of memory") && why.contains("watch_output"), "{why}");
    house.wait_prompt("it");
    assert_eq!(house.got("it"), "");
}
