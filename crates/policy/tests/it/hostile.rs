//! Ten kilobytes of what a parser or an expander likes least: judged to the end, on a small stack, in bounded pieces.

use policy::{Part, Policy, Reading, Request, SHIPPED, Subject, Surroundings};

use super::input::File;

/// A thread of the smallest stack that any program of ours runs on is no smaller than this.
const STACK: usize = 1 << 20;
/// As many parts are kept of one line: 96 as the shell reads it, and 64 as Windows would.
const PARTS: usize = 96 + 64;
/// As many words are kept of one part, and one that stands for the others.
const WORDS: usize = 256 + 1;
/// As many words, files and variables are kept of all parts together, wrappers and all. What is done to find danger and to
/// ask the rules is done for each of them.
const PIECES: usize = 24 * 1024;

/// The words, files and variables of a part.
fn pieces(part: &Part) -> usize {
    let via: usize = part.via.iter().map(Vec::len).sum();
    part.words.len() + part.effects.len() + part.assignments.len() + via
}

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).unwrap();
    thread.join().unwrap();
}

#[test]
fn hostile_lines_are_judged_on_a_small_stack_in_bounded_pieces() {
    let file: File = toml::from_str(include_str!("../../../../corpus/commands/hostile.toml")).unwrap();
    assert!(file.input.len() > 200);
    on_a_small_stack(move || {
        let policies: Vec<Policy> = SHIPPED.iter().map(|name| Policy::shipped(name).unwrap()).collect();
        let around = Surroundings::project("/home/u/project", "/home/u");
        for input in &file.input {
            let text = input.text();
            let reading = Reading::of(&Subject::Shell(&text), &around).unwrap();
            assert!(reading.parts.len() <= PARTS, "{}: {} parts", input.name, reading.parts.len());
            let longest = reading.parts.iter().map(|part| part.words.len()).max().unwrap_or_default();
            assert!(longest <= WORDS, "{}: {longest} words", input.name);
            let pieces: usize = reading.parts.iter().map(pieces).sum();
            assert!(pieces <= PIECES, "{}: {pieces} pieces", input.name);
            for policy in &policies {
                policy.judge(&Request::shell(&text), &around);
            }
        }
    });
}

#[test]
fn what_is_too_long_to_be_looked_at_is_called_dangerous() {
    let policy = Policy::shipped("builder").unwrap();
    let around = Surroundings::project("/home/u/project", "/home/u");
    for text in [
        format!("{}rm -rf ~", "ls;".repeat(200)),
        format!("rm -rf{} ~{}", " a".repeat(300), " b".repeat(300)),
    ] {
        let judgement = policy.judge(&Request::shell(&text), &around);
        assert!(!judgement.verdict.allows() && judgement.danger > model::Danger::None, "{text:.40}");
    }
}

#[test]
fn what_stands_beside_it_does_not_change_whether_a_line_is_understood() {
    let policy = Policy::shipped("builder").unwrap();
    let around = Surroundings::project("/home/u/project", "/home/u");
    let judge = |line: &str| policy.judge(&Request::shell(line), &around).verdict;
    for odd in
        ["FOO=1 > out", "> out", "FOO=1", "FOO=1 BAR=2 > out 2>&1", "FOO=1 < in", ">> out", "FOO=(a b)"]
    {
        let alone = judge(odd);
        for other in ["ls", "git status", "FOO=1 > out", "cargo test"] {
            for join in ["; ", " && ", " || ", "\n", " & "] {
                for both in [format!("{odd}{join}{other}"), format!("{other}{join}{odd}")] {
                    assert!(judge(&both) >= alone, "{both:?} is laxer than {odd:?}");
                }
            }
        }
    }
}
