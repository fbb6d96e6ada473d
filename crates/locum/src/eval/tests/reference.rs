//! Our judge beside `corpus/score.py`: the labels of the corpus, a detector that errs in every way, the same numbers.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use model::{Choice, Key, Kind, Question};
use serde_json::{Value, json};
use testkit::Sandbox;

use crate::eval::judge::{Heard, judge};
use crate::eval::labels::{Truth, Wait};
use crate::eval::recordings::Judged;
use crate::eval::report;
use crate::waiting_json;

/// A detector that says what stands in the recording itself.
const PARROT: &str = r#"sed -n 's/^\[0,"said",\(.*\)\]$/\1/p' {}"#;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// A detector that is mostly right, and wrong in all the ways there are.
fn invented(truth: &Truth, dice: &mut Dice) -> Vec<Heard> {
    let mut heard = Vec::new();
    for wait in truth.waits.iter().filter(|_| dice.roll(10) > 0).collect::<Vec<_>>() {
        let late = dice.roll(100) as f64 / 100.0 - 0.4;
        heard.push(Heard { t: thousandths(wait.start + late), waiting: Some(seen(wait, dice)) });
        if dice.roll(4) > 0 {
            heard.push(Heard { t: thousandths(wait.end + dice.roll(3) as f64 / 2.0), waiting: None });
        }
    }
    for _ in 0..dice.roll(3) {
        let t = dice.roll(30_000) as f64 / 1000.0;
        heard.push(Heard { t, waiting: Some(Question::new(kind(dice), "a false alarm?")) });
    }
    heard.sort_by(|one, other| one.t.total_cmp(&other.t));
    heard
}

fn thousandths(t: f64) -> f64 {
    (t.max(0.0) * 1000.0).round() / 1000.0
}

fn kind(dice: &mut Dice) -> Kind {
    Kind::ALL[dice.roll(Kind::ALL.len() as u64) as usize]
}

fn seen(wait: &Wait, dice: &mut Dice) -> Question {
    let right = Kind::ALL.into_iter().find(|kind| crate::eval::labels::same_kind(kind.word()) == wait.kind);
    let mut question = Question::new(right.unwrap_or(Kind::Menu), wait.question.clone());
    let mut choices: Vec<Choice> = wait
        .choices
        .iter()
        .map(|choice| Choice {
            label: choice.label.clone(),
            keys: choice.keys.iter().take(1).map(|key| Key::of_word(key)).collect(),
            selected: choice.selected,
            ..Choice::default()
        })
        .collect();
    match (dice.roll(12), choices.first_mut()) {
        (0, _) => question.kind = kind(dice),
        (1, _) => question.text = "something else".into(),
        (2, Some(first)) => first.label.push('!'),
        (3, Some(first)) => first.keys = vec![Key::Text("z".into())],
        (4, Some(first)) => first.selected = !first.selected,
        (5, Some(_)) => drop(choices.pop()),
        _ => {}
    }
    question.choices = choices;
    question
}

fn as_lines(heard: &[Heard]) -> String {
    heard.iter().fold(String::new(), |mut lines, heard| {
        let mut object = heard.waiting.as_ref().map(waiting_json::question).unwrap_or_default();
        object.insert("t".into(), heard.t.into());
        object.insert("event".into(), if heard.waiting.is_some() { "waiting" } else { "resumed" }.into());
        let _ = writeln!(lines, "[0,\"said\",{}]", Value::Object(object));
        lines
    })
}

/// Every recording of a part of the corpus with what the invented detector says, in a folder for the reference.
fn prepare(sandbox: &Sandbox, part: &str, dice: &mut Dice) -> Vec<Judged> {
    let mut labels: Vec<PathBuf> =
        fs::read_dir(corpus().join(part)).unwrap().map(|entry| entry.unwrap().path()).collect();
    labels.retain(|path| path.to_string_lossy().ends_with(".labels.json"));
    labels.sort();
    labels
        .iter()
        .map(|path| {
            let file = path.file_name().unwrap().to_str().unwrap();
            let name = file.strip_suffix(".labels.json").unwrap().to_owned();
            let text = fs::read_to_string(path).unwrap();
            let truth = Truth::read(&text).unwrap();
            let heard = invented(&truth, dice);
            let header = json!({"version": 2, "width": 80, "height": 24, "command": name});
            sandbox.write(&format!("{part}/{name}.cast"), format!("{header}\n{}", as_lines(&heard)));
            sandbox.write(&format!("{part}/{file}"), text);
            let verdict = judge(&truth, &heard);
            Judged { name, truth, verdict, broken: None, looks: Vec::new() }
        })
        .collect()
}

#[test]
fn it_judges_as_the_reference_does() {
    let (sandbox, mut dice) = (Sandbox::new(), Dice(4));
    ["cli", "agents"].iter().for_each(|name| drop(sandbox.folder(name)));
    let judged: Vec<Judged> =
        ["cli", "agents"].iter().flat_map(|part| prepare(&sandbox, part, &mut dice)).collect();
    let output = Command::new("python3")
        .arg(corpus().join("score.py"))
        .arg(sandbox.root())
        .args(["--json", "--cmd", PARROT])
        .output()
        .expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let theirs: Vec<Value> =
        serde_json::Deserializer::from_slice(&output.stdout).into_iter().map(Result::unwrap).collect();
    let ours: Vec<Value> = report::reports(&judged).iter().map(report::Report::as_json).collect();
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(&theirs) {
        let part = &theirs["part"];
        let mut names = vec![
            "part",
            "recordings",
            "broken",
            "waits",
            "recall",
            "precision",
            "kind",
            "false_asking",
            "false_idle",
            "stuck",
            "delay_p50",
            "delay_p99",
        ];
        names.extend(["choices", "keys", "question"].iter().filter(|_| part == "agents"));
        for name in names {
            assert_eq!(ours[name], theirs[name], "{name} of {part}");
        }
        for (kind, told) in theirs["by_kind"].as_object().into_iter().flatten() {
            let ours = &ours["by_kind"][kind];
            let found = format!("{}/{} found", ours["found"], ours["waits"]);
            assert!(told.as_str().unwrap().starts_with(&found), "{kind}: {told} beside {found}");
        }
        assert!(
            theirs["false_asking"].as_u64() > Some(10) && theirs["recall"].as_f64() > Some(0.5),
            "{theirs}"
        );
    }
}
