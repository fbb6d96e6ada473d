//! A supervised program cannot approve itself, however it hides. What counts is what the programs received.

use std::fmt::Write;

use rusqlite::Connection;
use rustix::process::Signal;
use testkit::jobs::signal;
use testkit::{PATIENCE, User, process};
use wire::{BrainRequest, Hello, PromptReply, PromptRequest, Request, VERSION, encode};

use super::{LIFTED, PROCEED, id, wait_status};
use crate::brain::House;
use crate::brain::asking::{DISGUISES, inside};

/// Waits for an answer that only the person may give.
const VICTIM: &str = "read -p 'Wipe it? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000";

const REFUSED: [&str; 4] =
    ["supervised", "inside a session", "belongs to another session", "cannot be identified"];

#[test]
fn answering_pausing_and_attaching_are_refused_recorded_and_shown() {
    for user in [User::Me, User::Nobody] {
        let house = House::of(user);
        house.project(Some(PROCEED));
        house.asks("victim", VICTIM);
        let prompt = house.wait_prompt("victim");
        let words = [
            format!("answer {} yes", id(&prompt)),
            "pause victim".into(),
            "resume --all".into(),
            "policy trust project".into(),
            "attach victim".into(),
            "prompts".into(),
            format!("show {}", id(&prompt)),
        ];
        for (number, (how, disguise)) in DISGUISES.iter().enumerate() {
            for (index, words) in words.iter().enumerate() {
                let name = format!("try-{number}-{index}");
                let said = inside(&house, &name, &disguise.replace('%', words));
                assert!(REFUSED.iter().any(|word| said.contains(word)), "{how} {words}: {said}");
                assert!(!said.contains("Wipe it"), "{how} {words}: {said}");
                house.ok(&["kill", &name, "--signal", "KILL"]);
            }
        }
        assert_eq!(house.got("victim"), "");
        assert!(house.wait_listed("victim", |_| true)["manual"].is_null());
        assert!(house.ok(&["policy", "list"]).contains("no project file"));
        let warned = house.wait_warned("and was refused");
        for what in ["answer", "pause", "resume", "policy trust", "attach"] {
            assert!(warned.contains(&format!("tried `locum {what}`")), "{what}: {warned}");
        }
        let export = house.ok(&["audit", "export"]);
        assert!(export.contains("policy.refused"), "{export}");
        house.ok(&["answer", id(&prompt), "no"]);
        house.wait_got("victim", "[n]\n");
    }
}

/// What a program sends to a socket: a greeting, then a request.
fn as_hex(requests: &[Vec<u8>]) -> String {
    let hello = Hello { version: VERSION, program: "locum".into(), session: String::new() };
    let mut hex = String::new();
    for byte in [encode(&hello).unwrap(), requests.concat()].concat() {
        write!(hex, "{byte:02x}").unwrap();
    }
    hex
}

/// Sends bytes to a socket and prints what comes back within two seconds.
const CLIENT: &str = "import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n\
s.settimeout(2)\ns.sendall(bytes.fromhex(sys.argv[2]))\ntry:\n while True:\n  d=s.recv(4096)\n  if not d: break\n  \
print(d)\nexcept Exception as e: print(e)\n";

#[test]
fn a_client_made_by_hand_is_refused_by_brain_and_host() {
    let house = House::new();
    house.sandbox.write("home/client.py", CLIENT);
    house.asks("victim", VICTIM);
    let prompt = house.wait_prompt("victim");
    let reply = PromptReply::Choose("yes".into());
    let answer = PromptRequest::Answer { id: id(&prompt).into(), nonce: nonce(&house, id(&prompt)), reply };
    let to_brain = as_hex(&[encode(&BrainRequest::Prompt(answer)).unwrap()]);
    let host = house.wait_listed("victim", |_| true);
    let host = house.sandbox.path(&format!("run/locum/{}.sock", host["id"].as_str().unwrap()));
    let inject = Request::Inject { bytes: b"y\r".to_vec(), output_offset: 16, input_epoch: 0 };
    let to_host = as_hex(&[encode(&inject).unwrap()]);
    let brain = house.sandbox.path("run/locum/brain.sock");
    for (number, how) in ["", "setsid -w ", "env -i "].iter().enumerate() {
        for (what, socket, bytes) in [("brain", &brain, &to_brain), ("host", &host, &to_host)] {
            let script = format!(
                "{how}/usr/bin/env python3 {}/client.py {} {bytes} >> $OUT 2>&1",
                house.sandbox.home().display(),
                socket.display()
            );
            let said = inside(&house, &format!("try-{number}-{what}"), &script);
            assert!(REFUSED.iter().any(|word| said.contains(word)), "{what}: {said}");
            assert_eq!(house.got("victim"), "", "{how}{what}");
        }
    }
    house.ok(&["answer", id(&prompt), "no"]);
    house.wait_got("victim", "[n]\n");
}

/// The nonce as the database holds it, where any program of the person's can read it.
fn nonce(house: &House, id: &str) -> [u8; 16] {
    let database = Connection::open(house.sandbox.path("state/locum/locum.db")).unwrap();
    let nonce = || database.query_row("SELECT nonce FROM prompt WHERE id = ?1", [id], |row| row.get(0));
    process::wait_until(PATIENCE, "the question in the record", || nonce().is_ok());
    nonce().unwrap()
}

