//! Hex on boards of up to 8 × 8 cells: connect your two sides of the board. Somebody always does, so there are no ties.

mod cells;
mod hints;
mod notation;
mod picture;

use crate::bits::bits;
use crate::grid::Grid;
use cells::Cells;
use perfectplay_game::registry::{About, Entry, Kind, OptionError, Options, Visitor};
use perfectplay_game::{Ending, Game, Player, Step};
use serde::{Deserialize, Serialize};

pub(crate) fn entry<V: Visitor>() -> Entry<V> {
    let about = About::new("hex")
        .summary("connect your two sides of a board of hexagons; there are no ties")
        .rules(
            "The board is a rhombus of hexagons. Red (x) and Blue (o) mark empty cells in turn. Red wins with a chain of \
             own cells from the top to the bottom, Blue with one from the left to the right. A full board has exactly one \
             such chain, so nobody ties. With swap=true Blue may answer the first move by taking it over: the mark changes \
             its owner, and moves to the cell that is for Blue what it was for Red.",
        )
        .notation(
            "A move is a cell: file a, b, … from the left, rank 1, 2, … from the bottom; each rank is half a cell further \
             to the right than the one above it. The answer that takes over the first move is swap. A position is its ranks \
             from the top, separated by '/': x and o for marks, numbers for runs of empty cells or a dot for each; then a \
             space and the side to move, x or o.",
        )
        .example("perfectplay solve hex --set size=3 --moves b2")
        .scene("2x1/1xo1/1ox1/o3 x")
        .option("size", Kind::Int(1, MAX_SIZE as i64), "4", "rows and columns of the board")
        .option("swap", Kind::Flag, "false", "whether the first move can be taken over")
        .size(&["size"]);
    Entry { about, open }
}

fn open<V: Visitor>(options: &mut Options, visitor: V) -> Result<V::Output, OptionError> {
    let game = Hex::new(options.int("size") as usize, options.flag("swap"));
    Ok(visitor.visit(game, options))
}

const MAX_SIZE: usize = 8;

/// The rules for one size of the board, with or without the swap.
#[derive(Clone, Debug)]
pub struct Hex {
    pub(crate) grid: Grid,
    swap: bool,
    cells: Cells,
}

/// The marks of both players, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Chains {
    /// The cells of the first player and those of the second, as bits row by row from the top left.
    pub marks: [u64; 2],
    /// Whose turn it is.
    pub turn: Player,
}

/// The move that takes over the first one.
pub(crate) const SWAP: u8 = u8::MAX;

impl Hex {
    /// A board of 1 to 8 rows and columns.
    pub fn new(size: usize, swap: bool) -> Self {
        assert!((1..=MAX_SIZE).contains(&size), "a size from 1 to 8");
        Hex { grid: Grid { rows: size, cols: size }, swap, cells: Cells::new(size) }
    }

    /// The cells without a mark.
    #[inline]
    fn empty(&self, chains: &Chains) -> u64 {
        self.cells.all & !(chains.marks[0] | chains.marks[1])
    }

    /// Whether the side to move may take over the first move.
    #[inline]
    fn can_swap(&self, chains: &Chains) -> bool {
        self.swap && chains.turn == Player::Second && chains.marks[1] == 0 && chains.marks[0].count_ones() == 1
    }

    /// Whether it matters which of the players is which: before it is settled who has the first move.
    #[inline]
    fn tells_players_apart(&self, chains: &Chains) -> bool {
        self.swap && (chains.marks[0] | chains.marks[1]).count_ones() <= 1
    }

    /// The board turned round, which changes nothing.
    #[inline]
    fn turned(&self, chains: &Chains) -> Chains {
        Chains { marks: chains.marks.map(|marks| self.cells.turned(marks)), turn: chains.turn }
    }

    /// The board with the players exchanged.
    #[inline]
    fn exchanged(&self, chains: &Chains) -> Chains {
        let [first, second] = chains.marks.map(|marks| self.cells.transposed(marks));
        Chains { marks: [second, first], turn: chains.turn.other() }
    }
}

impl Game for Hex {
    type Position = Chains;
    /// The cell, row by row from the top left, or 255 for the swap.
    type Move = u8;

    fn start(&self) -> Chains {
        Chains { marks: [0; 2], turn: Player::First }
    }

    #[inline]
    fn turn(&self, chains: &Chains) -> Player {
        chains.turn
    }

    /// Only the player who has just moved can have connected the sides.
    #[inline]
    fn ending(&self, chains: &Chains) -> Option<Ending> {
        let mover = chains.turn.other();
        self.cells.is_connected(mover, chains.marks[mover.index()]).then_some(Ending::Loss)
    }

    #[inline]
    fn moves(&self, chains: &Chains) -> impl Iterator<Item = u8> {
        let is_over = self.ending(chains).is_some();
        let swap = (!is_over && self.can_swap(chains)).then_some(SWAP);
        bits(if is_over { 0 } else { self.empty(chains) }).chain(swap)
    }

    #[inline]
    fn play(&self, chains: &Chains, mv: u8) -> Step<Chains> {
        let mut next = match mv {
            SWAP => return self.exchanged(chains).into(),
            _ => *chains,
        };
        next.marks[chains.turn.index()] |= 1 << mv;
        next.turn = chains.turn.other();
        next.into()
    }

    fn players(&self) -> [&str; 2] {
        ["Red", "Blue"]
    }

    /// The board can be turned round, and the players are alike.
    #[inline]
    fn canonical(&self, chains: &Chains) -> Chains {
        let same = match chains.turn {
            Player::Second if !self.tells_players_apart(chains) => self.exchanged(chains),
            _ => *chains,
        };
        let turned = self.turned(&same);
        if turned.marks < same.marks { turned } else { same }
    }

    /// Two for each mark; a mark that was taken over makes three.
    #[inline]
    fn layer(&self, chains: &Chains) -> Option<u32> {
        let marks = (chains.marks[0] | chains.marks[1]).count_ones();
        let is_taken_over = self.swap && marks == 1 && chains.turn == Player::First;
        Some(2 * marks + u32::from(is_taken_over))
    }
}
