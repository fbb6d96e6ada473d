//! Hooks of agents. `locum agent-hook AGENT` is what an agent calls: an event comes in on standard input, the brain is
//! asked, and its verdict goes out in the agent's own form. Whatever goes wrong, nothing is printed and the agent asks
//! on the screen as it would without us.

mod adding;
mod event;
mod install;
mod tools;
mod verdict;

use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;

use wire::{BrainAnswer, BrainRequest, HookDecision, HookEvent, HookMoment};

use crate::brain::Brain;
use crate::cli::{AgentHookCommand, HookAgent};
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::say;

pub(crate) use adding::{Added, add};

/// An event holds what is to be written to a file, so it may be long. One that is longer is nobody's.
const LONGEST_EVENT: u64 = 16 << 20;
/// A brain that does not greet by then is busy or stopped.
const GREETS_WITHIN: Duration = Duration::from_secs(1);
/// How long a verdict may take: while the agent shows its dialog, as long as any policy gives a person; while it only
/// waits for us, not long.
const DIALOG_STANDS: Duration = Duration::from_secs(3700);
const NOTHING_SHOWN: Duration = Duration::from_secs(20);
const BEFORE: Duration = Duration::from_secs(5);

/// `locum agent-hook`
pub(crate) fn agent_hook(command: &AgentHookCommand) -> Result<ExitCode, Failure> {
    match command {
        AgentHookCommand::Claude => Ok(receive(HookAgent::Claude)),
        AgentHookCommand::Codex => Ok(receive(HookAgent::Codex)),
        AgentHookCommand::Gemini => Ok(receive(HookAgent::Gemini)),
        AgentHookCommand::Opencode => Ok(receive(HookAgent::Opencode)),
        AgentHookCommand::Install(arguments) => install::install(arguments),
        AgentHookCommand::Uninstall(arguments) => install::uninstall(arguments),
    }
}

/// An agent takes any other exit status for a word of its own.
fn receive(agent: HookAgent) -> ExitCode {
    if let Some(text) = heard(agent) {
        say::json(text);
    }
    ExitCode::SUCCESS
}

fn heard(agent: HookAgent) -> Option<String> {
    let mut text = String::new();
    std::io::stdin().lock().take(LONGEST_EVENT).read_to_string(&mut text).ok()?;
    let event = event::read(agent, &text)?;
    let decision = decided(agent, &event)?;
    verdict::write(agent, &event, &decision)
}

fn decided(agent: HookAgent, event: &HookEvent) -> Option<HookDecision> {
    // Outside of a session there is nobody to ask.
    host::unix::kin::own_mark()?;
    if event.moment == HookMoment::Asks && agent == HookAgent::Codex && !has_terminal() {
        return None;
    }
    let runtime = RuntimeFolder::open().ok()?;
    let mut brain = Brain::connect_within(&runtime, GREETS_WITHIN).ok()?;
    let patience = match (event.moment, agent) {
        (HookMoment::Asks, HookAgent::Claude | HookAgent::Opencode) => DIALOG_STANDS,
        (HookMoment::Asks, _) => NOTHING_SHOWN,
        (HookMoment::Before, _) => BEFORE,
        (HookMoment::Note, _) => GREETS_WITHIN,
    };
    match brain.ask_within(&BrainRequest::Hook(Box::new(event.clone())), patience).ok()? {
        BrainAnswer::Hook { decision } => decision,
        _ => None,
    }
}

/// Codex calls its hooks from a server without a terminal. It belongs to the session that happened to start it, and serves
/// every Codex of the person: one in a session that is paused, and one in no session at all. Whose question it is, nobody
/// can say, so a yes is left to the screen where the question stands. (What the rules deny is denied before that.)
fn has_terminal() -> bool {
    std::fs::File::open("/dev/tty").is_ok()
}

/// This very program, if it has a name that can be written.
fn own_program() -> Option<String> {
    std::env::current_exe().ok()?.into_os_string().into_string().ok()
}

impl HookAgent {
    /// As its profile is called.
    pub(crate) fn word(self) -> &'static str {
        match self {
            HookAgent::Claude => "claude",
            HookAgent::Codex => "codex",
            HookAgent::Gemini => "gemini",
            HookAgent::Opencode => "opencode",
        }
    }

    /// The command by which it calls us: this very program, wherever the agent's search path leads.
    fn command(self) -> Option<String> {
        let program = own_program()?;
        Some(format!("'{}' agent-hook {}", program.replace('\'', r"'\''"), self.word()))
    }
}
