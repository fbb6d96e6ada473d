//! The truth about a recording, out of its labels. `corpus/README.md` describes the two forms.

use std::collections::BTreeSet;

use serde::Deserialize;

/// A wait of an agent that was over sooner than a person could see it is not judged.
const SHORTEST_WAIT: f64 = 0.25;

/// What is true about a recording.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Truth {
    /// The agent, if it is one: its dialogs are judged in all their parts.
    pub(super) agent: Option<String>,
    /// The program, and for an agent its version.
    pub(super) program: String,
    pub(super) waits: Vec<Wait>,
    /// Stretches in which nothing waits.
    pub(super) busy: Vec<(f64, f64)>,
    /// Stretches in which something only looks like a dialog.
    pub(super) fakes: Vec<(f64, f64)>,
    /// When dialogs were drawn that nobody labelled.
    pub(super) drawn: Vec<f64>,
}

/// A stretch in which the program waits.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Wait {
    pub(super) start: f64,
    /// The first key, or the end.
    pub(super) until: f64,
    pub(super) end: f64,
    pub(super) kind: String,
    /// Kinds that are right.
    pub(super) accept: BTreeSet<String>,
    pub(super) question: String,
    pub(super) subject: Option<String>,
    pub(super) choices: Vec<WantedChoice>,
    pub(super) default: Option<String>,
}

/// A choice as the label has it.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub(super) struct WantedChoice {
    pub(super) label: String,
    #[serde(default)]
    pub(super) selected: bool,
    #[serde(default)]
    pub(super) keys: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Labels {
    Agent(AgentLabels),
    Cli(CliLabels),
}

#[derive(Deserialize)]
struct AgentLabels {
    agent: String,
    #[serde(default)]
    version: String,
    prompts: Vec<Prompt>,
    #[serde(default)]
    non_prompts: Vec<Stretch>,
    #[serde(default)]
    dialog_drawn_at: Moments,
}

#[derive(Deserialize)]
struct Stretch {
    t_start: f64,
    t_end: f64,
}

/// One or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Moments {
    One(f64),
    Several(Vec<f64>),
}

impl Default for Moments {
    fn default() -> Self {
        Moments::Several(Vec::new())
    }
}

#[derive(Deserialize)]
struct Prompt {
    #[serde(default)]
    missing: bool,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    t_seen: f64,
    #[serde(default)]
    t_settled: f64,
    question: Option<String>,
    subject: Option<String>,
    choices: Option<Vec<WantedChoice>>,
    answer: Option<Answer>,
    blocked: Option<Blocked>,
}

#[derive(Deserialize)]
struct Answer {
    t: Option<f64>,
    t_gone: Option<f64>,
}

#[derive(Deserialize)]
struct Blocked {
    #[serde(default)]
    held_s: f64,
}

#[derive(Deserialize)]
struct CliLabels {
    #[serde(default)]
    argv: Vec<String>,
    stopped_at: Option<f64>,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Span {
    t_start: f64,
    t_end: f64,
    kind: String,
    #[serde(default)]
    short: bool,
    accept: Option<Vec<String>>,
    t_first_key: Option<f64>,
    question: Option<String>,
    choices: Option<Vec<String>>,
    default: Option<String>,
}

impl Truth {
    /// Reads labels of either form.
    pub(super) fn read(text: &str) -> Result<Truth, serde_json::Error> {
        Ok(match serde_json::from_str(text)? {
            Labels::Agent(labels) => of_agent(labels),
            Labels::Cli(labels) => of_cli(labels),
        })
    }
}

fn of_agent(labels: AgentLabels) -> Truth {
    let stretch = |stretch: &Stretch| (stretch.t_start, stretch.t_end);
    Truth {
        program: format!("{} {}", labels.agent, labels.version).trim_end().to_owned(),
        agent: Some(labels.agent),
        waits: labels.prompts.into_iter().filter_map(of_prompt).collect(),
        busy: Vec::new(),
        fakes: labels.non_prompts.iter().map(stretch).collect(),
        drawn: match labels.dialog_drawn_at {
            Moments::One(moment) => vec![moment],
            Moments::Several(moments) => moments,
        },
    }
}

fn of_prompt(prompt: Prompt) -> Option<Wait> {
    // A time of zero stands for none.
    let given = |time: Option<f64>| time.filter(|time| *time != 0.0);
    let answered = given(prompt.answer.as_ref().and_then(|answer| answer.t));
    let gone = given(prompt.answer.as_ref().and_then(|answer| answer.t_gone));
    let until = answered.unwrap_or(prompt.t_settled + prompt.blocked.map_or(0.0, |blocked| blocked.held_s));
    if prompt.missing || until - prompt.t_seen < SHORTEST_WAIT {
        return None;
    }
    let choices = prompt.choices.unwrap_or_default();
    let kind = same_kind(&prompt.kind).to_owned();
    let menu = (!choices.is_empty()).then(|| "menu".to_owned());
    let two = (choices.len() == 2).then(|| "yes_no".to_owned());
    Some(Wait {
        start: prompt.t_seen,
        until,
        end: gone.unwrap_or(until),
        accept: [kind.clone()].into_iter().chain(menu).chain(two).collect(),
        kind,
        question: prompt.question.unwrap_or_default(),
        subject: prompt.subject,
        choices,
        default: None,
    })
}

fn of_cli(labels: CliLabels) -> Truth {
    let program = labels.argv.first().and_then(|word| word.rsplit('/').next()).unwrap_or("unknown");
    let mut truth = Truth { program: program.to_owned(), ..Truth::default() };
    for span in labels.spans {
        let end = labels.stopped_at.map_or(span.t_end, |stop| stop.min(span.t_end));
        match span.kind.as_str() {
            _ if span.short || labels.stopped_at.is_some_and(|stop| span.t_start >= stop) => {}
            "busy" => truth.busy.push((span.t_start, end)),
            _ => truth.waits.push(of_span(span, end)),
        }
    }
    truth
}

fn of_span(span: Span, end: f64) -> Wait {
    let accept = span.accept.filter(|accept| !accept.is_empty()).unwrap_or_else(|| vec![span.kind.clone()]);
    let choice = |label| WantedChoice { label, ..WantedChoice::default() };
    Wait {
        start: span.t_start,
        until: span.t_first_key.map_or(end, |key| key.min(end)),
        end,
        kind: span.kind,
        accept: accept.iter().map(|kind| same_kind(kind).to_owned()).collect(),
        question: span.question.unwrap_or_default(),
        subject: None,
        choices: span.choices.unwrap_or_default().into_iter().map(choice).collect(),
        default: span.default,
    }
}

/// Labels are coarser than the detector, and not all of them use the same words.
pub(super) fn same_kind(kind: &str) -> &str {
    match kind {
        "shell" | "repl" => "shell_repl",
        "pager" | "editor" | "fullscreen" => "pager_fullscreen",
        "yes-no" => "yes_no",
        "text" => "free_text",
        other => other,
    }
}

/// Kinds that want a person's decision.
pub(super) fn is_asking(kind: &str) -> bool {
    matches!(kind, "yes_no" | "confirm_enter" | "menu" | "free_text" | "password" | "unknown")
}

/// Kinds of a program at its own prompt.
pub(super) fn is_idle(kind: &str) -> bool {
    matches!(kind, "shell_repl" | "pager_fullscreen" | "composer")
}
