//! The catalogue of dangers, and what of it a command meets.

use model::Danger;

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
