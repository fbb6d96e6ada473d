use super::{check_faults, dump, parse};
use crate::shell::{DEEPEST, LONGEST};

const QUOTE: &str = "a quote is not closed";
const BRACKET: &str = "a bracket is not closed";
const CLOSES: &str = "this closes nothing";
const UNFINISHED: &str = "a compound command is not finished";
const BEHIND: &str = "nothing follows `&&` or `||`";

#[test]
fn commands_stay_visible() {
    check_faults(&[
        ("double quote", "cd x && rm -rf \"y", "[cd x] && [rm -rf 'y']", QUOTE),
        ("single quote", "rm -rf / 'y", "[rm -rf / 'y']", QUOTE),
        ("coded quote", r"rm $'\x2f", "[rm $'/']", QUOTE),
        ("substitution", "a $(rm x", "[a $([rm x])]", BRACKET),
        ("substitution in a quote", "a \"$(rm x", "[a \"$([rm x])]", BRACKET),
        ("backtick", "a `rm x", "[a $([rm x])]", "a backtick is not closed"),
        ("brace", "rm ${HOME", "[rm ${HOME}]", "a brace is not closed"),
        ("nothing behind and", "rm x &&", "[rm x]", BEHIND),
        ("nothing behind or", "a || ; rm x", "[a] ; [rm x]", BEHIND),
        ("nothing behind a pipe", "rm x |", "[rm x]", "nothing follows `|`"),
        ("stray bracket", "a ) ; rm x", "[a] ; [rm x]", CLOSES),
        ("stray brackets", "rm x)) && a", "[rm x] ; [a]", CLOSES),
        ("stray keyword", "done; rm x", "[rm x]", CLOSES),
        ("stray separator", "; rm x", "[rm x]", "nothing stands before an operator"),
        ("stray arm", "a ;; rm x", "[a] ; [rm x]", CLOSES),
        ("open subshell", "(rm x; a", "( [rm x] ; [a] )", BRACKET),
        ("open group", "{ rm x; a", "{ [rm x] ; [a] }", UNFINISHED),
        ("open group in a substitution", "$({ rm x; ) a", "[$({ [rm x] }) a]", UNFINISHED),
        ("open if", "if a; then rm x", "if([a] , [rm x])", UNFINISHED),
        ("if without then", "if rm x; fi; a", "if([rm x] ; [a] , )", CLOSES),
        ("open loop", "while a; do rm x", "while([a] , [rm x])", UNFINISHED),
        ("loop without do", "for x in a; rm x; done", "for(x in a , ) ; [rm x]", UNFINISHED),
        ("open case", "case x in a) rm y", "case(x , a: [rm y])", UNFINISHED),
        ("open test", "[[ -f x; rm y", "test(-f x) ; [rm y]", "`[[` is not closed"),
        ("open test on lines", "[[ -f x\nrm y", "test(-f x) ; [rm y]", "`[[` is not closed"),
        ("bracket in the middle", "a b (rm x)", "[a b] ; ( [rm x] )", "a bracket stands where none can"),
        ("qualifiers of zsh", "rm -rf x(.N)", "[rm -rf x] ; ( [.N] )", "a bracket stands where none can"),
        ("open array", "a=(b; rm x", "[a=(b)] ; [rm x]", "an array is not closed"),
        ("open redirection", "rm x > ; a", "[rm x] ; [a]", "a redirection has no target"),
        (
            "behind a compound",
            "{ a; } rm x",
            "{ [a] } ; [rm x]",
            "something stands behind the end of a command",
        ),
        ("function without a body", "f()", "function(f , [])", "a function has no body"),
        (
            "function without brackets",
            "f() rm x",
            "function(f , [rm x])",
            "the body of a function is not in brackets",
        ),
        ("last backslash", "rm x \\", "[rm x \\]", "the text ends in a backslash"),
        ("flags of zsh", "a ${(e)b}", "[a ${  (e)b}]", "a form of `${ }` that is not known"),
        ("zero", "r\0m", "[r\0m]", "an invisible character"),
        ("turned around", "rm \u{202e}x", "[rm \u{202e}x]", "an invisible character"),
        ("carriage return", "rm /\r\n", "[rm /]", "an invisible character"),
    ]);
}

#[test]
fn places_are_those_of_the_given_text() {
    let rows =
        [("plain", "ab )", 3), ("in backticks", r"a `b \` )`", 6), ("in a body", "a <<-B\n\tx$(y\nB\n", 11)];
    for (name, text, at) in rows {
        assert_eq!(parse(text).faults.first().map(|fault| fault.at), Some(at), "{name}");
    }
}

#[test]
fn nesting_is_bounded() {
    let openings = [
        "(",
        "$(",
        "`",
        "\"$(",
        "${a:-",
        "{ ",
        "if ",
        "((",
        "$((",
        "<(",
        "$[",
        "f() ",
        "case x in a) ",
        "! ",
        "cat <<A\n$(",
    ];
    for opening in openings {
        let text = opening.repeat(LONGEST / opening.len());
        let script = parse(&text);
        // Backticks come in pairs, and `!` does not nest.
        assert!(!script.faults.is_empty() || ["! ", "`"].contains(&opening), "{opening}");
    }
    let deep = format!("{}rm x{}", "(".repeat(DEEPEST), ")".repeat(DEEPEST));
    assert!(parse(&deep).faults.is_empty());
    let deeper = format!("{}rm x", "( ".repeat(DEEPEST + 1));
    assert_eq!(parse(&deeper).faults[0].what, "nested too deep");
    assert!(dump::script(&parse(&deeper)).contains("[rm x]"));
}

#[test]
fn length_is_bounded() {
    let text = format!("rm x; {}", "é".repeat(LONGEST));
    let script = parse(&text);
    assert_eq!(script.faults[0].what, "longer than what is read");
    assert!(dump::script(&script).starts_with("[rm x] ; "));
}
