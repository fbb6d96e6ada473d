//! The language: steps in, effects out as words.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use engine::{
    Answer, Attempt, By, Claim, Effect, HookAsk, Input, Look, Now, Number, Pressed, Rules, Ruling, Session,
    Sight, Stands, Terminal,
};
use model::{Choice, Key, Kind, Question, Role, Subject, Verdict};

pub(crate) struct Script {
    pub(crate) session: Session,
    now: Duration,
    fingerprint: u64,
    asking: Option<Question>,
    pointer: usize,
    before: String,
    offset: u64,
    epoch: u64,
    calls: u64,
    /// An agent that is known; one that reads lines only.
    agent: bool,
    by_lines: bool,
    unread: bool,
    cooked: bool,
    boxless: bool,
    in_box: Option<String>,
    reads_keys: bool,
    pub(crate) said: Vec<String>,
}

#[track_caller]
pub(crate) fn check(rules: Rules, steps: &str, expected: &str) {
    let mut script = Script::new(rules);
    steps.split(',').for_each(|step| script.step(step.trim()));
    assert_eq!(script.said.join(", "), expected, "{steps}");
}

impl Script {
    pub(crate) fn new(rules: Rules) -> Script {
        Script {
            session: Session::new(rules, 0, false, false),
            now: Duration::from_secs(1),
            fingerprint: 0,
            asking: None,
            pointer: 0,
            before: String::new(),
            offset: 1,
            epoch: 0,
            calls: 0,
            agent: true,
            by_lines: false,
            unread: false,
            cooked: false,
            boxless: false,
            in_box: None,
            reads_keys: true,
            said: Vec::new(),
        }
    }

    /// The question that came last.
    fn number(&self) -> Number {
        self.session.waiting().map(|waiting| waiting.number).max().unwrap_or(Number(0))
    }

    pub(crate) fn give(&mut self, input: Input) {
        let now = Now { at: self.now, minute_of_day: 600 };
        let effects = self.session.handle(input, now);
        self.said.extend(effects.iter().filter_map(words));
    }

    pub(crate) fn step(&mut self, step: &str) {
        let (verb, object) = step.split_once(' ').unwrap_or((step, ""));
        let number = self.number();
        match verb {
            "asks" => self.asks(object),
            "still" => self.give(Input::StillAsks(Box::new(self.sight()))),
            "look" => self.looks(),
            "wrote" => self.wrote(),
            "other" => {
                // Another question is seen, and not announced yet.
                (self.fingerprint, self.offset) = (self.fingerprint + 1, self.offset + 1);
                self.looks();
            }
            "ticked" => self.tick(object),
            "moved" => (self.pointer, self.offset) = (self.pointer + 1, self.offset + 1),
            "generic" => self.agent = false,
            "lines" => self.by_lines = true,
            "unread" => self.unread = true,
            "cooked" => self.cooked = true,
            "boxless" => self.boxless = true,
            "child-reads" => self.reads_keys = false,
            "boxed" => {
                (self.in_box, self.offset) = (Some(object.into()), self.offset + 1);
                self.looks();
            }
            "filled" => self.before.push_str(object),
            "erased" => {
                self.before.truncate(self.before.len() - object.len());
                self.offset += 3;
                self.looks();
            }
            "echo" => {
                self.before.push_str(object);
                self.offset += 1;
                self.looks();
            }
            "left" => {
                (self.asking, self.offset) = (None, self.offset + 1);
                self.give(Input::Resumed);
                self.looks();
            }
            "composer" => self.sees(Stands::Idle(Kind::Composer)),
            "rests" => self.give(Input::Rests(Kind::of_word(object).unwrap_or(Kind::Composer))),
            "judged" => self.give(Input::Judged(number, Box::new(ruling(object)))),
            "won" => self.give(Input::Claimed(number, Claim::Won)),
            "lost" => self.give(Input::Claimed(number, Claim::Lost("first".into()))),
            "unrecorded" => self.give(Input::Claimed(number, Claim::Unrecorded("full".into()))),
            "typed" => {
                self.epoch += 1;
                self.give(Input::Pressed(Pressed::Typed { epoch: self.epoch }));
            }
            "stale" => self.stale(object),
            "refused" => self.give(Input::Pressed(Pressed::Refused("no".into()))),
            "broken" => self.give(Input::Pressed(Pressed::Broken("lost".into()))),
            "key" | "draft" => {
                self.epoch += 1;
                self.give(Input::Typed { epoch: self.epoch, draft: verb == "draft" });
            }
            "ctrl-c" => self.give(Input::TookOver),
            "pause" => self.give(Input::Pause { why: "asked".into() }),
            "resume" => self.give(Input::Resume),
            "person" => self.person(number, object),
            "denied" => self.give(Input::DeniedBefore { rule: "d".into(), words: 9 }),
            "hook" => self.hook(object),
            "over" => self.give(Input::HookOver(object.parse().unwrap_or(self.calls))),
            "unfinished" => self.give(Input::Unfinished { words: 7, half_typed: true }),
            "limited" => self.give(Input::Limited { over_in: Some(Duration::from_secs(60)) }),
            "by-itself" => self.give(Input::Limited { over_in: None }),
            "ended" => self.give(Input::Ended),
            "tick" => {
                self.now += Duration::from_millis(object.parse().unwrap_or(0));
                self.give(Input::Tick);
            }
            _ => panic!("no step is called {step}"),
        }
    }

