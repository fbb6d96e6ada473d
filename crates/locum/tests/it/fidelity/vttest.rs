//! vttest's screens, driven by fixed keys.

use testkit::require;

use super::Pair;

/// Opens one of its menu's tests and presses Return until the menu is back, comparing every screen.
#[track_caller]
fn check(choices: &[&str], most_screens: u32) {
    require(&["vttest"]);
    const MENU: &str = "Enter choice number";
    let mut pair = Pair::start(|_| vec!["vttest"]);
    pair.shows(MENU);
    for choice in choices {
        println!("choice {choice}");
        pair.step(format!("{choice}\r").as_bytes(), "");
    }
    let mut screens = 0;
    while !pair.both()[0].screen().contains("VT100 test program") {
        // A menu below the first is left by 0.
        let keys: &[u8] = if pair.both()[0].screen().contains(MENU) { b"0\r" } else { b"\r" };
        pair.step(keys, "");
        screens += 1;
        assert!(screens < most_screens, "no way back to the menu\n{}", pair.both()[0].screen());
    }
    assert!(screens > 0, "nothing was shown");
    println!("{screens} screens");
    pair.send(b"0\r");
    pair.end();
}

#[test]
fn cursor_movements() {
    check(&["1"], 20);
}

#[test]
fn screen_features() {
    check(&["2"], 40);
}

#[test]
fn character_sets() {
    check(&["3", "8"], 20);
}

#[test]
fn double_sized_characters() {
    check(&["4"], 20);
}

#[test]
fn reports() {
    check(&["6", "3"], 20);
}

#[test]
fn insertions_and_deletions() {
    check(&["8"], 40);
}
