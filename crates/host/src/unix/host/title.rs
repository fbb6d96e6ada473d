//! What a session waits for, in the title of the person's window, where they want that. The title is the program's: what
//! it said last is put back as soon as there is nothing to say, and nothing of this is drawn on the screen.

use super::session::Session;
use crate::output::Title;

/// Puts the title aside, and takes it back. Terminals that keep no such stack ignore both.
const PUT_ASIDE: &[u8] = b"\x1b[22;2t";
const TAKE_BACK: &[u8] = b"\x1b[23;2t";
const NAME: &[u8] = b"\x1b]2;";
const END: &[u8] = b"\x1b\\";
/// Letters of a title.
const LONGEST: usize = 100;

/// What is to be in the title, and what is.
#[derive(Debug, Default)]
pub(super) struct OurTitle {
    wanted: Option<String>,
    shown: Option<Shown>,
}

#[derive(Debug)]
struct Shown {
    text: String,
    /// How often the program had given one then.
    times: u64,
}

impl OurTitle {
    /// Control characters would be more than a title.
    pub(super) fn want(&mut self, text: Option<&str>) {
        let plain = |text: &str| text.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
        self.wanted = text.map(plain);
    }

    /// The terminal is another's now.
    pub(super) fn is_left(&mut self) {
        self.shown = None;
    }

    fn is_due(&self, of_program: &Title) -> bool {
        match (&self.wanted, &self.shown) {
            (Some(wanted), Some(shown)) => *wanted != shown.text || of_program.times() != shown.times,
            (wanted, shown) => wanted.is_some() != shown.is_some(),
        }
    }

    /// The bytes that make the title what it is to be.
    fn change(&mut self, of_program: &Title) -> Vec<u8> {
        let Some(text) = self.wanted.clone() else {
            let bytes = self.undo(of_program);
            self.shown = None;
            return bytes;
        };
        let aside = if self.shown.is_none() { PUT_ASIDE } else { b"" };
        let bytes = [aside, NAME, text.as_bytes(), END].concat();
        self.shown = Some(Shown { text, times: of_program.times() });
        bytes
    }

    /// The bytes that put the title back. What the program said last is said once more, for terminals that keep no stack
    /// and for what it said meanwhile.
    pub(super) fn undo(&self, of_program: &Title) -> Vec<u8> {
        match (&self.shown, of_program.text()) {
            (None, _) => Vec::new(),
            (Some(_), Some(text)) => [TAKE_BACK, NAME, text, END].concat(),
            (Some(_), None) => TAKE_BACK.to_vec(),
        }
    }

    /// The same in so few bytes that they fit wherever the rest does.
    fn undo_briefly(&self) -> &'static [u8] {
        if self.shown.is_some() { TAKE_BACK } else { b"" }
    }
}

impl Session {
    pub(super) fn title_wanted(&mut self, slot: usize, text: Option<&str>) -> bool {
        self.title.want(text);
        self.done(slot)
    }

    /// To be called when the modes have been followed. What cannot be written now is tried after the next event.
    pub(super) fn title_if_due(&mut self) {
        let ours = self.desk.as_ref().is_some_and(|desk| desk.screen_is_terminal && desk.licensed());
        let goes_on = self.life.exit.is_none() && !self.life.frozen;
        if ours && goes_on && self.title.is_due(self.modes.title()) && self.is_between_words() {
            let bytes = self.title.change(self.modes.title());
            self.preface.extend_from_slice(&bytes);
            self.show_output();
            self.publish_modes_anew();
        }
    }

    /// What puts the terminal back: the modes that the program left on, and the title.
    pub(super) fn terminal_reset(&self) -> Vec<u8> {
        [self.modes.reset().as_bytes(), &self.title.undo(self.modes.title())].concat()
    }

    /// The same for the page, which takes the whole or nothing.
    pub(super) fn brief_reset(&self) -> Vec<u8> {
        [self.modes.reset().as_bytes(), self.title.undo_briefly()].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::ModeTracker;

    /// What is wanted or said by the program, step by step, and the bytes that are due then.
    enum Step {
        Want(Option<&'static str>),
        Says(&'static str),
    }
    use Step::{Says, Want};

    fn check(name: &str, steps: &[(Step, &str)]) {
        let (mut ours, mut program) = (OurTitle::default(), ModeTracker::new());
        for (place, (step, expected)) in steps.iter().enumerate() {
            match step {
                Want(text) => ours.want(*text),
                Says(text) => program.feed(text.as_bytes()),
            }
            let due = ours.is_due(program.title());
            let bytes = if due { ours.change(program.title()) } else { Vec::new() };
            assert_eq!(String::from_utf8_lossy(&bytes), *expected, "{name}, step {place}");
        }
    }

    #[test]
    fn the_title_is_lent() {
        let waits = "\x1b[22;2t\x1b]2;waits\x1b\\";
        check("nothing is wanted", &[(Want(None), ""), (Says("\x1b]2;vim\x07"), ""), (Want(None), "")]);
        check(
            "the program never gave one",
            &[(Want(Some("waits")), waits), (Want(Some("waits")), ""), (Want(None), "\x1b[23;2t")],
        );
        check(
            "the program gave one before, and another meanwhile",
            &[
                (Says("\x1b]0;one\x07"), ""),
                (Want(Some("waits")), waits),
                (Says("\x1b]2;two\x1b\\"), "\x1b]2;waits\x1b\\"),
                (Want(None), "\x1b[23;2t\x1b]2;two\x1b\\"),
            ],
        );
        check(
            "another state, and nothing that is not plain",
            &[(Want(Some("waits")), waits), (Want(Some("m\x1b]0;x\x07")), "\x1b]2;m]0;x\x1b\\")],
        );
        check(
            "the program takes back what it had put aside",
            &[
                (Says("\x1b]2;vim\x07"), ""),
                (Want(Some("waits")), waits),
                (Says("\x1b[23;2t"), "\x1b]2;waits\x1b\\"),
                (Want(None), "\x1b[23;2t"),
            ],
        );
        check(
            "a long one ends with a whole letter",
            &[
                (Says(&LONG), ""),
                (Want(Some("waits")), waits),
                (Want(None), &format!("\x1b[23;2t\x1b]2;{}\x1b\\", "é".repeat(127))),
            ],
        );
    }

    static LONG: std::sync::LazyLock<String> =
        std::sync::LazyLock::new(|| format!("\x1b]2;{}\x07", "é".repeat(300)));

    #[test]
    fn a_terminal_that_is_left_has_its_title_again() {
        let (mut ours, program) = (OurTitle::default(), ModeTracker::new());
        assert!(ours.undo(program.title()).is_empty() && ours.undo_briefly().is_empty());
        ours.want(Some("waits"));
        ours.change(program.title());
        assert_eq!(ours.undo(program.title()), TAKE_BACK);
        assert_eq!(ours.undo_briefly(), TAKE_BACK);
        ours.is_left();
        assert!(ours.is_due(program.title()), "the next terminal is told anew");
    }
}
