//! What holds for any line and any rules.

use model::Verdict;
use proptest::prelude::*;

use super::{judge, policy};
use crate::rules::{Change, Draft, OnDanger, Policy, Source, compare};

const WORDS: [&str; 22] = [
    "cargo", "test", "git", "status", "push", "-f", "rm", "-rf", "../x", "src", "~", "$X", "cat", "ls",
    "a.txt", "'a b'", "> out", "< in", "FOO=1", "sudo", "xargs", "echo",
];

const JOINS: [&str; 5] = [" && ", "; ", " | ", " || ", "\n"];

fn part() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&WORDS[..]), 1..5).prop_map(|words| words.join(" "))
}

fn line() -> impl Strategy<Value = String> {
    prop::collection::vec((part(), prop::sample::select(&JOINS[..])), 1..4).prop_map(|parts| {
        parts
            .iter()
            .enumerate()
            .map(|(at, (part, join))| if at == 0 { part.clone() } else { format!("{join}{part}") })
            .collect()
    })
}

fn strict_rule() -> impl Strategy<Value = String> {
    let matcher = prop_oneof![
        part().prop_map(|words| format!("command = {:?}", words.replace(['\'', '>', '<'], ""))),
        prop::sample::select(
            &["path = 'outside'", "path = 'src/**'", "danger = 'low'", "cwd = 'workspace'", "tool = 'write'"]
                [..]
        )
        .prop_map(str::to_owned),
    ];
    (matcher, prop::sample::select(&["ask", "deny"][..]))
        .prop_map(|(matcher, answer)| format!("\n[[rule]]\n{matcher}\nanswer = '{answer}'\n"))
}

fn settings() -> impl Strategy<Value = String> {
    let defaults = prop::sample::select(
        &[
            "",
            "answer = 'deny'",
            "answer = 'ignore'",
            "delay = '1m'\non_danger = 'deny'",
            "on_timeout = 'safe'\ntimeout = '1h'",
            "free_text_enabled = true",
        ][..],
    );
    let limits = prop::sample::select(
        &["", "min_interval = '1h'", "per_minute = 1\nconsecutive = 1", "quiet_hours = '1:00-2:00'"][..],
    );
    let nudge = prop::sample::select(
        &["", "idle = '1s'\nresume_after_limit = true", "watch_output = ['x']\nsequence = ['y']"][..],
    );
    (defaults, limits, nudge).prop_map(|(defaults, limits, nudge)| {
        format!("[defaults]\n{defaults}\n[limits]\n{limits}\n[nudge]\n{nudge}\n")
    })
}

const LAX: &str = "
[[rule]]
command = ['cargo', 'git', 'cat', 'ls', 'echo', 'rm']
answer = 'allow'
[[rule]]
tool = ['read', 'write']
path = 'workspace'
answer = 'allow'
";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn adding_a_part_never_makes_a_verdict_laxer(line in line(), part in part(), join in prop::sample::select(&JOINS[..])) {
        let policy = policy(LAX);
        let before = judge(&policy, &line);
        for longer in [format!("{line}{join}{part}"), format!("{part}{join}{line}")] {
            let after = judge(&policy, &longer);
            prop_assert!(after.verdict >= before.verdict, "{longer:?} {:?} {:?}", before.reasons, after.reasons);
        }
    }

    #[test]
    fn adding_a_rule_that_asks_or_denies_never_makes_a_verdict_laxer(line in line(), rule in strict_rule()) {
        let before = judge(&policy(LAX), &line).verdict;
        let after = judge(&policy(&format!("{LAX}{rule}")), &line).verdict;
        prop_assert!(after >= before);
    }

    #[test]
    fn watch_only_is_never_looser(settings in settings(), strict in prop::collection::vec(strict_rule(), 0..3), lax in any::<bool>()) {
        let lax = if lax { LAX } else { "" };
        let before = policy(&format!("{settings}{}{lax}", strict.concat()));
        let change = compare(&before, &policy("extends = 'watch-only'"));
        let denied = before.defaults().answer == Verdict::Deny || before.defaults().on_danger == OnDanger::Deny;
        let denied = denied || strict.iter().any(|rule| rule.contains("'deny'"));
        prop_assert_eq!(matches!(change, Change::Looser(_)), denied, "{:?}", change);
    }

    #[test]
    fn no_text_breaks_the_loader(text in "(\\[\\[rule\\]\\]\n|answer = 'ask'\n|command = [ '\\[\\]a-z\\*$-]{0,12}\n|path = '[a-z./*~]{0,8}'\n|.{0,10}\n){0,8}") {
        if let Ok(draft) = Draft::parse(&Source { name: "x".into(), text }) {
            let _ = Policy::build(vec![draft]);
        }
    }
}
