//! The rules in the brain's hands: begun, followed, changed by the person, and recorded before anything of it holds.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use host::unix::kin::Standing;
use model::{AuditEvent, SessionId};
use policy::{Judgement, Problem, Request};
use tokio::sync::Mutex;
use wire::{PolicyRequest, PolicyStanding};

use super::around::Around;
use super::in_force::{Built, InForce, News, in_words};
use super::judge::{Rules, settle};
use super::kept::{self, Belief, Kept};
use super::project::Project;
use super::texts::Texts;
use crate::OpenState;
use crate::limiter::Limiter;
use crate::readable::{self, Stamp};
use crate::record::{Record, micros};

/// The person's rules, and what is known about the files they are in.
pub(crate) struct Keeper {
    file: Option<PathBuf>,
    state: OpenState,
    pub(super) rules: RefCell<Rules>,
    pub(super) begun: RefCell<Option<(Belief, News)>>,
    pub(super) seen: RefCell<Stamp>,
    /// When what is kept was last named in the chain.
    pub(super) said: Cell<i64>,
    /// One change at a time: each is recorded before it holds.
    turn: Mutex<()>,
    /// What supervised programs wanted, and were refused.
    refused: RefCell<BTreeMap<String, u32>>,
    limiter: RefCell<Limiter>,
}

impl Keeper {
    /// Reads the files. Nothing is written yet.
    pub(crate) async fn open(file: Option<PathBuf>, state: OpenState) -> Keeper {
        let (own, folder) = (file.clone(), state());
        let look = move || {
            let stamp = readable::stamp(files(own.as_deref(), &Texts::default()));
            let belief = folder.map_or_else(Belief::Doubt, |folder| kept::believe(&folder));
            (stamp, belief, read(own.as_deref()))
        };
        let looked = tokio::task::spawn_blocking(look).await;
        let (seen, belief, disk) = looked.unwrap_or_else(|error| {
            (Stamp::new(), Belief::Doubt(error.to_string()), Built::of(Texts::default()))
        });
        let (in_force, news) = InForce::begin(&belief, disk);
        let (trusted, sessions, said) = match &belief {
            Belief::Kept(kept, at) => (kept.trusted.clone(), built(&kept.sessions), *at),
            _ => (BTreeMap::new(), BTreeMap::new(), 0),
        };
        let mut rules = Rules::new(in_force, trusted);
        rules.sessions = sessions;
        Keeper {
            file,
            state,
            rules: RefCell::new(rules),
            begun: RefCell::new(Some((belief, news))),
            seen: RefCell::new(seen),
            said: Cell::new(said),
            turn: Mutex::new(()),
            refused: RefCell::default(),
            limiter: RefCell::default(),
        }
    }

    /// The folder in which the person's policy is, or would be.
    pub(super) fn folder(&self) -> PathBuf {
        folder_of(self.file.as_deref())
    }

    /// Whether the files may have changed since they were last read.
    pub(super) fn has_changed(&self) -> bool {
        readable::stamp(self.files()) != *self.seen.borrow()
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
        work.await.unwrap_or_else(|_| Built::of(Texts::default()))
    }

    /// Takes note of the files as they are now, and says what that changes.
    pub(super) async fn look(&self) -> News {
        let _turn = self.turn.lock().await;
        let before = readable::stamp(self.files());
        let disk = self.read().await;
        *self.seen.borrow_mut() = before;
        let mut rules = self.rules.borrow_mut();
        let news = rules.in_force.look(disk);
        rules.changed();
        news
    }

    /// The verdict about a request of a session, with what programs say to it.
    pub(crate) async fn judge(
        &self,
        session: &SessionId,
        request: &Request<'_>,
        around: &Around,
    ) -> Judgement {
        let judgement = self.rules.borrow().judge(Some(session), request, around);
        if judgement.consult.is_empty() {
            return judgement;
        }
        let (folder, unasked) = (self.folder(), judgement.clone());
        let work = tokio::task::spawn_blocking(move || settle(judgement, &folder));
        // A program that nobody could ask counts as silent.
        work.await.unwrap_or_else(|_| unasked.consulted(&[]))
    }

