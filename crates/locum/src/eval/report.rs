//! What an evaluation comes to, for people and for scripts.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::judge::{Alarm, False, Outcome, WaitVerdict};
use super::recordings::Judged;
use super::tally::{Tally, quantile};

/// How much of a question is shown beside a miss.
const SHOWN: usize = 70;

/// One part of the corpus: programs of one sort.
#[derive(Debug, Default)]
pub(super) struct Report {
    part: &'static str,
    recordings: usize,
    broken: usize,
    whole: Tally,
    by_kind: BTreeMap<String, Tally>,
    by_program: BTreeMap<String, Tally>,
    misses: Vec<String>,
    looks: Vec<f64>,
}

/// A report on programs and one on agents, if there are any.
pub(super) fn reports(judged: &[Judged]) -> Vec<Report> {
    let is_agent = |judged: &&Judged| judged.truth.agent.is_some();
    let agents: Vec<&Judged> = judged.iter().filter(is_agent).collect();
    let others: Vec<&Judged> = judged.iter().filter(|judged| !is_agent(judged)).collect();
    let parts = [("cli", others), ("agents", agents)];
    parts.into_iter().filter(|(_, some)| !some.is_empty()).map(|(part, some)| report(part, &some)).collect()
}

fn report(part: &'static str, judged: &[&Judged]) -> Report {
    let mut report = Report { part, recordings: judged.len(), ..Report::default() };
    judged.iter().for_each(|judged| report.add(judged));
    report
}

impl Report {
    fn add(&mut self, judged: &Judged) {
        let verdict = &judged.verdict;
        if let Some(reason) = &judged.broken {
            self.broken += 1;
            self.misses.push(format!("BROKEN      {}: {reason}", judged.name));
        }
        self.whole.add(verdict);
        self.by_program.entry(judged.truth.program.clone()).or_default().add(verdict);
        for wait in &verdict.waits {
            self.by_kind.entry(wait.kind.clone()).or_default().add_wait(wait);
            self.misses.extend(wait_misses(&judged.name, wait));
        }
        self.misses.extend(verdict.alarms.iter().map(|alarm| alarm_line(&judged.name, alarm)));
        self.looks.extend(judged.looks.iter().map(Duration::as_secs_f64));
    }

    /// One object, with the names of `corpus/score.py` where it has the same.
    pub(super) fn as_json(&self) -> Value {
        let mut object = self.whole.as_json();
        let tallies = |tallies: &BTreeMap<String, Tally>| -> Map<String, Value> {
            tallies.iter().map(|(name, tally)| (name.clone(), Value::Object(tally.as_json()))).collect()
        };
        object.insert("part".into(), self.part.into());
        object.insert("recordings".into(), self.recordings.into());
        object.insert("broken".into(), self.broken.into());
        object.insert("by_kind".into(), Value::Object(tallies(&self.by_kind)));
        object.insert("by_program".into(), Value::Object(tallies(&self.by_program)));
        object.insert("misses".into(), self.misses.as_slice().into());
        if let Some([median, late, worst]) = self.look_times() {
            object.insert("look_us".into(), json!({"p50": median, "p99": late, "max": worst}));
        }
        Value::Object(object)
    }

    /// For a person; at most so many misses.
    pub(super) fn lines(&self, misses: usize) -> Vec<String> {
        let whole = &self.whole;
        let broken = if self.broken > 0 { format!(", {} broken", self.broken) } else { String::new() };
        let mut lines = vec![
            format!("{}: {} recordings{broken}, {} waits", self.part, self.recordings, whole.waits),
            format!(
                "  precision {}  recall {}  kind {}",
                shown(whole.precision()),
                shown(whole.recall()),
                shown(whole.kind())
            ),
            format!(
                "  false asking {}  false idle {}  stuck {}",
                whole.false_asking, whole.false_idle, whole.stuck
            ),
            format!("  delay p50 {} s, p99 {} s", shown(whole.delay(0.5)), shown(whole.delay(0.99))),
        ];
        lines.extend(whole.parts.iter().map(|(part, share)| {
            format!("  {} {} ({} of {})", part.word(), shown(share.ratio()), share.right, share.of)
        }));
        lines.extend(self.look_times().map(|[median, late, worst]| {
            format!("  a look takes p50 {median:.0} µs, p99 {late:.0} µs, at most {worst:.0} µs")
        }));
        lines.extend(table("kind", self.by_kind.iter()));
        lines.extend(self.program_lines());
        lines.extend(self.misses.iter().take(misses).map(|miss| format!("  {miss}")));
        let more = self.misses.len().saturating_sub(misses);
        lines.extend(
            (more > 0).then(|| format!("  (and {more} more; --misses {} shows all)", self.misses.len())),
        );
        lines
    }

