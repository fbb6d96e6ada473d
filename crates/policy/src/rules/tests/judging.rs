//! What rules decide.

use model::{Danger, Kind, Verdict};

use super::{judge, policy};
use crate::rules::{Outcome, Request, Said, Subject, Tool};
use crate::{Judgement, Surroundings};

const RULES: &str = r#"
[[rule]]
name = "build"
command = ["cargo test", "cargo build", "git status", "git branch"]
answer = "allow"

[[rule]]
name = "look"
command = ["cat", "ls", "cd"]
path = "workspace"
answer = "allow"

[[rule]]
name = "write"
tool = "write"
path = "out/**"
answer = "allow"

[[rule]]
name = "no push"
command = "git push"
answer = "deny"
message = "push by hand"

[[rule]]
name = "see secrets"
path = "secret/**"
answer = "ask"
"#;

#[test]
fn lines_are_judged_part_by_part() {
    let policy = policy(RULES);
    let check = |line: &str, want: Verdict| {
        let judgement = judge(&policy, line);
        assert_eq!(judgement.verdict, want, "{line}: {:#?}", judgement.reasons);
    };
    check("cargo test", Verdict::Allow);
    check("cargo test --all -- --nocapture", Verdict::Allow);
    check("/usr/bin/git --no-pager status", Verdict::Allow);
    check("./git status", Verdict::Ask);
    check("cargo test && cargo build", Verdict::Allow);
    check("cargo test && foo", Verdict::Ask);
    check("cargo test; git push", Verdict::Deny);
    check("cargo test $(git push)", Verdict::Deny);
    check("git -c a.b=c push", Verdict::Deny);
    check("sudo git push", Verdict::Deny);
    check("git $X", Verdict::Ask);
    check("FOO=1 cargo test", Verdict::Allow);
    check("LD_PRELOAD=./x.so cargo test", Verdict::Ask);
    check("PATH=/tmp; cargo test", Verdict::Ask);
    check("X=1; cargo test", Verdict::Allow);
    check("X=1", Verdict::Allow);
    check("timeout 5 nice cargo test", Verdict::Allow);
    check("bash -c 'cargo test'", Verdict::Allow);
    check("sudo cargo test", Verdict::Ask);
    check("cat src/a.rs", Verdict::Allow);
    check("cat ../a.rs", Verdict::Ask);
    check("cat $X", Verdict::Ask);
    check("cd src && cat a.rs", Verdict::Allow);
    check("cd .. && ls", Verdict::Ask);
    check("cat secret/key", Verdict::Ask);
    check("cat 'un", Verdict::Ask);
    check("", Verdict::Ask);
}

#[test]
fn redirections_are_reads_and_writes() {
    let policy = policy(RULES);
    let check = |line: &str, want: Verdict| assert_eq!(judge(&policy, line).verdict, want, "{line}");
    check("cargo test > out/log", Verdict::Allow);
    check("cargo test > log", Verdict::Ask);
    check("cargo test > ../log", Verdict::Ask);
    check("cargo test 2>/dev/null", Verdict::Allow);
    check("cargo test > out/$X", Verdict::Ask);
    check("cat < a", Verdict::Ask);
}

#[test]
fn other_tools_by_their_subjects() {
    let policy = policy(
        r#"
        [[rule]]
        tool = "read"
        path = ["workspace", "~/notes/**"]
        answer = "allow"
        [[rule]]
        tool = "fetch"
        host = "*.example.com"
        answer = "allow"
        [[rule]]
        tool = "mcp"
        command = "mcp__github__get_*"
        answer = "allow_remember"
        [[rule]]
        question = "(?i)continue\\?"
        answer = "allow"
        [[rule]]
        tool = "plan"
        answer = "ignore"
        [[rule]]
        agent = "codex"
        answer = "deny"
        "#,
    );
    let around = Surroundings::project("/home/u/project", "/home/u");
    let check = |request: Request, want: Verdict| {
        let judgement = policy.judge(&request, &around);
        assert_eq!(judgement.verdict, want, "{request:?}: {:#?}", judgement.reasons);
    };
    let paths = |path: &str| [path.to_owned()];
    let asks = |tool, text| Request { question: Some(text), ..Request::new(tool, Subject::Nothing) };
    check(Request::new(Tool::Read, Subject::Paths(&paths("src/a"))), Verdict::Allow);
    check(Request::new(Tool::Read, Subject::Paths(&paths("/home/u/notes/a"))), Verdict::Allow);
    check(Request::new(Tool::Read, Subject::Paths(&paths("../a"))), Verdict::Ask);
    check(Request::new(Tool::Read, Subject::Paths(&["a".into(), "/etc/b".into()])), Verdict::Ask);
    check(Request::new(Tool::Write, Subject::Paths(&paths("src/a"))), Verdict::Ask);
    check(Request::new(Tool::Fetch, Subject::Url("https://a.example.com/x")), Verdict::Allow);
    check(Request::new(Tool::Fetch, Subject::Url("https://example.com.evil.org/")), Verdict::Ask);
    check(Request::new(Tool::Mcp, Subject::Name("mcp__github__get_issue")), Verdict::AllowRemember);
    check(Request::new(Tool::Mcp, Subject::Name("mcp__github__delete")), Verdict::Ask);
    check(asks(Tool::Question, "Continue? [Y/n]"), Verdict::Allow);
    check(asks(Tool::Question, "Which one?"), Verdict::Ask);
    check(asks(Tool::Trust, "Continue?"), Verdict::Ask);
    check(asks(Tool::Plan, "Proceed?"), Verdict::Ignore);
    check(Request { kind: Some(Kind::Password), ..asks(Tool::Question, "Continue?") }, Verdict::Ask);
    check(Request { kind: Some(Kind::FreeText), ..asks(Tool::Question, "Continue?") }, Verdict::Ask);
    check(Request { agent: "codex", ..asks(Tool::Question, "Continue?") }, Verdict::Deny);
}

