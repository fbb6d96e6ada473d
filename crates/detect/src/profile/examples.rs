//! A rule's own screens: those it must know, and those in which neither it nor another rule may see a question.
//!
//! Between `⟦` and `⟧` the text is shown inverse: a selection that only colour tells.

use model::Size;
use screen::Screen;
use toml::Spanned;

use super::load::Source;
use super::{Profile, ProfileError, Recognised};
use crate::view::View;

const MOST_SCREENS: usize = 200;
const TALLEST: usize = 200;
const WIDEST: usize = 400;

/// Looks at all screens of a profile's file.
pub(super) fn check(source: &Source, profile: &Profile) -> Result<(), ProfileError> {
    let file = source.parse()?;
    let mut left = MOST_SCREENS;
    for table in &file.dialog {
        let rule = format!("{}.{}", profile.name, table.name.get_ref());
        for (screens, wanted) in [(&table.examples, true), (&table.not_examples, false)] {
            for text in screens {
                left = left
                    .checked_sub(1)
                    .ok_or_else(|| error(source, text, "too many screens in one profile"))?;
                one(profile, &rule, text, wanted).map_err(|problem| error(source, text, &problem))?;
            }
        }
    }
    Ok(())
}

fn error(source: &Source, text: &Spanned<String>, problem: &str) -> ProfileError {
    source.error(text.span().start, problem)
}

fn one(profile: &Profile, rule: &str, text: &Spanned<String>, wanted: bool) -> Result<(), String> {
    let screen = shown(text.get_ref())?;
    let snapshot = screen.snapshot_anyway();
    let recognised = profile.recognise(&View::new(&snapshot));
    let (found, what) = match &recognised {
        Recognised::Found(found) => (Some(found), format!("`{}`", found.rule)),
        Recognised::Busy(line, _) => (None, format!("work (`{line}`)")),
        Recognised::Nothing => (None, "nothing".to_owned()),
    };
    let is_own = found.is_some_and(|found| found.rule == rule);
    let is_asking = found.is_some_and(|found| found.question.kind.is_asking());
    match wanted {
        true if !is_own => Err(format!("an example of `{rule}` is recognised as {what}")),
        false if is_own => Err(format!("`{rule}` takes one of its `not_examples` for its own")),
        false if is_asking => Err(format!("one of the `not_examples` of `{rule}` is recognised as {what}")),
        _ => Ok(()),
    }
}

/// The text on a screen that is just large enough, the cursor behind its end.
pub(super) fn shown(text: &str) -> Result<Screen, String> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let rows = text.lines().count();
    let columns =
        text.lines().map(|line| usize::from(crate::shapes::list::frame::columns(line))).max().unwrap_or(0);
    if rows > TALLEST || columns > WIDEST {
        return Err(format!("a screen has at most {TALLEST} rows and {WIDEST} columns"));
    }
    let mut screen = Screen::new(Size::cells(rows.max(2) as u16, columns.max(20) as u16));
    let lines: Vec<String> = text.lines().map(drawn).collect();
    screen.feed(lines.join("\r\n").as_bytes());
    Ok(screen)
}

fn drawn(line: &str) -> String {
    let plain: String = line.chars().filter(|letter| !letter.is_control()).collect();
    plain.replace('⟦', "\x1b[7m").replace('⟧', "\x1b[27m")
}

#[cfg(test)]
mod tests {
    use super::super::set::{embedded_sources, load_checked};

    #[test]
    fn every_profile_that_comes_with_the_program_is_sound() {
        let errors: Vec<String> = embedded_sources()
            .filter_map(|source| load_checked(&source).err())
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }
}
