//! What is recognised and what the kernel says, put together.

use std::time::Duration;

use model::{Evidence, Key, Kind, Question, Source};

use crate::detection::{Detection, State};
use crate::facts::{Facts, Waits};
use crate::found::{Found, Strength};
use crate::profile::{Profile, Recognised};
use crate::shapes;
use crate::view::View;

/// Silence after which a program that reads lines and shows nothing recognisable is said to wait.
const UNKNOWN_AFTER: Duration = Duration::from_millis(1000);
/// The same for one that reads single keys.
const UNKNOWN_RAW_AFTER: Duration = Duration::from_millis(3000);

/// A program that has asked its terminal something waits for that for so long. Some terminals never answer.
const REPLY_WITHIN: Duration = Duration::from_millis(1500);
/// So long must something weak have stood in a program that listens.
const WEAK_LISTENS: Duration = Duration::from_millis(700);

/// An agent's dialog that stands for so long although nobody reads the terminal is shown to the person, as unsure.
const SHOWN_UNREAD_AFTER: Duration = Duration::from_millis(5000);

/// Between a message and the first sign of work, an agent's composer stands as if nothing had been said.
const COMPOSER_RESTS: Duration = Duration::from_millis(300);

/// What stands on a screen, before anybody asks whether the program waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Seen {
    /// Something that asks, or a prompt.
    Found(Found),
    /// A sign that the program works, and whether its input box stands there.
    Working(String, bool),
    /// Nothing.
    Nothing,
}

/// Whether the program waits and what it asks. `quiet` is how long the screen has stood as it is.
pub fn detect(view: &View, facts: &Facts, profile: &Profile, quiet: Duration) -> Detection {
    judge(see(view, facts, profile), facts, profile, quiet)
}

/// What stands on this screen.
pub(crate) fn see(view: &View, facts: &Facts, profile: &Profile) -> Seen {
    match profile.recognise(view) {
        Recognised::Found(found) if facts.reads_lines() == Some(true) && wants_keys(&found) => Seen::Nothing,
        Recognised::Found(found) => Seen::Found(found),
        Recognised::Busy(sign, _) if child_reads(facts, profile) => of_a_child(view, facts, profile, sign),
        Recognised::Busy(sign, input_box) => Seen::Working(sign, input_box),
        Recognised::Nothing => match shapes::recognise(view, facts, profile.words()) {
            Some(found) if profile.is_generic() => Seen::Found(hidden(found, profile)),
            Some(found) => of_an_agent(found),
            None => Seen::Nothing,
        },
    }
}

/// An agent at work reads keys. If a line is read, a program reads it that the agent started: `ssh` asks for a password.
fn child_reads(facts: &Facts, profile: &Profile) -> bool {
    facts.reads_lines() == Some(true) && facts.waits == Waits::Reads && !profile.asks_by_lines()
}

/// What such a program asks. Its words stand among those of the agent, so that they count for little.
fn of_a_child(view: &View, facts: &Facts, profile: &Profile, sign: String) -> Seen {
    match shapes::recognise(view, facts, profile.words()).map(of_an_agent) {
        Some(Seen::Found(found)) => Seen::Found(found),
        _ => Seen::Working(sign, false),
    }
}

/// A field of input is one for a secret if its program was started so that it does not show what is typed: the words need not say it.
fn hidden(mut found: Found, profile: &Profile) -> Found {
    if profile.hides_typing() && found.question.kind == Kind::FreeText {
        (found.question.kind, found.question.default) = (Kind::Password, None);
    }
    found
}

/// Whether its choices act on single keys. A program that reads lines never sees those: it has printed such a dialog,
/// but does not ask it.
fn wants_keys(found: &Found) -> bool {
    let by_line = |keys: &[Key]| matches!(keys, [Key::Text(_), Key::Enter] | [Key::Enter]);
    !found.question.choices.iter().all(|choice| by_line(&choice.keys))
}

