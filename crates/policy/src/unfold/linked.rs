//! Links that the line makes itself: a path through one of them leads somewhere else than it says.

use super::call::Call;
use super::field::Field;
use super::{Scope, Unfolder, folder};

/// More links than this are not kept apart.
const MOST: usize = 16;

impl Unfolder<'_> {
    /// `ln -s TARGET NAME`, `cp -s`: remembers the names that lead out of where they stand.
    pub(super) fn remember_links(&mut self, call: &Call, scope: &Scope) {
        let words = call.words.get(1..).unwrap_or_default();
        let (options, operands): (Vec<&Field>, Vec<&Field>) =
            words.iter().partition(|word| word.shown().starts_with('-'));
        let makes = |option: &&Field| option.shown().contains('s');
        let links = call.name().is_some_and(|name| matches!(name.as_str(), "ln" | "gln" | "cp" | "gcp"));
        if !links || !options.iter().any(makes) || !operands.iter().any(|word| leads_away(word)) {
            return;
        }
        if self.linked.len() + operands.len() * 2 > MOST {
            return self.doubt("it makes too many links to keep them apart");
        }
        let place = operands.last().map_or("", |word| word.shown());
        let base = |word: &&Field| word.shown().trim_end_matches('/').rsplit('/').next().map(str::to_owned);
        let bases = operands.iter().filter_map(base).filter(|base| !matches!(base.as_str(), "" | "." | ".."));
        // The link is the last word, or has the target's name in that folder or here.
        let names = bases.flat_map(|base| [format!("{place}/{base}"), base]).chain([place.to_owned()]);
        let from = scope.cwd.as_deref();
        let paths = names.filter_map(|name| folder::resolve(from, &name));
        self.linked.extend(paths.filter(|path| Some(path.as_str()) != from));
    }

    /// A command that goes through such a name, or runs in a folder below it, is not understood.
    pub(super) fn follow_links(&mut self, call: &Call, scope: &Scope) {
        if self.linked.is_empty() {
            return;
        }
        let from = scope.cwd.as_deref();
        let words = call.words.iter().map(Field::shown);
        let files = call.effects.iter().map(|effect| effect.target.shown());
        let with_values = words.chain(files).flat_map(|word| [word, word.rsplit('=').next().unwrap_or(word)]);
        let paths: Vec<String> = with_values.filter_map(|path| folder::resolve(from, path)).collect();
        let folder = from.map(str::to_owned);
        let through = |path: &String| {
            let below = |link: &String| {
                path.strip_prefix(link.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            self.linked.iter().any(below)
        };
        if paths.iter().chain(&folder).any(through) {
            self.doubt("a path leads through a link that the line makes");
        }
    }
}

/// Whether a link to this may lead out of the folder, or to what is hidden there.
fn leads_away(target: &Field) -> bool {
    let part_is_odd = |part: &str| part.starts_with('.') && part != ".";
    match target.certain() {
        Some(path) => path.starts_with(['/', '~']) || path.split('/').any(part_is_odd),
        None => true,
    }
}
