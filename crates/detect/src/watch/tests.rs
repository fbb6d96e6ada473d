//! Sessions played by hand: what is announced, when, and as which question.

use std::sync::Arc;
use std::time::Duration;

use model::{LineMode, Size};
use screen::Screen;

use super::*;
use crate::profile::Profiles;

/// A session whose time goes by in milliseconds.
struct Session {
    screen: Screen,
    watch: Watch,
    now: u64,
    said: Vec<String>,
    prints: Vec<Fingerprint>,
}

impl Session {
    fn of(agent: &str) -> Self {
        let profile = Profiles::embedded().named(agent).expect("a profile");
        Session {
            screen: Screen::new(Size::cells(12, 60)),
            watch: Watch::new(Arc::clone(&profile), 0.6),
            now: 0,
            said: Vec::new(),
            prints: Vec::new(),
        }
    }

    fn generic() -> Self {
        Session::of("generic")
    }

    fn time(&self) -> Duration {
        Duration::from_millis(self.now)
    }

    fn writes(mut self, text: &str) -> Self {
        self.screen.feed(text.as_bytes());
        self.watch.output(self.time());
        self.looks()
    }

    fn types(mut self) -> Self {
        self.watch.typed(self.time());
        self.looks()
    }

    fn gets_a_key(mut self) -> Self {
        self.watch.typed_for_them(self.time());
        self.looks()
    }

    fn kernel(mut self, waits: Waits) -> Self {
        let mode = LineMode { canonical: true, echo: true, signals: true };
        self.watch.facts(Facts { waits, mode: Some(mode), ..Facts::none() }, self.time());
        self.looks()
    }

    fn tells(mut self, facts: Facts) -> Self {
        self.watch.facts(facts, self.time());
        self.looks()
    }

    fn resized(mut self, size: Size) -> Self {
        self.screen.resize(size);
        self.watch.output(self.time());
        self.looks()
    }

    fn rests(mut self, millis: u64) -> Self {
        for _ in 0..millis {
            self.now += 1;
            self = self.looks();
        }
        self
    }

    fn looks(mut self) -> Self {
        while self.watch.next_look().is_some_and(|due| due <= self.time()) {
            let change = self.watch.look(&self.screen.snapshot_anyway(), self.time());
            self.hears(change);
        }
        self
    }

    fn hears(&mut self, change: Option<Change>) {
        let said = match change {
            Some(Change::Waiting(standing)) => {
                self.prints.extend(standing.fingerprint);
                words(&standing)
            }
            Some(Change::Still(standing)) => format!("still {}", words(&standing)),
            Some(Change::Resumed) => "busy".to_owned(),
            None => return,
        };
        self.said.push(said);
    }

    #[track_caller]
    fn says(self, want: &[&str]) -> Self {
        assert_eq!(self.said, want);
        self
    }
}

fn words(standing: &Standing) -> String {
    let question = standing.detection.state.question().expect("a question");
    format!("{} {}", question.kind.word(), question.text).trim_end().to_owned()
}

#[test]
fn a_prompt_is_announced_once_and_gone_when_nobody_reads() {
    Session::generic()
        .writes("Continue? [y/N] ")
        .kernel(Waits::Reads)
        .rests(2000)
        .says(&["yes_no Continue? [y/N]"])
        .types()
        .writes("y\r\n")
        .kernel(Waits::Nobody)
        .rests(500)
        .says(&["yes_no Continue? [y/N]", "busy"]);
}

#[test]
fn a_bait_that_nobody_reads_is_no_question() {
    Session::generic().writes("Continue? [y/N] ").kernel(Waits::Nobody).rests(10_000).says(&[]);
}

#[test]
fn a_program_that_reads_the_reply_to_its_query_does_not_wait() {
    let facts = Facts { waits: Waits::Reads, awaits_reply: true, ..Facts::none() };
    Session::generic().writes("Continue? [y/N] \x1b[6n").tells(facts.clone()).rests(1000).says(&[]);
}

#[test]
fn the_same_words_on_the_next_line_are_another_question() {
    let session = Session::generic()
        .writes("Password: ")
        .kernel(Waits::Reads)
        .rests(500)
        .types()
        .rests(100)
        .writes("\r\nPassword: ")
        .rests(500)
        .says(&["password Password:", "password Password:"]);
    assert_ne!(session.prints[0], session.prints[1]);
}

#[test]
fn back_to_back_questions_are_two() {
    Session::generic()
        .writes("Name: ")
        .kernel(Waits::Reads)
        .rests(300)
        .types()
        .writes("Al\r\nAge: ")
        .rests(300)
        .says(&["free_text Name:", "free_text Age:"]);
}

