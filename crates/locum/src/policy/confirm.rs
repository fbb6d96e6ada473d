//! `locum policy confirm`: the person accepts their policy as it is, also where it allows more than before.

use std::process::ExitCode;

use brain::rules::{Built, DEFAULT, Texts};
use wire::{BrainAnswer, BrainRequest, PolicyRequest};

use super::{diff, own, question};
use crate::brain::{Brain, unexpected};
use crate::cli::PolicyConfirmArguments;
use crate::failure::Failure;
use crate::{folders, own_session, say};

/// What a program inside is told, before anything is asked of the brain.
const INSIDE: &str = "a supervised program cannot change the rules it runs under";

/// `locum policy confirm`
pub(super) fn confirm(arguments: &PolicyConfirmArguments) -> Result<ExitCode, Failure> {
    let mut brain = outside(PolicyRequest::Confirm { seen: [0; 32] })?;
    let disk =
        Texts::read_own(folders::policy_file().as_deref()).and_then(Built::of).map_err(Failure::Policy)?;
    let own = own::read();
    let in_force = &own.rules.in_force;
    let BrainAnswer::Policy(standing) = brain.ask(&BrainRequest::Policy(PolicyRequest::Standing))? else {
        return Err(unexpected());
    };
    let seen = disk.texts.fingerprint();
    if in_force.doubt.is_none() && in_force.waiting.is_none() && standing.waiting.is_none() {
        say::line("nothing waits to be confirmed");
        return Ok(ExitCode::SUCCESS);
    }
    let loosens = in_force.waiting.as_ref().map_or(&standing.loosens, |waiting| &waiting.loosens);
    show(&in_force.warnings(), loosens, &in_force.confirmed.texts, &disk.texts);
    if !arguments.yes && !question::yes("Accept it as it is now?")? {
        say::line("nothing was changed");
        return Ok(ExitCode::FAILURE);
    }
    tell(&mut brain, seen.0)?;
    say::line("confirmed; it holds from now on");
    Ok(ExitCode::SUCCESS)
}

/// The brain, for a person who may change rules. A supervised program is refused here before anything is done; it asks the
/// brain all the same, which refuses it by its own knowledge, and records what was tried.
pub(super) fn outside(wants: PolicyRequest) -> Result<Brain, Failure> {
    let mut brain = Brain::reach()?;
    if own_session::is_inside() {
        return Err(match brain.ask(&BrainRequest::Policy(wants)) {
            Err(refused @ Failure::BrainRefused(_)) => refused,
            _ => Failure::InsideSession(INSIDE),
        });
    }
    Ok(brain)
}

/// Tells the brain that the person has seen this and wants it.
pub(super) fn tell(brain: &mut Brain, seen: [u8; 32]) -> Result<(), Failure> {
    match brain.ask(&BrainRequest::Policy(PolicyRequest::Confirm { seen }))? {
        BrainAnswer::Done => Ok(()),
        _ => Err(unexpected()),
    }
}

fn show(warnings: &[String], loosens: &[String], before: &Texts, now: &Texts) {
    warnings.iter().for_each(say::line);
    loosens.iter().for_each(|loosened| say::line(format_args!("  looser: {loosened}")));
    diff::lines(&written(before), &written(now)).iter().for_each(say::line);
}

/// What the person wrote. What comes with locum is known by its name, which stands there.
fn written(texts: &Texts) -> String {
    match texts.files.as_slice() {
        [] => format!("(no file of yours: `{DEFAULT}` holds)"),
        files => files.iter().map(|file| file.text.as_str()).collect::<Vec<_>>().join("\n"),
    }
}
