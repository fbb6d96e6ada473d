//! From what a look found to what the engine is told.

use detect::{Fingerprint, Standing, State};
use engine::{Input, Look, Sight, Stands, Terminal};
use model::{Choice, Question};

use crate::sight::{Lookout, Sighting};

/// A sighting as an input.
pub(super) fn sighted(sighting: &Sighting, lookout: &Lookout) -> Option<Input> {
    match sighting {
        Sighting::Waiting(standing) => waiting(standing, lookout),
        Sighting::Still(standing) => sight(standing, lookout).map(|sight| Input::StillAsks(Box::new(sight))),
        Sighting::Resumed => Some(Input::Resumed),
        Sighting::Unrecognised { .. } => None,
    }
}

fn waiting(standing: &Standing, lookout: &Lookout) -> Option<Input> {
    match &standing.detection.state {
        State::Idle(question) => Some(Input::Rests(question.kind)),
        State::Asking(_) => sight(standing, lookout).map(|sight| Input::Asks(Box::new(sight))),
        State::Busy | State::Unsure(_) => None,
    }
}

/// A question that stands.
fn sight(standing: &Standing, lookout: &Lookout) -> Option<Sight> {
    let State::Asking(question) = &standing.detection.state else { return None };
    Some(Sight {
        fingerprint: standing.fingerprint?.number(),
        words: Fingerprint::of(question, 0).number(),
        question: answerable(question, |label| lookout.is_field(label)),
        confidence: standing.detection.confidence,
        agent: standing.agent.clone(),
        tool: standing.detection.tool.map(str::to_owned),
    })
}

/// A question as it can be answered. A field to write in is no choice: its key only moves there, and what comes next would be
/// written into it. What stands under a label explains it, and is said with the question.
fn answerable(question: &Question, is_field: impl Fn(&str) -> bool) -> Question {
    let mut question = question.clone();
    let (mut kept, mut explained) = (Vec::new(), Vec::new());
    let first_line = |choice: &Choice| choice.label.lines().next().unwrap_or_default().to_owned();
    let writes = question.choices.iter().any(|choice| choice.selected && is_field(&first_line(choice)));
    for mut choice in std::mem::take(&mut question.choices) {
        let label = std::mem::take(&mut choice.label);
        let (label, under) = label.split_once('\n').unwrap_or((&label, ""));
        // Something may be written in one that is ticked.
        if is_field(label) && choice.checked != Some(true) {
            continue;
        }
        if writes {
            // The keys of all others would be written into it.
            choice.keys.clear();
        }
        if !under.trim().is_empty() {
            explained.push(format!("{label}: {}", under.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        choice.label = label.to_owned();
        kept.push(choice);
    }
    if !explained.is_empty() {
        question.text = format!("{} ({})", question.text, explained.join("; "));
    }
    question.choices = kept;
    question
}

/// What stands behind the prompt of its input box.
fn in_box(standing: &Standing, line: Option<&str>) -> Option<String> {
    let State::Idle(question) = &standing.detection.state else { return None };
    line?.strip_prefix(question.text.trim()).map(|behind| behind.trim().to_owned())
}

/// The last look.
pub(super) fn look(lookout: &Lookout) -> Option<Look> {
    let (standing, picture) = lookout.last_look()?;
    let stands = match &standing.detection.state {
        State::Asking(_) => {
            sight(standing, lookout).map_or(Stands::Unsure, |sight| Stands::Asking(Box::new(sight)))
        }
        State::Idle(question) => Stands::Idle(question.kind),
        State::Busy => Stands::Busy,
        State::Unsure(_) => Stands::Unsure,
    };
    Some(Look {
        offset: picture.offset,
        stands,
        before_cursor: picture.before_cursor.clone(),
        picture: picture.whole,
        terminal: Terminal {
            application_cursor: picture.application_cursor,
            bracketed_paste: picture.bracketed_paste,
            disambiguates: picture.disambiguates,
        },
        agent: lookout.is_agent(),
        input_box: standing.detection.input_box,
        reads_keys: reads_keys(lookout),
        in_box: in_box(standing, picture.box_line.as_deref()),
        cooked: lookout.kernel().is_some_and(|kernel| kernel.mode.is_some_and(|mode| mode.canonical)),
        unread: lookout.kernel().and_then(|kernel| kernel.unread).is_some_and(|bytes| bytes > 0),
        by_lines: lookout.asks_by_lines(),
    })
}

/// Whether what is typed reaches the agent, as far as the kernel tells. Agents read keys; a program that they started and that asks for a
/// password or a yes reads lines, or reads in its own name.
fn reads_keys(lookout: &Lookout) -> bool {
    let Some(kernel) = lookout.kernel() else { return true };
    let lines = kernel.mode.is_some_and(|mode| mode.canonical);
    !lines && !lookout.somebody_else_reads()
}

#[cfg(test)]
mod tests {
    use model::{Key, Kind};

    use super::*;

    #[test]
    fn a_field_is_no_choice_and_labels_are_one_line() {
        let mut asked = Question::new(Kind::Menu, "Which database?");
        let labels = ["SQLite\nOne file,\n no server", "Postgres", "Type something.", "Chat about this"];
        let choice = |(place, label): (usize, &&str)| Choice {
            label: (*label).to_owned(),
            keys: vec![Key::Text((place + 1).to_string())],
            ..Choice::default()
        };
        asked.choices = labels.iter().enumerate().map(choice).collect();
        let shown = answerable(&asked, |label| label == "Type something.");
        let said: Vec<(&Key, &str)> =
            shown.choices.iter().map(|choice| (&choice.keys[0], choice.label.as_str())).collect();
        let [one, two, four] = ["1", "2", "4"].map(|key| Key::Text(key.into()));
        assert_eq!(said, [(&one, "SQLite"), (&two, "Postgres"), (&four, "Chat about this")]);
        assert_eq!(shown.text, "Which database? (SQLite: One file, no server)");
        // With the pointer in the field, their keys would be written into it; and what is written in one that is ticked counts.
        (asked.choices[2].selected, asked.choices[2].checked) = (true, Some(true));
        let shown = answerable(&asked, |label| label == "Type something.");
        assert!(shown.choices.len() == 4 && shown.choices.iter().all(|choice| choice.keys.is_empty()));
    }
}
