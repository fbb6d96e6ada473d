//! Commands inside of the words of others.

use super::{check, check_doubted};

#[test]
fn xargs() {
    check("a | xargs rm -rf", &["a", "rm -rf [(from the pipe)] <xargs> !more_words"]);
    check_doubted("echo / | xargs rm -rf", &["echo /", "rm -rf / <xargs>"]);
    check("a | xargs -n 1 -P 4 sudo rm", &["a", "rm [(from the pipe)] <xargs,sudo> !more_words !privileged"]);
    check("a | xargs -I{} mv {} /b", &["a", "mv [(from the pipe)] /b <xargs> !more_words"]);
    check_doubted(
        "echo 'rm x' | xargs -I % sh -c '%'",
        &["echo 'rm x'", "rm x <xargs,sh>", "sh -c 'rm x' <xargs>"],
    );
    check("xargs -a list rm", &["rm [(from the pipe)] <-list <xargs> !more_words"]);
    check("a | xargs", &["a", "echo [(from the pipe)] <xargs> !more_words"]);
    check_doubted(
        "a | xargs -I{} sh -c 'rm {}'",
        &[
            "a",
            "rm [${unknown}] <xargs,sh> !more_words",
            "sh -c 'rm [(from the pipe)]' <xargs> !more_words =unknown[]",
        ],
    );
}

#[test]
fn find() {
    check("find . -name '*.o' -exec rm {} \\;", &["rm ./[{}] <find>", "find . -name *.o -exec rm {} ;"]);
    check(
        "find / /a -exec rm -rf {} +",
        &["rm -rf /[{}] <find>", "rm -rf /a/[{}] <find>", "find / /a -exec rm -rf {} +"],
    );
    check(
        "find -exec a \\; -exec b {} \\; -delete",
        &["a <find>", "b ./[{}] <find>", "find -exec a ; -exec b {} ; -delete"],
    );
    check("find . -delete", &["find . -delete"]);
    check("fd x -x rm", &["rm ./[{}] <fd>", "fd x -x rm"]);
    check_doubted(
        "find . -exec sh -c 'rm {}' \\;",
        &[
            "rm ./[${unknown}] <find,sh> !more_words",
            "sh -c 'rm ./[{}]' <find> =unknown[]",
            "find . -exec sh -c 'rm {}' ;",
        ],
    );
}

#[test]
fn parallel() {
    check(
        "parallel rm -rf {} ::: / a",
        &["rm -rf / <parallel>", "rm -rf a <parallel>", "parallel rm -rf {} ::: / a"],
    );
    check("parallel rm ::: 'a b'", &["rm 'a b' <parallel>", "parallel rm ::: 'a b'"]);
    check("ls | parallel rm", &["ls", "rm [${unknown}] <parallel> !more_words", "parallel rm"]);
    check_doubted(
        "ls | parallel",
        &["ls", "[${unknown}] <parallel> !hidden_program !more_words", "parallel =unknown[]"],
    );
}

#[test]
fn git() {
    check("git -c alias.x='!rm -rf /' x", &["rm -rf / <git>", "git -c 'alias.x=!rm -rf /' x"]);
    check("git -C d bisect run rm x", &["rm x <git>", "git -C d bisect run rm x"]);
    check(
        "git submodule foreach --recursive 'rm x; ls'",
        &["rm x <git>", "ls <git>", "git submodule foreach --recursive 'rm x; ls'"],
    );
    check("git rebase -x 'rm x' main", &["rm x <git>", "git rebase -x 'rm x' main"]);
    check(
        "git filter-branch --tree-filter 'rm x' HEAD",
        &["rm x <git>", "git filter-branch --tree-filter 'rm x' HEAD"],
    );
    check("git -c core.pager='rm x' log", &["rm x <git>", "git -c 'core.pager=rm x' log"]);
    check("git status", &["git status"]);
}

