//! Whether the dialog at the bottom of the screen is the one that a rule describes, and what it asks.

use std::ops::Range;

use model::Question;

use super::block;
use super::draft;
use super::keys;
use super::rest;
use super::rule::{DialogRule, Form, QuestionAt, Rules};
use super::subject;
use super::surface::{Dialog, Surface};
use super::tool;
use crate::found::{Found, Strength};
use crate::shapes::list::style;

/// What a rule for choices under each other finds.
pub(super) fn recognise(rule: &DialogRule, rules: &Rules, surface: &Surface) -> Option<Found> {
    let dialog = surface.dialog(rule.form, !rule.unpointed)?;
    let fits = rule.frames.contains(&dialog.frame) && stands_last(rule, rules, dialog, surface);
    if !fits || !has_footer(rule, dialog, surface) || !has_anchors(rule, dialog, surface) {
        return None;
    }
    let (words, rows) = question(rule, dialog, surface)?;
    let selected = selected(rule, dialog, surface);
    let mut question = Question::new(rule.kind, words);
    question.choices = keys::choices(&dialog.list.items, selected, rule.keying, rules);
    draft::leave_out(&mut question.choices, rule, rules, dialog, surface);
    let boxes = question.choices.iter().any(|choice| choice.checked.is_some());
    question.submit = rule.submit.clone().filter(|_| boxes);
    let claim = tool::of_dialog(rule, dialog, surface, &question.text, &rows);
    let place = subject::Around::new(rule, dialog, surface, &question.text, rows);
    let (tool, subject) = tool::with_subject(rule, claim, |at| place.subject(at));
    question.subject = subject.or_else(|| place.unseen());
    Some(Found {
        question,
        // Hints come and go while the question stays.
        rows: dialog.above.start as u16..dialog.list.rows.end as u16,
        strength: Strength::Certain,
        rule: rule.name.clone(),
        tool,
    })
}

/// Nothing stands under the choices but hints and what the rule allows: no prompt, no output, no other box. A prompt
/// may hold a draft that reads like a hint.
fn stands_last(rule: &DialogRule, rules: &Rules, dialog: &Dialog, surface: &Surface) -> bool {
    let may_stand = |row: usize| {
        let inner = &surface.rows[row];
        let is_hint = inner.is_text() && !inner.is_nested() && surface.layout.is_hint(inner.text);
        inner.is_blank() || is_hint || rule.below.iter().any(|below| below.is_match(inner.text))
    };
    dialog.below.clone().all(may_stand) && !rest::goes_on(rules, surface, dialog.list.rows.end)
}

fn has_footer(rule: &DialogRule, dialog: &Dialog, surface: &Surface) -> bool {
    let Some(footer) = &rule.footer else { return true };
    (dialog.below.start..surface.end).any(|row| footer.is_match(surface.rows[row].text))
}

/// Only rows in which the program speaks count: other people's text neither selects a rule nor forbids it.
fn has_anchors(rule: &DialogRule, dialog: &Dialog, surface: &Surface) -> bool {
    if rule.must.is_empty() && rule.must_not.is_empty() {
        return true;
    }
    let rows = block::own_rows(dialog, surface);
    rule.must.iter().all(|pattern| rows.iter().any(|row| pattern.is_match(row.text)))
        && !rule.must_not.iter().any(|pattern| rows.iter().any(|row| pattern.is_match(row.text)))
}

/// The question's words and rows.
fn question(rule: &DialogRule, dialog: &Dialog, surface: &Surface) -> Option<(String, Range<usize>)> {
    let mut paragraphs = surface.paragraphs(dialog);
    if let Some(pattern) = &rule.question {
        paragraphs.retain(|rows| pattern.is_match(&surface.words(rows.clone())));
    }
    let rows = match rule.question_at {
        QuestionAt::Nearest => paragraphs.last()?.clone(),
        QuestionAt::First => paragraphs.first()?.clone(),
        QuestionAt::All => paragraphs.first()?.start..paragraphs.last()?.end,
        QuestionAt::Asked => {
            let asked = paragraphs.iter().rev().find(|rows| surface.words((*rows).clone()).contains('?'));
            asked.or(paragraphs.last())?.clone()
        }
    };
    let words = surface.words(rows.clone());
    let part = rule.question.as_ref().and_then(|pattern| pattern.captures(&words)?.name("question"));
    let words = part.map_or(words.clone(), |part| part.as_str().to_owned());
    Some((words, rows))
}

fn selected(rule: &DialogRule, dialog: &Dialog, surface: &Surface) -> Option<usize> {
    if rule.form == Form::Numbered && rule.unpointed {
        let places = dialog.list.items.iter().map(|item| (item.rows.start, item.column));
        return style::different(places, surface.view);
    }
    dialog.list.pointed()
}
