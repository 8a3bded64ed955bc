//! What a game can tell beyond its rules. Every trait here is opt-in: an engine asks for the ones it can use, and
//! the defaults are honest for every game ("nothing known"), so `impl Bounded for MyGame {}` is a whole answer.

use crate::{Bounds, Game};
use std::hash::Hash;

/// A small value that stands for a position in tables.
pub trait Keyed: Game {
    /// The key. Compared in full, so a table never mistakes one position for another.
    type Key: Copy + Eq + Hash;

    /// Equal for two positions exactly when the positions are equal.
    fn key(&self, position: &Self::Position) -> Self::Key;
}

/// Positions that are the same up to turning the board, renaming the players, and the like.
pub trait Symmetric: Game {
    /// One representative of all positions equivalent to this one. It has the same value for the side to move,
    /// its successors are equivalent to this position's, and it represents itself.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }
}

/// Values that can be read off a position without search.
pub trait Bounded: Game {
    /// Bounds on the value of an unfinished position, cheap to compute.
    fn bounds(&self, _position: &Self::Position) -> Bounds {
        Bounds::UNKNOWN
    }

    /// How many plies are left if no ending comes early, where the rules fix that: the empty cells of a board that
    /// has to fill up, the lines still to draw. Tells how long a tie takes.
    fn plies_to_fill(&self, _position: &Self::Position) -> Option<u32> {
        None
    }
}

/// Which moves are likely to be good; engines try those first.
pub trait Ordered: Game {
    /// The higher, the sooner the move is tried. Any order gives the same values.
    fn promise(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }
}

/// Games that make progress with every move, and so cannot repeat a position.
pub trait Layered: Game {
    /// A number that rises with every move (marks set, lines drawn) and never falls by taking the
    /// [canonical](Symmetric::canonical) position; or `None` at every position of a game that has no such number.
    /// Engines for games without cycles then keep track of the path themselves.
    fn layer(&self, _position: &Self::Position) -> Option<u32> {
        None
    }
}

/// A numbering of positions: tables become flat arrays.
pub trait Indexed: Game {
    /// All indices are below this; `None` where the numbering would not fit 64 bits, and is not to be used.
    fn index_count(&self) -> Option<u64>;

    /// The number of a position; different for different positions.
    fn index(&self, position: &Self::Position) -> u64;

    /// The position with this number, or `None` if no position has it.
    fn at_index(&self, index: u64) -> Option<Self::Position>;
}
