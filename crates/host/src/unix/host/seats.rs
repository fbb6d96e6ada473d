//! How large the program's terminal is: as large as the smallest of those that show it.

use std::collections::VecDeque;

use model::Size;

/// Sizes that are remembered, each with the output it held from. Whoever watches from the start draws every piece
/// of output at its own size.
const MOST_SIZES: usize = 64;

/// Who has a say in the size.
#[derive(Debug)]
pub(super) struct Seats {
    /// The size of the attached terminal.
    pub(super) terminal: Option<Size>,
    /// The size the program's terminal has now.
    pub(super) now: Size,
    /// The size from each output number on, oldest first.
    sizes: VecDeque<(u64, Size)>,
}

impl Seats {
    pub(super) fn new(now: Size) -> Self {
        Seats { terminal: None, now, sizes: VecDeque::from([(0, now)]) }
    }

    /// From output number `from` on the size is another.
    pub(super) fn change(&mut self, from: u64, size: Size) {
        if self.sizes.len() == MOST_SIZES {
            self.sizes.pop_front();
        }
        self.sizes.push_back((from, size));
        self.now = size;
    }

    /// Which sizes hold for the output from number `from` on, and since when.
    pub(super) fn since(&self, from: u64) -> impl Iterator<Item = (u64, Size)> {
        let first = self.sizes.iter().rposition(|(at, _)| *at <= from).unwrap_or_default();
        self.sizes.iter().skip(first).map(move |&(at, size)| (at.max(from), size))
    }

    /// What the size is to be: the fewest rows and the fewest columns. Nobody there: it stays.
    pub(super) fn wanted(&self, guests: impl Iterator<Item = Size>) -> Size {
        self.terminal.into_iter().chain(guests).reduce(smaller).unwrap_or(self.now)
    }
}

/// Pixels are those of the one that is as large as the result; of a mixture nobody knows them.
fn smaller(one: Size, other: Size) -> Size {
    let (rows, cols) = (one.rows.min(other.rows), one.cols.min(other.cols));
    let whole = [one, other].into_iter().find(|size| (size.rows, size.cols) == (rows, cols));
    whole.unwrap_or(Size::cells(rows, cols))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_of_output_has_its_size() {
        let mut seats = Seats::new(Size::cells(24, 80));
        seats.change(100, Size::cells(30, 100));
        seats.change(100, Size::cells(40, 100));
        seats.change(500, Size::cells(50, 100));
        let rows = |from| seats.since(from).map(|(at, size)| (at, size.rows)).collect::<Vec<_>>();
        assert_eq!(rows(0), [(0, 24), (100, 30), (100, 40), (500, 50)]);
        assert_eq!(rows(100), [(100, 40), (500, 50)]);
        assert_eq!(rows(499), [(499, 40), (500, 50)]);
        assert_eq!(rows(9000), [(9000, 50)]);
    }

    #[test]
    fn the_smallest_wins_in_either_direction() {
        let wide = Size { rows: 24, cols: 100, xpixel: 1000, ypixel: 480 };
        let high = Size::cells(50, 80);
        let mut seats = Seats::new(Size::cells(1, 1));
        assert_eq!(seats.wanted([].into_iter()), Size::cells(1, 1));
        seats.terminal = Some(wide);
        assert_eq!(seats.wanted([].into_iter()), wide);
        assert_eq!(seats.wanted([Size::cells(30, 100)].into_iter()), wide);
        assert_eq!(seats.wanted([high].into_iter()), Size::cells(24, 80));
    }
}
