//! Lost bytes: how long what is on a screen may be wrong.

use super::Terminal;

impl Terminal {
    pub(crate) fn has_gap(&self) -> bool {
        self.damaged[usize::from(self.is_alternate())].is_some_and(|rows| rows > 0)
    }

    /// Bytes were lost: what is on either screen may be wrong.
    pub(crate) fn lose_bytes(&mut self) {
        self.damaged = [Some(self.rows()); 2];
        self.synchronizing = false;
        self.generation += 1;
    }

    /// The whole of the shown screen was cleared or drawn anew.
    pub(super) fn close_gap(&mut self) {
        let damaged = &mut self.damaged[usize::from(self.is_alternate())];
        *damaged = damaged.map(|_| 0);
    }

    /// Before lines go up from `start`. If that is all of them, as many rows at the bottom are new.
    pub(super) fn damage_goes_up(&mut self, start: usize, lines: usize) {
        let shown = usize::from(self.is_alternate());
        let Some(rows) = self.damaged[shown] else { return };
        if start > 0 || self.region.end < self.rows() {
            return;
        }
        self.damaged[shown] = rows.checked_sub(lines).or(Some(0));
        if rows == 0 {
            // By now all that is wrong is above the screen. A window that grows must not bring it back.
            self.term.grid_mut().clear_history();
            self.damaged[shown] = None;
        }
    }

    /// Lines go down, wherever that is.
    pub(super) fn damage_goes_down(&mut self, lines: usize) {
        let most = self.rows();
        let damaged = &mut self.damaged[usize::from(self.is_alternate())];
        *damaged = damaged.map(|rows| if rows == 0 { 0 } else { (rows + lines).min(most) });
    }

    /// Before a change of size, which moves rows and brings some back from above.
    pub(super) fn damage_spreads(&mut self, most: usize) {
        if self.damaged[0] == Some(0) {
            self.main.as_mut().unwrap_or(self.term.grid_mut()).clear_history();
        }
        self.damaged = self.damaged.map(|rows| rows.filter(|rows| *rows > 0).map(|_| most));
    }
}
