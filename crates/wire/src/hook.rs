//! What an agent says through its hook, as `locum agent-hook` passes it on, and what it is told.

use serde::{Deserialize, Serialize};

/// What moment of its work an agent tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum HookMoment {
    /// It asks for a permission, and waits for the hook's end.
    Asks,
    /// It is about to use a tool, whether it will ask or not.
    Before,
    /// Something else happened.
    Note,
}

/// One call of a hook. Which session it belongs to is not in it: the kernel says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookEvent {
    /// The agent, as its profile is called.
    pub agent: String,
    /// What kind of moment it is.
    pub moment: HookMoment,
    /// The agent's own name for it.
    pub event: String,
    /// The agent's own name for the tool; for a note, its words.
    pub name: String,
    /// The tool by the policy's word for it; empty if it has none.
    pub tool: String,
    /// What the tool is to be used on: a command, a path, an address. Never what is in a file.
    pub subject: Option<String>,
    /// The subject is not all there is.
    pub partial: bool,
    /// Where.
    pub folder: Option<String>,
}

/// What a hook answers its agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum HookDecision {
    /// It may.
    Allow,
    /// It may not.
    Deny {
        /// Why, for the model.
        message: String,
        /// The turn is over, as it is when somebody says no at the terminal.
        ends_turn: bool,
    },
    /// The person decides, also where the agent would not have asked them.
    Ask {
        /// Why, for them.
        message: String,
    },
}
