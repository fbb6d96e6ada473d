//! Texts that readers of shell are known to stumble over. What counts: every command that would run is seen.

use super::{dump, parse};

#[test]
fn every_command_is_seen() {
    let rows: [(&str, &str, &[&str]); 25] = [
        ("nested substitutions", r#"echo "$(a "$(rm x)" )""#, &["[echo", "[a", "[rm"]),
        ("here-document as data", "cat <<'EOF'\nrm -rf /\nEOF\nls", &["[cat]", "[ls]"]),
        ("substitution in a body", "cat <<EOF\n$(shred x)\nEOF", &["[cat]", "[shred x]"]),
        ("open here-document", "cat <<EOF > f; rm x\nbody", &["[cat]", "[rm x]"]),
        (
            "process substitutions",
            "diff <(sort a) <(curl b) > >(tee c)",
            &["[diff", "[sort", "[curl", "[tee c]"],
        ),
        ("shell in a string", "sudo bash -c \"rm -rf x\"", &["[sudo bash -c 'rm -rf x']"]),
        ("open double quote", "cd /tmp && rm -rf \"x", &["[cd", "[rm -rf 'x']"]),
        ("open single quote", "cd /tmp && rm -rf 'x", &["[cd", "[rm -rf 'x']"]),
        ("open substitution", "echo $(rm -rf x", &["[echo", "[rm"]),
        ("loop in the background", "for f in *; do rm $f; done & ls", &["[rm", "[ls"]),
        ("disguised names", r"$'\x72\x6d' a; r''m b; \rm c", &["[$'rm' a]", "[r''m b]", "['r'm c]"]),
        ("case", "case $1 in a) rm x;; *) dd y;; esac", &["[rm x]", "[dd y]"]),
        ("test and more", "[[ $a =~ ^(b|c)$ ]] && sudo dd if=x", &["test(", "[sudo dd if=x]"]),
        ("evaluated", "eval \"$(echo x | base64 -d)\"", &["[eval", "[echo", "[base64 -d]"]),
        ("redirection first", ">out &>both rm x", &["[rm x]"]),
        ("fork bomb", ":(){ :|:& };:", &["function(:", "[:] | [:] &"]),
        ("nothing behind and", "rm -rf x &&", &["[rm -rf x]"]),
        ("stray brackets", "rm x)) ((", &["[rm x]"]),
        ("backticks in quotes", "echo \"now `rm x`\"", &["[echo", "[rm x]"]),
        ("in arithmetic and defaults", "echo $(( $(rm x) )) ${y:-$(dd z)}", &["[rm x]", "[dd z]"]),
        ("here-document in a substitution", "x=$(cat <<A\n$(rm y)\nA\n); ls", &["[cat]", "[rm y]", "[ls]"]),
        ("border of a screen", "│ rm x │", &["[│ rm x │]"]),
        ("zsh", "rm *(.) =(ls)", &["[rm *(.)", "[ls]"]),
        ("cut off", "rm -rf ${HOME", &["[rm -rf ${HOME}]"]),
        (
            "prefixes",
            "function f { rm x; }; coproc tee y; time ! dd",
            &["[rm x]", "[coproc tee y]", "[time ! dd]"],
        ),
    ];
    for (name, text, seen) in rows {
        let tree = dump::script(&parse(text));
        for command in seen {
            assert!(tree.contains(command), "{name}: {command} is not in {tree}");
        }
    }
}

#[test]
fn data_is_no_command() {
    let tree = dump::script(&parse("cat <<'EOF'\n$(rm -rf /)\n`dd`\nEOF"));
    assert!(!tree.contains("[rm") && !tree.contains("[dd"), "{tree}");
}
