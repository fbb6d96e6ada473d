//! Many questions in a row, all answered, none twice. A thousand are asked by `cargo xtask bench answer`.

use std::time::Duration;

use testkit::process;

use super::{LIFTED, PROCEED};
use crate::brain::House;

/// On a busy machine an answer may take a second or two.
const PATIENCE: Duration = Duration::from_secs(120);
const MANY: u32 = 50;

/// Each line has another number, so that a missed or doubled answer shows.
#[test]
fn fifty_in_a_row() {
    let house = House::with_policy(&format!("{PROCEED}{LIFTED}"));
    let ask = "read -p \"Proceed $n? [y/N] \" x; echo \"$n [$x]\" >> $GOT";
    house.asks("it", &format!("for n in $(seq {MANY}); do {ask}; done; cat >> $GOT"));
    process::wait_until(PATIENCE, "the last answer", || house.got("it").contains(&format!("{MANY} [")));
    let wanted: String = (1..=MANY).map(|number| format!("{number} [y]\n")).collect();
    assert_eq!(house.got("it"), wanted);
}
