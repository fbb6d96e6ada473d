//! `locum eval`: how well the detector does on recordings whose truth is known.

mod judge;
mod labels;
mod new_label;
mod parts;
mod recordings;
mod report;
mod tally;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::process::ExitCode;

use crate::cli::EvalArguments;
use crate::failure::Failure;
use crate::{replay, say};

pub(crate) fn eval(arguments: &EvalArguments) -> Result<ExitCode, Failure> {
    match (&arguments.new_label, &arguments.folder) {
        (Some(recording), _) => new_label::write(recording)?,
        (None, Some(folder)) => judge_folder(folder, arguments)?,
        // The command line asks for one of them.
        (None, None) => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn judge_folder(folder: &Path, arguments: &EvalArguments) -> Result<(), Failure> {
    let mut options = replay::options(None, arguments.without_facts)?;
    options.timed = arguments.timing;
    let judged = recordings::judge_all(&recordings::find(folder)?, &options);
    for report in report::reports(&judged) {
        if arguments.json {
            say::json(report.as_json());
        } else {
            report.lines(arguments.misses).iter().for_each(say::line);
        }
    }
    Ok(())
}
