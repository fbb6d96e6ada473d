//! A slice of the kill storm; `cargo xtask soak --only store-kills` runs it whole.

use std::path::Path;
use std::process::Command;

use crate::Folder;
use crate::storm::{Dice, Toll, write_until_killed};

const KILLS: u32 = 25;
const FOLDER: &str = "STORE_STORM_FOLDER";
const SEED: &str = "STORE_STORM_SEED";
const SELF: &str = "kills::killed_at_random_moments_nothing_acknowledged_is_lost";

/// Started by itself, with a folder in its environment, it is the writer that is killed.
#[test]
fn killed_at_random_moments_nothing_acknowledged_is_lost() {
    if let (Some(folder), Ok(seed)) = (std::env::var_os(FOLDER), std::env::var(SEED)) {
        write_until_killed(Path::new(&folder), seed.parse().unwrap());
    }
    let folder = Folder::new();
    let seed = u64::from(std::process::id());
    let mut dice = Dice::new(seed);
    let mut toll = Toll::default();
    for number in 0..KILLS {
        let mut writer = Command::new(std::env::current_exe().unwrap());
        writer.args(["--exact", SELF, "--nocapture"]);
        writer.env(FOLDER, folder.path()).env(SEED, (seed + u64::from(number)).to_string());
        toll.take(&mut writer, &folder.path(), &mut dice);
    }
    testkit::note(format!("seed {seed}: {toll:?}"));
    assert!(toll.acknowledged > 0 && toll.answers > 0, "{toll:?}");
}
