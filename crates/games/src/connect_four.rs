//! Connect Four on boards of any size that fits 64 bits, with lines of any length.

use crate::options::{Kind, OptionError, OptionSpec, Options};
use crate::registry::{AnyGame, Entry};
use perfectplay_game::{
    Bounded, Bounds, Ending, Evident, Game, Indexed, Keyed, Layered, Notation, NotationError, Ordered, Player, Record,
    Reversible, Step, Symmetric, Value, notation,
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

pub(crate) const ENTRY: Entry = Entry {
    name: "connect-four",
    summary: "drop stones into columns; four in a line win",
    rules: "Red (x) and Yellow (o) drop a stone in turn into a column that is not full; it falls to the lowest free \
            cell. k own stones in a line, along a rank, a file or a diagonal, win at once. A full board is a tie.",
    notation: "A move is the number of a column, from 1 at the left. A position is the columns as played: 4444, or \
               separated by commas on boards of more than nine columns.",
    example: "perfectplay solve connect-four --set cols=5 --set rows=4 --position 3333",
    options: &[
        OptionSpec {
            name: "cols",
            kind: Kind::Int(1, 32),
            default: "7",
            help: "columns of the board; cols × (rows + 1) is at most 64",
        },
        OptionSpec { name: "rows", kind: Kind::Int(1, 63), default: "6", help: "rows of the board" },
        OptionSpec { name: "k", kind: Kind::Int(1, 64), default: "4", help: "length of a winning line" },
    ],
    open,
};

fn open(options: &mut Options) -> Result<AnyGame, OptionError> {
    let (cols, rows) = (options.int("cols") as usize, options.int("rows") as usize);
    if cols * (rows + 1) > 64 {
        let found = format!("{cols} × ({rows} + 1) = {}", cols * (rows + 1));
        return Err(OptionError::value("cols", "cols × (rows + 1) of at most 64", found));
    }
    Ok(AnyGame::ConnectFour(ConnectFour::new(cols, rows, options.int("k") as usize)))
}

/// Lines of 64 stones take so many shifts.
const MOST_STEPS: usize = 6;

/// The rules for one board size and line length.
///
/// Each column takes rows + 1 bits, from its bottom up; the spare bit on top keeps lines from wrapping round.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    cols: usize,
    rows: usize,
    /// All cells of the board, and its bottom cells.
    full: u64,
    bottom: u64,
    /// Shifts that bring the stones of a line together, for each of its four directions.
    line_shifts: [[u32; MOST_STEPS]; 4],
    line_steps: usize,
    /// Columns that change places in the mirror: how far apart they are, and the left one with its spare bit.
    mirror: Vec<(u32, u64)>,
    /// Shifts that fill a column below its topmost bit, and where the bits may come to lie.
    fill: Vec<(u32, u64)>,
}

/// The stones on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Stones {
    /// Stones of the side to move.
    own: u64,
    /// Stones of both sides.
    all: u64,
}

impl ConnectFour {
    /// A board with cols × (rows + 1) at most 64.
    pub fn new(cols: usize, rows: usize, k: usize) -> Self {
        assert!(cols >= 1 && rows >= 1 && cols * (rows + 1) <= 64 && k >= 1, "a board that fits 64 bits");
        let bottom = (0..cols).fold(0u64, |mask, col| mask | 1 << (col * (rows + 1)));
        let full = (0..rows).fold(0, |mask, row| mask | bottom << row);
        let h = rows as u32 + 1;
        let column = |col: usize| u64::MAX >> (64 - h) << (col as u32 * h);
        // lines of one stone, then of twice as many each time
        let steps = std::iter::successors(Some((1, 1.min(k - 1))), |(length, step)| {
            let length = length + step;
            Some((length, length.min(k - length)))
        });
        let steps: Vec<usize> = steps.map(|(_, step)| step).take_while(|&step| step > 0).collect();
        // the top bit is never a stone, so a shift by 63 leaves nothing, just as longer ones would
        let shifts = |by: u32| std::array::from_fn(|i| steps.get(i).map_or(0, |&step| (step as u32 * by).min(63)));
        let fill = (0..6).map(|power| 1 << power).filter(|&shift| shift < h);
        let below = |shift: u32| (0..cols).fold(0, |mask, col| mask | (column(col) >> shift & column(col)));
        ConnectFour {
            cols,
            rows,
            full,
            bottom,
            line_shifts: [1, h - 1, h, h + 1].map(shifts),
            line_steps: steps.len(),
            mirror: (0..cols / 2).map(|col| ((cols - 1 - 2 * col) as u32 * h, column(col))).collect(),
            fill: fill.map(|shift| (shift, below(shift))).collect(),
        }
    }

    fn height(&self) -> u32 {
        self.rows as u32 + 1
    }

