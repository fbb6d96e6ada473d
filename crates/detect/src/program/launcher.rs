//! Programs that only start another one, and where that one stands in their command line.

use super::Run;

/// What a command line starts.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unwrapped<'a> {
    /// The program it begins with.
    Itself,
    /// This command line.
    Command(&'a [String]),
    /// These, with the words behind them.
    Is(Vec<Run>, &'a [String]),
    /// What this text says to a shell.
    Text(&'a str),
}

/// A launcher: options that take a word, and how many words stand before the command.
struct Launcher {
    names: &'static [&'static str],
    with_word: &'static [&'static str],
    words: usize,
}

const LAUNCHERS: [Launcher; 9] = [
    Launcher { names: &["env"], with_word: &["-u", "--unset", "-C", "--chdir"], words: 0 },
    Launcher {
        names: &["sudo"],
        with_word: &["-u", "-g", "-h", "-p", "-C", "-D", "-R", "-T", "-U", "-r", "-t"],
        words: 0,
    },
    Launcher { names: &["doas"], with_word: &["-u", "-C"], words: 0 },
    Launcher { names: &["nice", "ionice", "chrt"], with_word: &["-n", "-c", "--adjustment"], words: 0 },
    Launcher { names: &["timeout"], with_word: &["-s", "--signal", "-k", "--kill-after"], words: 1 },
    Launcher { names: &["time"], with_word: &["-f", "-o", "--format", "--output"], words: 0 },
    Launcher { names: &["stdbuf"], with_word: &["-i", "-o", "-e"], words: 0 },
    Launcher { names: &["exec"], with_word: &["-a"], words: 0 },
    Launcher {
        names: &["nohup", "setsid", "command", "builtin", "caffeinate", "unbuffer", "rlwrap", "winpty"],
        with_word: &[],
        words: 0,
    },
];

const SHELLS: [&str; 8] = ["sh", "bash", "zsh", "dash", "ash", "ksh", "mksh", "fish"];
const NODES: [&str; 6] = ["node", "nodejs", "bun", "deno", "tsx", "ts-node"];
const NODE_WITH_WORD: [&str; 8] =
    ["-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions", "--env-file"];
const PACKAGE_WITH_WORD: [&str; 10] =
    ["-p", "--package", "--from", "--with", "--python", "--spec", "--registry", "-w", "--workspace", "-C"];

/// What a command line starts.
pub(super) fn unwrap(arguments: &[String]) -> Unwrapped<'_> {
    let Some((first, rest)) = arguments.split_first() else { return Unwrapped::Itself };
    let name = first.rsplit('/').next().unwrap_or(first).trim_start_matches('-');
    let sub = rest.first().map_or("", String::as_str);
    if let Some(launcher) = LAUNCHERS.iter().find(|launcher| launcher.names.contains(&name)) {
        return launched(launcher, rest);
    }
    match (name, sub) {
        (shell, _) if SHELLS.contains(&shell) => shell_command(rest),
        ("busybox", _) => Unwrapped::Command(rest),
        ("npx" | "bunx" | "pnpx" | "uvx", _) => package(rest),
        ("npm", "exec" | "x") | ("pnpm" | "yarn", "dlx" | "exec") | ("bun", "x") | ("pipx", "run") => {
            package(after(rest, 1))
        }
        ("uv", "tool") => package(after(rest, 2)),
        ("uv", "run") => package(after(rest, 1)),
        ("bun" | "deno", "run") => script(after(rest, 1)),
        (node, _) if NODES.contains(&node) => script(rest),
        (python, _) if is_python(python) => python_command(rest),
        _ => Unwrapped::Itself,
    }
}

fn after(words: &[String], count: usize) -> &[String] {
    words.get(count..).unwrap_or_default()
}

fn is_python(name: &str) -> bool {
    let rest = name.strip_prefix("python").or_else(|| name.strip_prefix("pypy"));
    rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

/// The words behind options, of which some take the next word.
fn behind_options<'a>(mut words: &'a [String], with_word: &[&str]) -> &'a [String] {
    while let Some((first, rest)) = words.split_first() {
        match first.as_str() {
            "--" => return rest,
            option if with_word.contains(&option) => words = after(rest, 1),
            option if option.starts_with('-') && option.len() > 1 => words = rest,
            _ => break,
        }
    }
    words
}

