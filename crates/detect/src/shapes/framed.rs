//! A line of text inside the frame that some libraries draw at the left: `◆  question`, `│  input`, `└`.

use model::{Kind, Question};

use super::line::is_secret;
use crate::found::{Found, Strength};
use crate::view::View;
use crate::words::Words;

/// Such a frame is not higher than this.
const MOST_ROWS: u16 = 40;

/// The open question at the end of such a frame. Its options, if it has any, are another shape's.
pub(crate) fn recognise(view: &View, words: &Words) -> Option<Found> {
    let last = view.last_row()?;
    if !view.row(last).trim_start().starts_with('└') {
        return None;
    }
    let top = (last.saturating_sub(MOST_ROWS)..last).rev().find(|row| {
        let text = view.row(*row).trim_start();
        text.starts_with(['◆', '▲', '◇'])
    })?;
    let text = view.row(top).trim_start();
    let text = text.strip_prefix(['◆', '▲'])?.trim();
    let body: Vec<&str> = (top + 1..last).map(|row| view.row(row).trim_start()).collect();
    if text.is_empty() || body.is_empty() || !body.iter().all(|row| row.starts_with('│')) {
        return None;
    }
    let input = body.first().map_or("", |row| row.trim_start_matches('│').trim());
    let masked = !input.is_empty() && input.chars().all(|letter| "▪•*●∙".contains(letter));
    let kind = if masked || is_secret(words, text) { Kind::Password } else { Kind::FreeText };
    let mut question = Question::new(kind, text);
    question.default = (kind == Kind::FreeText && !input.is_empty()).then(|| input.to_owned());
    Some(Found {
        question,
        rows: top..last + 1,
        strength: Strength::Strong,
        rule: "line.framed".to_owned(),
        tool: None,
    })
}
