//! The catalogue's own examples, tried again by whoever asks: `locum policy test`.

use super::Catalogue;
use super::entry::{Entry, Example};
use crate::{Surroundings, unfold};

const HOME: &str = "/home/ann";
const PROJECT: &str = "/home/ann/proj";

impl Catalogue {
    /// How many examples there are, and those that are not as they should be, in words for a person.
    pub fn check_examples(&self) -> (usize, Vec<String>) {
        let (mut checked, mut wrong) = (0, Vec::new());
        for entry in &self.entries {
            checked += entry.examples.len() + entry.not_examples.len();
            let missed = entry.examples.iter().filter(|example| !self.meets(entry, example));
            wrong.extend(missed.map(|example| format!("{} is not found in `{}`", entry.id, example.line)));
            let found = entry.not_examples.iter().filter(|example| self.meets(entry, example));
            wrong.extend(found.map(|example| format!("{} is found in `{}`", entry.id, example.line)));
        }
        (checked, wrong)
    }

    fn meets(&self, entry: &Entry, example: &Example) -> bool {
        let cwd = example.folder.as_ref().map_or(PROJECT.to_owned(), |below| format!("{PROJECT}/{below}"));
        let around = Surroundings { cwd: &cwd, ..Surroundings::project(PROJECT, HOME) };
        let reading = unfold::read(&example.line, &around);
        self.find(&reading, &around).iter().flatten().any(|finding| finding.id == entry.id)
    }
}
