//! Which answer a verdict means for a question, and which keys an answer is on the screen as it stands.

use model::{Choice, Key, Kind, Question, Role, Verdict};

use crate::answer::Answer;
use crate::ruling::Ruling;

/// The answer that a verdict means here, or why there is none.
pub(crate) fn automatic(question: &Question, ruling: &Ruling, free_text: bool) -> Result<Answer, String> {
    match (question.kind, ruling.verdict) {
        (Kind::Password, _) => Err("passwords are never typed".into()),
        (Kind::FreeText, Verdict::Allow | Verdict::AllowRemember) => text(ruling, free_text),
        (Kind::YesNo | Kind::Menu, Verdict::Allow) => one_of(question, &[Role::Yes]),
        (Kind::YesNo | Kind::Menu, Verdict::AllowRemember) => {
            one_of(question, &[Role::YesAndRemember]).or_else(|_| one_of(question, &[Role::Yes]))
        }
        (Kind::ConfirmEnter, Verdict::Allow | Verdict::AllowRemember) => Ok(Answer::Enter),
        (Kind::YesNo | Kind::Menu, Verdict::Deny) => {
            one_of(question, &[Role::No]).map(|_| Answer::Deny { why: ruling.message.clone() })
        }
        (_, Verdict::Deny) => Err("there is no choice that says no".into()),
        _ => Err("what is asked is not understood".into()),
    }
}

fn text(ruling: &Ruling, enabled: bool) -> Result<Answer, String> {
    match &ruling.text {
        Some(text) if enabled => Ok(Answer::Text(text.clone())),
        Some(_) => Err("free text is not answered unless defaults.free_text_enabled says so".into()),
        None => Err("the rule says no text to answer with".into()),
    }
}

/// The answer that does nothing, for a question that nobody answered in time.
pub(crate) fn safe(question: &Question) -> Option<Answer> {
    match question.kind {
        Kind::YesNo | Kind::Menu => one_of(question, &[Role::No]).ok(),
        _ => None,
    }
}

/// The one choice that means this. Of two with the same meaning nobody knows which is meant, but for a plain no: beside it
/// stand those that also want not to be asked again.
fn one_of(question: &Question, roles: &[Role]) -> Result<Answer, String> {
    let mut found = question.choices.iter().enumerate().filter(|(_, choice)| roles.contains(&choice.role));
    let word = roles.first().map_or("", |role| role.word());
    match (found.next(), found.next()) {
        (Some((place, choice)), None) => Ok(chosen(place, choice)),
        (None, _) => Err(format!("no choice means {word}")),
        _ if roles == [Role::No] => plain_no(question).ok_or_else(|| format!("several choices mean {word}")),
        _ => Err(format!("several choices mean {word}")),
    }
}

fn plain_no(question: &Question) -> Option<Answer> {
    let says_no =
        |(_, choice): &(usize, &Choice)| choice.role == Role::No && choice.label.eq_ignore_ascii_case("no");
    let mut found = question.choices.iter().enumerate().filter(says_no);
    let (place, choice) = found.next()?;
    found.next().is_none().then(|| chosen(place, choice))
}

/// A choice as an answer.
pub(crate) fn chosen(place: usize, choice: &Choice) -> Answer {
    Answer::Choose { place, label: choice.label.clone(), role: choice.role }
}

/// The keys of an answer, for the question as it stands now; nothing if it cannot be given.
pub(crate) fn keys(answer: &Answer, question: &Question) -> Option<Vec<Key>> {
    if matches!(question.kind, Kind::Password | Kind::Unknown) {
        return None;
    }
    let keys = match answer {
        Answer::Choose { place, label, role } => {
            let same = |choice: &&Choice| choice.label == *label && choice.role == *role;
            question.choices.get(*place).filter(same)?.keys.clone()
        }
        Answer::Several(chosen) => ticks(chosen, question)?,
        Answer::Deny { .. } => match one_of(question, &[Role::No]).ok()? {
            Answer::Choose { place, .. } => question.choices.get(place)?.keys.clone(),
            _ => return None,
        },
        Answer::Text(text) if question.kind == Kind::FreeText && text.is_empty() => vec![Key::Enter],
        Answer::Text(text) if question.kind == Kind::FreeText => vec![Key::Text(text.clone()), Key::Enter],
        Answer::Text(_) => return None,
        Answer::Enter => confirming(question)?,
    };
    Some(keys).filter(|keys| !keys.is_empty())
}

