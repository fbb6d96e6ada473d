//! `locum learn`: rules from what the person answered by hand. Nothing dangerous is proposed, nothing is wider than what
//! was allowed several times and denied never, and nothing is written without a yes.

use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;

use brain::rules::Texts;
use model::Danger;
use serde_json::json;
use wire::{PolicyRequest, WirePrompt};

use super::confirm::{outside, tell};
use super::own::{self, Own};
use super::{learned, past, question, write};
use crate::cli::LearnArguments;
use crate::failure::Failure;
use crate::{folders, say};

/// So many different lines must have been allowed before their first words stand for others.
const SEVERAL: usize = 3;
/// A question with a word that begins like this may be the last before something is lost, given away or made known. What it is about is
/// not said in it, so no yes of the past tells anything about the next.
const LOSES: [&str; 43] = [
    "abort",
    "buy",
    "charg",
    "clean",
    "clear",
    "delet",
    "deploy",
    "destroy",
    "discard",
    "drop",
    "empty",
    "eras",
    "forc",
    "format",
    "kill",
    "lose",
    "lost",
    "merg",
    "order",
    "overwrit",
    "overwrot",
    "pay",
    "permanent",
    "prune",
    "publish",
    "purge",
    "push",
    "releas",
    "remov",
    "replac",
    "reset",
    "revert",
    "rm",
    "send",
    "sent",
    "shar",
    "sign",
    "submit",
    "transfer",
    "truncat",
    "uninstall",
    "upload",
    "wipe",
];
/// Subcommands behind which anything may stand: who ran the tests has not said that everything may be run.
const RUNNERS: [&str; 7] = ["dlx", "exec", "run", "run-script", "sh", "shell", "x"];
/// Words of questions that any program may ask about anything.
const SAYS_NOTHING: [&str; 44] = [
    "a", "accept", "agree", "allow", "and", "anyway", "are", "confirm", "continue", "correct", "do", "enter",
    "go", "is", "it", "like", "n", "no", "now", "ok", "okay", "on", "please", "press", "proceed", "ready",
    "really", "right", "sure", "that", "the", "this", "to", "type", "want", "wish", "with", "would", "y",
    "yes", "you", "your", "or", "still",
];
/// The line of a rule for programs that no profile knows.
const ANY_PROGRAM: &str = "agent = [\"generic\"]";
/// More than this nobody reads.
const MOST: usize = 20;
/// A line with one of these is more than one command, or not the words it seems to be.
const SHELL: &[char] =
    &['|', '&', ';', '<', '>', '$', '`', '(', ')', '{', '}', '*', '?', '~', '#', '\\', '"', '\'', '\n'];

/// What is proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Proposal {
    /// `command` or `question`.
    pub(super) matcher: &'static str,
    pub(super) words: String,
    /// These words and no more; else whatever begins with them.
    pub(super) exact: bool,
    /// The ids and words of what it would have answered.
    pub(super) covers: Vec<(String, String)>,
}

/// A line that the person answered.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Answered {
    id: String,
    matcher: &'static str,
    words: String,
    allowed: bool,
}

/// `locum learn`
pub(crate) fn learn(arguments: &LearnArguments) -> Result<ExitCode, Failure> {
    let mut brain = outside(PolicyRequest::Confirm { seen: [0; 32] })?;
    let own = own::rules(None)?;
    let questions = past::questions(arguments.since)?;
    let answered: Vec<Answered> = questions.iter().filter_map(|prompt| answered(&own, prompt)).collect();
    if own.rules.in_force.waiting.is_some() || own.rules.in_force.doubt.is_some() {
        // What is written here is confirmed with the rest of the file, and that must be nobody else's.
        return Err(Failure::Unconfirmed);
    }
    let mut proposals = written(&own, proposals(&answered, |words| is_harmless(&own, words)), &questions);
    proposals.truncate(MOST);
    if arguments.json {
        let all = proposals
            .iter()
            .map(|(one, _)| json!({"matcher": one.matcher, "words": one.words, "covers": one.covers}));
        say::json(all.collect::<serde_json::Value>());
        return Ok(ExitCode::SUCCESS);
    }
    if proposals.is_empty() {
        say::line(
            "nothing to learn: what you allowed by hand is allowed already, dangerous, or not clear enough",
        );
        return Ok(ExitCode::SUCCESS);
    }
    let mut taken = Vec::new();
    for (proposal, rule) in &proposals {
        show(proposal, rule);
        if arguments.yes || question::yes("Write this rule?")? {
            taken.push(rule.as_str());
        }
    }
    if taken.is_empty() {
        say::line("nothing was written");
        return Ok(ExitCode::SUCCESS);
    }
    let file = folders::policy_file().ok_or(Failure::NoHome)?;
    let before = fs::read_to_string(&file).unwrap_or_else(|_| write::beginning(brain::rules::DEFAULT));
    let text = before + &taken.concat();
    write::put(&file, &text).map_err(write::written(&file))?;
    let texts = Texts::read(&file).map_err(Failure::Policy)?;
    tell(&mut brain, texts.fingerprint().0)?;
    say::line(format_args!("{} rules were written to {}, and hold from now on", taken.len(), file.display()));
    Ok(ExitCode::SUCCESS)
}

