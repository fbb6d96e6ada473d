//! The person's own profiles, and what they confirmed of them. What the files say is in force at once for what is shown. But a profile says
//! which key is a yes, and one that a supervised program wrote would turn an answer into its opposite: no key is pressed before
//! the person has confirmed them.

use std::fmt::Write;
use std::path::Path;

use detect::Profiles;
use model::AuditEvent;
use store::Hash;

use super::changes::is_as_seen;
use super::keeper::Keeper;
use super::kept::{self, Belief};
use super::texts::Fingerprint;
use crate::agents::{Agents, ProfileTexts};
use crate::record::{Record, micros};

/// So many files are named in a warning; of the others the number is enough.
const MOST_NAMED: usize = 4;

/// What was confirmed, and what lies there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnProfiles {
    /// What the person confirmed: keys are pressed by this, and nothing else.
    pub confirmed: ProfileTexts,
    /// What the files say: this is shown.
    pub found: ProfileTexts,
}

impl OwnProfiles {
    /// Reads the folder. At the very first start what is found there counts as confirmed; where what was confirmed is not known,
    /// nothing does.
    pub fn begin(belief: &Belief, folder: Option<&Path>) -> OwnProfiles {
        let confirmed = match belief {
            Belief::Kept(kept, _) => kept.profiles.clone(),
            _ => ProfileTexts::new(),
        };
        let read = |folder: &Path| Agents::of_folder(folder.to_owned()).found(&confirmed).0;
        let found = folder.map(read).unwrap_or_default();
        match belief {
            Belief::First => OwnProfiles { confirmed: found.clone(), found },
            _ => OwnProfiles { confirmed, found },
        }
    }

    /// What waits to be confirmed: each file, and what became of it.
    pub fn changes(&self) -> Vec<(&str, &'static str)> {
        let of_found = self.found.iter().filter_map(|(name, text)| match self.confirmed.get(name) {
            None => Some((name.as_str(), "is new")),
            Some(before) => (before != text).then_some((name.as_str(), "was changed")),
        });
        let gone = self.confirmed.keys().filter(|name| !self.found.contains_key(*name));
        of_found.chain(gone.map(|name| (name.as_str(), "is gone"))).collect()
    }

    /// The same in a few words, however much somebody wrote; nothing if nothing waits.
    fn in_words(&self) -> Option<String> {
        let changes = self.changes();
        let named = changes.iter().take(MOST_NAMED).map(|(name, how)| format!("agents/{name} {how}"));
        let more = changes.len().saturating_sub(MOST_NAMED);
        let more = (more > 0).then(|| format!("{more} more"));
        let words: Vec<String> = named.chain(more).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// What the person should know.
    pub fn warning(&self) -> Option<String> {
        let changed = self.in_words()?;
        Some(format!(
            "your profiles are not those that you confirmed ({changed}); until `locum policy confirm` no key is pressed for you"
        ))
    }

    /// The same content under the same names has the same.
    pub fn fingerprint(texts: &ProfileTexts) -> Fingerprint {
        let mut bytes = String::from("locum profiles 1\n");
        for (name, text) in texts {
            // Writing to a string cannot fail.
            let _ = write!(bytes, "{} {}\n{name}{text}", name.len(), text.len());
        }
        Fingerprint(Hash::of(bytes.as_bytes()).0)
    }
}

impl Keeper {
    /// What the person confirmed of their profiles.
    pub(crate) fn confirmed_profiles(&self) -> ProfileTexts {
        self.profiles.borrow().confirmed.clone()
    }

    /// What the files said when they were last read, those with mistakes what they said before.
    pub(crate) fn found_profiles(&self) -> ProfileTexts {
        self.profiles.borrow().found.clone()
    }

    /// Why no key may be pressed by what a screen is taken for.
    pub(crate) fn profiles_wait(&self) -> Option<String> {
        self.profiles.borrow().warning()
    }

    /// What is in force for what is shown: the person's own and those that come with the program. Nothing if that cannot be
    /// found out.
    pub(crate) async fn profiles_in_force(&self) -> Option<Profiles> {
        let Some(folder) = self.agents.clone() else { return Some(Profiles::embedded()) };
        let found = self.found_profiles();
        let work = tokio::task::spawn_blocking(move || Agents::of_folder(folder).compiled(&found));
        work.await.inspect_err(|error| tracing::error!(%error, "profiles could not be compiled")).ok()
    }

