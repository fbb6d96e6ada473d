//! The name a person may have meant.

/// How different a name may be and still count as a slip of the fingers.
const CLOSE_ENOUGH: f64 = 0.6;

/// The known name that is nearest to `name`, if one is near at all.
pub(crate) fn among<N: AsRef<str>>(name: &str, known: impl IntoIterator<Item = N>) -> Option<N> {
    let likeness = |known: &N| strsim::normalized_damerau_levenshtein(name, known.as_ref());
    known
        .into_iter()
        .map(|known| (likeness(&known), known))
        .filter(|(likeness, _)| *likeness >= CLOSE_ENOUGH)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, known)| known)
}
