//! What the person changes about their rules. Each change is recorded before it holds; what cannot be recorded does not hold.

use std::path::{Path, PathBuf};

use model::{AuditEvent, SessionId};

use super::in_force::{Built, in_words};
use super::keeper::Keeper;
use super::kept::{self, Kept};
use super::profiles::OwnProfiles;
use super::project::Project;
use super::texts::{Fingerprint, Texts};
use crate::record::{Record, micros};

impl Keeper {
    /// What is kept from one brain to the next.
    pub(super) fn kept(&self) -> Kept {
        let rules = self.rules.borrow();
        let mut kept = Kept::with(rules.in_force.confirmed.texts.clone());
        kept.trusted = rules.trusted.clone();
        kept.sessions = rules.sessions.iter().map(|(id, built)| (id.clone(), built.texts.clone())).collect();
        kept.profiles = self.confirmed_profiles();
        kept.pin.clone_from(&self.pin.borrow());
        kept
    }

    /// Has the chain name what is kept from now on. If that fails, nothing is.
    pub(super) async fn persist(
        &self,
        record: &Record,
        kept: &Kept,
        event: AuditEvent,
    ) -> Result<(), String> {
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
            .with("policy", kept.confirmed.fingerprint().to_string())
            .with("profiles", OwnProfiles::fingerprint(&kept.profiles).to_string());
        if let Err(error) = self.persist(record, &kept, event).await {
            tracing::warn!(error, "what was confirmed of the policy could not be kept");
        }
    }

    /// The person confirms their policy as they have seen it.
    pub(super) async fn confirm(&self, record: &Record, seen: [u8; 32]) -> Result<(), String> {
        let _turn = self.turn.lock().await;
        let built = self.read().await.map_err(|problems| in_words(&problems))?;
        let fingerprint = built.texts.fingerprint();
        is_as_seen(fingerprint, seen)?;
        let mut kept = self.kept();
        kept.confirmed = built.texts.clone();
        let event = AuditEvent::new(micros(), kept::CONFIRMED)
            .with("how", "by the person")
            .with("policy", fingerprint.to_string());
        self.persist(record, &kept, event).await?;
        self.change(|rules| rules.in_force.confirm(built));
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
        self.change(|rules| rules.trusted = kept.trusted);
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
        self.change(|rules| rules.trusted = kept.trusted);
        Ok(true)
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
        is_as_seen(fingerprint, seen)?;
        let mut kept = self.kept();
        kept.sessions.insert(session.to_string(), built.texts.clone());
        let event =
            AuditEvent::new(micros(), kept::SESSION).about(session).with("policy", fingerprint.to_string());
        self.persist(record, &kept, event).await?;
        self.change(|rules| rules.sessions.insert(session.to_string(), built));
        Ok(())
    }
}

/// What the person has seen must be what is there now: somebody may have written it since.
pub(super) fn is_as_seen(found: Fingerprint, seen: [u8; 32]) -> Result<(), String> {
    let changed = || "it was changed in the meantime; look at it again".to_owned();
    (found.0 == seen).then_some(()).ok_or_else(changed)
}
