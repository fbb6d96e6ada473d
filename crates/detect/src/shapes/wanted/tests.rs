//! Which word a question wants, by the whole of what is recognised.

use model::{Key, LineMode, Role, Size};
use screen::Screen;

use crate::facts::{Facts, Waits};
use crate::profile::Profiles;
use crate::view::View;

const WORDS: &str = "yes_no: yes enter / no enter";
const CAPITALS: &str = "yes_no: YES enter / no enter";
const LETTERS: &str = "yes_no: y enter / n enter";
const LINE: &str = "free_text: - / -";

/// What would be typed for a yes and for a no.
fn typed(screen: &str, canonical: bool) -> String {
    let mut terminal = Screen::new(Size::cells(12, 80));
    terminal.feed(screen.replace('\n', "\r\n").as_bytes());
    let mode = Some(LineMode { canonical, echo: canonical, signals: true });
    let waits = if canonical { Waits::Reads } else { Waits::Listens };
    let facts = Facts { waits, mode, reader: Some("bash".into()), ..Facts::none() };
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
fn check(expected: &str, screens: &[&str]) {
    for screen in screens {
        for canonical in [true, false] {
            assert_eq!(typed(&format!("{screen} "), canonical), expected, "{screen:?}, {canonical}");
        }
    }
}

#[test]
fn what_offers_both_words_gets_one_of_them() {
    check(
        WORDS,
        &[
            "Type yes or no:",
            "Type yes or no",
            "Delete it? Type yes or no:",
            "Are you sure? Type 'yes' or 'no'",
            "Please answer yes or no.",
            "Please enter 'yes' or 'no'.",
            "Please say \"yes\" or \"no\"",
            "Remove all? Please answer yes or no.",
            "Remove all?\nPlease answer yes or no.",
            "Remove all? maybe\nPlease answer yes or no.\nRemove all?",
            "Continue (yes/no)?",
            "Continue? (yes/no):",
            "Continue? Type yes/no",
            "Continue? yes or no",
            "Continue, yes or no?",
            "Is this correct? (yes or no)",
            "Is this correct? <yes/no>",
            "Is this correct? {yes/no}",
            "Is this correct? yes/no",
            "Go on? [yes|no]",
            "Go on? [yes|no]\n[no] >>>",
            "Do you accept? [yes|no]\n>",
            "Are you sure you want to continue connecting (yes/no/[fingerprint])?",
            "Please type 'yes', 'no' or the fingerprint:",
            "Type \"yes\" to delete 3 files, or \"no\" to keep them:",
        ],
    );
    check("yes_no: Yes enter / No enter", &["Continue? (Yes/No):"]);
    check("yes_no: YES enter / NO enter", &["Continue? (YES/NO):", "Reply YES to continue or NO to stop:"]);
    check("yes_no: oui enter / non enter", &["Delete? [oui/non]"]);
}

#[test]
fn what_names_the_word_gets_it_as_it_is_spelled() {
    check(
        WORDS,
        &[
            "Please type 'yes' to continue:",
            "Please type 'yes' to continue",
            "Please type yes to continue",
            "Type yes to continue>",
            "Type <yes> to continue:",
            "Enter \"yes\" to confirm:",
            "Enter \"yes\" to confirm",
            "Enter yes to confirm",
            "To confirm, type yes and press Enter:",
            "To confirm deletion, type 'yes':",
            "Confirm by typing yes:",
            "Are you sure? (type yes):",
            "Are you sure? (type 'yes' to confirm)",
            "Are you sure (type \"yes\" to continue)?",
            "Please type the word 'yes' if you agree",
            "Is this ok? Answer with yes:",
            "Do you want to perform these actions?\n  Only 'yes' will be accepted to approve.\n\n  Enter a value:",
        ],
    );
    check(
        CAPITALS,
        &[
            "Type YES to continue:",
            "Type 'YES' to confirm:",
            "Type YES to continue [no]:",
            "Type uppercase yes to continue:",
            "Are you sure? (Type 'yes' in capital letters):",
        ],
    );
    check("yes_no: Yes enter / no enter", &["Type \"Yes\" to confirm:"]);
    check("yes_no: yes enter / -", &["Enter 'yes' to continue or 'quit' to stop:"]);
}

#[test]
fn what_wants_letters_gets_letters() {
    check(
        LETTERS,
        &[
            "Are you sure? Type y or n:",
            "Really delete? [y]es/[n]o",
            "Please answer yes or no (y/n):",
            "Please answer yes or no.\nReally? [y/n]",
            "Remove all?",
        ],
    );
}

/// The person's: what is to be typed is no yes, or nobody can say which it is.
#[test]
fn what_is_unclear_is_not_guessed() {
    check(
        LINE,
        &[
            "Type DELETE to confirm:",
            "Type 'DELETE' to confirm:",
            "Type DELETE and press Enter:",
            "Type the name of the repository to confirm:",
            "Type 'yes, delete it' to confirm:",
            "Type yes, delete it to confirm:",
            "Type 'yes I am sure' to confirm:",
            "Type yes I am sure to confirm:",
            "Type 'yes' to continue [y/N]:",
            "Type 'y' or 'yes' to continue:",
            "Type 'no' to cancel, anything else continues:",
            "Do not type 'yes' unless you know:",
            "Your name (not 'yes'):",
            "Answer yes to all?",
            "The last answer was 'yes'.\nName:",
            "Type 'yes' to be asked again.\nName of the project:",
            "File /srv/yes/no/x:",
        ],
    );
    check("menu: several / several", &["Really delete? (y/yes/n/no)", "Really delete? y/n/yes/no:"]);
}
