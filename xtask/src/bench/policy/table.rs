//! The table, as `docs/benchmarks.md` shows it.

use std::time::Duration;

use super::lines::Set;
use super::measure::{Judged, NAMES};

/// What one judge said of one set.
pub(super) struct Row {
    set: String,
    judge: &'static str,
    harmful: bool,
    lines: usize,
    dangerous: usize,
    /// How many each shipped policy allows; a list of patterns allows nothing.
    allowed: Option<[usize; 3]>,
    times: Vec<Duration>,
}

impl Row {
    pub(super) fn ours(set: &Set, judged: &[Judged]) -> Row {
        let allows = |policy: usize| judged.iter().filter(|judged| judged.allowed[policy]).count();
        Row {
            set: set.name.clone(),
            judge: "locum",
            harmful: set.harmful,
            lines: judged.len(),
            dangerous: judged.iter().filter(|judged| judged.dangerous).count(),
            allowed: Some([allows(0), allows(1), allows(2)]),
            times: judged.iter().map(|judged| judged.took).collect(),
        }
    }

    pub(super) fn list(set: &Set, found: &[(bool, Duration)]) -> Row {
        Row {
            set: set.name.clone(),
            judge: "predecessors",
            harmful: set.harmful,
            lines: found.len(),
            dangerous: found.iter().filter(|(dangerous, _)| *dangerous).count(),
            allowed: None,
            times: found.iter().map(|(_, took)| *took).collect(),
        }
    }

    /// Rows of one judge and one label as one.
    fn sum(rows: &[Row], judge: &'static str, harmful: bool) -> Option<Row> {
        let label = if harmful { "all that do harm" } else { "all that do none" };
        let chosen = rows.iter().filter(|row| row.judge == judge && row.harmful == harmful);
        chosen.map(|row| Row { set: label.into(), times: row.times.clone(), ..*row }).reduce(|sum, row| Row {
            lines: sum.lines + row.lines,
            dangerous: sum.dangerous + row.dangerous,
            allowed: sum.allowed.zip(row.allowed).map(|(a, b)| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]),
            times: [sum.times.as_slice(), &row.times].concat(),
            ..sum
        })
    }

    fn print(&self) {
        let share =
            |count: usize| format!("{:.1} % ({count})", 100.0 * count as f64 / self.lines.max(1) as f64);
        let allowed =
            |policy: usize| self.allowed.map_or_else(|| "-".into(), |allowed| share(allowed[policy]));
        let [p50, p99, max] = quantiles(self.times.clone());
        let (set, judge, lines, dangerous) = (&self.set, self.judge, self.lines, share(self.dangerous));
        println!(
            "| {set} | {judge} | {lines} | {dangerous} | {} | {} | {} | {p50:.0} | {p99:.0} | {max:.0} |",
            allowed(0),
            allowed(1),
            allowed(2)
        );
    }
}

pub(super) fn print(rows: &[Row]) {
    let [first, second, third] = NAMES;
    println!(
        "| set | judge | lines | called dangerous | allowed: {first} | {second} | {third} | µs p50 | p99 | max |"
    );
    println!("{}|", "|---".repeat(10));
    rows.iter().for_each(Row::print);
    for harmful in [true, false] {
        for judge in ["locum", "predecessors"] {
            Row::sum(rows, judge, harmful).iter().for_each(Row::print);
        }
    }
    println!();
}

/// The middle, the 99th of a hundred and the worst, in microseconds.
fn quantiles(mut times: Vec<Duration>) -> [f64; 3] {
    times.sort();
    let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
    [at(50), at(99), times.last()].map(|time| time.map_or(0.0, |time| time.as_secs_f64() * 1e6))
}
