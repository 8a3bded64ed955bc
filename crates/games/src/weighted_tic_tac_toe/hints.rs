//! What engines use of the game beyond its rules, and what it looks like.

use super::{Marks, WeightedTicTacToe};
use crate::each_once;
use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::{Bounds, Game, Hints, KeyCodec, Record, Value};

impl Hints for WeightedTicTacToe {
    type Key = (u64, u64);

    #[inline]
    fn key(&self, marks: &Marks) -> (u64, u64) {
        (marks.x, marks.o)
    }

    fn packed_bits(&self) -> Option<u32> {
        let bits = 2 * self.grid.cells() as u32;
        (bits <= u64::BITS).then_some(bits)
    }

    #[inline]
    fn packed(&self, &(x, o): &(u64, u64)) -> Option<u64> {
        Some(x | o << self.grid.cells())
    }

    /// A line to be completed wins now, two of the opponent's lose next. A side with no line left to make gets no more
    /// than the sums give it.
    #[inline]
    fn bounds(&self, marks: &Marks) -> Bounds {
        let (own, other) = self.own_and_other(marks);
        let (mut own_lines, mut other_lines) = (false, false);
        let mut losing_cells = 0;
        for line in &self.lines {
            if line & other == 0 {
                own_lines = true;
                if (line & !own).is_power_of_two() {
                    return Bounds::exactly(Value::Win { plies: 1 });
                }
            }
            if line & own == 0 {
                other_lines = true;
                if (line & !other).is_power_of_two() {
                    losing_cells |= line & !other;
                }
            }
        }
        if losing_cells.count_ones() > 1 {
            return Bounds::exactly(Value::Loss { plies: 2 });
        }
        let mut bounds = Bounds::UNKNOWN;
        if !own_lines {
            bounds.at_most = self.value_without_lines(own, other);
        }
        if !other_lines {
            bounds.at_least = self.value_without_lines(own, other);
        }
        bounds
    }

    fn plies_to_fill(&self, marks: &Marks) -> Option<u32> {
        Some((self.full & !(marks.x | marks.o)).count_ones())
    }

    /// Win, else prevent a loss, else the cell with the most appeal.
    #[inline]
    fn promise(&self, marks: &Marks, cell: u8) -> i32 {
        let (own, other) = self.own_and_other(marks);
        if self.makes_line(own, cell) {
            2000
        } else if self.makes_line(other, cell) {
            1000
        } else {
            self.appeal[cell as usize]
        }
    }

    fn index_count(&self) -> Option<u64> {
        3u64.checked_pow(self.grid.cells() as u32)
    }

    /// The cells of the representative as digits.
    fn index(&self, marks: &Marks) -> Option<u64> {
        let marks = self.canonical(marks);
        let digit = |cell: usize| (marks.x >> cell & 1) + 2 * (marks.o >> cell & 1);
        Some((0..self.grid.cells()).rev().fold(0, |index, cell| 3 * index + digit(cell)))
    }

    fn at_index(&self, index: u64) -> Option<Marks> {
        let mut marks = self.start();
        let mut rest = index;
        for cell in 0..self.grid.cells() {
            match rest % 3 {
                1 => marks.x |= 1 << cell,
                2 => marks.o |= 1 << cell,
                _ => {}
            }
            rest /= 3;
        }
        (rest == 0 && self.is_possible(&marks).is_ok() && self.canonical(&marks) == marks).then_some(marks)
    }

    fn images(&self, marks: &Marks) -> Vec<Marks> {
        let turned = self.symmetries.iter().map(|turn| Marks { x: turn.apply(marks.x), o: turn.apply(marks.o) });
        each_once([*marks].into_iter().chain(turned))
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, (u64, u64)>> {
        Some(KeyCodec::serde())
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}
