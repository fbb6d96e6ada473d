//! The questions of the program.

use model::{Choice, Key, Kind, Question, Role, Subject, Verdict};

use super::chance::Chance;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A menu that acts on a digit at once.
    Digits,
    /// A menu with a pointer, and Enter.
    Arrows,
    /// `y` or `n`, and Enter.
    Line,
    Free,
    Password,
    Unknown,
    Confirm,
}

/// What a dialog takes as its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    Role(Role),
    Text(String),
    Enter,
}

#[derive(Debug, Clone)]
pub(super) struct Quiz {
    pub(super) shape: Shape,
    /// What it is about, in full, and what of it can be seen.
    pub(super) full: String,
    pub(super) seen: String,
    pub(super) verdict: Verdict,
    /// Keys that do nothing at first.
    pub(super) ignores: u32,
    pub(super) ignored: bool,
    pub(super) redraws: Option<u64>,
    pub(super) vanishes: Option<u64>,
    /// The program asks through its hook too; whether it shows its dialog meanwhile.
    pub(super) hook: Option<bool>,
    /// How long it works before anything shows that it was answered, and whether it looks as if it waited meanwhile.
    pub(super) reacts: u64,
    pub(super) lazy: bool,
    /// The first of those that look like it, rows above and all, without another between: on the screen nobody can tell them apart.
    pub(super) looks_like: usize,
}

pub(super) const ROLES: [Role; 3] = [Role::Yes, Role::YesAndRemember, Role::No];
const VERDICTS: [Verdict; 7] = [
    Verdict::Allow,
    Verdict::Allow,
    Verdict::Deny,
    Verdict::AllowRemember,
    Verdict::Ask,
    Verdict::Allow,
    Verdict::Ignore,
];
pub(super) const TEXT: &str = "me";
pub(super) const PROMPT: &str = "Go on? [y/N] ";

impl Quiz {
    pub(super) fn new(id: u64, agent: bool, calm: bool, chance: &mut Chance) -> Quiz {
        let shape = match agent {
            true => {
                chance.one_of(&[Shape::Digits, Shape::Digits, Shape::Arrows, Shape::Confirm, Shape::Unknown])
            }
            false => chance.one_of(&[
                Shape::Line,
                Shape::Line,
                Shape::Free,
                Shape::Password,
                Shape::Confirm,
                Shape::Arrows,
            ]),
        };
        let tail = chance.below(5) as usize;
        let seen = if calm { format!("tail {tail} {id}") } else { format!("tail {tail}") };
        let partial = agent && chance.percent(40);
        let full = if partial { format!("head {id} {seen}") } else { seen.clone() };
        // The same words are judged the same.
        let verdict = VERDICTS[if partial { chance.below(7) as usize } else { tail }];
        let lazy = agent && chance.percent(50);
        // Only an agent is given a key twice.
        let ignores = shape == Shape::Digits || !calm && matches!(shape, Shape::Arrows | Shape::Confirm);
        let wild = |chance: &mut Chance, share| !calm && chance.percent(share);
        let mut quiz = Quiz {
            shape,
            full,
            seen,
            verdict,
            ignored: false,
            ignores: u32::from(ignores && chance.percent(10)),
            redraws: chance
                .percent(25)
                .then(|| if calm { chance.between(200, 900) } else { chance.between(20, 900) }),
            vanishes: wild(chance, 6).then(|| chance.between(50, 4000)),
            hook: (agent && !matches!(shape, Shape::Unknown | Shape::Confirm) && chance.percent(40))
                .then(|| chance.percent(70)),
            reacts: if lazy { chance.below(900) } else { chance.one_of(&[5, 50, 300, 6000]) },
            lazy,
            looks_like: id as usize,
        };
        // Nobody waits for ever, but where we have to answer nothing else may help.
        let known = quiz.full == quiz.seen || quiz.hook.is_some();
        let ours = known && !quiz.means(quiz.verdict).is_empty();
        if !calm || !ours {
            // In a calm world not in the moment in which its time is over and it is answered.
            let latest = if calm { 50_000 } else { 90_000 };
            quiz.vanishes = quiz.vanishes.or(Some(chance.between(20_000, latest)));
        }
        quiz
    }

    /// It asks the same again in the same place, as a program does that goes through a list.
    pub(super) fn again(&self) -> Quiz {
        Quiz { ignored: false, ..self.clone() }
    }

    pub(super) fn kind(&self) -> Kind {
        match self.shape {
            Shape::Digits | Shape::Arrows => Kind::Menu,
            Shape::Line => Kind::YesNo,
            Shape::Free => Kind::FreeText,
            Shape::Password => Kind::Password,
            Shape::Unknown => Kind::Unknown,
            Shape::Confirm => Kind::ConfirmEnter,
        }
    }

    /// As the screen shows it, with the pointer there.
    pub(super) fn question(&self, pointer: usize) -> Question {
        let mut question = Question::new(self.kind(), PROMPT.trim_end());
        question.subject = Some(Subject { text: self.seen.clone(), partial: self.seen != self.full });
        let roles: &[Role] = match self.shape {
            Shape::Digits | Shape::Arrows => &ROLES,
            Shape::Line => &[Role::Yes, Role::No],
            _ => &[],
        };
        let choice = |(place, role): (usize, &Role)| Choice {
            label: role.word().into(),
            keys: self.keys(place, *role, pointer),
            selected: self.shape == Shape::Arrows && place == pointer,
            role: *role,
            ..Choice::default()
        };
        question.choices = roles.iter().enumerate().map(choice).collect();
        question
    }

    fn keys(&self, place: usize, role: Role, pointer: usize) -> Vec<Key> {
        match self.shape {
            Shape::Digits => vec![Key::Text((place + 1).to_string())],
            Shape::Line if role == Role::Yes => vec![Key::Text("y".into()), Key::Enter],
            Shape::Line => vec![Key::Text("n".into()), Key::Enter],
            _ => {
                let way = if place > pointer { Key::Down } else { Key::Up };
                let mut keys = vec![way; place.abs_diff(pointer)];
                keys.push(Key::Enter);
                keys
            }
        }
    }

    pub(super) fn words(&self) -> u64 {
        self.seen.bytes().fold(self.shape as u64, |sum, byte| sum * 31 + u64::from(byte))
    }

    /// What a verdict is here; nothing where no automatic answer may be.
    pub(super) fn means(&self, verdict: Verdict) -> Vec<Said> {
        let choices = self.question(0).choices;
        let one = |role| choices.iter().any(|choice| choice.role == role).then_some(Said::Role(role));
        match (self.shape, verdict) {
            (Shape::Password | Shape::Unknown, _) => vec![],
            (Shape::Confirm, Verdict::Allow | Verdict::AllowRemember) => vec![Said::Enter],
            (Shape::Free, Verdict::Allow | Verdict::AllowRemember) => vec![Said::Text(TEXT.into())],
            (_, Verdict::Allow) => one(Role::Yes).into_iter().collect(),
            (_, Verdict::AllowRemember) => {
                one(Role::YesAndRemember).or_else(|| one(Role::Yes)).into_iter().collect()
            }
            (_, Verdict::Deny) => one(Role::No).into_iter().collect(),
            _ => vec![],
        }
    }
}
