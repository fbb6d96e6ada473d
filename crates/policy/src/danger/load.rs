//! The catalogue's files to entries.

use std::collections::{BTreeMap, HashMap};

use thiserror::Error;

use super::Catalogue;
use super::compile;
use super::entry::Entry;
use super::help;
use super::kinds::Kinds;
use super::raw::RawFile;

/// Embeds a file of the catalogue under its name.
macro_rules! embedded {
    ($name:literal) => {
        ($name, include_str!(concat!("catalogue/", $name)))
    };
}

/// The families of dangers, in the order in which they are listed.
const FAMILIES: &[(&str, &str)] = &[
    embedded!("files.toml"),
    embedded!("git.toml"),
    embedded!("code.toml"),
    embedded!("disks.toml"),
    embedded!("secrets.toml"),
    embedded!("machine.toml"),
    embedded!("cloud.toml"),
    embedded!("cluster.toml"),
    embedded!("databases.toml"),
    embedded!("infra.toml"),
    embedded!("services.toml"),
    embedded!("persistence.toml"),
    embedded!("own.toml"),
    embedded!("packages.toml"),
    embedded!("windows.toml"),
];
const PROGRAMS: (&str, &str) = embedded!("programs.toml");
const USES: (&str, &str) = embedded!("uses.toml");
const HELPS: (&str, &str) = embedded!("help.toml");
const KINDS: (&str, &str) = embedded!("kinds.toml");

/// What is wrong with the catalogue.
#[derive(Debug, Error)]
pub(super) enum Fault {
    #[error("{file}: {error}")]
    Toml { file: &'static str, error: toml::de::Error },
    #[error("{id}: unknown word \"{word}\"")]
    Word { id: String, word: String },
}

/// Loads what is built in.
pub(super) fn shipped() -> Result<Catalogue, Fault> {
    let kinds: BTreeMap<String, Vec<String>> = read(KINDS)?;
    let kinds = Kinds::new(kinds);
    let mut catalogue = Catalogue {
        entries: Vec::new(),
        by_program: HashMap::new(),
        general: Vec::new(),
        programs: read(PROGRAMS)?,
        uses: compile::uses(read(USES)?)?,
        helps: help::compiled(read(HELPS)?)?,
        secrets: ["secret", "project_secret", "history"]
            .iter()
            .filter_map(|name| kinds.named(name))
            .collect(),
        kinds,
    };
    for family in FAMILIES {
        for raw in read::<RawFile>(*family)?.danger {
            let entry = compile::entry(raw, &catalogue.kinds)?;
            catalogue.add(entry);
        }
    }
    Ok(catalogue)
}

fn read<T: serde::de::DeserializeOwned>((file, text): (&'static str, &str)) -> Result<T, Fault> {
    toml::from_str(text).map_err(|error| Fault::Toml { file, error })
}

impl Catalogue {
    fn add(&mut self, entry: Entry) {
        let at = self.entries.len();
        for (alternative, when) in entry.when.iter().enumerate() {
            let programs = when.run.iter().flat_map(|form| form.program.alternatives());
            let mut programs: Vec<&String> = programs.collect();
            programs.sort();
            programs.dedup();
            if programs.is_empty() || programs.iter().any(|name| name.contains('*')) {
                self.general.push((at, alternative));
                continue;
            }
            for program in programs {
                self.by_program.entry(program.clone()).or_default().push((at, alternative));
            }
        }
        self.entries.push(entry);
    }
}
