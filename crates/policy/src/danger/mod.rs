//! The catalogue of dangers, and what of it a command meets.

use model::Danger;

use crate::{Reading, Surroundings, Touch};

/// Something dangerous about a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The entry of the catalogue: `fs.delete.outside`.
    pub id: String,
    /// How dangerous.
    pub level: Danger,
    /// In words for a person.
    pub why: String,
    /// The place of the last word that made it so, the program being 0.
    pub at: Option<usize>,
}

/// The catalogue.
pub(crate) struct Catalogue;

impl Catalogue {
    /// The one that comes with locum.
    pub(crate) fn shipped() -> &'static Catalogue {
        &Catalogue
    }

    /// What is found of each part.
    pub(crate) fn find(&self, reading: &Reading, _around: &Surroundings) -> Vec<Vec<Finding>> {
        reading.parts.iter().map(|_| Vec::new()).collect()
    }

    /// What is found of a file.
    pub(crate) fn of_path(&self, _touch: Touch, _path: &str, _around: &Surroundings) -> Vec<Finding> {
        Vec::new()
    }

    /// What is found of an address.
    pub(crate) fn of_url(&self, _url: &str) -> Vec<Finding> {
        Vec::new()
    }

    /// All entries: id, level, why.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, Danger, &str)> {
        [
            ("fs.delete.outside", Danger::High, "deletes outside of the workspace"),
            ("git.push.force", Danger::High, "overwrites a branch of a remote"),
            ("git.branch.delete", Danger::Low, "deletes a branch"),
        ]
        .into_iter()
    }
}
