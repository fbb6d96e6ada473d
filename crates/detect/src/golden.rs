//! The profiles on recordings of real agents: every labelled dialog as it stood when it had settled and right before
//! it was answered, and nothing asked while it only looked like a question. What counts as right follows the rules of
//! the corpus.

use std::path::{Path, PathBuf};

use model::{Choice, Kind, Question, Size};
use screen::Screen;
use serde_json::Value;

use crate::profile::{Profiles, Recognised};
use crate::program::Program;
use crate::view::View;

fn folder() -> PathBuf {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/agents");
    std::env::var_os("AGENT_RECORDINGS").map_or_else(|| PathBuf::from(default), PathBuf::from)
}

struct Recording {
    name: String,
    size: Size,
    events: Vec<(f64, String, String)>,
    labels: Value,
}

fn recordings() -> Vec<Recording> {
    let files = std::fs::read_dir(folder()).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(".labels.json"));
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(labels: &Path) -> Recording {
    let name = labels.file_name().unwrap().to_string_lossy().replace(".labels.json", "");
    let text = std::fs::read_to_string(labels.with_file_name(format!("{name}.cast"))).unwrap();
    let mut lines =
        text.lines().filter(|line| !line.trim().is_empty()).map(|line| serde_json::from_str(line).unwrap());
    let header: Value = lines.next().unwrap();
    let number = |key: &str| header[key].as_u64().unwrap() as u16;
    let size = Size::cells(number("height"), number("width"));
    let event = |event: Value| {
        let text = |place: usize| event[place].as_str().unwrap_or_default().to_owned();
        (event[0].as_f64().unwrap(), text(1), text(2))
    };
    let labels = serde_json::from_str(&std::fs::read_to_string(labels).unwrap()).unwrap();
    Recording { name, size, events: lines.map(event).collect(), labels }
}

/// The screen as it stood at a time.
fn at(recording: &Recording, time: f64) -> Screen {
    let mut screen = Screen::new(recording.size);
    for (when, code, text) in &recording.events {
        if *when > time {
            break;
        }
        match code.as_str() {
            "o" => screen.feed(text.as_bytes()),
            "r" => {
                let (columns, rows) = text.split_once('x').unwrap();
                screen.resize(Size::cells(rows.parse().unwrap(), columns.parse().unwrap()));
            }
            _ => {}
        }
    }
    screen
}

