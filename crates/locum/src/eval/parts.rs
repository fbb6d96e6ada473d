//! Whether the parts of a question are right: its words, what it is about, its choices and their keys.

use model::{Choice, Key, Question, Role};

use super::labels::{Wait, WantedChoice};

/// From this many characters on a label may be given in part.
const LONG_ENOUGH: usize = 12;

/// A part of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Question,
    Subject,
    Choices,
    Keys,
    Default,
}

impl Part {
    pub(super) const ALL: [Part; 5] =
        [Part::Question, Part::Subject, Part::Choices, Part::Keys, Part::Default];

    pub(super) fn word(self) -> &'static str {
        match self {
            Part::Question => "question",
            Part::Subject => "subject",
            Part::Choices => "choices",
            Part::Keys => "keys",
            Part::Default => "default",
        }
    }
}

/// A part that was judged. `wrong` says how, if it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PartVerdict {
    pub(super) part: Part,
    pub(super) wrong: Option<String>,
}

fn verdict(part: Part, right: bool, want: impl std::fmt::Debug, got: impl std::fmt::Debug) -> PartVerdict {
    PartVerdict { part, wrong: (!right).then(|| format!("want {want:?} got {got:?}")) }
}

/// The parts of an agent's dialog. One without choices has nothing to judge.
pub(super) fn of_agent(agent: &str, wait: &Wait, got: &Question) -> Vec<PartVerdict> {
    if wait.choices.is_empty() {
        return Vec::new();
    }
    let labels = agree(&wait.choices, &got.choices, |want, got| same_choice(&want.label, &got.label));
    let keys = labels && right_keys_all(agent, &wait.choices, &got.choices);
    let (want, have) = (wanted(&wait.choices, |choice| &choice.label), labels_of(&got.choices));
    let mut parts = vec![verdict(Part::Choices, labels, want, have)];
    parts.push(if labels {
        verdict(Part::Keys, keys, wanted(&wait.choices, |choice| &choice.keys), keys_of(&got.choices))
    } else {
        verdict(Part::Keys, false, "choices", "others")
    });
    parts.push(question(wait, got));
    parts.extend(subject(wait, got));
    parts
}

/// The parts of another program's question, as far as they are labelled.
pub(super) fn of_cli(wait: &Wait, got: &Question) -> Vec<PartVerdict> {
    let mut parts = Vec::new();
    if !spaced(&wait.question).is_empty() {
        parts.push(question(wait, got));
    }
    // A list that is written down with dots in it is not written down.
    if !wait.choices.is_empty() && wait.choices.iter().all(|choice| choice.label != "...") {
        let cased = differ_by_case(&wait.choices);
        let right = agree(&wait.choices, &got.choices, |want, got| names(&want.label, got, cased));
        let want = wanted(&wait.choices, |choice| &choice.label);
        parts.push(verdict(Part::Choices, right, want, labels_of(&got.choices)));
    }
    if let Some(default) = wait.default.as_deref().filter(|default| !default.is_empty()) {
        parts.push(verdict(Part::Default, right_default(default, got), default, &got.default));
    }
    parts
}

fn wanted<'a, T>(choices: &'a [WantedChoice], part: impl Fn(&'a WantedChoice) -> T) -> Vec<T> {
    choices.iter().map(part).collect()
}

fn labels_of(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.label.as_str()).collect()
}

fn keys_of(choices: &[Choice]) -> Vec<Vec<&str>> {
    choices.iter().map(|choice| choice.keys.iter().map(Key::word).collect()).collect()
}

fn agree(want: &[WantedChoice], got: &[Choice], same: impl Fn(&WantedChoice, &Choice) -> bool) -> bool {
    want.len() == got.len() && want.iter().zip(got).all(|(want, got)| same(want, got))
}

/// One contains the other.
fn question(wait: &Wait, got: &Question) -> PartVerdict {
    let (want, got) = (spaced(&wait.question), spaced(&got.text));
    let right = want.is_empty() || (!got.is_empty() && (got.contains(&want) || want.contains(&got)));
    verdict(Part::Question, right, &want, &got)
}

