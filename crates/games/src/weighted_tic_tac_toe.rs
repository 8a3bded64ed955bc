//! Weighted tic-tac-toe (AtCoder ABC 349 E) and every (m,n,k) game: a line of k own marks wins at once; on a full
//! board the larger sum of own cells wins.

mod hints;
mod picture;

use crate::bits::{BitPermutation, bits};
use crate::grid::Grid;
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Setting, Visitor};
use perfectplay_game::{Ending, Game, Notation, NotationError, Player, Record, Step, Value};
use serde::{Deserialize, Serialize};

const MAX_WEIGHT: i64 = 1_000_000_000;

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("weighted-tic-tac-toe")
        .aliases(&["tic-tac-toe", "ttt", "weighted-ttt", "noughts-and-crosses", "mnk"])
        .title("Weighted tic-tac-toe")
        .summary("tic-tac-toe and every (m,n,k) game; a full board goes to the larger sum of own cells")
        .rules(
            "Takahashi (x) and Aoki (o) mark empty cells in turn. Whoever has a line of k own marks, along a rank, a \
             file or a diagonal, wins at once. When the board is full without a line, the larger sum of the weights of \
             the own cells wins; equal sums are a tie. All weights are zero unless set, so that a full board ties.",
        )
        .notation(
            "Moves are squares: file a, b, … from the left, rank 1, 2, … from the bottom. A position is its ranks from \
             the top, separated by '/': x and o for marks, numbers for runs of empty cells or a dot for each. x moves \
             when both have equally many marks. Weights are listed row by row from the top left.",
        )
        .example("perfectplay solve weighted-tic-tac-toe --set weights=-1,1,0,-4,-2,-5,-4,-1,-5 --position 3/1x1/3")
        .scene("xo1/1x1/2o")
        .option("rows", Kind::Int(1, 64), "3", "ranks of the board; at most 64 cells in all")
        .option("cols", Kind::Int(1, 26), "3", "files of the board")
        .option("k", Kind::Int(1, 64), "3", "length of a winning line")
        .option(
            "weights",
            Kind::Ints(-MAX_WEIGHT, MAX_WEIGHT),
            "",
            "a weight for each cell, row by row from the top left; all zero if empty",
        )
        .size(&["cols", "rows"]);
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let (rows, cols) = (options.int("rows") as usize, options.int("cols") as usize);
    if rows * cols > 64 {
        let found = format!("{rows} × {cols} = {} cells", rows * cols);
        return Err(OptionError::value("rows", "at most 64 cells (rows × cols)", found));
    }
    let mut weights = options.ints("weights").to_vec();
    if weights.is_empty() {
        weights = vec![0; rows * cols];
    } else if weights.len() != rows * cols {
        let found = format!("{} numbers", weights.len());
        return Err(OptionError::value("weights", format!("{} numbers, one for each cell", rows * cols), found));
    }
    options.set("weights", Setting::Ints(weights.clone()));
    let game = WeightedTicTacToe::new(rows, cols, options.int("k") as usize, &weights);
    Ok(visitor.visit(game, options))
}

/// The rules for one board size, line length and set of weights.
#[derive(Clone, Debug)]
pub struct WeightedTicTacToe {
    pub(crate) grid: Grid,
    pub(crate) k: usize,
    pub(crate) weights: Vec<i64>,
    pub(crate) weighted: bool,
    full: u64,
    /// Bit shift and the cells that may follow a shifted one without wrapping round, for each direction of a line.
    directions: [(u32, u64); 4],
    /// All lines of k cells.
    lines: Vec<u64>,
    /// For each cell, the lines through it without the cell itself.
    lines_through: Vec<Vec<u64>>,
    /// The cells from the heaviest to the lightest.
    by_weight: Vec<u8>,
    /// How soon to try each cell: heavy ones and those on many lines first.
    appeal: Vec<i32>,
    symmetries: Vec<BitPermutation>,
}

/// The cells that each player has marked, as bits row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Marks {
    /// Cells of the first player.
    pub x: u64,
    /// Cells of the second player.
    pub o: u64,
}

