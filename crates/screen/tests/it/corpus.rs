//! Recordings of real programs, shown by us and by a second emulator.
//!
//! On these recordings both show the same text, with no exception. Known to differ, and absent here: the other one
//! (avt) gives combining characters a cell of their own. A recording that has them needs a rule with that reason.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use model::Size;
use screen::Screen;
use serde_json::Value;

/// How many times each recording is compared on the way, beside the end.
const MOMENTS: usize = 20;

struct Recording {
    name: String,
    size: Size,
    events: Vec<Event>,
}

enum Event {
    Output(String),
    Resize(Size),
}

fn recordings() -> Vec<Recording> {
    let root = std::env::var_os("SCREEN_CORPUS")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus")), PathBuf::from);
    let mut found = Vec::new();
    for folder in ["agents", "cli"] {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
            .expect("the corpus is there")
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "cast"))
            .collect();
        paths.sort();
        // Some programs never write anything.
        found.extend(paths.iter().map(|path| read(path)).filter(|recording| !recording.events.is_empty()));
    }
    found
}

fn read(path: &Path) -> Recording {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let header = lines.next().unwrap();
    let number = |value: &Value| u16::try_from(value.as_u64().unwrap()).unwrap();
    let size = Size::cells(number(&header["height"]), number(&header["width"]));
    let events = lines.filter_map(|event| match (event[1].as_str()?, event[2].as_str()) {
        ("o", Some(text)) => Some(Event::Output(text.to_owned())),
        ("r", Some(text)) => {
            let (cols, rows) = text.split_once('x')?;
            Some(Event::Resize(Size::cells(rows.parse().ok()?, cols.parse().ok()?)))
        }
        _ => None,
    });
    Recording { name: path.file_stem().unwrap().to_str().unwrap().to_owned(), size, events: events.collect() }
}

/// Both emulators, fed alike.
struct Pair {
    ours: Screen,
    theirs: avt::Terminal,
}

impl Pair {
    fn new(size: Size) -> Pair {
        let theirs = avt::Terminal::new(usize::from(size.cols), usize::from(size.rows)).unwrap();
        Pair { ours: Screen::new(size), theirs }
    }

    fn take(&mut self, event: &Event) {
        match event {
            Event::Output(text) => {
                self.ours.feed(text.as_bytes());
                self.theirs.feed(text.as_str());
            }
            Event::Resize(size) => {
                self.ours.resize(*size);
                self.theirs.resize(usize::from(size.cols), usize::from(size.rows));
            }
        }
    }

    /// The first row that differs, or the cursor.
    fn difference(&self) -> Option<String> {
        different(&self.ours, &self.theirs)
    }
}

fn different(ours: &Screen, theirs: &avt::Terminal) -> Option<String> {
    let snapshot = ours.snapshot_anyway();
    let rows = snapshot.rows.iter().zip(theirs.screen().visible_lines()).enumerate();
    for (row, (ours, theirs)) in rows {
        let (ours, theirs) = (ours.text.as_str(), theirs.text());
        if ours != theirs.trim_end_matches(' ') {
            return Some(format!("row {row}:\n  ours   {ours:?}\n  theirs {theirs:?}"));
        }
    }
    let cursor = theirs.cursor();
    let place = (cursor.row, cursor.col.min(theirs.size().0 - 1));
    let own = (usize::from(snapshot.cursor.row), usize::from(snapshot.cursor.column));
    (place != own).then(|| format!("cursor: ours {own:?}, theirs {place:?}"))
}

/// Plays every recording and gives the pair to `look` at several moments and at the end; what it finds is collected.
fn at_moments(look: impl Fn(&Pair, &Recording, usize) -> Option<String>) {
    let (mut bad, mut compared) = (Vec::new(), 0);
    for recording in recordings() {
        let mut pair = Pair::new(recording.size);
        let (last, every) = (recording.events.len() - 1, (recording.events.len() / MOMENTS).max(1));
        for (index, event) in recording.events.iter().enumerate() {
            pair.take(event);
            if index % every == 0 || index == last {
                compared += 1;
                let found = look(&pair, &recording, index);
                bad.extend(found.map(|found| format!("{} after event {index}: {found}", recording.name)));
            }
        }
        assert_eq!(pair.ours.panics(), 0, "{}", recording.name);
    }
    assert!(compared > 1000, "only {compared} screens were compared");
    assert!(bad.is_empty(), "{} screens differ:\n{}", bad.len(), bad[..bad.len().min(20)].join("\n"));
}

#[test]
fn recordings_look_the_same_in_another_emulator() {
    at_moments(|pair, _, _| pair.difference());
}

/// A person attaches in the middle: their terminal, which is not ours, must show the same.
#[test]
fn a_restored_screen_looks_the_same_in_another_emulator() {
    at_moments(|pair, _, _| {
        let size = pair.ours.size();
        let mut terminal = avt::Terminal::new(usize::from(size.cols), usize::from(size.rows)).unwrap();
        terminal.feed("earlier\r\n$ locum attach\r\n");
        terminal.feed(String::from_utf8(pair.ours.restore()).unwrap().as_str());
        different(&pair.ours, &terminal)
    });
}

/// They quit the full-screen program: what it had covered must be there, in our model and in another.
#[test]
fn the_main_screen_is_restored_below_the_alternate_one() {
    let alternates = AtomicUsize::new(0);
    at_moments(|pair, recording, last| {
        if !pair.ours.is_alternate() {
            return None;
        }
        alternates.fetch_add(1, Ordering::Relaxed);
        let (mut undisturbed, mut restored) = (Pair::new(recording.size), Pair::new(pair.ours.size()));
        recording.events[..=last].iter().for_each(|event| undisturbed.take(event));
        restored.take(&Event::Output("$ locum attach\r\n".to_owned()));
        restored.take(&Event::Output(String::from_utf8(pair.ours.restore()).unwrap()));
        for pair in [&mut undisturbed, &mut restored] {
            pair.take(&Event::Output("\x18\x1b[?1049l".to_owned()));
        }
        let (before, after) = (undisturbed.ours.snapshot_anyway(), restored.ours.snapshot_anyway());
        let same = before.rows == after.rows && before.cursor == after.cursor;
        restored.difference().or_else(|| (!same).then(|| "the main screen is another".to_owned()))
    });
    assert!(alternates.into_inner() > 20, "too few recordings show the alternate screen");
}

/// And it goes on from there as if it had been there from the beginning.
#[test]
fn a_restored_screen_goes_on_the_same() {
    for recording in recordings() {
        let mut pair = Pair::new(recording.size);
        let half = recording.events.len() / 2;
        recording.events[..half].iter().for_each(|event| pair.take(event));
        pair.theirs =
            avt::Terminal::new(usize::from(pair.ours.size().cols), usize::from(pair.ours.size().rows))
                .unwrap();
        pair.theirs.feed(String::from_utf8(pair.ours.restore()).unwrap().as_str());
        for (index, event) in recording.events.iter().enumerate().skip(half) {
            // A sequence may be cut by the end of an event; the second half of it means nothing alone.
            pair.take(event);
            // A reflow may bring back lines from above the screen, and those are the person's own.
            if matches!(event, Event::Resize(_)) {
                break;
            }
            let found = pair.difference();
            assert_eq!(found, None, "{} after event {index}", recording.name);
        }
    }
}
