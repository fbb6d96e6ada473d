//! Judging lines with the shipped policies, by the clock of this thread.

use std::hint::black_box;
use std::time::Duration;

use model::Verdict;
use policy::{Policy, Request, Surroundings};
use rustix::time::{ClockId, clock_gettime};

use super::lines::Set;
use crate::Failure;

/// The home folder that the corpus speaks of.
const HOME: &str = "/home/u";
/// Each line is timed so often and the best counts: what else the machine does is not the judge's time.
const TIMES: usize = 3;
/// What is judged first.
const FIRST: &str = "find . -name '*.o' | xargs rm -rf";
/// The shipped policies, in the order of the table.
pub(super) const NAMES: [&str; 3] = ["careful", "builder", "watch-only"];

/// The policies that come with locum.
pub(super) struct Policies([Policy; 3]);

/// What was said of one line.
pub(super) struct Judged {
    /// Danger was found, or it was denied.
    pub(super) dangerous: bool,
    /// Whether each policy lets it pass without a person.
    pub(super) allowed: [bool; 3],
    pub(super) took: Duration,
    pub(super) ids: Vec<String>,
    pub(super) reasons: Vec<String>,
    /// The simple commands that were found in it.
    pub(super) parts: Vec<String>,
}

impl Policies {
    pub(super) fn shipped() -> Result<Policies, Failure> {
        let load = |name| Policy::shipped(name).ok_or_else(|| format!("no policy {name} is shipped"));
        Ok(Policies([load(NAMES[0])?, load(NAMES[1])?, load(NAMES[2])?]))
    }

    /// What the first judgement of a process costs: all that is built in is read for it.
    pub(super) fn first() -> Duration {
        let surroundings = Surroundings::project("/home/u/project", HOME);
        timed(|| {
            let policy = Policy::shipped(NAMES[1]);
            drop(black_box(policy.map(|policy| policy.judge(&Request::shell(FIRST), &surroundings))));
        })
    }

    pub(super) fn judge_all(&self, set: &Set) -> Vec<Judged> {
        set.lines.iter().map(|line| self.judge(&line.command, &line.cwd)).collect()
    }

    /// `builder` is timed: it has the most rules.
    pub(super) fn judge(&self, command: &str, cwd: &str) -> Judged {
        let surroundings = Surroundings { cwd, workspace: Some(cwd), home: HOME, real: &|_| None };
        let request = Request::shell(command);
        let all = self.0.each_ref().map(|policy| policy.judge(&request, &surroundings));
        let timed = || timed(|| drop(black_box(self.0[1].judge(&request, &surroundings))));
        let took = (0..TIMES).map(|_| timed()).min().unwrap_or_default();
        let [_, builder, _] = &all;
        let findings = builder.parts.iter().flat_map(|part| &part.findings);
        Judged {
            dangerous: builder.danger != model::Danger::None || builder.verdict == Verdict::Deny,
            allowed: all.each_ref().map(|judgement| judgement.verdict.allows()),
            took,
            ids: findings.map(|finding| finding.id.clone()).collect(),
            reasons: builder.reasons.clone(),
            parts: builder.parts.iter().map(|part| part.argv.join(" ")).collect(),
        }
    }
}

/// Processor time of this thread: the machine may be busy.
pub(super) fn timed(work: impl FnOnce()) -> Duration {
    let began = now();
    work();
    now().saturating_sub(began)
}

fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
