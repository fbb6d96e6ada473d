//! What to write instead of a danger that the catalogue does not have. All of it would be too long to read.

use std::collections::BTreeSet;

use super::problem::{instead, nearest};

/// The nearest id, else those of the same family, else the families.
pub(super) fn instead_of(text: &str, mut known: Vec<&str>) -> String {
    known.extend(["none", "low", "high"]);
    let family = |id: &str| id.split('.').next().unwrap_or_default().to_owned();
    if nearest(text, known.iter().copied()).is_some() {
        return instead(text, &known);
    }
    let same: Vec<&str> = known.iter().copied().filter(|id| family(id) == family(text)).collect();
    if !same.is_empty() {
        return instead(text, &same);
    }
    let wide = |id: &&str| if id.contains('.') { format!("{}.*", family(id)) } else { (*id).to_owned() };
    let families: BTreeSet<String> = known.iter().map(wide).collect();
    instead(text, &families.iter().map(String::as_str).collect::<Vec<_>>())
}
