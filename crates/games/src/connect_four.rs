//! Connect Four on boards of up to 64 cells, with lines of any length.

mod hints;
mod lines;
mod look;
mod notation;
mod picture;
mod sight;

use lines::{Other, Usual};
use look::Window;
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Ending, Game, Player, Step};
use serde::{Deserialize, Serialize};

pub use lines::Bits;

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("connect-four")
        .aliases(&["connect4", "c4", "four-in-a-row", "4-in-a-row"])
        .title("Connect Four")
        .summary("drop stones into columns; four in a line win")
        .rules(
            "Red (x) and Yellow (o) drop a stone in turn into a column that is not full; it falls to the lowest free \
             cell. k own stones in a line, along a rank, a file or a diagonal, win at once. A full board is a tie.",
        )
        .notation(
            "A move is the number of a column, from 1 at the left. A position is the columns as played: 4444, or \
             separated by commas on boards of more than nine columns. It is also read as ranks from the top, separated \
             by '/': x and o for stones, numbers for runs of empty cells or a dot for each; 7/7/7/7/7/3xo2. Play need \
             not be able to lead to such a board.",
        )
        .example("perfectplay solve connect-four --set cols=5 --set rows=4 --position 3333")
        .scene("43261462441454")
        .option("cols", Kind::Int(1, 64), "7", "columns of the board, of at most 64 cells in all")
        .option("rows", Kind::Int(1, 64), "6", "rows of the board")
        .option("k", Kind::Int(1, 64), "4", "length of a winning line")
        .size(&["cols", "rows"]);
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let (cols, rows) = (options.int("cols") as usize, options.int("rows") as usize);
    let k = options.int("k") as usize;
    if cols * rows > 64 {
        let found = format!("{cols} × {rows} = {}", cols * rows);
        return Err(OptionError::value("cols", "cols × rows of at most 64", found));
    }
    Ok(if ConnectFour::fits(cols, rows) {
        visitor.visit(ConnectFour::new(cols, rows, k), options)
    } else {
        visitor.visit(LargeConnectFour::new(cols, rows, k), options)
    })
}

/// The rules for one board size and line length, on boards of `B` bits.
///
/// Each column takes rows + 1 bits, from its bottom up; the spare bit on top keeps lines from wrapping round.
#[derive(Clone, Debug)]
pub struct ConnectFourOn<B> {
    pub(crate) cols: usize,
    pub(crate) rows: usize,
    pub(crate) k: usize,
    /// All cells of the board, and its bottom cells.
    full: B,
    bottom: B,
    /// The spare bits.
    spare: B,
    /// The cells of the second, fourth, … row, if the number of rows is even.
    even: B,
    /// The column of each bit.
    column_of: Vec<u8>,
    /// Columns that change places in the mirror: how far apart they are, and the left one with its spare bit.
    mirror: Vec<(usize, B)>,
    /// The lines that a learnt evaluation looks at, and how many in a row share a table.
    windows: Vec<Window>,
    window_counts: Vec<usize>,
    /// Shifts that fill a column below its topmost bit, and where the bits may come to lie.
    fill: Vec<(usize, B)>,
}

/// Connect Four on boards of up to 64 bits, such as 7 × 6 and 8 × 7.
pub type ConnectFour = ConnectFourOn<u64>;

/// Connect Four on boards of up to 128 bits, such as 8 × 8.
pub type LargeConnectFour = ConnectFourOn<u128>;

/// The stones on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Stones<B = u64> {
    /// Stones of the side to move.
    own: B,
    /// Stones of both sides.
    all: B,
}

/// Calls a function of a [shape](lines::Shape).
macro_rules! with_shape {
    ($game:ident, $shape:ident => $call:expr) => {
        if ($game.rows, $game.k) == (6, 4) {
            let $shape = Usual;
            $call
        } else {
            let $shape = Other { height: $game.height(), k: $game.k };
            $call
        }
    };
}
use with_shape;

impl<B: Bits> ConnectFourOn<B> {
    /// Whether the bits are enough for a board of this size.
    pub fn fits(cols: usize, rows: usize) -> bool {
        cols * (rows + 1) <= 8 * size_of::<B>()
    }

