//! From what policies say to the verdict. Each is heard to its end, programs and all, before the strictest is chosen: a
//! program's yes counts for the policy that asked it, and for no other.

use std::path::Path;

use model::Verdict;
use policy::{Consult, Judgement, Outcome, Said};

use super::program;

/// What the policies that have a say think of a request.
#[derive(Debug, Clone)]
pub struct Opinions {
    pub(super) first: Judgement,
    /// That of a file which waits to be confirmed.
    pub(super) second: Option<Judgement>,
    /// What the person is told with the verdict.
    pub(super) notes: Vec<String>,
    /// A file cannot be understood, so nothing may be allowed.
    pub(super) blind: bool,
}

impl Opinions {
    /// The verdict. Programs are started in this folder, and it takes as long as they take.
    pub fn settle(self, folder: &Path) -> Judgement {
        let mut asked = Asked { folder, answers: Vec::new() };
        self.conclude(|consult| asked.ask(consult))
    }

    /// The verdict if no program answers: what needs one to be allowed is asked.
    pub fn settle_without_programs(self) -> Judgement {
        self.conclude(|_| Err("it was not asked".into()))
    }

    fn conclude(self, mut ask: impl FnMut(&Consult) -> Result<Said, String>) -> Judgement {
        let mut heard = |judgement: Judgement| {
            if judgement.consult.is_empty() {
                return judgement;
            }
            let outcome = |consult: &Consult| Outcome { rule: consult.rule.clone(), said: ask(consult) };
            let outcomes: Vec<Outcome> = judgement.consult.iter().map(outcome).collect();
            judgement.consulted(&outcomes)
        };
        let first = heard(self.first);
        let mut judgement = match self.second {
            Some(second) => first.strictest(heard(second)),
            None => first,
        };
        if self.blind {
            judgement.verdict = judgement.verdict.max(Verdict::Ask);
        }
        judgement.reasons.extend(self.notes);
        judgement
    }
}

/// Programs that were asked: one question is asked once.
struct Asked<'a> {
    folder: &'a Path,
    answers: Vec<(Consult, Result<Said, String>)>,
}

impl Asked<'_> {
    fn ask(&mut self, consult: &Consult) -> Result<Said, String> {
        let same =
            |known: &Consult| known.program == consult.program && known.input_json == consult.input_json;
        if let Some((_, said)) = self.answers.iter().find(|(known, _)| same(known)) {
            return said.clone();
        }
        // A folder that is not there is no reason to ask nobody.
        let folder = if self.folder.is_dir() { self.folder } else { Path::new("/") };
        let asked = program::ask(&consult.program, &consult.input_json, folder, consult.time_limit);
        let said = asked.map_err(|silence| silence.to_string()).and_then(|text| Said::read(&text));
        self.answers.push((consult.clone(), said.clone()));
        said
    }
}
