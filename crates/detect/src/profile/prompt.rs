//! Rules for a line with the cursor, for a last line that asks for a key, and for buttons beside each other.

use model::{Choice, Key, Kind, Question};
use regex::Captures;

use super::keys::moves;
use super::rule::{DialogRule, Form, Rules, SubjectRule};
use super::subject;
use super::surface::Surface;
use super::tool;
use crate::found::{Found, Strength};
use crate::shapes::list::buttons;

/// What a rule of one of these forms finds.
pub(super) fn recognise(rule: &DialogRule, rules: &Rules, surface: &Surface) -> Option<Found> {
    match rule.form {
        Form::Line => line(rule, rules, surface),
        Form::Notice => notice(rule, surface),
        _ => beside(rule, rules, surface),
    }
}

/// The line with the cursor at its end.
fn line(rule: &DialogRule, rules: &Rules, surface: &Surface) -> Option<Found> {
    let cursor = &surface.view.snapshot().cursor;
    let line = surface.view.lines().get(surface.view.line_at(cursor.row)?)?;
    if usize::from(line.last) + 1 < surface.end {
        return None;
    }
    let parts = rule.line.as_ref()?.captures(&line.text)?;
    let mut question = Question::new(rule.kind, part(&parts, "question").unwrap_or(line.text.trim()));
    question.default = part(&parts, "default").map(str::to_owned);
    question.choices = part(&parts, "choices").map_or_else(Vec::new, |text| lettered(text, rules, &question));
    let claim = tool::of_line(rule, &question.text);
    let above = |place: &SubjectRule| subject::above(place, surface, usize::from(line.first));
    let (tool, subject) = tool::with_subject(rule, claim, above);
    question.subject = subject;
    Some(Found { tool, ..found(rule, question, line.first..line.last + 1) })
}

fn part<'a>(parts: &Captures<'a>, name: &str) -> Option<&'a str> {
    parts.name(name).map(|part| part.as_str().trim()).filter(|text| !text.is_empty())
}

/// `(Y)es/(N)o/(D)on't ask again`: the letter in brackets, and Enter.
fn lettered(text: &str, rules: &Rules, question: &Question) -> Vec<Choice> {
    let each = text.split('/').filter_map(|word| {
        let (letter, rest) = word.trim().strip_prefix('(')?.split_once(')')?;
        let label = format!("{letter}{rest}");
        let default = question.default.as_ref().is_some_and(|default| label.eq_ignore_ascii_case(default));
        let keys = vec![Key::Text(letter.to_lowercase()), Key::Enter];
        Some(Choice { keys, selected: default, default, role: rules.role(&label), checked: None, label })
    });
    each.collect()
}

/// A last line that asks for a key, or for a line of text.
fn notice(rule: &DialogRule, surface: &Surface) -> Option<Found> {
    let last = surface.end.checked_sub(1)?;
    let inner = surface.rows.get(last).filter(|row| row.is_text())?;
    let parts = rule.line.as_ref()?.captures(inner.text)?;
    let near = surface.end.saturating_sub(40)..surface.end;
    let rows = || near.clone().map(|row| surface.rows[row].text);
    let missing = rule.must.iter().any(|pattern| !rows().any(|row| pattern.is_match(row)));
    if missing || rule.must_not.iter().any(|pattern| rows().any(|row| pattern.is_match(row))) {
        return None;
    }
    let question = Question::new(rule.kind, part(&parts, "question").unwrap_or(inner.text));
    let (tool, _) = tool::with_subject(rule, tool::of_line(rule, &question.text), |_| None);
    Some(Found { tool, ..found(rule, question, last as u16..surface.end as u16) })
}

/// Buttons in the last row of a block with a bar at its side.
fn beside(rule: &DialogRule, rules: &Rules, surface: &Surface) -> Option<Found> {
    let last = surface.rows[..surface.end].iter().rposition(|row| row.is_text())?;
    let inner = surface.rows.get(last).filter(|row| row.left)?;
    let first = (0..last).rev().find(|row| !surface.rows[*row].left).map_or(0, |row| row + 1);
    if !rule.must.iter().all(|pattern| surface.rows[first..last].iter().any(|row| pattern.is_match(row.text)))
        || rule.footer.as_ref().is_some_and(|footer| !footer.is_match(inner.text))
        || surface.end > last + 3
    {
        return None;
    }
    let row = buttons::read(surface.view, last, inner, &|text| surface.layout.is_hint(text))?;
    let title = (first..last).find(|row| surface.rows[*row].is_text())?;
    let mut question = Question::new(rule.kind, surface.rows[title].text);
    if let Some(pattern) = &rule.question {
        question.text = pattern.captures(&question.text)?.name("question")?.as_str().to_owned();
    }
    question.choices = pressed(&row, rules);
    let claim = tool::of_block(rule, surface, first..last, title);
    let (tool, subject) =
        tool::with_subject(rule, claim, |place| subject::in_block(place, surface, first..last, title));
    question.subject = subject;
    Some(Found { tool, ..found(rule, question, first as u16..surface.end as u16) })
}

fn pressed(row: &buttons::Buttons, rules: &Rules) -> Vec<Choice> {
    let each = row.labels.iter().enumerate().map(|(place, label)| {
        let mut keys = moves(row.selected, place, &Key::Left, &Key::Right);
        keys.push(Key::Enter);
        let selected = place == row.selected;
        Choice {
            label: label.clone(),
            keys,
            selected,
            default: selected,
            role: rules.role(label),
            checked: None,
        }
    });
    each.collect()
}

fn found(rule: &DialogRule, question: Question, rows: std::ops::Range<u16>) -> Found {
    let strength = if question.kind == Kind::ConfirmEnter { Strength::Strong } else { Strength::Certain };
    Found { question, rows, strength, rule: rule.name.clone(), tool: None }
}