    /// What the person should know.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let refused = self.refused.borrow();
        let tried = refused.iter().map(|(who, times)| {
            let times = if *times > 1 { format!(" ({times} times)") } else { String::new() };
            format!("{who} and was refused{times}")
        });
        self.rules.borrow().in_force.warnings().into_iter().chain(tried).collect()
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

    /// A supervised program wanted to change the rules. That is recorded, and shown to the person.
    pub(crate) fn refused(&self, record: &Record, request: &PolicyRequest, standing: &Standing) {
        if matches!(request, PolicyRequest::Standing | PolicyRequest::Judge { .. }) {
            return;
        }
        let (who, session) = match standing {
            Standing::Within(session) | Standing::Marked(Some(session)) => {
                (format!("a program of session {session}"), Some(session))
            }
            _ => ("a program that could not be identified".to_owned(), None),
        };
        let tried = format!("{who} tried `locum policy {}`", request.word());
        *self.refused.borrow_mut().entry(tried).or_default() += 1;
        let event = AuditEvent::new(micros(), "policy.refused").with("what", request.word());
        self.append(record, session.map_or(event.clone(), |session| event.about(session)));
    }

    /// Records something that may happen often.
    pub(super) fn append(&self, record: &Record, event: AuditEvent) {
        let admitted = self.limiter.borrow_mut().admit("policy", crate::now());
        if let Some(left_out) = admitted {
            record.append(if left_out > 0 { event.with("left_out", left_out) } else { event });
        }
    }

    /// What is kept from one brain to the next.
    fn kept(&self) -> Kept {
        let rules = self.rules.borrow();
        let mut kept = Kept::with(rules.in_force.confirmed.texts.clone());
        kept.trusted = rules.trusted.clone();
        kept.sessions = rules.sessions.iter().map(|(id, built)| (id.clone(), built.texts.clone())).collect();
        kept
    }

    /// Has the chain name what is kept from now on. If that fails, nothing is.
    async fn persist(&self, record: &Record, kept: &Kept, event: AuditEvent) -> Result<(), String> {
        let folder = (self.state)()?;
        let failed = |error: std::io::Error| format!("cannot write into {}: {error}", folder.display());
        let hash = kept.prepare(&folder).map_err(failed)?;
        let at = event.at;
        record.append_now(event.with(kept::STATE, hash)).await?;
        self.said.set(at);
        kept::settle(&folder).map_err(failed)
    }

    /// What holds is said once more: at the first start, after a change that tightens, and before old events go.
    pub(super) async fn keep(&self, record: &Record, kind: &'static str, how: &str) {
        let _turn = self.turn.lock().await;
        let kept = self.kept();
        let event = AuditEvent::new(micros(), kind)
            .with("how", how)
            .with("policy", kept.confirmed.fingerprint().to_string());
        if let Err(error) = self.persist(record, &kept, event).await {
            tracing::warn!(error, "what was confirmed of the policy could not be kept");
        }
    }

    /// The person confirms their policy as they have seen it.
    pub(super) async fn confirm(&self, record: &Record, seen: [u8; 32]) -> Result<(), String> {
        let _turn = self.turn.lock().await;
        let built = self.read().await.map_err(|problems| in_words(&problems))?;
        let fingerprint = built.texts.fingerprint();
        if fingerprint.0 != seen {
            return Err("the policy was changed in the meantime; look at it again".into());
        }
        let mut kept = self.kept();
        kept.confirmed = built.texts.clone();
        let event = AuditEvent::new(micros(), kept::CONFIRMED)
            .with("how", "by the person")
            .with("policy", fingerprint.to_string());
        self.persist(record, &kept, event).await?;
        let mut rules = self.rules.borrow_mut();
        rules.in_force.confirm(built);
        rules.changed();
        self.refused.borrow_mut().clear();
        Ok(())
    }

