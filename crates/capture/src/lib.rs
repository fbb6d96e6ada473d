//! The pure half of keeping output: what is left out before anything is stored or leaves the machine.
//!
//! May not know: sockets, files, the database.
#![forbid(unsafe_code)]
