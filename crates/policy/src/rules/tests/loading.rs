//! What is wrong with policies, in words for a person.

use super::load;

fn check(text: &str, want: &[&str]) {
    let problems = load(text).err().unwrap_or_default();
    let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(shown.len(), want.len(), "{text}\n{shown:#?}");
    for (shown, want) in shown.iter().zip(want) {
        assert!(shown.contains(want), "{text}\n{shown}\nlacks {want}");
    }
}

#[test]
fn words_that_are_not_known_get_the_nearest_one() {
    check("extend = 'careful'", &["policy.toml:1:1: there is no key `extend`; did you mean `extends`?"]);
    check("[default]\nanswer = 'ask'", &["there is no key `default`; did you mean `defaults`?"]);
    check(
        "[[rule]]\ncomand = 'ls'\nanswer = 'ask'",
        &[":2:1: rule `#1`: there is no key `comand` in `rule`; did you mean `command`?"],
    );
    check(
        "[[rule]]\nname = 'a'\nanswer = 'alow'\ncommand = 'ls'",
        &["rule `a`: `answer`: there is no `alow` here; did you mean `allow`?", "it has no answer"][..1],
    );
    check(
        "[[rule]]\nanswer = 'ask'\ntool = ['shel']",
        &["`tool`: there is no `shel` here; did you mean `shell`?"],
    );
    check("[[rule]]\nanswer = 'ask'\ndelai = '1s'", &["did you mean `delay`?"]);
    check("[limits]\ntimeout = '5m'", &["there is no key `timeout` in `limits`; it belongs into `defaults`"]);
    check(
        "[[rule]]\nanswer = 'ask'\ndanger = 'fs.delete.outsid'",
        &["the catalogue has no `fs.delete.outsid`; did you mean `fs.delete."],
    );
    let hint = |danger: &str| {
        let problems = load(&format!("[[rule]]\nanswer = 'ask'\ndanger = '{danger}'")).unwrap_err();
        problems[0].hint.clone().unwrap()
    };
    assert!(
        hint("git.nonsensical").starts_with("known are git.") && !hint("git.nonsensical").contains("cloud."),
        "of one family"
    );
    assert!(hint("xyz").contains("git.*, ") && hint("xyz").len() < 400, "{}", hint("xyz"));
    check("[[rule]]\nanswer = 'ask'\npath = 'workspce'", &["no place `workspce`; did you mean `workspace`?"]);
    check(
        "[[rule]]\nanswer = 'ask'\ncommand = ['ls', '@pyton']",
        &["there is no set `@pyton`; did you mean `python`?"],
    );
}

#[test]
fn all_mistakes_are_found_at_once() {
    check(
        "[defaults]\nanswer = 'allow'\ntimeout = '5s'\non_timeout = 'yes'\n[[rule]]\nanswer = 'deny'\nconfidence = 2",
        &[
            "2:10: `answer`: what no rule speaks of is never allowed",
            "5s is too short",
            "a timeout never says yes",
            "`confidence`",
        ],
    );
}

#[test]
fn values_have_their_shapes() {
    check("[defaults]\ndelay = 5", &["a whole number does not fit here; write a length of time"]);
    check(
        "[defaults]\ndelay = '5'",
        &["'5' is not a whole number with ms, s, m, h or d; write it like \"500ms\""],
    );
    check("[limits]\nper_minute = 0", &["0 is out of range; it may be from 1 to 1000"]);
    check("[limits]\nquiet_hours = ['9-10']", &["no range of hours"]);
    check("[nudge]\nwatch_output = '('", &["pattern `(`"]);
    check(
        "[nudge]\nidle = 'auto'\ntimes = 2\nsequence = ['enter', 'go on', 'continue', 'end it', 'alternative']",
        &[],
    );
    for key in ["ctrl-c", "Ctrl+C", "^C", "<enter>", "Return", "ENTER", "escape"] {
        check(&format!("[nudge]\nsequence = ['{key}']"), &[&format!("there is no key `{key}`")]);
    }
    check("[nudge]\nsequence = ['']", &["types nothing"]);
    check("[nudge]\nsequence = [\"a\\nb\", \"\\u0003\"]", &["a control character", "a control character"]);
    check("[[rule]]\nanswer = 'ask'\nquestion = '['", &["pattern `[`"]);
    check("[[rule]]\nanswer = 'ask'\nquestion = '(a{1000}){1000}'", &["pattern"]);
    check("[[rule]]\nanswer = 'ask'\npath = '../x'", &["has no `..` in it"]);
    check("[rule]\nanswer = 'ask'", &["a rule begins with [[rule]]"]);
    check("x = ", &["this is not TOML"]);
}

#[test]
fn rules_must_make_sense() {
    check("[[rule]]\ncommand = 'ls'", &["it has no answer"]);
    check("[[rule]]\nanswer = 'allow'", &["a rule without any matcher would allow everything"]);
    check("[[rule]]\nanswer = 'deny'", &[]);
    check("[[rule]]\nanswer = 'allow'\ncommand = '*'", &["names no program"]);
    check("[[rule]]\nanswer = 'deny'\nexec = 'x'", &["nothing to decide"]);
    check("[[rule]]\nanswer = 'ask'\nexec_timeout = '1s'", &["`exec_timeout` needs `exec`"]);
    let text = |rest: &str| format!("[[rule]]\nquestion = 'name'\n{rest}");
    check(&text("kind = 'free_text'\nanswer = 'allow'\ntext = 'me'"), &[]);
    check(&text("kind = 'free_text'\nanswer = 'ask'\ntext = 'me'"), &["only where the answer is \"allow\""]);
    check(&text("answer = 'allow'\ntext = 'me'"), &["`kind = \"free_text\"` and `question`"]);
    check(&text("kind = 'free_text'\nanswer = 'allow'\ntext = \"a\\nb\""), &["one line without control"]);
    let twice = "[[rule]]\nname = 'a'\nanswer = 'ask'\n";
    check(&twice.repeat(2), &["there is another rule of this name in policy.toml, line 2"]);
    check(
        "extends = 'careful'\n[[rule]]\nname = 'search'\nanswer = 'ask'",
        &["another rule of this name in careful, line"],
    );
}

#[test]
fn examples_are_checked() {
    let rule = |more: &str| format!("[[rule]]\nname = 'a'\ncommand = 'git status'\nanswer = 'allow'\n{more}");
    check(&rule("examples = ['git status -s']\nnot_examples = ['git push']"), &[]);
    check(
        &rule("examples = ['git push']"),
        &["5:13: rule `a`: `examples`: the rule does not allow `git push`"],
    );
    check(&rule("not_examples = ['git status']"), &["`not_examples`: the rule allows `git status`"]);
    check(&rule("examples = ['git status && rm -rf ~']"), &["does not allow"]);
    check("[[rule]]\nanswer = 'deny'\ncommand = 'x'\nexamples = ['y', 'a; x']", &["does not deny `y`"]);
    check(
        "[[rule]]\nanswer = 'allow'\ntool = 'fetch'\nhost = 'a.b'\nexamples = ['https://a.b/c']\nnot_examples = ['https://c.d']",
        &[],
    );
    check("[[rule]]\nanswer = 'allow'\nquestion = '^Go on'\nexamples = ['Go on?']", &[]);
}
