//! Who is asking: a supervised program may look at its own session and do nothing else.

use testkit::{PATIENCE, User, process};

use super::House;

/// Runs `script` inside a session and returns what it wrote to the file `$OUT`.
#[track_caller]
pub(crate) fn inside(house: &House, name: &str, script: &str) -> String {
    let out = house.sandbox.path(&format!("tmp/{name}.out"));
    let script = format!("export OUT={}; {script}; echo done >> $OUT; cat", out.display());
    house.detached(name, &script);
    let mut seen = String::new();
    process::wait_until(PATIENCE, "the script inside", || {
        seen = std::fs::read_to_string(&out).unwrap_or_default();
        seen.contains("done")
    });
    seen
}

/// What a program may not do, however it hides.
const FORBIDDEN: &[&str] = &[
    "ps",
    "kill other",
    "detach other",
    "rename other mine",
    "screen other",
    "log other",
    "audit show",
    "audit verify",
    "daemon stop",
    "daemon status",
];

/// Ways to shake off one's ancestors. `%` is the command.
pub(crate) const DISGUISES: &[(&str, &str)] = &[
    ("plainly", "locum % >> $OUT 2>&1"),
    (
        "without environment",
        "env -i LOCUM_HOME=$LOCUM_HOME XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR XDG_CONFIG_HOME=$XDG_CONFIG_HOME XDG_STATE_HOME=$XDG_STATE_HOME HOME=$HOME PATH=$PATH locum % >> $OUT 2>&1",
    ),
    ("in a session of its own", "setsid -w locum % >> $OUT 2>&1"),
    (
        "as an orphan",
        "(setsid sh -c 'sleep 0.1; locum % >> $OUT 2>&1; echo over >> $OUT' &) ; until grep -q over $OUT 2>/dev/null; do sleep 0.05; done",
    ),
];

#[test]
fn a_supervised_program_can_do_nothing_to_others_however_it_hides() {
    for user in [User::Me, User::Nobody] {
        let house = House::of(user);
        house.detached("other", "echo secret; cat");
        house.wait_screen("other", "secret");
        let brain = house.brain();
        for (number, (how, disguise)) in DISGUISES.iter().enumerate() {
            for (index, words) in FORBIDDEN.iter().enumerate() {
                let name = format!("try-{number}-{index}");
                let said = inside(&house, &name, &disguise.replace('%', words));
                let refused = ["supervised", "inside a session", "belongs to another session"];
                assert!(refused.iter().any(|word| said.contains(word)), "{how} {words}: {said}");
                assert!(!said.contains("secret"), "{how} {words}: {said}");
                house.ok(&["kill", &name, "--signal", "KILL"]);
            }
        }
        assert_eq!(house.brain(), brain);
        house.wait_listed("other", |line| line["state"] == "running");
    }
}

#[test]
fn it_may_look_at_its_own_session() {
    for user in [User::Me, User::Nobody] {
        let house = House::of(user);
        let said = inside(
            &house,
            "self",
            "echo 'on my screen'; sleep 0.3; locum screen >> $OUT 2>&1; locum log >> $OUT 2>&1",
        );
        assert!(said.contains("on my screen"), "{said}");
        assert!(said.contains("session.started"), "{said}");
    }
}

#[test]
fn an_orphan_is_known_even_after_its_host_was_killed() {
    let house = House::new();
    house.detached("other", "echo secret; cat");
    let out = house.sandbox.path("tmp/orphan.out");
    let script = format!(
        "setsid sh -c 'trap \"\" HUP; until test -e {0}.go; do sleep 0.05; done; env -u LOCUM_SESSION locum ps > {0} 2>&1; echo done >> {0}' & echo ready; cat",
        out.display()
    );
    house.detached("parent", &script);
    house.wait_screen("parent", "ready");
    let host = house.wait_listed("parent", |_| true)["host_pid"].as_u64().unwrap();
    testkit::jobs::signal(u32::try_from(host).unwrap(), rustix::process::Signal::KILL);
    house.wait_listed("parent", |line| line["state"] == "lost");
    std::fs::write(format!("{}.go", out.display()), "").unwrap();
    let mut said = String::new();
    process::wait_until(PATIENCE, "the orphan's word", || {
        said = std::fs::read_to_string(&out).unwrap_or_default();
        said.contains("done")
    });
    assert!(said.contains("supervised"), "{said}");
}

#[test]
fn a_nested_run_is_plain_and_has_no_session_of_its_own() {
    let house = House::new();
    let said = inside(
        &house,
        "outer",
        "tty >> $OUT; locum run -- sh -c 'tty; echo $LOCUM_SESSION' > $OUT.in; cat $OUT.in >> $OUT; echo $LOCUM_SESSION >> $OUT",
    );
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!((lines[0], lines[2]), (lines[1], lines[3]), "{said}");
    assert_eq!(house.json(&["ps", "--json"]).as_array().unwrap().len(), 1);
}

/// A program that listens where a session or the brain should is not spoken to.
#[test]
fn a_supervised_program_that_pretends_to_be_a_host_or_the_brain_is_not_believed() {
    let house = House::new();
    house.ok(&["daemon", "start"]);
    let run = house.sandbox.path("run/locum").display().to_string();
    let script = format!(
        "python3 -c 'import socket,sys,time\nfor n in sys.argv[1:]:\n s=socket.socket(socket.AF_UNIX)\n s.bind(n)\n s.listen()\n \
         globals()[n]=s\nprint(\"listening\",flush=True)\ntime.sleep(1000)' {run}/bcdfghjk.sock"
    );
    house.detached("liar", &script);
    house.wait_screen("liar", "listening");
    let words = house.fails(&["kill", "bcdfghjk"], 1);
    assert!(words.contains("pretends"), "{words}");
    let listed = house.json(&["ps", "--json"]);
    assert!(listed.as_array().unwrap().iter().all(|line| line["id"] != "bcdfghjk"), "{listed}");
    house.ok(&["daemon", "stop"]);
    let script = script.replace("bcdfghjk.sock", "brain.sock");
    house.sandbox.folder("config/locum");
    house.sandbox.write("config/locum/config.toml", "[brain]\nautostart = false\n");
    house.detached("usurper", &script);
    process::wait_until(PATIENCE, "its socket", || house.sandbox.path("run/locum/brain.sock").exists());
    assert!(house.ok(&["ps"]).contains("usurper"), "a new brain takes its place");
    house.wait_screen("usurper", "listening");
}