/// The boxes that are still to be ticked, one key each, and what submits them. Nothing if one is ticked that is not meant, since
/// only a person takes that back; nor while the pointer stands elsewhere, where the keys may mean something else.
fn ticks(chosen: &[(usize, String)], question: &Question) -> Option<Vec<Key>> {
    let submit = question.submit.clone()?;
    let meant = |place: usize, choice: &Choice| chosen.contains(&(place, choice.label.clone()));
    let boxes = || question.choices.iter().enumerate().filter(|(_, choice)| choice.checked.is_some());
    let all_there = boxes().filter(|(place, choice)| meant(*place, choice)).count() == chosen.len();
    let others = boxes().any(|(place, choice)| choice.checked == Some(true) && !meant(place, choice));
    let pointed = boxes().any(|(_, choice)| choice.selected);
    if chosen.is_empty() || !all_there || others || !pointed {
        return None;
    }
    let missing = boxes().filter(|(place, choice)| choice.checked == Some(false) && meant(*place, choice));
    let key = |(_, choice): (usize, &Choice)| match choice.keys.as_slice() {
        [key @ Key::Text(_)] => Some(key.clone()),
        _ => None,
    };
    missing.map(key).chain([Some(submit)]).collect()
}

/// Whether keys answer it at once, so that nothing is left of them when it is gone.
pub(crate) fn takes_keys_at_once(question: &Question) -> bool {
    let keyed = matches!(question.kind, Kind::YesNo | Kind::Menu | Kind::ConfirmEnter);
    let only_enter = question.choices.iter().all(|choice| choice.keys == [Key::Enter]);
    keyed && !only_enter && !reads_a_line(question)
}

/// Whether a line is read here for certain, so that Enter sends whatever was typed.
pub(crate) fn reads_a_line(question: &Question) -> bool {
    let line = |choice: &Choice| matches!(choice.keys.as_slice(), [Key::Text(_), .., Key::Enter]);
    matches!(question.kind, Kind::FreeText | Kind::Password) || question.choices.iter().any(line)
}

/// The key that goes on: the one the program names, else Enter.
fn confirming(question: &Question) -> Option<Vec<Key>> {
    match question.choices.as_slice() {
        [] => Some(vec![Key::Enter]),
        [only] => Some(only.keys.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(label: &str, role: Role, keys: &[Key]) -> Choice {
        Choice { label: label.into(), role, keys: keys.to_vec(), ..Choice::default() }
    }

    fn menu() -> Question {
        let mut question = Question::new(Kind::Menu, "Do you want to proceed?");
        question.choices = vec![
            choice("Yes", Role::Yes, &[Key::Text("1".into())]),
            choice("Yes, and don't ask again", Role::YesAndRemember, &[Key::Text("2".into())]),
            choice("No", Role::No, &[Key::Text("3".into())]),
        ];
        question
    }

    fn ruling(verdict: Verdict) -> Ruling {
        Ruling { verdict, ..Ruling::ask("") }
    }

    #[track_caller]
    fn check(question: &Question, verdict: Verdict, expected: Option<&str>) {
        let answer = automatic(question, &ruling(verdict), true);
        let keys = answer.ok().and_then(|answer| keys(&answer, question));
        let words = keys.map(|keys| keys.iter().map(Key::word).collect::<Vec<_>>().join(" "));
        assert_eq!(words.as_deref(), expected, "{verdict:?}");
    }

    #[test]
    fn verdicts_are_choices_by_their_meaning() {
        check(&menu(), Verdict::Allow, Some("1"));
        check(&menu(), Verdict::AllowRemember, Some("2"));
        check(&menu(), Verdict::Deny, Some("3"));
        check(&menu(), Verdict::Ask, None);
        check(&menu(), Verdict::Ignore, None);
    }

    #[test]
    fn two_that_mean_yes_are_a_persons() {
        let mut plan = menu();
        plan.choices[1].role = Role::Yes;
        check(&plan, Verdict::Allow, None);
        check(&plan, Verdict::Deny, Some("3"));
    }

    #[test]
    fn of_two_that_mean_no_the_plain_one_is_meant() {
        let mut question = menu();
        question.choices[1] = choice("Don't ask again", Role::No, &[Key::Text("2".into())]);
        check(&question, Verdict::Deny, Some("3"));
        question.choices[2].label = "Never".into();
        check(&question, Verdict::Deny, None);
    }

    #[test]
    fn what_needs_words_or_is_secret_is_not_guessed() {
        check(&Question::new(Kind::Password, "Password:"), Verdict::Allow, None);
        check(&Question::new(Kind::Unknown, ""), Verdict::Allow, None);
        check(&Question::new(Kind::FreeText, "Name?"), Verdict::Allow, None);
        check(&Question::new(Kind::ConfirmEnter, "Press Enter"), Verdict::Allow, Some("enter"));
    }

    #[test]
    fn free_text_needs_a_rule_and_the_switch() {
        let question = Question::new(Kind::FreeText, "Name?");
        let ruling = Ruling { text: Some("me".into()), ..ruling(Verdict::Allow) };
        assert!(automatic(&question, &ruling, false).is_err());
        assert_eq!(automatic(&question, &ruling, true), Ok(Answer::Text("me".into())));
    }

    #[test]
    fn a_choice_that_moved_or_changed_is_not_taken() {
        let answer = Answer::Choose { place: 1, label: "No".into(), role: Role::No };
        assert_eq!(keys(&answer, &menu()), None);
        assert_eq!(safe(&menu()), Some(Answer::Choose { place: 2, label: "No".into(), role: Role::No }));
    }
}
