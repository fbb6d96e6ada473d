//! Policy files as texts: the person's own, and those it builds upon. What a policy means is `policy`'s business.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use policy::{Draft, Policy, Problem, Source, shipped_text};
use serde::{Deserialize, Serialize};
use store::Hash;

use crate::readable;

/// The policy that holds where the person has written none.
pub const DEFAULT: &str = "careful";
/// The policy that holds where what the person confirmed cannot be believed: it may have been as strict as this.
pub(super) const STRICTEST: &str = "watch-only";
/// More files than this in a row build on each other by mistake.
const MOST_FILES: usize = 8;

/// One file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Its path, for people.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// The files of one policy, each followed by the one it builds upon. None at all is the default policy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texts {
    /// The files.
    pub files: Vec<File>,
}

/// What makes two policies the same content, whatever their files are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(pub [u8; 32]);

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Hash(self.0).fmt(f)
    }
}

/// What is wrong with files, all of it.
pub(super) type Problems = Vec<Problem>;

impl Texts {
    /// Reads a policy that must be there.
    pub fn read(file: &Path) -> Result<Texts, Problems> {
        let mut texts = Texts::default();
        let mut next = Some(file.to_owned());
        while let Some(path) = next {
            texts.files.push(read(&path)?);
            next = texts.builds_on_file(&path)?;
        }
        Ok(texts)
    }

    /// Reads the person's policy. None written is fine; a link to nothing is not.
    pub fn read_own(file: Option<&Path>) -> Result<Texts, Problems> {
        match file {
            Some(file) if std::fs::symlink_metadata(file).is_err_and(is_missing) => Ok(Texts::default()),
            Some(file) => Texts::read(file),
            None => Ok(Texts::default()),
        }
    }

    /// A text that somebody else has read.
    pub fn of(name: impl Into<String>, text: impl Into<String>) -> Texts {
        Texts { files: vec![File { name: name.into(), text: text.into() }] }
    }

    /// The file that the last of these builds upon, if it is one.
    fn builds_on_file(&self, path: &Path) -> Result<Option<PathBuf>, Problems> {
        let Some(last) = self.files.last() else { return Ok(None) };
        let draft = Draft::parse(&last.source())?;
        let Some(wanted) = draft.extends().filter(|name| shipped_text(name).is_none()) else {
            return Ok(None);
        };
        let file = path.parent().unwrap_or(Path::new("/")).join(wanted);
        let refused = |message: String| Err(vec![last.problem_where_it_extends(message)]);
        if let Some(round) = self.round_to(&file) {
            return refused(format!("these files build on each other in a circle: {round}"));
        }
        if self.files.len() >= MOST_FILES {
            return refused(format!("more than {MOST_FILES} files build on each other"));
        }
        match std::fs::metadata(&file) {
            Ok(_) => Ok(Some(file)),
            Err(error) => {
                let shipped = policy::SHIPPED.join(", ");
                let meant = policy::nearest_shipped(wanted);
                let meant = meant.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
                refused(format!(
                    "extends `{wanted}`: {}: {error}{meant}; shipped policies are {shipped}",
                    file.display()
                ))
            }
        }
    }

    /// The files from this one back to it, if it is among them.
    fn round_to(&self, file: &Path) -> Option<String> {
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let again = real(file)?;
        let begin =
            self.files.iter().position(|known| real(Path::new(&known.name)).as_ref() == Some(&again))?;
        let names = self.files[begin..].iter().chain([&self.files[begin]]).map(|file| file.name.as_str());
        Some(names.collect::<Vec<_>>().join(" -> "))
    }

    /// The policy that these files are.
    pub fn build(&self) -> Result<Policy, Problems> {
        Policy::build(self.drafts()?)
    }

    /// What the files say, the one that the others build upon first; shipped ones too.
    pub fn drafts(&self) -> Result<Vec<Draft>, Problems> {
        let own = self.files.len();
        let draft = |(at, source): (usize, &Source)| match Draft::shipped(&source.name).filter(|_| at >= own)
        {
            Some(shipped) => Ok(shipped),
            None => Draft::parse(source),
        };
        self.sources().iter().enumerate().rev().map(draft).collect()
    }

    /// Names of what it is made of, as people are told: files, then shipped policies.
    pub fn chain(&self) -> Vec<String> {
        self.sources().into_iter().map(|source| source.name).collect()
    }

    /// The files and the shipped policies, each followed by the one it builds upon.
    pub fn sources(&self) -> Vec<Source> {
        let mut sources: Vec<Source> = self.files.iter().map(File::source).collect();
        let extends = |source: &Source| Draft::parse(source).ok()?.extends().map(str::to_owned);
        let mut next = sources.last().map_or(Some(DEFAULT.to_owned()), extends);
        while let Some((name, text)) = next.and_then(|name| Some((name.clone(), shipped_text(&name)?))) {
            let shipped = Source { name, text: text.to_owned() };
            next = extends(&shipped);
            sources.push(shipped);
        }
        sources
    }

    /// Two policies with the same texts in the same order have the same.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut bytes = String::from("locum policy 1\n");
        for file in &self.files {
            // Writing to a string cannot fail.
            let _ = write!(bytes, "{}\n{}", file.text.len(), file.text);
        }
        Fingerprint(Hash::of(bytes.as_bytes()).0)
    }
}

/// A shipped policy.
pub(super) fn shipped(name: &str) -> Policy {
    let nothing = || Policy::build(Vec::new()).ok();
    Policy::shipped(name).or_else(nothing).unwrap_or_else(|| unreachable!("an empty policy has no mistakes"))
}

fn is_missing(error: io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

fn read(path: &Path) -> Result<File, Problems> {
    let name = path.display().to_string();
    match readable::text(path) {
        Ok(text) => Ok(File { name, text }),
        Err(message) => Err(vec![problem(name, 1, message)]),
    }
}

/// A mistake that is not in one place of a file.
pub(super) fn problem(file: String, line: usize, message: String) -> Problem {
    Problem { file, line, column: None, rule: None, message, hint: None }
}

impl File {
    /// The same for the policy.
    pub fn source(&self) -> Source {
        Source { name: self.name.clone(), text: self.text.clone() }
    }

    fn problem_where_it_extends(&self, message: String) -> Problem {
        let at = self.text.lines().position(|line| line.trim_start().starts_with("extends"));
        problem(self.name.clone(), at.map_or(1, |at| at + 1), message)
    }
}
