//! Reading a recording: asciicast of version 2 or 3, with kernel facts as "k" events.

use std::io::{BufRead, Read};
use std::time::Duration;

use model::{KernelFacts, Size};
use serde::Deserialize;
use serde_json::Value;

use super::{command_line, kernel};

/// A line longer than this is no event of any recorder's.
const LONGEST_LINE: u64 = 64 << 20;
/// No recording lasts longer: a time beyond it is a mistake, and would not fit everywhere.
const LONGEST: Duration = Duration::from_secs(1 << 32);

/// Why a recording cannot be read any further.
#[derive(Debug, thiserror::Error)]
#[error("line {line} {problem}")]
pub(crate) struct CastError {
    /// The line, from 1.
    pub(crate) line: usize,
    /// What is wrong with it.
    pub(crate) problem: String,
}

/// The first line of a recording.
#[derive(Debug, Deserialize)]
struct Header {
    version: u8,
    width: Option<u16>,
    height: Option<u16>,
    term: Option<Term>,
    command: Option<Value>,
}

/// Where version 3 keeps the size.
#[derive(Debug, Deserialize)]
struct Term {
    cols: u16,
    rows: u16,
}

impl Header {
    fn size(&self) -> Option<Size> {
        let (cols, rows) = match &self.term {
            Some(term) => (term.cols, term.rows),
            None => (self.width?, self.height?),
        };
        Some(Size::cells(rows, cols))
    }
}

/// What happened, of what is read here. Marks and the title are for other readers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Happened {
    /// The program wrote this.
    Output(String),
    /// The window has this size.
    Resized(Size),
    /// This came from the terminal: keys, or what the terminal reports by itself.
    Input(String),
    /// The kernel told this.
    Facts(Box<KernelFacts>),
    /// Anything else.
    Nothing,
}

/// A recording that is being read.
pub(crate) struct Cast<R> {
    lines: Lines<R>,
    header: Header,
    size: Size,
    last: Duration,
}

impl<R: BufRead> Cast<R> {
    /// Reads the first line.
    pub(crate) fn open(reader: R) -> Result<Self, CastError> {
        let mut lines = Lines { reader, number: 0 };
        let first = lines.next_line()?.unwrap_or_default();
        let header: Header = serde_json::from_str(&first)
            .map_err(|error| lines.wrong(format!("is no recording's first line: {error}")))?;
        if !(2..=3).contains(&header.version) {
            return Err(lines.wrong(format!("is of version {}; 2 and 3 can be read", header.version)));
        }
        let size = header.size().ok_or_else(|| lines.wrong("does not tell the terminal's size".into()))?;
        Ok(Cast { lines, header, size, last: Duration::ZERO })
    }

    /// The terminal's size at the beginning.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// The command that was recorded, in words. Empty if the recording does not tell.
    pub(crate) fn command(&self) -> Vec<String> {
        match &self.header.command {
            Some(Value::String(line)) => command_line::words(line),
            Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    }

    /// The next event with its time since the start, which never goes back.
    pub(crate) fn next_event(&mut self) -> Result<Option<(Duration, Happened)>, CastError> {
        while let Some(line) = self.lines.next_line()? {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let (told, code, data): (f64, String, Value) = match serde_json::from_str(&line) {
                Ok(event) => event,
                // A recorder that was killed leaves half a line at the end.
                Err(_) if self.lines.at_end() => return Ok(None),
                Err(error) => return Err(self.lines.wrong(format!("is no event: {error}"))),
            };
            self.last = self.moment(told);
            return Ok(Some((self.last, happened(&code, &data))));
        }
        Ok(None)
    }

    /// Version 3 tells the time since the event before, version 2 since the start.
    fn moment(&self, told: f64) -> Duration {
        let told = Duration::try_from_secs_f64(told.max(0.0)).unwrap_or(LONGEST).min(LONGEST);
        let moment = if self.header.version == 3 { self.last + told } else { told };
        moment.clamp(self.last, LONGEST)
    }
}

fn happened(code: &str, data: &Value) -> Happened {
    match (code, data) {
        ("o", Value::String(text)) => Happened::Output(text.clone()),
        ("i", Value::String(text)) => Happened::Input(text.clone()),
        ("r", Value::String(size)) => resized(size).map_or(Happened::Nothing, Happened::Resized),
        ("k", facts) => kernel::facts(facts).map_or(Happened::Nothing, |facts| Happened::Facts(facts.into())),
        _ => Happened::Nothing,
    }
}

fn resized(size: &str) -> Option<Size> {
    let (cols, rows) = size.split_once('x')?;
    Some(Size::cells(rows.parse().ok()?, cols.parse().ok()?))
}

struct Lines<R> {
    reader: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    fn next_line(&mut self) -> Result<Option<String>, CastError> {
        let mut line = Vec::new();
        self.number += 1;
        let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let count = read.map_err(|error| self.wrong(format!("cannot be read: {error}")))?;
        Ok((count > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn at_end(&mut self) -> bool {
        self.reader.fill_buf().is_ok_and(<[u8]>::is_empty)
    }

    fn wrong(&self, problem: String) -> CastError {
        CastError { line: self.number, problem }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(f64, Happened)>, CastError> {
        let mut cast = Cast::open(text.as_bytes())?;
        let mut events = Vec::new();
        while let Some((at, happened)) = cast.next_event()? {
            events.push((at.as_secs_f64(), happened));
        }
        Ok(events)
    }

    #[test]
    fn both_versions_are_read_and_time_never_goes_back() {
        let output = |text: &str| Happened::Output(text.into());
        let second = "{\"version\":2,\"width\":80,\"height\":24}\n[1.5,\"o\",\"a\"]\n\n[1.0,\"o\",\"b\"]\n[2,\"r\",\"90x30\"]\n[2,";
        let resized = Happened::Resized(Size::cells(30, 90));
        assert_eq!(read(second).unwrap(), [(1.5, output("a")), (1.5, output("b")), (2.0, resized)]);
        let third = "{\"version\":3,\"term\":{\"cols\":80,\"rows\":24}}\n# a remark\n[1.5,\"o\",\"a\"]\n[1.0,\"m\",\"b\"]\n[-1,\"i\",\"x\"]\n";
        let typed = Happened::Input("x".into());
        assert_eq!(read(third).unwrap(), [(1.5, output("a")), (2.5, Happened::Nothing), (2.5, typed)]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, problem) in [
            ("", "line 1 is no recording's first line"),
            ("[]", "line 1 is no recording's first line"),
            ("{\"version\":1,\"width\":80,\"height\":24}", "line 1 is of version 1; 2 and 3 can be read"),
            ("{\"version\":2,\"width\":80}", "line 1 does not tell the terminal's size"),
            ("{\"version\":2,\"width\":80,\"height\":24}\nx\n[1,\"o\",\"\"]\n", "line 2 is no event"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(problem), "{text}: {error}");
        }
    }

    #[test]
    fn the_command_is_read_as_text_or_as_words() {
        for (command, words) in [
            (r#""npx claude --x 'a b'""#, &["npx", "claude", "--x", "a b"][..]),
            (r#"["a b", "c"]"#, &["a b", "c"]),
            ("null", &[]),
        ] {
            let head = format!(r#"{{"version":2,"width":80,"height":24,"command":{command}}}"#);
            assert_eq!(Cast::open(head.as_bytes()).unwrap().command(), words);
        }
    }
}