fn launched<'a>(launcher: &Launcher, words: &'a [String]) -> Unwrapped<'a> {
    if launcher.names.contains(&"env")
        && let Some(place) = words.iter().position(|word| word == "-S" || word == "--split-string")
        && let Some(text) = words.get(place + 1)
    {
        return Unwrapped::Text(text);
    }
    let mut rest = after(behind_options(words, launcher.with_word), launcher.words);
    while rest.first().is_some_and(|word| is_assignment(word)) {
        rest = after(rest, 1);
    }
    Unwrapped::Command(rest)
}

/// `NAME=value`
pub(super) fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// `sh -c TEXT`, also `-lc TEXT`; else a script.
fn shell_command(words: &[String]) -> Unwrapped<'_> {
    let is_c = |word: &String| word.starts_with('-') && !word.starts_with("--") && word.contains('c');
    if let Some(place) = words.iter().position(is_c).filter(|place| after_options_only(words, *place)) {
        let text = words.iter().skip(place + 1).find(|word| !word.starts_with('-'));
        return text.map_or(Unwrapped::Is(Vec::new(), &[]), |text| Unwrapped::Text(text));
    }
    let script = behind_options(words, &["-o", "+o", "-O", "--rcfile", "--init-file"]);
    file(script)
}

/// A script and the words behind it.
fn file(words: &[String]) -> Unwrapped<'_> {
    let run = words.first().map(|path| Run::File(path.clone()));
    Unwrapped::Is(run.into_iter().collect(), after(words, 1))
}

/// Whether all words before a place are options, or the words of such.
fn after_options_only(words: &[String], place: usize) -> bool {
    words
        .iter()
        .take(place)
        .all(|word| word.starts_with(['-', '+']) || word.len() < 24 && !word.contains('/'))
}

/// A package's command: by the package, and by the command's own name.
fn package(words: &[String]) -> Unwrapped<'_> {
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let named = word.strip_prefix("--package=").or_else(|| word.strip_prefix("--from="));
        let next = words
            .get(place + 1)
            .filter(|_| matches!(word.as_str(), "-p" | "--package" | "--from" | "--spec"));
        found.extend(named.or(next.map(String::as_str)).map(|spec| Run::Package(spec.to_owned())));
        if word == "-c" || word == "--call" {
            return words.get(place + 1).map_or(Unwrapped::Is(found, &[]), |text| Unwrapped::Text(text));
        }
        if !word.starts_with('-') {
            break;
        }
    }
    let rest = behind_options(words, &PACKAGE_WITH_WORD);
    if rest.first().is_some_and(|word| is_python(word)) {
        return Unwrapped::Command(rest);
    }
    if let Some(word) = rest.first() {
        found.push(Run::Package(word.clone()));
        found.push(Run::File(word.clone()));
    }
    Unwrapped::Is(found, after(rest, 1))
}

/// An interpreter's script; code on the command line is nobody's.
fn script(words: &[String]) -> Unwrapped<'_> {
    let evaluates = |word: &String| matches!(word.as_str(), "-e" | "--eval" | "-p" | "--print" | "-pe");
    let rest = behind_options(words, &NODE_WITH_WORD);
    let options = words.get(..words.len() - rest.len()).unwrap_or_default();
    match rest.first() {
        Some(path) if !options.iter().any(evaluates) => {
            let run =
                if path.starts_with("npm:") { Run::Package(path.clone()) } else { Run::File(path.clone()) };
            Unwrapped::Is(vec![run], after(rest, 1))
        }
        _ => Unwrapped::Is(Vec::new(), &[]),
    }
}

/// `python -m MODULE`, or a script.
fn python_command(words: &[String]) -> Unwrapped<'_> {
    let module = words
        .iter()
        .position(|word| word == "-m")
        .filter(|place| words.iter().take(*place).all(|word| word.starts_with('-')));
    if let Some(place) = module {
        let name =
            words.get(place + 1).map(|name| Run::Module(name.split('.').next().unwrap_or(name).to_owned()));
        return Unwrapped::Is(name.into_iter().collect(), after(words, place + 2));
    }
    if words.iter().any(|word| word == "-c") {
        return Unwrapped::Is(Vec::new(), &[]);
    }
    file(behind_options(words, &["-W", "-X", "--check-hash-based-pycs"]))
}
