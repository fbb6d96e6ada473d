//! A verdict in the words of the agent that asked.

use serde_json::{Value, json};
use wire::{HookDecision, HookEvent, HookMoment};

use crate::cli::HookAgent;

/// What to print; nothing, if the agent has no word for it there.
pub(super) fn write(agent: HookAgent, event: &HookEvent, decision: &HookDecision) -> Option<String> {
    let value = match (agent, event.moment) {
        (HookAgent::Claude | HookAgent::Codex, HookMoment::Asks) => permission(agent, event, decision)?,
        (HookAgent::Claude | HookAgent::Codex, HookMoment::Before) => before(event, decision)?,
        (HookAgent::Gemini, HookMoment::Before) => gemini(decision)?,
        (HookAgent::Opencode, HookMoment::Asks) => opencode(decision)?,
        _ => return None,
    };
    Some(value.to_string())
}

fn permission(agent: HookAgent, event: &HookEvent, decision: &HookDecision) -> Option<Value> {
    let decided = match decision {
        // It is asking.
        HookDecision::Ask { .. } => return None,
        HookDecision::Allow => json!({"behavior": "allow"}),
        HookDecision::Deny { message, ends_turn: true } if agent == HookAgent::Claude => {
            json!({"behavior": "deny", "message": message, "interrupt": true})
        }
        HookDecision::Deny { message, .. } => json!({"behavior": "deny", "message": message}),
    };
    Some(json!({"hookSpecificOutput": {"hookEventName": event.event, "decision": decided}}))
}

/// Before a tool is used there is only a no. A yes there would skip the agent's own question.
fn before(event: &HookEvent, decision: &HookDecision) -> Option<Value> {
    let (word, reason) = match decision {
        HookDecision::Allow => return None,
        HookDecision::Deny { message, .. } => ("deny", message),
        HookDecision::Ask { message } => ("ask", message),
    };
    Some(json!({"hookSpecificOutput": {"hookEventName": event.event,
        "permissionDecision": word, "permissionDecisionReason": reason}}))
}

fn gemini(decision: &HookDecision) -> Option<Value> {
    let HookDecision::Deny { message, .. } = decision else { return None };
    Some(json!({"decision": "deny", "reason": message}))
}

/// As our plugin for it reads it. A refusal without a reason ends the turn there.
fn opencode(decision: &HookDecision) -> Option<Value> {
    Some(match decision {
        HookDecision::Ask { .. } => return None,
        HookDecision::Allow => json!({"reply": "once"}),
        HookDecision::Deny { ends_turn: true, .. } => json!({"reply": "reject"}),
        HookDecision::Deny { message, .. } => json!({"reply": "reject", "message": message}),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(moment: HookMoment, name: &str) -> HookEvent {
        HookEvent {
            agent: String::new(),
            moment,
            event: name.into(),
            name: String::new(),
            tool: String::new(),
            subject: None,
            partial: false,
            folder: None,
        }
    }

    #[test]
    fn each_agent_in_its_own_words() {
        use HookAgent::{Claude, Codex, Gemini, Opencode};
        let deny = |ends_turn| HookDecision::Deny { message: "no \"x\"".into(), ends_turn };
        let ask = || HookDecision::Ask { message: "you decide".into() };
        let asks = event(HookMoment::Asks, "PermissionRequest");
        let before = event(HookMoment::Before, "PreToolUse");
        for (agent, event, decision, expected) in [
            (Claude, &asks, HookDecision::Allow, Some(r#"{"behavior":"allow"}"#)),
            (Claude, &asks, deny(false), Some(r#"{"behavior":"deny","message":"no \"x\""}"#)),
            (Claude, &asks, deny(true), Some(r#""interrupt":true"#)),
            (Codex, &asks, deny(true), Some(r#"{"behavior":"deny","message":"no \"x\""}"#)),
            (Claude, &before, HookDecision::Allow, None),
            (Claude, &before, deny(false), Some(r#""permissionDecision":"deny""#)),
            (Claude, &before, ask(), Some(r#""permissionDecision":"ask""#)),
            (Claude, &asks, ask(), None),
            (Opencode, &asks, ask(), None),
            (Gemini, &before, deny(false), Some(r#"{"decision":"deny","reason":"no \"x\""}"#)),
            (Gemini, &before, HookDecision::Allow, None),
            (Gemini, &asks, HookDecision::Allow, None),
            (Opencode, &asks, HookDecision::Allow, Some(r#"{"reply":"once"}"#)),
            (Opencode, &asks, deny(true), Some(r#"{"reply":"reject"}"#)),
            (Opencode, &asks, deny(false), Some(r#"{"message":"no \"x\"","reply":"reject"}"#)),
            (Opencode, &before, deny(false), None),
        ] {
            let written = write(agent, event, &decision);
            assert_eq!(written.is_some(), expected.is_some(), "{agent:?} {decision:?}");
            assert!(written.unwrap_or_default().contains(expected.unwrap_or_default()), "{agent:?}");
        }
    }
}