    /// A box is ticked, or not any more.
    fn tick(&mut self, label: &str) {
        let choices = self.asking.iter_mut().flat_map(|question| &mut question.choices);
        for choice in choices.filter(|choice| choice.label == label) {
            choice.checked = choice.checked.map(|on| !on);
        }
        self.offset += 1;
        self.looks();
    }

    pub(crate) fn sleep_until(&mut self, wake: Duration) {
        self.now = self.now.max(wake);
        self.give(Input::Tick);
    }

    fn asks(&mut self, what: &str) {
        self.fingerprint += 1;
        (self.offset, self.pointer, self.before) = (self.offset + 1, 0, "Go on? ".into());
        // `menu PATH`: about a file, as the screen spells it.
        let (what, path) = what.split_once(' ').map_or((what, None), |(what, path)| (what, Some(path)));
        let mut asked = question(what, 0);
        if let Some(path) = path {
            asked.subject = Some(Subject { text: path.into(), partial: false });
        }
        self.asking = Some(asked);
        self.give(Input::Asks(Box::new(self.sight())));
        self.looks();
    }

    fn sight(&self) -> Sight {
        let question = self.asking.clone().unwrap_or_else(|| Question::new(Kind::Unknown, ""));
        let arrows = question.text == "arrows";
        let question = if arrows { self::question("arrows", self.pointer) } else { question };
        Sight {
            fingerprint: self.fingerprint,
            words: 7,
            question,
            confidence: 1.0,
            agent: "a".into(),
            tool: None,
        }
    }

    fn looks(&mut self) {
        let stands = match &self.asking {
            Some(_) => Stands::Asking(Box::new(self.sight())),
            None => Stands::Busy,
        };
        self.sees(stands);
    }

    fn sees(&mut self, stands: Stands) {
        self.give(Input::Looked(Box::new(Look {
            offset: self.offset,
            stands,
            before_cursor: self.before.clone(),
            picture: self.picture(),
            terminal: Terminal::default(),
            agent: self.agent,
            by_lines: self.by_lines,
            input_box: !self.boxless,
            in_box: self.in_box.clone(),
            reads_keys: self.reads_keys,
            cooked: self.cooked,
            unread: self.unread,
        })));
    }

    /// What stands there is what is asked, with what was written behind it.
    fn picture(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.asking.as_ref().map(|asked| &asked.text), self.fingerprint, &self.before).hash(&mut hasher);
        hasher.finish()
    }

    fn wrote(&mut self) {
        self.offset += 1;
        self.give(Input::Wrote { offset: self.offset });
    }

    fn stale(&mut self, why: &str) {
        match why {
            "key" => self.epoch += 1,
            "wrote" => self.offset += 1,
            _ => {}
        }
        self.give(Input::Pressed(Pressed::Stale { offset: self.offset, epoch: self.epoch }));
    }

    fn person(&mut self, number: Number, what: &str) {
        let choose = |place, label: &str, role| Answer::Choose { place, label: label.into(), role };
        let answer = match what {
            "yes" => choose(0, "yes", Role::Yes),
            "no" => Answer::Deny { why: None },
            "enter" => Answer::Enter,
            "a+c" => Answer::Several(vec![(0, "a".into()), (2, "c".into())]),
            text => Answer::Text(text.into()),
        };
        self.give(Input::Answered(number, Attempt { answer, by: By::Person { from: "t".into() } }));
    }

    fn hook(&mut self, object: &str) {
        // `first`: shows nothing before its hook returns, `wordless`: and takes no yes from it.
        let (wordless, object) =
            object.strip_prefix("wordless ").map_or((false, object), |text| (true, text));
        let first = object.strip_prefix("first ");
        let (shows, text) = (first.is_none() && !wordless, first.unwrap_or(object));
        self.calls += 1;
        let mut question = question("menu", 0);
        question.subject = Some(Subject { text: text.into(), partial: false });
        let (call, agent) = (self.calls, "a".into());
        self.give(Input::Hook(Box::new(HookAsk {
            call,
            question,
            words: 8,
            agent,
            // A path is a file's; anything else is a command.
            tool: if text.starts_with('/') { "write" } else { "shell" }.into(),
            folder: Some("/home/u/work/demo".into()),
            home: Some("/home/u".into()),
            shows,
            takes_yes: !wordless,
        })));
    }
}