    /// Takes note of the files as they are now.
    pub(crate) fn profiles_found(&self, record: &Record, found: ProfileTexts) {
        let first = !self.profiles_told.replace(true);
        let waited = self.profiles.borrow().in_words();
        self.profiles.borrow_mut().found = found;
        let waits = self.profiles.borrow().in_words();
        let event = |kind| AuditEvent::new(micros(), kind);
        match &waits {
            Some(files) if waits != waited || first => {
                tracing::warn!(files, "profiles wait to be confirmed");
                self.append(record, event("profiles.unconfirmed").with("files", files.clone()));
            }
            None if waited.is_some() => self.append(record, event("profiles.withdrawn")),
            _ => {}
        }
    }

    /// The person confirms their profiles as they have seen them.
    pub(super) async fn confirm_profiles(&self, record: &Record, seen: [u8; 32]) -> Result<(), String> {
        let _turn = self.turn.lock().await;
        if self.is_in_doubt() {
            return Err("what was confirmed of the policy is not known; confirm that first".to_owned());
        }
        let (folder, before) = (self.agents.clone(), self.confirmed_profiles());
        let read =
            move || folder.map(|folder| Agents::of_folder(folder).found(&before).0).unwrap_or_default();
        let found = tokio::task::spawn_blocking(read).await.map_err(|error| error.to_string())?;
        let fingerprint = OwnProfiles::fingerprint(&found);
        is_as_seen(fingerprint, seen)?;
        let mut kept = self.kept();
        kept.profiles = found.clone();
        let event = AuditEvent::new(micros(), kept::CONFIRMED)
            .with("how", "by the person")
            .with("policy", kept.confirmed.fingerprint().to_string())
            .with("profiles", fingerprint.to_string());
        self.persist(record, &kept, event).await?;
        self.profiles.replace(OwnProfiles { confirmed: found.clone(), found });
        self.refused.borrow_mut().clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Kept, Texts};

    fn texts(files: &[(&str, &str)]) -> ProfileTexts {
        files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn every_difference_waits() {
        let check =
            |name: &str, confirmed: &[(&str, &str)], found: &[(&str, &str)], wanted: &[(&str, &str)]| {
                let own = OwnProfiles { confirmed: texts(confirmed), found: texts(found) };
                assert_eq!(own.changes(), wanted, "{name}");
                assert_eq!(own.warning().is_some(), !wanted.is_empty(), "{name}");
                let fingerprints = [&own.confirmed, &own.found].map(OwnProfiles::fingerprint);
                assert_eq!(fingerprints[0] == fingerprints[1], wanted.is_empty(), "{name}");
            };
        check("nothing", &[], &[], &[]);
        check("the same", &[("a", "1")], &[("a", "1")], &[]);
        check("new", &[], &[("a", "1")], &[("a", "is new")]);
        check("changed", &[("a", "1")], &[("a", "2")], &[("a", "was changed")]);
        check("gone", &[("a", "1")], &[], &[("a", "is gone")]);
        check("renamed", &[("a", "1")], &[("b", "1")], &[("b", "is new"), ("a", "is gone")]);
        check(
            "moved between name and text",
            &[("a", "b1")],
            &[("ab", "1")],
            &[("ab", "is new"), ("a", "is gone")],
        );
    }

    #[test]
    fn where_nothing_is_known_nothing_is_confirmed() {
        let folder = std::env::temp_dir().join(format!("own-profiles-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let text = "name = \"mine\"\nseen_with = [\"1\"]\n[program]\nnames = [\"mine\"]\n";
        std::fs::write(folder.join("mine.toml"), text).unwrap();
        let mut kept = Kept::with(Texts::default());
        let before_profiles = Belief::Kept(kept.clone(), 1);
        kept.profiles = texts(&[("mine.toml", text)]);
        for (name, belief, waits) in [
            ("the first start", Belief::First, false),
            ("confirmed", Belief::Kept(kept, 1), false),
            ("confirmed before profiles were", before_profiles, true),
            ("in doubt", Belief::Doubt("x".into()), true),
            ("unreadable", Belief::Unreadable("x".into()), true),
        ] {
            let own = OwnProfiles::begin(&belief, Some(&folder));
            assert_eq!(own.warning().is_some(), waits, "{name}");
            assert_eq!(own.confirmed.is_empty(), waits, "{name}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
