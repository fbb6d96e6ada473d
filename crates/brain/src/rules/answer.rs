//! What callers may ask about rules, and the answers.

use std::path::PathBuf;

use host::unix::kin::Standing;
use model::SessionId;
use policy::{Judgement, PartJudgement};
use wire::{BrainAnswer, PolicyRequest, WireJudgement, WirePart};

use super::asked::Asked;
use crate::agents;
use crate::ask;
use crate::life::World;

/// Answers a caller who may ask it.
pub(crate) async fn answer(world: &World, request: PolicyRequest, standing: &Standing) -> BrainAnswer {
    let (rules, record) = (&world.rules, &world.record);
    let done = match request {
        PolicyRequest::Standing => return BrainAnswer::Policy(Box::new(rules.standing())),
        PolicyRequest::Judge { session, question, folder } => {
            let Some((id, entry)) = ask::wanted(world, &session, standing) else {
                return BrainAnswer::NoSession;
            };
            let (name, began) = {
                let line = &entry.tracked.borrow().line;
                (line.name.clone(), line.folder.clone())
            };
            return match Asked::of(*question, name, folder.unwrap_or(began)) {
                Ok(asked) => judge(world, &id, asked).await,
                Err(reason) => BrainAnswer::Failed { reason },
            };
        }
        PolicyRequest::Confirm { seen } => rules.confirm(record, seen).await,
        PolicyRequest::ConfirmProfiles { seen } => {
            let confirmed = rules.confirm_profiles(record, seen).await;
            if confirmed.is_ok() {
                agents::put_in_force(world).await;
            }
            confirmed
        }
        PolicyRequest::Trust { file, seen } => rules.trust(record, &file, &seen).await,
        PolicyRequest::Untrust { file } => match rules.untrust(record, &file).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("{file} is not trusted")),
            Err(error) => Err(error),
        },
        PolicyRequest::ForSession { session, file, seen } => match SessionId::parse(&session) {
            Ok(session) => rules.for_session(record, &session, PathBuf::from(file), seen).await,
            Err(error) => Err(error.to_string()),
        },
    };
    done.map_or_else(|reason| BrainAnswer::Failed { reason }, |()| BrainAnswer::Done)
}

async fn judge(world: &World, session: &SessionId, asked: Asked) -> BrainAnswer {
    match world.rules.judge(session, Asked { home: world.home.clone(), ..asked }).await {
        Ok((judgement, _)) => BrainAnswer::Judged(Box::new(in_wire(judgement))),
        Err(reason) => BrainAnswer::Failed { reason },
    }
}

/// A judgement for whoever asked for it.
pub fn in_wire(judgement: Judgement) -> WireJudgement {
    WireJudgement {
        verdict: judgement.verdict.word().into(),
        danger: judgement.danger.word().into(),
        parts: judgement.parts.into_iter().map(part).collect(),
        reasons: judgement.reasons,
        rule: judgement.rule,
        message: judgement.message,
    }
}

fn part(part: PartJudgement) -> WirePart {
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let findings = part.findings.into_iter();
    WirePart {
        argv: part.argv,
        verdict: part.verdict.word().into(),
        rules: part.rules,
        findings: findings
            .map(|finding| (finding.id, finding.level.word().into(), finding.why, finding.at.map(place)))
            .collect(),
    }
}
