//! Many questions in a row, all answered, none twice.

use std::time::{Duration, Instant};

use super::{LIFTED, PROCEED};
use crate::brain::House;

/// Each line has another number, so that a missed or doubled answer shows.
#[track_caller]
fn in_a_row(count: u32, patience: Duration) {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    house.asks(
        "it",
        &format!(
            "for n in $(seq {count}); do read -p \"Proceed $n? [y/N] \" x; echo \"$n [$x]\" >> $GOT; done; cat >> $GOT"
        ),
    );
    let end = Instant::now() + patience;
    let last = format!("{count} [");
    while !house.got("it").contains(&last) && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(100));
    }
    let wanted: String = (1..=count).map(|number| format!("{number} [y]\n")).collect();
    assert_eq!(house.got("it"), wanted);
}

#[test]
fn fifty_in_a_row() {
    in_a_row(50, Duration::from_secs(120));
}

#[test]
#[ignore = "takes minutes: cargo nextest run -p locum --run-ignored only -E 'test(a_thousand)'"]
fn a_thousand_in_a_row() {
    in_a_row(1000, Duration::from_secs(1200));
}
