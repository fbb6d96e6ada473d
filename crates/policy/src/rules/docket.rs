//! The parts of a request, one after the other, and the judgement at the end.

use std::collections::HashSet;

use model::{Danger, Kind, Verdict};

use super::consult::{self, Consult};
use super::implied;
use super::judgement::{Basis, Claim, Judgement, PartJudgement};
use super::policy::Policy;
use super::request::{Request, Subject, Tool};
use super::rule::Rule;
use super::shown;
use super::tally::{Tally, tally};
use super::weigh::{Item, What};
use crate::{Effect, Finding, Part, Place, Reading, Surroundings, Touch};

/// What has been judged so far.
pub(super) struct Docket<'a> {
    policy: &'a Policy,
    request: &'a Request<'a>,
    around: &'a Surroundings<'a>,
    parts: Vec<PartJudgement>,
    claims: Vec<Vec<Claim>>,
    tallies: Vec<(String, Tally)>,
    dangers: Vec<String>,
    doubts: Vec<String>,
}

impl<'a> Docket<'a> {
    pub(super) fn new(
        policy: &'a Policy,
        request: &'a Request<'a>,
        around: &'a Surroundings<'a>,
    ) -> Docket<'a> {
        let mut docket = Docket {
            policy,
            request,
            around,
            parts: Vec::new(),
            claims: Vec::new(),
            tallies: Vec::new(),
            dangers: Vec::new(),
            doubts: Vec::new(),
        };
        let about_itself = matches!(request.tool, Tool::Question | Tool::Plan | Tool::Trust);
        if request.subject == Subject::Nothing && !about_itself {
            docket.doubt("what it is about cannot be seen".into());
        }
        match request.kind {
            Some(Kind::Password) => docket.doubt("a password is never answered automatically".into()),
            Some(Kind::Unknown) => docket.doubt("it is not known what is asked".into()),
            Some(Kind::FreeText) if !policy.defaults().free_text_enabled => {
                docket.doubt("free text is answered only with free_text_enabled = true".into());
            }
            _ => {}
        }
        docket
    }

    pub(super) fn doubt(&mut self, why: String) {
        self.doubts.push(why);
    }

    /// A simple command: its words by the rules for commands, what it writes by the rules for writes.
    pub(super) fn part(&mut self, part: &Part, reading: &Reading, findings: &[Finding]) {
        let name = shown::part(part);
        let mut claims = Vec::new();
        let mut rules = Vec::new();
        let item = Item { tool: self.request.tool, what: What::Part(part, reading), findings };
        let said = tally(self.policy, self.request, item, self.around, &name);
        if !needs_no_rule(part, findings, &said) {
            rules.extend(self.file(&name, said, &mut claims));
        }
        if let Some(implied) = implied::command(part) {
            let name = shown::part(&implied);
            let item = Item { tool: self.request.tool, what: What::Part(&implied, reading), findings };
            let said = tally(self.policy, self.request, item, self.around, &name);
            rules.extend(self.file(&name, said, &mut claims));
        }
        for effect in part.effects.iter().chain(&implied::effects(part, self.around.home)) {
            rules.extend(self.redirection(effect, part, &mut claims));
        }
        let argv = part.words.iter().map(|word| word.shown().to_owned()).collect();
        self.keep(argv, &name, findings, claims, rules);
    }

    /// A redirection: a file that is read or written, whatever the command is.
    fn redirection(&mut self, effect: &Effect, part: &Part, claims: &mut Vec<Claim>) -> Vec<String> {
        let target = &effect.target;
        if target.is_known() && Place::of(target, part.cwd.as_deref(), self.around) == Place::Nowhere {
            return Vec::new();
        }
        let (tool, sign) = if effect.touch == Touch::Read { (Tool::Read, '<') } else { (Tool::Write, '>') };
        let item = Item { tool, what: What::Redirect(target, part), findings: &[] };
        let name = shown::text(&format!("{sign} {}", target.shown()));
        let said = tally(self.policy, self.request, item, self.around, &name);
        self.file(&name, said, claims)
    }

    pub(super) fn thing(&mut self, what: What, name: String, findings: &[Finding]) {
        let shown = shown::text(&name);
        let item = Item { tool: self.request.tool, what, findings };
        let said = tally(self.policy, self.request, item, self.around, &shown);
        let mut claims = Vec::new();
        let rules = self.file(&shown, said, &mut claims);
        self.keep(vec![name], &shown, findings, claims, rules);
    }

    /// Notes what the rules say, and gives the names of those that match.
    fn file(&mut self, name: &str, said: Tally, claims: &mut Vec<Claim>) -> Vec<String> {
        let rule = |place: &usize| &self.policy.rules[*place];
        let pending = said.pending.iter().map(rule).map(|rule| (rule.name.clone(), rule.answer)).collect();
        let names =
            said.matched.iter().chain(&said.pending).map(rule).map(|rule| rule.name.clone()).collect();
        claims.push(Claim { settled: said.verdict, pending });
        self.tallies.push((name.to_owned(), said));
        names
    }

    fn keep(
        &mut self,
        argv: Vec<String>,
        name: &str,
        findings: &[Finding],
        claims: Vec<Claim>,
        rules: Vec<String>,
    ) {
        for finding in findings.iter().filter(|finding| finding.level > Danger::None) {
            self.dangers.push(format!("`{name}`: {} ({})", shown::clause(&finding.why), finding.id));
        }
        let danger = findings.iter().map(|finding| finding.level).max().unwrap_or_default();
        let findings = findings.to_vec();
        self.parts.push(PartJudgement { argv, danger, findings, verdict: Verdict::Ask, rules });
        self.claims.push(claims);
    }

    pub(super) fn close(mut self) -> Judgement {
        let defaults = self.policy.defaults();
        let floor = if self.doubts.is_empty() { Verdict::AllowRemember } else { Verdict::Ask };
        let claims = std::mem::take(&mut self.claims);
        let allows = |rule: &Rule| {
            !rule.is_strict() && rule.concerns(self.request) && rule.is_about(self.request.tool)
        };
        let nothing = if self.policy.rules.iter().any(allows) { Verdict::Allow } else { defaults.answer };
        let basis = Basis { claims, floor, default: defaults.answer, nothing, on_danger: defaults.on_danger };
        let dangers: Vec<Danger> = self.parts.iter().map(|part| part.danger).collect();
        let (verdicts, verdict, manual) = basis.conclude(&dangers, &[]);
        for (part, verdict) in self.parts.iter_mut().zip(verdicts) {
            part.verdict = verdict;
        }
        let consult = self.consults(verdict);
        let deciding = self.deciding(verdict);
        Judgement {
            verdict,
            danger: dangers.into_iter().max().unwrap_or_default(),
            reasons: self.reasons(),
            rule: deciding.map(|rule| self.policy.rules[rule].name.clone()),
            message: deciding.and_then(|rule| self.policy.rules[rule].message.clone()),
            text: deciding.and_then(|rule| self.policy.rules[rule].text.clone()),
            delay: self.spans(|rule| rule.delay).max().unwrap_or(defaults.delay),
            cooldown: self.spans(|rule| rule.cooldown).max(),
            per_minute: self.spans(|rule| rule.per_minute).min(),
            manual,
            consult,
            basis,
            parts: self.parts,
        }
    }

    /// A value of the rules that took part.
    fn spans<T>(&self, of: impl Fn(&Rule) -> Option<T>) -> impl Iterator<Item = T> {
        let each = self.tallies.iter().flat_map(|(_, tally)| tally.decided.iter().chain(&tally.pending));
        each.filter_map(move |place| of(&self.policy.rules[*place]))
    }

    /// The rule behind the verdict.
    fn deciding(&self, verdict: Verdict) -> Option<usize> {
        let decided =
            |(_, tally): &(String, Tally)| (tally.verdict == Some(verdict)).then_some(tally.decided)?;
        self.tallies.iter().find_map(decided)
    }

    /// Programs to be asked: none if it is denied anyway.
    fn consults(&self, verdict: Verdict) -> Vec<Consult> {
        let mut pending: Vec<usize> =
            self.tallies.iter().flat_map(|(_, tally)| tally.pending.clone()).collect();
        pending.sort_unstable();
        pending.dedup();
        if verdict == Verdict::Deny || pending.is_empty() {
            return Vec::new();
        }
        let input_json = consult::input(self.request, &self.parts, self.around);
        let each = pending.into_iter().filter_map(|place| {
            let rule = &self.policy.rules[place];
            let exec = rule.exec.as_ref()?;
            let (rule, program) = (rule.name.clone(), exec.program.clone());
            Some(Consult { rule, program, time_limit: exec.time_limit, input_json: input_json.clone() })
        });
        each.collect()
    }

    /// Dangers first, then doubts, then what the rules say, each once.
    fn reasons(&self) -> Vec<String> {
        let default = self.policy.defaults().answer;
        let mut reasons: Vec<String> = self.dangers.iter().chain(&self.doubts).cloned().collect();
        for (name, tally) in &self.tallies {
            reasons.extend(tally.reasons.iter().cloned());
            if tally.verdict.is_none_or(|verdict| !verdict.allows()) {
                reasons.extend(tally.nearly.iter().cloned());
            }
            for place in &tally.pending {
                let rule = &self.policy.rules[*place].name;
                reasons.push(format!("rule `{rule}` asks its program about `{name}`"));
            }
            if tally.verdict.is_none() && tally.pending.is_empty() && tally.nearly.is_empty() {
                reasons.push(format!("no rule speaks of `{name}`: {} by default", done(default)));
            }
        }
        if self.parts.is_empty() {
            reasons.push(format!("there is nothing to judge: {} by default", done(default)));
        }
        let mut seen = HashSet::new();
        reasons.retain(|reason| seen.insert(reason.clone()));
        reasons
    }
}

fn done(answer: Verdict) -> &'static str {
    match answer {
        Verdict::Deny => "denied",
        Verdict::Ignore => "ignored",
        _ => "asked",
    }
}

/// Whether a part does nothing by itself that a rule would have to allow: it only sets variables that steer nothing, or
/// only runs parts that are judged themselves.
fn needs_no_rule(part: &Part, findings: &[Finding], said: &Tally) -> bool {
    let harmless = findings.iter().all(|finding| finding.level == Danger::None);
    let nothing = (part.words.is_empty() || part.carrier) && harmless;
    nothing && said.verdict.is_none_or(Verdict::allows) && said.pending.is_empty() && said.nearly.is_empty()
}
