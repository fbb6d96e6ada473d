//! `locum policy use|edit`: writing the person's policy, without ever losing what they wrote.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use brain::rules::{Built, DEFAULT, Texts};
use policy::SHIPPED;

use super::confirm::{outside, tell};
use super::{own, question};
use crate::cli::PolicyUseArguments;
use crate::failure::Failure;
use crate::{folders, say};
use wire::PolicyRequest;

/// More copies than this are a loop.
const MOST_COPIES: u32 = 1000;

/// `locum policy use`
pub(super) fn use_policy(arguments: &PolicyUseArguments) -> Result<ExitCode, Failure> {
    let name = arguments.name.as_str();
    let mut brain = outside(PolicyRequest::Confirm { seen: [0; 32] })?;
    let file = folders::policy_file().ok_or(Failure::NoHome)?;
    if fs::symlink_metadata(&file).is_ok() && !is_untouched(&file) {
        let ask = || question::yes(&format!("{} is there. Replace it, and keep a copy?", file.display()));
        if !arguments.force && !ask().map_err(|_| Failure::PolicyThere { file: file.clone() })? {
            say::line("nothing was changed");
            return Ok(ExitCode::FAILURE);
        }
        let copy = keep_copy(&file).map_err(written(&file))?;
        say::line(format_args!("your policy was copied to {}", copy.display()));
    }
    put(&file, &beginning(name)).map_err(written(&file))?;
    let texts = Texts::read(&file).map_err(Failure::Policy)?;
    tell(&mut brain, texts.fingerprint().0)?;
    say::line(format_args!("{} builds on `{name}`, and holds from now on", file.display()));
    Ok(ExitCode::SUCCESS)
}

/// Whether it is what `policy use` wrote, so that nothing of the person's is lost.
fn is_untouched(file: &Path) -> bool {
    fs::read_to_string(file).is_ok_and(|text| SHIPPED.iter().any(|name| beginning(name) == text))
}

fn written(file: &Path) -> impl FnOnce(io::Error) -> Failure {
    let file = file.to_owned();
    move |error| Failure::RecordFile { file, error }
}

/// A copy under a name that is not taken.
fn keep_copy(file: &Path) -> io::Result<PathBuf> {
    for number in 1..MOST_COPIES {
        let copy = file.with_extension(format!("toml.{number}"));
        match fs::OpenOptions::new().write(true).create_new(true).open(&copy) {
            Ok(mut there) => {
                io::copy(&mut fs::File::open(file)?, &mut there)?;
                return Ok(copy);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many copies"))
}

/// Writes it in one step. Behind a link the file that it leads to is replaced, not the link.
fn put(file: &Path, text: &str) -> io::Result<()> {
    let place = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    let new = place.with_extension("toml.new");
    fs::write(&new, text)?;
    fs::rename(&new, &place)
}

/// A policy that builds on another, with room for the person's own rules.
fn beginning(name: &str) -> String {
    format!(
        "# What may be answered without you. `locum policy show` prints what is in force, `locum policy check -- COMMAND`\n\
         # judges a command by it, `locum policy schema` helps editors. What loosens it holds after `locum policy confirm`.\n\
         extends = \"{name}\"\n\
         \n\
         # Rules have no order: of those that match, the strictest wins (deny, ask, ignore, allow). What no rule speaks of\n\
         # is asked. A rule of your own, without the signs in front:\n\
         #\n\
         # [[rule]]\n\
         # name = \"our-checks\"\n\
         # command = [\"make check\"]\n\
         # answer = \"allow\"\n\
         # examples = [\"make check\"]\n\
         # not_examples = [\"make install\"]\n"
    )
}

/// `locum policy edit`
pub(super) fn edit() -> Result<ExitCode, Failure> {
    let file = folders::policy_file().ok_or(Failure::NoHome)?;
    let begun = fs::symlink_metadata(&file).is_err();
    if begun {
        put(&file, &beginning(DEFAULT)).map_err(written(&file))?;
    }
    if let Err(failure) = run_editor(&file) {
        // What nobody has seen is not left behind.
        if begun && is_untouched(&file) {
            let _ = fs::remove_file(&file);
        }
        return Err(failure);
    }
    Texts::read(&file).and_then(Built::of).map_err(Failure::Policy)?;
    say::line(format_args!("{}: no mistakes", file.display()));
    own::read().rules.in_force.warnings().iter().for_each(say::note);
    Ok(ExitCode::SUCCESS)
}

fn run_editor(file: &Path) -> Result<(), Failure> {
    let editor = editor();
    let failed = |error| Failure::Editor { name: editor.to_string_lossy().into_owned(), error };
    // As everywhere, the variable may hold arguments too.
    let mut command = Command::new("sh");
    let status = command.arg("-c").arg("exec $0 \"$1\"").arg(&editor).arg(file).status().map_err(failed)?;
    if status.success() { Ok(()) } else { Err(failed(io::Error::other(status.to_string()))) }
}

fn editor() -> OsString {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| "vi".into())
}
