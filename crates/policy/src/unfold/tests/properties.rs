//! What must hold for any line.

use proptest::prelude::*;

use super::{dump, read_line};
use crate::Surroundings;

/// Wrappers in front of a command that leave it in the same folder.
const WRAPPERS: [&str; 14] = [
    "sudo",
    "env A=1",
    "nohup",
    "timeout 5",
    "nice -n 3",
    "command",
    "time",
    "xargs",
    "stdbuf -oL",
    "ionice -c2",
    "setsid",
    "doas -u root",
    "busybox",
    "flock /tmp/l",
];

fn token() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        "rm", "-rf", "/", "x", "$X", "${X:-y}", "$(", ")", "`", "'", "\"", "|", "&&", "||", ";", "&", "{",
        "}", "(", "if", "then", "fi", "for", "in", "do", "done", "while", "case", "esac", ";;", "f()",
        "<<EOF", "\nEOF\n", "<<<", ">", ">>", "<", "<(", "$'\\x72'", "sudo", "env", "-S", "bash", "-c", "sh",
        "eval", "xargs", "-I{}", "{}", "find", "-exec", "\\;", "+", "python3", "awk", "git", "alias",
        "ls=rm", "cd", "..", "~", "{a,b}", "{1..9}", "${IFS}", "IFS=,", "A=1", "*", "[", "]", "[[", "]]",
        "((", "))", "é", "\\", "trap", "source", "tmux", "new", "ssh", "host", "docker", "run", "parallel",
        ":::", "echo", "printf", "%s", "\\x41", "base64", "-d", "crontab", "-", "$@", "$1", "shift", "set",
        "--", "read", "unset", "local", "export", "#", "!", "~u", "${#X}", "${!X}",
    ]);
    prop_oneof![8 => fixed.prop_map(str::to_owned), 1 => "\\PC{0,6}"]
}

fn soup() -> impl Strategy<Value = String> {
    let blank = prop::sample::select(vec![" ", "", "\n"]);
    prop::collection::vec((token(), blank), 0..40)
        .prop_map(|tokens| tokens.into_iter().map(|(token, blank)| token + blank).collect())
}

fn plain() -> impl Strategy<Value = String> {
    let word = "[a-z./-]{1,6}";
    prop::collection::vec(word, 1..4).prop_map(|words| format!("zz {}", words.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_line_is_read(line in soup()) {
        let reading = read_line(&line);
        prop_assert!(reading.parts.len() <= 512);
        prop_assert_eq!(reading.texts.first(), Some(&line));
    }

    #[test]
    fn any_arguments_are_read(words in prop::collection::vec(token(), 0..12)) {
        super::super::read_argv(&words, &Surroundings::project("/w/p", "/home/u"));
    }

    #[test]
    fn another_command_takes_nothing_away(line in plain(), more in soup()) {
        let parts = dump(&read_line(&format!("{line}; {more}")));
        prop_assert!(parts.contains(&line), "{parts:?}");
    }

    #[test]
    fn wrappers_keep_the_words(line in plain(), picked in prop::collection::vec(prop::sample::select(WRAPPERS.to_vec()), 1..5)) {
        let wrapped = format!("{} {line}", picked.join(" "));
        let reading = read_line(&wrapped);
        let wanted: Vec<&str> = line.split(' ').collect();
        let has = reading.parts.iter().any(|part| {
            part.words.iter().zip(&wanted).filter(|(word, wanted)| word.shown() == **wanted).count() == wanted.len()
        });
        prop_assert!(has, "{wrapped}: {:?}", dump(&reading));
    }

    #[test]
    fn texts_keep_the_words(line in plain(), shell in prop::sample::select(vec!["bash -c", "sh -lc", "eval", "ssh h", "su -c", "watch"])) {
        let reading = read_line(&format!("{shell} '{line}'"));
        let wanted: Vec<&str> = line.split(' ').collect();
        let has = reading.parts.iter().any(|part| part.words.iter().map(crate::Text::shown).eq(wanted.iter().copied()));
        prop_assert!(has, "{:?}", dump(&reading));
    }
}
