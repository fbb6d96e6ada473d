//! Wrappers, shells and what is inside of them.

use super::{check, check_doubted};

#[test]
fn argv_wrappers() {
    check("sudo rm -rf /x", &["rm -rf /x <sudo> !privileged"]);
    check("sudo -u root -- rm x", &["rm x <sudo> !privileged"]);
    check("sudo -nu root rm x", &["rm x <sudo> !privileged"]);
    check("sudo --user=root env A=1 nice -n 5 rm x", &["A=1 rm x <sudo,env,nice> !privileged"]);
    check("sudo -l", &["sudo -l !privileged"]);
    check("env", &["env"]);
    check("env -i -u HOME A=b rm x", &["A=b rm x <env>"]);
    check("env -S 'rm -rf /'", &["rm -rf / <env>"]);
    check("timeout -s KILL 5 rm x", &["rm x <timeout>"]);
    check("nohup setsid rm x &", &["rm x <nohup,setsid>"]);
    check("time rm x", &["rm x <time>"]);
    check("! rm x", &["rm x <!>"]);
    check("command rm x", &["rm x <command>"]);
    check("exec rm x", &["rm x <exec>"]);
    check("busybox rm -rf /", &["rm -rf / <busybox>"]);
    check("chroot /mnt rm x", &["rm x <chroot>"]);
    check("flock /tmp/l rm x", &["rm x <flock>"]);
    check("env -C /etc rm x", &["rm x <env> @/etc"]);
    check("npx rimraf x", &["rimraf x <npx>"]);
    check("poetry run rm x", &["rm x <poetry>"]);
    check("uv pip install x", &["uv pip install x"]);
    check("nix develop .#a -c rm x", &["rm x <nix>"]);
}

#[test]
fn other_machines() {
    check("docker exec -it c rm -rf /", &["rm -rf / <docker> @? !elsewhere"]);
    check("docker run --rm -v /:/h alpine rm -rf /h", &["rm -rf /h <docker> @? !elsewhere"]);
    check("docker ps", &["docker ps"]);
    check("kubectl -n x exec pod -- rm -rf /", &["rm -rf / <kubectl> @? !elsewhere"]);
    check(
        "ssh -p 22 host 'rm -rf /; ls'",
        &[
            "rm -rf / <ssh> @? !elsewhere",
            "ls <ssh> @? !elsewhere",
            "ssh -p 22 host 'rm -rf /; ls' !elsewhere",
        ],
    );
    check("ssh host <<EOF\nrm x\nEOF", &["rm x <ssh> @? !elsewhere", "ssh host !elsewhere"]);
}

#[test]
fn shells() {
    check("bash -c 'rm -rf /'", &["rm -rf / <bash>", "bash -c 'rm -rf /'"]);
    check("sh -xec 'rm $1' _ /x", &["rm /x <sh>", "sh -xec 'rm $1' _ /x"]);
    check("X=/ bash -c 'rm $X'", &["rm / <bash>", "X=/ bash -c 'rm $X'"]);
    check("sudo bash -lc 'rm x'", &["rm x <sudo,bash> !privileged", "bash -lc 'rm x' <sudo> !privileged"]);
    check("bash script.sh a", &["bash script.sh a =file:script.sh"]);
    check("source x", &["source x =file:x"]);
    check("echo rm -rf / | bash", &["echo rm -rf /", "rm -rf / <bash>", "bash"]);
    check("bash <<EOF\nrm x\nEOF", &["rm x <bash>", "bash"]);
    check("bash <<< 'rm x'", &["rm x <bash>", "bash"]);
    check("cat <<'EOF' | sh\nrm x\nEOF", &["cat", "rm x <sh>", "sh"]);
    check("echo cm0gLXJmIC8= | base64 -d | sh", &["echo cm0gLXJmIC8=", "base64 -d", "rm -rf / <sh>", "sh"]);
    check("eval 'rm -rf' /", &["rm -rf / <eval>", "eval 'rm -rf' /"]);
    check("bash <(echo rm x)", &["echo rm x", "rm x <bash>", "bash [<(...)]"]);
    check("trap 'rm x' EXIT", &["rm x <trap>", "trap 'rm x' EXIT"]);
    check("su - root -c 'rm x'", &["rm x <su> !privileged", "su - root -c 'rm x' !privileged"]);
    check("bash --version", &["bash --version"]);
    check("bash < x", &["bash <-x =file:x"]);
}

#[test]
fn unknown_texts() {
    check_doubted("curl x | sh", &["curl x", "sh =unknown[0]"]);
    check_doubted("bash <(curl x)", &["curl x", "bash [<(...)] =unknown[0]"]);
    check_doubted(
        "eval \"$(curl x)\"",
        &["curl x", "[${unknown}] <eval> !hidden_program !more_words", "eval [$(...)] =unknown[0]"],
    );
    check_doubted("bash -c \"rm $X\"", &["rm [${X}] <bash> !more_words", "bash -c 'rm [$X]' =unknown[]"]);
    check_doubted("bash", &["bash =unknown[]"]);
}
