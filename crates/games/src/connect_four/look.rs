//! What a learnt evaluation sees of Connect Four: each line of k cells, with what is in them and whether a stone can come there now; and
//! each column.

use super::lines::Bits;
use super::{ConnectFourOn, Stones};
use perfectplay_game::Patterns;

/// Longer lines have too many patterns.
const LONGEST: usize = 5;

/// Cells in a row, each so many bits behind the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    first: usize,
    apart: usize,
}

/// All lines of a board, those with the same table in a row, and how many have each table.
pub(super) fn windows(cols: usize, rows: usize, k: usize) -> (Vec<Window>, Vec<usize>) {
    let height = rows + 1;
    let (mut windows, mut counts) = (vec![], vec![]);
    if !(2..=LONGEST).contains(&k) {
        return (windows, counts);
    }
    // along the bottom, upwards, and both ways across: lines at one height are alike
    for (right, up) in [(1i32, 0i32), (0, 1), (1, 1), (1, -1)] {
        for row in 0..rows {
            let reach = |at: usize, step: i32, end: usize| {
                let last = at as i32 + step * (k as i32 - 1);
                (0..end as i32).contains(&last)
            };
            let apart = (right * height as i32 + up) as usize;
            let here = (0..cols).filter(|&col| reach(col, right, cols) && reach(row, up, rows));
            let before = windows.len();
            windows.extend(here.map(|col| Window { first: col * height + row, apart }));
            if windows.len() > before {
                counts.push(windows.len() - before);
            }
        }
    }
    (windows, counts)
}

impl<B: Bits> ConnectFourOn<B> {
    pub(super) fn places(&self) -> Patterns {
        let patterns =
            self.window_counts.iter().fold(Patterns::default(), |all, &count| all.with(count, 1 << (2 * self.k)));
        if patterns.is_empty() || self.rows > 12 {
            Patterns::default()
        } else {
            patterns.with(self.cols, 2 << self.rows)
        }
    }

    #[inline]
    pub(super) fn look_at(&self, stones: &Stones<B>, seen: &mut [u16]) {
        let part = |set: B, at: usize| {
            let wide: u128 = (set >> at).into();
            wide as u16
        };
        // 0 is an empty cell, 1 one for the next stone, 2 an own stone, 3 one of the other side
        let (low, high) = (self.landings(stones) | (stones.own ^ stones.all), stones.all);
        let (lines, columns) = seen.split_at_mut(self.windows.len());
        for (seen, window) in lines.iter_mut().zip(&self.windows) {
            let cell = |nth: usize| {
                let at = window.first + nth * window.apart;
                (part(low, at) & 1) | (part(high, at) & 1) << 1
            };
            *seen = (0..self.k).fold(0, |pattern, nth| pattern << 2 | cell(nth));
        }
        let code = self.code(stones);
        for (col, seen) in columns.iter_mut().enumerate() {
            *seen = part(code, col * self.height()) & ((2 << self.rows) - 1);
        }
    }
}
