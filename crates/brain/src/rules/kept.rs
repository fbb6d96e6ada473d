//! What the person has confirmed, as it is kept from one brain to the next: a file in the state folder, and the hash of
//! that file in the audit chain. The chain has the last word: a file that it does not name is not believed.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use model::Value;
use serde::{Deserialize, Serialize};
use store::{Hash, Kind, Reader};

use super::texts::Texts;
use crate::agents::ProfileTexts;

/// The file, and the one that takes its place once the chain names it.
const FILE: &str = "policy.state";
const NEW: &str = "policy.state.new";
/// The format of the file.
const VERSION: u32 = 1;
/// The field of an event that names the file's hash.
pub(crate) const STATE: &str = "state";

/// Events that say what is kept from then on.
pub(crate) const CONFIRMED: &str = "policy.confirmed";
pub(crate) const CHANGED: &str = "policy.changed";
pub(crate) const TRUSTED: &str = "policy.trusted";
pub(crate) const UNTRUSTED: &str = "policy.untrusted";
pub(crate) const SESSION: &str = "policy.session";
pub(crate) const PIN: &str = "policy.pin";
const KINDS: [&str; 6] = [CONFIRMED, CHANGED, TRUSTED, UNTRUSTED, SESSION, PIN];

/// What is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    version: u32,
    /// The policy that the person has confirmed.
    pub confirmed: Texts,
    /// Project files that may loosen it: the path and the hash of what is in it.
    pub trusted: BTreeMap<String, String>,
    /// Policies of single sessions.
    pub sessions: BTreeMap<String, Texts>,
    /// The person's own profiles that they have confirmed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub profiles: ProfileTexts,
    /// What is kept of the person's PIN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pin: Option<String>,
}

/// What can be relied on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Belief {
    /// Nothing was ever confirmed: what is found counts as confirmed.
    First,
    /// This was, at this moment (microseconds since 1970).
    Kept(Kept, i64),
    /// Something was, but what is kept cannot be relied on.
    Doubt(String),
    /// It cannot be found out just now.
    Unreadable(String),
}

impl Kept {
    /// A policy that is confirmed, and nothing else.
    pub fn with(confirmed: Texts) -> Kept {
        Kept {
            version: VERSION,
            confirmed,
            trusted: BTreeMap::new(),
            sessions: BTreeMap::new(),
            profiles: ProfileTexts::new(),
            pin: None,
        }
    }

    /// The bytes of the file, and their hash as the chain names it.
    fn bytes(&self) -> io::Result<(Vec<u8>, String)> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        let hash = Hash::of(&bytes).to_string();
        Ok((bytes, hash))
    }

    /// Lays the file beside the one that holds, and returns its hash for the chain.
    pub(crate) fn prepare(&self, folder: &Path) -> io::Result<String> {
        let (bytes, hash) = self.bytes()?;
        let path = folder.join(NEW);
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        Ok(hash)
    }
}

/// The chain names the new file: it takes the place of the old one.
pub(crate) fn settle(folder: &Path) -> io::Result<()> {
    fs::rename(folder.join(NEW), folder.join(FILE))?;
    File::open(folder)?.sync_all()
}

/// Reads what is kept in a state folder. Changes nothing.
pub fn believe(folder: &Path) -> Belief {
    match heard(folder) {
        Ok(Some((hash, at))) => named(folder, &hash).map_or_else(
            || Belief::Doubt(format!("{} is not as it was recorded", folder.join(FILE).display())),
            |kept| Belief::Kept(kept, at),
        ),
        Ok(None) if folder.join(FILE).exists() => {
            Belief::Doubt("the record does not say what was confirmed".to_owned())
        }
        Ok(None) => Belief::First,
        Err(Unheard::Broken(why)) => Belief::Doubt(format!("the record was changed by somebody: {why}")),
        Err(Unheard::Unreadable(why)) => Belief::Unreadable(format!("the record cannot be read: {why}")),
    }
}

/// The PIN that is wanted. Where what is kept cannot be relied on, one that was ever there is wanted all the same: who
/// damages a file must not get rid of it that way.
pub(crate) fn pin(belief: &Belief, folder: Option<&Path>) -> Option<String> {
    match (belief, folder) {
        (Belief::Kept(kept, _), _) => kept.pin.clone(),
        (Belief::First, _) | (_, None) => None,
        (_, Some(folder)) => doubtful_pin(folder),
    }
}

fn doubtful_pin(folder: &Path) -> Option<String> {
    let in_file = |name: &str| serde_json::from_slice::<Kept>(&fs::read(folder.join(name)).ok()?).ok()?.pin;
    in_file(FILE).or_else(|| in_file(NEW)).or_else(|| {
        let last = store::last_word(&Reader::open(folder).ok()?, &[PIN]).ok()?;
        match last.event?.event.field("pin") {
            Some(Value::Text(pin)) => Some(pin.clone()),
            _ => None,
        }
    })
}

/// Why the chain says nothing that could be relied on.
enum Unheard {
    Broken(String),
    Unreadable(String),
}

impl From<store::Error> for Unheard {
    fn from(error: store::Error) -> Unheard {
        Unheard::Unreadable(error.to_string())
    }
}

/// The hash that the chain names last, and when; nothing if it never named one.
fn heard(folder: &Path) -> Result<Option<(String, i64)>, Unheard> {
    let reader = match Reader::open(folder) {
        Ok(reader) => reader,
        Err(error) if *error.kind() == Kind::Absent => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let last = store::last_word(&reader, &KINDS)?;
    match (last.broken, last.event) {
        (Some(broken), _) => Err(Unheard::Broken(broken)),
        (None, None) => Ok(None),
        (None, Some(stored)) => match stored.event.field(STATE) {
            Some(Value::Text(hash)) => Ok(Some((hash.clone(), stored.event.at))),
            _ => Err(Unheard::Broken(format!("event {} names no state", stored.seq))),
        },
    }
}

/// The file with this hash: the one in place, or the one that was about to take it when a brain was killed.
fn named(folder: &Path, hash: &str) -> Option<Kept> {
    let named = |name: &str| {
        let bytes = fs::read(folder.join(name)).ok()?;
        (Hash::of(&bytes).to_string() == hash).then_some(bytes)
    };
    let bytes = named(FILE).or_else(|| named(NEW))?;
    serde_json::from_slice(&bytes).ok().filter(|kept: &Kept| kept.version == VERSION)
}