    /// Agents each; of the many other programs only those with something to mend.
    fn program_lines(&self) -> Vec<String> {
        let wanted = |(_, tally): &(&String, &Tally)| self.part == "agents" || !tally.is_perfect();
        let perfect = self.by_program.len() - self.by_program.iter().filter(wanted).count();
        let mut lines = table("program", self.by_program.iter().filter(wanted));
        lines.extend((perfect > 0).then(|| format!("  and {perfect} programs with everything right")));
        lines
    }

    /// Microseconds: the median, the 99th of a hundred, the longest.
    fn look_times(&self) -> Option<[f64; 3]> {
        let mut looks = self.looks.clone();
        let at =
            |looks: &mut Vec<f64>, part| quantile(looks, part).map(|seconds| (seconds * 1e7).round() / 10.0);
        Some([at(&mut looks, 0.5)?, at(&mut looks, 0.99)?, at(&mut looks, 1.0)?])
    }
}

fn shown(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".into(), |ratio| format!("{ratio:.4}"))
}

fn table<'a>(head: &str, rows: impl Iterator<Item = (&'a String, &'a Tally)>) -> Vec<String> {
    let mut lines = vec![
        String::new(),
        format!(
            "  {head:<24} {:>5} {:>5} {:>5} {:>6} {:>6} {:>7} {:>7}",
            "waits", "found", "kind", "false", "stuck", "p50 s", "p99 s"
        ),
    ];
    lines.extend(rows.map(|(name, tally)| {
        let delay = |part| tally.delay(part).map_or_else(|| "-".into(), |delay| format!("{delay:.3}"));
        let wrong = tally.false_asking + tally.false_idle;
        format!(
            "  {name:<24} {:>5} {:>5} {:>5} {wrong:>6} {:>6} {:>7} {:>7}",
            tally.waits,
            tally.found,
            tally.right_kind,
            tally.stuck,
            delay(0.5),
            delay(0.99)
        )
    }));
    lines
}

fn wait_misses(name: &str, wait: &WaitVerdict) -> Vec<String> {
    let (start, kind) = (wait.start, &wait.kind);
    let question: String = wait.question.chars().take(SHOWN).collect();
    match &wait.outcome {
        Outcome::Missed => vec![format!("miss        {name} t={start:.2} {kind}: {question}")],
        Outcome::TakenForIdle(idle) => {
            vec![format!("as idle     {name} t={start:.2} {kind} seen as {idle}: {question}")]
        }
        Outcome::Found { kind: seen, right, parts, .. } => {
            let wrong = (!right)
                .then(|| format!("kind        {name} t={start:.2} {kind} seen as {seen}: {question}"));
            let parts = parts.iter().filter_map(|part| {
                let wrong = part.wrong.as_ref()?;
                Some(format!("{:<11} {name} t={start:.2} {wrong}", part.part.word()))
            });
            wrong.into_iter().chain(parts).collect()
        }
    }
}

fn alarm_line(name: &str, alarm: &Alarm) -> String {
    let word = match alarm.what {
        False::Asking => "FALSE",
        False::Idle => "false idle",
        False::Stuck => "STUCK",
    };
    let question: String = alarm.question.chars().take(SHOWN).collect();
    format!("{word:<11} {name} t={:.2} {} {}: {question}", alarm.t, alarm.kind, alarm.place)
}
