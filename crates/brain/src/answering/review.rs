//! Some programs show what was chosen once more, to be submitted. Who has chosen several boxes has said that they want them submitted:
//! if it shows just these, of one question alone, that is done for them. It is a question of its own, recorded and guarded like any.

use std::rc::Rc;
use std::time::Duration;

use engine::Stage;
use tokio::time::{Instant, timeout_at};
use wire::{BrainAnswer, PromptReply};

use super::attempt::answer;
use crate::life::World;
use crate::registry::Entry;

/// What comes next is seen within this time.
const COMES_WITHIN: Duration = Duration::from_secs(3);
const NOT_SUBMITTED: &str = "it shows what was chosen, and waits for that to be submitted: `locum prompts`";

/// What stands on the screen after an answer.
enum Next {
    /// Just what was chosen, and what submits it.
    Review { id: String, nonce: [u8; 16], choose: String },
    /// A review of something else or of more.
    Another,
    /// Something else is asked.
    Goes,
}

/// Submits what was chosen. `landed` is the answer so far.
pub(super) async fn submit(
    world: &Rc<World>,
    entry: &Rc<Entry>,
    chosen: &[String],
    from: String,
    landed: BrainAnswer,
) -> BrainAnswer {
    match next(world, entry, chosen).await {
        Some(Next::Review { id, nonce, choose }) => {
            let answered = Box::pin(answer(world, &id, nonce, &PromptReply::Choose(choose), from)).await;
            told(answered)
        }
        Some(Next::Another) => with_reason(landed, NOT_SUBMITTED),
        Some(Next::Goes) | None => landed,
    }
}

/// Waits until something is asked.
async fn next(world: &World, entry: &Entry, chosen: &[String]) -> Option<Next> {
    let end = Instant::now() + COMES_WITHIN;
    loop {
        let count = world.prompts.count();
        if let Some(next) = asked(entry, chosen) {
            return Some(next);
        }
        timeout_at(end, world.prompts.after(count)).await.ok()?;
    }
}

/// What a person is asked now.
fn asked(entry: &Entry, chosen: &[String]) -> Option<Next> {
    let answering = entry.answering.borrow();
    let (number, fingerprint) = {
        let mut waiting = answering.engine.waiting().filter(|waiting| waiting.stage == Stage::Asked);
        waiting.find_map(|waiting| Some((waiting.number, waiting.fingerprint?)))?
    };
    let row = answering.rows.get(&number).filter(|row| row.asked)?;
    Some(match shows(entry, fingerprint, chosen) {
        Ok(choose) => Next::Review { id: row.id.to_string(), nonce: row.nonce, choose },
        Err(next) => next,
    })
}

/// What submits it, if just this is shown.
fn shows(entry: &Entry, fingerprint: u64, chosen: &[String]) -> Result<String, Next> {
    let tracked = entry.tracked.borrow();
    let Some((standing, _)) = tracked.lookout.last_look() else { return Err(Next::Goes) };
    let same = standing.fingerprint.map(detect::Fingerprint::number) == Some(fingerprint);
    let question = standing.detection.state.question().filter(|_| same).ok_or(Next::Goes)?;
    let rule = standing.detection.rule.as_deref().unwrap_or_default();
    let profile = tracked.lookout.profile();
    match profile.reviewed(rule, &question.text) {
        Some((shown, choose)) if is_just(shown, chosen) => Ok(choose.to_owned()),
        _ if profile.reviews(rule) => Err(Next::Another),
        _ => Err(Next::Goes),
    }
}

/// More than so many are not compared in every order.
const MOST: usize = 8;

/// Whether these words name what was chosen and nothing else. Screens break lines, so how many blanks there are does not count.
fn is_just(shown: &str, chosen: &[String]) -> bool {
    let dense = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let labels: Vec<String> = chosen.iter().map(|label| dense(label)).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    chosen.len() <= MOST && is_list_of(&dense(shown), &labels)
}

/// Whether these words are the labels in some order, that of the ticking, with commas between them. One that holds a comma itself may
/// stand in quotes.
fn is_list_of(words: &str, labels: &[&str]) -> bool {
    labels.iter().enumerate().any(|(place, label)| {
        let mut others = labels.to_vec();
        others.remove(place);
        let goes_on = |rest: &str| match others.as_slice() {
            [] => rest.is_empty(),
            others => rest.strip_prefix(", ").is_some_and(|rest| is_list_of(rest, others)),
        };
        let quoted = format!("\"{label}\"");
        let plain = words.strip_prefix(label).is_some_and(goes_on);
        plain || label.contains(',') && words.strip_prefix(&quoted).is_some_and(goes_on)
    })
}

/// What became of it, for who has chosen.
fn told(answered: BrainAnswer) -> BrainAnswer {
    match answered {
        BrainAnswer::Answered { outcome, reason } if outcome == "landed" => {
            BrainAnswer::Answered { outcome, reason }
        }
        BrainAnswer::Answered { outcome, reason } => BrainAnswer::Answered {
            outcome,
            reason: Some(format!("chosen, but not submitted: {}", reason.unwrap_or_default())),
        },
        BrainAnswer::Refused { reason } | BrainAnswer::Failed { reason } => BrainAnswer::Answered {
            outcome: "failed".into(),
            reason: Some(format!("chosen, but not submitted: {reason}")),
        },
        other => other,
    }
}

fn with_reason(landed: BrainAnswer, reason: &str) -> BrainAnswer {
    match landed {
        BrainAnswer::Answered { outcome, .. } => {
            BrainAnswer::Answered { outcome, reason: Some(reason.to_owned()) }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_chosen_is_submitted() {
        let chosen = ["Auth".to_owned(), "Search, full text".to_owned()];
        for (shown, just) in [
            ("Auth, Search, full text", true),
            ("Auth, Search,  full\n text", true),
            ("\"Search, full text\", Auth", true),
            ("Auth, \"Search, full text\"", true),
            ("\"Auth, Search, full text\"", false),
            ("Auth", false),
            ("Auth, Search, full text, Export", false),
            ("Auth, Search", false),
            ("", false),
        ] {
            assert_eq!(is_just(shown, &chosen), just, "{shown}");
        }
    }
}