/// A shape that no rule of an agent's profile knows. It may be the conversation, so it counts for little; a prompt
/// of the agent's own is never of these forms.
fn of_an_agent(found: Found) -> Seen {
    let certain = found.strength == Strength::Certain && found.question.kind == Kind::Password;
    match found.question.kind {
        Kind::Editor | Kind::Pager | Kind::Shell | Kind::Composer => Seen::Nothing,
        _ if certain => Seen::Found(found),
        _ => Seen::Found(Found { strength: Strength::Weak, ..found }),
    }
}

/// Puts together what is seen, what the kernel says and how long it has been so.
pub(crate) fn judge(seen: Seen, facts: &Facts, profile: &Profile, quiet: Duration) -> Detection {
    let mut evidence = vec![kernel_says(facts)];
    evidence.push(screen_says(&seen));
    evidence.push(quiet_says(quiet));
    let (rule, rows, tool) = match &seen {
        Seen::Found(found) => (Some(found.rule.clone()), Some(found.rows.clone()), found.tool),
        _ => (None, None, None),
    };
    let input_box = matches!(seen, Seen::Working(_, true));
    let (state, confidence) = decide(seen, facts, profile, quiet);
    evidence.sort_by_key(|piece| piece.source);
    Detection { state, confidence, rule, tool, rows, input_box, evidence }
}

fn decide(seen: Seen, facts: &Facts, profile: &Profile, quiet: Duration) -> (State, f64) {
    if facts.waits == Waits::Nobody {
        return unread(seen, profile, quiet);
    }
    if facts.awaits_reply && quiet < REPLY_WITHIN && !is_certain(&seen) {
        return (State::Busy, 0.9);
    }
    match seen {
        Seen::Working(..) => (State::Busy, 0.9),
        Seen::Nothing => unknown(facts, profile, quiet),
        Seen::Found(found) if quiet < rests_for(&found, facts) => (State::Busy, 0.6),
        Seen::Found(found) => {
            let confidence = confidence(facts.waits, found.strength);
            let question = found.question;
            let asking = question.kind.is_asking();
            (if asking { State::Asking(question) } else { State::Idle(question) }, confidence)
        }
    }
}

/// Nobody reads: whatever stands there is no question. Only a dialog of a known agent that stays is worth a person's
/// look, in case it is us who see too little. It never leads to a key.
fn unread(seen: Seen, profile: &Profile, quiet: Duration) -> (State, f64) {
    let stays = !profile.is_generic() && is_certain(&seen) && quiet >= SHOWN_UNREAD_AFTER;
    match seen {
        Seen::Found(found) if stays && found.question.kind.is_asking() => {
            (State::Unsure(Some(found.question)), 0.5)
        }
        _ => (State::Busy, 0.99),
    }
}

fn is_certain(seen: &Seen) -> bool {
    matches!(seen, Seen::Found(found) if found.strength == Strength::Certain)
}

/// A program in read that shows nothing recognisable. Programs that only listen may do so while they work.
fn unknown(facts: &Facts, profile: &Profile, quiet: Duration) -> (State, f64) {
    let lines = facts.reads_lines() == Some(true);
    let program = facts.program.as_deref().unwrap_or_default();
    let interpreter = crate::words::has(&profile.words().interpreters, program);
    // A line editor leaves the keys that send signals to the terminal; programs that only take keys do not.
    let edits_lines = facts.mode.is_some_and(|mode| !mode.canonical && !mode.echo && mode.signals);
    let listens = facts.waits == Waits::Listens && (interpreter || edits_lines);
    let after = if lines || listens { UNKNOWN_AFTER } else { UNKNOWN_RAW_AFTER };
    let waits = facts.waits == Waits::Reads || listens;
    if waits && quiet >= after && profile.is_generic() {
        (State::Asking(Question::new(Kind::Unknown, "")), 0.75)
    } else if facts.waits > Waits::Untold && quiet >= after {
        (State::Unsure(None), 0.5)
    } else {
        (State::Busy, 0.6)
    }
}

