//! Which word a question wants, by the whole of what is recognised.

use crate::shapes::tests::{LETTERS, LINE, check};

const WORDS: &str = "yes_no: yes enter / no enter";
const CAPITALS: &str = "yes_no: YES enter / no enter";

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
            "Type 'yes' to continue, or Ctrl-C to quit:",
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
    check(
        "menu: y enter / n enter",
        &["Overwrite? (y)es (n)o (a)ll (q)uit", "Overwrite? [y]es [n]o [a]ll [q]uit:"],
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
