//! The rules in the brain's hands: begun, followed, changed by the person, and recorded before anything of it holds.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use host::unix::kin::Standing;
use model::{AuditEvent, SessionId};
use policy::{Judgement, Problem};
use tokio::sync::Mutex;
use wire::PolicyStanding;

use super::around::Around;
use super::asked::Asked;
use super::found::{Found, files, read};
use super::in_force::{Built, News};
use super::judge::Rules;
use super::kept::Belief;
use super::profiles::OwnProfiles;
use super::texts;
use crate::OpenState;
use crate::limiter::Limiter;
use crate::readable::{self, Stamp};
use crate::record::{Record, micros};

/// More warnings than this nobody reads, and a program could fill the memory with them.
const MOST_WARNINGS: usize = 100;
/// Longer than any program that a rule asks may take.
const LONGEST_VERDICT: Duration = Duration::from_secs(120);

/// The person's rules, and what is known about the files they are in.
pub(crate) struct Keeper {
    file: Option<PathBuf>,
    /// The folder with the person's own profiles.
    pub(super) agents: Option<PathBuf>,
    pub(super) profiles: RefCell<OwnProfiles>,
    /// It was recorded how this brain found them.
    pub(super) profiles_told: Cell<bool>,
    pub(super) state: OpenState,
    pub(super) rules: RefCell<Arc<Rules>>,
    pub(super) begun: RefCell<Option<(Belief, News)>>,
    pub(super) seen: RefCell<Stamp>,
    /// When what is kept was last named in the chain.
    pub(super) said: Cell<i64>,
    /// One change at a time: each is recorded before it holds.
    pub(super) turn: Mutex<()>,
    /// What supervised programs wanted, and were refused.
    pub(super) refused: RefCell<BTreeMap<String, u32>>,
    limiter: RefCell<Limiter>,
    /// What is kept of the person's PIN.
    pub(super) pin: RefCell<Option<String>>,
    /// Without one nobody answers.
    pub(super) needs_pin: bool,
    /// One try at a time.
    pub(super) tries: Mutex<()>,
}

impl Keeper {
    /// Reads the files. Nothing is written yet.
    pub(crate) async fn open(
        file: Option<PathBuf>,
        agents: Option<PathBuf>,
        state: OpenState,
        needs_pin: bool,
    ) -> Keeper {
        let found = Found::look(file.clone(), agents.clone(), &state).await;
        let (rules, news) = found.rules();
        Keeper {
            needs_pin,
            file,
            agents,
            profiles_told: Cell::new(false),
            state,
            rules: RefCell::new(Arc::new(rules)),
            said: Cell::new(found.said()),
            seen: RefCell::new(found.seen),
            profiles: RefCell::new(found.profiles),
            begun: RefCell::new(Some((found.belief, news))),
            turn: Mutex::new(()),
            refused: RefCell::default(),
            limiter: RefCell::default(),
            pin: RefCell::new(found.pin),
            tries: Mutex::new(()),
        }
    }

    /// Reads everything anew, after what was kept could not be read for a while.
    pub(super) async fn open_again(&self) -> (Belief, News) {
        let _turn = self.turn.lock().await;
        let found = Found::look(self.file.clone(), self.agents.clone(), &self.state).await;
        let (rules, news) = found.rules();
        self.said.set(found.said());
        self.seen.replace(found.seen);
        self.rules.replace(Arc::new(rules));
        self.profiles.replace(found.profiles);
        if found.pin.is_some() {
            self.pin.replace(found.pin);
        }
        (found.belief, news)
    }

    /// The folder in which the person's policy is, or would be.
    pub(super) fn folder(&self) -> PathBuf {
        folder_of(self.file.as_deref())
    }

    /// Whether what was confirmed is not known.
    pub(super) fn is_in_doubt(&self) -> bool {
        self.rules.borrow().in_force.doubt.is_some()
    }

    /// Whether the files may have changed since they were last read. What is wrong may be a file that is not there yet.
    pub(super) fn has_changed(&self) -> bool {
        let broken = !self.rules.borrow().in_force.problems.is_empty();
        broken || readable::stamp(self.files()) != *self.seen.borrow()
    }

    fn files(&self) -> Vec<PathBuf> {
        let rules = self.rules.borrow();
        let built =
            rules.in_force.waiting.as_ref().map_or(&rules.in_force.confirmed, |waiting| &waiting.built);
        files(self.file.as_deref(), &built.texts)
    }

    /// Reads the person's policy anew.
    pub(super) async fn read(&self) -> Result<Built, Vec<Problem>> {
        let file = self.file.clone();
        let work = tokio::task::spawn_blocking(move || read(file.as_deref()));
        work.await
            .unwrap_or_else(|error| Err(vec![texts::problem("policy.toml".into(), 1, error.to_string())]))
    }

    /// Takes note of the files as they are now, and says what that changes.
    pub(super) async fn look(&self) -> News {
        let _turn = self.turn.lock().await;
        let before = readable::stamp(self.files());
        let disk = self.read().await;
        *self.seen.borrow_mut() = before;
        self.change(|rules| rules.in_force.look(disk))
    }