/// An agent listens while it works, and its composer stands there all the time: only silence says that it rests.
fn rests_for(found: &Found, facts: &Facts) -> Duration {
    let settles = settles_after(facts, found.strength);
    if found.question.kind == Kind::Composer { settles.max(COMPOSER_RESTS) } else { settles }
}

/// How long a screen must have stood: longer, the less the kernel tells and the easier it is to print by accident.
fn settles_after(facts: &Facts, strength: Strength) -> Duration {
    let untold = match strength {
        Strength::Certain => 250,
        Strength::Strong => 700,
        Strength::Weak => 1500,
    };
    match facts.waits {
        Waits::Untold | Waits::Nobody => Duration::from_millis(untold),
        // Programs that only listen may go on by themselves after a line that looks like a question.
        Waits::Listens | Waits::Polls if strength == Strength::Weak => {
            facts.settles_after().max(WEAK_LISTENS)
        }
        _ => facts.settles_after(),
    }
}

fn confidence(waits: Waits, strength: Strength) -> f64 {
    match (waits, strength) {
        (Waits::Reads, Strength::Certain) => 0.99,
        (Waits::Reads, Strength::Strong) => 0.97,
        (Waits::Reads, Strength::Weak) => 0.9,
        (Waits::Listens, Strength::Certain) => 0.98,
        (Waits::Listens, Strength::Strong) => 0.95,
        (Waits::Listens, Strength::Weak) => 0.85,
        (Waits::Polls, Strength::Certain) => 0.95,
        (Waits::Polls, Strength::Strong) => 0.9,
        (Waits::Polls, Strength::Weak) => 0.75,
        (_, Strength::Certain) => 0.9,
        (_, Strength::Strong) => 0.75,
        (_, Strength::Weak) => 0.6,
    }
}

fn kernel_says(facts: &Facts) -> Evidence {
    let program = facts.program.as_deref().unwrap_or("the program");
    let says = match facts.waits {
        Waits::Nobody if facts.comes_back => {
            format!("no process reads the terminal, but {program} comes back to it")
        }
        Waits::Nobody => "no process reads the terminal".to_owned(),
        Waits::Untold => "the kernel does not tell who waits".to_owned(),
        Waits::Polls => format!("{program} looks at the terminal from time to time"),
        Waits::Listens => format!("{program} waits for the terminal without a limit"),
        Waits::Reads => format!("{program} sleeps in read on the terminal"),
    };
    let says = match facts.mode {
        Some(mode) if mode.canonical && !mode.echo => format!("{says}; lines without echo"),
        Some(mode) if mode.canonical => format!("{says}; by lines"),
        Some(_) => format!("{says}; by keys"),
        None => says,
    };
    let says =
        if facts.awaits_reply { format!("{says}, for the answer to a query of its own") } else { says };
    Evidence { source: Source::Kernel, says, speaks_for: facts.waits > Waits::Untold && !facts.awaits_reply }
}

fn screen_says(seen: &Seen) -> Evidence {
    let (says, speaks_for) = match seen {
        Seen::Found(found) => (describe(found), true),
        Seen::Working(sign, _) => (format!("the screen shows that it works: {sign}"), false),
        Seen::Nothing => ("nothing at the place where input goes".to_owned(), false),
    };
    Evidence { source: Source::Screen, says, speaks_for }
}

fn describe(found: &Found) -> String {
    let what = found.question.kind.word().replace('_', " ");
    let (first, last) = (found.rows.start + 1, found.rows.end);
    let rows = if last > first { format!("rows {first}-{last}") } else { format!("row {first}") };
    let tool = found.tool.map(|tool| format!(", about {tool}")).unwrap_or_default();
    format!("{what} at {rows} ({}{tool})", found.rule)
}

fn quiet_says(quiet: Duration) -> Evidence {
    let says = format!("the screen has stood for {:.2} s", quiet.as_secs_f64());
    Evidence { source: Source::Quiet, says, speaks_for: quiet >= Duration::from_millis(250) }
}
