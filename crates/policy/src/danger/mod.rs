//! The catalogue of dangers, and what of it a command meets.
