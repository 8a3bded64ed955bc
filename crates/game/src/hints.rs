//! What a game can tell beyond its rules. Every trait here is opt-in: an engine asks for the ones it can use, and
//! the defaults are honest for every game ("nothing known"), so `impl Bounded for MyGame {}` is a whole answer.

use crate::{Bounds, Game, Player};
use std::hash::Hash;

/// A small value that stands for a position in tables.
pub trait Keyed: Symmetric {
    /// The key. Compared in full, so a table never mistakes one position for another.
    type Key: Copy + Eq + Hash;

    /// Equal for two positions exactly when the positions are equal.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The key of the [representative](Symmetric::canonical), which some games can tell sooner than the representative.
    #[inline]
    fn canonical_key(&self, position: &Self::Position) -> Self::Key {
        self.key(&self.canonical(position))
    }

    /// How many bits a [number](Keyed::number) takes, if keys have numbers. Tables with numbers of few bits for keys hold
    /// several times as many entries, which threads share without locks.
    fn number_bits(&self) -> Option<u32> {
        None
    }

    /// The key as a number, equal only for equal keys.
    fn number(&self, _key: &Self::Key) -> u64 {
        unreachable!("keys without numbers")
    }
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

/// What a search sees of a position before it looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look<M> {
    /// The position is [worth](crate::Value::worth) at least so much.
    pub low: i32,
    /// And at most so much.
    pub high: i32,
    /// A move than which no other is better; only where the bounds leave the value open.
    pub forced: Option<M>,
    /// The higher, the better the position seems for the side that has moved.
    pub appeal: i32,
}

impl<M> Look<M> {
    /// Nothing is forced, and nothing seems better than anything else.
    #[inline]
    pub fn new(bounds: Bounds) -> Self {
        Look { low: bounds.at_least.worth(), high: bounds.at_most.worth(), forced: None, appeal: 0 }
    }
}

/// What a player sees at a glance: which moves are out of the question, and which is forced. Searches follow forced moves
/// at once, without a place in their tables, and leave out moves that are no candidates.
pub trait Insight: Bounded + Ordered {
    /// Moves of an unfinished position with a best one among them, always in the same order, each with its
    /// [promise](Ordered::promise). Only asked where [`bounds`](Bounded::bounds), or [`look`](Insight::look) below the root of
    /// a search, leave the value open; at the root there may be a forced move.
    #[inline]
    fn candidates(&self, position: &Self::Position) -> impl Iterator<Item = (Self::Move, i32)> {
        self.moves(position).map(|mv| (mv, self.promise(position, mv)))
    }

    /// What is to be seen at a position, finished or not, to which a candidate or a forced move has led. So a game whose
    /// bounds tell who wins with the next move need not look for that again.
    #[inline]
    fn look(&self, position: &Self::Position) -> Look<Self::Move> {
        Look::new(self.final_value(position).map_or_else(|| self.bounds(position), Bounds::exactly))
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
