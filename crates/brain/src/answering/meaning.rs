//! What a person's words mean for the question that they answer.

use engine::Answer;
use model::{Key, Kind, Question, Role};
use wire::PromptReply;

use super::{boxes, shown};

/// What a reply means for this question.
pub(super) fn meant(question: &Question, reply: &PromptReply) -> Result<Answer, String> {
    if question.kind == Kind::Password {
        return Err("a password is typed at the terminal: `locum attach`".into());
    }
    match reply {
        PromptReply::Text(text) if text.chars().any(char::is_control) => {
            Err("the text has characters in it that are keys of their own".into())
        }
        // An empty line takes what the program offers.
        PromptReply::Text(text) if text.is_empty() && question.kind == Kind::FreeText => Ok(Answer::Enter),
        PromptReply::Text(text) if question.kind == Kind::FreeText => Ok(Answer::Text(text.clone())),
        PromptReply::Text(_) => Err("it asks for a choice, not for text".into()),
        PromptReply::Deny(why) if has(question, Role::No) => {
            Ok(Answer::Deny { why: Some(why.clone()).filter(|why| !why.is_empty()) })
        }
        PromptReply::Deny(_) => Err("no choice of it says no; choose one, or answer at the terminal".into()),
        PromptReply::Choose(word) => one_or_several(question, word),
    }
}

fn one_or_several(question: &Question, word: &str) -> Result<Answer, String> {
    if question.submit.is_some() {
        return boxes::chosen(question, word);
    }
    let answer = choice(question, word)?;
    let is_tick = |choice: &model::Choice| choice.checked.is_some() && choice.keys.ends_with(&[Key::Space]);
    match &answer {
        Answer::Choose { place, .. } if question.choices.get(*place).is_some_and(is_tick) => {
            Err(TICKS.into())
        }
        _ => Ok(answer),
    }
}

const TICKS: &str =
    "it is one of several boxes, and what submits them is not known here; answer at the terminal";

fn has(question: &Question, role: Role) -> bool {
    question.choices.iter().any(|choice| choice.role == role)
}

/// A choice by its number, its words or its meaning.
fn choice(question: &Question, word: &str) -> Result<Answer, String> {
    if question.kind == Kind::ConfirmEnter && question.choices.len() <= 1 {
        let agrees = ["yes", "y", "1", "ok", "enter", ""].contains(&word.to_lowercase().as_str());
        return if agrees { Ok(Answer::Enter) } else { Err("it takes Enter only: say `enter`".into()) };
    }
    let role = match word.to_lowercase().as_str() {
        "yes" | "y" => Some(Role::Yes),
        "no" | "n" => Some(Role::No),
        _ => None,
    };
    let number = word.parse::<usize>().ok();
    let fits = |(place, choice): &(usize, &model::Choice)| match number {
        Some(_) => shown::number(question, *place) == word,
        None => choice.label.eq_ignore_ascii_case(word) || role == Some(choice.role),
    };
    let plain = |(_, choice): &(usize, &model::Choice)| choice.label.eq_ignore_ascii_case(word);
    let mut same = question.choices.iter().enumerate().filter(plain);
    if let (None, Some((place, choice)), None) = (number, same.next(), same.next()) {
        return Ok(Answer::Choose { place, label: choice.label.clone(), role: choice.role });
    }
    let mut found = question.choices.iter().enumerate().filter(fits);
    match (found.next(), found.next()) {
        (Some((place, choice)), None) => {
            Ok(Answer::Choose { place, label: choice.label.clone(), role: choice.role })
        }
        (None, _) if question.kind == Kind::FreeText => Err("it asks for text: `--text TEXT`".into()),
        (None, _) => Err(format!("`{word}` is none of its choices")),
        _ => Err(format!("`{word}` fits several of its choices; give the number")),
    }
}

#[cfg(test)]
mod tests {
    use model::Choice;

    use super::*;

    fn menu() -> Question {
        let mut question = Question::new(Kind::Menu, "Do you want to proceed?");
        let choice = |label: &str, role| Choice { label: label.into(), role, ..Choice::default() };
        question.choices = vec![
            choice("Yes", Role::Yes),
            choice("Yes, and don't ask again", Role::YesAndRemember),
            choice("No", Role::No),
        ];
        question
    }

    #[track_caller]
    fn check(word: &str, expected: Result<usize, &str>) {
        let chosen = meant(&menu(), &PromptReply::Choose(word.into())).map(|answer| match answer {
            Answer::Choose { place, .. } => place,
            other => panic!("{other:?}"),
        });
        assert_eq!(chosen, expected.map_err(str::to_owned), "{word}");
    }

    #[test]
    fn choices_by_number_words_and_meaning() {
        check("1", Ok(0));
        check("3", Ok(2));
        check("yes, AND don't ask again", Ok(1));
        check("yes", Ok(0));
        check("n", Ok(2));
        check("0", Err("`0` is none of its choices"));
        let open = meant(&Question::new(Kind::FreeText, "Name:"), &PromptReply::Choose("1".into()));
        assert_eq!(open, Err("it asks for text: `--text TEXT`".into()));
        // The program's own numbers are those that are seen.
        let choice = |label: &str, key: &str| Choice {
            label: label.into(),
            keys: vec![Key::Text(key.into()), Key::Enter],
            ..Choice::default()
        };
        let mut own = Question::new(Kind::Menu, "Which one?");
        own.choices = vec![choice("quit", "0"), choice("staging", "1"), choice("production", "2")];
        let chosen = |word: &str| match meant(&own, &PromptReply::Choose(word.into())) {
            Ok(Answer::Choose { label, .. }) => label,
            other => format!("{other:?}"),
        };
        assert_eq!(
            (chosen("1"), chosen("0"), chosen("quit")),
            ("staging".into(), "quit".into(), "quit".into())
        );
        assert!(chosen("3").contains("none of its choices"));
        let enter = Question::new(Kind::ConfirmEnter, "Press Enter to continue");
        assert_eq!(meant(&enter, &PromptReply::Choose("enter".into())), Ok(Answer::Enter));
        assert!(meant(&enter, &PromptReply::Choose("no".into())).is_err());
        check("4", Err("`4` is none of its choices"));
        check("maybe", Err("`maybe` is none of its choices"));
    }

    #[test]
    fn what_would_only_tick_a_box_is_refused() {
        let tick = |last: Key| Choice {
            label: "x".into(),
            keys: vec![Key::Down, last],
            checked: Some(false),
            ..Choice::default()
        };
        let mut question = Question::new(Kind::Menu, "Which?");
        question.choices = vec![tick(Key::Space)];
        assert_eq!(meant(&question, &PromptReply::Choose("x".into())), Err(TICKS.into()));
        // Of radio buttons one is chosen, by Enter.
        question.choices = vec![tick(Key::Enter)];
        assert!(meant(&question, &PromptReply::Choose("x".into())).is_ok());
    }

    #[test]
    fn what_is_not_asked_for_is_not_taken() {
        let password = Question::new(Kind::Password, "Password:");
        assert!(meant(&password, &PromptReply::Text("x".into())).is_err());
        assert!(meant(&menu(), &PromptReply::Text("x".into())).is_err());
        let text = Question::new(Kind::FreeText, "Name?");
        assert_eq!(meant(&text, &PromptReply::Text("x".into())), Ok(Answer::Text("x".into())));
        assert_eq!(meant(&text, &PromptReply::Text(String::new())), Ok(Answer::Enter), "what is offered");
        assert!(meant(&text, &PromptReply::Deny("no".into())).is_err());
    }
}