/// Each with its rule; those without one are left out.
fn written(own: &Own, proposals: Vec<Proposal>, questions: &[WirePrompt]) -> Vec<(Proposal, String)> {
    let began = crate::clock::now() / 1_000_000;
    let with_rule = |(proposal, number): (Proposal, usize)| {
        let rule = learned::rule(own, &proposal, questions, &format!("learned-{began}-{number}"))?;
        Some((proposal, rule))
    };
    proposals.into_iter().zip(1..).filter_map(with_rule).collect()
}

fn show(proposal: &Proposal, rule: &str) {
    rule.trim().lines().for_each(say::line);
    if rule.lines().any(|line| line.trim() == ANY_PROGRAM) {
        say::line(
            "any program that no profile knows may ask it there: by their words alone they are the same",
        );
    }
    say::line("it would have answered:");
    proposal.covers.iter().for_each(|(id, words)| say::line(format_args!("  {id}  {words}")));
}

/// What the person said to something that these rules ask them about; nothing if it cannot be learned from.
fn answered(own: &Own, prompt: &WirePrompt) -> Option<Answered> {
    let (answer, by, _) = prompt.answered.as_ref()?;
    let allowed = match answer.to_lowercase() {
        word if word == "y" || word.starts_with("yes") => true,
        word if word == "n" || word.starts_with("no") => false,
        _ => return None,
    };
    if !by.starts_with("person") || prompt.status != "landed" {
        return None;
    }
    let judgement = past::judge(own, prompt).ok()?;
    let (matcher, words) = match (prompt.tool.as_deref(), &prompt.subject) {
        (Some("shell"), Some(line)) if !line.contains(SHELL) => ("command", line.trim().to_owned()),
        (None | Some("question"), None) if prompt.kind == "yes_no" && !prompt.question.contains('\n') => {
            ("question", prompt.question.clone())
        }
        _ => return None,
    };
    // What was denied counts against others, whatever the policy says of it now.
    let learnable = judgement.danger == Danger::None && !judgement.verdict.allows();
    (!allowed || learnable).then(|| Answered { id: prompt.id.clone(), matcher, words, allowed })
}

/// Whether the words alone are no danger and no way around the rules.
fn is_harmless(own: &Own, words: &str) -> bool {
    let request = policy::Request::new(policy::Tool::Shell, policy::Subject::Shell(words));
    let Ok(around) = own::around(None) else { return false };
    own.rules.judge(None, &request, &around).settle(&own.folder).danger == Danger::None
}

