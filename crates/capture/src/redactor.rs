//! A stream of output, freed of secrets.

use std::ops::Range;

use crate::escapes::{Escapes, Meaning, is_invisible};
use crate::line::{Line, Step};
use crate::private::Names;
use crate::rules::{self, Known};

/// A row without an end is looked at in halves of this many characters. No secret is longer than half of it.
const LONGEST_ROW: usize = 32 << 10;
/// A program that wraps its text itself leaves so much of a row empty, at most, beside a word that it has cut.
const MARGIN: usize = 8;
/// The longest private key there is, in rows; a beginning without an end hides no more.
const LONGEST_KEY: usize = 400;

/// What is left out beside secrets.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The person's home folder: its last part is hidden wherever the folder is named.
    pub home: Option<String>,
    /// The person's name on this machine, hidden where it stands as a word.
    pub user: Option<String>,
    /// Whether addresses of people are hidden.
    pub addresses: bool,
    /// The terminal's width: a secret that reaches it may go on in the next row. None, and a row is all there is.
    pub columns: Option<u16>,
}

/// A stream of text on its way out. What it gives has as many characters as what it was given, a little later.
#[derive(Debug)]
pub struct Redactor {
    names: Names,
    addresses: bool,
    columns: Option<u16>,
    escapes: Escapes,
    row: Line,
    /// A string for the terminal, looked at by itself: it may stand in the middle of a word.
    told: Line,
    /// A secret reached the end of the row before, so its rest may stand at the beginning of this one.
    goes_on: bool,
    /// How many rows of a private key may still come.
    key_rows: usize,
    hidden: usize,
}

/// A text freed of secrets.
pub fn redacted(text: &str, options: &Options) -> String {
    let mut redactor = Redactor::new(options);
    redactor.push(text) + &redactor.finish()
}

impl Redactor {
    /// At the beginning of a stream.
    pub fn new(options: &Options) -> Self {
        Redactor {
            names: Names::new(options),
            addresses: options.addresses,
            columns: options.columns,
            escapes: Escapes::default(),
            row: Line::default(),
            told: Line::default(),
            goes_on: false,
            key_rows: 0,
            hidden: 0,
        }
    }

    /// Takes more text; gives what is decided.
    pub fn push(&mut self, text: &str) -> String {
        let mut out = String::new();
        text.chars().for_each(|c| self.take(c, &mut out));
        out
    }

    /// The stream has ended: gives the rest.
    pub fn finish(&mut self) -> String {
        let mut out = String::new();
        self.end_string();
        self.end_row(&mut out);
        out
    }

    /// The terminal has another width from here on.
    pub fn set_columns(&mut self, columns: u16) {
        self.columns = Some(columns);
    }