#[test]
fn danger_is_allowed_only_by_a_rule_that_was_written_for_it() {
    let check = |rule: &str, line: &str, want: Verdict| {
        let judgement = judge(&policy(&format!("[[rule]]\n{rule}\nanswer = 'allow'")), line);
        assert_eq!(judgement.verdict, want, "{rule} / {line}: {:#?}", judgement.reasons);
    };
    let high = |line: &str| {
        judge(&policy(""), line).parts[0]
            .findings
            .iter()
            .map(|f| format!("'{}'", f.id))
            .collect::<Vec<_>>()
            .join(", ")
    };
    check("command = 'git branch'", "git branch topic", Verdict::Allow);
    check("command = 'git branch'", "git branch -D topic", Verdict::Ask);
    check("command = 'git branch -D'", "git branch -D topic", Verdict::Allow);
    check("command = 'git branch'\ndanger = 'low'", "git branch -D topic", Verdict::Allow);
    check("command = 'rm -rf'", "rm -rf /", Verdict::Ask);
    check("command = 'rm -rf'\ndanger = 'high'", "rm -rf /", Verdict::Ask);
    check("command = 'rm -rf'\ndanger = 'fs.*'", "rm -rf /", Verdict::Ask);
    check(&format!("command = 'rm -rf'\ndanger = [{}]", high("rm -rf ~/x")), "rm -rf ~/x", Verdict::Allow);
    assert_eq!(judge(&policy(""), "rm -rf ~").danger, Danger::High);
}

#[test]
fn danger_that_is_not_allowed_follows_the_policy() {
    let check = |on_danger: &str, want: Verdict, manual: bool| {
        let policy = policy(&format!("[defaults]\non_danger = '{on_danger}'"));
        let judgement = judge(&policy, "rm -rf ~");
        assert_eq!((judgement.verdict, judgement.manual), (want, manual), "{on_danger}");
    };
    check("ask", Verdict::Ask, false);
    check("manual", Verdict::Ask, true);
    check("deny", Verdict::Deny, false);
}

#[test]
fn programs_are_consulted_and_cannot_give_more_than_their_rule() {
    let text = "[[rule]]\nname = 'x'\ncommand = ['foo', 'rm']\nexec = ['judge', '-v']\nanswer = 'allow'";
    let policy = policy(text);
    let said = |verdict| vec![Outcome { rule: "x".into(), said: Ok(Said { verdict, message: None }) }];
    let asked = judge(&policy, "foo --bar");
    assert_eq!((asked.verdict, asked.consult.len()), (Verdict::Ask, 1));
    assert_eq!(asked.consult[0].program, ["judge", "-v"]);
    let input: serde_json::Value = serde_json::from_str(&asked.consult[0].input_json).unwrap();
    assert_eq!(input["parts"][0]["argv"][0], "foo");
    let after = |line: &str, outcomes: &[Outcome]| judge(&policy, line).consulted(outcomes).verdict;
    assert_eq!(after("foo", &said(Verdict::Allow)), Verdict::Allow);
    assert_eq!(after("foo", &said(Verdict::AllowRemember)), Verdict::Allow);
    assert_eq!(after("foo", &said(Verdict::Deny)), Verdict::Deny);
    assert_eq!(after("foo", &[Outcome { rule: "x".into(), said: Err("it died".into()) }]), Verdict::Ask);
    assert_eq!(after("foo", &[]), Verdict::Ask);
    assert_eq!(after("foo && bar", &said(Verdict::Allow)), Verdict::Ask);
    assert_eq!(after("foo 'un", &said(Verdict::Allow)), Verdict::Ask);
    assert_eq!(after("rm -rf ~", &said(Verdict::Allow)), Verdict::Ask);
}

#[test]
fn reasons_are_for_people() {
    let policy = policy(RULES);
    let reasons = |line: &str| judge(&policy, line).reasons;
    assert_eq!(reasons("cargo test"), ["rule `build` allows `cargo test`"]);
    assert_eq!(reasons("foo"), ["no rule speaks of `foo`: asked by default"]);
    assert_eq!(reasons("git push"), ["rule `no push` denies `git push`"]);
    assert_eq!(reasons("cat ../x"), ["rule `look` would allow `cat ../x`, but not with `../x`"]);
    let denied = judge(&policy, "git push");
    assert_eq!((denied.rule.as_deref(), denied.message.as_deref()), (Some("no push"), Some("push by hand")));
    assert!(
        reasons("git branch -D x")
            .iter()
            .any(|reason| reason.contains("was not written for this danger: git."))
    );
}

#[test]
fn a_command_known_in_part_is_never_allowed() {
    let around = Surroundings::project("/home/u/project", "/home/u");
    let judged = policy(RULES).judge(&Request::new(Tool::Shell, Subject::Partial("cargo test")), &around);
    assert_eq!(judged.verdict, Verdict::Ask);
    let unseen = policy("[[rule]]\ntool = 'shell'\nanswer = 'allow'");
    assert_eq!(unseen.judge(&Request::new(Tool::Shell, Subject::Nothing), &around).verdict, Verdict::Ask);
    let argv = ["cargo".to_owned(), "test".to_owned()];
    let judged: Judgement = policy(RULES).judge(&Request::new(Tool::Shell, Subject::Argv(&argv)), &around);
    assert_eq!(judged.verdict, Verdict::Allow);
}
