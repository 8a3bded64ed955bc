//! Chomp: bite a square off a chocolate bar with all below and to the right of it; the top left square is poison.

mod picture;

use crate::each_once;
use crate::grid::Grid;
use perfectplay_game::picture::{Picture, Setup};
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Ending, Game, Hints, KeyCodec, Notation, NotationError, Player, Record, Step};
use serde::{Deserialize, Serialize};

const MAX_SIDE: usize = 16;

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("chomp")
        .aliases(&["chocolate", "chocolate-bar"])
        .title("Chomp")
        .summary("bite squares off a chocolate bar; the top left square is poison")
        .rules(
            "The players choose in turn a square of a chocolate bar and eat it together with all squares below it and \
             to the right of it. The top left square is poison: whoever eats it loses.",
        )
        .notation(
            "A position is the row lengths from the top: 4,4,2. Moves are squares: file a, b, … from the left, rank 1, \
             2, … from the bottom of the whole bar.",
        )
        .example("perfectplay solve chomp --set rows=3 --set cols=4 --position 4,4,2")
        .scene("4,3,1")
        .option("rows", Kind::Int(1, MAX_SIDE as i64), "3", "rows of the bar")
        .option("cols", Kind::Int(1, MAX_SIDE as i64), "4", "columns of the bar")
        .size(&["cols", "rows"]);
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let game = Chomp::new(options.int("rows") as usize, options.int("cols") as usize);
    Ok(visitor.visit(game, options))
}

/// The rules for one size of bar.
#[derive(Clone, Debug)]
pub struct Chomp {
    pub(crate) grid: Grid,
}

/// What is left of the bar, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Bar {
    /// Lengths of the rows from the top, falling.
    pub(crate) lengths: [u8; MAX_SIDE],
    turn: Player,
}

impl Chomp {
    /// A bar of 1 to 16 rows and columns.
    ///
    /// # Panics
    ///
    /// If there are fewer or more.
    pub fn new(rows: usize, cols: usize) -> Self {
        assert!((1..=MAX_SIDE).contains(&rows) && (1..=MAX_SIDE).contains(&cols), "1 to 16 rows and columns");
        Chomp { grid: Grid { rows, cols } }
    }

    fn bar(&self, lengths: impl IntoIterator<Item = u8>) -> Bar {
        let mut bar = Bar { lengths: [0; MAX_SIDE], turn: Player::First };
        bar.lengths.iter_mut().zip(lengths).for_each(|(row, length)| *row = length);
        bar
    }

    /// The lengths of the columns.
    fn transposed(&self, bar: &Bar) -> [u8; MAX_SIDE] {
        std::array::from_fn(|col| bar.lengths.iter().filter(|&&length| length as usize > col).count() as u8)
    }
}

impl Game for Chomp {
    type Position = Bar;
    /// The square bitten, row by row from the top left of the whole bar.
    type Move = u16;

    fn start(&self) -> Bar {
        self.bar(std::iter::repeat_n(self.grid.cols as u8, self.grid.rows))
    }

    #[inline]
    fn turn(&self, bar: &Bar) -> Player {
        bar.turn
    }

    #[inline]
    fn ending(&self, bar: &Bar) -> Option<Ending> {
        (bar.lengths[0] == 0).then_some(Ending::Win)
    }

    #[inline]
    fn moves(&self, bar: &Bar) -> impl Iterator<Item = u16> {
        let cols = self.grid.cols as u16;
        let rows = bar.lengths.into_iter().zip(0..);
        rows.flat_map(move |(length, row)| (0..u16::from(length)).map(move |col| row * cols + col))
    }

    #[inline]
    fn play(&self, bar: &Bar, square: u16) -> Step<Bar> {
        let (row, col) = (square as usize / self.grid.cols, square as usize % self.grid.cols);
        let mut next = *bar;
        next.lengths[row..].iter_mut().for_each(|length| *length = (*length).min(col as u8));
        next.turn = bar.turn.other();
        next.into()
    }

