//! Lists of choices under each other, as the libraries for prompts draw them.

pub(crate) mod buttons;
pub(crate) mod frame;
pub(crate) mod head;
pub(crate) mod read;
pub(crate) mod style;
