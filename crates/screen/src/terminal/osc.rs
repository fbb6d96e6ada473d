//! Operating system commands.

use alacritty_terminal::term::cell::Hyperlink;

use super::Terminal;
use crate::palette;
use crate::parser::Text;
use crate::snapshot::Slot;

/// The dynamic colours that we keep, in the order of their numbers from 10 on.
const DYNAMIC: [Slot; 3] = [Slot::Foreground, Slot::Background, Slot::Cursor];

/// What a string says beside its number.
struct Osc<'a> {
    rest: &'a [u8],
    bell: bool,
    at: usize,
}

impl<'a> Osc<'a> {
    fn fields(&self) -> impl Iterator<Item = &'a [u8]> {
        self.rest.split(|byte| *byte == b';')
    }
}

impl Terminal {
    pub(super) fn osc(&mut self, string: &Text<'_>, at: usize) {
        let mut halves = string.bytes.splitn(2, |byte| *byte == b';');
        let (number, rest) = (halves.next().unwrap_or_default(), halves.next());
        let osc = Osc { rest: rest.unwrap_or_default(), bell: string.bell, at };
        let offset = self.base + at as u64;
        match number {
            b"0" | b"2" if rest.is_some() => self.set_title(osc.rest),
            b"4" if !string.cut => self.set_palette(&osc),
            b"7" if !string.cut => self.set_folder(osc.rest),
            b"8" => self.set_link(&osc, string.cut),
            b"9" => self.nine(osc.rest, offset),
            b"10" => self.set_dynamic(0, &osc),
            b"11" => self.set_dynamic(1, &osc),
            b"12" => self.set_dynamic(2, &osc),
            b"99" => self.notify_kitty(osc.rest, offset),
            b"104" => self.reset_palette(&osc),
            b"110" => self.reset_colour(Slot::Foreground),
            b"111" => self.reset_colour(Slot::Background),
            b"112" => self.reset_colour(Slot::Cursor),
            b"133" | b"633" => self.mark(osc.rest, offset),
            b"777" => self.notify_urxvt(osc.rest, offset),
            _ => {}
        }
    }

    fn set_palette(&mut self, osc: &Osc<'_>) {
        let mut fields = osc.fields();
        while let (Some(index), Some(value)) = (fields.next(), fields.next()) {
            let index = std::str::from_utf8(index).ok().and_then(|index| index.parse::<u8>().ok());
            if let Some(index) = index {
                self.set_or_report(&format!("4;{index}"), Slot::Palette(index), value, osc);
            }
        }
    }

    fn set_dynamic(&mut self, first: usize, osc: &Osc<'_>) {
        for ((index, slot), value) in DYNAMIC.into_iter().enumerate().skip(first).zip(osc.fields()) {
            self.set_or_report(&(10 + index).to_string(), slot, value, osc);
        }
    }

    fn set_or_report(&mut self, name: &str, slot: Slot, value: &[u8], osc: &Osc<'_>) {
        if value == b"?" {
            self.report_colour(name, slot, osc.bell, osc.at);
        } else if let Some(colour) = palette::parse(value) {
            self.palette.set(slot, colour);
            self.generation += 1;
        }
    }

    fn reset_palette(&mut self, osc: &Osc<'_>) {
        self.generation += 1;
        if osc.rest.is_empty() {
            return self.palette.reset_numbered();
        }
        let index = |field: &[u8]| std::str::from_utf8(field).ok()?.parse().ok();
        osc.fields().filter_map(index).for_each(|index| self.palette.reset(Slot::Palette(index)));
    }

    fn reset_colour(&mut self, slot: Slot) {
        self.palette.reset(slot);
        self.generation += 1;
    }

    /// `params;uri`, where the address may hold further semicolons. One that was cut would lead elsewhere.
    fn set_link(&mut self, osc: &Osc<'_>, cut: bool) {
        let mut halves = osc.rest.splitn(2, |byte| *byte == b';');
        let (params, uri) = (halves.next().unwrap_or_default(), halves.next().unwrap_or_default());
        let id = params.split(|byte| *byte == b':').find_map(|pair| pair.strip_prefix(b"id="));
        let text =
            |bytes: &[u8]| Some(std::str::from_utf8(bytes).ok()?.to_owned()).filter(|text| is_plain(text));
        let id = id.and_then(text).unwrap_or_default();
        let link = text(uri).filter(|uri| !uri.is_empty() && !cut).map(|uri| Hyperlink::new(Some(id), uri));
        self.term.grid_mut().cursor.template.set_hyperlink(link);
    }
}

/// Printed again inside a sequence, anything else could end it.
fn is_plain(text: &str) -> bool {
    !text.chars().any(char::is_control)
}