    /// A board that [fits](Self::fits).
    ///
    /// # Panics
    ///
    /// If it does not fit, or one of the numbers is 0.
    pub fn new(cols: usize, rows: usize, k: usize) -> Self {
        assert!(cols >= 1 && rows >= 1 && Self::fits(cols, rows) && k >= 1, "a board that fits");
        let height = rows + 1;
        let cell = |col: usize, row: usize| B::one() << (col * height + row);
        let cells = |keep: &dyn Fn(usize, usize) -> bool| {
            let all = (0..cols).flat_map(|col| (0..height).map(move |row| (col, row)));
            all.filter(|&(col, row)| keep(col, row)).fold(B::zero(), |mask, (col, row)| mask | cell(col, row))
        };
        let (windows, window_counts) = look::windows(cols, rows, k);
        let shifts = (0..).map(|power| 1 << power).take_while(|&shift| shift < height);
        ConnectFourOn {
            cols,
            rows,
            k,
            full: cells(&|_, row| row < rows),
            bottom: cells(&|_, row| row == 0),
            spare: cells(&|_, row| row == rows),
            even: cells(&|_, row| row < rows && row % 2 == 1 && rows.is_multiple_of(2)),
            windows,
            window_counts,
            column_of: (0..cols * height).map(|bit| (bit / height) as u8).collect(),
            mirror: (0..cols / 2).map(|left| ((cols - 1 - 2 * left) * height, cells(&|col, _| col == left))).collect(),
            fill: shifts.map(|shift| (shift, cells(&|_, row| row + shift < height))).collect(),
        }
    }

    #[inline]
    fn height(&self) -> usize {
        self.rows + 1
    }

    #[inline]
    fn has_line(&self, stones: B) -> bool {
        with_shape!(self, shape => lines::has_line(stones, shape))
    }

    /// The free cells that a stone can drop onto.
    #[inline]
    fn landings(&self, stones: &Stones<B>) -> B {
        stones.all.wrapping_add(&self.bottom) & self.full
    }

    #[inline]
    fn column(&self, col: u8) -> B {
        ((B::one() << self.rows) - B::one()) << (col as usize * self.height())
    }

    /// The cell where a stone in this column comes to rest.
    #[inline]
    fn landing(&self, stones: &Stones<B>, col: u8) -> B {
        self.landings(stones) & self.column(col)
    }

    /// Whether both sides have as many stones as they should.
    fn is_balanced(&self, stones: &Stones<B>) -> bool {
        stones.own.count_ones() == stones.all.count_ones() / 2
    }

    /// The columns in reverse order, with all their bits.
    #[inline]
    fn mirrored(&self, board: B) -> B {
        self.mirror.iter().fold(board, |board, &(apart, left)| {
            let difference = (board ^ (board >> apart)) & left;
            board ^ difference ^ (difference << apart)
        })
    }

    /// In each column the own stones, with a one above the topmost stone: different for different positions.
    #[inline]
    fn code(&self, stones: &Stones<B>) -> B {
        stones.own.wrapping_add(&stones.all).wrapping_add(&self.bottom)
    }
}

impl<B: Bits> Game for ConnectFourOn<B> {
    type Position = Stones<B>;
    /// The column, from 0 at the left.
    type Move = u8;

    fn start(&self) -> Stones<B> {
        Stones { own: B::zero(), all: B::zero() }
    }

    #[inline]
    fn turn(&self, stones: &Stones<B>) -> Player {
        if stones.all.count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn ending(&self, stones: &Stones<B>) -> Option<Ending> {
        if self.has_line(stones.own ^ stones.all) {
            Some(Ending::Loss)
        } else {
            (stones.all == self.full).then_some(Ending::Tie)
        }
    }

    #[inline]
    fn moves(&self, stones: &Stones<B>) -> impl Iterator<Item = u8> {
        let cols = if self.has_line(stones.own ^ stones.all) { 0 } else { self.cols as u8 };
        (0..cols).filter(move |&col| self.column(col) & !stones.all != B::zero())
    }

    #[inline]
    fn play(&self, stones: &Stones<B>, col: u8) -> Step<Stones<B>> {
        let all = stones.all | self.landing(stones, col);
        Stones { own: stones.own ^ stones.all, all }.into()
    }

    #[inline]
    fn moves_again(&self, _from: &Stones<B>, _to: &Stones<B>) -> bool {
        false
    }

    fn players(&self) -> [&str; 2] {
        ["Red", "Yellow"]
    }

    #[inline]
    fn canonical(&self, stones: &Stones<B>) -> Stones<B> {
        let code = self.code(stones);
        if self.mirrored(code) < code {
            Stones { own: self.mirrored(stones.own), all: self.mirrored(stones.all) }
        } else {
            *stones
        }
    }

    #[inline]
    fn layer(&self, stones: &Stones<B>) -> Option<u32> {
        Some(stones.all.count_ones())
    }
}