/// Who types may be in the middle of something; what is typed for them is whole.
#[test]
fn right_after_a_key_the_next_question_waits_only_for_the_person() {
    let asked = || Session::generic().writes("Go on? [y/N] ").kernel(Waits::Reads).rests(300);
    let (first, both) = (["yes_no Go on? [y/N]"], ["yes_no Go on? [y/N]", "yes_no Sure? [y/N]"]);
    asked().gets_a_key().writes("y\r\nSure? [y/N] ").rests(45).says(&both);
    asked().types().writes("y\r\nSure? [y/N] ").rests(45).says(&first).rests(45).says(&both);
    asked().types().rests(20).gets_a_key().writes("y\r\nSure? [y/N] ").rests(45).says(&first);
}

#[test]
fn a_redraw_and_a_clock_are_no_news() {
    let mut session = Session::generic().writes("Overwrite? (y/n) ").kernel(Waits::Reads).rests(300);
    for second in 0..20 {
        let clock = format!("\x1b7\x1b[12;50H12:00:{second:02}\x1b8\r\x1b[KOverwrite? (y/n) ");
        session = session.writes(&clock).rests(200);
    }
    session.says(&["yes_no Overwrite? (y/n)"]);
}

#[test]
fn a_countdown_in_a_question_asks_nothing_else() {
    let mut session = Session::generic().writes("Reboot in 10 s? [Y/n] ").kernel(Waits::Reads).rests(300);
    for left in (1..10).rev() {
        session = session.writes(&format!("\r\x1b[KReboot in {left} s? [Y/n] ")).rests(1000);
    }
    session.says(&["yes_no Reboot in 10 s? [Y/n]"]);
}

#[test]
fn another_number_is_another_question() {
    Session::generic()
        .writes("Open port 80? [y/N] ")
        .kernel(Waits::Reads)
        .rests(300)
        .writes("\r\x1b[KOpen port 22? [y/N] ")
        .rests(300)
        .says(&["yes_no Open port 80? [y/N]", "yes_no Open port 22? [y/N]"]);
}

#[test]
fn the_same_words_on_the_next_line_are_another_question_without_a_key_too() {
    let session = Session::generic()
        .writes("Continue? [y/N] ")
        .kernel(Waits::Reads)
        .rests(500)
        .writes("\r\nContinue? [y/N] ")
        .rests(500)
        .says(&["yes_no Continue? [y/N]", "yes_no Continue? [y/N]"]);
    assert_ne!(session.prints[0], session.prints[1]);
}

/// What stands in brackets may be any word, also one that means yes or no.
#[test]
fn a_default_that_looks_like_an_answer() {
    let check = |prompt: &str, want: &str| {
        let told = format!("{want} {}", prompt.trim_end());
        Session::generic().writes(prompt).kernel(Waits::Reads).rests(300).says(&[&told]);
    };
    for name in ["n", "y", "yes", "no", "ok"] {
        check(&format!("package name: ({name}) "), "free_text");
        check(&format!("Project name [{name}]: "), "free_text");
        check(&format!("Is this OK? ({name}) "), "yes_no");
        check(&format!("Overwrite it [{name}]: "), "yes_no");
        check(&format!("Please say yes or no: [{name}] "), "yes_no");
    }
    check("Continue: [y] ", "yes_no");
    check("Fix<y>? ", "yes_no");
}

#[test]
fn a_draft_is_the_same_question() {
    Session::generic()
        .writes("Name: ")
        .kernel(Waits::Reads)
        .rests(300)
        .types()
        .writes("A")
        .rests(30)
        .types()
        .writes("l")
        .rests(3000)
        .says(&["free_text Name:"]);
}

#[test]
fn what_stands_behind_a_password_is_the_next_question() {
    let mode = |echo| LineMode { canonical: true, echo, signals: true };
    let reads = |echo| Facts { waits: Waits::Reads, mode: Some(mode(echo)), ..Facts::none() };
    Session::generic()
        .writes("Password: ")
        .tells(reads(false))
        .rests(300)
        .types()
        .tells(reads(true))
        .writes("rm: remove regular empty file 'f'? ")
        .rests(3000)
        .says(&["password Password:", "free_text Password: rm: remove regular empty file 'f'?"]);
}

/// What is told about a session in which something was typed and not sent.
fn told_with_draft(prompt: &str, draft: &str) -> String {
    let session =
        Session::generic().writes(prompt).kernel(Waits::Reads).rests(300).types().writes(draft).rests(3000);
    assert_eq!(session.said.len(), 1, "{:?}", session.said);
    format!("{:?}", session.watch.standing())
}

#[test]
fn a_draft_is_nobodys_business() {
    for prompt in ["Name: ", "Go on? [y/N] ", "(to) ", "Where? ‣ ", "Version [0.1.0]: ", "7 - 0 =   "] {
        let told = told_with_draft(prompt, "sesame");
        assert!(!told.contains("sesame"), "{prompt}: {told}");
    }
}

