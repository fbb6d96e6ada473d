//! Lines that change what the shell does, or have it work something out once more, and the ordinary ones that look alike.

use crate::lines::judge_by;

const PROJECT: &str = "/home/u/project";

/// The lines that a policy does not treat so.
fn wrong<'l>(name: &str, lines: &[&'l str], allowed: bool) -> Vec<&'l str> {
    let allows = |line: &str| judge_by(name, line, PROJECT).verdict.allows();
    lines.iter().copied().filter(|line| allows(line) != allowed).collect()
}

fn check(lines: &[&str]) {
    for name in ["careful", "builder"] {
        assert_eq!(wrong(name, lines, false), Vec::<&str>::new(), "{name} allows");
    }
}

#[test]
fn a_variable_that_steers_is_one_however_it_is_set() {
    check(&[
        "PATH=/tmp/evil",
        "read PATH <<< /tmp/evil; ls",
        "read -r PATH; ls",
        "printf -v PATH ./evil; ls",
        "printf -vPATH ./evil",
        "printf -v BASH_ENV x; ls",
        "for PATH in ./evil; do ls; done",
        "select PATH in ./evil; do ls; done",
        ": ${PATH:=/tmp/x}; ls",
        "echo ${IFS:=x}",
        "((PATH=1)); ls",
        "echo $((PATH=1))",
        "for ((PATH=1;;)); do ls; done",
        "declare -n r=PATH; r=/tmp/evil; ls",
        "unset PATH; ls",
        "export -n PATH",
        "wait -p PATH -n",
        "exec {PATH}> a.txt",
        "BASH_CMDS[ls]=./evil",
        "declare 'BASH_CMDS[ls]=./evil'",
        "BASH_ALIASES[ls]=./evil",
        "CDPATH=/etc cd x && ls",
    ]);
}

#[test]
fn what_changes_the_meaning_of_later_commands_is_asked() {
    check(&[
        "jobs -x rm -rf ~",
        "jobs -x evil",
        "builtin jobs -x evil",
        "hash -p ./evil ls",
        "builtin hash -p /tmp/evil ls",
        "hash -rp ./evil ls",
        "export -f foo",
        "enable -f ./evil.so x",
        "shopt -s expand_aliases",
        "shopt -s extglob",
        "set -o allexport",
        "set -e -k",
        "mapfile -C evil -c 1 a < a.txt",
        "complete -C evil ls",
        "compgen -C evil",
        "bind -x '\"a\": evil'",
        "history -s evil",
    ]);
}

#[test]
fn what_is_worked_out_once_more_must_be_a_number() {
    check(&[
        "x='$(evil)'; echo \"${x@P}\"",
        "read x < a.txt; echo \"${x@P}\"",
        "echo \"${x@P}\"",
        "x='a[$(evil)]'; echo $((x))",
        "x='a[$(evil)]'; echo $(($x))",
        "x='a[$(evil)]'; echo $[x]",
        "x='a[$(evil)]'; ((x))",
        "x='a[$(evil)]'; ((y=x))",
        "x='a[$(evil)]'; for ((i=x;i<3;i++)); do echo 1; done",
        "x='a[$(evil)]'; [[ $x -eq 1 ]]",
        "x='a[$(evil)]'; [[ 1 -eq x ]]",
        "x='a[$(evil)]'; [[ -v $x ]]",
        "x='a[$(evil)]'; [ -v \"$x\" ]",
        "x='a[$(evil)]'; test -v $x",
        "read x < a.txt; echo $((x))",
        "read x < a.txt; [[ $x -gt 1 ]]",
        "read x < a.txt; echo ${y:x}",
        "read x < a.txt; echo ${y:$x:1}",
        "read x < a.txt; a[x]=1",
        "read x < a.txt; a[$x]=1",
        "read x < a.txt; echo ${a[$x]}",
        "x=$(cat a.txt); echo ${a[x]}",
        "x=$(cat a.txt); echo $((x + 1))",
        "echo $(( $(cat a.txt) ))",
        "echo $((x))",
        "i=0; while true; do i=$(cat a.txt); echo $((i)); done",
        "declare -i n=$(cat a.txt)",
        "declare -i n; n='a[$(evil)]'",
        "wait -p 'a[$(evil)]' -n",
        "printf -v 'a[$(evil)]' x",
        "read 'a[$(evil)]' <<< 1",
        "unset 'a[$(evil)]'",
        "echo ${!x}",
        "read x < a.txt; echo ${!x}",
    ]);
}

#[test]
fn ordinary_lines_of_shell_are_allowed() {
    let lines = [
        "for i in $(seq 1 5); do echo $i; done",
        "for i in $(seq 1 5); do echo $((i * 2)); done",
        "for i in 1 2 3; do echo $((i + 1)); done",
        "for ((i=0;i<3;i++)); do echo $i; done",
        "i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done",
        "i=1; i=$((i+1)); echo $i",
        "i=0; ((i++)); echo $i",
        "n=$(ls | wc -l); echo $((n - 1))",
        "echo $((2 + 3))",
        "echo $((16#ff + 0x1f))",
        "echo $((RANDOM % 6))",
        "ls; [[ $? -eq 0 ]] && echo fine",
        "[[ -f a.txt ]] && cat a.txt",
        "x=2; [ \"$x\" -gt 1 ] && echo many",
        "x=abc; echo ${x:0:2}",
        "x=abc; echo ${x@Q}",
        "a=(1 2); echo ${a[0]} ${a[@]} ${#a[@]}",
        "a=(1 2); i=1; echo ${a[$i]} ${a[i]}",
        "FOO=1; echo ${FOO:-2} ${BAR:-3}",
        "ls | while read -r f; do echo \"$f\"; done",
        "set -euo pipefail; ls",
        "set -o pipefail",
        "shopt -s nullglob; ls",
        "export FOO=1; unset FOO",
        "jobs",
        "jobs -l",
        "hash -r",
    ];
    for name in ["careful", "builder"] {
        assert_eq!(wrong(name, &lines, true), Vec::<&str>::new(), "{name} does not allow");
    }
}

#[test]
fn a_path_through_a_link_of_the_line_is_asked() {
    check(&[
        "ln -s / x; rm -rf x/*",
        "ln -s ~/.ssh k; cat k/id_rsa",
        "ln -s ../other k && cat k/notes.md",
        "ln -s .. up; cd up && ls",
        "ln -s /etc . && cat etc/passwd",
        "ln -s .git g; rm -rf g/refs",
    ]);
}

#[test]
fn arrays_and_startup_files_are_not_lost() {
    check(&[
        "declare -a x=(/etc/passwd); cat $x",
        "declare x=(/etc/passwd); cat $x",
        "bash --rcfile evil -ic ls",
        "bash --init-file evil -i -c ls",
        "ZDOTDIR=/tmp/evil zsh -c ls",
        "PS0='$(evil)'",
        "MANOPT='-P evil' man ls",
    ]);
}
