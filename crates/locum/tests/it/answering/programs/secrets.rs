//! Passwords: no rule answers one, no timeout, and nobody from outside.

use std::time::Duration;

use testkit::{process, require};

use super::{LIFTED, rule, succeeds};
use crate::answering::id;
use crate::brain::House;
use crate::robot;

/// How long a question may stand before it is answered with no, at the least that can be set.
const TIMEOUT: Duration = Duration::from_secs(60);

const HIDDEN: &[(&str, &str)] = &[
    ("read", "read -s -p 'Proceed, password: ' x; echo \"[$x]\" >> $GOT"),
    ("sudo", "read -s -p '[sudo] password for ada: ' x; echo \"[$x]\" >> $GOT"),
    ("yes-or-no", "read -s -p 'Proceed with the password? [y/N] ' x; echo \"[$x]\" >> $GOT"),
    ("getpass", "python3 -c 'import getpass; getpass.getpass()'; echo over >> $GOT"),
    ("key", "ssh-keygen -y -f key; echo over >> $GOT"),
    ("shown", "read -p 'Enter OTP code: ' x; echo \"[$x]\" >> $GOT"),
    ("card", "read -e -p 'Card number: ' x; echo \"[$x]\" >> $GOT"),
    ("seed", "read -p 'Recovery phrase: ' x; echo \"[$x]\" >> $GOT"),
    ("dialog", "dialog --passwordbox 'Root word' 8 40; echo over >> $GOT"),
    ("whiptail", "whiptail --passwordbox 'Root word' 8 40; echo over >> $GOT"),
];

/// Everything that could answer is asked to, and a yes or no beside them shows that the timeout came.
#[test]
fn nothing_answers_a_password() {
    require(&["python3", "ssh-keygen", "dialog", "whiptail"]);
    let rules = [rule("assword|assphrase", "allow"), rule("(?i)pass.*:$", "allow")].concat();
    let defaults = "[defaults]\ntimeout = \"1m\"\non_timeout = \"safe\"\nfree_text_enabled = true\n";
    let house = House::with_policy(&format!("{rules}{defaults}{LIFTED}"));
    assert!(succeeds(&house, "ssh-keygen -q -t ed25519 -N 'a long one' -f key"));
    for (name, script) in HIDDEN {
        house.asks(name, &format!("{script}; sleep 1000"));
    }
    for (name, _) in HIDDEN {
        let prompt = house.wait_prompt_where(name, "is for a password", |one| one["kind"] == "password");
        house.fails(&["answer", id(&prompt), "--text", "secret"], 1);
        house.fails(&["answer", id(&prompt), "yes"], 1);
    }
    house.asks("open", "read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    house.wait_prompt("open");
    process::wait_until(TIMEOUT + Duration::from_secs(20), "the timeout", || !house.got("open").is_empty());
    assert_eq!(house.got("open"), "[n]\n", "the answer that does nothing");
    for (name, _) in HIDDEN {
        assert_eq!(house.got(name), "", "{name}");
    }
}

/// An agent at work, with its empty box, and under that what a program asks that it started. `$1` asks it.
const AGENT_WITH_CHILD: &str = "printf '\\033[2J\\033[H❯ push it\\n\\n● Bash(git push)\\n  ⎿  Running…\\n\\n✽ Simmering… (esc to interrupt · 3s)\\n\\n'\n\
     rule=$(printf '─%.0s' {1..80}); printf '%s\\n❯ \\n%s\\n' \"$rule\" \"$rule\"\n\
     bash -c \"$1\"; sleep 1000";

#[test]
fn what_a_program_asks_that_an_agent_started_is_seen_and_gets_no_nudge() {
    let policy = "[nudge]\ntimes = 3\nsequence = [\"enter\", \"continue\"]\n";
    let house = House::with_policy(&format!("{LIFTED}{policy}"));
    robot::write_program(&house, "claude", AGENT_WITH_CHILD);
    for (name, kind, asks) in [
        ("hidden", "password", "read -s -p \"ada@host's password: \" x; echo \"[$x]\" >> $GOT"),
        ("shown", "yes_no", "read -p 'Overwrite file? [y/N] ' x; echo \"[$x]\" >> $GOT"),
    ] {
        let got = format!("GOT={}", house.sandbox.path(&format!("tmp/{name}.got")).display());
        let run =
            ["run", "--detach", "--no-hooks", "--nudge", "--idle", "1s", "--name", name, "--", "env", &got];
        house.ok(&[&run[..], &["claude", asks]].concat());
        let prompt = house.wait_prompt(name);
        assert_eq!((&prompt["kind"], &prompt["agent"]), (&kind.into(), &"claude".into()), "{prompt}");
        let seen = house.wait_explained(name, "rests", |seen| seen["quiet"].as_f64() > Some(3.5));
        assert!(!seen.to_string().contains("nudged"), "{seen}");
        assert_eq!(house.got(name), "");
    }
}
