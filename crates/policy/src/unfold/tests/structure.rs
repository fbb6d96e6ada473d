//! Lists, branches, loops, functions, folders.

use super::{check, check_doubted};

#[test]
fn folders_follow() {
    check("cd .. && rm -rf x", &["cd ..", "rm -rf x @/w"]);
    // A `cd` may fail, and then what stands behind `;` runs where it was.
    check("(cd /etc; ls); ls", &["cd /etc", "ls @/etc", "ls", "ls"]);
    check("cd; ls", &["cd", "ls @/home/u", "ls"]);
    check("cd - ; ls", &["cd -", "ls @?"]);
    check("cd \"$X\"; ls", &["cd [$X]", "ls @?"]);
    check("cd a || exit 1; ls", &["cd a", "exit 1 @/w/p/a", "ls @/w/p/a"]);
    check("make && cd b; ls", &["make", "cd b", "ls @?", "ls", "ls @/w/p/b"]);
    check("cd a && cd b && ls", &["cd a", "cd b @/w/p/a", "ls @/w/p/a/b"]);
    check("pushd /tmp; ls; popd; ls", &["pushd /tmp", "ls @/tmp", "ls", "popd @/tmp", "popd", "ls @?"]);
    check("cd /tmp & ls", &["cd /tmp", "ls"]);
    check("sudo cd /tmp; ls", &["cd /tmp <sudo> !privileged", "ls"]);
    check("builtin cd /tmp; ls", &["cd /tmp <builtin>", "ls @/tmp", "ls"]);
    check("if cd /tmp; then ls; fi; pwd", &["cd /tmp", "ls @/tmp", "ls", "pwd @/tmp", "pwd"]);
}

#[test]
fn branches() {
    check("if a; then b; elif c; then d; else e; fi", &["a", "b", "c", "d", "e"]);
    check(
        "x=1; if a; then x=2; fi; echo $x",
        &["x=1", "a", "x=2", "echo [$((...))] !more_words", "echo 1", "echo 2"],
    );
    check("ls || cd / && rm *", &["ls", "cd /", "rm * @?", "rm * @/", "rm *"]);
    check("case $1 in a) b;; *) c;; esac", &["b", "c"]);
    check("a && b || c", &["a", "b", "c"]);
    check("x=1; a && x=2; echo \"$x\"", &["x=1", "a", "x=2", "echo [$((...))]", "echo 2", "echo 1"]);
    check("[[ $(a) = b ]] && c", &["a", "c"]);
    check("[ -f x ] && rm x", &["[ -f x ]", "rm x"]);
}

#[test]
fn loops() {
    check("for d in / /etc; do rm -rf $d; done", &["rm -rf /", "rm -rf /etc"]);
    check("for f in *.o; do rm \"$f\"; done", &["rm *.o"]);
    check("for f in $X; do rm \"$f\"; done", &["rm [$X]"]);
    check("while read l; do rm $l; done < x", &["read l", "rm [$l] !more_words", "<-x"]);
    check("x=a; while t; do rm $x; x=/; done", &["x=a", "t", "rm [$x] !more_words", "rm a", "x=/"]);
    check("for i in {1..20}; do rm x$i; done", &["rm x[$i] !more_words"]);
    check("for i in 1 2; do for j in a b; do rm $i$j; done; done", &["rm 1a", "rm 1b", "rm 2a", "rm 2b"]);
    check("for ((i=0;i<3;i++)); do rm $i; done", &["rm [$((...))] !more_words"]);
    check("until a; do b; done", &["a", "b"]);
    check("for d in a; do cd $d; rm x; done", &["cd a @?", "cd a", "rm x @?", "rm x @/w/p/a"]);
}

#[test]
fn functions_and_aliases() {
    check("f() { rm -rf \"$1\"; }; f /", &["rm -rf /"]);
    check("f() { rm -rf \"$@\"; }; f / /etc", &["rm -rf / /etc"]);
    check("f() { rm -rf \"$1\"; }; ls", &["ls", "rm -rf [$1]"]);
    check(":(){ :|:& };:", &[": !calls_itself", ": !calls_itself"]);
    check("f() { f; f; }; f", &["f !calls_itself", "f !calls_itself"]);
    check("f() { g & g; }; g() { f; }; f", &["f !calls_itself", "f !calls_itself"]);
    check("f() { rm $1; f /; }; f a", &["rm a", "rm [$1] !more_words"]);
    check("alias ls='rm -rf'; ls /", &["alias 'ls=rm -rf'", "rm -rf /", "ls /"]);
    check("ls() { rm -rf /; }; ls", &["rm -rf /"]);
    check("f() { shift; rm $1; }; f a b", &["shift", "rm b"]);
    check("set -- / ; rm -rf $1", &["set -- /", "rm -rf /"]);
    check("f() { rm x; }; sudo f", &["f <sudo> !privileged", "rm x"]);
}

#[test]
fn not_understood() {
    check_doubted("echo 'x", &["echo x"]);
    check_doubted("alias a=\"$X\"; ls", &["alias a=[$X]", "ls"]);
}
