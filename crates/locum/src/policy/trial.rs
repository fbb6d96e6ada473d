//! What a file would say if it said something else: tried without running anything.

use brain::rules::{Around, Built, DEFAULT, InForce, Rules, Texts};
use policy::Tool;

use super::check::Words;
use super::own::{self, Own};
use crate::cli::PolicyCheckArguments;
use crate::folders;

/// A command and the files it was judged by. Of a session's policy nobody knows here what it would say.
pub(super) struct Trial<'a> {
    arguments: &'a PolicyCheckArguments,
    words: &'a Words,
    files: Option<(Own, Around)>,
}

impl<'a> Trial<'a> {
    pub(super) fn of(arguments: &'a PolicyCheckArguments, words: &'a Words) -> Trial<'a> {
        let read = || {
            Some((own::rules(arguments.policy.as_deref()).ok()?, own::around(arguments.cwd.as_deref()).ok()?))
        };
        let files = if arguments.session.is_none() { read() } else { None };
        Trial { arguments, words, files }
    }

    /// Whether the file as it is allows it, and only waits to be confirmed.
    pub(super) fn only_waits(&self) -> bool {
        let waiting = self.files.as_ref().and_then(|(own, _)| own.rules.in_force.waiting.as_ref());
        waiting.is_some_and(|waiting| self.allows(waiting.built.clone()).unwrap_or(false))
    }

    /// Whether it would be allowed if these rules stood in the file too.
    pub(super) fn allows_with(&self, rules: &str) -> bool {
        let tried = || {
            let in_force = &self.files.as_ref()?.0.rules.in_force;
            let built = in_force.waiting.as_ref().map_or(&in_force.confirmed, |waiting| &waiting.built);
            self.allows(Built::of(with(&built.texts, rules)).ok()?)
        };
        self.arguments.tool == Tool::Shell && tried().unwrap_or(false)
    }

    fn allows(&self, built: Built) -> Option<bool> {
        let (own, around) = self.files.as_ref()?;
        let in_force = InForce { confirmed: built, waiting: None, problems: Vec::new(), doubt: None };
        let rules = Rules::new(in_force, own.rules.trusted.clone());
        let opinions = rules.judge(None, &self.words.request(self.arguments).ok()?, around);
        Some(opinions.settle_without_programs().verdict.allows())
    }

    /// The folder it would run in.
    pub(super) fn folder(&self) -> Option<&str> {
        self.files.as_ref().map(|(_, around)| around.cwd())
    }

    /// What to do with a rule, in words.
    pub(super) fn where_to_write(&self) -> String {
        match (&self.arguments.policy, folders::policy_file()) {
            (Some(file), _) => format!("write in {}", file.display()),
            (None, Some(file)) => {
                format!("write in {} (`locum policy edit`), then `locum policy confirm`", file.display())
            }
            (None, None) => "write in policy.toml".to_owned(),
        }
    }
}

/// The texts with these rules at the end of the person's file, or of the one that `locum policy edit` would begin.
pub(super) fn with(texts: &Texts, rules: &str) -> Texts {
    let mut texts = texts.clone();
    match texts.files.first_mut() {
        Some(file) => file.text = format!("{}\n{rules}\n", file.text),
        None => texts = Texts::of("policy.toml", format!("extends = \"{DEFAULT}\"\n{rules}\n")),
    }
    texts
}
