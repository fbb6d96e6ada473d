//! What would be typed for a screen, by the whole of what is recognised.

use model::{Key, LineMode, Role, Size};
use screen::Screen;

use crate::facts::{Facts, Waits};
use crate::profile::Profiles;
use crate::view::View;

pub(super) const LETTERS: &str = "yes_no: y enter / n enter";
pub(super) const LINE: &str = "free_text: - / -";

/// What would be typed for a yes and for a no.
pub(super) fn typed(screen: &str, canonical: bool, reader: &str) -> String {
    let mut terminal = Screen::new(Size::cells(12, 80));
    terminal.feed(screen.replace('\n', "\r\n").as_bytes());
    let mode = Some(LineMode { canonical, echo: canonical, signals: true });
    let waits = if canonical { Waits::Reads } else { Waits::Listens };
    let facts = Facts { waits, mode, reader: Some(reader.into()), ..Facts::none() };
    let snapshot = terminal.snapshot_anyway();
    let words = Profiles::embedded().words().clone();
    let found = crate::shapes::recognise(&View::new(&snapshot), &facts, &words);
    let Some(question) = found.map(|found| found.question) else { return "nothing".into() };
    let keys = |role: Role| {
        let of_role: Vec<_> = question.choices.iter().filter(|choice| choice.role == role).collect();
        match of_role.as_slice() {
            [] => "-".to_owned(),
            [one] => one.keys.iter().map(Key::word).collect::<Vec<_>>().join(" "),
            _ => "several".to_owned(),
        }
    };
    format!("{}: {} / {}", question.kind.word(), keys(Role::Yes), keys(Role::No))
}

/// By a program that reads lines, and by one that edits its own.
#[track_caller]
pub(super) fn check(expected: &str, screens: &[&str]) {
    for screen in screens {
        for canonical in [true, false] {
            assert_eq!(typed(&format!("{screen} "), canonical, "bash"), expected, "{screen:?}, {canonical}");
        }
    }
}
