//! Small cases, each with what must come of it.

use model::{Choice, Key, Kind, Question};

use crate::eval::judge::{Heard, judge};
use crate::eval::labels::Truth;
use crate::eval::parts::Part;
use crate::eval::tally::Tally;

/// Busy, a question from 2 to 6 with its first key at 5, busy again.
const PROGRAM: &str = r#"{"argv": ["/usr/bin/rm", "-i"], "stopped_at": null, "spans": [
    {"t_start": 0.0, "t_end": 2.0, "kind": "busy"},
    {"t_start": 2.0, "t_end": 6.0, "kind": "yes_no", "accept": ["yes_no", "free_text"], "t_first_key": 5.0,
     "question": "remove x?", "default": "N"},
    {"t_start": 6.0, "t_end": 9.0, "kind": "busy"}]}"#;

/// Busy, a shell from 2 to 6, busy, and what is not judged.
const SHELL: &str = r#"{"argv": ["bash"], "stopped_at": 8.0, "spans": [
    {"t_start": 0.0, "t_end": 2.0, "kind": "busy"},
    {"t_start": 2.0, "t_end": 6.0, "kind": "shell_repl", "t_first_key": 5.0, "question": "$"},
    {"t_start": 6.0, "t_end": 6.5, "kind": "busy", "short": true},
    {"t_start": 6.5, "t_end": 9.0, "kind": "busy"},
    {"t_start": 9.0, "t_end": 12.0, "kind": "menu"}]}"#;

const AGENT: &str = r#"{"agent": "claude", "version": "2.0", "non_prompts": [{"t_start": 20.0, "t_end": 30.0}],
    "dialog_drawn_at": 50.0, "prompts": [
    {"kind": "menu", "t_seen": 5.0, "t_settled": 5.5, "question": "Do you want to proceed?", "subject": "rm x",
     "answer": {"t": 8.0, "t_gone": 8.4},
     "choices": [{"label": "Yes", "selected": true, "keys": ["1"]}, {"label": "No", "selected": false, "keys": ["2"]}]},
    {"kind": "menu", "t_seen": 12.0, "t_settled": 12.1, "answer": {"t": 12.2}},
    {"missing": true, "screen": []}]}"#;

fn said(t: f64, kind: Kind) -> Heard {
    Heard { t, waiting: Some(Question::new(kind, "remove x?")) }
}

fn over(t: f64) -> Heard {
    Heard { t, waiting: None }
}

fn tally(labels: &str, heard: &[Heard]) -> Tally {
    let mut tally = Tally::default();
    tally.add(&judge(&Truth::read(labels).unwrap(), heard));
    tally
}

/// Found and right kind of the one wait; false asking, false idle, stuck.
fn check(name: &str, labels: &str, heard: &[Heard], expected: [usize; 5]) {
    let tally = tally(labels, heard);
    let got = [tally.found, tally.right_kind, tally.false_asking, tally.false_idle, tally.stuck];
    assert_eq!((tally.waits, got), (1, expected), "{name}");
}

#[test]
fn programs() {
    use Kind::{FreeText, Menu, Shell, YesNo};
    for (name, heard, expected) in [
        ("nothing is said", vec![], [0, 0, 0, 0, 0]),
        ("right", vec![said(2.1, YesNo), over(6.0)], [1, 1, 0, 0, 0]),
        ("another kind that is right too", vec![said(2.1, FreeText), over(6.0)], [1, 1, 0, 0, 0]),
        ("a wrong kind", vec![said(2.1, Menu), over(6.0)], [1, 0, 0, 0, 0]),
        ("the kind named last counts", vec![said(2.1, Menu), said(3.0, YesNo), over(6.0)], [1, 1, 0, 0, 0]),
        ("taken for a shell", vec![said(2.1, Shell), over(6.0)], [0, 0, 0, 0, 0]),
        ("a little early", vec![said(1.7, YesNo), over(6.0)], [1, 1, 0, 0, 0]),
        ("too early, but it still stands", vec![said(1.5, YesNo), over(6.0)], [1, 1, 1, 0, 0]),
        ("too early and taken back", vec![said(1.0, YesNo), over(1.5)], [0, 0, 1, 0, 0]),
        ("after the first key", vec![said(5.1, YesNo), over(6.0)], [0, 0, 0, 0, 0]),
        ("just after the first key", vec![said(5.05, YesNo), over(6.0)], [1, 1, 0, 0, 0]),
        ("never over", vec![said(2.1, YesNo)], [1, 1, 0, 0, 1]),
        ("over in time", vec![said(2.1, YesNo), over(6.9)], [1, 1, 0, 0, 0]),
        ("over too late", vec![said(2.1, YesNo), over(7.1)], [1, 1, 0, 0, 1]),
        ("a rest while busy", vec![said(2.1, YesNo), over(6.0), said(7.0, Shell)], [1, 1, 0, 1, 0]),
        ("asking while busy", vec![said(2.1, YesNo), over(6.0), said(7.0, Menu)], [1, 1, 1, 0, 0]),
        ("at the very end", vec![said(2.1, YesNo), over(6.0), said(8.95, Menu)], [1, 1, 0, 0, 0]),
    ] {
        check(name, PROGRAM, &heard, expected);
    }
}

