//! The one place where a request meets the rules: whose policy, with which project's, and what programs say to it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use model::{SessionId, Verdict};
use policy::{Consult, Judgement, Outcome, Policy, Problem, Request, Said};

use super::around::Around;
use super::in_force::{Built, InForce, in_words};
use super::program;
use super::project::{Joined, Project};

/// Everything a verdict depends on besides the request.
pub struct Rules {
    /// The person's policy.
    pub in_force: InForce,
    /// Project files that may loosen it, by path, with the hash of what is in them.
    pub trusted: BTreeMap<String, String>,
    /// Policies of single sessions.
    pub sessions: BTreeMap<String, Built>,
    last: RefCell<Option<(Key, Rc<Prepared>)>>,
}

/// What policies were put together for.
type Key = (Option<String>, Option<Project>);

/// Policies that have a say about a request, put together.
struct Prepared {
    policies: Vec<Say>,
    /// What the person is told with the verdict.
    notes: Vec<String>,
    /// A file cannot be understood, so nothing may be allowed.
    blind: bool,
}

/// One policy.
struct Say {
    /// As far as it comes from files that may have programs started.
    own: Policy,
    /// With what the project adds.
    joined: Policy,
}

impl Rules {
    /// Rules with nothing prepared yet.
    pub fn new(in_force: InForce, trusted: BTreeMap<String, String>) -> Rules {
        Rules { in_force, trusted, sessions: BTreeMap::new(), last: RefCell::default() }
    }

    /// Something has changed: what was put together before holds no more.
    pub fn changed(&mut self) {
        self.last.take();
    }

    /// The verdict about a request of a session, or of nobody's. Programs that rules name are not asked yet.
    pub fn judge(&self, session: Option<&SessionId>, request: &Request<'_>, around: &Around) -> Judgement {
        let prepared = self.prepared(session, around);
        let surroundings = around.surroundings();
        let judged = prepared.policies.iter().map(|say| {
            let judgement = say.joined.judge(request, &surroundings);
            // A project that is not trusted must not have programs started.
            if judgement.consult.is_empty() {
                judgement
            } else {
                without_foreign(judgement, &say.own, request, around)
            }
        });
        let strictest = judged.reduce(Judgement::strictest);
        let mut judgement =
            strictest.unwrap_or_else(|| self.in_force.confirmed.policy.judge(request, &surroundings));
        if prepared.blind {
            judgement.verdict = judgement.verdict.max(Verdict::Ask);
        }
        judgement.reasons.extend(prepared.notes.iter().cloned());
        judgement
    }

    fn prepared(&self, session: Option<&SessionId>, around: &Around) -> Rc<Prepared> {
        let own = session.map(SessionId::to_string).filter(|session| self.sessions.contains_key(session));
        let project = match Project::around(around) {
            Ok(project) => project,
            Err(problem) => return Rc::new(self.prepare(own.as_deref(), Err(problem))),
        };
        let key = (own, project);
        if let Some((known, prepared)) = &*self.last.borrow()
            && *known == key
        {
            return Rc::clone(prepared);
        }
        let prepared = Rc::new(self.prepare(key.0.as_deref(), Ok(key.1.as_ref())));
        self.last.replace(Some((key, Rc::clone(&prepared))));
        prepared
    }

    fn prepare(&self, session: Option<&str>, project: Result<Option<&Project>, Problem>) -> Prepared {
        let of_session = session.and_then(|session| self.sessions.get(session));
        let (own, notes) = match of_session {
            Some(built) => (vec![built], Vec::new()),
            None => (self.in_force.built().collect(), self.in_force.warnings()),
        };
        let mut prepared = Prepared { policies: Vec::new(), notes, blind: false };
        for built in own {
            let joined = match &project {
                Ok(None) => Ok(Joined { policy: built.policy.clone(), dropped: Vec::new() }),
                Ok(Some(project)) => project.join(built, project.is_trusted(&self.trusted)),
                Err(problem) => Err(vec![problem.clone()]),
            };
            prepared.add(built, joined);
        }
        if let Ok(Some(project)) = project
            && project.is_trusted(&self.trusted)
        {
            prepared.policies.iter_mut().for_each(|say| say.own = say.joined.clone());
        }
        prepared
    }
}

impl Prepared {
    fn add(&mut self, own: &Built, joined: Result<Joined, Vec<Problem>>) {
        let (own, joined) = match joined {
            Ok(joined) => (own.policy.clone(), joined),
            Err(problems) => {
                self.blind = true;
                (
                    own.policy.clone(),
                    Joined { policy: own.policy.clone(), dropped: vec![broken_project(&problems)] },
                )
            }
        };
        self.notes
            .extend(joined.dropped.into_iter().filter(|note| !self.notes.contains(note)).collect::<Vec<_>>());
        self.policies.push(Say { own, joined: joined.policy });
    }
}

/// The verdict with what programs say, which are started in this folder. Takes as long as they take.
pub fn settle(judgement: Judgement, folder: &Path) -> Judgement {
    if judgement.consult.is_empty() {
        return judgement;
    }
    let outcomes: Vec<Outcome> = judgement.consult.iter().map(|wanted| consult(wanted, folder)).collect();
    judgement.consulted(&outcomes)
}

fn consult(consult: &Consult, folder: &Path) -> Outcome {
    // A folder that is not there is no reason to ask nobody.
    let folder = if folder.is_dir() { folder } else { Path::new("/") };
    let asked = program::ask(&consult.program, &consult.input_json, folder, consult.time_limit);
    let said = asked.map_err(|silence| silence.to_string()).and_then(|text| Said::read(&text));
    Outcome { rule: consult.rule.clone(), said }
}

/// What a project's file wanted to say is not known: it may have wanted to forbid this.
fn broken_project(problems: &[Problem]) -> String {
    format!("the project's file has mistakes, so nothing is allowed: {}", in_words(problems))
}

/// Programs that only an untrusted file names count as silent.
fn without_foreign(judgement: Judgement, own: &Policy, request: &Request<'_>, around: &Around) -> Judgement {
    let known = own.judge(request, &around.surroundings()).consult;
    let foreign = |consult: &&Consult| !known.iter().any(|known| known.program == consult.program);
    let silent: Vec<Outcome> = judgement
        .consult
        .iter()
        .filter(foreign)
        .map(|consult| Outcome {
            rule: consult.rule.clone(),
            said: Err("a project that is not trusted has no program started".to_owned()),
        })
        .collect();
    if silent.is_empty() { judgement } else { judgement.consulted(&silent) }
}