    #[inline]
    fn has_line(&self, stones: u64) -> bool {
        let ends = |shifts: &[u32; MOST_STEPS]| {
            shifts[..self.line_steps].iter().fold(stones, |ends, &shift| ends & ends >> shift)
        };
        self.line_shifts.iter().fold(0, |all, shifts| all | ends(shifts)) != 0
    }

    #[inline]
    fn column(&self, col: u8) -> u64 {
        ((1 << self.rows) - 1) << (col as u32 * self.height())
    }

    /// The cell where a stone in this column comes to rest.
    #[inline]
    fn landing(&self, stones: &Stones, col: u8) -> u64 {
        (stones.all + (1 << (col as u32 * self.height()))) & self.column(col)
    }

    /// Some moves that lead to a position, found by taking stones away from the top.
    fn unplay(&self, stones: &Stones, tried: &mut HashSet<Stones>) -> Option<Vec<u8>> {
        if stones.all == 0 {
            return Some(vec![]);
        }
        for col in 0..self.cols as u8 {
            // the last stone of the side that is not to move
            let last = (self.column(col) & stones.all).checked_ilog2().map_or(0, |top| 1 << top);
            let before = Stones { own: (stones.own ^ stones.all) & !last, all: stones.all & !last };
            let is_possible = last & !stones.own != 0 && !self.has_line(before.own) && !self.has_line(stones.own);
            if is_possible
                && tried.insert(before)
                && let Some(mut moves) = self.unplay(&before, tried)
            {
                moves.push(col);
                return Some(moves);
            }
        }
        None
    }

    /// Whether both sides have as many stones as they should.
    fn is_balanced(&self, stones: &Stones) -> bool {
        stones.own.count_ones() == stones.all.count_ones() / 2
    }

    /// The columns in reverse order, with all their bits.
    #[inline]
    fn mirrored(&self, board: u64) -> u64 {
        self.mirror.iter().fold(board, |board, &(apart, left)| {
            let difference = (board ^ board >> apart) & left;
            board ^ difference ^ difference << apart
        })
    }
}

impl Game for ConnectFour {
    type Position = Stones;
    /// The column, from 0 at the left.
    type Move = u8;

    fn start(&self) -> Stones {
        Stones { own: 0, all: 0 }
    }

    #[inline]
    fn turn(&self, stones: &Stones) -> Player {
        if stones.all.count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn ending(&self, stones: &Stones) -> Option<Ending> {
        if self.has_line(stones.own ^ stones.all) {
            Some(Ending::Loss)
        } else {
            (stones.all == self.full).then_some(Ending::Tie)
        }
    }

    #[inline]
    fn moves(&self, stones: &Stones) -> impl Iterator<Item = u8> {
        let cols = if self.has_line(stones.own ^ stones.all) { 0 } else { self.cols as u8 };
        (0..cols).filter(move |&col| self.column(col) & !stones.all != 0)
    }

    #[inline]
    fn play(&self, stones: &Stones, col: u8) -> Step<Stones> {
        let all = stones.all | self.landing(stones, col);
        Stones { own: stones.own ^ stones.all, all }.into()
    }

    fn players(&self) -> [&str; 2] {
        ["Red", "Yellow"]
    }
}

impl Notation for ConnectFour {
    fn write_move(&self, col: u8) -> String {
        (col + 1).to_string()
    }

    fn moves_to(&self, stones: &Stones) -> Option<Vec<u8>> {
        self.unplay(stones, &mut HashSet::new())
    }

    /// With at most nine columns, there are no commas.
    fn write_moves(&self, moves: &[u8]) -> String {
        let separator = if self.cols > 9 { "," } else { "" };
        moves.iter().map(|&mv| self.write_move(mv)).collect::<Vec<_>>().join(separator)
    }

    /// With at most nine columns, commas may be left out.
    fn read_moves(&self, text: &str) -> Result<Record<Self>, NotationError> {
        if self.cols > 9 || text.contains(',') {
            return notation::play_tokens(self, notation::comma_list(text));
        }
        notation::play_tokens(self, text.trim().split("").filter(|token| !token.is_empty()))
    }

    /// As in Pascal Pons's solver: how many stones the winner has left, the winning one included; negative for the
    /// loser, 0 for a tie.
    fn customary_score(&self, stones: &Stones, value: Value) -> Option<i32> {
        let free = (self.full & !stones.all).count_ones() as i32;
        // the winner gets every other cell of those that are free before the winning stone falls, and the first of them
        let score = |plies: u32| (free + 2 - plies as i32) / 2;
        match value {
            Value::Win { plies } => Some(score(plies)),
            Value::Loss { plies } => Some(-score(plies)),
            _ => Some(0),
        }
    }