    /// How many secrets were found so far.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    fn take(&mut self, c: char, out: &mut String) {
        let meaning = self.escapes.next(c);
        match meaning {
            Meaning::Told if is_invisible(c) => self.told.keep(c),
            Meaning::Told => self.told.see(c),
            _ => self.end_string(),
        }
        match meaning {
            Meaning::Told => {}
            Meaning::Seen if is_invisible(c) => self.row.keep(c),
            Meaning::Seen => self.row.see(c),
            Meaning::Unseen | Meaning::EndOfString => self.row.keep(c),
            Meaning::Gap => self.row.part(c),
            Meaning::Back => self.row.step(c, Step::Back),
            Meaning::Skip => self.row.step(c, Step::Skip),
            Meaning::LineEnd => {
                self.row.keep(c);
                self.end_row(out);
            }
        }
        if self.told.len() >= LONGEST_ROW {
            self.end_string();
        }
        if self.row.len() >= LONGEST_ROW {
            self.halve(out);
        }
    }

    /// A string joins the row it stands in, as characters that are not seen.
    fn end_string(&mut self) {
        if self.told.len() == 0 {
            return;
        }
        let mut spans = rules::told(self.told.text());
        spans.extend(self.private(self.told.text()));
        for span in merged(spans) {
            self.hidden += 1;
            self.told.hide(&span);
        }
        let mut text = String::new();
        self.told.take(&mut text);
        text.chars().for_each(|c| self.row.keep(c));
    }

    fn end_row(&mut self, out: &mut String) {
        self.hide_secrets();
        self.row.take(out);
    }

    /// The row is long: decides about its first half, and leaves a secret that reaches beyond it whole, if it is no
    /// longer than that.
    fn halve(&mut self, out: &mut String) {
        let text = self.row.text();
        let mut half = text.len() / 2;
        while !text.is_char_boundary(half) {
            half += 1;
        }
        let spans = self.spans();
        let across = spans.iter().find(|span| span.start < half && half < span.end).map(|span| span.start);
        let cut = across.filter(|start| *start > half / 2).unwrap_or(half);
        let first = spans.into_iter().filter(|span| span.start < cut);
        first.for_each(|span| self.hide(&(span.start..span.end.min(cut))));
        self.goes_on = across.is_some() && cut == half;
        self.row.take_until(cut, out);
        // A row of nothing but sequences has no text to cut by.
        if self.row.len() >= LONGEST_ROW {
            self.end_row(out);
        }
    }

    fn hide_secrets(&mut self) {
        let spans = self.spans();
        let goes_on = self.reaches_the_edge();
        spans.iter().for_each(|span| self.hide(span));
        self.key_rows = rules::key_rows_left(self.row.text(), self.key_rows, LONGEST_KEY);
        self.goes_on = goes_on;
    }

    /// Whether a secret stands at the end of a row that is full.
    fn reaches_the_edge(&self) -> bool {
        let text = self.row.text();
        let full = self.columns.is_some_and(|columns| text.chars().count() + MARGIN >= usize::from(columns));
        let end = text.trim_end_matches(rules::is_frame).len();
        full && rules::secrets(text, self.known()).iter().any(|span| !span.is_empty() && span.end >= end)
    }

    fn known(&self) -> Known {
        Known { goes_on: self.goes_on, in_key: self.key_rows > 0 }
    }

    fn hide(&mut self, span: &Range<usize>) {
        self.hidden += 1;
        self.row.hide(span);
    }

    /// Everything in the row that is to be hidden, from the left, apart from each other.
    fn spans(&self) -> Vec<Range<usize>> {
        let text = self.row.text();
        let mut spans = rules::secrets(text, self.known());
        spans.extend(self.private(text));
        spans.extend(self.written_over());
        spans.extend(self.joined());
        merged(spans)
    }

    /// Names and addresses of people.
    fn private(&self, text: &str) -> Vec<Range<usize>> {
        let mut spans = self.names.find(text);
        if self.addresses {
            spans.extend(rules::addresses(text));
        }
        spans
    }

    /// Secrets in which something was taken back, as when they were typed.
    fn written_over(&self) -> Vec<Range<usize>> {
        if !self.steps(Step::Back) {
            return Vec::new();
        }
        let reading = self.row.reading(false);
        let spans =
            rules::secrets(&reading.text, self.known()).into_iter().chain(self.private(&reading.text));
        spans.filter_map(|span| reading.origin(&span)).collect()
    }

    /// Secrets of a known form in which a column was left as it was. Many programs write a blank this way, so what
    /// follows must look like the rest of one.
    fn joined(&self) -> Vec<Range<usize>> {
        if !self.steps(Step::Skip) {
            return Vec::new();
        }
        let reading = self.row.reading(true);
        let places: Vec<usize> = self.row.steps().iter().map(|(at, _)| *at).collect();
        let spans = rules::tokens(&reading.text).filter_map(|span| reading.origin(&span));
        spans.filter_map(|span| rules::up_to_the_rest(self.row.text(), &span, &places)).collect()
    }

    fn steps(&self, step: Step) -> bool {
        self.row.steps().iter().any(|(_, made)| *made == step)
    }
}

fn merged(mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    spans.retain(|span| !span.is_empty());
    spans.sort_by_key(|span| (span.start, span.end));
    let mut merged: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}
