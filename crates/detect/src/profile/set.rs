//! All profiles in force: those that come with the program and the person's own.

use std::sync::{Arc, OnceLock};

use super::load::Source;
use super::rule::Rules;
use super::{Profile, ProfileError, examples};
use crate::program::{Known, Program};
use crate::words;

/// What comes with the program; the generic one last.
const EMBEDDED: [(&str, &str); 7] = [
    ("claude.toml", include_str!("../../agents/claude.toml")),
    ("codex.toml", include_str!("../../agents/codex.toml")),
    ("gemini.toml", include_str!("../../agents/gemini.toml")),
    ("aider.toml", include_str!("../../agents/aider.toml")),
    ("opencode.toml", include_str!("../../agents/opencode.toml")),
    ("copilot.toml", include_str!("../../agents/copilot.toml")),
    ("generic.toml", include_str!("../../agents/generic.toml")),
];

/// The words of generic shapes.
const WORDS: &str = include_str!("../../agents/words.toml");

/// All profiles in force.
#[derive(Debug, Clone)]
pub struct Profiles {
    /// The person's own first, the generic one not among them.
    all: Vec<Arc<Profile>>,
    generic: Arc<Profile>,
    /// The generic one for a program that was started so that it does not show what is typed.
    hiding: Arc<Profile>,
}

impl Profiles {
    /// Those that come with the program, read once. A test loads each of them, so that none is missing here.
    pub fn embedded() -> Self {
        static SHIPPED: OnceLock<Profiles> = OnceLock::new();
        let read = || EMBEDDED.iter().filter_map(|(file, text)| load(&shipped(file, text), None).ok());
        SHIPPED.get_or_init(|| Profiles::of(read().collect())).clone()
    }

    /// Those that come with the program and the person's own, given as file name and text. One with the name of
    /// another takes its place. A broken one is refused.
    pub fn with_files(files: &[(String, String)]) -> (Self, Vec<ProfileError>) {
        Profiles::embedded().reloaded(files)
    }

    /// The same after the person's files have changed. Where a file is broken now, what it said before stays in force.
    pub fn reloaded(&self, files: &[(String, String)]) -> (Self, Vec<ProfileError>) {
        let mut errors = Vec::new();
        let mut own: Vec<Profile> = Vec::new();
        for (file, text) in files {
            match load_checked(&Source { file, text, shipped: false }) {
                Ok(profile) => match own.iter().find(|other| other.name == profile.name) {
                    Some(other) => errors.push(same_name(file, text, other)),
                    None => own.push(profile),
                },
                Err(error) => {
                    errors.push(error);
                    own.extend(self.of_file(file).map(|profile| profile.as_ref().clone()));
                }
            }
        }
        let shipped = Profiles::embedded();
        let shipped = shipped.all.iter().chain([&shipped.generic]).map(|profile| profile.as_ref().clone());
        own.extend(shipped);
        (Profiles::of(own), errors)
    }

    /// Puts profiles into force; of several with one name the first counts.
    fn of(profiles: Vec<Profile>) -> Self {
        let mut all: Vec<Profile> = Vec::new();
        for profile in profiles {
            if !all.iter().any(|other| other.name == profile.name) {
                all.push(profile);
            }
        }
        let generic = all.iter().position(Profile::is_generic).map(|place| all.remove(place));
        let generic = generic.unwrap_or_else(Profile::bare);
        for profile in &mut all {
            profile.words = generic.words.clone();
            profile.rules.roles.extend(generic.rules.roles.iter().cloned());
        }
        let hiding = Arc::new(Profile { hides_typing: true, ..generic.clone() });
        Profiles { all: all.into_iter().map(Arc::new).collect(), generic: Arc::new(generic), hiding }
    }

    fn of_file(&self, file: &str) -> Option<&Arc<Profile>> {
        self.all.iter().chain([&self.generic]).find(|profile| profile.file.as_deref() == Some(file))
    }