    /// Changes the rules for all verdicts to come.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Rules) -> T) -> T {
        let mut rules = self.rules.borrow().renewed();
        let done = change(&mut rules);
        self.rules.replace(Arc::new(rules));
        done
    }

    /// The verdict about what a session asks, with what programs say to it; an error means: ask.
    ///
    /// In a thread, and not for ever: a supervised program chooses the folder, which may be on a disk that never answers.
    pub(crate) async fn judge(
        &self,
        session: &SessionId,
        asked: Asked,
    ) -> Result<(Judgement, engine::Rules), String> {
        let (rules, folder, session) = (Arc::clone(&self.rules.borrow()), self.folder(), session.clone());
        let work = tokio::task::spawn_blocking(move || {
            let around = Around::of(Path::new(&asked.folder), asked.home.as_deref());
            let judgement = rules.judge(Some(&session), &asked.request(), &around).settle(&folder);
            (judgement, rules.for_engine(Some(&session), &around))
        });
        match tokio::time::timeout(LONGEST_VERDICT, work).await {
            Ok(judged) => judged.map_err(|error| format!("no verdict could be given: {error}")),
            Err(_) => Err("no verdict was given in time".to_owned()),
        }
    }

    /// What holds for all questions of a session that works there.
    pub(crate) async fn for_engine(
        &self,
        session: &SessionId,
        folder: String,
        home: Option<PathBuf>,
    ) -> Result<engine::Rules, String> {
        let (rules, session) = (Arc::clone(&self.rules.borrow()), session.clone());
        let work = tokio::task::spawn_blocking(move || {
            rules.for_engine(Some(&session), &Around::of(Path::new(&folder), home.as_deref()))
        });
        match tokio::time::timeout(LONGEST_VERDICT, work).await {
            Ok(rules) => rules.map_err(|error| error.to_string()),
            Err(_) => Err("the folder did not answer".to_owned()),
        }
    }

    /// What the person should know.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let refused = self.refused.borrow();
        let tried = refused.iter().map(|(who, times)| {
            let times = if *times > 1 { format!(" ({times} times)") } else { String::new() };
            format!("{who}{times}")
        });
        let profiles = self.profiles.borrow().warning();
        self.rules.borrow().in_force.warnings().into_iter().chain(profiles).chain(tried).collect()
    }

    /// How the rules stand.
    pub(super) fn standing(&self) -> PolicyStanding {
        let rules = self.rules.borrow();
        let waiting = rules.in_force.waiting.as_ref();
        PolicyStanding {
            confirmed: rules.in_force.confirmed.texts.fingerprint().0,
            waiting: waiting.map(|waiting| waiting.built.texts.fingerprint().0),
            loosens: waiting.map(|waiting| waiting.loosens.clone()).unwrap_or_default(),
            warnings: self.warnings(),
        }
    }

    /// A supervised program wanted to change something. That is recorded, and shown to the person.
    pub(crate) fn refused(&self, record: &Record, what: &str, standing: &Standing) {
        let (who, session) = match standing {
            Standing::Within(session) | Standing::Marked(Some(session)) => {
                (format!("a program of session {session}"), Some(session))
            }
            Standing::Started => ("a program that locum itself started".to_owned(), None),
            _ => ("a program that could not be identified".to_owned(), None),
        };
        self.warn_of(format!("{who} tried `locum {what}` and was refused"));
        let event = AuditEvent::new(micros(), "policy.refused").with("what", what);
        self.append(record, session.map_or(event.clone(), |session| event.about(session)));
    }

    /// The person is told of this, until they confirm their rules or the brain ends.
    pub(super) fn warn_of(&self, what: String) {
        let mut refused = self.refused.borrow_mut();
        if refused.len() < MOST_WARNINGS || refused.contains_key(&what) {
            *refused.entry(what).or_default() += 1;
        }
    }

    /// Somebody changed a question's row behind our back. Nothing is done because of it, and the person is told.
    pub(crate) fn tampered(&self, record: &Record, session: &SessionId, prompt: &str, how: &str) {
        self.warn_of(format!(
            "somebody changed question {prompt} in the record; nothing was done because of it"
        ));
        let event = AuditEvent::new(micros(), "prompt.tampered").about(session);
        self.append(record, event.with("prompt", prompt.to_owned()).with("found", how.to_owned()));
    }

    /// Records something that may happen often.
    pub(super) fn append(&self, record: &Record, event: AuditEvent) {
        // Whoever does one thing all the time must not hide another, nor what somebody else does.
        let session = event.session.as_ref().map_or("", SessionId::as_str);
        // Of what is tried there are few kinds; other details may be of anybody's making.
        let tried = event.fields.iter().find(|(name, _)| name == "what");
        let kind = format!("{} {session} {tried:?}", event.kind);
        let admitted = self.limiter.borrow_mut().admit(&kind, crate::now());
        if let Some(left_out) = admitted {
            record.append(if left_out > 0 { event.with("left_out", left_out) } else { event });
        }
    }

    /// Other sessions' policies are left over from an earlier brain.
    pub(crate) fn only_these_run(&self, alive: &[SessionId]) {
        let runs = |id: &String| alive.iter().any(|session| session.as_str() == id);
        self.change(|rules| rules.sessions.retain(|id, _| runs(id)));
    }

    /// A session is over: its own policy goes with the next change.
    pub(crate) fn session_over(&self, session: &SessionId) {
        if self.rules.borrow().sessions.contains_key(session.as_str()) {
            self.change(|rules| rules.sessions.remove(session.as_str()));
        }
    }
}

fn folder_of(file: Option<&Path>) -> PathBuf {
    file.and_then(Path::parent).map_or_else(|| PathBuf::from("/"), Path::to_owned)
}
