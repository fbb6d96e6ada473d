//! The one place where a request meets the rules: whose policy, with which project's, and what programs say to it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use model::SessionId;
use policy::{Policy, Problem, Request};

use super::around::Around;
use super::in_force::{Built, InForce, in_words};
use super::opinions::Opinions;
use super::project::{Joined, Project, join as join_projects};

/// Everything a verdict depends on besides the request.
pub struct Rules {
    /// The person's policy.
    pub in_force: InForce,
    /// Project files that may loosen it, by path, with the hash of what is in them.
    pub trusted: BTreeMap<String, String>,
    /// Policies of single sessions.
    pub sessions: BTreeMap<String, Built>,
    last: Mutex<Option<(Key, Arc<Prepared>)>>,
}

/// What policies were put together for.
type Key = (Option<String>, Vec<Project>);

/// Policies that have a say about a request, put together.
struct Prepared {
    policies: (Policy, Option<Policy>),
    /// What the person is told with the verdict.
    notes: Vec<String>,
    /// A file cannot be understood, so nothing may be allowed.
    blind: bool,
}

impl Rules {
    /// Rules with nothing prepared yet.
    pub fn new(in_force: InForce, trusted: BTreeMap<String, String>) -> Rules {
        Rules { in_force, trusted, sessions: BTreeMap::new(), last: Mutex::default() }
    }

    /// The same rules, to be changed: what was put together of them before holds no more.
    pub(super) fn renewed(&self) -> Rules {
        let sessions = self.sessions.clone();
        Rules { sessions, ..Rules::new(self.in_force.clone(), self.trusted.clone()) }
    }

    /// What the policies say about a request of a session, or of nobody's. Programs that they name are not asked yet.
    pub fn judge(&self, session: Option<&SessionId>, request: &Request<'_>, around: &Around) -> Opinions {
        let prepared = self.prepared(session, around);
        let surroundings = around.surroundings();
        let judge = |policy: &Policy| policy.judge(request, &surroundings);
        Opinions {
            first: judge(&prepared.policies.0),
            second: prepared.policies.1.as_ref().map(judge),
            notes: prepared.notes.clone(),
            blind: prepared.blind,
        }
    }

    /// What holds for all questions of a session there.
    pub fn for_engine(&self, session: Option<&SessionId>, around: &Around) -> engine::Rules {
        let prepared = self.prepared(session, around);
        let policy = &prepared.policies.0;
        engine::Rules {
            defaults: policy.defaults().clone(),
            limits: policy.limits().clone(),
            nudge: policy.nudge().clone(),
            dry_run: false,
        }
    }

    fn prepared(&self, session: Option<&SessionId>, around: &Around) -> Arc<Prepared> {
        let own = session.map(SessionId::to_string).filter(|session| self.sessions.contains_key(session));
        let projects = match Project::around(around) {
            Ok(projects) => projects,
            Err(problem) => return Arc::new(self.prepare(own.as_deref(), Err(problem))),
        };
        let key = (own, projects);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, prepared)) = &*last
            && *known == key
        {
            return Arc::clone(prepared);
        }
        let prepared = Arc::new(self.prepare(key.0.as_deref(), Ok(&key.1)));
        *last = Some((key, Arc::clone(&prepared)));
        prepared
    }

    fn prepare(&self, session: Option<&str>, projects: Result<&[Project], Problem>) -> Prepared {
        let of_session = session.and_then(|session| self.sessions.get(session));
        let (first, second, mut notes) = match of_session {
            Some(built) => (built, None, Vec::new()),
            None => {
                let waiting = self.in_force.waiting.as_ref().map(|waiting| &waiting.built);
                (&self.in_force.confirmed, waiting, self.in_force.warnings())
            }
        };
        let mut blind = false;
        let mut join = |built: &Built| {
            let joined = match &projects {
                Ok(projects) => join_projects(built, projects, &self.trusted),
                Err(problem) => Err(vec![problem.clone()]),
            };
            let joined = joined.unwrap_or_else(|problems| {
                blind = true;
                Joined { policy: built.policy.clone(), dropped: vec![broken_project(&problems)] }
            });
            notes.extend(joined.dropped);
            joined.policy
        };
        let policies = (join(first), second.map(&mut join));
        notes.dedup();
        Prepared { policies, notes, blind }
    }
}

/// What a project's file wanted to say is not known: it may have wanted to forbid this.
fn broken_project(problems: &[Problem]) -> String {
    format!("the project's file has mistakes, so nothing is allowed: {}", in_words(problems))
}
