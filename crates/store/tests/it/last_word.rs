//! The last event of a kind is relied on only if nobody has touched the chain since.

use model::AuditEvent;
use store::{Change, LastWord, last_word};

use crate::Folder;
use crate::folder::{Deed, at, event};

const KINDS: [&str; 2] = ["word.given", "word.taken"];

fn word(number: u32, kind: &'static str) -> Change {
    Change::Append(AuditEvent::new(at(number), kind).with("number", number))
}

/// Events 1 to 4, then a word, another kind of word, and two more events.
fn folder() -> Folder {
    let folder = Folder::with_events(4);
    for change in [word(5, KINDS[0]), word(6, KINDS[1]), event(7), event(8)] {
        folder.store().commit(&[change]).unwrap();
    }
    folder
}

fn heard(folder: &Folder) -> LastWord {
    last_word(&folder.reader(), &KINDS).unwrap()
}

#[test]
fn the_newest_of_the_kinds_is_found() {
    let empty = Folder::with_events(4);
    assert_eq!(heard(&empty), LastWord { event: None, broken: None });
    let folder = folder();
    let last = heard(&folder);
    assert_eq!((last.event.unwrap().seq, last.broken), (6, None));
    let given = last_word(&folder.reader(), &KINDS[..1]).unwrap();
    assert_eq!((given.event.unwrap().seq, given.broken), (5, None));
}

#[test]
fn what_was_done_to_the_chain_behind_it_shows() {
    const ROWS: [(&str, Deed, bool); 7] = [
        ("changed itself", |folder| sql(folder, "UPDATE event SET at = at + 1 WHERE seq = 6"), true),
        ("another made the last", |folder| sql(folder, "DELETE FROM event WHERE seq = 6"), true),
        ("an event behind it", |folder| sql(folder, "UPDATE event SET kind = 'x' WHERE seq = 7"), true),
        ("the end cut", |folder| sql(folder, "DELETE FROM event WHERE seq > 5"), true),
        ("the head gone", |folder| std::fs::remove_file(folder.head()).unwrap(), true),
        ("an event before it", |folder| sql(folder, "UPDATE event SET kind = 'x' WHERE seq = 2"), false),
        ("nothing", |_| (), false),
    ];
    for (name, deed, shows) in ROWS {
        let folder = folder();
        deed(&folder);
        assert_eq!(heard(&folder).broken.is_some(), shows, "{name}");
        // The next writer goes on with the chain; the doubt stays until there is a new word.
        folder.store().commit(&[event(9)]).unwrap();
        assert_eq!(heard(&folder).broken.is_some(), shows, "{name}, later");
        folder.store().commit(&[word(10, KINDS[0])]).unwrap();
        assert_eq!(heard(&folder).broken, None, "{name}, said again");
    }
}

#[test]
fn without_any_the_whole_chain_must_be_whole() {
    let folder = Folder::with_events(6);
    sql(&folder, "DELETE FROM event WHERE seq = 3");
    let last = heard(&folder);
    assert!(last.event.is_none() && last.broken.is_some(), "{last:?}");
}

fn sql(folder: &Folder, text: &str) {
    folder.sqlite().execute_batch(text).unwrap();
}
