//! A verdict as people and programs are shown it, whoever gave it: the files' own, or the brain.

use model::{Danger, Verdict};
use wire::{WireJudgement, WirePart};

/// A verdict with its reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) verdict: Verdict,
    pub(super) danger: Danger,
    pub(super) parts: Vec<ShownPart>,
    pub(super) reasons: Vec<String>,
    pub(super) rule: Option<String>,
    pub(super) message: Option<String>,
}

/// The verdict about one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShownPart {
    pub(super) argv: Vec<String>,
    pub(super) verdict: Verdict,
    pub(super) rules: Vec<String>,
    pub(super) dangers: Vec<ShownDanger>,
}

/// What is dangerous about a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShownDanger {
    pub(super) id: String,
    pub(super) level: Danger,
    pub(super) why: String,
    /// The last word that made it so, the program being 0.
    pub(super) at: Option<usize>,
}

impl Shown {
    /// Nothing if it uses words that this version does not know.
    pub(super) fn of(judged: WireJudgement) -> Option<Shown> {
        Some(Shown {
            verdict: Verdict::of_word(&judged.verdict)?,
            danger: Danger::of_word(&judged.danger)?,
            parts: judged.parts.into_iter().map(ShownPart::of).collect::<Option<_>>()?,
            reasons: judged.reasons,
            rule: judged.rule,
            message: judged.message,
        })
    }
}

impl ShownPart {
    fn of(part: WirePart) -> Option<ShownPart> {
        let danger = |(id, level, why, at): (String, String, String, Option<u32>)| {
            Some(ShownDanger { id, level: Danger::of_word(&level)?, why, at: at.map(|at| at as usize) })
        };
        Some(ShownPart {
            argv: part.argv,
            verdict: Verdict::of_word(&part.verdict)?,
            rules: part.rules,
            dangers: part.findings.into_iter().map(danger).collect::<Option<_>>()?,
        })
    }

    /// The worst of its dangers.
    pub(super) fn danger(&self) -> Danger {
        self.dangers.iter().map(|danger| danger.level).max().unwrap_or_default()
    }
}
