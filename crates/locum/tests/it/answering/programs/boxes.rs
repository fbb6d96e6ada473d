//! Programs that draw a box with buttons.

use super::{Program, check};

#[test]
fn dialog() {
    check(&Program {
        needs: &["dialog"],
        before: "true",
        run: "dialog --yesno 'Install it now?' 8 40 && touch made",
        question: "Install it now",
        done: "test -e made",
    });
}

/// Here the pointer stands on no, and has to be moved.
#[test]
fn dialog_that_begins_with_no() {
    check(&Program {
        needs: &["dialog"],
        before: "true",
        run: "dialog --defaultno --yesno 'Install it now?' 8 40 && touch made",
        question: "Install it now",
        done: "test -e made",
    });
}

#[test]
fn whiptail() {
    check(&Program {
        needs: &["whiptail"],
        before: "true",
        run: "whiptail --yesno 'Install it now?' 8 40 && touch made",
        question: "Install it now",
        done: "test -e made",
    });
}

#[test]
fn whiptail_that_begins_with_no() {
    check(&Program {
        needs: &["whiptail"],
        before: "true",
        run: "whiptail --defaultno --yesno 'Install it now?' 8 40 && touch made",
        question: "Install it now",
        done: "test -e made",
    });
}
