//! What a brain finds of the person's rules when it begins.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use policy::Problem;

use super::in_force::{Built, InForce, News};
use super::judge::Rules;
use super::kept::{self, Belief};
use super::profiles::OwnProfiles;
use super::texts::Texts;
use crate::OpenState;
use crate::readable::{self, Stamp};

/// What was found in the files.
pub(super) struct Found {
    pub(super) seen: Stamp,
    pub(super) belief: Belief,
    /// What is kept of the person's PIN.
    pub(super) pin: Option<String>,
    pub(super) profiles: OwnProfiles,
    disk: Result<Built, Vec<Problem>>,
}

impl Found {
    /// In a thread: the folders may be on a slow disk.
    pub(super) async fn look(file: Option<PathBuf>, agents: Option<PathBuf>, state: &OpenState) -> Found {
        let folder = state();
        let look = move || {
            let seen = readable::stamp(files(file.as_deref(), &Texts::default()));
            let path = folder.as_ref().ok().cloned();
            let belief = folder.map_or_else(Belief::Unreadable, |folder| kept::believe(&folder));
            let pin = kept::pin(&belief, path.as_deref());
            let profiles = OwnProfiles::begin(&belief, agents.as_deref());
            Found { seen, belief, pin, profiles, disk: read(file.as_deref()) }
        };
        tokio::task::spawn_blocking(look).await.unwrap_or_else(|error| Found {
            seen: Stamp::new(),
            belief: Belief::Doubt(error.to_string()),
            pin: None,
            profiles: OwnProfiles::default(),
            disk: Built::of(Texts::default()),
        })
    }

    pub(super) fn rules(&self) -> (Rules, News) {
        let (in_force, news) = InForce::begin(&self.belief, self.disk.clone());
        let mut rules = Rules::new(in_force, BTreeMap::new());
        if let Belief::Kept(kept, _) = &self.belief {
            (rules.trusted, rules.sessions) = (kept.trusted.clone(), built(&kept.sessions));
        }
        (rules, news)
    }

    /// When what is kept was last named in the chain.
    pub(super) fn said(&self) -> i64 {
        if let Belief::Kept(_, at) = &self.belief { *at } else { 0 }
    }
}

/// The person's policy as it is now.
pub(super) fn read(file: Option<&Path>) -> Result<Built, Vec<Problem>> {
    Texts::read_own(file).and_then(Built::of)
}

/// Sessions' policies compiled. One that this version refuses is gone: the session then has the person's.
fn built(sessions: &BTreeMap<String, Texts>) -> BTreeMap<String, Built> {
    let built = |(id, texts): (&String, &Texts)| Some((id.clone(), Built::of(texts.clone()).ok()?));
    sessions.iter().filter_map(built).collect()
}

/// The person's file and those it builds upon.
pub(super) fn files(own: Option<&Path>, texts: &Texts) -> Vec<PathBuf> {
    let extended = texts.files.iter().map(|file| PathBuf::from(&file.name));
    let mut files: Vec<PathBuf> = own.map(Path::to_owned).into_iter().chain(extended).collect();
    files.dedup();
    files
}
