//! `locum policy explain`: everything that led to a verdict.

use std::process::ExitCode;

use super::check;
use crate::cli::PolicyCheckArguments;
use crate::failure::Failure;

/// `locum policy explain`
pub(super) fn explain(arguments: &PolicyCheckArguments) -> Result<ExitCode, Failure> {
    check::check(arguments)
}
