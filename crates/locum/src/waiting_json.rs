//! What a program waits for as JSON: one form for `--events`, `locum replay --json`, `locum status` and `locum explain`.

use detect::Standing;
use model::{Choice, Evidence, Key, Question};
use serde_json::{Map, Value, json};

/// Bytes of a text, and of a choice's label, that are told. A screen may be large and hostile, a reader's line is not.
const LONGEST_TEXT: usize = 8 << 10;
const LONGEST_LABEL: usize = 1 << 10;
/// Choices, and pieces of evidence.
const MOST_CHOICES: usize = 200;
const MOST_EVIDENCE: usize = 64;

/// The program waits, `t` seconds after its session began.
pub(crate) fn waiting(t: f64, standing: &Standing) -> Value {
    let detection = &standing.detection;
    let mut object = detection.state.question().map(question).unwrap_or_default();
    put(&mut object, "t", t.into());
    put(&mut object, "event", "waiting".into());
    put(&mut object, "state", detection.state.word().into());
    put(&mut object, "confidence", rounded(detection.confidence));
    put(&mut object, "agent", standing.agent.as_str().into());
    put(&mut object, "rule", detection.rule.clone().into());
    put(&mut object, "tool", detection.tool.into());
    put(&mut object, "fingerprint", standing.fingerprint.map(|print| print.to_string()).into());
    put(&mut object, "evidence", evidence(&detection.evidence));
    Value::Object(object)
}

/// It still waits for the same, with the same fingerprint.
pub(crate) fn still(t: f64, standing: &Standing) -> Value {
    let mut value = waiting(t, standing);
    if let Some(object) = value.as_object_mut() {
        put(object, "again", true.into());
    }
    value
}

/// It does not wait any more.
pub(crate) fn resumed(t: f64) -> Value {
    json!({"t": t, "event": "resumed"})
}

/// A question in its parts. What only some questions have is left out of the others; `cut` is there if something is
/// longer than what is told.
pub(crate) fn question(question: &Question) -> Map<String, Value> {
    let mut object = Map::new();
    put(&mut object, "kind", question.kind.word().into());
    put(&mut object, "question", clipped(&question.text, LONGEST_TEXT).into());
    let subject = question.subject.as_ref().map(|subject| clipped(&subject.text, LONGEST_TEXT));
    put(&mut object, "subject", subject.into());
    if question.subject.as_ref().is_some_and(|subject| subject.partial) {
        put(&mut object, "subject_partial", true.into());
    }
    put(&mut object, "choices", question.choices.iter().take(MOST_CHOICES).map(choice).collect());
    put(&mut object, "default", question.default.as_deref().map(|text| clipped(text, LONGEST_LABEL)).into());
    if is_cut(question) {
        put(&mut object, "cut", true.into());
    }
    object
}

/// Whether not all of it is told.
fn is_cut(question: &Question) -> bool {
    let subject = question.subject.as_ref().map(|subject| &subject.text);
    let labels = question.choices.iter().map(|choice| &choice.label).chain(&question.default);
    question.choices.len() > MOST_CHOICES
        || std::iter::once(&question.text).chain(subject).any(|text| text.len() > LONGEST_TEXT)
        || labels.into_iter().any(|label| label.len() > LONGEST_LABEL)
}

/// Not more than so many bytes; what was cut shows.
fn clipped(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    format!("{}…", text.get(..text.floor_char_boundary(longest)).unwrap_or_default())
}

fn choice(choice: &Choice) -> Value {
    let keys: Vec<&str> = choice.keys.iter().map(Key::word).collect();
    let mut object = json!({"label": clipped(&choice.label, LONGEST_LABEL), "keys": keys, "selected": choice.selected,
        "role": choice.role.word()});
    if let Some(object) = object.as_object_mut() {
        if choice.default {
            put(object, "default", true.into());
        }
        if let Some(checked) = choice.checked {
            put(object, "checked", checked.into());
        }
    }
    object
}

/// Who says what, and whether it speaks for waiting.
pub(crate) fn evidence(evidence: &[Evidence]) -> Value {
    let one = |piece: &Evidence| json!({"source": piece.source.word(), "says": clipped(&piece.says, LONGEST_TEXT), "for": piece.speaks_for});
    evidence.iter().take(MOST_EVIDENCE).map(one).collect()
}

