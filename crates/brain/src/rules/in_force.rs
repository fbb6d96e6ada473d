//! Which policy holds: what the person confirmed, and, as long as it waits for their word, what is on the disk as well. Of
//! the two the stricter verdict counts, so a file that somebody loosened changes nothing.

use policy::{Change, Policy, Problem, compare};

use super::kept::Belief;
use super::texts::{DEFAULT, STRICTEST, Texts, shipped};

/// A policy with the texts it was made of.
#[derive(Debug, Clone)]
pub struct Built {
    /// The texts.
    pub texts: Texts,
    /// What they say.
    pub policy: Policy,
}

/// A policy on the disk that is not the confirmed one.
#[derive(Debug, Clone)]
pub struct Waiting {
    /// The policy.
    pub built: Built,
    /// What it would loosen, in words for a person.
    pub loosens: Vec<String>,
}

/// What holds.
#[derive(Debug, Clone)]
pub struct InForce {
    /// What the person confirmed; one that allows nothing if what they confirmed is not known.
    pub confirmed: Built,
    /// What waits for them to confirm it. Until then both are judged.
    pub waiting: Option<Waiting>,
    /// What is wrong with the files as they are now; what was in force before stays.
    pub problems: Vec<Problem>,
    /// Why what was confirmed is not known.
    pub doubt: Option<String>,
}

/// What a look at the disk has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// Nothing.
    None,
    /// The file is stricter than before, and holds.
    Tighter,
    /// The file is not provably stricter, and waits.
    Unconfirmed,
    /// The file says again what was confirmed.
    Withdrawn,
    /// The file has mistakes.
    Broken,
}

impl Built {
    /// Compiles texts.
    pub fn of(texts: Texts) -> Result<Built, Vec<Problem>> {
        let policy = texts.build()?;
        Ok(Built { texts, policy })
    }

    /// The policy of somebody who has written none.
    fn fallback() -> Built {
        Built { texts: Texts::default(), policy: shipped(DEFAULT) }
    }

    /// The policy that holds where what was confirmed cannot be believed: nothing is automatic.
    fn strictest() -> Built {
        Built { texts: Texts::default(), policy: shipped(STRICTEST) }
    }
}

impl InForce {
    /// What holds by what is believed and what is on the disk, and what of that is new.
    pub fn begin(belief: &Belief, disk: Result<Built, Vec<Problem>>) -> (InForce, News) {
        let empty = |confirmed, doubt| InForce { confirmed, waiting: None, problems: Vec::new(), doubt };
        let mut begun = match (belief, &disk) {
            (Belief::First, Ok(found)) => empty(found.clone(), None),
            (Belief::First, Err(_)) => empty(Built::fallback(), None),
            (Belief::Kept(kept, _), _) => match Built::of(kept.confirmed.clone()) {
                Ok(confirmed) => empty(confirmed, None),
                // Another version of locum may refuse what this one confirmed.
                Err(problems) => empty(Built::strictest(), Some(in_words(&problems))),
            },
            (Belief::Doubt(why) | Belief::Unreadable(why), _) => empty(Built::strictest(), Some(why.clone())),
        };
        let news = begun.look(disk);
        (begun, news)
    }

    /// Takes note of what is on the disk now. What is tighter holds at once, and is confirmed by that.
    pub fn look(&mut self, disk: Result<Built, Vec<Problem>>) -> News {
        let built = match disk {
            Ok(built) => built,
            Err(problems) if problems == self.problems => return News::None,
            Err(problems) => {
                self.problems = problems;
                return News::Broken;
            }
        };
        let was_broken = !std::mem::take(&mut self.problems).is_empty();
        if self.waiting.as_ref().is_some_and(|waiting| waiting.built.texts == built.texts) {
            return News::None;
        }
        // What was confirmed is not known while there is doubt, so it may have been stricter still.
        match compare(&self.confirmed.policy, &built.policy) {
            Change::Looser(loosens) => self.wait(built, loosens),
            _ if self.doubt.is_some() => self.wait(built, Vec::new()),
            Change::Tighter => {
                (self.confirmed, self.waiting) = (built, None);
                News::Tighter
            }
            Change::Same if self.waiting.take().is_some() || was_broken => News::Withdrawn,
            Change::Same => News::None,
        }
    }

