//! Sets of cells as bits, row by row from the top left. A cell touches those beside it, the one above and the one to the right of
//! that, the one below and the one to the left of that.

use perfectplay_game::Player;

/// The cells of a board of one size.
#[derive(Clone, Debug)]
pub struct Cells {
    size: usize,
    pub all: u64,
    /// Cells that are not in the first column, and not in the last.
    not_left: u64,
    not_right: u64,
    /// For each player the cells along their two sides.
    sides: [[u64; 2]; 2],
    /// For each byte of a set, its cells with rows and columns exchanged.
    transposed: Box<[[u64; 256]; 8]>,
}

impl Cells {
    pub fn new(size: usize) -> Self {
        let cells = |chosen: &dyn Fn(usize, usize) -> bool| {
            let is_chosen = |cell: &usize| chosen(cell / size, cell % size);
            (0..size * size).filter(is_chosen).fold(0, |set, cell| set | 1u64 << cell)
        };
        let transposed = |byte: usize, set: usize| {
            let members = (8 * byte..size * size).take(8).filter(|cell| set >> (cell - 8 * byte) & 1 == 1);
            members.fold(0, |set, cell| set | 1u64 << (cell % size * size + cell / size))
        };
        Cells {
            size,
            all: cells(&|_, _| true),
            not_left: cells(&|_, col| col > 0),
            not_right: cells(&|_, col| col + 1 < size),
            sides: [
                [cells(&|row, _| row == 0), cells(&|row, _| row + 1 == size)],
                [cells(&|_, col| col == 0), cells(&|_, col| col + 1 == size)],
            ],
            transposed: Box::new(std::array::from_fn(|byte| std::array::from_fn(|set| transposed(byte, set)))),
        }
    }

    /// The cells along the two sides of a player.
    #[inline]
    pub fn sides(&self, player: Player) -> [u64; 2] {
        self.sides[player.index()]
    }

    /// A set and all cells that touch it.
    #[inline]
    pub fn grown(&self, set: u64) -> u64 {
        let (to_left, to_right) = ((set & self.not_left) >> 1, (set & self.not_right) << 1);
        // one row up, then also to the right; one row down, then also to the left
        let up = (set | to_right) >> self.size;
        let down = (set | to_left) << self.size;
        (set | to_left | to_right | up | down) & self.all
    }

    /// All cells of `within` that chains in `within` join to `from`.
    #[inline]
    pub fn joined(&self, from: u64, within: u64) -> u64 {
        let mut set = from & within;
        loop {
            let grown = self.grown(set) & within;
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    /// Whether these cells connect the sides of the player.
    #[inline]
    pub fn is_connected(&self, player: Player, marks: u64) -> bool {
        let [from, to] = self.sides(player);
        // most boards have nothing along one of the sides
        marks & from != 0 && marks & to != 0 && self.joined(from, marks) & to != 0
    }

    /// Turned round by half a turn.
    #[inline]
    pub fn turned(&self, set: u64) -> u64 {
        set.reverse_bits() >> (u64::BITS as usize - self.size * self.size)
    }

    /// With rows and columns exchanged.
    #[inline]
    pub fn transposed(&self, set: u64) -> u64 {
        let bytes = set.to_le_bytes();
        (0..8).fold(0, |image, byte| image | self.transposed[byte][bytes[byte] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells that touch each other, by their rows and columns.
    fn touch((row, col): (usize, usize), (other_row, other_col): (usize, usize)) -> bool {
        let (down, right) = (other_row as i32 - row as i32, other_col as i32 - col as i32);
        [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)].contains(&(down, right))
    }

    #[test]
    fn sets_are_what_they_are_called() {
        let mut random = fastrand::Rng::with_seed(8);
        for size in 1..=8 {
            let cells = Cells::new(size);
            let place = |cell: usize| (cell / size, cell % size);
            for _ in 0..200 {
                let set = random.u64(..) & random.u64(..) & cells.all;
                let has = |cell: usize| set >> cell & 1 == 1;
                for cell in 0..size * size {
                    let (row, col) = place(cell);
                    let touches = (0..size * size).any(|other| has(other) && touch(place(cell), place(other)));
                    assert_eq!(cells.grown(set) >> cell & 1 == 1, has(cell) || touches);
                    assert_eq!(cells.transposed(set) >> (col * size + row) & 1 == 1, has(cell));
                    assert_eq!(cells.turned(set) >> (size * size - 1 - cell) & 1 == 1, has(cell));
                }
                // one of the players connects the sides of any full board, and never both
                let connected =
                    [cells.is_connected(Player::First, set), cells.is_connected(Player::Second, cells.all & !set)];
                assert!(connected[0] != connected[1], "{size}: {set:b}");
            }
        }
    }
}
