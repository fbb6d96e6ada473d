//! Forms of questions that need no knowledge of the program: each looks only at the place where input goes.

mod buttons;
mod closed;
mod dialog;
mod entries;
mod framed;
mod full_screen;
mod groups;
mod keys;
mod lettered;
mod line;
pub(crate) mod list;
mod numbered;
mod options;
mod picker;
mod picking;
mod place;
mod press;
mod prompt;
mod repl;
mod subject;
mod sure;
mod wanted;
mod wording;
mod yes_no;

use model::{Kind, Question};

use crate::facts::{Facts, Waits};
use crate::found::{Found, Strength};
use crate::view::View;
use crate::words::Words;
use place::Place;

/// What a shape looks at.
pub(crate) struct Look<'a> {
    pub(crate) view: &'a View<'a>,
    pub(crate) facts: &'a Facts,
    pub(crate) words: &'a Words,
    pub(crate) place: &'a Place,
}

/// The first shape that fits, with what its words are about.
pub(crate) fn recognise(view: &View, facts: &Facts, words: &Words) -> Option<Found> {
    let mut found = first_that_fits(view, facts, words)?;
    let question = &mut found.question;
    if question.subject.is_none() && question.kind.is_asking() {
        question.subject = subject::of_text(&question.text);
    }
    Some(found)
}

fn first_that_fits(view: &View, facts: &Facts, words: &Words) -> Option<Found> {
    let place = place::find(view);
    if let Some(found) = place.as_ref().filter(|_| facts.hides_input()).map(hidden_input) {
        return Some(found);
    }
    if let Some(found) = buttons::recognise(view, facts, words)
        .or_else(|| list::recognise(view, facts, words))
        .or_else(|| framed::recognise(view, words))
        .or_else(|| picker::recognise(view, facts, words))
    {
        return Some(found);
    }
    let at_place = place.as_ref().and_then(|place| at_place(&Look { view, facts, words, place }));
    at_place.or_else(|| full_screen::recognise(view, facts))
}

/// Without the kernel's word, a line that ends with a line feed is more likely to be output than a question.
fn is_printed_elsewhere(look: &Look) -> bool {
    let bracketed = look.place.head.trim().starts_with('[') && look.place.head.trim().ends_with(']');
    look.place.below && look.facts.waits == Waits::Untold && !bracketed
}

/// Lines without echo: whatever the words are, what is typed is not to be seen.
fn hidden_input(place: &Place) -> Found {
    Found {
        question: Question::new(Kind::Password, wording::bare(&place.head)),
        rows: place.rows.clone(),
        strength: Strength::Certain,
        rule: "password.echo".to_owned(),
        tool: None,
    }
}

fn at_place(look: &Look) -> Option<Found> {
    let fills = full_screen::fills_the_screen(look.view, look.facts);
    let full_screen = fills && !full_screen::is_multiplexer(look);
    if full_screen && !full_screen::asks_at_the_cursor(look) || is_printed_elsewhere(look) {
        return None;
    }
    let asked = full_screen::pager_line(look)
        .or_else(|| press::recognise(look))
        .or_else(|| numbered::recognise(look))
        .or_else(|| closed::recognise(look));
    if asked.is_some() && prompt::stands_behind(look) {
        return prompt::recognise(look);
    }
    asked
        .or_else(|| prompt::recognise(look).filter(|_| !full_screen))
        .or_else(|| line::recognise(look).filter(|found| !full_screen || found.strength > Strength::Weak))
}

#[cfg(test)]
mod tests;