fn question(what: &str, pointer: usize) -> Question {
    let text = |text: &str| Key::Text(text.into());
    let choice = |label: &str, role, keys| Choice { label: label.into(), role, keys, ..Choice::default() };
    let (kind, choices) = match what {
        "menu" => {
            let keys = |key| vec![text(key)];
            (Kind::Menu, vec![choice("yes", Role::Yes, keys("1")), choice("no", Role::No, keys("2"))])
        }
        "arrows" => {
            let keys =
                |place: usize| [vec![Key::Down; place.saturating_sub(pointer)], vec![Key::Enter]].concat();
            (
                Kind::Menu,
                vec![
                    choice("no", Role::No, keys(0)),
                    choice("x", Role::Other, keys(1)),
                    choice("yes", Role::Yes, keys(2)),
                ],
            )
        }
        "boxes" => {
            let tick = |label: &str, key| Choice {
                checked: Some(false),
                selected: label == "a",
                ..choice(label, Role::Other, vec![text(key)])
            };
            (Kind::Menu, vec![tick("a", "1"), tick("b", "2"), tick("c", "3")])
        }
        // The second is how the first may look with its key behind it.
        "letter-of-two" | "letter" => {
            let keys = |key| vec![text(key)];
            (Kind::YesNo, vec![choice("yes", Role::Yes, keys("y")), choice("no", Role::No, keys("n"))])
        }
        "line" => {
            let keys = |key| vec![text(key), Key::Enter];
            (Kind::YesNo, vec![choice("yes", Role::Yes, keys("y")), choice("no", Role::No, keys("n"))])
        }
        other => (Kind::of_word(other).unwrap_or(Kind::Unknown), vec![]),
    };
    let mut question = Question::new(kind, what);
    question.choices = choices;
    question.submit = (what == "boxes").then_some(Key::Tab);
    question.subject = Some(Subject { text: "ls -l".into(), partial: false });
    question
}

fn ruling(word: &str) -> Ruling {
    let (word, manual) = word.strip_suffix(" manual").map_or((word, false), |word| (word, true));
    let (word, slow) = word.strip_suffix(" slowly").map_or((word, 0), |word| (word, 500));
    let (word, slow) = word.strip_suffix(" late").map_or((word, slow), |word| (word, 60_000));
    let (word, rests) = word.strip_suffix(" resting").map_or((word, false), |word| (word, true));
    Ruling {
        cooldown: rests.then_some(Duration::from_secs(60)),
        verdict: Verdict::of_word(word).unwrap_or(Verdict::Ask),
        rule: Some("r".into()),
        text: Some("me".into()),
        delay: Duration::from_millis(slow),
        manual,
        ..Ruling::ask("because")
    }
}

fn words(effect: &Effect) -> Option<String> {
    let answer = |answer: &Answer| match answer {
        Answer::Choose { label, .. } => label.clone(),
        Answer::Several(_) => answer.words(),
        Answer::Text(text) => text.clone(),
        Answer::Enter => "enter".into(),
        Answer::Deny { .. } => "no".into(),
    };
    Some(match effect {
        Effect::Judge(_) => "judge".into(),
        Effect::Ask(..) => "ask".into(),
        Effect::Claim(_, what, _) => format!("claim {}", answer(what)),
        Effect::Press(injection) => match injection.bytes() {
            b"\r" => "press enter".into(),
            b"\x1b[B" => "press down".into(),
            b"\t" => "press tab".into(),
            bytes => format!("press {}", String::from_utf8_lossy(bytes)),
        },
        Effect::Reply { answer: what, .. } => {
            format!("reply {}", what.as_ref().map_or("nothing".into(), |(what, _)| answer(what)))
        }
        Effect::Told(_, _, outcome) => format!("told {}", outcome.word()),
        Effect::Reopen(..) => "reopen".into(),
        Effect::Ended(_, ending) => format!("ended {}", ending.stage.word()),
        Effect::Manual(why) => {
            if why.is_some() {
                "manual".into()
            } else {
                "automatic".into()
            }
        }
        Effect::Nudged(times) => format!("nudged {times}"),
        Effect::Note(..) => return None,
    })
}
