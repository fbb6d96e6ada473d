//! Yes or no, and letters to choose from: `[Y/n]`, `(y,n,q,?)`, `[y]es/[n]o`, `Really quit?`.

use model::{Choice, Kind, Question, Role};

use super::groups::{self, Ended, Group, Item};
use super::keys::typed;
use super::{Look, lettered, sure, wording, yes_no};
use crate::found::{Found, Strength};
use crate::words::Words;

/// A question with a closed set of answers at the place of input.
pub(crate) fn recognise(look: &Look) -> Option<Found> {
    let whole = wording::whole(look);
    let question = wording::without_draft(look, &whole);
    if yes_no::contradicts_itself(question) {
        return None;
    }
    by_letters(look, question)
        // Behind `Overwrite?` its answers look like a draft.
        .or_else(|| by_letters(look, &whole))
        .or_else(|| yes_no::by_one_word(look, question, &whole))
        .or_else(|| by_groups(look, question, &whole))
        .or_else(|| yes_no::recognise(look, question, &whole))
}

pub(super) fn found(look: &Look, question: Question, strength: Strength, rule: &str) -> Found {
    let first = wording::first_row(look);
    // A line that has ended is more likely to be output.
    let strength = if look.place.below { Strength::Weak } else { strength };
    Found { question, rows: first..look.place.rows.end, strength, rule: rule.to_owned(), tool: None }
}

/// `(Y)es / (N)o / (A)lways`.
fn by_letters(look: &Look, text: &str) -> Option<Found> {
    let list = lettered::read(text)?;
    let choices: Vec<Choice> = list
        .items
        .iter()
        .map(|item| Choice {
            label: item.label.clone(),
            keys: typed(look, &item.key),
            default: list.default.as_deref().is_some_and(|default| item.is(default)),
            selected: list.default.as_deref().is_some_and(|default| item.is(default)),
            role: wording::role(look.words, &item.label),
            checked: None,
        })
        .collect();
    let mut question = Question::new(kind_of(&choices), text);
    if list.words.contains(' ') || list.words.ends_with(['?', ':']) && list.words.len() > 1 {
        question.text = list.words;
    }
    question.default = list.default;
    question.choices = choices;
    Some(found(look, question, Strength::Strong, "letters.words"))
}

/// Yes and no and at most one more are a yes or no; anything longer is a list.
fn kind_of(choices: &[Choice]) -> Kind {
    let has = |role| choices.iter().any(|choice| choice.role == role);
    if has(Role::Yes) && has(Role::No) && choices.len() <= 3 { Kind::YesNo } else { Kind::Menu }
}

/// `whole` is the text with what a library shows behind its pointer.
fn by_groups(look: &Look, text: &str, whole: &str) -> Option<Found> {
    let ended = Ended { shown: groups::cut(whole).shown, ..groups::cut(text) };
    let offers = ended.groups.iter().find(|group| {
        is_offer(look.words, group) || behind(&ended, group).is_some_and(|default| names(group, &default))
    });
    match offers {
        Some(group) => Some(of_offer(look, text, &ended, group)),
        None => bare_pair(look, text, &ended).or_else(|| lone_default(look, text, &ended)),
    }
}

/// Whether one of the group's items is the default that stands behind it: `(dev, prod) [dev]`.
fn names(group: &Group, default: &str) -> bool {
    group.items.len() >= 2 && group.items.iter().any(|item| item.text == default)
}

/// Several items, each short: letters or single words.
fn is_offer(words: &Words, group: &Group) -> bool {
    let closed = |item: &Item| words.is_yes(&item.text) || words.is_no(&item.text);
    let short = |item: &Item| item.text.chars().count() <= 24;
    // `(n/a)` offers nothing, in any language.
    group.items.len() >= 2
        && !group.inner.eq_ignore_ascii_case("n/a")
        && group.items.iter().all(short)
        && (group.items.iter().any(closed)
            || group.inner.matches(['/', '|']).count() >= 2 && !is_path(&group.inner))
}

fn is_path(inner: &str) -> bool {
    inner.starts_with(['/', '~', '.']) || inner.contains("//")
}

fn of_offer(look: &Look, text: &str, ended: &Ended, group: &Group) -> Found {
    let default = default_of(look.words, ended, group);
    let choices: Vec<Choice> = group
        .items
        .iter()
        .map(|item| {
            let is_default =
                default.as_deref().is_some_and(|default| same_answer(look.words, default, &item.text));
            Choice {
                label: item.text.clone(),
                keys: typed(look, &item.text),
                selected: is_default,
                default: is_default,
                role: role_of(look.words, group, &item.text),
                checked: None,
            }
        })
        .collect();
    let mut question = Question::new(kind_of(&choices), text);
    (question.default, question.choices) = (default, choices);
    found(look, question, Strength::Strong, "letters.group")
}

/// What an item means. One letter beside the one for no is that for yes, in whatever language: `s/n`, `O/n`. Beside `y` no
/// other letter is: in git's `[y,n,q,a,d,j,J]` the `j` is not German.
fn role_of(words: &Words, group: &Group, item: &str) -> Role {
    let letter = |text: &str| text.chars().count() == 1;
    let is_y = |text: &str| text.eq_ignore_ascii_case("y");
    let beside_y = !is_y(item) && group.items.iter().any(|other| is_y(&other.text));
    let other = group.items.iter().find(|other| other.text != item).map(|other| other.text.as_str());
    let beside_no = group.items.len() == 2 && other.is_some_and(|other| letter(other) && words.is_no(other));
    match wording::role(words, item) {
        Role::Other if beside_no && letter(item) => Role::Yes,
        Role::Yes if beside_y && letter(item) => Role::Other,
        role => role,
    }
}

