//! Several boxes by a person's words: `1,3`, or `Auth, Export`.

use std::collections::BTreeSet;

use engine::Answer;
use model::{Choice, Question};

use super::shown;

/// Ways to read some words that are followed. More of them are not told apart by anybody.
const MOST_READINGS: usize = 8;

/// The boxes that are meant, and no others; or a choice beside them that has none.
pub(super) fn chosen(question: &Question, words: &str) -> Result<Answer, String> {
    if let Some((place, choice)) = without_box(question, words) {
        return Ok(Answer::Choose { place, label: choice.label.clone(), role: choice.role });
    }
    let mut readings = readings(question, words).into_iter();
    let places = match (readings.next(), readings.next()) {
        (Some(places), None) => places,
        (None, _) => return Err(unread(question, words)),
        _ => return Err(format!("`{words}` can be read in several ways; give the numbers, as in `1,3`")),
    };
    if let Some(other) = ticked(question).find(|(place, _)| !places.contains(place)).map(|(_, choice)| choice)
    {
        return Err(format!(
            "`{}` is ticked already: name it too, or take it back at the terminal",
            other.label
        ));
    }
    if !boxes(question).any(|(_, choice)| choice.selected) {
        return Err("the pointer stands at none of the boxes, and keys may mean something else there; answer at the terminal".into());
    }
    let label = |place: &usize| question.choices.get(*place).map(|choice| (*place, choice.label.clone()));
    Ok(Answer::Several(places.iter().filter_map(label).collect()))
}

fn boxes(question: &Question) -> impl Iterator<Item = (usize, &Choice)> {
    question.choices.iter().enumerate().filter(|(_, choice)| choice.checked.is_some())
}

fn ticked(question: &Question) -> impl Iterator<Item = (usize, &Choice)> {
    boxes(question).filter(|(_, choice)| choice.checked == Some(true))
}

fn without_box<'a>(question: &'a Question, words: &str) -> Option<(usize, &'a Choice)> {
    let bare = |(_, choice): &(usize, &Choice)| choice.checked.is_none();
    question.choices.iter().enumerate().filter(bare).find(|one| fits(question, *one, words.trim()))
}

fn fits(question: &Question, (place, choice): (usize, &Choice), piece: &str) -> bool {
    match piece.parse::<usize>() {
        Ok(_) => shown::number(question, place) == piece,
        Err(_) => choice.label.trim().eq_ignore_ascii_case(piece),
    }
}

/// All that the words can mean. A label may hold commas itself, so neighbouring pieces may be one.
fn readings(question: &Question, words: &str) -> BTreeSet<BTreeSet<usize>> {
    let commas = words.match_indices(',').map(|(at, _)| at);
    let mut ends: Vec<(usize, BTreeSet<BTreeSet<usize>>)> = vec![(0, BTreeSet::from([BTreeSet::new()]))];
    for end in commas.chain([words.len()]) {
        let mut here = BTreeSet::new();
        for (start, before) in &ends {
            let piece = words.get(*start..end).unwrap_or_default().trim();
            for (place, _) in boxes(question).filter(|one| fits(question, *one, piece)) {
                let with = |places: &BTreeSet<usize>| places.iter().copied().chain([place]).collect();
                here.extend(before.iter().map(with));
            }
        }
        while here.len() > MOST_READINGS {
            here.pop_last();
        }
        ends.push((end + 1, here));
    }
    ends.pop().map(|(_, whole)| whole).unwrap_or_default()
}

/// What of the words is no box, as far as that can be told.
fn unread(question: &Question, words: &str) -> String {
    let is_known = |piece: &&str| question.choices.iter().enumerate().any(|one| fits(question, one, piece));
    let unknown = words.split(',').map(str::trim).find(|piece| !is_known(piece));
    match unknown {
        Some(piece) => format!("`{piece}` is none of its choices; several are named as in `1,3`"),
        None => format!("`{words}` are not all boxes, and only boxes are chosen together"),
    }
}

#[cfg(test)]
mod tests {
    use model::{Key, Kind};

    use super::*;

    fn question(labels: &[&str], ticked: &[usize]) -> Question {
        let mut question = Question::new(Kind::Menu, "Which features?");
        let choice = |(place, label): (usize, &&str)| Choice {
            label: (*label).to_owned(),
            keys: vec![Key::Text((place + 1).to_string())],
            selected: place == 0,
            checked: (*label != "Chat").then(|| ticked.contains(&place)),
            ..Choice::default()
        };
        question.choices = labels.iter().enumerate().map(choice).collect();
        question.submit = Some(Key::Tab);
        question
    }

    #[track_caller]
    fn check(question: &Question, words: &str, expected: Result<&str, &str>) {
        let got = chosen(question, words).map(|answer| match answer {
            Answer::Several(chosen) => {
                chosen.iter().map(|(place, _)| place.to_string()).collect::<Vec<_>>().join(" ")
            }
            other => other.words(),
        });
        match expected {
            Ok(expected) => assert_eq!(got.as_deref(), Ok(expected), "{words}"),
            Err(part) => {
                assert!(got.as_ref().is_err_and(|reason| reason.contains(part)), "{words}: {got:?}");
            }
        }
    }

    #[test]
    fn numbers_and_labels_also_with_commas_in_them() {
        let features = question(&["Auth", "Search, full text", "Export", "Chat"], &[]);
        check(&features, "1,3", Ok("0 2"));
        check(&features, " 3 , 1,3", Ok("0 2"));
        check(&features, "2", Ok("1"));
        check(&features, "auth, Export", Ok("0 2"));
        check(&features, "Search, full text", Ok("1"));
        check(&features, "Export,search, full text,1", Ok("0 1 2"));
        check(&features, "chat", Ok("Chat"));
        check(&features, "4", Ok("Chat"));
        check(&features, "1,4", Err("not all boxes"));
        check(&features, "1,", Err("`` is none"));
        check(&features, "", Err("none of its choices"));
        check(&features, "full text", Err("`full text` is none"));
        check(&features, "5,1", Err("`5` is none"));
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_not_guessed() {
        let twice = question(&["a", "b", "a, b"], &[]);
        check(&twice, "a, b", Err("several ways"));
        check(&twice, "b,a", Ok("0 1"));
        check(&twice, "3", Ok("2"));
        check(&question(&["a", "a"], &[]), "a", Err("several ways"));
        let long = "a,".repeat(2000);
        check(&question(&["a", "a,a", "a,a,a"], &[]), &format!("{long}a"), Err("several ways"));
    }

    #[test]
    fn nothing_is_taken_back_and_no_key_goes_elsewhere() {
        let ticked = question(&["Auth", "Search", "Export"], &[1]);
        check(&ticked, "1,3", Err("`Search` is ticked already"));
        check(&ticked, "1,2", Ok("0 1"));
        let mut elsewhere = question(&["Auth", "Search"], &[]);
        elsewhere.choices[0].selected = false;
        check(&elsewhere, "1", Err("none of the boxes"));
    }
}
