//! The usual shells, started so that a test can tell when they wait for a command.

use crate::{Sandbox, Size, Terminal, keys};

/// An interactive shell without the person's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shell {
    /// GNU bash.
    Bash,
    /// zsh.
    Zsh,
    /// Debian's `/bin/sh`.
    Dash,
    /// fish.
    Fish,
}

impl Shell {
    /// All of them.
    pub const ALL: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Dash, Shell::Fish];

    /// The name of the program.
    pub fn name(self) -> &'static str {
        match self {
            Shell::Bash => "bash",
            Shell::Zsh => "zsh",
            Shell::Dash => "dash",
            Shell::Fish => "fish",
        }
    }

    /// The command that starts it with the prompt `ready1> `, then `ready2> ` and so on.
    pub fn argv(self, sandbox: &Sandbox) -> Vec<String> {
        self.argv_with_prompt(sandbox, "ready")
    }

    /// The same with another word in the prompt, for a shell inside a shell.
    ///
    /// The number rises once per command, not per drawing: a redrawn prompt is not taken for a new one.
    /// Nothing of this is exported, so a plain shell started inside does not look like this one.
    pub fn argv_with_prompt(self, sandbox: &Sandbox, word: &str) -> Vec<String> {
        let text = self.settings().replace("WORD", word);
        let name = self.name();
        let folder = format!("rc/{name}-{word}");
        let (file, argv) = match self {
            Shell::Bash => ("bashrc", "bash --noprofile --rcfile {}/bashrc -i"),
            Shell::Zsh => (".zshrc", "env ZDOTDIR={} zsh -d -i"),
            Shell::Dash => ("dashrc", "env ENV={}/dashrc dash -i"),
            Shell::Fish => ("init.fish", "fish --no-config --private -i -C source\u{a0}{}/init.fish"),
        };
        let path = sandbox.folder(&folder).display().to_string();
        sandbox.write(&format!("{folder}/{file}"), text);
        // A no-break space stands for a space inside a word.
        argv.split(' ').map(|part| part.replace("{}", &path).replace('\u{a0}', " ")).collect()
    }

    /// What it reads at its start.
    fn settings(self) -> &'static str {
        match self {
            Shell::Bash => {
                "set +o history; unset HISTFILE; n=0; PROMPT_COMMAND='n=$((n+1))'; PS1='WORD$n> '\n"
            }
            // Its own way with partial lines would hide from the screen how the program before left the
            // cursor.
            Shell::Zsh => {
                "unset ZDOTDIR HISTFILE; unsetopt PROMPT_SP PROMPT_CR; setopt PROMPT_SUBST; n=0\n\
                 precmd() { n=$((n+1)) }; PROMPT='WORD$n> '\n"
            }
            Shell::Dash => "unset ENV; n=0; PS1='WORD$((n=n+1))> '\n",
            Shell::Fish => {
                "set -g fish_greeting; set -g n 0; set -g fish_handle_reflow 0\n\
                 function count_prompts --on-event fish_prompt; set -g n (math $n + 1); end\n\
                 function fish_prompt; echo -n \"WORD$n> \"; end\n"
            }
        }
    }
}

impl Terminal {
    /// Opens a window with this shell and waits for its first prompt.
    #[track_caller]
    pub fn shell(sandbox: &Sandbox, shell: Shell) -> Terminal {
        let argv = shell.argv(sandbox);
        let terminal = Terminal::launch(sandbox).size(Size::cells(24, 80)).answers(true).start(&argv);
        terminal.wait_prompt();
        terminal
    }

    /// Types a command and Enter.
    #[track_caller]
    pub fn run_line(&self, command: &str) {
        self.type_text(command);
        self.send(keys::ENTER);
    }

    /// Waits for a prompt not waited for before, with the cursor behind it.
    #[track_caller]
    pub fn wait_prompt(&self) {
        self.wait_prompt_of("ready");
    }

    /// The same for a shell with another word in its prompt, see [`Shell::argv_with_prompt`].
    #[track_caller]
    pub fn wait_prompt_of(&self, word: &str) {
        let seen = self.last_prompt(word);
        let mut number = 0;
        self.wait_line(&format!("prompt {word} with a number above {seen}"), |line| {
            number = prompt_number(line, word).unwrap_or(0);
            number > seen
        });
        self.note_prompt(word, number);
    }

    /// Types a command, waits for the next prompt and returns what was printed between, as the screen's text.
    #[track_caller]
    pub fn run_and_wait(&self, command: &str) -> String {
        self.run_line(command);
        self.wait_prompt();
        self.screen()
    }
}

/// The number of the prompt that ends this text, which is the line left of the cursor.
fn prompt_number(line: &str, word: &str) -> Option<u32> {
    let (_, number) = line.strip_suffix("> ")?.rsplit_once(word)?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::prompt_number;

    #[test]
    fn a_prompt_counts_only_with_the_cursor_behind_it() {
        for (line, number) in [
            ("ready7> ", Some(7)),
            ("no newline at the end ready12> ", Some(12)),
            ("ready7> ls", None),
            ("ready> ", None),
            ("", None),
        ] {
            assert_eq!(prompt_number(line, "ready"), number, "{line:?}");
        }
    }
}