/// The default: what a library shows behind its pointer, what is marked, what stands alone in a group behind, or the
/// one in capitals.
fn default_of(words: &Words, ended: &Ended, group: &Group) -> Option<String> {
    let shown = ended.shown.clone().filter(|shown| words.is_yes(shown) || words.is_no(shown));
    let marked =
        group.items.iter().find(|item| item.marked && group.items.len() == 2).map(|item| item.text.clone());
    shown.or(marked).or_else(|| behind(ended, group)).or_else(|| capital(words, group))
}

fn behind(ended: &Ended, group: &Group) -> Option<String> {
    let after = ended.groups.iter().skip_while(|other| *other != group).skip(1);
    let lone = after.into_iter().find(|other| other.items.is_empty() && !other.inner.is_empty())?;
    let inner = lone.inner.as_str();
    Some(
        inner
            .strip_prefix("default")
            .map_or(inner, |rest| rest.trim_start_matches([' ', '=', ':']))
            .to_owned(),
    )
}

fn capital(words: &Words, group: &Group) -> Option<String> {
    let upper = |item: &&Item| item.text.chars().all(char::is_uppercase);
    let mut upper = group.items.iter().filter(upper);
    let first = upper.next().filter(|_| group.items.len() > 1 && closed(words, group))?;
    upper.next().is_none().then(|| first.text.clone())
}

fn closed(words: &Words, group: &Group) -> bool {
    group.items.iter().any(|item| words.is_yes(&item.text) || words.is_no(&item.text))
}

/// `y` and `yes` are the same answer.
pub(super) fn same_answer(words: &Words, one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
        || words.is_yes(one) && words.is_yes(other)
        || words.is_no(one) && words.is_no(other)
}

/// `Yes/No?` and `primary/extended?` without brackets, at the end of a line.
fn bare_pair(look: &Look, text: &str, ended: &Ended) -> Option<Found> {
    if !ended.closed || !ended.groups.is_empty() {
        return None;
    }
    let last = ended.words.trim_end_matches([':', '?', ' ']).split_whitespace().next_back()?;
    let items = groups::items(last);
    let word = |item: &Item| item.text.chars().all(char::is_alphabetic) && item.text.len() <= 16;
    if items.len() < 2 || !items.iter().all(word) || is_path(last) {
        return None;
    }
    // One pair of plain words is also how people write "and/or"; it takes a question before it.
    let closed = items.iter().any(|item| look.words.is_yes(&item.text) || look.words.is_no(&item.text));
    let asked = text.trim_end().ends_with('?') && text.matches('?').count() >= 2
        || text.contains("? ") && items.len() >= 3;
    if !closed && !asked {
        return None;
    }
    let group = Group { inner: last.to_owned(), items };
    Some(of_offer(look, text, ended, &group))
}

/// `Skip this patch? [y]`, `Is this OK? (yes)`, `Fix<y>?`, `[no]:` below its question.
fn lone_default(look: &Look, text: &str, ended: &Ended) -> Option<Found> {
    let group = ended.groups.last().filter(|group| group.items.is_empty())?;
    let answer = group.inner.as_str();
    if !(look.words.is_yes(answer) || look.words.is_no(answer))
        || !wants_a_word(look.words, text, ended, answer)
    {
        return None;
    }
    let hint = groups::items(&look.place.tail);
    if hint.len() > 1 && hint.iter().any(|item| same_answer(look.words, &item.text, answer)) {
        let group = Group { inner: look.place.tail.clone(), items: hint };
        let mut found = of_offer(look, text, ended, &group);
        found.question.default = Some(answer.to_owned());
        return Some(found);
    }
    let default = match answer.len() {
        1 => answer.to_lowercase(),
        _ => answer.to_owned(),
    };
    let question = yes_no::yes_or_no(look, text, Some(&default), answer.len() == 1);
    Some(found(look, question, Strength::Strong, "yes_no.default"))
}

/// Whether the words before a lone default want a yes or a no. `package name: (n)` wants a name, and offers the folder's;
/// `Language? [no]` offers Norwegian.
fn wants_a_word(words: &Words, text: &str, ended: &Ended, answer: &str) -> bool {
    let before = ended.words.trim();
    let mut said = before.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let named = |word: &str| words.is_yes(word) || words.is_no(word);
    let one = said.clone().next().filter(|_| said.clone().count() == 1);
    let plain = answer.chars().count() == 1 || answer.eq_ignore_ascii_case("yes");
    let thing = one.is_some_and(|word| !plain && !sure::is_verb(words, word));
    let asks = text.contains('?') && !thing;
    !before.is_empty()
        && !sure::is_open(words, before)
        && (asks || sure::wants_yes(words, before) || said.any(named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(inner: &str, item: &str, expected: Role) {
        let words = crate::profile::Profiles::embedded().words().clone();
        let group = Group { inner: inner.into(), items: groups::items(inner) };
        assert_eq!(role_of(&words, &group, item), expected, "{item} in {inner}");
    }

    #[test]
    fn one_letter_means_yes() {
        check("y,n,q,a,d,j,J,g,/,e,p,?", "y", Role::Yes);
        check("y,n,q,a,d,j,J,g,/,e,p,?", "j", Role::Other);
        check("y,n,q,a,d,j,J,g,/,e,p,?", "J", Role::Other);
        check("y,n,q,a,d,j,J,g,/,e,p,?", "n", Role::No);
        check("j/n", "j", Role::Yes);
        check("J/n", "J", Role::Yes);
        check("s/n", "s", Role::Yes);
        check("Y/n", "Y", Role::Yes);
    }
}
