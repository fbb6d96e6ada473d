use super::{check, check_faults};

#[test]
fn bodies() {
    check(&[
        ("data", "cat <<'EOF'\nrm $(x)\nEOF\nls", "[cat] <<'rm $(x)\\n' ; [ls]"),
        (
            "expanded",
            "cat <<EOF\na $(b) $c `d` \\$e \"f\"\nEOF",
            "[cat] <<'a '\"$([b])' '\"${c}' '\"$([d])' $e \"f\"\\n'",
        ),
        ("partly quoted", "cat <<E\"O\"F\n$(x)\nEOF", "[cat] <<'$(x)\\n'"),
        ("escaped", "cat <<\\EOF\n$(x)\nEOF", "[cat] <<'$(x)\\n'"),
        ("tabs", "cat <<-EOF\n\ta\n\t\tb\n\tEOF\nc", "[cat] <<'a\\nb\\n' ; [c]"),
        ("tabs behind joined lines", "cat <<-EOF\n\ta\\\n\tb\n\tEOF", "[cat] <<'a\tb\\n'"),
        ("tabs in data", "cat <<-'EOF'\n\t$a\n\tEOF", "[cat] <<'$a\\n'"),
        ("two", "cat <<A <<B\na\nA\nb\nB\nc", "[cat] <<'a\\n' <<'b\\n' ; [c]"),
        ("in a pipeline", "cat <<A | sh\nrm x\nA\n", "[cat] <<'rm x\\n' | [sh]"),
        ("with more behind it", "cat <<A > x && b; c\na\nA", "[cat] <<'a\\n' >x && [b] ; [c]"),
        ("line goes on behind it", "cat <<A |\na\nA\nsh", "[cat] <<'a\\n' | [sh]"),
        ("inside a substitution", "x=$(cat <<A\n$(b)\nA\n) c", "[x=$([cat] <<\"$([b])'\\n') c]"),
        ("inside a loop", "for x in a; do cat <<A\nb\nA\ndone", "for(x in a , [cat] <<'b\\n')"),
        ("of a loop", "while read x; do a; done <<A\nb\nA\nc", "while([read x] , [a]) <<'b\\n' ; [c]"),
        ("in a subshell", "(cat <<A)\nb\nA\nc", "( [cat] <<'b\\n' ) ; [c]"),
        ("in backticks", "`cat <<A\nb\nA\n`", "[$([cat] <<'b\\n')]"),
        ("in a here-document", "cat <<A\n$(cat <<B\nb\nB\n)\nA", "[cat] <<\"$([cat] <<'b\\n')'\\n'"),
        ("joined lines hide the end", "cat <<A\nb \\\nA\nc\nA\nd", "[cat] <<'b A\\nc\\n' ; [d]"),
        ("joined lines are the end", "cat <<AB\nb\nA\\\nB\nd", "[cat] <<'b\\n' ; [d]"),
        ("an even backslash", "cat <<A\nb\\\\\nA\nc", "[cat] <<'b\\\\n' ; [c]"),
        ("empty", "cat <<A\nA\n", "[cat] <<"),
        ("empty end word", "cat <<''\na\n\nb", "[cat] <<'a\\n' ; [b]"),
        ("quotes over a line end", "cat <<A 'x\ny'\nb\nA", "[cat 'x\\ny'] <<'b\\n'"),
        ("with a number", "cat 3<<A\na\nA", "[cat] 3<<'a\\n'"),
        ("a function", "f() { cat; } <<A\na\nA\nf", "function(f , { [cat] } <<'a\\n') ; [f]"),
    ]);
}

#[test]
fn doubtful() {
    let unended = "a here-document is not ended";
    check_faults(&[
        ("not ended", "cat <<A\nrm $(x)\n", "[cat] <<'rm '\"$([x])'\\n'", unended),
        ("no body", "cat <<A", "[cat] <<", "a here-document has no body"),
        ("no end word", "cat << ; b", "[cat] ; [b]", "a here-document has no end word"),
        (
            "ends with its brackets",
            "a $(cat <<A\nb\nA)\nrm x",
            "[a $([cat] <<'b\\n')] ; [rm x]",
            "a here-document ends together with its brackets",
        ),
        (
            "body behind the brackets",
            "a $(cat <<A)\nrm x\nA",
            "[a $([cat] <<)] ; [rm x] ; [A]",
            "a here-document has no body",
        ),
        (
            "lines between",
            "cat <<A $(b\nc)\nd\nA",
            "[cat $([b] ; [c])] <<'d\\n'",
            "lines are substituted where a here-document should begin",
        ),
        (
            "computed end word",
            "cat <<$A\nb\n$A",
            "[cat] <<'b\\n'",
            "the end word of a here-document is not plain",
        ),
    ]);
}
