//! Which program runs: what detection knows about the processes on a terminal.

mod launcher;
mod shell_text;

use launcher::Unwrapped;

/// How many launchers may stand before a program.
const DEEPEST: usize = 8;
/// The kernel keeps no more of a command's name.
const KERNEL_NAME: usize = 15;

/// A program by its command line. Not by words on the screen: those are anybody's.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    /// The command name as the kernel keeps it, if it is known.
    pub name: Option<String>,
    /// The command line, as far as it is known.
    pub arguments: Vec<String>,
}

impl Program {
    /// A program known by the kernel's name only.
    pub fn named(name: impl Into<String>) -> Self {
        Program { name: Some(name.into()), arguments: Vec::new() }
    }

    /// A program known by its command line.
    pub fn with_arguments<S: Into<String>>(arguments: impl IntoIterator<Item = S>) -> Self {
        Program { name: None, arguments: arguments.into_iter().map(Into::into).collect() }
    }

    /// All that it may be said to run: itself, and what its command line starts behind launchers.
    pub(crate) fn runs(&self) -> Vec<Started> {
        let by_name = |name: &String| Started::new(Run::Kernel(name.clone()), &[]);
        let mut found: Vec<Started> = self.name.iter().map(by_name).collect();
        follow(&self.arguments, DEEPEST, &mut found);
        found
    }
}

/// Something that runs, and the words behind it in its command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Started {
    run: Run,
    words: Vec<String>,
}

impl Started {
    fn new(run: Run, words: &[String]) -> Self {
        Started { run, words: words.to_vec() }
    }

    fn is_by_name(&self) -> bool {
        matches!(self.run, Run::Kernel(_))
    }
}

/// How something that runs is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Run {
    /// By the kernel's name, which may be cut.
    Kernel(String),
    /// By the path of an executable or a script.
    File(String),
    /// By the name of a package.
    Package(String),
    /// By the name of a module.
    Module(String),
}

fn follow(arguments: &[String], depth: usize, found: &mut Vec<Started>) {
    if depth == 0 || found.len() > 32 {
        return;
    }
    match launcher::unwrap(arguments) {
        Unwrapped::Itself => found.extend(
            arguments.split_first().map(|(path, words)| Started::new(Run::File(path.clone()), words)),
        ),
        Unwrapped::Command(rest) => follow(rest, depth - 1, found),
        Unwrapped::Is(runs, words) => found.extend(runs.into_iter().map(|run| Started::new(run, words))),
        Unwrapped::Text(text) => {
            for command in shell_text::commands(text) {
                follow(&command, depth - 1, found);
            }
        }
    }
}

/// How a program is known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// Names of executables.
    pub(crate) names: Vec<String>,
    /// Packages of a registry.
    pub(crate) packages: Vec<String>,
    /// Modules that an interpreter runs.
    pub(crate) modules: Vec<String>,
    /// Options and commands with which it asks nothing.
    pub(crate) without_dialogs: Vec<String>,
}

impl Known {
    /// Whether one of these is the program.
    pub(crate) fn covers(&self, started: &[Started]) -> bool {
        started.iter().any(|started| self.is(&started.run))
    }

    /// Whether the program was told to ask nothing. None if no words were given to it, or none are left: some
    /// programs write over their own command line.
    pub(crate) fn asks_nothing(&self, started: &[Started]) -> Option<bool> {
        let own = || started.iter().filter(|started| self.is(&started.run) && !started.is_by_name());
        let told = own().any(|started| !started.words.is_empty());
        told.then(|| own().all(|started| self.is_without_dialogs(&started.words)))
    }

    /// An option counts anywhere before `--`; a command only where options and their words stand before it.
    fn is_without_dialogs(&self, words: &[String]) -> bool {
        let (mut may_be_command, mut behind_option) = (true, false);
        for word in words.iter().take_while(|word| *word != "--") {
            let is_option = word.starts_with('-');
            let name = word.split('=').next().filter(|_| is_option).unwrap_or(word);
            if (is_option || may_be_command) && self.without_dialogs.iter().any(|known| known == name) {
                return true;
            }
            may_be_command &= is_option || behind_option;
            behind_option = is_option && !word.contains('=');
        }
        false
    }

    fn is(&self, run: &Run) -> bool {
        match run {
            Run::Kernel(name) => self.names.iter().any(|known| is_kernel_name(name, known)),
            Run::File(path) => self.is_file(path),
            Run::Package(spec) => self.packages.iter().any(|known| known == package_of(spec)),
            Run::Module(name) => self.modules.iter().any(|known| known == name),
        }
    }

    fn is_file(&self, path: &str) -> bool {
        let name = plain_name(path);
        let named = self.names.iter().any(|known| known == name || installed_as(path, known));
        named || self.packages.iter().any(|package| in_package(path, package))
    }
}

/// The kernel's name is the program's, cut where the kernel cuts.
fn is_kernel_name(name: &str, known: &str) -> bool {
    let plain = plain_name(name);
    plain == known || (name.len() == KERNEL_NAME && known.len() > KERNEL_NAME && known.starts_with(name))
}

/// A file's name without folder, script ending and version: `claude-2.1.50` is `claude`.
fn plain_name(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path).trim_start_matches('-');
    let ends = [".js", ".mjs", ".cjs", ".exe", ".cmd", ".py", ".sh"];
    let name = ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    match name.rsplit_once('-') {
        Some((name, version)) if is_version(version) => name,
        _ => name,
    }
}

fn is_version(text: &str) -> bool {
    text.contains('.')
        && text.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `…/claude/versions/2.1.50`: a version of a program kept by its own installer.
fn installed_as(path: &str, known: &str) -> bool {
    let mut parts = path.rsplit('/');
    let (version, folder, name) = (parts.next(), parts.next(), parts.next());
    version.is_some_and(is_version) && folder == Some("versions") && name == Some(known)
}

/// A file inside an installed package.
fn in_package(path: &str, package: &str) -> bool {
    path.match_indices(package).any(|(at, _)| {
        let before = path.get(..at).unwrap_or_default();
        let behind = path.get(at + package.len()..).unwrap_or_default();
        before.ends_with("node_modules/") && behind.starts_with('/')
    })
}

/// A package without version: `@openai/codex@latest`, `npm:@openai/codex`, `aider-chat==0.86`.
fn package_of(spec: &str) -> &str {
    let spec = spec.strip_prefix("npm:").unwrap_or(spec);
    let spec = spec.split(['=', '<', '>', '[', '~']).next().unwrap_or(spec);
    let start = usize::from(spec.starts_with('@'));
    match spec.get(start..).and_then(|rest| rest.find('@')) {
        Some(at) => spec.get(..at + start).unwrap_or(spec),
        None => spec,
    }
}

#[cfg(test)]
mod tests;