/// Exact words first, of a question only after several times; the first two words instead, where several different lines begin with them and none was denied.
fn proposals(answered: &[Answered], is_harmless: impl Fn(&str) -> bool) -> Vec<Proposal> {
    let mut exact: BTreeMap<(&'static str, &str), Vec<(String, String)>> = BTreeMap::new();
    let denied: Vec<&str> =
        answered.iter().filter(|one| !one.allowed).map(|one| one.words.as_str()).collect();
    for one in answered.iter().filter(|one| one.allowed && !denied.contains(&one.words.as_str())) {
        exact.entry((one.matcher, &one.words)).or_default().push((one.id.clone(), one.words.clone()));
    }
    exact.retain(|(matcher, words), times| {
        *matcher != "question" || times.len() >= SEVERAL && !may_lose_something(words)
    });
    let mut wide: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (matcher, words) in exact.keys() {
        if let Some(first) = first_two(words).filter(|_| *matcher == "command") {
            wide.entry(first).or_default().push(words);
        }
    }
    wide.retain(|first, lines| {
        lines.len() >= SEVERAL && !denied.iter().any(|line| begins_with(line, first)) && is_harmless(first)
    });
    let mut proposals: Vec<Proposal> = wide
        .keys()
        .map(|first| {
            let covered = exact.iter().filter(|((_, words), _)| begins_with(words, first));
            let covers = covered.flat_map(|(_, covers)| covers.clone()).collect();
            Proposal { matcher: "command", words: first.clone(), exact: false, covers }
        })
        .collect();
    let rest = exact.into_iter().filter(|((matcher, words), _)| {
        *matcher == "question" || !wide.keys().any(|first| begins_with(words, first))
    });
    proposals.extend(rest.map(|((matcher, words), covers)| Proposal {
        matcher,
        words: words.to_owned(),
        exact: true,
        covers,
    }));
    proposals
}

/// Whether a question is of a kind that nobody learns to say yes to: something may be lost, or it does not say what it is about.
fn may_lose_something(question: &str) -> bool {
    let words = question.to_lowercase();
    let words: Vec<&str> =
        words.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let loses = words.iter().any(|word| LOSES.iter().any(|start| word.starts_with(start)));
    loses || words.iter().all(|word| SAYS_NOTHING.contains(word))
}

/// The program and its subcommand, if that is what they look like.
fn first_two(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (program, sub) = (words.next()?, words.next()?);
    let plain = |word: &str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    let names_a_script = RUNNERS.contains(&sub);
    (plain(program) && plain(sub) && !sub.starts_with('-') && !names_a_script)
        .then(|| format!("{program} {sub}"))
}

fn begins_with(line: &str, words: &str) -> bool {
    line.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &str, allowed: bool) -> Answered {
        Answered { id: "bbbbbbbb".into(), matcher: "command", words: words.into(), allowed }
    }

    #[track_caller]
    fn check(said: &[Answered], expected: &[&str]) {
        let proposals = proposals(said, |words| words != "git push");
        let words: Vec<&str> = proposals.iter().map(|proposal| proposal.words.as_str()).collect();
        assert_eq!(words, expected);
    }

    #[test]
    fn exact_words_until_several_agree() {
        check(&[said("cargo doc --open", true)], &["cargo doc --open"]);
        let doc = ["cargo doc -p a", "cargo doc -p b"].map(|words| said(words, true));
        check(&doc, &["cargo doc -p a", "cargo doc -p b"]);
        let more = [doc.to_vec(), vec![said("cargo doc", true)]].concat();
        check(&more, &["cargo doc"]);
        let denied = [more.clone(), vec![said("cargo doc --open", false)]].concat();
        check(&denied, &["cargo doc", "cargo doc -p a", "cargo doc -p b"]);
        let push = ["git push a", "git push b", "git push c"].map(|words| said(words, true));
        check(&push, &["git push a", "git push b", "git push c"]);
        let flags = ["rm -f a", "rm -f b", "rm -f c"].map(|words| said(words, true));
        check(&flags, &["rm -f a", "rm -f b", "rm -f c"]);
        check(&[said("make x", true), said("make x", false)], &[]);
    }

    #[test]
    fn a_question_without_a_command_needs_several_times_and_must_lose_nothing() {
        let asked =
            |words: &str, times: usize| vec![Answered { matcher: "question", ..said(words, true) }; times];
        check(&asked("Start the tests?", 2), &[]);
        for nothing in ["Go on?", "Proceed? [y/n]", "Are you sure you want to continue (yes/no)?"] {
            check(&asked(nothing, 9), &[]);
        }
        check(&asked("Start the tests?", 3), &["Start the tests?"]);
        let denied = Answered { matcher: "question", ..said("Start the tests?", false) };
        check(&[asked("Start the tests?", 5), vec![denied]].concat(), &[]);
        let lost = [
            "Delete it?",
            "Removing 3 files, ok?",
            "File exists. Overwrite?",
            "Really DROP table?",
            "Use --force?",
        ];
        for words in [&lost[..], &["Erase disk?", "Discard changes?", "rm: sure?", "Reset branch?"]].concat()
        {
            check(&asked(words, 9), &[]);
        }
        check(&asked("Continue with the informal greeting?", 3), &["Continue with the informal greeting?"]);
    }
}
