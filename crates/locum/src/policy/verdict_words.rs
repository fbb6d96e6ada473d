//! A verdict for people: short, and with what to write to get another one.

use model::{Danger, Verdict};

use super::paint::{self, Paint};
use super::shown::{Shown, ShownDanger, ShownPart};
use super::suggestion;
use super::trial::Trial;

/// Longer commands are cut where several stand below each other.
const LONGEST_COMMAND: usize = 72;

/// Prints a judgement, and what to write to get another one.
pub(super) fn print(judgement: &Shown, trial: &Trial<'_>) {
    let paint = Paint::for_stdout();
    let mut lines = lines(judgement, paint);
    lines.extend(suggestion::lines(judgement, trial, paint));
    paint::print(&lines);
}

/// A judgement in a few lines.
pub(super) fn lines(judgement: &Shown, paint: Paint) -> Vec<String> {
    let mut lines = vec![first_line(judgement, paint)];
    let parts = folded(&judgement.parts);
    lines.extend(parts.iter().flat_map(|(part, places)| of_part(part, places.len(), paint)));
    lines.extend(reasons(judgement, paint));
    lines
}

fn first_line(judgement: &Shown, paint: Paint) -> String {
    let verdict = paint.verdict(judgement.verdict, &judgement.verdict.word().to_uppercase());
    let danger = match judgement.danger {
        Danger::None => paint.faint("no danger known"),
        level => paint.danger(level, &format!("danger {}", level.word())),
    };
    let rule = judgement.rule.as_ref().map(|rule| paint.faint(&format!("   by rule `{rule}`")));
    format!("{verdict}   {danger}{}", rule.unwrap_or_default())
}

/// Each different thing once, with the places where it stands.
pub(super) fn folded<T: PartialEq>(things: &[T]) -> Vec<(&T, Vec<usize>)> {
    let mut folded: Vec<(&T, Vec<usize>)> = Vec::new();
    for (place, thing) in things.iter().enumerate() {
        match folded.iter_mut().find(|(known, _)| *known == thing) {
            Some((_, places)) => places.push(place),
            None => folded.push((thing, vec![place])),
        }
    }
    folded
}

fn repeated(times: usize) -> String {
    if times > 1 { format!(" ({times} times)") } else { String::new() }
}

/// The command with its verdict, and below it what is dangerous about it.
fn of_part(part: &ShownPart, times: usize, paint: Paint) -> Vec<String> {
    let sign = match part.verdict {
        Verdict::Allow | Verdict::AllowRemember => "+",
        Verdict::Ask | Verdict::Ignore => "?",
        Verdict::Deny => "x",
    };
    let rules = if part.rules.is_empty() { "no rule".to_owned() } else { part.rules.join(", ") };
    let first = format!(
        "  {} {}{}   {}",
        paint.verdict(part.verdict, sign),
        paint.bold(&command(&part.argv)),
        paint.faint(&repeated(times)),
        paint.faint(&format!("{} ({rules})", part.verdict.word())),
    );
    std::iter::once(first).chain(part.dangers.iter().map(|danger| of_danger(danger, paint))).collect()
}

fn of_danger(danger: &ShownDanger, paint: Paint) -> String {
    let id = paint.danger(danger.level, &danger.id);
    format!("      {id}  {}", paint.plain(&danger.why))
}

/// Reasons that do not stand beside the parts already: which rule allows a part, that none does, what is dangerous.
fn reasons(judgement: &Shown, paint: Paint) -> Vec<String> {
    let told = |reason: &String| {
        let by_rule = reason.starts_with("rule `") && reason.contains("` allows `");
        let about = |part: &ShownPart| {
            let forms = [part.argv.join(" "), command(&part.argv)];
            forms.iter().any(|form| reason.starts_with(&format!("no rule speaks of `{form}`")))
        };
        let mut dangers = judgement.parts.iter().flat_map(|part| &part.dangers);
        by_rule
            || judgement.parts.iter().any(about)
            || dangers.any(|danger| reason.ends_with(&format!("({})", danger.id)))
    };
    let alone = judgement.parts.is_empty();
    let message = judgement.message.iter().map(|message| format!("it is told: {message}"));
    let reasons = judgement.reasons.iter().filter(|reason| alone || !told(reason)).cloned().chain(message);
    reasons.map(|reason| format!("  {}", paint.plain(&reason))).collect()
}

/// The words of a command as a person would write them.
pub(super) fn command(argv: &[String]) -> String {
    let words: Vec<String> = argv.iter().map(|word| quoted(word)).collect();
    let line = words.join(" ");
    if line.chars().count() <= LONGEST_COMMAND {
        return line;
    }
    line.chars().take(LONGEST_COMMAND - 1).chain(['…']).collect()
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,@%+~*?[]$(){}<>&|".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
