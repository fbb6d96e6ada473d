use super::agrees;
use crate::shell::parse;

/// Lines that people and agents write every day, one a line, `␤` for a line end.
const ORDINARY: &str = include_str!("ordinary.txt");

#[test]
fn ordinary_lines_are_agreed_on() {
    let lines: Vec<String> = ORDINARY.lines().map(|line| line.replace('␤', "\n")).collect();
    let faulty: Vec<&String> = lines.iter().filter(|line| !parse(line).faults.is_empty()).collect();
    assert_eq!(faulty, Vec::<&String>::new());
    let disputed: Vec<_> =
        lines.iter().filter_map(|line| Some((line, agrees(line, &parse(line)).err()?))).collect();
    assert!(disputed.len() * 100 <= lines.len() * 3, "{} of {}: {disputed:#?}", disputed.len(), lines.len());
}

#[test]
fn notation_makes_no_difference() {
    let rows = [
        ("assignments", "A=1 b; C=2"),
        ("words behind a redirection", "cat > out a b 2>&1 c"),
        ("redirection first", "> out rm x"),
        ("words behind a here-document", "cat <<A b\nx\nA"),
        ("test", "[ -f x ] && [[ -d y ]] || ((z))"),
        ("prefixes", "! a; time -p b"),
        ("a lone sign", "python3 - <<A\nx\nA"),
        ("declared", "export A=1 B; unset C; declare -a d=(x $(e)); local f"),
        ("inner commands", "a $(b `c`) <(d) \"${e:-$(f)}\" $(( $(g) ))"),
        ("compounds", "if a; then b; fi; for i in $(c); do d; done; case e in f) g;; esac"),
        ("functions", "f() { a; }; function g { b; }"),
        ("in a body", "cat <<A\n$(b)\nA"),
    ];
    for (name, text) in rows {
        assert_eq!(agrees(text, &parse(text)), Ok(()), "{name}");
    }
}

#[test]
fn differences_are_found() {
    let rows = [
        ("fault of ours", "a 'b", "a 'b", "the shell text does not fit the grammar: a quote is not closed"),
        ("fault of theirs", "a $((", "a", "a second reader of shell does not understand the text"),
        ("one more", "a; b", "a", "two readers of shell do not see the same commands at `b`"),
        ("one less", "a # b", "a ; b", "two readers of shell do not see the same commands at `b`"),
        ("another word", "a b", "a;b", "two readers of shell do not see the same commands at `a`"),
        (
            "inner command",
            "a $(b)",
            "a x(b)",
            "the shell text does not fit the grammar: a bracket stands where none can",
        ),
    ];
    for (name, text, read, why) in rows {
        assert_eq!(agrees(text, &parse(read)), Err(why.to_owned()), "{name}");
    }
}

#[test]
fn reading_is_bounded() {
    for opening in
        ["(", "$(", "`", "a && ", "a | ", "<<A ", "${", "[[ ", "if ", "case x in a) ", "\"$(", "<("]
    {
        let text = opening.repeat(10_000 / opening.len());
        // What comes out does not matter: that it comes out does.
        let _ = super::theirs::commands(&text);
    }
    assert_eq!(agrees("a b", &parse("a b")), Ok(()), "the next text is read from its beginning");
}
