//! Ordinary programs, judged by what they did: the file, the commit, the host key is there or not. What locum says of itself
//! counts for nothing here.

mod apt;
mod boxes;
mod git;
mod lines;
mod npm;
mod open;
mod secrets;
mod ssh;
mod terraform;
mod words;

use testkit::{process, require};

use super::{LIFTED, id};
use crate::brain::House;

/// What a program needs to have begun and ended, far beyond a slow machine's worst: some of them start a compiler's worth of code.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(40);
/// The name of the session.
const IT: &str = "it";

/// A program that asks one question, and does something on a yes.
struct Program {
    /// What must be installed.
    needs: &'static [&'static str],
    /// A shell script that makes what it works on, in the home of the sandbox.
    before: &'static str,
    /// A shell script that runs it there.
    run: &'static str,
    /// Matches its question.
    question: &'static str,
    /// A shell script that succeeds if its yes had its effect.
    done: &'static str,
}

/// Yes by a rule, no by a rule, and without a rule nothing until the person answers from outside.
#[track_caller]
fn check(program: &Program) {
    check_beside(program, |_| ());
}

/// The same beside something that has to be there as long as it runs.
#[track_caller]
fn check_beside<Beside>(program: &Program, prepare: impl Fn(&House) -> Beside) {
    require(program.needs);
    for (answer, effect) in [("allow", true), ("deny", false)] {
        let house = House::with_policy(&format!("{}{LIFTED}", rule(program.question, answer)));
        let _beside = prepare(&house);
        start(&house, program);
        wait_over(&house);
        assert_eq!(succeeds(&house, program.done), effect, "{answer}: {}", house.ok(&["screen", IT]));
        let waiting = house.json(&["prompts", "--json"]);
        assert_eq!(waiting.as_array().unwrap().len(), 0, "{answer}: nobody was asked: {waiting}");
    }
    let house = House::with_policy(LIFTED);
    let _beside = prepare(&house);
    start(&house, program);
    let prompt = wait_untouched(&house);
    assert!(!succeeds(&house, program.done), "done without an answer");
    house.ok(&["answer", &prompt, "yes"]);
    wait_over(&house);
    assert!(succeeds(&house, program.done), "answered from outside: {}", house.ok(&["screen", IT]));
}

/// A rule about a question, without a delay.
fn rule(question: &str, answer: &str) -> String {
    format!(
        "[[rule]]\nname = '{answer} {question}'\nquestion = ['{question}']\nanswer = '{answer}'\ndelay = '0s'\n"
    )
}

/// Runs it in a session. When it has ended, the session writes that down and stays.
#[track_caller]
fn start(house: &House, program: &Program) {
    assert!(succeeds(house, program.before), "what it needs could not be made");
    house.asks(IT, &format!("( {} ); echo over >> $GOT; sleep 1000", program.run));
}

#[track_caller]
fn wait_over(house: &House) {
    process::wait_until(PATIENCE, "the program's end", || house.got(IT) == "over\n");
}

/// Waits until the question is in `locum prompts` and has stood there for a while, untouched. Its id.
#[track_caller]
fn wait_untouched(house: &House) -> String {
    process::wait_until(PATIENCE, "a question", || house.ok(&["prompts"]).contains("asked"));
    let prompt = house.wait_prompt(IT);
    house.wait_explained(IT, "rests", |seen| seen["quiet"].as_f64() > Some(1.5));
    assert_eq!(house.got(IT), "", "it went on by itself");
    id(&prompt).to_owned()
}

/// Whether a shell script succeeds in the home of the sandbox.
fn succeeds(house: &House, script: &str) -> bool {
    let output = house.sandbox.command("bash").args(["-ec", script]).output().unwrap();
    testkit::note(format_args!(
        "{script}: {} {}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    ));
    output.status.success()
}