    /// The profile of the first of these programs that has one; else the generic one, also where that program was
    /// told to ask nothing: whatever it prints is no dialog of its own.
    pub fn for_programs(&self, programs: &[Program]) -> Arc<Profile> {
        let started: Vec<_> = programs.iter().map(Program::runs).collect();
        let covering =
            started.iter().find_map(|started| self.all.iter().find(|profile| profile.known.covers(started)));
        let asks = |profile: &&Arc<Profile>| {
            started.iter().find_map(|started| profile.known.asks_nothing(started)) != Some(true)
        };
        let hides = programs.iter().any(|program| hides_typing(program, self.generic.words()));
        let generic = if hides { &self.hiding } else { &self.generic };
        covering.filter(asks).unwrap_or(generic).clone()
    }

    /// The profile with this name.
    pub fn named(&self, name: &str) -> Option<Arc<Profile>> {
        self.all.iter().chain([&self.generic]).find(|profile| profile.name() == name).cloned()
    }

    /// Whether this program only passes on what a program elsewhere does.
    pub fn is_remote(&self, name: &str) -> bool {
        words::has(&self.generic.words().remote, name)
    }

    /// The words that generic shapes know.
    #[cfg(test)]
    pub(crate) fn words(&self) -> &words::Words {
        self.generic.words()
    }
}

/// `dialog --passwordbox`.
fn hides_typing(program: &Program, words: &words::Words) -> bool {
    let Some((path, options)) = program.arguments.split_first() else { return false };
    let name = path.rsplit('/').next().unwrap_or(path);
    words::has(&words.box_programs, name)
        && options.iter().any(|option| words::has(&words.hiding_options, option))
}

/// Two files cannot both be the profile of one name: the first counts.
fn same_name(file: &str, text: &str, other: &Profile) -> ProfileError {
    let line = text.lines().position(|line| line.trim_start().starts_with("name"));
    let first = other.file.as_deref().unwrap_or("another file");
    let problem = format!("{first} has the name `{}` too, and counts instead", other.name);
    ProfileError { file: file.to_owned(), line: line.map_or(1, |line| line + 1), problem }
}

impl Profile {
    /// One that knows nothing.
    fn bare() -> Self {
        Profile {
            name: Profile::GENERIC.into(),
            known: Known::default(),
            rules: Rules::default(),
            words: Arc::default(),
            seen_with: Vec::new(),
            file: None,
            hides_typing: false,
        }
    }
}

/// A profile from its text; its screens are not looked at.
fn shipped<'a>(file: &'a str, text: &'a str) -> Source<'a> {
    Source { file, text, shipped: true }
}

fn load(source: &Source, file: Option<&str>) -> Result<Profile, ProfileError> {
    let tables = source.parse()?;
    let stem = source.file.rsplit('/').next().unwrap_or(source.file).trim_end_matches(".toml");
    let name = tables.name.as_ref().map_or(stem, |name| name.get_ref().as_str()).to_owned();
    let valid = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if name.is_empty() || name.len() > 40 || !name.chars().all(valid) {
        let at = tables.name.as_ref().map_or(0, |name| name.span().start);
        return Err(
            source.error(at, format!("`{name}` is no name: letters, digits, `-` and `_`, at most 40"))
        );
    }
    let rules = source.rules(&name, &tables)?;
    let words = Arc::new(tables.words.or_else(|| toml::from_str(WORDS).ok()).unwrap_or_default());
    let known = tables.program.known();
    let file = file.map(str::to_owned);
    Ok(Profile { name, known, rules, words, seen_with: tables.seen_with, file, hides_typing: false })
}

/// A profile from its text, believed only if its screens are recognised as it says.
pub(super) fn load_checked(source: &Source) -> Result<Profile, ProfileError> {
    let profile = load(source, Some(source.file))?;
    examples::check(source, &profile)?;
    Ok(profile)
}

#[cfg(test)]
pub(super) fn embedded_sources() -> impl Iterator<Item = Source<'static>> {
    EMBEDDED.iter().map(|(file, text)| Source { file, text, shipped: false })
}
