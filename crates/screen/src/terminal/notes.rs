//! Titles, notifications and other text about the session. All of it is hostile, so all of it is bounded.

use super::Terminal;
use crate::snapshot::{Notification, Progress, ProgressState};

/// Bytes kept of a text. No title bar shows more.
const LONGEST: usize = 1024;
/// Notifications kept.
const MOST: usize = 8;
/// Titles that can be put aside.
const DEPTH: usize = 16;

impl Terminal {
    pub(super) fn set_title(&mut self, text: &[u8]) {
        self.title = bounded(text).trim().to_owned();
        self.generation += 1;
    }

    /// `CSI 22 t`; 1 means the icon's name only.
    pub(super) fn push_title(&mut self, which: u16) {
        if which != 1 {
            if self.titles.len() >= DEPTH {
                self.titles.remove(0);
            }
            self.titles.push(self.title.clone());
        }
    }

    pub(super) fn pop_title(&mut self, which: u16) {
        if which != 1 {
            self.title = self.titles.pop().unwrap_or_else(|| std::mem::take(&mut self.title));
        }
    }

    /// Titles put aside, oldest first.
    pub(crate) fn saved_titles(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.titles.iter().map(String::as_str)
    }

    pub(super) fn set_folder(&mut self, text: &[u8]) {
        self.folder = Some(bounded(text)).filter(|folder| !folder.is_empty());
    }

    /// OSC 9: progress, a folder, or a notification.
    pub(super) fn nine(&mut self, text: &[u8], offset: u64) {
        let mut fields = text.splitn(2, |byte| *byte == b';');
        match (fields.next(), fields.next()) {
            (Some(b"4"), rest) => self.set_progress(rest.unwrap_or_default()),
            (Some(b"9"), Some(folder)) => self.set_folder(folder),
            // Other numbers are orders to one particular terminal.
            (Some(number), Some(_)) if number.iter().all(u8::is_ascii_digit) => {}
            _ => self.notify(b"", text, offset),
        }
    }

    fn set_progress(&mut self, text: &[u8]) {
        let mut numbers = text.split(|byte| *byte == b';').map(|field| {
            std::str::from_utf8(field).ok().and_then(|field| field.parse::<u8>().ok()).unwrap_or(0)
        });
        let state = match numbers.next() {
            Some(1) => Some(ProgressState::Running),
            Some(2) => Some(ProgressState::Failed),
            Some(3) => Some(ProgressState::Indeterminate),
            Some(4) => Some(ProgressState::Paused),
            _ => None,
        };
        let percent = numbers.next().unwrap_or(0).min(100);
        self.progress = state.map(|state| Progress { state, percent });
    }

    /// OSC 777: `notify;title;body`
    pub(super) fn notify_urxvt(&mut self, text: &[u8], offset: u64) {
        let mut fields = text.splitn(3, |byte| *byte == b';');
        if fields.next() == Some(b"notify") {
            let (title, body) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
            self.notify(title, body, offset);
        }
    }

    /// OSC 99: `metadata;payload`. Title and body come apart, held together by an id.
    pub(super) fn notify_kitty(&mut self, text: &[u8], offset: u64) {
        let mut fields = text.splitn(2, |byte| *byte == b';');
        let (metadata, payload) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let key = |name: &[u8]| metadata.split(|byte| *byte == b':').find_map(|pair| pair.strip_prefix(name));
        let decoded = if key(b"e=") == Some(b"1") { decode_base64(payload) } else { payload.to_vec() };
        let id = key(b"i=").unwrap_or_default().to_vec();
        let same = !id.is_empty() && id == self.notification_id;
        match (key(b"p=").unwrap_or(b"title"), self.notifications.back_mut().filter(|_| same)) {
            (b"title", Some(last)) => append(&mut last.title, &decoded),
            (b"body", Some(last)) => append(&mut last.body, &decoded),
            (b"title", None) => self.notify(&decoded, b"", offset),
            (b"body", None) => self.notify(b"", &decoded, offset),
            _ => return,
        }
        self.notification_id = id;
        self.notification_id.truncate(LONGEST);
    }

    fn notify(&mut self, title: &[u8], body: &[u8], offset: u64) {
        if title.is_empty() && body.is_empty() {
            return;
        }
        self.notification_id.clear();
        self.notifications.push_back(Notification { title: bounded(title), body: bounded(body), offset });
        if self.notifications.len() > MOST {
            self.notifications.pop_front();
        }
    }
}

/// Text without control characters, cut to what we keep.
fn bounded(text: &[u8]) -> String {
    let mut clean = String::new();
    append(&mut clean, text);
    clean
}

fn append(clean: &mut String, text: &[u8]) {
    for letter in String::from_utf8_lossy(text).chars().filter(|letter| !letter.is_control()) {
        if clean.len() + letter.len_utf8() > LONGEST {
            return;
        }
        clean.push(letter);
    }
}

/// As much as can be read of it.
fn decode_base64(text: &[u8]) -> Vec<u8> {
    let (mut bits, mut count, mut decoded) = (0u32, 0, Vec::new());
    for byte in text {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            decoded.push((bits >> count) as u8);
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_and_cleaned() {
        assert_eq!(bounded(b"a\x1b\x07b\xff"), "ab\u{fffd}");
        assert_eq!(bounded("ä".repeat(2000).as_bytes()).len(), LONGEST);
    }

    #[test]
    fn base64_is_read() {
        assert_eq!(decode_base64(b"SGVsbG8="), b"Hello");
        assert_eq!(decode_base64(b"!"), b"");
    }
}
