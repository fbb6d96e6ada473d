//! Who may ask for what. A program that locum supervises may read its own session and nothing else; a caller that
//! cannot be identified may do nothing.

use host::unix::kin::Standing;
use model::SessionId;
use wire::{BrainRequest, PolicyRequest, PromptRequest, Wanted};

/// What a caller is told who asks for what is not theirs.
const SUPERVISED: &str = "a supervised program may look at its own session, and do nothing else";
const STARTED: &str = "a program that locum itself started may neither answer nor change anything";
const NOT_INSIDE: &str = "only an agent inside a session has hooks";
const UNKNOWN: &str = "the caller cannot be identified";

/// Whether a caller of this standing may ask this. The error is for the caller.
pub(crate) fn check(request: &BrainRequest, standing: &Standing) -> Result<(), &'static str> {
    match standing {
        Standing::Outside if matches!(request, BrainRequest::Hook(_)) => Err(NOT_INSIDE),
        Standing::Outside => Ok(()),
        Standing::Within(own) if is_about(request, own) => Ok(()),
        Standing::Within(_) | Standing::Marked(_) => Err(SUPERVISED),
        Standing::Started => Err(STARTED),
        Standing::Unknown => Err(UNKNOWN),
    }
}

/// What a request that was refused would have changed, as a person would have asked for it; nothing if it only reads.
pub(crate) fn tried(request: &BrainRequest) -> Option<&'static str> {
    Some(match request {
        BrainRequest::Policy(PolicyRequest::Confirm { .. } | PolicyRequest::ConfirmProfiles { .. }) => {
            "policy confirm"
        }
        BrainRequest::Policy(PolicyRequest::Trust { .. }) => "policy trust",
        BrainRequest::Policy(PolicyRequest::Untrust { .. }) => "policy untrust",
        BrainRequest::Policy(PolicyRequest::ForSession { .. }) => "run --policy",
        BrainRequest::Prompt(PromptRequest::Answer { .. }) => "answer",
        BrainRequest::Steer { manual: true, .. } => "pause",
        BrainRequest::Steer { manual: false, .. } => "resume",
        BrainRequest::Stop => "daemon stop",
        BrainRequest::Restore { .. } => "attach",
        BrainRequest::Pin { .. } => "pin",
        BrainRequest::WithPin { request, .. } => return tried(request),
        BrainRequest::Renamed { .. } => "rename",
        _ => return None,
    })
}

/// Whether a request only reads this one session, or is its agent's own word.
fn is_about(request: &BrainRequest, own: &SessionId) -> bool {
    match request {
        BrainRequest::Hook(_) => true,
        BrainRequest::Screen { session, .. }
        | BrainRequest::Log { session: Some(session), .. }
        | BrainRequest::Explain { session }
        | BrainRequest::Policy(PolicyRequest::Judge { session, .. }) => is_own(session, own),
        _ => false,
    }
}

fn is_own(wanted: &Wanted, own: &SessionId) -> bool {
    match wanted {
        Wanted::Own => true,
        Wanted::Session(id) => id == own.as_str(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::View;

    fn session(id: &str) -> SessionId {
        SessionId::parse(id).unwrap()
    }

    fn screen_of(id: &str) -> BrainRequest {
        BrainRequest::Screen { session: Wanted::Session(id.into()), view: View::Text }
    }

    fn policy(request: PolicyRequest) -> BrainRequest {
        BrainRequest::Policy(request)
    }

    fn rules_for(session: &str) -> PolicyRequest {
        PolicyRequest::ForSession { session: session.into(), file: "/p".into(), seen: [0; 32] }
    }

    fn verdict_in(session: Wanted) -> PolicyRequest {
        PolicyRequest::Judge { session, question: Box::default(), folder: None }
    }

    fn hook() -> BrainRequest {
        let empty = String::new;
        BrainRequest::Hook(Box::new(wire::HookEvent {
            agent: empty(),
            moment: wire::HookMoment::Asks,
            event: empty(),
            name: empty(),
            tool: empty(),
            subject: None,
            partial: false,
            folder: None,
        }))
    }

    fn answer_to_itself() -> BrainRequest {
        let reply = wire::PromptReply::Choose("yes".into());
        BrainRequest::Prompt(PromptRequest::Answer { id: "bbbbbbbb".into(), nonce: [0; 16], reply })
    }

    fn requests() -> Vec<(&'static str, BrainRequest, bool)> {
        let own_log = BrainRequest::Log { session: Some(Wanted::Own), limit: 1 };
        let renamed = BrainRequest::Renamed { session: "bbbbbbbb".into(), from: "a".into(), to: "b".into() };
        vec![
            ("own screen", screen_of("bbbbbbbb"), true),
            ("own log", own_log, true),
            ("why it stands so", BrainRequest::Explain { session: Wanted::Own }, true),
            ("another's screen", screen_of("cccccccc"), false),
            ("everybody's log", BrainRequest::Log { session: None, limit: 1 }, false),
            ("the list", BrainRequest::Sessions { ended: 0 }, false),
            ("stop", BrainRequest::Stop, false),
            ("status", BrainRequest::Status, false),
            ("rename itself", renamed, false),
            ("the record", BrainRequest::Events { from: 1, limit: 1 }, false),
            ("verify", BrainRequest::Verify, false),
            ("how rules stand", policy(PolicyRequest::Standing), false),
            ("confirm rules", policy(PolicyRequest::Confirm { seen: [0; 32] }), false),
            ("confirm profiles", policy(PolicyRequest::ConfirmProfiles { seen: [0; 32] }), false),
            ("trust a project", policy(PolicyRequest::Trust { file: "/p".into(), seen: "00".into() }), false),
            ("untrust a project", policy(PolicyRequest::Untrust { file: "/p".into() }), false),
            ("rules for a session", policy(rules_for("bbbbbbbb")), false),
            ("what waits", BrainRequest::Prompt(PromptRequest::Open), false),
            ("the past", BrainRequest::Prompt(PromptRequest::Past { since: 0, limit: 1 }), false),
            ("an answer", answer_to_itself(), false),
            ("pause", BrainRequest::Steer { session: None, manual: true }, false),
            ("resume itself", BrainRequest::Steer { session: Some("bbbbbbbb".into()), manual: false }, false),
            ("a verdict in its own session", policy(verdict_in(Wanted::Own)), true),
            ("a verdict in another's", policy(verdict_in(Wanted::Session("cccccccc".into()))), false),
        ]
    }

    #[test]
    fn what_each_standing_may_do() {
        for (name, request, own) in requests() {
            let may = |standing| check(&request, &standing).is_ok();
            assert!(may(Standing::Outside), "{name} from outside");
            assert_eq!(may(Standing::Within(session("bbbbbbbb"))), own, "{name} from within");
            assert!(!may(Standing::Marked(Some(session("bbbbbbbb")))), "{name} after the host's death");
            assert!(!may(Standing::Started), "{name} from what locum started");
            assert!(!may(Standing::Unknown), "{name} from nowhere");
        }
    }

    #[test]
    fn hooks_are_called_from_within_alone() {
        let own = session("bbbbbbbb");
        for (standing, may) in [
            (Standing::Within(own.clone()), true),
            (Standing::Outside, false),
            (Standing::Marked(Some(own)), false),
            (Standing::Marked(None), false),
            (Standing::Started, false),
            (Standing::Unknown, false),
        ] {
            assert_eq!(check(&hook(), &standing).is_ok(), may, "{standing:?}");
        }
    }
}