    /// The person trusts a project's file as they have seen it.
    pub(super) async fn trust(&self, record: &Record, file: &str, seen: &str) -> Result<(), String> {
        let _turn = self.turn.lock().await;
        let project = Project::read(Path::new(file)).map_err(|problem| problem.to_string())?;
        if project.hash != seen {
            return Err("the file was changed in the meantime; look at it again".into());
        }
        let mut kept = self.kept();
        kept.trusted.insert(project.path.clone(), project.hash.clone());
        let event =
            AuditEvent::new(micros(), kept::TRUSTED).with("file", project.path).with("hash", project.hash);
        self.persist(record, &kept, event).await?;
        self.trusts(kept.trusted);
        Ok(())
    }

    /// The person trusts a project's file no more. False if they did not.
    pub(super) async fn untrust(&self, record: &Record, file: &str) -> Result<bool, String> {
        let _turn = self.turn.lock().await;
        let mut kept = self.kept();
        if kept.trusted.remove(file).is_none() {
            return Ok(false);
        }
        let event = AuditEvent::new(micros(), kept::UNTRUSTED).with("file", file.to_owned());
        self.persist(record, &kept, event).await?;
        self.trusts(kept.trusted);
        Ok(true)
    }

    fn trusts(&self, trusted: BTreeMap<String, String>) {
        let mut rules = self.rules.borrow_mut();
        rules.trusted = trusted;
        rules.changed();
    }

    /// A session that is about to begin has a policy of its own.
    pub(super) async fn for_session(
        &self,
        record: &Record,
        session: &SessionId,
        file: PathBuf,
        seen: [u8; 32],
    ) -> Result<(), String> {
        let _turn = self.turn.lock().await;
        let work = tokio::task::spawn_blocking(move || Texts::read(&file).and_then(Built::of));
        let built = work.await.map_err(|error| error.to_string())?.map_err(|problems| in_words(&problems))?;
        let fingerprint = built.texts.fingerprint();
        if fingerprint.0 != seen {
            return Err("the policy was changed in the meantime; look at it again".into());
        }
        let mut kept = self.kept();
        kept.sessions.insert(session.to_string(), built.texts.clone());
        let event =
            AuditEvent::new(micros(), kept::SESSION).about(session).with("policy", fingerprint.to_string());
        self.persist(record, &kept, event).await?;
        let mut rules = self.rules.borrow_mut();
        rules.sessions.insert(session.to_string(), built);
        rules.changed();
        Ok(())
    }

    /// Other sessions' policies are left over from an earlier brain.
    pub(crate) fn only_these_run(&self, alive: &[SessionId]) {
        let runs = |id: &String| alive.iter().any(|session| session.as_str() == id);
        self.rules.borrow_mut().sessions.retain(|id, _| runs(id));
    }

    /// A session is over: its own policy goes with the next change.
    pub(crate) fn session_over(&self, session: &SessionId) {
        let mut rules = self.rules.borrow_mut();
        if rules.sessions.remove(session.as_str()).is_some() {
            rules.changed();
        }
    }
}

fn read(file: Option<&Path>) -> Result<Built, Vec<Problem>> {
    Texts::read_own(file).and_then(Built::of)
}

/// Sessions' policies compiled. One that this version refuses is gone: the session then has the person's.
fn built(sessions: &BTreeMap<String, Texts>) -> BTreeMap<String, Built> {
    let built = |(id, texts): (&String, &Texts)| Some((id.clone(), Built::of(texts.clone()).ok()?));
    sessions.iter().filter_map(built).collect()
}

/// The person's file and those it builds upon.
fn files(own: Option<&Path>, texts: &Texts) -> Vec<PathBuf> {
    let extended = texts.files.iter().map(|file| PathBuf::from(&file.name));
    let mut files: Vec<PathBuf> = own.map(Path::to_owned).into_iter().chain(extended).collect();
    files.dedup();
    files
}

fn folder_of(file: Option<&Path>) -> PathBuf {
    file.and_then(Path::parent).map_or_else(|| PathBuf::from("/"), Path::to_owned)
}
