//! Looser, tighter, and what a project may say.

use model::Verdict;

use super::{judge, policy};
use crate::rules::{Change, compare};

#[test]
fn what_is_not_plainly_tighter_is_looser() {
    let check = |old: &str, new: &str, want: &str| {
        let change = compare(&policy(old), &policy(new));
        let got = match &change {
            Change::Same => "same".to_owned(),
            Change::Tighter => "tighter".to_owned(),
            Change::Looser(reasons) => reasons.join("; "),
        };
        assert_eq!(got, want, "{old}\n->\n{new}");
    };
    let rule = |text: &str| format!("[[rule]]\nname = 'a'\n{text}\n");
    let allow = rule("command = ['x', 'y']\nanswer = 'allow'");
    let deny = rule("command = ['x']\nanswer = 'deny'");
    let more = "rule `a` allows more than before";
    check(&allow, &allow, "same");
    check(&allow, "", "tighter");
    check("", &allow, more);
    check(&allow, &rule("command = 'x'\nanswer = 'allow'"), "tighter");
    let set = rule("command = ['@cut']\nanswer = 'allow'");
    check(&set, &rule("command = ['sort', 'uniq']\nanswer = 'allow'"), "tighter");
    check(&set, &rule("command = ['@cut', '@look']\nanswer = 'allow'"), more);
    check(&allow, &rule("command = ['x', 'z']\nanswer = 'allow'"), more);
    check(&allow, &rule("command = ['x']\npath = 'workspace'\nanswer = 'allow'"), "tighter");
    check(&allow, &rule("command = ['x']\nanswer = 'allow_remember'"), more);
    check(&allow, &rule("command = ['x']\ndanger = ['low']\nanswer = 'allow'"), more);
    check(&allow, &rule("command = ['x', 'y']\ndelay = '2s'\nanswer = 'allow'"), more);
    check(&allow, &rule("command = ['x', 'y']\ncooldown = '2s'\nanswer = 'allow'"), "tighter");
    check(&allow, &rule("command = ['x', 'y']\nexec = 'p'\nanswer = 'allow'"), more);
    check(&allow, &rule("command = ['x', 'y']\nanswer = 'ask'"), "tighter");
    check("", &deny, "tighter");
    let both =
        |text: &str| format!("{text}{}", rule("command = 'z'\nanswer = 'allow'").replace("'a'", "'z'"));
    let denied = "rule `a` no longer denies all that it did";
    check(&both(&deny), &both(""), denied);
    check(&both(&deny), &both(&rule("command = ['x']\nanswer = 'ask'")), denied);
    check(&both(&deny), "", denied);
    check(&deny, "", denied);
    check(&deny, &rule("command = ['x', 'y']\nanswer = 'deny'"), "tighter");
    check(&deny, &rule("command = ['x']\nanswer = 'ask'"), denied);
    check(&rule("command = ['x']\nanswer = 'ask'"), &deny, "tighter");
    check("", "[defaults]\nanswer = 'deny'", "tighter");
    let set = |text: &str| both(&format!("{text}\n"));
    check("", "[defaults]\ndelay = '0s'", "tighter");
    check("", "[defaults]\nanswer = 'ignore'", "defaults.answer is laxer");
    check("[defaults]\nanswer = 'deny'", "", "defaults.answer is laxer");
    check("[defaults]\non_danger = 'deny'", "", "defaults.on_danger is laxer");
    check("[defaults]\non_danger = 'manual'", "", "tighter");
    check(&set("[defaults]\nanswer = 'deny'"), &both(""), "defaults.answer is laxer");
    check(&both(""), &set("[defaults]\nanswer = 'ignore'"), "defaults.answer is laxer");
    check(&both(""), &set("[defaults]\ndelay = '0s'"), "defaults.delay is shorter");
    check(&both(""), &set("[defaults]\nfree_text_enabled = true"), "defaults.free_text_enabled is on");
    check("", "[defaults]\non_timeout = 'safe'", "defaults.on_timeout answers where nothing was typed");
    check(&both(""), &set("[limits]\nper_minute = 5"), "tighter");
    check(&both(""), &set("[limits]\nconsecutive = 5000"), "limits.consecutive is higher");
    check(&set("[limits]\nquiet_hours = '1:00-2:00'"), &both(""), "limits.quiet_hours leaves some out");
    check(&set("[nudge]\nwatch_output = 'x'"), &both(""), "nudge.watch_output leaves some out");
    check("", "[nudge]\nidle = '15s'", "nudge sends something else, or at other times");
    check("[nudge]\nidle = '15s'", "", "tighter");
}

#[test]
fn a_project_may_only_tighten() {
    let own =
        policy("[[rule]]\nname = 'a'\ncommand = ['ls', 'cat']\nanswer = 'allow'\n[limits]\nper_minute = 30");
    let project = policy(
        "[defaults]\ndelay = '2s'\nfree_text_enabled = true\n[limits]\nper_minute = 500\nconsecutive = 7\nquiet_hours = '1:00-2:00'\n\
         [nudge]\nidle = '5s'\n[[rule]]\nname = 'a'\ncommand = 'cat'\nanswer = 'deny'\n[[rule]]\nname = 'b'\ncommand = 'rm'\nanswer = 'allow'\n\
         [[rule]]\nname = 'c'\ncommand = 'ls'\nexec = './x'\nanswer = 'ask'",
    );
    let tightened = own.tightened_by(&project);
    let policy = &tightened.policy;
    assert_eq!(judge(policy, "ls").verdict, Verdict::Allow);
    assert_eq!(judge(policy, "cat a").verdict, Verdict::Deny);
    assert_eq!(judge(policy, "rm a").verdict, Verdict::Ask);
    assert_eq!((policy.limits().per_minute, policy.limits().consecutive), (30, 7));
    assert_eq!(policy.limits().quiet_hours, [(60, 120)]);
    assert_eq!(policy.defaults().delay.as_secs(), 2);
    assert!(!policy.defaults().free_text_enabled && policy.nudge().idle.is_none());
    assert_eq!(tightened.dropped.len(), 5, "{:#?}", tightened.dropped);
    assert_eq!(compare(&own, policy), Change::Tighter);
}

/// Whatever somebody had: where nothing is allowed without them, nothing has become looser.
#[test]
fn to_allow_nothing_any_more_is_never_looser() {
    let shipped = |name: &str| crate::rules::Policy::shipped(name).unwrap();
    let watching = shipped("watch-only");
    for name in crate::rules::SHIPPED {
        let change = compare(&shipped(name), &watching);
        assert!(!matches!(change, Change::Looser(_)), "{name}: {change:?}");
    }
    assert!(matches!(compare(&watching, &shipped("careful")), Change::Looser(_)));
    assert!(matches!(compare(&shipped("careful"), &shipped("builder")), Change::Looser(_)));
}

#[test]
fn of_two_policies_the_stricter_counts() {
    let allow = policy("[[rule]]\nname = 'a'\ncommand = 'x'\ndelay = '3s'\nanswer = 'allow'");
    let deny = policy("[[rule]]\nname = 'b'\ncommand = 'x'\nanswer = 'deny'\nmessage = 'no'");
    for (one, other) in [(&allow, &deny), (&deny, &allow)] {
        let both = judge(one, "x").strictest(judge(other, "x"));
        assert_eq!((both.verdict, both.rule.as_deref(), both.delay.as_secs()), (Verdict::Deny, Some("b"), 3));
    }
}
