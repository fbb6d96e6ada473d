//! What one part of a line brings and another runs or sends.

use super::acts::{Act, Deed};
use super::scene::Subject;
use crate::place::Resolved;
use crate::{Place, Runs, Stdin, Text};

/// Programs that bring a file from elsewhere.
const FETCHERS: &[&str] = &[
    "curl",
    "wget",
    "fetch",
    "aria2c",
    "http",
    "https",
    "xh",
    "axel",
    "scp",
    "sftp",
    "ftp",
    "tftp",
    "certutil",
    "bitsadmin",
    "invoke-webrequest",
    "gh",
];

/// Programs that turn hidden text into plain.
const DECODERS: &[&str] =
    &["base64", "base32", "basenc", "xxd", "openssl", "uudecode", "gunzip", "zcat", "rev", "gpg"];

/// Programs that print settings for the shell to run, and are meant for it.
const SETUPS: &[&str] = &[
    "direnv",
    "ssh-agent",
    "brew",
    "pyenv",
    "rbenv",
    "nodenv",
    "fnm",
    "mise",
    "starship",
    "zoxide",
    "opam",
    "conda",
    "fzf",
    "minikube",
    "jenv",
    "atuin",
    "dircolors",
    "lesspipe",
    "luarocks",
    "docker-machine",
    "rustup",
    "goenv",
    "asdf",
];

/// Programs that run what lies in the folder of a project.
const BUILDERS: &[&str] = &[
    "make",
    "gmake",
    "ninja",
    "cmake",
    "meson",
    "npm",
    "pnpm",
    "yarn",
    "bun",
    "npx",
    "node",
    "deno",
    "tsx",
    "cargo",
    "go",
    "pytest",
    "python",
    "python3",
    "tox",
    "nox",
    "pip",
    "pip3",
    "uv",
    "poetry",
    "gradle",
    "gradlew",
    "mvn",
    "mvnw",
    "rake",
    "bundle",
    "rails",
    "composer",
    "php",
    "dotnet",
    "just",
    "task",
    "docker",
    "jest",
    "vitest",
    "configure",
];

/// Whether what it runs comes from tools that print settings for the shell to run.
pub(super) fn is_known_setup(subject: Subject) -> bool {
    let views = subject.scene.views;
    let setup = |at: &usize| views.get(*at).is_some_and(|view| SETUPS.contains(&view.program.as_str()));
    let runs = |part: &crate::Part| matches!(&part.runs, Runs::Unknown(from) if !from.is_empty() && from.iter().all(setup));
    // What is hidden inside of `eval` stands before it.
    let carried = subject.view.via.last().is_some_and(|via| via.program == "eval");
    runs(subject.view.part) || (carried && views.get(subject.index + 1).is_some_and(|next| runs(next.part)))
}

/// The files that a part runs: its program if that is a path, the script of an interpreter.
pub(super) fn run_files(subject: Subject) -> Vec<Resolved> {
    let part = subject.view.part;
    let resolve = |file: &Text| Resolved::of(file, part.cwd.as_deref(), subject.scene.around);
    let program = subject.view.words.first().filter(|word| word.shown().contains('/'));
    let script = if let Runs::File(file) = &part.runs { Some(file) } else { None };
    let acted = subject.acts.iter().filter(|act| act.deed == Deed::Run).map(|act| act.resolved.clone());
    program.into_iter().chain(script).map(resolve).chain(acted).collect()
}

/// Whether it runs a file that an earlier part brought.
pub(super) fn then_run(subject: Subject) -> bool {
    let brings = &subject.scene.brings;
    if brings.is_empty() {
        return false;
    }
    let run = run_files(subject);
    let earlier = brings.iter().filter(|(at, _)| *at < subject.index);
    let is_there = |brought: &String, file: &Resolved| {
        file.path == *brought || (brought.ends_with('/') && file.path.starts_with(brought))
    };
    earlier.flat_map(|(_, files)| files).any(|brought| run.iter().any(|file| is_there(brought, file)))
}

/// Whether it builds or tests what an earlier part brought, so that code runs which nobody has read.
pub(super) fn then_built(subject: Subject) -> bool {
    let Some(folder) = subject.view.part.cwd.as_deref() else { return false };
    let builds = BUILDERS.contains(&subject.view.program.as_str());
    let folder = format!("{}/", folder.trim_end_matches('/'));
    let is_built = |brought: &String| match brought.strip_suffix('/') {
        Some(_) => brought.starts_with(&folder) || folder.starts_with(brought.as_str()),
        None => brought.starts_with(&folder) && is_code(brought),
    };
    let earlier = subject.scene.brings.iter().filter(|(at, _)| *at < subject.index);
    builds && earlier.flat_map(|(_, files)| files).any(is_built)
}

/// Whether a build or a test would run a file of this name.
fn is_code(path: &str) -> bool {
    const NAMES: &[&str] = &[
        "makefile",
        "gnumakefile",
        "package.json",
        "pom.xml",
        "justfile",
        "rakefile",
        "gemfile",
        "dockerfile",
    ];
    const ENDINGS: &[&str] = &[
        "mk", "py", "js", "mjs", "cjs", "ts", "rs", "go", "gradle", "kts", "sh", "rb", "toml", "cmake", "php",
    ];
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let ends = name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending));
    ends || NAMES.contains(&name.as_str()) || name == "cmakelists.txt"
}

