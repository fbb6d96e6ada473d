//! How words are expanded.

use super::{check, check_doubted};

#[test]
fn quotes_tildes_and_braces() {
    check("rm -rf '/x y' \"$HOME/a\" ~/b ~", &["rm -rf '/x y' /home/u/a /home/u/b /home/u"]);
    check("r''m -rf /", &["rm -rf / !disguised"]);
    check("\\rm -rf /", &["rm -rf /"]);
    check("\"rm\" -rf /", &["rm -rf /"]);
    check("$'\\x72m' -rf /", &["rm -rf / !disguised"]);
    check("/bin/r? -rf /", &["/bin/r? -rf / !disguised"]);
    check("{rm,-rf,/}", &["rm -rf / !disguised"]);
    check("touch {a,b}{1..2}", &["touch a1 a2 b1 b2"]);
    check("ls ~bob/x ~root", &["ls [~bob]/x /root"]);
}

#[test]
fn variables() {
    check("X=/etc; rm -rf $X/y", &["X=/etc", "rm -rf /etc/y"]);
    check("A='rm -rf'; $A /", &["A='rm -rf'", "rm -rf /"]);
    check("rm${IFS}-rf${IFS}/", &["rm -rf / !disguised"]);
    check("rm$IFS$9-rf$IFS$9/", &["rm -rf / !disguised"]);
    check("IFS=,; x=rm,-rf,/; $x", &["IFS=,", "x=rm,-rf,/", "rm -rf /"]);
    check("rm -rf \"$UNSET/\"", &["rm -rf [$UNSET]/"]);
    check("rm -rf $UNSET/", &["rm -rf [$UNSET]/ !more_words"]);
    check("rm -rf ${HOME%/*}", &["rm -rf /home"]);
    check("X=abc; echo ${X:0:1}${X^^} ${Y:-z}", &["X=abc", "echo aABC [${Y:-z}] !more_words"]);
    check("X=; echo ${X:-d} ${X:+e}", &["X=''", "echo d"]);
    check("echo /tmp/x.$$", &["echo /tmp/x.$$"]);
    check("a=(x 'y z'); rm \"${a[@]}\" ${a[1]}", &["a='x y z'", "rm x 'y z' y z"]);
    check("X=a; X+=b; echo $X", &["X=a", "X=b", "echo ab"]);
    check("FOO=1 rm x", &["FOO=1 rm x"]);
    check("cd $PWD/x && pwd", &["cd /w/p/x", "pwd @/w/p/x"]);
}

#[test]
fn names_in_pieces() {
    check("a=r b=m; $a$b x", &["a=r b=m", "rm x !disguised"]);
    check("bash -c '$0 x' rm", &["rm x <bash>", "bash -c '$0 x' rm"]);
    check_doubted("hash -p /bin/rm ls; ls x", &["hash -p /bin/rm ls", "/bin/rm x", "ls x"]);
    check("PROMPT_COMMAND='rm x'", &["rm x", "PROMPT_COMMAND='rm x'"]);
}

#[test]
fn hidden_programs() {
    check_doubted("$CMD -rf /", &["[$CMD] -rf / !hidden_program !more_words"]);
    check_doubted("\"$CMD\" x", &["[$CMD] x !hidden_program"]);
    check_doubted("$(curl x) y", &["curl x", "[$(...)] y !hidden_program !more_words"]);
}

#[test]
fn substitutions() {
    check("$(echo rm) -rf /", &["echo rm", "rm -rf / !disguised"]);
    check("$(printf '\\x72\\x6d') -rf /", &["printf \\x72\\x6d", "rm -rf / !disguised"]);
    check("$(echo cm0= | base64 -d) /", &["echo cm0=", "base64 -d", "rm / !disguised"]);
    check("`which rm` -rf /", &["which rm", "rm -rf /"]);
    check("$(command -v rm) x", &["command -v rm", "rm x"]);
    check("rm \"$(cat list)\"", &["cat list", "rm [$(...)]"]);
    check("ls $(pwd)/x", &["pwd", "ls /w/p/x"]);
    check("diff <(ls a) <(ls b)", &["ls a", "ls b", "diff [<(...)] [<(...)]"]);
}

#[test]
fn redirections() {
    check("echo x > ~/.bashrc", &["echo x ->/home/u/.bashrc"]);
    check("echo x >> a 2>/dev/null < b", &["echo x ->>a ->/dev/null <-b"]);
    check("{ ls; } > x", &["ls", "->x"]);
    check("> x", &["->x"]);
    check("cat <<EOF\n$(ls)\nEOF", &["ls", "cat"]);
}
