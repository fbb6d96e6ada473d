//! `locum policy confirm`: the person accepts their policy as it is, also where it allows more than before, and their own
//! profiles, which say what is a question and which key is a yes.

use std::process::ExitCode;

use brain::rules::{Built, DEFAULT, OwnProfiles, Texts};
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
    let policy_waits = in_force.doubt.is_some() || in_force.waiting.is_some() || standing.waiting.is_some();
    let profiles_wait = !own.profiles.changes().is_empty();
    let broken = own::broken_profiles(&own.profiles.confirmed);
    if !policy_waits && !profiles_wait && broken.is_empty() {
        say::line("nothing waits to be confirmed");
        return Ok(ExitCode::SUCCESS);
    }
    if !policy_waits && !profiles_wait {
        return Err(Failure::Profiles(broken));
    }
    if policy_waits {
        let loosens = in_force.waiting.as_ref().map_or(&standing.loosens, |waiting| &waiting.loosens);
        show(&in_force.warnings(), loosens, &in_force.confirmed.texts, &disk.texts);
    }
    show_profiles(&own.profiles);
    if !arguments.yes && !question::yes("Accept it as it is now?")? {
        say::line("nothing was changed");
        return Ok(ExitCode::FAILURE);
    }
    if policy_waits {
        tell(&mut brain, seen.0)?;
    }
    if profiles_wait {
        tell_profiles(&mut brain, &own.profiles)?;
    }
    say::line("confirmed; it holds from now on");
    match broken.as_slice() {
        [] => Ok(ExitCode::SUCCESS),
        _ => Err(Failure::Profiles(broken)),
    }
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

/// The same about the person's own profiles.
fn tell_profiles(brain: &mut Brain, profiles: &OwnProfiles) -> Result<(), Failure> {
    let seen = OwnProfiles::fingerprint(&profiles.found).0;
    match brain.ask(&BrainRequest::Policy(PolicyRequest::ConfirmProfiles { seen }))? {
        BrainAnswer::Done => Ok(()),
        _ => Err(unexpected()),
    }
}

/// What became of each profile. They say what is a question and which key is a yes, so all of it is shown.
fn show_profiles(profiles: &OwnProfiles) {
    for (name, how) in profiles.changes() {
        say::line(format_args!("profile agents/{name} {how}"));
        let text = |texts: &brain::ProfileTexts| texts.get(name).cloned().unwrap_or_default();
        diff::lines(&text(&profiles.confirmed), &text(&profiles.found)).iter().for_each(say::line);
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