/// Whether it runs a file that an earlier part copied from outside of the project.
pub(super) fn copied_then_run(subject: Subject) -> bool {
    let copies = subject.scene.copies.iter().filter(|(at, _)| *at < subject.index);
    let copied: Vec<&String> = copies.flat_map(|(_, files)| files).collect();
    !copied.is_empty() && run_files(subject).iter().any(|file| copied.contains(&&file.path))
}

/// The files that a part copies from outside of the project.
pub(super) fn copied(subject: Subject) -> Vec<String> {
    let copies = matches!(subject.view.program.as_str(), "cp" | "mv" | "install" | "ln" | "cat" | "rsync");
    let is_strange = |act: &Act| act.deed == Deed::Read && !is_own(act.resolved.place);
    if !copies || !subject.acts.iter().any(is_strange) {
        return Vec::new();
    }
    subject.acts.iter().filter(|act| act.writes()).map(|act| act.resolved.path.clone()).collect()
}

fn is_own(place: Place) -> bool {
    matches!(place, Place::Nowhere | Place::Inside | Place::Workspace | Place::Repository)
}

/// Whether it is given text to run, and an earlier part decoded some.
pub(super) fn decoded_then_run(subject: Subject) -> bool {
    let given = matches!(subject.view.part.stdin, Stdin::Given(_)) || subject.view.words.len() > 1;
    subject.view.part.carrier && given && subject.scene.decodes.iter().any(|at| *at < subject.index)
}

/// Whether a part decodes hidden text.
pub(super) fn decodes(subject: Subject) -> bool {
    let view = subject.view;
    let always = matches!(view.program.as_str(), "gunzip" | "zcat" | "uudecode" | "rev");
    let told = |name: &str| matches!(name, "-d" | "-D" | "--decode" | "-r" | "--decrypt");
    DECODERS.contains(&view.program.as_str()) && (always || view.flags.iter().any(|flag| told(&flag.name)))
}

/// Whether a word is the output of an earlier part that reads a secret or prints all variables.
pub(super) fn holds_a_secret(subject: Subject) -> bool {
    let holds = |word: &Text| {
        word.unknown_places().iter().any(|place| word.shown()[place.start..].starts_with(['$', '`']))
    };
    subject.scene.prints.iter().any(|at| *at < subject.index) && subject.view.words.iter().any(holds)
}

/// Whether a part reads a secret or prints all variables.
pub(super) fn prints_secrets(subject: Subject, secrets: &[usize]) -> bool {
    let reads = |act: &Act| act.deed == Deed::Read && secrets.iter().any(|kind| act.kinds.contains(kind));
    matches!(subject.view.program.as_str(), "env" | "printenv") || subject.acts.iter().any(reads)
}

/// The folder that a part fills from elsewhere, with a slash behind it: a clone, an archive unpacked out of a pipe.
fn brought_folder(subject: Subject, piped: bool) -> Option<String> {
    let view = subject.view;
    let words: Vec<&str> = view.operands.iter().map(|operand| operand.text.shown()).collect();
    let prefix = ["-P".to_owned(), "--directory-prefix".to_owned(), "--output-dir".to_owned()];
    let told =
        view.flags_named(&prefix).find_map(|flag| flag.value.as_ref()).map(|(_, folder)| folder.shown());
    let folder = match (view.program.as_str(), words.as_slice()) {
        ("wget" | "curl", _) => told?,
        ("git", ["clone", _, folder, ..]) => folder,
        ("git", ["clone", address]) => {
            let name = address.trim_end_matches('/').rsplit(['/', ':']).next()?;
            name.strip_suffix(".git").unwrap_or(name)
        }
        ("tar" | "bsdtar" | "cpio" | "unzip", _) if piped => ".",
        _ => return None,
    };
    let folder = Resolved::of(&Text::known(folder), view.part.cwd.as_deref(), subject.scene.around).path;
    Some(format!("{}/", folder.trim_end_matches('/')))
}

/// The files that a part brings from elsewhere: what it writes, or what its address ends with.
pub(super) fn brought(subject: Subject) -> Vec<String> {
    let view = subject.view;
    let fetches = |name: &str| FETCHERS.contains(&name) || DECODERS.contains(&name);
    let from = if let Stdin::Piped(parts) = &view.part.stdin { parts.as_slice() } else { &[] };
    let piped = from.iter().any(|at| subject.scene.views.get(*at).is_some_and(|from| fetches(&from.program)));
    let folder = brought_folder(subject, piped);
    if !fetches(&view.program) && !piped && folder.is_none() {
        return Vec::new();
    }
    let mut files: Vec<String> =
        subject.acts.iter().filter(|act| act.writes()).map(|act| act.resolved.path.clone()).collect();
    files.extend(folder);
    let addresses =
        view.operands.iter().map(|operand| operand.text.shown()).filter(|word| word.contains("://"));
    files.extend(addresses.filter_map(|address| {
        let name = address.split(['?', '#']).next()?.rsplit('/').next().filter(|name| !name.is_empty())?;
        Some(Resolved::of(&Text::known(name), view.part.cwd.as_deref(), subject.scene.around).path)
    }));
    files
}

impl Act {
    /// Whether the file is written.
    pub(super) fn writes(&self) -> bool {
        matches!(self.deed, Deed::Write | Deed::Append)
    }
}