#[test]
fn rests() {
    use Kind::{Composer, Editor, Menu, Shell};
    for (name, heard, expected) in [
        ("right", vec![said(2.1, Shell), over(5.5)], [1, 1, 0, 0, 0]),
        ("another rest", vec![said(2.1, Editor), over(5.5)], [1, 0, 0, 0, 0]),
        ("yet another", vec![said(2.1, Composer), over(5.5)], [1, 0, 0, 0, 0]),
        ("nothing is asked", vec![said(2.1, Menu), over(5.5)], [1, 0, 1, 0, 0]),
        ("a rest does not get stuck", vec![said(2.1, Shell)], [1, 1, 0, 0, 0]),
        (
            "a short span is not judged",
            vec![said(2.1, Shell), over(5.5), said(6.4, Menu), over(6.5)],
            [1, 1, 0, 0, 0],
        ),
        ("nor what is after the stop", vec![said(2.1, Shell), over(5.5), said(8.5, Menu)], [1, 1, 0, 0, 0]),
    ] {
        check(name, SHELL, &heard, expected);
    }
}

fn dialog(labels: [&str; 2], keys: [&str; 2], selected: usize) -> Heard {
    let mut question = Question::new(Kind::Menu, "Do you want to proceed?");
    let choice = |number: usize| Choice {
        label: labels[number].into(),
        keys: vec![Key::of_word(keys[number])],
        selected: number == selected,
        ..Choice::default()
    };
    question.choices = vec![choice(0), choice(1)];
    Heard { t: 5.2, waiting: Some(question) }
}

#[test]
fn agents() {
    use Kind::{Composer, Menu, Password, YesNo};
    let right = || dialog(["Yes", "No"], ["1", "2"], 0);
    for (name, heard, expected) in [
        ("right", vec![right(), over(8.2)], [1, 1, 0, 0, 0]),
        ("two choices may be called yes or no", vec![said(5.2, YesNo)], [1, 1, 0, 0, 0]),
        ("a wrong kind", vec![said(5.2, Password)], [1, 0, 0, 0, 0]),
        ("a fake", vec![right(), over(8.2), said(25.0, Menu)], [1, 1, 1, 0, 0]),
        ("outside any dialog", vec![right(), over(8.2), said(40.0, Menu)], [1, 1, 1, 0, 0]),
        ("a dialog nobody labelled", vec![right(), over(8.2), said(49.0, Menu)], [1, 1, 0, 0, 0]),
        ("its input box", vec![right(), over(8.2), said(25.0, Composer)], [1, 1, 0, 0, 0]),
        ("while it is drawn", vec![said(3.1, Menu), right()], [1, 1, 0, 0, 0]),
        ("before it is drawn", vec![said(2.9, Menu), right()], [1, 1, 1, 0, 0]),
    ] {
        check(name, AGENT, &heard, expected);
    }
}

#[test]
fn parts_of_an_agents_dialog() {
    for (name, heard, question, subject, choices, keys) in [
        ("all right but what it is about", dialog(["Yes", "No"], ["1", "2"], 0), 1, 0, 1, 1),
        ("moving there", dialog(["Yes", "No"], ["enter", "2"], 0), 1, 0, 1, 1),
        ("a wrong label", dialog(["Yes", "Nope"], ["1", "2"], 0), 1, 0, 0, 0),
        ("a wrong key", dialog(["Yes", "No"], ["1", "3"], 0), 1, 0, 1, 0),
        ("another selected", dialog(["Yes", "No"], ["1", "2"], 1), 1, 0, 1, 0),
        ("nothing but the kind", said(5.2, Kind::Menu), 0, 0, 0, 0),
    ] {
        let tally = tally(AGENT, &[heard]);
        let right = |part| (tally.parts[&part].right, tally.parts[&part].of);
        let got = [Part::Question, Part::Subject, Part::Choices, Part::Keys].map(right);
        assert_eq!(got, [(question, 1), (subject, 1), (choices, 1), (keys, 1)], "{name}");
    }
}

#[test]
fn parts_of_a_programs_question() {
    let mut right = said(2.1, Kind::YesNo);
    right.waiting.as_mut().unwrap().default = Some("n".into());
    for (heard, question, default) in [(right, 1, 1), (said(2.1, Kind::YesNo), 1, 0)] {
        let tally = tally(PROGRAM, &[heard]);
        assert_eq!(
            (tally.parts[&Part::Question].right, tally.parts[&Part::Default].right),
            (question, default)
        );
    }
}

#[test]
fn labels_that_make_no_sense_are_refused() {
    for labels in ["", "[]", "{}", r#"{"spans": [{"kind": "busy"}]}"#, r#"{"agent": "claude"}"#] {
        assert!(Truth::read(labels).is_err(), "{labels}");
    }
}