/// Two places are all that a confidence means.
pub(crate) fn rounded(confidence: f64) -> Value {
    ((confidence * 100.0).round() / 100.0).into()
}

fn put(object: &mut Map<String, Value>, name: &str, value: Value) {
    object.insert(name.to_owned(), value);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use detect::{Detection, Fingerprint, State};
    use model::{Kind, Role, Source, Subject};

    use super::*;

    fn standing() -> Standing {
        let yes = Choice {
            label: "Yes".into(),
            keys: vec![Key::Text("1".into())],
            selected: true,
            role: Role::Yes,
            ..Choice::default()
        };
        let mut question = Question::new(Kind::Menu, "Do you want to proceed?");
        question.subject = Some(Subject { text: "rm -rf build".into(), partial: true });
        question.choices = vec![yes, Choice { checked: Some(false), default: true, ..Choice::default() }];
        let says = "a thread sleeps in read".to_owned();
        let fingerprint = Some(Fingerprint::of(&question, 1));
        let detection = Detection {
            state: State::Asking(question),
            confidence: 0.976,
            rule: Some("claude.permission".into()),
            tool: Some("shell"),
            rows: Some(3..9),
            input_box: false,
            evidence: vec![Evidence { source: Source::Kernel, says, speaks_for: true }],
        };
        Standing { detection, since: Duration::from_secs(6), fingerprint, agent: "claude".into() }
    }

    #[test]
    fn the_contract() {
        let told = waiting(6.17, &standing());
        let expected = json!({"t": 6.17, "event": "waiting", "state": "asking", "kind": "menu",
            "question": "Do you want to proceed?", "subject": "rm -rf build", "subject_partial": true,
            "choices": [{"label": "Yes", "keys": ["1"], "selected": true, "role": "yes"},
                {"label": "", "keys": [], "selected": false, "role": "other", "default": true, "checked": false}],
            "default": null, "confidence": 0.98, "agent": "claude", "rule": "claude.permission", "tool": "shell",
            "fingerprint": standing().fingerprint.unwrap().to_string(),
            "evidence": [{"source": "kernel", "says": "a thread sleeps in read", "for": true}]});
        assert_eq!(told, expected);
        assert_eq!(resumed(8.96), json!({"t": 8.96, "event": "resumed"}));
    }

    #[test]
    fn tools_are_the_policys() {
        assert_eq!(detect::TOOLS, policy::Tool::ALL.map(policy::Tool::word));
    }

    #[test]
    fn a_line_has_a_bound_and_says_what_it_left_out() {
        let long = "é".repeat(1 << 20);
        let plain = || Question::new(Kind::Menu, "Which?");
        let label = |label: &str| Choice { label: label.into(), ..Choice::default() };
        let subject = Some(Subject { text: long.clone(), partial: false });
        for (what, question, cut) in [
            ("nothing", plain(), false),
            ("as much as is told", Question::new(Kind::Menu, "x".repeat(LONGEST_TEXT)), false),
            ("its words", Question::new(Kind::Menu, long.as_str()), true),
            ("its subject", Question { subject, ..plain() }, true),
            ("its default", Question { default: Some(long.clone()), ..plain() }, true),
            ("a label", Question { choices: vec![label(&long)], ..plain() }, true),
            ("all choices", Question { choices: vec![label("a"); MOST_CHOICES], ..plain() }, false),
            ("more choices", Question { choices: vec![label(&long[..4000]); 5000], ..plain() }, true),
        ] {
            let told = self::question(&question);
            assert_eq!(told.get("cut").is_some(), cut, "{what}");
            assert!(told["choices"].as_array().unwrap().len() <= MOST_CHOICES, "{what}");
            let length = Value::Object(told).to_string().len();
            assert!(length < 256 << 10, "{what}: {length}");
        }
        let says = Evidence { source: Source::Kernel, says: long, speaks_for: true };
        assert!(evidence(&[says]).to_string().len() < 2 * LONGEST_TEXT);
        assert_eq!(clipped("aé", 2), "a…");
    }
}
