use super::check;

#[test]
fn lists_and_pipelines() {
    check(&[
        ("nothing", "", ""),
        ("blanks and a comment", "  \n\t# rm -rf /\n", ""),
        ("one", "ls -la", "[ls -la]"),
        ("list", "a; b && c || d", "[a] ; [b] && [c] || [d]"),
        ("lines", "a\n\nb # c\nd", "[a] ; [b] ; [d]"),
        ("background", "a & b &", "[a] & ; [b] &"),
        ("a chain in the background", "a && b & c", "[a] & && [b] & ; [c]"),
        ("pipeline", "a | b |\n c", "[a] | [b] | [c]"),
        ("pipe with errors", "a |& b", "[a] 2& | [b]"),
        ("comment behind an operator", "a;#b\nc", "[a] ; [c]"),
        ("no comment inside a word", "a#b c#", "[a#b c#]"),
        ("line goes on after `&&`", "a &&\n\n# why\n b", "[a] && [b]"),
        ("joined lines", "rm \\\n -rf x", "[rm -rf x]"),
        ("joined in a word", "r\\\nm x", "[rm x]"),
        ("joined in an operator", "a &\\\n& b |\\\n| c", "[a] && [b] || [c]"),
        ("joined in a keyword", "i\\\nf a; then b; f\\\ni", "if([a] , [b])"),
    ]);
}

#[test]
fn prefixes() {
    check(&[
        ("not", "! grep x", "[! grep x]"),
        ("time", "time -p rm x | y", "[time -p rm x] | [y]"),
        ("time with a variable", "time A=1 rm x", "[A=1 time rm x]"),
        ("not a bracket", "!(rm x)", "{ ( [rm x] ) }"),
        ("time of a group", "time { a; b; } 2>x", "{ { [a] ; [b] } 2>x }"),
        ("coprocess", "coproc tee x", "[coproc tee x]"),
        ("named coprocess", "coproc NAME { dd; }", "{ { [dd] } }"),
        ("time is an argument", "echo time ! x", "[echo time ! x]"),
        ("exec", "exec rm x", "[exec rm x]"),
        ("all of them", "! time ! rm", "[! time ! rm]"),
    ]);
}

#[test]
fn compounds() {
    check(&[
        ("subshell", "(a; b) > x", "( [a] ; [b] ) >x"),
        ("group", "{ a; b; } && c", "{ [a] ; [b] } && [c]"),
        ("braces in words", "echo {a,b} {} }", "[echo {a,b} {} }]"),
        ("if", "if a; then b; elif c\nthen d; else e; fi", "if([a] , [b] , [c] , [d] , [e])"),
        ("while", "while a; do b; done <x", "while([a] , [b]) <x"),
        ("until", "until a; do b; done | c", "while([a] , [b]) | [c]"),
        ("for", "for x in a \"$b\" *; do rm $x; done", "for(x in a \"${b} * , [rm ${x}])"),
        ("for without words", "for x; do a; done", "for(x in - , [a])"),
        ("for on lines", "for x\nin a\ndo\nb\ndone", "for(x in a , [b])"),
        ("for with braces", "for x in a; { b; }", "for(x in a , [b])"),
        ("arithmetic for", "for ((i=0; i<3; i++)); do a; done", "for( in 'i=0; i<3; i++' , [a])"),
        ("select", "select x in a b; do c; done", "for(x in a b , [c])"),
        (
            "case",
            "case $x in a|b) c;; (d) e;& f) g;;& *) h; esac",
            "case(${x} , a b: [c] , d: [e] , f: [g] , *: [h])",
        ),
        ("case on lines", "case x in\na)\n b\n ;;\nesac; c", "case(x , a: [b]) ; [c]"),
        ("empty arm", "case x in a) ;; esac", "case(x , a: )"),
        ("function", "f() { rm x; }; f", "function(f , { [rm x] }) ; [f]"),
        ("function with a word", "function f { a; } >x", "function(f , { [a] } >x)"),
        ("function with both", "function f ( ) ( a )", "function(f , ( [a] ))"),
        ("fork bomb", ":(){ :|:& };:", "function(: , { [:] | [:] & }) ; [:]"),
        ("test", "[[ -f x && ( $y =~ ^(a|b) ) ]] && rm z", "test(-f x && ( ${y} =~ ^(a|b) )) && [rm z]"),
        ("test on lines", "[[ a ||\n b\n && c ]]", "test(a || b && c)"),
        ("arithmetic", "((x = 1 + $(id)))", "test('x = 1 + '\"$([id]))"),
        ("two subshells", "((a); (b))", "( ( [a] ) ; ( [b] ) )"),
        ("keywords are arguments", "echo if then fi done {", "[echo if then fi done {]"),
        ("quoted keyword", "'if' a", "['if' a]"),
    ]);
}

#[test]
fn assignments() {
    check(&[
        ("in front", "A=1 B=\"$x\" rm y", "[A=1 B=\"${x} rm y]"),
        ("alone", "A= b=c", "[A= b=c]"),
        ("added to", "PATH+=:x", "[PATH+=:x]"),
        ("array", "a=(x 'y z'\n # why\n $w) b", "[a=(x 'y z' ${w}) b]"),
        ("with an index", "a[1]=x a[$i]+=y", "[a[1]=x a[$i]+=\"${i}y]"),
        ("substituted in an index", "a[$(rm x)]=1", "[a[$(rm x)]=\"$([rm x])1]"),
        ("no index", "a[b]c d", "[a[b]c d]"),
        ("behind the name of a command", "env A=1 rm", "[env A=1 rm]"),
        ("declared", "declare -a a=(x $(y)) b", "[declare -a a=(x $([y]) ) b]"),
        ("no name", "1a=b =c", "[1a=b =c]"),
        ("joined", "A\\\nB=1 c", "[AB=1 c]"),
    ]);
}

#[test]
fn redirections() {
    check(&[
        ("all files", "a <b >c >>d >|e <>f", "[a] <b >c >>d >e >f"),
        ("both", "a &>b &>>c >&d", "[a] >b >>c >d"),
        ("duplicates", "a 2>&1 >&- <&3 3>&2-", "[a] 2& & & 3&"),
        ("numbers", "a 2>b 10<c", "[a] 2>b 10<c"),
        ("digits are a word", "echo 2 >b 3", "[echo 2 3] >b"),
        ("named", "exec {fd}>x", "[exec] >x"),
        ("in front", ">x <y cmd z", "[cmd z] >x <y"),
        ("alone", "> x", "[] >x"),
        ("to a variable", "a >&$x 2>$y", "[a] >${x} 2>${y}"),
        ("process substitution", "diff <(a | b) >(c)", "[diff <([a] | [b]) <([c])]"),
        ("from a process", "while a; do b; done < <(c)", "while([a] , [b]) <<([c])"),
        ("here-string", "cat <<<$x <<< 'a b'", "[cat] <<<${x} <<<'a b'"),
        ("without blanks", "a>b;c<d|e", "[a] >b ; [c] <d | [e]"),
        ("no operator", "a \\> b '>' c", "[a '>' b '>' c]"),
    ]);
}
