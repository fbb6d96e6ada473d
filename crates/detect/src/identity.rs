//! Whether two looks saw the same question.

use std::time::Duration;

use model::{Kind, Size};

use crate::countdown;
use crate::found::{Found, Strength};
use crate::view::View;

/// So far up rows are near, and so many of them count.
const NEAR: usize = 4;
const MOST_ABOVE: usize = 2;

/// What of a question stays when it is redrawn: its parts, and the line it stands on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Identity {
    kind: Option<Kind>,
    text: String,
    subject: String,
    labels: Vec<String>,
    /// What stands right above it: `Delete it?` below another name is another question.
    above: Vec<String>,
    /// The line of its last row, counted from the session's first.
    line: u64,
    /// What stands in that row.
    row: String,
    /// The screen's size: another one puts lines at other places.
    size: Size,
    /// A structure of several parts, which may move while it stands.
    structured: bool,
    announced: Duration,
}

/// The nearest rows above that say something, the nearest first.
fn above(view: &View, first: u16) -> Vec<String> {
    let near = (0..first).rev().take(NEAR).map(|row| view.row(row).trim().to_owned());
    near.filter(|text| !text.is_empty()).take(MOST_ABOVE).collect()
}

impl Identity {
    /// The identity of what was found.
    pub(crate) fn of(found: &Found, view: &View) -> Self {
        let question = &found.question;
        // What stands in an agent's input box is the person's draft, or a placeholder that changes.
        let text = if question.kind == Kind::Composer { "" } else { &question.text };
        Identity {
            kind: Some(question.kind),
            text: text.to_owned(),
            subject: question.subject.as_ref().map(|subject| subject.text.clone()).unwrap_or_default(),
            labels: question.choices.iter().map(|choice| choice.label.clone()).collect(),
            above: above(view, found.rows.start),
            line: view.snapshot().top + u64::from(found.rows.end),
            row: view.row(found.rows.end.saturating_sub(1)).trim_end().to_owned(),
            size: view.snapshot().size,
            structured: found.strength == Strength::Certain && !question.choices.is_empty(),
            announced: Duration::ZERO,
        }
    }

    /// Nothing that could be recognised, but a program that waits at this place.
    pub(crate) fn unknown(view: &View) -> Self {
        let snapshot = view.snapshot();
        let line = snapshot.top + u64::from(snapshot.cursor.row);
        Identity { kind: Some(Kind::Unknown), line, size: snapshot.size, ..Identity::default() }
    }

    /// The same, as announced at this time.
    pub(crate) fn announced_at(mut self, now: Duration) -> Self {
        self.announced = now;
        self
    }

    /// The same, if the line it stands on goes on behind its words.
    pub(crate) fn with_draft(&self, view: &View) -> Option<Identity> {
        let snapshot = view.snapshot();
        let row = u16::try_from(self.line.checked_sub(snapshot.top + 1)?).ok()?;
        let here = row == snapshot.cursor.row && !self.text.is_empty();
        let line = view.row(row).trim_start();
        (here && line.len() > self.text.len() && line.contains(&self.text)).then(|| self.clone())
    }

    /// Whether it had been announced at this time.
    pub(crate) fn was_announced_before(&self, time: Duration) -> bool {
        self.announced <= time
    }

    /// The same words and choices at the same place.
    pub(crate) fn is_same(&self, other: &Identity) -> bool {
        self.says_the_same(other) && self.line == other.line && self.stands_below_the_same(other)
    }

    /// A structure says itself what it is about. What has scrolled away cannot be compared.
    fn stands_below_the_same(&self, other: &Identity) -> bool {
        let same = |(one, other): (&String, &String)| one == other || countdown::runs(one, other);
        self.structured || self.size != other.size || self.above.iter().zip(&other.above).all(same)
    }

    /// The same words but for a number that runs by itself.
    fn says_the_same_later(&self, other: &Identity) -> bool {
        let rest = self.kind == other.kind && self.subject == other.subject && self.labels == other.labels;
        rest && countdown::runs(&self.text, &other.text)
    }

    fn says_the_same(&self, other: &Identity) -> bool {
        self.kind == other.kind
            && self.text == other.text
            && self.subject == other.subject
            && self.labels == other.labels
    }

    /// Whether a later look still sees what was announced: redrawn elsewhere, or with a draft behind it. Asked again
    /// on another line after the person typed, it is another question.
    pub(crate) fn continues_as(&self, later: &Identity, typed: Option<Duration>) -> bool {
        let typed_since = self.was_typed_at(typed);
        let here = self.line == later.line || self.size != later.size;
        if !here {
            return self.structured && !typed_since && self.says_the_same(later);
        }
        let goes_on = self.says_the_same(later) || self.says_the_same_later(later);
        let drafted = typed_since && (self.has_a_draft(later) || self.has_an_echo(later));
        self.stands_below_the_same(later) && (goes_on || drafted)
    }

    /// Whether what a later look sees are these words with a key behind them that was typed since, whatever form they have
    /// with it: `Continue? (y/n)y` ends with no group any more. Without its end it is the same as well.
    pub(crate) fn has_an_echo(&self, later: &Identity) -> bool {
        let asks =
            |kind| matches!(kind, Some(Kind::YesNo | Kind::Menu | Kind::ConfirmEnter | Kind::FreeText));
        let longer = |short: &str, long: &str| {
            !short.is_empty() && long.len() > short.len() && long.starts_with(short)
        };
        let same = longer(&self.row, &later.row) || longer(&later.text, &self.text);
        let single = !self.structured && !later.structured;
        self.line == later.line && single && asks(self.kind) && asks(later.kind) && same
    }

    /// What a later look sees behind these words and the key that was typed.
    pub(crate) fn words_behind<'a>(&self, later: &'a Identity) -> &'a str {
        let behind = later.text.strip_prefix(&self.text).unwrap_or_default();
        behind.split_once(' ').map_or("", |(_, words)| words.trim())
    }

    /// Whether a key was typed since it was announced.
    pub(crate) fn was_typed_at(&self, typed: Option<Duration>) -> bool {
        typed.is_some_and(|typed| typed >= self.announced)
    }

    /// Whether what a later look sees is this with a draft behind it, and so none of anybody's business.
    pub(crate) fn is_drafted_in(&self, later: &Identity) -> bool {
        self.line == later.line && self.has_a_draft(later)
    }

    /// The same dialog at another place: it was moved by output, or it is asked once more.
    pub(crate) fn may_have_moved_to(&self, later: &Identity) -> bool {
        self.structured && self.says_the_same(later) && self.line != later.line
    }

    /// The same line with something typed behind it.
    fn has_a_draft(&self, later: &Identity) -> bool {
        let longer = later.text.len() > self.text.len() && later.text.starts_with(&self.text);
        // What is typed for a password does not show, or as stars. Words behind it are the next thing that is asked.
        let shows = self.kind != Some(Kind::Password) || later.kind == Some(Kind::Password);
        !self.text.is_empty() && longer && shows
    }
}
