//! Questions without choices: those that want a yes or no, and those that want words.

use super::*;
use crate::shapes::tests::{LETTERS, LINE, check, typed};

/// What wants words gets no letter, from nobody.
#[test]
fn what_wants_words_is_no_yes_or_no() {
    check(
        LINE,
        &[
            "Save as?",
            "Rename to?",
            "Delete which one?",
            "Delete what?",
            "Delete how many?",
            "Install which version?",
            "Push to which remote?",
            "Format which disk?",
            "Restart when?",
            "Keep or delete?",
            "Delete?",
            "Remove?",
            "Save?",
            "Install?",
            "Create user?",
            "Add tag?",
            "Open file?",
            "Use port?",
            "Exit code?",
            "Retry count?",
            "Set timeout?",
            "Set 'timeout'?",
            "Commit message?",
            "Start date?",
            "Restart policy?",
            "Copy 'a' to?",
            "Rename 'a'?",
            "Continue with?",
            "Continue from page?",
            "Continue as user?",
            "Continue in directory?",
            "Really name?",
            "Delete 'a', new owner?",
            "Language? [no]",
            "Country? [da]",
            "Datei 'x' unter welchem Namen speichern?",
            "Overwrite which?",
            "Save 'draft' as?",
            "Install packages?",
            "Install version 1-5?",
            "Add tags, e.g. red?",
            "Confirm email?",
            "Use the name?",
            "Delete 'a' or 'b'?",
            "Really delete which?",
            "Do you want TypeScript or JavaScript?",
            "Do you have a nickname?",
            "Is there anything to add?",
            "Delete 1, 2, 3?",
            "Proceed, skip, abort?",
            "Continue / Abort?",
            "Overwrite all, none?",
            "Quit without saving, save first, cancel?",
            "Remove it/keep it?",
            "Would you like tea / coffee?",
            "Is the database mysql | postgres?",
            "Is it A, B, C, D?",
            "Do you want to install nginx, apache?",
            "Delete the old one, the new one?",
            "Are you using bash vs zsh?",
            "Can I get your name?",
            "May I know your name?",
            "Can we have your email?",
            "Would you mind telling me your name?",
            "Sure, your name?",
            "Continue with branch?",
            "Is 5 enough, else enter a number?",
            "Do you want to (r)etry?",
            "To confirm, type the name 'prod'. Are you sure?",
            "Type the name to confirm. Proceed?",
            "Type 'yes' or your name:",
            "Type 'yes' to abort:",
            "Enter y or n or a number:",
            "Can you describe it?",
            "Could you tell me your name?",
            "May I have your name?",
            "Should the port be?",
            "Save as?...",
            "Save as? [n]",
            "Middle name (n/a):",
            "Delete it (n/a)?",
            "Datei löschen?",
            "Welche Datei entfernen?",
            "Supprimer quel fichier ?",
            "Name?",
        ],
    );
}

#[test]
fn what_can_be_nothing_else_is_a_yes_or_no() {
    check(
        LETTERS,
        &[
            "rm: remove regular file 'a'?",
            "rm: remove regular file 'which or what'?",
            "rm: remove 5 arguments?",
            "rm: descend into directory 'd'?",
            "cp: overwrite 'b'?",
            "rm: reguläre leere Datei 'a' entfernen?",
            "cp: 'c' überschreiben?",
            "rm : supprimer fichier 'a' ?",
            "All rows will be dropped. Drop them?",
            "Push to origin/main?",
            "Save to 'b'?",
            "All data will be lost, continue?",
            "This cannot be undone, are you sure?",
            "Proceed with installation?",
            "Delete this key?",
            "Delete the old kernel?",
            "Delete all?",
            "Save changes?",
            "Save modified buffer?",
            "Overwrite existing file?",
            "Quit without saving?",
            "Install now?",
            "Restart now?",
            "Try again?",
            "Go on?",
            "Continue?",
            "File exists. Overwrite?",
            "Proceed with the installation?",
            "OK to proceed?",
            "Really quit?",
            "You sure?",
            "Are you sure?",
            "Are you sure you want to write the partition table to disk?",
            "Do you want to continue?",
            "Would you like instructions?",
            "Möchten Sie fortfahren?",
        ],
    );
}

/// A program that takes single keys may do anything with them; what states its keys, or is known, is asked so.
#[test]
fn who_takes_single_keys_has_to_say_so() {
    let check = |screen: &str, reader: &str, want: &str| {
        assert_eq!(typed(&format!("{screen} "), false, reader), want, "{screen} {reader}");
    };
    for asked in ["Delete it?", "Really quit?", "Do you want to continue?", "Continue?"] {
        check(asked, "a-finder", LINE);
        check(asked, "less", LETTERS);
        check(asked, "bash", LETTERS);
    }
    check("Delete it? [y/n]", "a-finder", LETTERS);
    check("< rm ... ./a > ?", "a-finder", LINE);
}

#[test]
fn names_are_not_read_as_words() {
    let words = crate::profile::Profiles::embedded().words().clone();
    let check = |text: &str, open: bool| assert_eq!(is_open(&words, text), open, "{text}");
    check("Remove 'how to.txt'?", false);
    check("Remove \"to\"?", false);
    check("Don't remove it?", false);
    check("Remove file 'a' to?", true);
    check("Move to 'a'?", false);
    check("Remove 'a' or 'b'?", true);
}
