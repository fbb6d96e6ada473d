use super::check;

#[test]
fn quotes() {
    check(&[
        ("single", "a 'b c'd", "[a 'b c'd]"),
        ("double", r#"a "b\"\\\$\x`c`""#, r#"[a 'b"\$\x'"$([c])]"#),
        ("empty", r#"r""m '' """#, "[r''m '' '']"),
        ("backslash", r"\rm a\ b \\", r"['r'm a' 'b '\']"),
        ("neighbours", r#"'a'"b"\c"#, "['a''b''c']"),
        ("over lines", "a 'b\nc' \"d\\\ne\"", "[a 'b\\nc' 'de']"),
        ("backslash in single quotes", r"a 'b\' c", r"[a 'b\' c]"),
        ("words of another language", r#"a $"b $c""#, "[a 'b '\"${c}]"),
        ("signs in quotes", "a ';|&<>()#'", "[a ';|&<>()#']"),
        ("single in double", r#""it's""#, "['it's']"),
    ]);
}

#[test]
fn codes() {
    check(&[
        ("hexadecimal", r"$'\x72\x6d' x", "[$'rm' x]"),
        ("octal", r"$'\162\155'", "[$'rm']"),
        ("code points", r"$'\u0072\U0000006d'", "[$'rm']"),
        ("letters", r"$'\n\t\\\'\x22\a\b\e\f\v\?'", r#"[$'\n\t\\\'\"\u{7}\u{8}\u{1b}\u{c}\u{b}?']"#),
        ("control", r"$'\cA\cz'", r"[$'\u{1}\u{1a}']"),
        ("unknown", r"$'\q\x'", r"[$'\\q\\x']"),
        ("bytes of a character", r"$'\xc3\xa9'", "[$'é']"),
        ("cut at zero", r"$'rm\0x'", "[$'rm']"),
        ("in the middle", r"r$'\x6d'", "[r$'m']"),
        ("not in quotes", r#""$'a'""#, "['$'a'']"),
    ]);
}

#[test]
fn variables() {
    check(&[
        (
            "names",
            "$a $_b1 $1 $12 $@ $# $? $$ $! $- $*",
            "[${a} ${_b1} ${1} ${1}2 ${@} ${#} ${?} ${$} ${!} ${-} ${*}]",
        ),
        ("in braces", "${a} ${12} ${!a} ${#a} ${a[0]} ${@}", "[${a} ${12} ${!a} ${#a} ${a[0]} ${@}]"),
        ("default", "${a:-b c}", "[${a :- b c}]"),
        ("nested", r#"${a:-"${b:=$(c)}"}"#, "[${a :- \"${b := \"$([c])}}]"),
        ("patterns", "${a##*/} ${a%.*} ${a//x/y} ${a^^}", "[${a ## */} ${a % .*} ${a // x/y} ${a ^^ }]"),
        ("part", "${a:0:3} ${a: -1} ${a@Q}", "[${a : 0:3} ${a :  -1} ${a @ Q}]"),
        ("quoted", r#""$a${b:-'$(c)'}""#, "[\"${a}\"${b :- '''\"$([c])'''}]"),
        ("quoted pattern", r#""${a%'}'}""#, "[\"${a % '}'}]"),
        ("escaped brace", r"${a:-\}}", "[${a :- '}'}]"),
        ("index that runs", "${a[$(b)]}", "[${a[$(b)] [] \"$([b])}]"),
        ("names with a beginning", "${!a*} ${!a@}", "[${!a * } ${!a @ }]"),
        ("a sign alone", "a$ $ $%", "[a$ $ $%]"),
        ("joined", "$A\\\nB ${A\\\nB}", "[${AB} ${AB}]"),
        ("new command substitution", "${ rm x; }", "[$([rm x])]"),
    ]);
}

#[test]
fn substitutions() {
    check(&[
        ("nested", r#"echo "$(a "$(b 'c')")""#, "[echo \"$([a \"$([b 'c'])])]"),
        ("case inside", "$(case x in a) b;; (c) d;; esac)", "[$(case(x , a: [b] , c: [d]))]"),
        ("comment inside", "$(a # )\nb)", "[$([a] ; [b])]"),
        ("backticks", "`a b`", "[$([a b])]"),
        ("nested backticks", r"`a \`b \\\`c\\\`\``", "[$([a $([b $([c])])])]"),
        ("backticks in quotes", r#""x`a \"b\" $c`""#, "['x'\"$([a 'b' ${c}])]"),
        ("escaped dollar in backticks", r"`a \$b`", "[$([a ${b}])]"),
        ("arithmetic", "$((1 + $(a) + ${b} * (2)))", "[$(('1 + '\"$([a])' + '\"${b}' * (2)'))]"),
        ("subshell in a substitution", "$( (a) ) $((a); b)", "[$(( [a] )) $(( [a] ) ; [b])]"),
        ("old arithmetic", "$[1 + `a`]", "[$(('1 + '\"$([a])))]"),
    ]);
}

#[test]
fn patterns() {
    check(&[
        ("kept as characters", "a ~/x* {b,c} [d-e]? ~u", "[a ~/x* {b,c} [d-e]? ~u]"),
        ("groups", "rm !(keep|*.c) @(a b)", "[rm !(keep|*.c) @(a b)]"),
        ("substituted in a group", "rm *($(a)|b)", "[rm *($([a])|b)]"),
        ("in case", "case x in +([0-9])) a;; esac", "case(x , +([0-9]): [a])"),
        ("in a test", "[[ $a == @(b|c) ]]", "test(${a} == @(b|c))"),
    ]);
}
