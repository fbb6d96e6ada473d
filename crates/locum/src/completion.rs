//! Completion: clap writes the scripts for words and options, and we add the names of sessions, which only the
//! runtime folder knows.
//!
//! In bash and zsh a function of ours takes the place of clap's, which is kept under another name for all the rest.

use std::process::ExitCode;

use clap_complete::{Generator, shells};

use crate::cli::{self, Shell};
use crate::failure::Failure;
use crate::folders::RuntimeFolder;
use crate::say;

/// How clap's function begins, and how it begins when it has made room for ours.
const THEIRS: &str = "_locum() {";
const MOVED: &str = "_locum_words() {";
/// What tells zsh whom a script is for. It must stay first.
const ZSH_HEADER: &str = "#compdef locum\n";

/// Prints the script for a shell.
pub(crate) fn print(shell: Shell) -> Result<ExitCode, Failure> {
    say::verbatim(&script(shell));
    Ok(ExitCode::SUCCESS)
}

/// Prints the names of sessions.
pub(crate) fn print_names() -> Result<ExitCode, Failure> {
    RuntimeFolder::open()?.names().list().iter().for_each(|(name, _)| say::line(name));
    Ok(ExitCode::SUCCESS)
}

fn script(shell: Shell) -> String {
    match shell {
        Shell::Bash => include_str!("completion/locum.bash").to_owned() + &moved(&generated(shells::Bash)),
        Shell::Zsh => {
            let theirs = moved(&generated(shells::Zsh));
            let body = theirs.strip_prefix(ZSH_HEADER).unwrap_or(&theirs);
            [ZSH_HEADER, include_str!("completion/locum.zsh"), body].concat()
        }
        Shell::Fish => generated(shells::Fish) + include_str!("completion/locum.fish"),
    }
}

fn moved(script: &str) -> String {
    script.replacen(THEIRS, MOVED, 1)
}

fn generated(shell: impl Generator) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut visible(), "locum", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The command line without what locum calls only itself: clap would offer it.
fn visible() -> clap::Command {
    let whole = cli::description();
    let commands: Vec<_> =
        whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    clap::Command::new("locum")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .subcommands(commands)
}

#[cfg(test)]
mod tests {
    use super::{MOVED, THEIRS, ZSH_HEADER, script};
    use crate::cli::Shell;

    #[test]
    fn our_function_stands_in_front_of_claps() {
        for shell in [Shell::Bash, Shell::Zsh] {
            let script = script(shell);
            for function in [THEIRS, MOVED] {
                let lines = script.lines().filter(|line| *line == function).count();
                assert_eq!(lines, 1, "{function} in {shell:?}");
            }
        }
        assert!(script(Shell::Zsh).starts_with(ZSH_HEADER));
        assert_eq!(script(Shell::Zsh).matches(ZSH_HEADER).count(), 1);
    }

    #[test]
    fn what_is_hidden_is_not_offered() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell);
            assert!(script.contains("facts"), "{shell:?}");
            assert!(!script.contains("recorder"), "{shell:?}");
        }
    }
}
