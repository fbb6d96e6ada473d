//! A question as the record keeps it: its words without secrets, each with a bound. The record cannot forget.

use capture::{Options, marked};
use detect::Standing;
use model::{Choice, Kind, Question, Value};
use wire::{Activity, WireEvidence, WireStanding};

use crate::tracking::int;

/// Characters of a question, and of what it is about, that are written down.
const LONGEST_QUESTION: usize = 300;
pub(crate) const LONGEST_SUBJECT: usize = 1000;
/// Characters of an answer that are written down.
pub(crate) const LONGEST_ANSWER: usize = 300;
/// Choices that are written down, and characters of each.
const MOST_CHOICES: usize = 16;
const LONGEST_LABEL: usize = 100;
/// Characters and pieces that anybody who asks is told. A screen may be large and hostile.
const LONGEST_TOLD: usize = 4000;
const MOST_TOLD: usize = 64;

type Fields = Vec<(&'static str, Value)>;

/// What is written down about a question that was seen.
pub(crate) fn seen(standing: &Standing) -> Fields {
    let detection = &standing.detection;
    let mut fields = detection.state.question().map(parts).unwrap_or_default();
    fields.push(("agent", standing.agent.clone().into()));
    fields.push(("confidence", format!("{:.2}", detection.confidence).into()));
    fields.extend(detection.rule.clone().map(|rule| ("rule", rule.into())));
    fields.extend(standing.fingerprint.map(|print| ("fingerprint", print.to_string().into())));
    fields
}

fn parts(question: &Question) -> Fields {
    let mut fields: Fields = vec![("kind", question.kind.word().into())];
    if question.kind == Kind::Password {
        fields.push(("question", clean(label(&question.text), LONGEST_QUESTION).into()));
        return fields;
    }
    fields.push(("question", clean(&question.text, LONGEST_QUESTION).into()));
    if let Some(subject) = &question.subject {
        fields.push(("subject", clean(&subject.text, LONGEST_SUBJECT).into()));
        fields.extend(subject.partial.then_some(("partial", Value::Bool(true))));
    }
    if !question.choices.is_empty() {
        let labels = question.choices.iter().take(MOST_CHOICES);
        let labels: Vec<String> = labels.map(|choice| clean(&choice.label, LONGEST_LABEL)).collect();
        fields.push(("choices", labels.join(" | ").into()));
        let left_out = question.choices.len().saturating_sub(MOST_CHOICES) as u64;
        fields.extend((left_out > 0).then(|| ("choices_left_out", int(left_out))));
    }
    fields
}

/// A question's words as they are written down.
pub(crate) fn question(question: &Question) -> String {
    let text = if question.kind == Kind::Password { label(&question.text) } else { &question.text };
    clean(text, LONGEST_QUESTION)
}

/// What can be chosen, as it is written down.
pub(crate) fn labels(question: &Question) -> Vec<String> {
    question.choices.iter().take(MOST_CHOICES).map(|choice| clean(&choice.label, LONGEST_LABEL)).collect()
}

/// Reasons as they are written down: they quote what was asked.
pub(crate) fn reasons(reasons: &[String]) -> Vec<String> {
    reasons.iter().take(MOST_CHOICES).map(|reason| clean(reason, LONGEST_QUESTION)).collect()
}

/// A prompt for something hidden up to its end mark: what stands behind it is none of ours.
fn label(text: &str) -> &str {
    text.rfind([':', '?']).and_then(|end| text.get(..=end)).unwrap_or(text)
}

/// Without secrets, and not longer than this.
pub(crate) fn clean(text: &str, longest: usize) -> String {
    clipped(&marked(text, &Options::default()), longest)
}

/// Not more than so many characters; what was cut shows.
pub(crate) fn clipped(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A standing for those who ask. `began` is when the session did, in microseconds since 1970.
pub(crate) fn told(standing: &Standing, began: u64) -> WireStanding {
    let detection = &standing.detection;
    WireStanding {
        activity: match detection.state {
            detect::State::Asking(_) => Activity::Asking,
            detect::State::Idle(_) => Activity::Idle,
            detect::State::Busy => Activity::Busy,
            detect::State::Unsure(_) => Activity::Unsure,
        },
        since: began + standing.since.as_micros() as u64,
        question: detection.state.question().map(|question| (&bounded(question)).into()),
        confidence: (detection.confidence * 1000.0).round() as u16,
        rule: detection.rule.clone(),
        rows: detection.rows.as_ref().map(|rows| (rows.start, rows.end)),
        fingerprint: standing.fingerprint.map(detect::Fingerprint::number),
        agent: standing.agent.clone(),
        evidence: detection.evidence.iter().take(MOST_TOLD).map(piece).collect(),
    }
}

fn piece(evidence: &model::Evidence) -> WireEvidence {
    let says = clipped(&evidence.says, LONGEST_TOLD);
    (&model::Evidence { says, ..evidence.clone() }).into()
}

/// A question that is not too long for anybody.
pub(crate) fn bounded(question: &Question) -> Question {
    let mut question = question.clone();
    question.text = clipped(&question.text, LONGEST_TOLD);
    let left_out = question.choices.len().saturating_sub(MOST_TOLD);
    question.choices.truncate(MOST_TOLD);
    for choice in &mut question.choices {
        choice.label = clipped(&choice.label, LONGEST_TOLD);
    }
    question.choices.extend((left_out > 0).then(|| more(left_out)));
    if let Some(subject) = &mut question.subject {
        subject.partial |= subject.text.chars().nth(LONGEST_TOLD).is_some();
        subject.text = clipped(&subject.text, LONGEST_TOLD);
    }
    question.default = question.default.map(|default| clipped(&default, LONGEST_TOLD));
    question
}

/// Stands in the list for the choices that are not in it. No key takes it.
fn more(left_out: usize) -> Choice {
    Choice { label: format!("… and {left_out} more"), ..Choice::default() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use detect::{Detection, Fingerprint, State};
    use model::Subject;

    use super::*;

    fn standing(question: Question) -> Standing {
        let fingerprint = Some(Fingerprint::of(&question, 1));
        let state = State::Asking(question);
        let detection = Detection {
            state,
            confidence: 0.9,
            rule: None,
            tool: None,
            rows: None,
            input_box: false,
            evidence: Vec::new(),
        };
        Standing { detection, since: Duration::from_secs(1), fingerprint, agent: "generic".into() }
    }

    fn field(fields: &Fields, name: &str) -> String {
        match fields.iter().find(|(field, _)| *field == name) {
            Some((_, Value::Text(text))) => text.clone(),
            Some((_, other)) => format!("{other:?}"),
            None => String::new(),
        }
    }

    #[test]
    fn words_are_kept_without_secrets_and_with_a_bound() {
        let mut question = Question::new(Kind::Menu, "Run it? ".repeat(1000));
        question.subject =
            Some(Subject { text: "curl -H TOKEN=abc --password hunter2 x".into(), partial: true });
        question.choices =
            (0..40).map(|number| Choice { label: format!("choice {number}"), ..Choice::default() }).collect();
        let fields = seen(&standing(question));
        assert_eq!(field(&fields, "question").chars().count(), LONGEST_QUESTION + 1);
        assert_eq!(field(&fields, "subject"), "curl -H TOKEN=*** --password *** x");
        assert_eq!(field(&fields, "partial"), "Bool(true)");
        assert!(field(&fields, "choices").starts_with("choice 0 | choice 1 | "));
        assert_eq!(field(&fields, "choices_left_out"), "Int(24)");
        assert_eq!(field(&fields, "confidence"), "0.90");
    }

    #[test]
    fn no_secret_of_a_known_form_is_kept() {
        let secret = format!("AIza{}", "SyA1234567890abcdefghijklmnopqrstu");
        for (text, kept) in [
            (format!("Use key hf_abcdefghijklmnop1234QRST {secret}? [y/N]"), "Use key hf_*** AIza***? [y/N]"),
            ("Store password: hunter2zz99 (y/n)?".into(), "Store password: *** (y/n)?"),
            ("Do you want to  proceed?".into(), "Do you want to  proceed?"),
        ] {
            let mut question = Question::new(Kind::Menu, text.as_str());
            question.subject = Some(Subject { text: text.clone(), partial: false });
            question.choices = vec![Choice { label: text, ..Choice::default() }];
            let fields = seen(&standing(question));
            for name in ["question", "subject", "choices"] {
                assert_eq!(field(&fields, name), kept, "{name}");
            }
        }
    }

    #[test]
    fn of_a_password_only_the_label_is_kept() {
        for (text, kept) in [
            ("[sudo] password for me: hunter2", "[sudo] password for me:"),
            ("Passphrase for key '/k:1': *****", "Passphrase for key '/k:1':"),
            ("New PIN", "New PIN"),
        ] {
            let mut question = Question::new(Kind::Password, text);
            question.subject = Some(Subject { text: "hunter2".into(), partial: false });
            question.default = Some("hunter2".into());
            let fields = seen(&standing(question));
            assert_eq!(field(&fields, "question"), kept);
            assert!(!format!("{fields:?}").contains("hunter2"), "{fields:?}");
        }
    }

    #[test]
    fn what_is_told_is_bounded_on_any_screen() {
        let mut question = Question::new(Kind::Menu, "x".repeat(1_000_000));
        question.subject = Some(Subject { text: "y".repeat(1_000_000), partial: false });
        let label = "z".repeat(10_000);
        question.choices = vec![Choice { label, ..Choice::default() }; 500];
        let told = told(&standing(question), 5);
        let question = Question::from(told.question.unwrap());
        assert!(question.subject.unwrap().partial, "what was cut is said to be");
        assert_eq!(
            (question.text.chars().count(), question.choices.len()),
            (LONGEST_TOLD + 1, MOST_TOLD + 1)
        );
        let last = question.choices.last().unwrap();
        assert_eq!((last.label.as_str(), last.keys.len()), ("… and 436 more", 0), "what is left out is said");
        assert_eq!((told.since, told.confidence), (1_000_005, 900));
    }
}
