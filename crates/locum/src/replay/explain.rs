//! What the detector said, for a person who wants to know why.

use detect::{Change, Standing};
use model::{Choice, Evidence, Key, Question};

use super::player::Said;

/// One change in lines: the first says what, the others why.
pub(crate) fn lines(said: &Said) -> Vec<String> {
    let at = said.at.as_secs_f64();
    match &said.change {
        Change::Resumed => vec![format!("{at:9.3}  busy again")],
        Change::Waiting(standing) | Change::Still(standing) => waiting(at, standing),
    }
}

fn waiting(at: f64, standing: &Standing) -> Vec<String> {
    let detection = &standing.detection;
    let question = detection.state.question();
    let kind = question.map_or("nothing known", |question| question.kind.word());
    let text = question.map_or("", |question| question.text.as_str());
    let mut lines = vec![format!("{at:9.3}  {}: {kind}: {text}", detection.state.word())];
    lines.extend(question.into_iter().flat_map(parts));
    lines.extend(detection.tool.map(|tool| indented("tool", tool)));
    lines.push(indented("because", &reason(standing)));
    lines.extend(detection.evidence.iter().map(piece));
    lines
}

fn parts(question: &Question) -> Vec<String> {
    let subject = question.subject.as_ref().map(|subject| {
        let cut = if subject.partial { " (cut by the screen)" } else { "" };
        indented("about", &format!("{}{cut}", subject.text))
    });
    let default = question.default.as_ref().map(|default| indented("default", default));
    subject.into_iter().chain(question.choices.iter().map(choice)).chain(default).collect()
}

fn choice(choice: &Choice) -> String {
    let keys: Vec<&str> = choice.keys.iter().map(Key::word).collect();
    let signs = [
        (choice.selected, "selected"),
        (choice.default, "default"),
        (choice.checked == Some(true), "checked"),
    ];
    let signs: String = signs.iter().filter(|(is, _)| *is).map(|(_, sign)| format!(", {sign}")).collect();
    let label = format!("{} [{}] ({}{signs})", choice.label, keys.join(" "), choice.role.word());
    indented("choice", &label)
}

fn reason(standing: &Standing) -> String {
    let detection = &standing.detection;
    let rule = detection.rule.as_deref().unwrap_or("no rule");
    let rows = match &detection.rows {
        Some(rows) if rows.len() == 1 => format!(" in row {}", rows.start + 1),
        Some(rows) => format!(" in rows {}-{}", rows.start + 1, rows.end),
        None => String::new(),
    };
    format!("{rule}{rows}, profile {}, confidence {:.2}", standing.agent, detection.confidence)
}

fn piece(evidence: &Evidence) -> String {
    let name = if evidence.speaks_for { "for" } else { "against" };
    indented(name, &format!("{}: {}", evidence.source.word(), evidence.says))
}

fn indented(name: &str, text: &str) -> String {
    format!("{:11}{name:8} {text}", "")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use detect::{Detection, State};
    use model::{Kind, Role, Source, Subject};

    use super::*;

    #[test]
    fn a_question_is_told_with_its_parts_and_its_reasons() {
        let mut question = Question::new(Kind::Menu, "Proceed?");
        question.subject = Some(Subject { text: "rm x".into(), partial: true });
        let keys = vec![Key::Down, Key::Enter];
        question.choices =
            vec![Choice { label: "No".into(), keys, selected: true, role: Role::No, ..Choice::default() }];
        let detection = Detection {
            state: State::Asking(question),
            confidence: 0.9,
            rule: Some("claude.permission".into()),
            tool: Some("shell"),
            rows: Some(3..9),
            input_box: false,
            evidence: vec![Evidence { source: Source::Kernel, says: "in read".into(), speaks_for: true }],
        };
        let since = Duration::ZERO;
        let standing = Standing { detection, since, fingerprint: None, agent: "claude".into() };
        let at = Duration::from_millis(6170);
        let said = Said { at, change: Change::Waiting(Box::new(standing)) };
        assert_eq!(
            lines(&said),
            [
                "    6.170  asking: menu: Proceed?",
                "           about    rm x (cut by the screen)",
                "           choice   No [down enter] (no, selected)",
                "           tool     shell",
                "           because  claude.permission in rows 4-9, profile claude, confidence 0.90",
                "           for      kernel: in read",
            ]
        );
        assert_eq!(lines(&Said { at, change: Change::Resumed }), ["    6.170  busy again"]);
    }
}