impl WeightedTicTacToe {
    /// A board of at most 64 cells; `weights` has one entry a cell, row by row from the top left.
    ///
    /// # Panics
    ///
    /// If there is no cell, or there are more, or more than 26 columns, or not as many weights as cells, or `k` is 0, or a weight is
    /// larger in size than a thousand million.
    pub fn new(rows: usize, cols: usize, k: usize, weights: &[i64]) -> Self {
        assert!(
            rows >= 1 && (1..=26).contains(&cols) && rows * cols <= 64,
            "a board of 1 to 64 cells, at most 26 wide"
        );
        assert!(weights.len() == rows * cols && k >= 1, "one weight for each cell and lines of at least one");
        assert!(weights.iter().all(|w| w.abs() <= MAX_WEIGHT), "weights of at most a thousand million in size");
        let grid = Grid { rows, cols };
        let cells = |keep: &dyn Fn(usize) -> bool| (0..grid.cells()).filter(|&c| keep(c)).fold(0, |m, c| m | 1u64 << c);
        let (not_left, not_right) = (cells(&|c| c % cols > 0), cells(&|c| c % cols + 1 < cols));
        let full = cells(&|_| true);
        let w = cols as u32;
        let symmetries =
            grid.symmetries().into_iter().filter(|map| (0..grid.cells()).all(|c| weights[c] == weights[map[c]]));
        let mut by_weight: Vec<u8> = (0..grid.cells() as u8).collect();
        by_weight.sort_by_key(|&cell| std::cmp::Reverse(weights[cell as usize]));
        let mut game = WeightedTicTacToe {
            grid,
            k,
            weights: weights.to_vec(),
            weighted: weights.iter().any(|&w| w != 0),
            full,
            directions: [(1, not_left), (w, full), (w + 1, not_left), (w - 1, not_right)],
            lines: vec![],
            lines_through: vec![vec![]; grid.cells()],
            by_weight,
            appeal: vec![0; grid.cells()],
            symmetries: symmetries.map(|map| BitPermutation::new(&map)).collect(),
        };
        for (shift, may_follow) in game.directions {
            for end in bits(game.line_ends(full, shift, may_follow)) {
                let line = (0..k as u32).fold(0, |line, step| line | 1u64 << (u32::from(end) - step * shift));
                game.lines.push(line);
                bits(line).for_each(|cell| game.lines_through[cell as usize].push(line & !(1 << cell)));
            }
        }
        for (rank, &cell) in game.by_weight.iter().rev().enumerate() {
            let weight = if game.weighted { rank as i32 } else { 0 };
            game.appeal[cell as usize] = weight + 4 * game.lines_through[cell as usize].len() as i32;
        }
        game
    }

    /// The last cells of the lines of k within the mask, in one direction.
    #[inline]
    fn line_ends(&self, mask: u64, shift: u32, may_follow: u64) -> u64 {
        let follow = mask & may_follow;
        (1..self.k).fold(mask, |ends, _| follow & ends << shift)
    }

    #[inline]
    fn has_line(&self, mask: u64) -> bool {
        self.directions.iter().any(|&(shift, may_follow)| self.line_ends(mask, shift, may_follow) != 0)
    }

    /// Whether a mark in this cell makes a line together with those of the mask.
    #[inline]
    fn makes_line(&self, mask: u64, cell: u8) -> bool {
        self.lines_through[cell as usize].iter().any(|rest| mask & rest == *rest)
    }

    /// The value for the side to move if nobody makes a line from here on. Both then take the heaviest cell left.
    #[inline]
    fn value_without_lines(&self, own: u64, other: u64) -> Value {
        if !self.weighted {
            return Value::Tie;
        }
        let empty = self.full & !(own | other);
        let left = self.by_weight.iter().filter(|&&cell| empty >> cell & 1 == 1);
        let picks = left.zip([1, -1].into_iter().cycle()).map(|(&cell, sign)| sign * self.weights[cell as usize]);
        let plies = empty.count_ones();
        match self.sum(own) - self.sum(other) + picks.sum::<i64>() {
            0 => Value::Tie,
            more if more > 0 => Value::Win { plies },
            _ => Value::Loss { plies },
        }
    }

    fn sum(&self, mask: u64) -> i64 {
        bits(mask).map(|cell| self.weights[cell as usize]).sum()
    }

    /// Own marks of the side to move and those of the other side.
    #[inline]
    pub(crate) fn own_and_other(&self, marks: &Marks) -> (u64, u64) {
        match self.turn(marks) {
            Player::First => (marks.x, marks.o),
            Player::Second => (marks.o, marks.x),
        }
    }

    fn is_possible(&self, marks: &Marks) -> Result<(), &'static str> {
        let (x, o) = (marks.x.count_ones(), marks.o.count_ones());
        if x != o && x != o + 1 {
            return Err("as many x as o, or one x more");
        }
        let (own, other) = self.own_and_other(marks);
        if self.has_line(own) {
            return Err("no line of the side to move, because the game ended with it");
        }
        if self.has_line(other) && !bits(other).any(|last| !self.has_line(other & !(1 << last))) {
            return Err("lines that one last mark can complete");
        }
        Ok(())
    }
}

impl Game for WeightedTicTacToe {
    type Position = Marks;
    type Move = u8;

    fn start(&self) -> Marks {
        Marks { x: 0, o: 0 }
    }

    #[inline]
    fn turn(&self, marks: &Marks) -> Player {
        if marks.x.count_ones() == marks.o.count_ones() { Player::First } else { Player::Second }
    }

