//! A request to its judgement.

use model::Verdict;

use super::docket::Docket;
use super::judgement::Judgement;
use super::policy::Policy;
use super::request::{Request, Subject, Tool};
use super::shown;
use super::weigh::What;
use crate::danger::Catalogue;
use crate::{Finding, Reading, Surroundings, Text, Touch};

/// The verdict about a request.
pub(super) fn judge(policy: &Policy, request: &Request, around: &Surroundings) -> Judgement {
    let catalogue = Catalogue::shipped();
    match request.subject {
        Subject::Shell(_) | Subject::Argv(_) | Subject::Partial(_) => {
            judge_line(policy, request, &Reading::of(&request.subject, around).unwrap_or_default(), around)
        }
        Subject::Paths(paths) => {
            let texts: Vec<Text> = paths.iter().map(Text::known).collect();
            let of_file = |path: &String| catalogue.of_path(touch(request.tool), path, around);
            let findings: Vec<Vec<Finding>> = paths.iter().map(of_file).collect();
            let things =
                texts.iter().zip(paths).map(|(text, path)| (What::File(text), path.clone())).collect();
            judge_things(policy, request, things, &findings, around)
        }
        Subject::Url(url) => {
            let things = vec![(What::Address(url), url.to_owned())];
            judge_things(policy, request, things, &[catalogue.of_url(url)], around)
        }
        Subject::Name(name) => {
            judge_things(policy, request, vec![(What::Name(name), name.to_owned())], &[Vec::new()], around)
        }
        Subject::Nothing => {
            let words = request.question.unwrap_or(request.tool.word()).to_owned();
            judge_things(policy, request, vec![(What::Nothing, words)], &[Vec::new()], around)
        }
    }
}

fn touch(tool: Tool) -> Touch {
    if tool == Tool::Read { Touch::Read } else { Touch::Write }
}

fn judge_line(policy: &Policy, request: &Request, reading: &Reading, around: &Surroundings) -> Judgement {
    let findings = Catalogue::shipped().find(reading, around);
    judge_reading(policy, request, reading, &findings, around, &|| reading.second_opinion())
}

/// The verdict about a line that was read. The second reader is asked only if all else allows it.
pub(super) fn judge_reading(
    policy: &Policy,
    request: &Request,
    reading: &Reading,
    findings: &[Vec<Finding>],
    around: &Surroundings,
    second: &dyn Fn() -> Result<(), String>,
) -> Judgement {
    let mut docket = Docket::new(policy, request, around);
    for (place, part) in reading.parts.iter().enumerate() {
        docket.part(part, reading, findings.get(place).map_or(&[], Vec::as_slice));
    }
    for doubt in &reading.doubts {
        docket.doubt(format!("not fully understood: {}", shown::text(doubt)));
    }
    let mut judgement = docket.close();
    if judgement.could_allow()
        && let Err(why) = second()
    {
        judgement.hold(format!("a second reader understands it differently: {}", shown::text(&why)));
    }
    judgement
}

fn judge_things(
    policy: &Policy,
    request: &Request,
    things: Vec<(What, String)>,
    findings: &[Vec<Finding>],
    around: &Surroundings,
) -> Judgement {
    let mut docket = Docket::new(policy, request, around);
    for ((what, name), findings) in things.into_iter().zip(findings) {
        docket.thing(what, name, findings);
    }
    docket.close()
}

impl Judgement {
    /// Whether it is allowed, or would be if programs say so.
    fn could_allow(&self) -> bool {
        self.verdict.allows() || (!self.consult.is_empty() && self.basis.floor.allows())
    }

    /// Makes it asked, at least.
    fn hold(&mut self, why: String) {
        self.basis.floor = self.basis.floor.max(Verdict::Ask);
        self.verdict = self.verdict.max(Verdict::Ask);
        self.rule = None;
        self.reasons.insert(0, why);
    }
}