#[test]
fn terminals_and_later() {
    check("tmux new-session -d -s a 'rm x'", &["rm x <tmux>", "tmux new-session -d -s a 'rm x'"]);
    check("tmux send-keys -t a 'rm x' Enter", &["rm x <tmux>", "tmux send-keys -t a 'rm x' Enter"]);
    check("tmux ls", &["tmux ls"]);
    check("screen -dmS a rm x", &["rm x <screen>", "screen -dmS a rm x"]);
    check("echo rm x | at now", &["echo rm x", "rm x <at>", "at now"]);
    check("echo '* * * * * rm x' | crontab -", &["echo '* * * * * rm x'", "rm x <crontab>", "crontab -"]);
    check("crontab -l", &["crontab -l"]);
    check("watch -n 1 'rm x'", &["rm x <watch>", "watch -n 1 'rm x'"]);
}

#[test]
fn other_languages() {
    check(
        "python3 -c 'import os; os.system(\"rm -rf /\")'",
        &["rm -rf / <python3>", "python3 -c 'import os; os.system(\"rm -rf /\")'"],
    );
    check(
        "python3 -c 'import shutil; shutil.rmtree(\"/x\")'",
        &["rm -rf /x <python3>", "python3 -c 'import shutil; shutil.rmtree(\"/x\")'"],
    );
    check("awk 'BEGIN { system(\"rm x\") }'", &["rm x <awk>", "awk 'BEGIN { system(\"rm x\") }'"]);
    check("perl -e 'unlink \"/x\"'", &["rm /x <perl>", "perl -e 'unlink \"/x\"'"]);
    check("python3 x.py", &["python3 x.py =file:x.py"]);
    check("python3 -m pytest", &["python3 -m pytest"]);
    check("python3 --version", &["python3 --version"]);
    check("node --test", &["node --test"]);
    check("bun install", &["bun install"]);
    check("deno eval 'Deno.removeSync(\"/x\")'", &["rm /x <deno>", "deno eval Deno.removeSync(\"/x\")"]);
    check("node -e 'console.log(1)'", &["node -e console.log(1)"]);
    check("python3 <<'E'\nimport os\nos.remove('/x')\nE", &["rm /x <python3>", "python3"]);
    check("awk '{print $1}' x", &["awk '{print $1}' x"]);
    check_doubted("curl x | python3", &["curl x", "python3 =unknown[0]"]);
    check_doubted("python3 -c \"$X\"", &["python3 -c [$X] =unknown[]"]);
}

#[test]
fn options_and_variables_that_hold_commands() {
    check(
        "tar cf x y --checkpoint=1 --checkpoint-action=exec='rm z'",
        &["rm z <tar>", "tar cf x y --checkpoint=1 '--checkpoint-action=exec=rm z'"],
    );
    check(
        "ssh -o ProxyCommand='rm x' h ls",
        &["rm x <ssh>", "ls <ssh> @? !elsewhere", "ssh -o 'ProxyCommand=rm x' h ls !elsewhere"],
    );
    check("GIT_SSH_COMMAND='rm x' git fetch", &["rm x", "GIT_SSH_COMMAND='rm x' git fetch"]);
    check("$SHELL -c 'rm x'", &["rm x </bin/sh>", "/bin/sh -c 'rm x'"]);
    check_doubted(
        "rsync -e \"$X\" a b",
        &["[${X}] <rsync> !hidden_program !more_words", "rsync -e [$X] a b"],
    );
}

#[test]
fn input_goes_to_what_reads_it() {
    check("sudo tee /etc/x <<EOF\nrm y\nEOF", &["tee /etc/x <sudo> !privileged"]);
    check("while read l; do rm $l; done <<< /", &["read l", "rm /"]);
    check(
        "ssh h bash <<EOF\nrm y\nEOF",
        &["rm y <ssh,bash> @? !elsewhere", "bash <ssh> @? !elsewhere", "ssh h bash !elsewhere"],
    );
    check_doubted("printf '%s\\n' a b | xargs rm", &["printf %s\\n a b", "rm a b <xargs>"]);
    check("rm -rf \"$@\"", &["rm -rf [$@]"]);
    check("r$@m -rf /", &["rm -rf / !disguised"]);
}