    /// The players are alike; on a square bar rows and columns are, too.
    #[inline]
    fn canonical(&self, bar: &Bar) -> Bar {
        let mut lengths = bar.lengths;
        if self.grid.rows == self.grid.cols {
            lengths = lengths.min(self.transposed(bar));
        }
        Bar { lengths, turn: Player::First }
    }

    /// The squares eaten.
    #[inline]
    fn layer(&self, bar: &Bar) -> Option<u32> {
        Some(self.grid.cells() as u32 - bar.lengths.iter().map(|&length| u32::from(length)).sum::<u32>())
    }
}

impl Notation for Chomp {
    fn write_move(&self, square: u16) -> String {
        self.grid.name(square as usize)
    }

    fn write_position(&self, record: &Record<Self>) -> String {
        let lengths = record.position().lengths[..self.grid.rows].iter();
        lengths.map(u8::to_string).collect::<Vec<_>>().join(",")
    }

    fn read_position(&self, text: &str) -> Result<Record<Self>, NotationError> {
        let lengths: Option<Vec<u8>> = text.split(',').map(|length| length.trim().parse().ok()).collect();
        let fits = |lengths: &Vec<u8>| {
            lengths.len() <= self.grid.rows
                && lengths.iter().all(|&length| length as usize <= self.grid.cols)
                && lengths.is_sorted_by(|above, below| above >= below)
        };
        let Grid { rows, cols } = self.grid;
        let expected = || format!("at most {rows} row lengths of at most {cols}, none longer than the one above it");
        let lengths = lengths.filter(fits).ok_or_else(|| NotationError::new(expected(), text))?;
        Ok(Record::at(self.bar(lengths)))
    }

    fn tells_turn(&self) -> bool {
        false
    }

    fn draw(&self, record: &Record<Self>) -> String {
        let lengths = record.position().lengths;
        self.grid.draw(|cell| match (cell, lengths[cell / self.grid.cols] as usize > cell % self.grid.cols) {
            (0, true) => '!',
            (_, true) => '#',
            _ => '.',
        })
    }
}

impl Hints for Chomp {
    type Key = Bar;

    #[inline]
    fn key(&self, bar: &Bar) -> Bar {
        *bar
    }

    /// The poison last.
    fn promise(&self, _bar: &Bar, square: u16) -> i32 {
        if square == 0 { i32::MIN } else { 0 }
    }

    fn index_count(&self) -> Option<u64> {
        (self.grid.cols as u64 + 1).checked_pow(self.grid.rows as u32)
    }

    /// The lengths of the rows as digits; whose turn it is makes no difference.
    #[inline]
    fn index(&self, bar: &Bar) -> Option<u64> {
        let lengths = self.canonical(bar).lengths;
        let digits = lengths[..self.grid.rows].iter();
        Some(digits.fold(0, |index, &length| index * (self.grid.cols as u64 + 1) + u64::from(length)))
    }

    #[inline]
    fn at_index(&self, index: u64) -> Option<Bar> {
        let mut bar = self.bar([]);
        let mut rest = index;
        for length in bar.lengths[..self.grid.rows].iter_mut().rev() {
            *length = (rest % (self.grid.cols as u64 + 1)) as u8;
            rest /= self.grid.cols as u64 + 1;
        }
        let is_bar = rest == 0 && bar.lengths.is_sorted_by(|above, below| above >= below);
        (is_bar && self.canonical(&bar) == bar).then_some(bar)
    }

    fn images(&self, bar: &Bar) -> Vec<Bar> {
        let transposed = (self.grid.rows == self.grid.cols).then(|| Bar { lengths: self.transposed(bar), ..*bar });
        each_once([*bar].into_iter().chain(transposed))
    }

    fn key_codec(&self) -> Option<KeyCodec<'_, Bar>> {
        Some(KeyCodec::serde())
    }

    fn picture(&self, record: &Record<Self>) -> Picture {
        self.picture_of(record)
    }

    fn setup(&self, record: &Record<Self>) -> Option<Setup> {
        self.setup_of(record)
    }
}
