//! The policies that come with locum.

/// Their names, the default first.
pub const SHIPPED: &[&str] = &["careful", "builder", "watch-only"];

const TEXTS: [(&str, &str); 3] = [
    ("careful", include_str!("../../starting/careful.toml")),
    ("builder", include_str!("../../starting/builder.toml")),
    ("watch-only", include_str!("../../starting/watch-only.toml")),
];

/// The text of a policy that comes with locum.
pub fn shipped_text(name: &str) -> Option<&'static str> {
    TEXTS.into_iter().find(|(known, _)| *known == name).map(|(_, text)| text)
}

/// The shipped policy that a word was probably meant to name.
pub fn nearest_shipped(word: &str) -> Option<&'static str> {
    super::problem::nearest(word, SHIPPED.iter().copied())
}