/// All of it, or a part that is said to be one.
fn subject(wait: &Wait, got: &Question) -> Option<PartVerdict> {
    let want = spaced(wait.subject.as_deref()?);
    let shown = got.subject.as_ref().map(|subject| (spaced(&subject.text), subject.partial));
    let right = shown.as_ref().is_some_and(|(text, partial)| same_subject(&want, text, *partial));
    Some(verdict(Part::Subject, right, want, shown.map(|(text, _)| text)))
}

/// Labels name a file without its folder, and write a long command down by its beginning.
fn same_subject(want: &str, got: &str, partial: bool) -> bool {
    let (start, cut) = want.split_once(" ... (").map_or((want, false), |(start, _)| (start, true));
    let seen = got.trim_end_matches('…');
    let part = partial && !seen.is_empty() && (cut || want.contains(seen));
    got == want || (cut && got.starts_with(start)) || got.ends_with(&format!("/{want}")) || part
}

/// A label may be given with or without its wrapped rest and its description; short labels must be equal.
fn same_choice(want: &str, got: &str) -> bool {
    let (whole, first, got) = (bare(want), bare(want.split('\n').next().unwrap_or_default()), bare(got));
    if got == whole || got == first {
        return true;
    }
    let (short, long) =
        if whole.chars().count() <= got.chars().count() { (&whole, &got) } else { (&got, &whole) };
    short.chars().count() >= LONG_ENOUGH && long.starts_with(short.as_str())
}

/// Labels of other programs' choices are words or letters to type. Capitals matter where they tell two apart.
fn names(want: &str, got: &Choice, cased: bool) -> bool {
    let same = |text: &str| text == want || (!cased && text.eq_ignore_ascii_case(want));
    let typed = got.keys.first().is_some_and(|key| same(key.word()));
    typed || same_choice(want, &got.label) || got.label.split_whitespace().next().is_some_and(same)
}

fn differ_by_case(choices: &[WantedChoice]) -> bool {
    let lower: Vec<String> = choices.iter().map(|choice| choice.label.to_lowercase()).collect();
    lower.iter().enumerate().any(|(at, label)| lower.iter().take(at).any(|other| other == label))
}

fn bare(label: &str) -> String {
    spaced(&label.replace("[ ]", "").replace("[x]", "").replace("[✔]", ""))
}

/// With one blank wherever there are some.
pub(super) fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn right_keys_all(agent: &str, want: &[WantedChoice], got: &[Choice]) -> bool {
    let selected = want.iter().zip(got).all(|(want, got)| want.selected == got.selected);
    selected && got.iter().enumerate().all(|(number, choice)| right_keys(agent, want, number, &choice.keys))
}

/// The label's own keys (for Codex they are alternatives), or moving from the selected choice and Enter.
fn right_keys(agent: &str, choices: &[WantedChoice], number: usize, got: &[Key]) -> bool {
    let lower = |keys: &[String]| keys.iter().map(|key| key.to_lowercase()).collect::<Vec<_>>();
    let own = choices.get(number).map(|choice| lower(&choice.keys)).unwrap_or_default();
    let mut right: Vec<Vec<String>> =
        if agent == "codex" { own.into_iter().map(|key| vec![key]).collect() } else { vec![own] };
    if let Some(selected) = choices.iter().position(|choice| choice.selected) {
        right.push(moving(agent, selected, number));
    }
    right.contains(&got.iter().map(|key| key.word().to_lowercase()).collect())
}

fn moving(agent: &str, from: usize, to: usize) -> Vec<String> {
    let (forth, back) = if agent == "opencode" { ("right", "left") } else { ("down", "up") };
    let step = if to > from { forth } else { back };
    let mut keys = vec![step.to_owned(); to.abs_diff(from)];
    keys.push("enter".into());
    keys
}

