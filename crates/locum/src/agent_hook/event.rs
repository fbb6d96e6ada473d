//! An agent's event: what matters of it.

use serde_json::Value;
use wire::{HookEvent, HookMoment};

use super::tools;
use crate::cli::HookAgent;

/// Bytes of a subject that are passed on. A request to the brain is at most 16 kB long.
const LONGEST_SUBJECT: usize = 12_000;
const LONGEST_FOLDER: usize = 2_000;
const LONGEST_NAME: usize = 300;

/// What a tool is to be used on.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Use {
    /// The policy's word for the tool; empty if it has none.
    pub(super) tool: &'static str,
    pub(super) subject: Option<String>,
    /// There is more to it than the subject says.
    pub(super) partial: bool,
}

/// Reads an event; nothing, if it is none.
pub(super) fn read(agent: HookAgent, text: &str) -> Option<HookEvent> {
    let json: Value = serde_json::from_str(text).ok()?;
    let event = json.get("hook_event_name")?.as_str()?;
    let moment = moment(event);
    let name = match moment {
        HookMoment::Note => words(&json),
        HookMoment::Asks | HookMoment::Before => json.get("tool_name")?.as_str()?,
    };
    let mut used = match moment {
        HookMoment::Note => Use::default(),
        HookMoment::Asks | HookMoment::Before => {
            tools::used(agent, name, json.get("tool_input").unwrap_or(&Value::Null))
        }
    };
    let folder = json.get("cwd").and_then(Value::as_str);
    // Without its folder a relative path means anything.
    used.partial |= folder.is_none_or(|folder| folder.len() > LONGEST_FOLDER);
    used.partial |= used.subject.as_ref().is_some_and(|subject| subject.len() > LONGEST_SUBJECT);
    Some(HookEvent {
        agent: agent.word().to_owned(),
        moment,
        event: beginning(event, LONGEST_NAME),
        name: beginning(name, LONGEST_NAME),
        tool: used.tool.to_owned(),
        subject: used.subject.map(|subject| beginning(&subject, LONGEST_SUBJECT)),
        partial: used.partial,
        folder: folder.filter(|folder| folder.len() <= LONGEST_FOLDER).map(str::to_owned),
    })
}

fn moment(event: &str) -> HookMoment {
    match event {
        "PermissionRequest" => HookMoment::Asks,
        "PreToolUse" | "BeforeTool" => HookMoment::Before,
        _ => HookMoment::Note,
    }
}

/// What an event that is only noted says: a notification its message, a beginning where it comes from. Never what the
/// model or the person said.
fn words(json: &Value) -> &str {
    let said = ["message", "source"].into_iter().find_map(|name| json.get(name)?.as_str());
    said.unwrap_or_default()
}

/// Not more than so many bytes, in whole characters.
fn beginning(text: &str, longest: usize) -> String {
    let end = (0..=longest.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    text.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asks(input: Value) -> HookEvent {
        let event = json!({"hook_event_name": "PermissionRequest", "tool_name": "Bash", "cwd": "/p",
            "tool_input": input});
        read(HookAgent::Claude, &event.to_string()).unwrap()
    }

    #[test]
    fn a_permission_request_in_its_parts() {
        let event = asks(json!({"command": "touch x", "description": "Create x"}));
        assert_eq!((event.agent.as_str(), event.moment), ("claude", HookMoment::Asks));
        assert_eq!((event.name.as_str(), event.tool.as_str()), ("Bash", "shell"));
        assert_eq!((event.subject.as_deref(), event.partial), (Some("touch x"), false));
        assert_eq!(event.folder.as_deref(), Some("/p"));
    }

    #[test]
    fn what_is_too_long_is_known_in_part_and_fits_into_a_request() {
        let event = asks(json!({"command": "é".repeat(LONGEST_SUBJECT)}));
        assert!(event.partial);
        assert_eq!(event.subject.as_ref().unwrap().len(), LONGEST_SUBJECT);
        let request = wire::BrainRequest::Hook(Box::new(HookEvent {
            folder: Some("f".repeat(LONGEST_FOLDER)),
            name: "n".repeat(LONGEST_NAME),
            event: "e".repeat(LONGEST_NAME),
            ..event
        }));
        assert!(wire::encode(&request).unwrap().len() < 16 << 10);
    }

    #[test]
    fn a_command_without_its_folder_is_known_in_part() {
        let event = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}"#;
        assert!(read(HookAgent::Claude, event).unwrap().partial);
    }

    #[test]
    fn of_a_note_neither_the_model_nor_the_person_is_passed_on() {
        for (event, words) in [
            (json!({"hook_event_name": "Notification", "message": "Claude needs you"}), "Claude needs you"),
            (json!({"hook_event_name": "SessionStart", "source": "startup", "model": "m"}), "startup"),
            (json!({"hook_event_name": "Stop", "last_assistant_message": "secret"}), ""),
            (json!({"hook_event_name": "UserPromptSubmit", "prompt": "secret"}), ""),
        ] {
            let read = read(HookAgent::Claude, &event.to_string()).unwrap();
            assert_eq!((read.moment, read.name.as_str()), (HookMoment::Note, words));
        }
    }

    #[test]
    fn nonsense_is_no_event() {
        for text in ["", "{", "[]", "7", r#"{"hook_event_name":7}"#, r#"{"hook_event_name":"PreToolUse"}"#] {
            assert_eq!(read(HookAgent::Claude, text), None, "{text}");
        }
    }
}
