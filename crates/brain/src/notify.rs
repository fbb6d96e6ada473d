//! Telling the person that something waits for them: a desktop's notice, or a program of their own. What a supervised
//! program says is hostile: it is data on standard input for the one, and plain words without markup for the other.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use detect::Profile;
use serde_json::json;
use wire::{Request, WirePrompt};

use crate::line::Line;
use crate::registry::Entry;
use crate::rules::program;

/// How the person wants to be told.
#[derive(Debug, Clone, Default)]
pub struct Notify {
    /// The program that shows a notice on the desktop; two words follow. None: there is no desktop.
    pub desktop: Option<Vec<String>>,
    /// The bell of the session's own terminal.
    pub bell: bool,
    /// What it waits for, in the title of that terminal.
    pub title: bool,
    /// A program of the person's, with the question as JSON on its standard input.
    pub command: Vec<String>,
}

/// Reads how the person wants to be told now; nothing if that cannot be read.
pub type ReadNotify = Arc<dyn Fn() -> Option<Notify> + Send + Sync>;

/// How long either may take.
const LIMIT: Duration = Duration::from_secs(10);
/// At once. Who asks very often is heard less often.
const MOST_AT_ONCE: u32 = 8;
/// What a notice shows of a question.
const LONGEST: usize = 300;

thread_local! {
    static RUNNING: Cell<u32> = const { Cell::new(0) };
}

/// Tells the person, some time. Nobody waits for it.
pub(crate) fn tell(notify: &Notify, prompt: &WirePrompt) {
    for (words, text) in calls(notify, prompt) {
        if RUNNING.get() >= MOST_AT_ONCE {
            tracing::warn!("too much waits at once; the person is not told of everything");
            return;
        }
        RUNNING.set(RUNNING.get() + 1);
        tokio::task::spawn_local(async move {
            let work =
                tokio::task::spawn_blocking(move || program::ask(&words, &text, Path::new("/"), LIMIT));
            if let Ok(Err(error)) = work.await {
                tracing::warn!(%error, "the person could not be told that something waits");
            }
            RUNNING.set(RUNNING.get() - 1);
        });
    }
}

/// Rings the bell of a session's own terminal, some time. Its host knows when that harms nothing.
pub(crate) fn ring(notify: &Notify, entry: &Rc<Entry>) {
    if !notify.bell {
        return;
    }
    let entry = Rc::clone(entry);
    tokio::task::spawn_local(async move {
        let rung = match Line::to_host(&entry.hand.path).await {
            Ok((mut line, _)) => line.ask(&Request::Ring).await.map(drop),
            Err(error) => Err(error),
        };
        if let Err(error) = rung {
            tracing::debug!(%error, "the bell could not be rung");
        }
    });
}

/// Tells of something that is only made up, and says what came of it.
pub fn try_it(notify: &Notify) -> Vec<(String, Result<(), String>)> {
    let tried = calls(notify, &made_up()).into_iter().map(|(words, text)| {
        let told = program::ask(&words, &text, Path::new("/"), LIMIT);
        (words.first().cloned().unwrap_or_default(), told.map(drop).map_err(|error| error.to_string()))
    });
    tried.collect()
}

fn made_up() -> WirePrompt {
    WirePrompt {
        id: "test".into(),
        session: ("test".into(), "test".into()),
        agent: "locum".into(),
        tool: None,
        kind: "yes_no".into(),
        question: "Does this reach you?".into(),
        subject: None,
        partial: false,
        context: Vec::new(),
        choices: Vec::new(),
        several: false,
        status: "asked".into(),
        verdict: None,
        danger: "none".into(),
        rule: None,
        reasons: Vec::new(),
        asked_at: 0,
        expires_at: None,
        nonce: [0; 16],
        answered: None,
        ended_at: None,
        folder: "/".into(),
    }
}

/// The programs that are to be started: their words, and what is on their standard input.
fn calls(notify: &Notify, prompt: &WirePrompt) -> Vec<(Vec<String>, String)> {
    let desktop = notify.desktop.iter().map(|program| {
        let words = program.iter().cloned().chain([title(prompt), body(prompt)]).collect();
        (words, String::new())
    });
    let own = (!notify.command.is_empty()).then(|| (notify.command.clone(), as_json(prompt)));
    desktop.chain(own).collect()
}

fn title(prompt: &WirePrompt) -> String {
    let (session, name) = &prompt.session;
    let name = if name.is_empty() { session } else { name };
    let danger = if prompt.danger == "none" { "" } else { " (danger)" };
    // A program that no profile knows has no name of its own.
    let who = if prompt.agent == Profile::GENERIC { String::new() } else { format!("{} in ", prompt.agent) };
    plain(&format!("{who}{name} waits for you{danger}"))
}

fn body(prompt: &WirePrompt) -> String {
    let about = prompt.subject.as_deref().map(|subject| format!("\n{subject}")).unwrap_or_default();
    let body = format!("{}{about}\nlocum answer {}", prompt.question, prompt.id);
    plain(&body).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Nothing that a desktop or a terminal would act on, and no word that could be taken for an option.
fn plain(text: &str) -> String {
    let kept: String =
        text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).take(LONGEST).collect();
    kept.trim_start_matches('-').to_owned()
}

/// The question for a program.
fn as_json(prompt: &WirePrompt) -> String {
    let choices: Vec<_> = prompt.choices.iter().map(|choice| choice.label.as_str()).collect();
    let said = json!({
        "id": prompt.id, "session": prompt.session.0, "name": prompt.session.1, "agent": prompt.agent,
        "tool": prompt.tool, "kind": prompt.kind, "question": prompt.question, "subject": prompt.subject,
        "choices": choices, "danger": prompt.danger, "reasons": prompt.reasons, "folder": prompt.folder,
    });
    format!("{said}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_is_plain_text() {
        let prompt = WirePrompt {
            question: "-x \u{1b}]0;evil\u{7}<b>bold</b> & more".into(),
            session: ("bbbbbbbb".into(), "--icon=/x".into()),
            agent: "--help".into(),
            danger: "high".into(),
            ..made_up()
        };
        let notify = Notify {
            bell: false,
            title: false,
            desktop: Some(vec!["notify-send".into(), "--".into()]),
            command: vec!["own".into()],
        };
        let calls = calls(&notify, &prompt);
        let (words, input) = &calls[0];
        assert_eq!(words[..2], ["notify-send", "--"]);
        let unknown = WirePrompt { agent: Profile::GENERIC.into(), ..made_up() };
        assert_eq!(title(&unknown), "test waits for you");
        assert_eq!(words[2], "help in --icon=/x waits for you (danger)");
        assert_eq!(words[3], "x ]0;evil&lt;b&gt;bold&lt;/b&gt; &amp; more\nlocum answer test");
        assert_eq!(input, "");
        let (words, input) = &calls[1];
        assert_eq!(words[..], ["own"], "nothing of it is an argument");
        let said: serde_json::Value = serde_json::from_str(input).unwrap();
        assert_eq!(said["question"], prompt.question.as_str());
        assert!(!input.contains('\u{1b}'), "control characters are spelt out");
    }
}
