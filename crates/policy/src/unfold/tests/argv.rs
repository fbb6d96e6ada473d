//! Commands given as a list of arguments.

use super::super::read_argv;
use super::dump;
use crate::Surroundings;

#[track_caller]
fn check(words: &[&str], wanted: &[&str]) {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let reading = read_argv(&words, &Surroundings::project("/w/p", "/home/u"));
    assert_eq!(dump(&reading), wanted, "{words:?}");
}

#[test]
fn arguments_are_not_shell() {
    check(&["rm", "-rf", "$HOME", "*", "a;b"], &["rm -rf $HOME * a;b"]);
    check(&["sudo", "rm", "x"], &["rm x <sudo> !privileged"]);
    check(&["bash", "-c", "rm $1; ls", "_", "/"], &["rm / <bash>", "ls <bash>", "bash -c 'rm $1; ls' _ /"]);
    check(&["find", ".", "-exec", "rm", "{}", ";"], &["rm ./[{}] <find>", "find . -exec rm {} ;"]);
    check(&[], &[]);
    check(&[""], &["''"]);
}
