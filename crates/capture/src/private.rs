//! What names the person: their home folder, their name on the machine.

use std::ops::Range;

use crate::redactor::Options;

/// A name that short is a word of many meanings.
const SHORTEST_NAME: usize = 3;

/// Names to look for.
#[derive(Debug)]
pub(crate) struct Names {
    /// The home folder up to its last part, and that part.
    home: Option<(String, String)>,
    user: Option<String>,
}

impl Names {
    pub(crate) fn new(options: &Options) -> Self {
        let home = options.home.as_deref().map(|home| home.trim_end_matches('/'));
        let parts = home.and_then(|home| home.rsplit_once('/')).filter(|(before, _)| !before.is_empty());
        let user =
            options.user.as_deref().filter(|user| user.chars().count() >= SHORTEST_NAME && *user != "root");
        Names {
            home: parts.map(|(before, last)| (format!("{before}/"), last.to_owned())),
            user: user.map(str::to_owned),
        }
    }

    /// Where they stand.
    pub(crate) fn find(&self, text: &str) -> Vec<Range<usize>> {
        let home = self.home.iter().flat_map(|(before, last)| {
            words(text, &format!("{before}{last}")).map(|span| span.start + before.len()..span.end)
        });
        let user = self.user.iter().flat_map(|user| words(text, user));
        home.chain(user).collect()
    }
}

/// Where a name stands that goes on in no word.
fn words<'a>(text: &'a str, name: &str) -> impl Iterator<Item = Range<usize>> + use<'a> {
    let length = name.len();
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let found: Vec<usize> = text.match_indices(name).map(|(at, _)| at).collect();
    found.into_iter().map(move |at| at..at + length).filter(move |span| {
        let before = text.get(..span.start).and_then(|before| before.chars().next_back());
        let after = text.get(span.end..).and_then(|after| after.chars().next());
        !is_part(before) && !is_part(after)
    })
}
