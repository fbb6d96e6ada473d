use crate::profile::Profiles;

use super::*;

fn check(name: &str, words: &[&str], want: &str) {
    let program = Program::with_arguments(words.iter().copied());
    let profile = Profiles::embedded().for_programs(&[program]);
    assert_eq!(profile.name(), want, "{name}: {words:?}");
}

#[test]
fn the_program_that_runs_decides() {
    check("by name", &["claude"], "claude");
    check("by path", &["/usr/local/bin/codex", "--full-auto"], "codex");
    check("a login shell's dash", &["-claude"], "claude");
    check("with a version", &["/opt/claude-2.1.325"], "claude");
    check("kept by its installer", &["/home/a/.local/share/claude/versions/2.1.325"], "claude");
    check("npx", &["npx", "-y", "@anthropic-ai/claude-code@latest"], "claude");
    check("npx with a package", &["npx", "--package=@openai/codex", "codex"], "codex");
    check("npx, a command line", &["npx", "-c", "gemini --yolo"], "gemini");
    check("npm exec", &["npm", "exec", "--", "@google/gemini-cli"], "gemini");
    check("bunx", &["bunx", "opencode-ai"], "opencode");
    check("bun x", &["bun", "x", "opencode-ai@1.18"], "opencode");
    check("pnpm dlx", &["pnpm", "dlx", "@github/copilot"], "copilot");
    check("yarn dlx", &["yarn", "dlx", "@openai/codex"], "codex");
    check(
        "node and a script in a package",
        &["node", "--max-old-space-size=4096", "/x/node_modules/@anthropic-ai/claude-code/cli.js", "-c"],
        "claude",
    );
    check(
        "node with a required module",
        &["node", "-r", "./hook.js", "/usr/lib/node_modules/@openai/codex/bin/codex.js"],
        "codex",
    );
    check("node and a name", &["/usr/bin/node", "/usr/local/bin/gemini"], "gemini");
    check("deno", &["deno", "run", "-A", "npm:@google/gemini-cli"], "gemini");
    check("env", &["env", "-i", "-u", "HOME", "A=b", "C=d", "claude"], "claude");
    check("env splits", &["/usr/bin/env", "-S", "codex --search"], "codex");
    check("sudo", &["sudo", "-u", "me", "-E", "aider"], "aider");
    check("timeout", &["timeout", "-k", "5", "1h", "claude", "-c"], "claude");
    check("a chain", &["nohup", "nice", "-n", "10", "stdbuf", "-oL", "codex"], "codex");
    check("time and exec", &["time", "exec", "-a", "x", "claude"], "claude");
    check("sh -c", &["sh", "-c", "cd x && FOO=1 claude --foo"], "claude");
    check("bash -lc", &["bash", "-lc", "source ~/.nvm/nvm.sh; npx @openai/codex"], "codex");
    check("a shell in a shell", &["zsh", "-i", "-c", "bash -c 'exec gemini'"], "gemini");
    check("uvx", &["uvx", "--from", "aider-chat", "aider"], "aider");
    check("uv tool run", &["uv", "tool", "run", "aider"], "aider");
    check("pipx", &["pipx", "run", "aider-chat"], "aider");
    check("python -m", &["python3.12", "-m", "aider", "--model", "x"], "aider");
    check("python and a script", &["/venv/bin/python", "/venv/bin/aider"], "aider");
}

#[test]
fn other_programs_have_no_profile() {
    check("nothing", &[], "generic");
    check("a shell", &["bash"], "generic");
    check("a login shell", &["-zsh"], "generic");
    check("words for another program", &["grep", "claude"], "generic");
    check("a file with that name", &["vim", "/src/claude"], "generic");
    check("an argument in a shell's text", &["sh", "-c", "echo claude"], "generic");
    check("a quoted word", &["sh", "-c", "git commit -m 'x; claude'"], "generic");
    check("code on the command line", &["node", "-e", "claude"], "generic");
    check("a folder with that name", &["node", "/src/claude/server.js"], "generic");
    check("a name that only begins so", &["claude-squad"], "generic");
    check("a package that only begins so", &["npx", "@openai/codex-extra"], "generic");
    check("endless launchers", &["env"; 100], "generic");
}

#[test]
fn a_program_that_was_told_to_ask_nothing_has_no_dialogs() {
    check("an option", &["claude", "-p", "hi"], "generic");
    check("a long one behind others", &["claude", "--model", "x", "--print=hi"], "generic");
    check(
        "behind launchers",
        &["timeout", "1h", "sh", "-c", "npx @anthropic-ai/claude-code -p hi"],
        "generic",
    );
    check("node", &["node", "/x/node_modules/@anthropic-ai/claude-code/cli.js", "-p"], "generic");
    check("a command", &["codex", "exec", "show me"], "generic");
    check("a command behind an option with a word", &["codex", "-m", "gpt-5", "exec", "x"], "generic");
    check("another's option", &["codex", "-p", "work"], "codex");
    check("a prompt that reads like a command", &["codex", "now exec it", "exec"], "codex");
    check("a prompt", &["claude", "--", "-p"], "claude");
    check("run", &["opencode", "run", "x"], "generic");
    check("one of two asks", &["sh", "-c", "claude -p x; claude"], "claude");
    let for_both = |process: Program, command: &[&str]| {
        let command = Program::with_arguments(command.iter().copied());
        Profiles::embedded().for_programs(&[process, command]).name().to_owned()
    };
    assert_eq!(for_both(Program::named("claude"), &["claude", "-p", "x"]), "generic");
    assert_eq!(for_both(Program::with_arguments(["claude"]), &["claude", "-p", "x"]), "generic");
    assert_eq!(for_both(Program::with_arguments(["claude", "-c"]), &["claude", "-p", "x"]), "claude");
    assert_eq!(for_both(Program::named("claude"), &["bash"]), "claude");
}

#[test]
fn the_kernel_cuts_names() {
    let by_name = |name: &str| Profiles::embedded().for_programs(&[Program::named(name)]).name().to_owned();
    assert_eq!(by_name("claude"), "claude");
    assert_eq!(by_name("codex-x86_64-un"), "codex");
    assert_eq!(by_name("codex-x86"), "generic");
    assert_eq!(by_name("bash"), "generic");
}

#[test]
fn the_first_with_a_profile_counts() {
    let programs =
        [Program::named("bash"), Program::with_arguments(["npx", "@openai/codex"]), Program::named("claude")];
    assert_eq!(Profiles::embedded().for_programs(&programs).name(), "codex");
}
