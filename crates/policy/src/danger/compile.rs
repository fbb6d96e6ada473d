//! What is written in the catalogue to what is matched.

use std::collections::HashMap;

use model::Danger;

use super::acts::{Deed, Use};
use super::built_in::BuiltIn;
use super::chosen::{Sign, Which};
use super::entry::{ActPattern, Entry, Example, RunsPattern, When};
use super::kinds::Kinds;
use super::load::Fault;
use super::pattern::{Form, TextPattern, WordPattern};
use super::raw::{RawEntry, RawExample, RawUse, RawUses, RawWhen};
use crate::{Note, Place};

/// What programs do, by the program.
pub(super) fn uses(raw: RawUses) -> Result<HashMap<String, Vec<Use>>, Fault> {
    let mut uses: HashMap<String, Vec<Use>> = HashMap::new();
    for one in raw.uses {
        for written in &one.run {
            let form = form(written, "uses.toml")?;
            for program in form.program.alternatives() {
                uses.entry(program.clone()).or_default().push(of_use(&one, form.clone()));
            }
        }
    }
    Ok(uses)
}

fn of_use(raw: &RawUse, form: Form) -> Use {
    let named = [
        (Deed::Read, &raw.read),
        (Deed::Write, &raw.write),
        (Deed::Append, &raw.append),
        (Deed::Delete, &raw.delete),
        (Deed::Change, &raw.change),
        (Deed::Send, &raw.send),
        (Deed::Run, &raw.run_file),
    ];
    let deeds = named.into_iter().filter(|(_, words)| !words.is_empty());
    Use {
        form,
        deeds: deeds.map(|(deed, words)| (deed, words.split_whitespace().map(which).collect())).collect(),
        recursive: split(&raw.recursive),
        always_recursive: raw.always_recursive,
        flags: split(&raw.flags),
        no_flags: split(&raw.no_flags),
    }
}

fn which(word: &str) -> Which {
    match word {
        "all" => Which::All,
        "first" => Which::First,
        "last" => Which::Last,
        "but_first" => Which::ButFirst,
        "but_last" => Which::ButLast,
        "to_remote" => Which::ToRemote,
        "local" => Which::Local,
        option if option.starts_with('-') => value_of(option),
        start => Which::Prefix(start.to_owned()),
    }
}

fn value_of(option: &str) -> Which {
    let (name, sign) = match (option.strip_suffix("=@"), option.strip_suffix('@')) {
        (Some(name), _) => (name, Sign::NameAt),
        (None, Some(name)) => (name, Sign::At),
        (None, None) => (option, Sign::None),
    };
    Which::Value(name.to_owned(), sign)
}

/// An entry, compiled.
pub(super) fn entry(raw: RawEntry, kinds: &Kinds) -> Result<Entry, Fault> {
    let level = Danger::of_word(&raw.level).ok_or_else(|| unknown(&raw.id, &raw.level))?;
    let when = raw.when.into_iter().map(|when| compiled(when, &raw.id, kinds)).collect::<Result<_, _>>()?;
    let examples = raw.examples.into_iter().map(example).collect();
    let not_examples = raw.not_examples.into_iter().map(example).collect();
    Ok(Entry { id: raw.id, level, why: raw.why, when, examples, not_examples })
}

fn example(raw: RawExample) -> Example {
    match raw {
        RawExample::Line(line) => Example { line, folder: None },
        RawExample::There { line, folder } => Example { line, folder: Some(folder) },
    }
}

fn compiled(raw: RawWhen, id: &str, kinds: &Kinds) -> Result<When, Fault> {
    let text = |written: Option<String>| written.map(|written| TextPattern::new(&written));
    let act = raw.act.as_ref().map(|deeds| act(deeds, &raw, id, kinds)).transpose()?;
    let value = |(names, written): (&String, &String)| (split(names), TextPattern::new(written));
    Ok(When {
        run: raw.run.iter().map(|written| form(written, id)).collect::<Result<_, _>>()?,
        flags: split(&raw.flags),
        all_flags: raw.all_flags.iter().map(|group| split(group)).collect(),
        no_flags: split(&raw.no_flags),
        values: raw.values.iter().map(value).collect(),
        operand: text(raw.operand),
        no_operand: text(raw.no_operand),
        bare: raw.bare,
        act,
        notes: notes(&raw.note, id)?,
        no_notes: notes(&raw.no_note, id)?,
        set: raw.set.map(|names| (WordPattern::new(&names), text(raw.set_value))),
        from: raw.from.split_whitespace().map(WordPattern::new).collect(),
        to: raw.to.split_whitespace().map(WordPattern::new).collect(),
        runs: raw.runs.map(|word| runs(&word, id)).transpose()?,
        says: text(raw.says),
        built_in: raw
            .built_in
            .map(|word| BuiltIn::named(&word).ok_or_else(|| unknown(id, &word)))
            .transpose()?,
    })
}

fn act(deeds: &str, raw: &RawWhen, id: &str, kinds: &Kinds) -> Result<ActPattern, Fault> {
    let deed =
        |word: &str| Deed::ALL.into_iter().find(|deed| deed.word() == word).ok_or_else(|| unknown(id, word));
    let place = |word: &str| {
        Place::ALL.into_iter().find(|place| place.word() == word).ok_or_else(|| unknown(id, word))
    };
    let kind = |word: &str| kinds.named(word).ok_or_else(|| unknown(id, word));
    Ok(ActPattern {
        deeds: deeds.split_whitespace().map(deed).collect::<Result<_, _>>()?,
        places: raw.place.split_whitespace().map(place).collect::<Result<_, _>>()?,
        kinds: raw.file.split_whitespace().map(kind).collect::<Result<_, _>>()?,
        recursive: raw.recursive,
        open_start: raw.open_start,
    })
}

fn notes(words: &str, id: &str) -> Result<Vec<Note>, Fault> {
    let note =
        |word: &str| Note::ALL.into_iter().find(|note| note.word() == word).ok_or_else(|| unknown(id, word));
    words.split_whitespace().map(note).collect()
}

fn runs(word: &str, id: &str) -> Result<RunsPattern, Fault> {
    match word {
        "piped" => Ok(RunsPattern::Piped),
        "variable" => Ok(RunsPattern::Variable),
        _ => Err(unknown(id, word)),
    }
}

fn form(written: &str, id: &str) -> Result<Form, Fault> {
    Form::new(written).ok_or_else(|| unknown(id, written))
}

fn unknown(id: &str, word: &str) -> Fault {
    Fault::Word { id: id.to_owned(), word: word.to_owned() }
}

fn split(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).collect()
}