#[test]
fn a_draft_that_stood_there_before_anybody_looked_is_left_out() {
    for prompt in ["Name: ", "Go on? [y/N] ", "Version [0.1.0]: "] {
        let session = Session::generic().writes(prompt).writes("sesame").kernel(Waits::Reads).rests(2000);
        let told = format!("{:?}", session.watch.standing());
        assert!(!told.contains("sesame"), "{prompt}: {told}");
    }
}

#[test]
fn without_the_kernel_a_question_must_stand_longer() {
    Session::generic()
        .writes("Continue? [y/N] ")
        .rests(500)
        .says(&[])
        .rests(500)
        .says(&["yes_no Continue? [y/N]"]);
}

#[test]
fn below_the_threshold_it_is_unsure() {
    let mut session = Session::generic();
    session.watch = Watch::new(Profiles::embedded().named("generic").expect("it is there"), 0.8);
    let session = session.writes("Continue? [y/N] ").rests(3000).says(&[]);
    let standing = session.watch.standing().expect("it was looked at");
    assert_eq!(standing.detection.state.word(), "unsure");
}

#[test]
fn where_bytes_were_lost_it_is_unsure() {
    let mut session = Session::generic().kernel(Waits::Reads);
    session.screen.gap();
    let session = session.writes("Continue? [y/N] ").rests(3000).says(&[]);
    let standing = session.watch.standing().expect("it was looked at");
    assert_eq!(standing.detection.state.word(), "unsure");
}

#[test]
fn another_size_says_once_more_that_it_waits() {
    let session = Session::generic()
        .writes("Continue? [y/N] ")
        .kernel(Waits::Reads)
        .rests(300)
        .resized(Size::cells(10, 50))
        .rests(1000)
        .says(&["yes_no Continue? [y/N]", "still yes_no Continue? [y/N]"]);
    assert_eq!(session.prints.len(), 1, "and it is the same question");
}

#[test]
fn a_program_that_waits_and_shows_nothing_is_said_to() {
    Session::generic()
        .writes("Loading...\r\n")
        .kernel(Waits::Reads)
        .rests(900)
        .says(&[])
        .rests(500)
        .says(&["unknown"]);
}

fn claude_dialog() -> String {
    let rule = "─".repeat(60);
    let body = " Bash command\r\n\r\n   ls -l\r\n   List files\r\n\r\n Do you want to proceed?\r\n ❯ 1. Yes\r\n   2. No";
    format!("\x1b[?25l\x1b[2;1H{rule}\r\n{body}\r\n\r\n Esc to cancel")
}

/// Nobody waits, and input is read by keys.
fn unread(comes_back: bool) -> Facts {
    let mode = LineMode { canonical: false, echo: false, signals: false };
    Facts { waits: Waits::Nobody, comes_back, mode: Some(mode), ..Facts::none() }
}

#[test]
fn an_agent_that_computes_all_the_time_still_asks() {
    Session::of("claude")
        .tells(unread(true))
        .writes(&claude_dialog())
        .rests(1000)
        .says(&["menu Do you want to proceed?"])
        .tells(unread(false))
        .rests(2500)
        .says(&["menu Do you want to proceed?"])
        .rests(1000)
        .says(&["menu Do you want to proceed?", "busy"]);
}

#[test]
fn any_other_program_that_computes_does_not_ask() {
    Session::generic().tells(unread(true)).writes("Continue? [y/N] ").rests(10_000).says(&[]);
}

#[test]
fn an_agents_dialog_that_nobody_reads_is_shown_but_not_asked() {
    let state =
        |session: &Session| session.watch.standing().expect("it was looked at").detection.state.clone();
    let session = Session::of("claude").tells(unread(false)).writes(&claude_dialog()).rests(4900);
    assert_eq!(state(&session), State::Busy);
    let session = session.rests(200).says(&[]);
    let shown = state(&session);
    assert_eq!(shown.word(), "unsure");
    assert_eq!(shown.question().map(|question| question.text.as_str()), Some("Do you want to proceed?"));
}

#[test]
fn a_dialog_that_a_slow_agent_moves_while_it_takes_the_answer_is_not_asked_again() {
    let moved =
        format!("\x1b[2J\x1b[1;1H{}", claude_dialog().replace("\x1b[2;1H", "Settings reloaded.\r\n\r\n"));
    Session::of("claude")
        .writes(&claude_dialog())
        .rests(1000)
        .types()
        .rests(800)
        .writes(&moved)
        .rests(900)
        .writes("\x1b[2J\x1b[1;1HWorking")
        .rests(1000)
        .says(&["menu Do you want to proceed?", "busy"]);
}

