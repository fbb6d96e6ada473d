//! A terminal, shells and scripted programs for the tests.
#![forbid(unsafe_code)]
