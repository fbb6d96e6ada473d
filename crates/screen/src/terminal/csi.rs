//! Control sequences, one line each.

use super::Terminal;
use crate::parser::Csi;
use crate::snapshot::CursorShape;

impl Terminal {
    #[inline]
    pub(super) fn dispatch(&mut self, csi: &Csi, last: u8, at: usize) {
        self.generation += 1;
        let repeated = self.last.take();
        match (csi.prefix, csi.intermediate) {
            (0, 0) if last == b'm' => self.select_graphics(csi),
            (0, 0) if last == b'b' => self.repeat(repeated, csi.count(0)),
            (0, 0) => self.plain(csi, last, at),
            (b'?', 0) => self.private(csi, last, at),
            (prefix, intermediate) => self.other(csi, (prefix, intermediate, last), at),
        }
    }

    fn plain(&mut self, csi: &Csi, last: u8, at: usize) {
        let (value, count) = (csi.value(0), csi.count(0));
        match last {
            b'@' => self.insert_chars(count),
            b'A' => self.up(count),
            b'B' | b'e' => self.down(count),
            b'C' | b'a' => self.right(count),
            b'D' => self.left(count),
            b'E' => self.go_line_start(count, Terminal::down),
            b'F' => self.go_line_start(count, Terminal::up),
            b'G' | b'`' => self.go_column(count - 1),
            b'H' | b'f' => self.to(count - 1, csi.count(1) - 1),
            b'I' => self.tab(count),
            b'J' => self.erase_screen(value),
            b'K' => self.erase_line(value),
            b'L' => self.insert_lines(count),
            b'M' => self.delete_lines(count),
            b'P' => self.delete_chars(count),
            b'S' => self.scroll_up(count),
            b'T' => self.scroll_down(count),
            b'X' => self.erase_chars(count),
            b'Z' => self.back_tab(count),
            b'd' => self.go_row(count - 1),
            b'g' => self.clear_tabs(value),
            b'h' | b'l' => csi.values().iter().for_each(|mode| self.set_mode(*mode, last == b'h')),
            b'r' => self.set_region(count, usize::from(csi.value(1))),
            b's' => self.save_cursor(),
            b'u' => self.restore_cursor(),
            b'c' | b'n' | b't' => self.report(csi, last, at),
            _ => {}
        }
    }

    fn private(&mut self, csi: &Csi, last: u8, at: usize) {
        match last {
            b'h' | b'l' => csi.values().iter().for_each(|mode| self.set_private_mode(*mode, last == b'h')),
            b'J' => self.erase_screen(csi.value(0)),
            b'K' => self.erase_line(csi.value(0)),
            b'W' if csi.value(0) == 5 => self.tabs = super::default_tabs(self.columns()),
            b'n' | b'u' | b'm' => self.report_private(csi, last, at),
            _ => {}
        }
    }

    fn other(&mut self, csi: &Csi, kind: (u8, u8, u8), at: usize) {
        match kind {
            (0, b' ', b'q') => self.set_cursor_style(csi.value(0)),
            (0, b'!', b'p') => self.soft_reset(),
            (0, b'$', b'p') => self.report_mode(csi.value(0), at),
            (b'?', b'$', b'p') => self.report_private_mode(csi.value(0), at),
            (b'>', 0, b'c') if csi.value(0) == 0 => self.identify_further(at),
            (b'>', 0, b'm') if csi.value(0) == 4 => self.set_modify_other_keys(csi.value(1)),
            (b'>', 0, b'u') => self.keyboard_mut().push(csi.value(0)),
            (b'<', 0, b'u') => self.keyboard_mut().pop(csi.count(0)),
            (b'=', 0, b'u') => self.keyboard_mut().set(csi.value(0), csi.value(1)),
            _ => {}
        }
    }

    fn go_line_start(&mut self, count: usize, go: fn(&mut Terminal, usize)) {
        go(self, count);
        self.go_column(0);
    }

    fn go_row(&mut self, row: usize) {
        let (_, column) = self.place();
        self.to(row, column);
    }

    fn save_cursor(&mut self) {
        use alacritty_terminal::vte::ansi::Handler;
        self.term.save_cursor_position();
    }

    fn set_cursor_style(&mut self, style: u16) {
        self.cursor_shape = match style {
            0 => CursorShape::Default,
            1 | 2 => CursorShape::Block,
            3 | 4 => CursorShape::Underline,
            5 | 6 => CursorShape::Bar,
            _ => return,
        };
        self.cursor_blinking = style % 2 == 1;
    }

    fn set_modify_other_keys(&mut self, level: u16) {
        if let Some(level) = u8::try_from(level).ok().filter(|level| *level <= 2) {
            self.modes.modify_other_keys = level;
        }
    }
}
