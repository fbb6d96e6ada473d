//! Commands inside of a git command line.

use super::call::Call;
use super::field::{Field, joined};
use super::options;
use super::program;
use super::walk::Output;
use super::{Scope, Unfolder};

/// Options in front of git's subcommand that take a value.
const BEFORE: [&str; 8] =
    ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env", "--super-prefix"];

impl Unfolder<'_> {
    /// What git would start, then git itself.
    pub(super) fn git(&mut self, call: Call, scope: &mut Scope) -> Output {
        let before = BEFORE.map(str::to_owned).to_vec();
        let at = options::first_operand(&call.words, 1, &before);
        self.git_settings(&call, at, scope);
        let rest = call.words.get(at + 1..).unwrap_or_default();
        let first = |place: usize| rest.get(place).and_then(Field::certain);
        match call.words.get(at).and_then(Field::certain) {
            Some("bisect") if first(0) == Some("run") => self.git_words(&call, at + 2, scope),
            Some("submodule") if first(0) == Some("foreach") => {
                let start = options::first_operand(&call.words, at + 2, &Vec::new());
                self.git_text(&call, &joined(&call.words[start..]), start, scope);
            }
            Some("rebase") => self.git_values(&call, at, |option| matches!(option, "-x" | "--exec"), scope),
            Some("filter-branch") => self.git_values(&call, at, |option| option.ends_with("-filter"), scope),
            Some("difftool" | "mergetool") => {
                self.git_values(&call, at, |option| matches!(option, "-x" | "--extcmd"), scope);
            }
            Some("grep") => self.git_values(&call, at, |option| option == "--open-files-in-pager", scope),
            _ => {}
        }
        self.emit(call, scope);
        None
    }

    /// `-c alias.x='!command'` and settings whose value git runs.
    fn git_settings(&mut self, call: &Call, end: usize, scope: &mut Scope) {
        for at in 1..end.min(call.words.len()) {
            let is_setting = call.words[at - 1].certain() == Some("-c");
            let Some(equals) = call.words[at].text.known_start().find('=').filter(|_| is_setting) else {
                continue;
            };
            let setting = &call.words[at].shown()[..equals];
            let value = call.words[at].from(equals + 1);
            if value.text.known_start().starts_with('!') {
                self.git_text(call, &value.from(1), at, scope);
            } else if program::git_runs(setting) && value.shown().contains(' ') {
                self.git_text(call, &value, at, scope);
            }
        }
    }

    /// Options whose value is shell text.
    fn git_values(&mut self, call: &Call, start: usize, is_wanted: impl Fn(&str) -> bool, scope: &mut Scope) {
        for at in start..call.words.len() {
            let word = &call.words[at];
            let known = word.text.known_start();
            if let Some(equals) = known.find('=').filter(|equals| is_wanted(&known[..*equals])) {
                self.git_text(call, &word.from(equals + 1), at, scope);
            } else if word.certain().is_some_and(&is_wanted) {
                let Some(value) = call.words.get(at + 1).cloned() else { continue };
                self.git_text(call, &value, at + 1, scope);
            }
        }
    }

    fn git_text(&mut self, call: &Call, text: &Field, end: usize, scope: &mut Scope) {
        let context = call.context.through(&call.words[..end]);
        self.read_text(text, &mut scope.child(self.around), &context);
        if !text.text.is_known() {
            self.doubt("what git runs is only known when it runs");
        }
    }

    fn git_words(&mut self, call: &Call, start: usize, scope: &mut Scope) {
        let Some(words) = call.words.get(start..).filter(|words| !words.is_empty()) else { return };
        let context = call.context.through(&call.words[..start]);
        self.run(Call { words: words.to_vec(), context, forked: true, ..Call::default() }, scope);
    }
}
