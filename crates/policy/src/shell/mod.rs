//! Shell text to a tree, by the grammar of POSIX shells and bash. Every input gives a tree; what did not fit is a fault.

mod tree;

pub(crate) use tree::*;
