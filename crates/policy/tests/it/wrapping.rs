//! Quoting or wrapping a dangerous command never lowers its danger.

use std::sync::OnceLock;

use model::Danger;
use proptest::prelude::*;

use crate::lines::{all, judge};
use crate::wrap::WAYS;

/// Dangerous lines that mean the same wherever they stand: they do not speak of the shell that runs them, and are
/// for this kind of shell. With the danger they have alone.
fn dangerous() -> &'static [(&'static str, Danger)] {
    static LINES: OnceLock<Vec<(&str, Danger)>> = OnceLock::new();
    let own = ["$0", "$1", "$@", "$$", "$PPID", "\"$2"];
    LINES.get_or_init(|| {
        let lines = all().iter().filter(|line| line.harmful && line.family != "windows");
        let same =
            lines.map(|line| line.command.as_str()).filter(|line| !own.iter().any(|own| line.contains(own)));
        same.map(|line| (line, judge(line).danger)).filter(|(_, danger)| *danger != Danger::None).collect()
    })
}

#[test]
fn no_way_of_writing_lowers_the_danger() {
    let mut lowered = Vec::new();
    // Every way meets every third line, another third each time; the ways at once meet them all.
    for (at, way) in WAYS.iter().enumerate() {
        let mut written = 0;
        for (line, danger) in dangerous().iter().skip(at % 3).step_by(3) {
            let Some(text) = (way.write)(line) else { continue };
            written += 1;
            let now = judge(&text).danger;
            if now < *danger {
                lowered.push(format!("{}: {danger:?} to {now:?}: {text:?}", way.name));
            }
        }
        assert!(written > 50, "{} was tried on {written} lines only", way.name);
    }
    assert!(lowered.is_empty(), "{}:\n{}", lowered.len(), lowered.join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn nor_do_several_ways_at_once(
        at in 0..dangerous().len(),
        ways in proptest::collection::vec(0..WAYS.len(), 2..4),
    ) {
        let (line, danger) = dangerous()[at];
        let text = ways.iter().fold(line.to_owned(), |text, way| (WAYS[*way].write)(&text).unwrap_or(text));
        let names: Vec<_> = ways.iter().map(|way| WAYS[*way].name).collect();
        prop_assert!(judge(&text).danger >= danger, "{names:?}: {text}");
    }
}
