//! What a command's meaning depends on besides its own words.

/// Where a command would run. Pure: who asks has looked these things up.
pub struct Surroundings<'a> {
    /// The folder it starts in, absolute.
    pub cwd: &'a str,
    /// The top folder of the project, absolute; nothing where there is none worth the name (`/`, the home folder).
    pub workspace: Option<&'a str>,
    /// The person's home folder, absolute.
    pub home: &'a str,
    /// Where a path leads when links are followed, as far as it exists; nothing if that is not known.
    pub real: &'a dyn Fn(&str) -> Option<String>,
}

impl<'a> Surroundings<'a> {
    /// A project at this folder, with no links anywhere.
    pub fn project(cwd: &'a str, home: &'a str) -> Surroundings<'a> {
        Surroundings { cwd, workspace: Some(cwd), home, real: &|_| None }
    }
}