    fn wait(&mut self, built: Built, loosens: Vec<String>) -> News {
        self.waiting = Some(Waiting { built, loosens });
        News::Unconfirmed
    }

    /// The person has confirmed this.
    pub fn confirm(&mut self, built: Built) {
        *self = InForce { confirmed: built, waiting: None, problems: Vec::new(), doubt: None };
    }

    /// What the person should know, in words.
    pub fn warnings(&self) -> Vec<String> {
        let doubt = self.doubt.iter().map(|why| {
            format!(
                "what you confirmed of your policy cannot be relied on ({why}); until `locum policy confirm` nothing \
                 is allowed without you"
            )
        });
        let waiting = self.waiting.iter().filter(|_| self.doubt.is_none()).map(|_| {
            "your policy was changed and is looser than the one you confirmed; until `locum policy confirm` the stricter \
             of both holds"
                .to_owned()
        });
        let broken = self
            .problems
            .first()
            .map(|problem| format!("your policy has mistakes, so what was in force before stays: {problem}"));
        doubt.chain(waiting).chain(broken).collect()
    }
}

/// Several mistakes in one line.
pub(super) fn in_words(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Kept;

    const HELLO: &str = "[[rule]]\nname = \"hello\"\ncommand = [\"hello\"]\nanswer = \"allow\"\n";
    const BYE: &str = "[[rule]]\nname = \"bye\"\ncommand = [\"bye\"]\nanswer = \"allow\"\n";
    const NO_HELLO: &str = "[[rule]]\nname = \"no\"\ncommand = [\"hello\"]\nanswer = \"deny\"\n";

    fn disk(text: &str) -> Result<Built, Vec<Problem>> {
        Built::of(Texts::of("policy.toml", text))
    }

    fn kept(text: &str) -> Belief {
        Belief::Kept(Kept::with(Texts::of("policy.toml", text)), 0)
    }

    fn doubt() -> Belief {
        Belief::Doubt("it was changed".into())
    }

    fn check(name: &str, belief: Belief, text: &str, news: News, waits: bool, confirmed: &str) {
        let (in_force, told) = InForce::begin(&belief, disk(text));
        assert_eq!((told, in_force.waiting.is_some()), (news, waits), "{name}");
        let texts = if confirmed.is_empty() { Texts::default() } else { Texts::of("policy.toml", confirmed) };
        assert_eq!(in_force.confirmed.texts, texts, "{name}");
    }

    #[test]
    fn what_holds_at_a_start() {
        let both = &format!("{HELLO}{BYE}");
        let tight = &format!("{HELLO}{NO_HELLO}");
        check("the first start", Belief::First, HELLO, News::None, false, HELLO);
        check("nothing new", kept(HELLO), HELLO, News::None, false, HELLO);
        check("a comment", kept(HELLO), &format!("# x\n{HELLO}"), News::None, false, HELLO);
        check("tightened", kept(HELLO), tight, News::Tighter, false, tight);
        check("loosened", kept(HELLO), both, News::Unconfirmed, true, HELLO);
        check("exchanged", kept(HELLO), BYE, News::Unconfirmed, true, HELLO);
        check("broken", kept(HELLO), "x =", News::Broken, false, HELLO);
        check("broken at the first start", Belief::First, "x =", News::Broken, false, "");
        check("in doubt", doubt(), HELLO, News::Unconfirmed, true, "");
        check("in doubt and tight", doubt(), "extends = \"careful\"", News::Unconfirmed, true, "");
    }

    #[test]
    fn a_change_is_told_once_and_taken_back() {
        let (mut in_force, _) = InForce::begin(&kept(HELLO), disk(HELLO));
        let both = format!("{HELLO}{BYE}");
        for (text, news) in [
            (both.as_str(), News::Unconfirmed),
            (&both, News::None),
            ("x =", News::Broken),
            ("x =", News::None),
            (&both, News::None),
            (HELLO, News::Withdrawn),
            (HELLO, News::None),
        ] {
            assert_eq!(in_force.look(disk(text)), news, "{text}");
        }
        in_force.confirm(disk(BYE).unwrap());
        assert!(in_force.warnings().is_empty());
        assert_eq!(in_force.look(disk(BYE)), News::None);
    }
}
