//! What a game can tell beyond its rules. Every trait here is opt-in: an engine asks for the ones it can use, and
//! the defaults are honest for every game ("nothing known"), so `impl Bounded for MyGame {}` is a whole answer.

use crate::{Bounds, Game, Player};
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
    /// One representative of positions equivalent to this one. It has the same value for the side to move,
    /// its successors are equivalent to this position's, and it represents itself.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Whether equivalent positions have the same representative; if not, some have several, because finding one for all
    /// would take longer than it saves.
    fn has_one_representative(&self) -> bool {
        true
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

    /// No fewer than so many plies pass from an unfinished position until this player can have won, even if the other
    /// player helps; `u32::MAX` if the player never can.
    fn least_plies_to_win(&self, _position: &Self::Position, _player: Player) -> u32 {
        1
    }
}

/// What can be seen of a position without any thought of what comes next.
pub trait Evident: Game {
    /// Bounds on the value of an unfinished position that anyone can verify by hand. Certificates end where these are enough,
    /// so they are part of the certificate format: a change makes the certificates of the game worthless.
    fn evident(&self, _position: &Self::Position) -> Bounds {
        Bounds::UNKNOWN
    }
}

/// Which moves are likely to be good; engines try those first.
pub trait Ordered: Game {
    /// The higher, the sooner the move is tried. Any order gives the same values.
    fn promise(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }
}

/// What a search sees at a position before it looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look<M> {
    /// Bounds on the value of the position.
    pub bounds: Bounds,
    /// The one move that is enough to consider, if there is one: no other is better. None is told if the bounds are equal.
    pub forced: Option<M>,
}

/// What a player sees at a glance: how the position is worth, and which moves deserve a thought.
pub trait Insight: Bounded + Ordered {
    /// Bounds on the value of a position, finished or not, and, unless the bounds are equal, the one move that is enough
    /// to consider if there is one (no other move is better).
    fn look(&self, position: &Self::Position) -> Look<Self::Move> {
        let bounds = self.final_value(position).map_or_else(|| self.bounds(position), Bounds::exactly);
        Look { bounds, forced: None }
    }

    /// Moves among which is a best one, of an unfinished position, each with its promise: the higher, the sooner tried.
    fn candidates(&self, position: &Self::Position) -> impl Iterator<Item = (Self::Move, i32)> {
        self.moves(position).map(|mv| (mv, self.promise(position, mv)))
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

/// A numbering of positions: tables become flat arrays, or sorted lists of numbers.
///
/// Positions that are the same up to symmetry may share a number, if they have the same [layer](Layered::layer). How much
/// symmetry a numbering uses is up to the game: more makes tables smaller, and numbering slower.
pub trait Indexed: Game {
    /// All numbers are below this; `None` for a game that has no numbering, whose other methods are then not used.
    fn index_count(&self) -> Option<u64> {
        None
    }

    /// Whether a good part of the numbers have a position. If so, tables are flat arrays and hold all positions that have
    /// a number; if not, they hold those that can be reached.
    fn is_dense(&self) -> bool {
        false
    }

    /// The number of a position; equal only for positions that are the same up to symmetry.
    fn index(&self, _position: &Self::Position) -> u64 {
        unreachable!("a game without a numbering")
    }

    /// A position with this number, or `None` if there is none.
    fn at_index(&self, _index: u64) -> Option<Self::Position> {
        None
    }

    /// How many positions share the number of this one.
    fn sharers(&self, _position: &Self::Position) -> u64 {
        1
    }

    /// Whether a game may begin with this position.
    fn may_begin(&self, position: &Self::Position) -> bool {
        *position == self.start()
    }
}

/// Games that can be played backwards.
pub trait Reversible: Game {
    /// Adds all positions from which a move leads to this one, each at least once; false if the game cannot tell.
    ///
    /// Others may come along if no game goes through them: finished positions, and such that have no
    /// [position](Indexed::at_index) at their number.
    fn unmoves(&self, _position: &Self::Position, _before: &mut Vec<Self::Position>) -> bool {
        false
    }
}