/// The default's own words, its letter, or the choice that it names.
fn right_default(want: &str, got: &Question) -> bool {
    let letter = |text: &str| text.chars().next().map(|c| c.to_ascii_lowercase());
    let same = |text: &str| {
        spaced(text).eq_ignore_ascii_case(&spaced(want))
            || (want.chars().count() == 1 && letter(text) == letter(want))
    };
    let role = |choice: &Choice| match choice.role {
        Role::Yes => same("y"),
        Role::No => same("n"),
        Role::YesAndRemember | Role::Other => false,
    };
    let chosen = got.choices.iter().find(|choice| choice.default);
    got.default.as_deref().is_some_and(same)
        || chosen.is_some_and(|choice| same(&choice.label) || role(choice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_may_lack_their_rest_unless_they_are_short() {
        for (want, got, same) in [
            ("Yes", "Yes", true),
            ("Yes", "Yes!", false),
            ("Yes, and don't ask\nagain here", "Yes, and don't ask again here", true),
            ("Yes, and don't ask\nagain here", "Yes, and don't ask", true),
            ("[ ] apples", "apples", true),
            ("apples", "[✔] apples", true),
            ("No, and tell it what to do", "No, and tell it what to do differently", true),
            ("No", "No, and tell", false),
            ("Yes", "", false),
        ] {
            assert_eq!(same_choice(want, got), same, "{want:?} {got:?}");
        }
    }

    #[test]
    fn subjects_may_be_shortened_by_who_labels_and_by_the_screen() {
        for (want, got, partial, same) in [
            ("rm x", "rm x", false, true),
            ("rm x", "rm xy", false, false),
            ("app.py", "/work/app.py", false, true),
            ("app.py", "/work/myapp.py", false, false),
            ("cat <<E ... (42 lines)", "cat <<E line 1 line 2", false, true),
            ("cat <<E ... (42 lines)", "line 20 line 21", true, true),
            ("cat <<E ... (42 lines)", "line 20 line 21", false, false),
            ("echo a b c", "echo a b…", true, true),
            ("echo a b c", "", true, false),
        ] {
            assert_eq!(same_subject(want, got, partial), same, "{want} {got}");
        }
    }

    #[test]
    fn keys_are_the_labels_own_or_lead_there() {
        let choice = |keys: &[&str], selected| WantedChoice {
            label: "x".into(),
            selected,
            keys: keys.iter().map(|key| (*key).to_owned()).collect(),
        };
        let numbered = [choice(&["1"], true), choice(&["2"], false)];
        let codex = [choice(&["y", "enter"], true), choice(&["n", "esc"], false)];
        for (agent, choices, number, got, right) in [
            ("claude", &numbered, 0, &["1"][..], true),
            ("claude", &numbered, 0, &["enter"], true),
            ("claude", &numbered, 1, &["down", "enter"], true),
            ("claude", &numbered, 1, &["2", "enter"], false),
            ("claude", &numbered, 1, &[], false),
            ("opencode", &numbered, 1, &["right", "enter"], true),
            ("opencode", &numbered, 1, &["down", "enter"], false),
            ("codex", &codex, 1, &["esc"], true),
            ("codex", &codex, 1, &["n"], true),
            ("codex", &codex, 1, &["n", "esc"], false),
            ("claude", &codex, 0, &["Y", "enter"], true),
        ] {
            let keys: Vec<Key> = got.iter().map(|key| Key::of_word(key)).collect();
            assert_eq!(right_keys(agent, choices, number, &keys), right, "{agent} {number} {got:?}");
        }
    }

    #[test]
    fn choices_of_programs_are_named_by_word_or_letter() {
        let choice = |key: &str| Choice {
            label: "Yes, all".into(),
            keys: vec![Key::of_word(key), Key::Enter],
            ..Choice::default()
        };
        for (want, key, cased, named) in [
            ("Y", "y", false, true),
            ("Y", "y", true, false),
            ("A", "A", true, true),
            ("yes,", "x", false, true),
            ("No", "y", false, false),
        ] {
            assert_eq!(names(want, &choice(key), cased), named, "{want} {key}");
        }
        let wanted = |labels: [&str; 2]| {
            labels.map(|label| WantedChoice { label: label.into(), ..WantedChoice::default() })
        };
        assert!(differ_by_case(&wanted(["n", "N"])) && !differ_by_case(&wanted(["y", "N"])));
    }

    #[test]
    fn a_default_is_named_in_several_ways() {
        let mut question = Question::new(model::Kind::YesNo, "Go?");
        assert!(!right_default("Y", &question));
        question.default = Some("y".into());
        assert!(right_default("Y", &question) && !right_default("N", &question));
        question.default = None;
        question.choices = vec![Choice { role: Role::No, default: true, ..Choice::default() }];
        assert!(right_default("N", &question) && !right_default("Y", &question));
        question.default = Some("id_ed25519".into());
        assert!(right_default("id_ed25519", &question) && !right_default("id_rsa", &question));
    }
}
