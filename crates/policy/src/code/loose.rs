//! Languages of which only the strings are read: if the code mentions a call that runs or deletes, each string may be its
//! argument.

use super::Act;
use crate::Text;

/// Programs whose code is read so.
const PROGRAMS: &[&str] = &[
    "rscript",
    "r",
    "julia",
    "tclsh",
    "wish",
    "expect",
    "emacs",
    "emacsclient",
    "elixir",
    "iex",
    "groovy",
    "scala",
    "guile",
    "racket",
    "sbcl",
    "clojure",
    "bb",
    "octave",
    "gnuplot",
    "erl",
    "swift",
    "ghc",
    "runghc",
    "ocaml",
    "crystal",
    "nim",
    "raku",
];

/// Calls that give their string to a shell.
const RUNS: &[&str] = &[
    "system",
    "system2",
    "run",
    "shell",
    "exec",
    "execute",
    "spawn",
    "pipe",
    "qx",
    "cmd",
    "sh",
    "shell-command",
    "shell-command-to-string",
    "call-process",
    "call-process-shell-command",
    "start-process",
    "async-shell-command",
    "popen",
    "Process",
    "process",
    "run-program",
    "createProcess",
    "proc_open",
];

/// Calls that delete what their string names.
const DELETES: &[&str] = &[
    "unlink",
    "rm",
    "delete-directory",
    "delete-file",
    "file.remove",
    "rm_rf",
    "rm_rf!",
    "removeItem",
    "deleteDir",
    "delete",
    "delete-directory/files",
    "removeDirectoryRecursive",
    "rmtree",
    "rmdir",
];

/// Whether the program's code is read by its strings.
pub(super) fn is_known(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program).to_lowercase();
    PROGRAMS.contains(&name.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.'))
}

/// What the code may do.
pub(super) fn read(code: &Text, acts: &mut Vec<Act>) {
    let shown = code.shown();
    let bare = outside_of_strings(shown);
    let mentions = |list: &[&str]| {
        let is_part = |sign: char| sign.is_alphanumeric() || "_-.!".contains(sign);
        bare.split(|sign| !is_part(sign)).any(|name| {
            list.contains(&name) || name.rsplit('.').next().is_some_and(|last| list.contains(&last))
        })
    };
    let (runs, deletes) = (mentions(RUNS), mentions(DELETES));
    if !runs && !deletes {
        return;
    }
    let before = acts.len();
    for text in strings(shown).into_iter().take(super::MOST_ACTS) {
        if deletes {
            acts.push(Act::Delete { path: Text::known(text), recursive: true });
        }
        if runs {
            acts.push(Act::Shell(Text::known(text)));
        }
    }
    // Tcl needs no quotes: what stands behind the word is the command.
    for line in shown.lines().flat_map(|line| line.split(';')) {
        if let Some((_, command)) = line.split_once("exec ").or_else(|| line.split_once("spawn ")) {
            acts.push(Act::Shell(Text::known(command.trim())));
        }
    }
    if acts.len() == before || !code.is_known() {
        acts.push(Act::Eval);
    }
}

/// The code with every string taken out.
fn outside_of_strings(code: &str) -> String {
    let mut bare = code.to_owned();
    for text in strings(code) {
        bare = bare.replacen(text, "", 1);
    }
    bare
}

/// Everything between quotes of one kind.
fn strings(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(['"', '\'', '`']) {
        let quote = &rest[start..=start];
        let behind = &rest[start + 1..];
        let Some(end) = behind.find(quote) else { break };
        found.push(&behind[..end]);
        rest = &behind[end + 1..];
    }
    found.retain(|text| !text.trim().is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_calls_that_run_or_delete() {
        let shell = |text: &str| Act::Shell(Text::known(text));
        let delete = |path: &str| Act::Delete { path: Text::known(path), recursive: true };
        for (code, wanted) in [
            (r#"system("rm -rf ~")"#, vec![shell("rm -rf ~")]),
            ("run(`rm -rf x`)", vec![shell("rm -rf x")]),
            (r#"(delete-directory "/home/u" t)"#, vec![delete("/home/u")]),
            ("exec rm -rf x", vec![shell("rm -rf x")]),
            ("system(cmd)", vec![Act::Eval]),
            (r#"print("system is up")"#, vec![]),
            (r#"cat("hello")"#, vec![]),
        ] {
            let mut acts = Vec::new();
            read(&Text::known(code), &mut acts);
            assert_eq!(acts, wanted, "{code}");
        }
    }
}