    #[inline]
    fn ending(&self, marks: &Marks) -> Option<Ending> {
        let (own, other) = self.own_and_other(marks);
        if self.has_line(other) {
            return Some(Ending::Loss);
        }
        (own | other == self.full).then(|| match self.sum(own) - self.sum(other) {
            0 => Ending::Tie,
            more if more > 0 => Ending::Win,
            _ => Ending::Loss,
        })
    }

    #[inline]
    fn moves(&self, marks: &Marks) -> impl Iterator<Item = u8> {
        let (_, other) = self.own_and_other(marks);
        bits(if self.has_line(other) { 0 } else { self.full & !(marks.x | marks.o) })
    }

    #[inline]
    fn play(&self, marks: &Marks, cell: u8) -> Step<Marks> {
        let mut next = *marks;
        match self.turn(marks) {
            Player::First => next.x |= 1 << cell,
            Player::Second => next.o |= 1 << cell,
        }
        next.into()
    }

    fn players(&self) -> [&str; 2] {
        ["Takahashi", "Aoki"]
    }

    /// The smallest of the turned and reflected boards, among those turns that keep the weights.
    #[inline]
    fn canonical(&self, marks: &Marks) -> Marks {
        let images = self.symmetries.iter().map(|turn| (turn.apply(marks.x), turn.apply(marks.o)));
        let (x, o) = images.fold((marks.x, marks.o), Ord::min);
        Marks { x, o }
    }

    #[inline]
    fn layer(&self, marks: &Marks) -> Option<u32> {
        Some((marks.x | marks.o).count_ones())
    }
}

impl Notation for WeightedTicTacToe {
    fn write_move(&self, cell: u8) -> String {
        self.grid.name(cell as usize)
    }

    fn write_position(&self, record: &Record<Self>) -> String {
        self.grid.write_ranks(|cell| mark(record.position(), cell))
    }

    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        let (x, o) = self.grid.read_ranks(text.trim())?;
        let marks = Marks { x: x as u64, o: o as u64 };
        self.is_possible(&marks).map_err(|expected| NotationError::new(expected, text.trim()))?;
        Ok(Record::at(marks))
    }

    fn draw(&self, record: &Record<Self>) -> String {
        let board = self.grid.draw(|cell| mark(record.position(), cell).unwrap_or('.'));
        if !self.weighted {
            return board;
        }
        let width = self.weights.iter().map(|w| w.to_string().len()).max().unwrap_or(1);
        let with_weights = board.lines().enumerate().map(|(row, line)| {
            let weights = self.weights.iter().skip(row * self.grid.cols).take(self.grid.cols);
            let weights: Vec<String> = weights.map(|w| format!("{w:>width$}")).collect();
            format!("{line}     {}", weights.join(" ")).trim_end().to_string()
        });
        with_weights.collect::<Vec<_>>().join("\n")
    }

    fn marks(&self) -> [String; 2] {
        self.grid.marks()
    }
}

pub(crate) fn mark(marks: &Marks, cell: usize) -> Option<char> {
    (marks.x >> cell & 1 == 1).then_some('x').or((marks.o >> cell & 1 == 1).then_some('o'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_lines_in_all_directions_and_none_round_the_edge() {
        let game = WeightedTicTacToe::new(3, 4, 3, &[0; 12]);
        for (cells, line) in [
            ([0, 1, 2], true),
            ([1, 2, 3], true),
            ([2, 3, 4], false),
            ([0, 4, 8], true),
            ([0, 5, 10], true),
            ([3, 6, 9], true),
            ([3, 4, 8], false),
            ([4, 7, 10], false),
        ] {
            let mask = cells.iter().fold(0, |m, c| m | 1 << c);
            assert_eq!(game.has_line(mask), line, "{cells:?}");
        }
        let tall = WeightedTicTacToe::new(64, 1, 64, &[0; 64]);
        assert!(tall.has_line(u64::MAX) && !tall.has_line(u64::MAX >> 1));
        let wide = WeightedTicTacToe::new(2, 26, 3, &[0; 52]);
        assert!(wide.has_line(7 << 23) && !wide.has_line(7 << 24));
        let single = WeightedTicTacToe::new(1, 1, 1, &[5]);
        assert!(single.has_line(1) && !single.has_line(0));
    }

    #[test]
    fn refuses_impossible_positions() {
        let game = WeightedTicTacToe::new(3, 3, 3, &[0; 9]);
        for wrong in ["o2/3/3", "xx1/3/3", "xxx/oo1/o2", "xxx/ooo/3", "ooo/xxx/x2"] {
            assert!(game.read_position(wrong).is_err(), "{wrong}");
        }
        for fine in ["3/3/3", "xxx/oo1/3", "xox/oxo/xox", "xxx/xoo/xoo", "ooo/xx1/x2"] {
            assert!(game.read_position(fine).is_ok(), "{fine}");
        }
    }
}