    fn draw(&self, record: &Record<Self>) -> String {
        let stones = record.position();
        let (x, o) = match self.turn(stones) {
            Player::First => (stones.own, stones.own ^ stones.all),
            Player::Second => (stones.own ^ stones.all, stones.own),
        };
        let width = self.cols.to_string().len();
        let row = |cells: &dyn Fn(u32) -> String| {
            (0..self.cols as u32).map(|col| format!("{:>width$}", cells(col))).collect::<Vec<_>>().join(" ")
        };
        let mut lines: Vec<String> = vec![];
        for r in (0..self.rows as u32).rev() {
            let has = |stones: u64, col: u32| stones >> (col * self.height() + r) & 1 == 1;
            lines.push(row(&|col| {
                if has(x, col) {
                    "x"
                } else if has(o, col) {
                    "o"
                } else {
                    "."
                }
                .to_string()
            }));
        }
        lines.push(row(&|col| (col + 1).to_string()));
        lines.join("\n")
    }
}

impl Keyed for ConnectFour {
    type Key = u64;

    /// In each column the own stones, with a one above the topmost stone: a bijection.
    #[inline]
    fn key(&self, stones: &Stones) -> u64 {
        stones.own.wrapping_add(stones.all).wrapping_add(self.bottom)
    }
}

impl Symmetric for ConnectFour {
    #[inline]
    fn canonical(&self, stones: &Stones) -> Stones {
        let image = Stones { own: self.mirrored(stones.own), all: self.mirrored(stones.all) };
        if (image.all, image.own) < (stones.all, stones.own) { image } else { *stones }
    }
}

impl Bounded for ConnectFour {
    /// A side with no line left to make cannot win.
    #[inline]
    fn bounds(&self, stones: &Stones) -> Bounds {
        let free = self.full & !stones.all;
        let mut bounds = Bounds::UNKNOWN;
        if !self.has_line(stones.own | free) {
            bounds.at_most = Value::Tie;
        }
        if !self.has_line(stones.own ^ stones.all | free) {
            bounds.at_least = Value::Tie;
        }
        bounds
    }

    fn plies_to_fill(&self, stones: &Stones) -> Option<u32> {
        Some((self.full & !stones.all).count_ones())
    }
}

impl Evident for ConnectFour {}

impl Ordered for ConnectFour {
    /// Win, else prevent a loss, else stay in the middle.
    #[inline]
    fn promise(&self, stones: &Stones, col: u8) -> i32 {
        let cell = self.landing(stones, col);
        if self.has_line(stones.own | cell) {
            2000
        } else if self.has_line(stones.own ^ stones.all | cell) {
            1000
        } else {
            -(2 * col as i32 + 1 - self.cols as i32).abs()
        }
    }
}

impl Layered for ConnectFour {
    #[inline]
    fn layer(&self, stones: &Stones) -> Option<u32> {
        Some(stones.all.count_ones())
    }
}

/// The smaller of the keys of a position and its mirror image.
impl Indexed for ConnectFour {
    fn index_count(&self) -> Option<u64> {
        1u64.checked_shl(self.cols as u32 * self.height())
    }

    #[inline]
    fn index(&self, stones: &Stones) -> u64 {
        let key = self.key(stones);
        key.min(self.mirrored(key))
    }

    #[inline]
    fn at_index(&self, index: u64) -> Option<Stones> {
        // the one above the topmost stone of each column, and all below it
        let filled = self.fill.iter().fold(index, |bits, &(shift, below)| bits | bits >> shift & below);
        let all = filled >> 1 & self.full;
        let stones = Stones { own: index & all, all };
        let is_index = filled & self.bottom == self.bottom && self.key(&stones) == index;
        (is_index && self.is_balanced(&stones) && index <= self.mirrored(index)).then_some(stones)
    }

    fn sharers(&self, stones: &Stones) -> u64 {
        if self.mirrored(stones.all) == stones.all && self.mirrored(stones.own) == stones.own { 1 } else { 2 }
    }
}

impl Reversible for ConnectFour {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards of an even and of an odd number of cells, and a game that is over.
    #[test]
    fn scores_count_the_stones_left() {
        let score = |cols, rows, moves: &str, value| {
            let game = ConnectFour::new(cols, rows, 4);
            game.customary_score(game.read_moves(moves).unwrap().position(), value).unwrap()
        };
        let (win, loss) = (|plies| Value::Win { plies }, |plies| Value::Loss { plies });
        assert_eq!((score(7, 6, "", win(41)), score(7, 6, "", loss(42))), (1, -1));
        assert_eq!((score(7, 6, "4", win(41)), score(7, 6, "4", loss(40))), (1, -1));
        assert_eq!((score(7, 7, "", win(49)), score(7, 7, "", loss(48))), (1, -1));
        assert_eq!((score(7, 7, "", win(7)), score(7, 7, "", loss(8))), (22, -21));
        assert_eq!((score(7, 6, "1212121", loss(0)), score(7, 6, "", Value::Tie)), (-18, 0));
    }
}
