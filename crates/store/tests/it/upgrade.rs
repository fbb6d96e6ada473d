//! A record of an earlier version keeps everything.

use store::{Change, Selection, Which, WhichPrompts};

use crate::Folder;
use crate::folder::{event, session};

/// Makes the record what the first version would have left behind.
fn set_back_to_version_1(folder: &Folder) {
    folder.sqlite().execute_batch("DROP TABLE prompt; DELETE FROM migration WHERE version = 2").unwrap();
}

#[test]
fn a_record_of_version_1_keeps_everything() {
    let folder = Folder::with_events(9);
    folder.store().commit(&[Change::SessionStarted(session(1, "work"))]).unwrap();
    let all = || {
        let reader = folder.reader();
        let events: Vec<_> =
            reader.events(Selection::default()).unwrap().map(|event| event.unwrap()).collect();
        (events, reader.sessions(Which::All, 9).unwrap())
    };
    let before = all();
    set_back_to_version_1(&folder);
    assert_eq!(all(), before, "it can be read before it is brought up to date");
    assert_eq!(folder.reader().prompts(&WhichPrompts::All, None, 9).unwrap(), []);
    assert!(folder.verify().ok());
    let mut store = folder.store();
    assert_eq!(store.finding(), None);
    assert_eq!(all(), before);
    store.commit(&[event(10)]).unwrap();
    drop(store);
    assert_eq!(folder.reader().prompts(&WhichPrompts::All, None, 9).unwrap(), []);
    let report = folder.verify();
    assert!(report.ok() && report.events == 10, "{report:#?}");
}

/// A reader that was open before the writer brought the record up to date.
#[test]
fn an_old_reader_sees_the_new_table() {
    let folder = Folder::with_events(2);
    set_back_to_version_1(&folder);
    let reader = folder.reader();
    assert_eq!(reader.prompts(&WhichPrompts::Open, None, 9).unwrap(), []);
    drop(folder.store());
    assert_eq!(reader.prompts(&WhichPrompts::Open, None, 9).unwrap(), []);
}
