//! Answering what programs ask a terminal, roughly as xterm does.

use std::collections::BTreeSet;

/// Finds the questions in a stream that may be cut anywhere.
#[derive(Default)]
pub struct Queries {
    place: Place,
    /// The sequence so far, without its introducer.
    collected: Vec<u8>,
    /// Private modes switched on, which DECRQM asks about.
    modes: BTreeSet<u16>,
}

/// Where in a sequence the stream stands.
#[derive(Default, Clone, Copy)]
enum Place {
    #[default]
    Ground,
    Escape,
    Csi,
    /// In a string: `true` for OSC, whose content matters.
    Text(bool),
    TextEscape(bool),
}

/// Longer than any question; a runaway string is not collected further.
const LONGEST: usize = 64;

impl Queries {
    /// Takes the next byte; if it ends a question, returns the answer of a terminal with its cursor here
    /// (from 0).
    pub fn push(&mut self, byte: u8, cursor: impl FnOnce() -> (usize, usize)) -> Option<Vec<u8>> {
        let (next, answer) = match (self.place, byte) {
            (Place::Ground, 0x1b) => (Place::Escape, None),
            (Place::Ground, _) => return None,
            (Place::Escape, b'[') => (self.begin(Place::Csi), None),
            (Place::Escape, b']') => (self.begin(Place::Text(true)), None),
            (Place::Escape, b'P' | b'_' | b'^' | b'X') => (self.begin(Place::Text(false)), None),
            (Place::Csi | Place::Text(_), 0x18 | 0x1a) => (Place::Ground, None),
            (Place::Csi | Place::Escape, 0x1b) => (Place::Escape, None),
            (Place::Escape, _) => (Place::Ground, None),
            (Place::Csi, 0x40..=0x7e) => (Place::Ground, self.csi(byte, cursor)),
            (Place::Text(osc), 0x07) => (Place::Ground, self.text(osc, b"\x07")),
            (Place::Text(osc), 0x1b) => (Place::TextEscape(osc), None),
            (Place::TextEscape(osc), b'\\') => (Place::Ground, self.text(osc, b"\x1b\\")),
            (Place::TextEscape(_), _) => (Place::Ground, None),
            (place @ (Place::Csi | Place::Text(_)), _) => (self.collect(byte, place), None),
        };
        self.place = next;
        answer
    }

    fn begin(&mut self, place: Place) -> Place {
        self.collected.clear();
        place
    }

    fn collect(&mut self, byte: u8, place: Place) -> Place {
        if self.collected.len() < LONGEST {
            self.collected.push(byte);
        }
        place
    }

    fn csi(&mut self, last: u8, cursor: impl FnOnce() -> (usize, usize)) -> Option<Vec<u8>> {
        let place = |private: &str| {
            let (row, col) = cursor();
            format!("\x1b[{private}{};{}R", row + 1, col + 1)
        };
        let answer = match (self.collected.as_slice(), last) {
            (b"" | b"0", b'c') => "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c".to_owned(),
            (b">" | b">0", b'c') => "\x1b[>41;379;0c".to_owned(),
            (b"5", b'n') => "\x1b[0n".to_owned(),
            (b"6", b'n') => place(""),
            (b"?6", b'n') => place("?"),
            (b">" | b">0", b'q') => "\x1bP>|XTerm(379)\x1b\\".to_owned(),
            (b"?", b'u') => "\x1b[?0u".to_owned(),
            ([b'?', rest @ .., b'$'], b'p') => self.mode_report(rest)?,
            ([b'?', modes @ ..], b'h') => return switch(&mut self.modes, modes, BTreeSet::insert),
            ([b'?', modes @ ..], b'l') => {
                return switch(&mut self.modes, modes, |set, mode| set.remove(&mode));
            }
            _ => return None,
        };
        Some(answer.into_bytes())
    }

    fn mode_report(&self, mode: &[u8]) -> Option<String> {
        const KNOWN: [u16; 10] = [1, 7, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004];
        let mode: u16 = std::str::from_utf8(mode).ok()?.parse().ok()?;
        let state = match (self.modes.contains(&mode), KNOWN.contains(&mode)) {
            (_, false) => 0,
            (true, true) => 1,
            (false, true) => 2,
        };
        Some(format!("\x1b[?{mode};{state}$y"))
    }

    fn text(&mut self, osc: bool, end: &[u8]) -> Option<Vec<u8>> {
        let answer: &[u8] = match (osc, self.collected.as_slice()) {
            (true, b"10;?") => b"\x1b]10;rgb:ffff/ffff/ffff",
            (true, b"11;?") => b"\x1b]11;rgb:0000/0000/0000",
            (false, b"$q\"p") => b"\x1bP1$r64;1\"p",
            (false, b"$q q") => b"\x1bP1$r2 q",
            _ => return None,
        };
        Some([answer, end].concat())
    }
}

/// Notes private modes going on or off; there is never an answer.
fn switch(
    set: &mut BTreeSet<u16>,
    modes: &[u8],
    change: fn(&mut BTreeSet<u16>, u16) -> bool,
) -> Option<Vec<u8>> {
    for mode in std::str::from_utf8(modes).ok()?.split(';').filter_map(|mode| mode.parse().ok()) {
        change(set, mode);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Queries;

    #[track_caller]
    fn check(stream: &str, answers: &[&str]) {
        let mut queries = Queries::default();
        let given: Vec<_> = stream.bytes().filter_map(|byte| queries.push(byte, || (2, 4))).collect();
        let given: Vec<_> = given.iter().map(|answer| String::from_utf8_lossy(answer)).collect();
        assert_eq!(given, answers, "{stream:?}");
    }

    #[test]
    fn questions_and_answers() {
        check("a\x1b[c", &["\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"]);
        check("\x1b[>c", &["\x1b[>41;379;0c"]);
        check("\x1b[6nx\x1b[?6n", &["\x1b[3;5R", "\x1b[?3;5R"]);
        check("\x1b[5n", &["\x1b[0n"]);
        check("\x1b[>0q", &["\x1bP>|XTerm(379)\x1b\\"]);
        check("\x1b]11;?\x07", &["\x1b]11;rgb:0000/0000/0000\x07"]);
        check("\x1b]10;?\x1b\\", &["\x1b]10;rgb:ffff/ffff/ffff\x1b\\"]);
        check("\x1b[?u", &["\x1b[?0u"]);
        check("\x1bP$q\"p\x1b\\", &["\x1bP1$r64;1\"p\x1b\\"]);
    }

    #[test]
    fn mode_reports_follow_what_was_switched() {
        check("\x1b[?2004$p\x1b[?1;2004h\x1b[?2004$p", &["\x1b[?2004;2$y", "\x1b[?2004;1$y"]);
        check("\x1b[?25h\x1b[?25l\x1b[?25$p\x1b[?9999$p", &["\x1b[?25;2$y", "\x1b[?9999;0$y"]);
    }

    #[test]
    fn what_is_no_question_gets_no_answer() {
        check("\x1b[31mc\x1b]0;title 11;?\x07\x1bP>|x[c\x1b\\ [c 6n", &[]);
    }
}