#[test]
fn an_agents_dialog_stands_while_a_spinner_turns() {
    let mut session = Session::of("claude").writes(&claude_dialog()).rests(50);
    for turn in 0..30 {
        let spinner = format!("\x1b[1;1H{}\x1b[9;2H", ["◐", "◑"][turn % 2]);
        session = session.writes(&spinner).rests(80);
    }
    session.says(&["menu Do you want to proceed?"]);
}

/// By keys, with the key shown.
fn by_keys(waits: Waits) -> Facts {
    let mode = LineMode { canonical: false, echo: true, signals: true };
    Facts { waits, mode: Some(mode), ..Facts::none() }
}

/// A question that is asked by keys, what shows behind it once a key was typed for the person, and what is said of it all.
#[track_caller]
fn check_echo(asked: &str, shown: &str, want: &[&str]) {
    let facts = Facts { reader: Some("less".to_owned()), ..by_keys(Waits::Reads) };
    let session = Session::generic().writes(asked).tells(facts).rests(500).gets_a_key();
    session.rests(20).writes(shown).rests(3000).says(want);
}

#[test]
fn a_key_that_shows_behind_the_question_is_no_other_question() {
    let stands = |said: &'static str, still: &'static str| [said, still];
    for asked in ["Continue? (y/n)", "Continue? (y/n) ", "File a\r\nContinue? (y/n)"] {
        check_echo(asked, "y", &stands("yes_no Continue? (y/n)", "still yes_no Continue? (y/n)"));
    }
    check_echo("Delete a? [y/n]:", "y", &["yes_no Delete a? [y/n]:", "still yes_no Delete a? [y/n]:"]);
    check_echo("Go on [y/n]?", "y", &["yes_no Go on [y/n]?", "still yes_no Go on [y/n]?"]);
    check_echo("Overwrite it?", "y", &["yes_no Overwrite it?", "still yes_no Overwrite it?"]);
}

#[test]
fn what_is_asked_below_the_key_is_another_question() {
    for asked in ["Continue? (y/n)", "Continue? (y/n) "] {
        let want = ["yes_no Continue? (y/n)", "yes_no Erase it? (y/n)"];
        check_echo(asked, "y\r\nErase it? (y/n)", &want);
        check_echo(asked, "\r\x1b[KErase it? (y/n)", &want);
    }
}

#[test]
fn a_program_that_works_with_the_key_that_shows_and_asks_later_asks_two_things() {
    Session::generic()
        .writes("Continue? (y/n)")
        .tells(by_keys(Waits::Reads))
        .rests(500)
        .gets_a_key()
        .rests(20)
        .writes("y")
        .rests(3000)
        .writes("\r\nErase the disk? (y/n)")
        .rests(500)
        .says(&["yes_no Continue? (y/n)", "still yes_no Continue? (y/n)", "yes_no Erase the disk? (y/n)"]);
}

/// The key of the first was taken, nobody read for a while, and then the program reads again behind these words.
#[track_caller]
fn check_behind(behind: &str, want: &str) {
    let session = Session::generic().writes("Continue? (y/n)").tells(by_keys(Waits::Reads)).rests(500);
    let session = session.gets_a_key().rests(20).writes("y").tells(by_keys(Waits::Nobody)).rests(2000);
    let session = session.writes(behind).tells(by_keys(Waits::Reads)).rests(4000);
    let session = session.says(&["yes_no Continue? (y/n)", "busy", want]);
    assert_eq!(session.watch.standing().map(words), Some(want.to_owned()), "as the last look found it");
}

#[test]
fn what_was_answered_before_in_the_same_line_is_not_asked_again() {
    check_behind(" Erase it? (y/n)", "yes_no Erase it? (y/n)");
    check_behind("  Erase it? [y/N] ", "yes_no Erase it? [y/N]");
    check_behind("", "unknown");
    check_behind("es", "unknown");
    check_behind("\r\nErase it? (y/n)", "yes_no Erase it? (y/n)");
}

#[test]
fn lines_that_are_shown_as_they_are_typed() {
    let check = |asked: &str, want: &str| {
        Session::generic().writes(asked).kernel(Waits::Reads).rests(2000).says(&[want]);
    };
    check("Password: ", "password Password:");
    check("Enter passphrase for key: ", "password Enter passphrase for key:");
    check("Password for admin? ", "password Password for admin?");
    check("Enter your PIN and press Enter: ", "password Enter your PIN and press Enter:");
    check("Name of the token: ", "free_text Name of the token:");
    check("Go on? Type y or n and press Enter: ", "yes_no Go on? Type y or n and press Enter:");
    check("Answer yes or no and press Enter: ", "yes_no Answer yes or no and press Enter:");
    check("Press Enter to continue: ", "confirm_enter Press Enter to continue:");
}