fn look(profiles: &Profiles, recording: &Recording, time: f64) -> Recognised {
    let agent = recording.labels["agent"].as_str().unwrap();
    let profile = profiles.for_programs(&[Program::named(agent)]);
    let snapshot = at(recording, time).snapshot_anyway();
    profile.recognise(&View::new(&snapshot))
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn same_label(want: &str, got: &str) -> bool {
    let bare = |text: &str| words(&text.replace("[ ]", "").replace("[x]", "").replace("[✔]", ""));
    let (whole, first, got) = (bare(want), bare(want.lines().next().unwrap_or_default()), bare(got));
    let (short, long) = if whole.len() <= got.len() { (&whole, &got) } else { (&got, &whole) };
    got == whole || got == first || (short.chars().count() >= 12 && long.starts_with(short.as_str()))
}

/// The label's own keys (for Codex they are alternatives), or moves from the selected choice and Enter.
fn right_keys(agent: &str, wanted: &[Value], place: usize, choice: &Choice) -> bool {
    let got: Vec<String> = choice.keys.iter().map(|key| key.word().to_lowercase()).collect();
    let keys: Vec<String> = wanted[place]["keys"]
        .as_array()
        .unwrap()
        .iter()
        .map(|key| key.as_str().unwrap().to_lowercase())
        .collect();
    let selected = wanted.iter().position(|choice| choice["selected"] == true);
    let (forward, back) = if agent == "opencode" { ("right", "left") } else { ("down", "up") };
    let moves = selected.map(|selected| {
        let mut moves = vec![forward.to_owned(); place.saturating_sub(selected)];
        moves.extend(vec![back.to_owned(); selected.saturating_sub(place)]);
        moves.push("enter".to_owned());
        moves
    });
    let own = if agent == "codex" { keys.iter().any(|key| got == [key.clone()]) } else { got == keys };
    own || moves == Some(got)
}

fn check_question(agent: &str, wanted: &Value, question: &Question) -> Result<(), String> {
    let choices = wanted["choices"].as_array().cloned().unwrap_or_default();
    let kind = wanted["kind"].as_str().unwrap().replace("yes-no", "yes_no");
    let menu = question.kind == Kind::Menu && !choices.is_empty()
        || question.kind == Kind::YesNo && choices.len() == 2;
    if question.kind.word() != kind && !menu {
        return Err(format!("kind {} instead of {kind}", question.kind.word()));
    }
    let (want, got) = (words(wanted["question"].as_str().unwrap_or_default()), words(&question.text));
    if !want.is_empty() && !got.contains(&want) && (got.is_empty() || !want.contains(&got)) {
        return Err(format!("question {got:?} instead of {want:?}"));
    }
    let labels: Vec<&str> = question.choices.iter().map(|choice| choice.label.as_str()).collect();
    let same = |place: usize| same_label(choices[place]["label"].as_str().unwrap(), labels[place]);
    if labels.len() != choices.len() || !(0..labels.len()).all(same) {
        return Err(format!("choices {labels:?}"));
    }
    for (place, choice) in question.choices.iter().enumerate() {
        if !right_keys(agent, &choices, place, choice)
            || choice.selected != (choices[place]["selected"] == true)
        {
            return Err(format!("keys of {choice:?}"));
        }
    }
    Ok(())
}

#[test]
fn every_labelled_dialog_is_read_right() {
    let profiles = Profiles::embedded();
    let (mut wrong, mut dialogs) = (Vec::new(), 0);
    for recording in recordings() {
        let agent = recording.labels["agent"].as_str().unwrap();
        for prompt in
            recording.labels["prompts"].as_array().unwrap().iter().filter(|prompt| prompt["missing"] != true)
        {
            // An answer of several keys has moved the pointer before its last one.
            let one_key = prompt["answer"]["keys"].as_array().is_none_or(|keys| keys.len() < 2);
            let answered = prompt["answer"]["t"].as_f64().filter(|_| one_key).map(|time| time - 0.001);
            for time in prompt["t_settled"].as_f64().into_iter().chain(answered) {
                dialogs += 1;
                let fits = match look(&profiles, &recording, time) {
                    Recognised::Found(found) => check_question(agent, prompt, &found.question)
                        .map_err(|problem| format!("{problem} ({})", found.rule)),
                    other => Err(format!("{other:?}")),
                };
                wrong.extend(fits.err().map(|problem| format!("{} at {time}: {problem}", recording.name)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {dialogs} looks are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(dialogs > 0);
}

#[test]
fn every_labelled_dialog_is_about_the_right_tool() {
    let profiles = Profiles::embedded();
    let (mut wrong, mut known) = (Vec::new(), 0);
    for recording in recordings() {
        for prompt in
            recording.labels["prompts"].as_array().unwrap().iter().filter(|prompt| prompt["missing"] != true)
        {
            let time = prompt["t_settled"].as_f64().unwrap();
            let Recognised::Found(found) = look(&profiles, &recording, time) else {
                panic!("{} at {time}", recording.name)
            };
            let said = prompt.get("tool").map(|tool| tool.as_str());
            known += usize::from(found.tool.is_some());
            if said != Some(found.tool) {
                wrong.push(format!(
                    "{} at {time}: {:?} instead of {said:?} ({})",
                    recording.name, found.tool, found.rule
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(known > 100, "{known}");
}

#[test]
fn what_only_looks_like_a_question_is_none() {
    let profiles = Profiles::embedded();
    let mut wrong = Vec::new();
    for recording in recordings() {
        for fake in recording.labels["non_prompts"].as_array().into_iter().flatten() {
            let (start, end) = (fake["t_start"].as_f64().unwrap(), fake["t_end"].as_f64().unwrap());
            for time in [start, (start + end) / 2.0, end] {
                let found = look(&profiles, &recording, time);
                if let Recognised::Found(found) = found
                    && found.question.kind.is_asking()
                {
                    wrong.push(format!("{} at {time}: {}", recording.name, found.rule));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the scripted model asked for in a scenario, where every version shows all of it.
const SUBJECTS: [(&str, &str); 6] = [
    ("-danger-", "rm -rf ~/project"),
    ("-bash-100x30", "touch hello.txt && mkdir -p sub/dir"),
    ("-bash-80x24", "touch hello.txt && mkdir -p sub/dir"),
    ("-bash-no-", "touch denied.txt"),
    ("-fetch-", "http://127.0.0.1:9/page"),
    ("-keys-chunk-", "touch hello.txt"),
];

#[test]
fn subjects_are_whole() {
    let profiles = Profiles::embedded();
    let mut seen = 0;
    for recording in recordings() {
        let Some((_, want)) = SUBJECTS.iter().find(|(part, _)| recording.name.contains(part)) else {
            continue;
        };
        let time = recording.labels["prompts"][0]["t_settled"].as_f64().unwrap();
        let Recognised::Found(found) = look(&profiles, &recording, time) else {
            panic!("{}", recording.name)
        };
        let subject = found.question.subject.unwrap_or_default();
        assert_eq!((subject.text.as_str(), subject.partial), (*want, false), "{}", recording.name);
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}

/// Where Gemini works its input box stands under the spinner, and nobody has written in it.
#[test]
fn the_empty_box_of_an_agent_at_work_is_seen_as_empty() {
    let profiles = Profiles::embedded();
    let recording = recordings().into_iter().find(|one| one.name == "gemini-0.61.0-thinking-100x30").unwrap();
    for time in [11.5, 13.0, 14.5] {
        let seen = look(&profiles, &recording, time);
        assert!(
            matches!(&seen, Recognised::Busy(line, true) if line.contains("Thinking")),
            "{time}: {seen:?}"
        );
    }
}

#[test]
fn subjects_that_the_screen_cuts_are_partial() {
    let profiles = Profiles::embedded();
    for recording in recordings().iter().filter(|recording| recording.name.contains("-longcmd-")) {
        let time = recording.labels["prompts"][0]["t_settled"].as_f64().unwrap();
        let Recognised::Found(found) = look(&profiles, recording, time) else { panic!("{}", recording.name) };
        let subject = found.question.subject.unwrap_or_default();
        assert!(subject.partial && subject.text.contains("of a long script body"), "{}", recording.name);
    }
}