#[test]
fn an_orphan_answers_nothing_after_its_host_was_killed() {
    let house = House::new();
    house.asks("victim", VICTIM);
    let prompt = house.wait_prompt("victim");
    let out = house.sandbox.path("tmp/orphan.out").display().to_string();
    let locum = format!("env -u LOCUM_SESSION locum answer {} yes >> {out} 2>&1", id(&prompt));
    let pause = format!("env -u LOCUM_SESSION locum pause victim >> {out} 2>&1");
    let script = format!(
        "setsid sh -c 'trap \"\" HUP; until test -e {out}.go; do sleep 0.05; done; {locum}; {pause}; echo done >> {out}' & \
         echo ready; cat"
    );
    house.detached("parent", &script);
    house.wait_screen("parent", "ready");
    let host = house.wait_listed("parent", |_| true)["host_pid"].as_u64().unwrap();
    signal(u32::try_from(host).unwrap(), Signal::KILL);
    house.wait_listed("parent", |line| line["state"] == "lost");
    std::fs::write(format!("{out}.go"), "").unwrap();
    let said = || std::fs::read_to_string(&out).unwrap_or_default();
    process::wait_until(PATIENCE, "the orphan's word", || said().contains("done"));
    assert!(said().contains("supervised"), "{}", said());
    assert_eq!(house.got("victim"), "");
    assert!(house.wait_listed("victim", |_| true)["manual"].is_null());
}

/// Rows are what was written down; nobody acts on them. Events that are changed are noticed.
#[test]
fn editing_the_database_answers_nothing_and_is_noticed() {
    let house = House::new();
    house.asks("victim", VICTIM);
    let prompt = house.wait_prompt("victim");
    nonce(&house, id(&prompt));
    let edit = "import os,sqlite3\nd=sqlite3.connect(os.environ['XDG_STATE_HOME']+'/locum/locum.db',timeout=5)\n\
        d.execute(\"UPDATE prompt SET status='claimed',answer='y',answered_by='person (process 1)',answered_at=1,verdict='allow'\")\n\
        d.execute(\"UPDATE event SET kind='answer.landed' WHERE kind='question.asked'\")\nd.commit()\n";
    house.sandbox.write("home/edit.py", edit);
    inside(&house, "editor", "python3 edit.py >> $OUT 2>&1");
    house.wait_explained("victim", "rests", |seen| seen["quiet"].as_f64() > Some(2.0));
    assert_eq!(house.got("victim"), "", "nothing was typed");
    let told = house.output(&["answer", id(&prompt), "no"]);
    assert!(
        String::from_utf8_lossy(&told.stdout).contains("changed this question in the record"),
        "{told:?}"
    );
    house.wait_warned("somebody changed question");
    let verified = house.output(&["audit", "verify"]);
    assert!(!verified.status.success(), "{verified:?}");
    house.ok(&["daemon", "restart"]);
    let again = house.wait_prompt("victim");
    assert_ne!(id(&again), id(&prompt), "it is asked anew");
    assert_eq!(house.got("victim"), "");
    house.ok(&["answer", id(&again), "no"]);
    house.wait_got("victim", "[n]\n");
}

/// A program that loosens the policy file gets nothing answered, and the person is told.
#[test]
fn editing_the_policy_answers_nothing_and_is_shown() {
    let house = House::with_policy(LIFTED);
    house.asks("first", "read -p 'Go on? [y/n] ' x; sleep 1000");
    house.wait_prompt("first");
    let rule = PROCEED.replace('\n', "\\n");
    inside(&house, "editor", &format!("printf '{rule}' >> $XDG_CONFIG_HOME/locum/policy.toml"));
    house.wait_warned("locum policy confirm");
    house.asks("victim", "read -p 'Proceed? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    house.wait_prompt("victim");
    assert_eq!(house.got("victim"), "");
    house.ok(&["policy", "confirm", "--yes"]);
    house.asks("later", "read -p 'Proceed? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000");
    house.wait_got("later", "[y]\n");
}

/// Where the kernel still allows it, a program may put keys into its own terminal. Nobody takes them for an answer of the
/// person's or of ours.
#[test]
fn keys_that_a_program_gives_itself_are_nobodys_answer() {
    let house = House::new();
    let push = "import fcntl,termios,time\ntime.sleep(1.5)\nfor c in b'y\\n': fcntl.ioctl(0,termios.TIOCSTI,bytes([c]))\n";
    house.sandbox.write("home/push.py", push);
    house.asks(
        "it",
        "python3 push.py 2> push.err < /dev/tty & read -p 'Go on? [y/n] ' x; echo \"[$x]\" >> $GOT; sleep 1000",
    );
    let prompt = house.wait_prompt("it");
    let refused = house.sandbox.path("home/push.err");
    process::wait_until(PATIENCE, "the keys", || {
        !house.got("it").is_empty()
            || std::fs::read_to_string(&refused).is_ok_and(|text| text.contains("Error"))
    });
    if house.got("it").is_empty() {
        return; // This kernel does not allow it, and so there is nothing to take for an answer.
    }
    let shown = wait_status(&house, id(&prompt), "gone");
    assert!(shown["answered_by"].is_null(), "{shown}");
    assert!(house.events_of("it", "answer.intended").is_empty());
}
