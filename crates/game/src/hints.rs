//! What a game can tell beyond its rules, to engines and to the eye. Nothing here decides a value: every engine gives the same
//! answers without it, only later, and no certificate rests on it.

use crate::picture::{Picture, Setup};
use crate::{Bounds, Game, Heap, KeyCodec, Notation, Patterns, Player, Record, Step};
use std::hash::Hash;

/// What a game knows about its positions. A key is all that has to be told; for the rest the defaults are honest for every
/// game ("nothing known"). A game without any hints goes to the engines as [`Plain`](crate::Plain).
pub trait Hints: Game {
    /// A small value that stands for a position in tables. Compared in full, so a table never mistakes one position for
    /// another.
    type Key: Clone + Eq + Hash;

    /// Equal for two positions exactly when the positions are equal.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The key under which searches keep what they find out: that of the [representative](Game::canonical), or one that more positions
    /// share, all of the same value. Some games can tell it sooner than the representative.
    #[inline]
    fn canonical_key(&self, position: &Self::Position) -> Self::Key {
        self.key(&self.canonical(position))
    }

    /// How many bits a [packed](Hints::packed) key takes, if keys can be packed. Tables of packed keys hold several times as
    /// many entries, which threads share without locks. Margins beyond 127 and wins and losses of more than 126 plies are only rounded there, and
    /// searched again and again: games that have such values often are better off without.
    fn packed_bits(&self) -> Option<u32> {
        None
    }

    /// The key packed into so many bits, different for different keys.
    #[inline]
    fn packed(&self, _key: &Self::Key) -> Option<u64> {
        None
    }

    /// How keys are written to a checkpoint, if they can be.
    fn key_codec(&self) -> Option<KeyCodec<'_, Self::Key>> {
        None
    }

    /// Bounds on the value of an unfinished position, cheap to compute.
    #[inline]
    fn bounds(&self, _position: &Self::Position) -> Bounds {
        Bounds::UNKNOWN
    }

    /// How many plies are left if no ending comes early, where the rules fix that: the empty cells of a board that
    /// has to fill up, the lines still to draw. Tells how long a tie takes.
    #[inline]
    fn plies_to_fill(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// No fewer than so many plies pass from an unfinished position until this player can have won, even if the other
    /// player helps; `u32::MAX` if the player never can.
    #[inline]
    fn least_plies_to_win(&self, _position: &Self::Position, _player: Player) -> u32 {
        1
    }

    /// How likely a move is to be good: the higher, the sooner it is tried. Any order gives the same values. Where a search looks at the
    /// answers before it tries moves, an answer less that has to be refuted counts as four points.
    #[inline]
    fn promise(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// Moves of an unfinished position with a best one among them, always in the same order, each with its
    /// [promise](Hints::promise). Searches leave the others out. Only asked where [`bounds`](Hints::bounds), or
    /// [`glance`](Hints::glance) below the root of a search, leave the value open; at the root there may be a forced move.
    #[inline]
    fn candidates(&self, position: &Self::Position) -> impl Iterator<Item = (Self::Move, i32)> {
        self.moves(position).map(|mv| (mv, self.promise(position, mv)))
    }

    /// What is to be seen at a position, finished or not, to which a candidate or a forced move has led. So a game whose
    /// bounds tell who wins with the next move need not look for that again. Searches follow forced moves at once, without a
    /// place in their tables.
    #[inline]
    fn glance(&self, position: &Self::Position) -> Glance<Self::Move> {
        Glance::new(self.final_value(position).map_or_else(|| self.bounds(position), Bounds::exactly))
    }

    /// How many numbers positions may have, if they have numbers: tables are then flat arrays, or sorted lists of numbers.
    ///
    /// Positions that are the same up to symmetry may share a number, if they have the same [layer](Game::layer). How much
    /// symmetry a numbering uses is up to the game: more makes tables smaller, and numbering slower.
    fn index_count(&self) -> Option<u64> {
        None
    }

    /// Whether a good part of the numbers have a position. If so, tables are flat arrays and hold all positions that have
    /// a number; if not, they hold those that can be reached.
    fn is_dense(&self) -> bool {
        false
    }

    /// The number of a position, below [`index_count`](Hints::index_count); equal only for positions that are the same up to
    /// symmetry.
    #[inline]
    fn index(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// A position with this number, or `None` if there is none.
    #[inline]
    fn at_index(&self, _index: u64) -> Option<Self::Position> {
        None
    }

    /// The version of the numbering, which stands in the header of each table. A game that numbers its positions in another way has
    /// to change it, so that tables from before are refused, and not misread.
    fn index_version(&self) -> u32 {
        1
    }

    /// The positions that share the number of this one, each once: itself, and what the symmetries that the numbering uses make of it.
    /// Those in which only the turn is another may be left out, if it makes no difference.
    fn images(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// Whether a game may begin with this position.
    fn may_begin(&self, position: &Self::Position) -> bool {
        *position == self.start()
    }

    /// Adds all positions from which a move leads to this one, each at least once; false if the game cannot tell.
    ///
    /// Others may come along if no game goes through them: finished positions, and such that have no
    /// [position](Hints::at_index) at their number.
    #[inline]
    fn unmoves(&self, _position: &Self::Position, _before: &mut Vec<Self::Position>) -> bool {
        false
    }

    /// What positions take beside their own bytes, if that grows for as long as the game is there.
    fn heap(&self) -> Option<&Heap> {
        None
    }

    /// The same game, of which no position has taken anything yet. Positions of one must not be used with the other.
    fn renewed(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Whether looking at a position takes less time than the memory takes to tell something: then the many positions near the end, which
    /// are soon searched again, are better remembered in a small table.
    #[inline]
    fn is_light(&self) -> bool {
        false
    }

    /// Whether there are mostly few answers that keep the balance, so that it is found out sooner who wins by following these than by
    /// looking at all: by proof numbers.
    #[inline]
    fn is_forcing(&self) -> bool {
        false
    }

    /// Whether the moves of many positions together cost little more than those of one: then it may be better to look at all
    /// positions than at few, one by one.
    #[inline]
    fn is_cheap_in_bulk(&self) -> bool {
        false
    }

    /// Tells what the moves of many positions lead to: which one of the list it is, and the step. For each position its
    /// moves in their order; the positions in any. For rules that are cheap only in bulk.
    #[inline]
    fn successors(&self, positions: &[Self::Position], tell: &mut impl FnMut(usize, Step<Self::Position>)) {
        for (at, position) in positions.iter().enumerate() {
            self.moves(position).for_each(|mv| tell(at, self.play(position, mv)));
        }
    }

    /// Where a learnt evaluation looks, if the game can be judged by patterns. What it has learnt is for these patterns alone: a game that
    /// changes them has to change [`patterns_version`](Hints::patterns_version).
    fn patterns(&self) -> Patterns {
        Patterns::default()
    }

    /// The version of the patterns, which stands in files with what was learnt of them.
    fn patterns_version(&self) -> u32 {
        1
    }

    /// The pattern at each of the [places](Patterns::places) of an unfinished position, as the side to move sees it, which has this lead.
    #[inline]
    fn look(&self, _position: &Self::Position, _lead: i32, _seen: &mut [u16]) {}

    /// What the position looks like that a record has reached. Without more ado every move is a spot with its text.
    fn picture(&self, record: &Record<Self>) -> Picture
    where
        Self: Notation,
    {
        Picture::of_moves(self, record)
    }

    /// The names of the spots in the picture that are clicked, one after the other, to make a move.
    fn clicks(&self, mv: Self::Move) -> Vec<String>
    where
        Self: Notation,
    {
        vec![self.write_move(mv)]
    }

    /// How the text of a position can be put together by clicking, if it can.
    fn setup(&self, _record: &Record<Self>) -> Option<Setup>
    where
        Self: Notation,
    {
        None
    }
}

/// What a search sees of a position before it looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glance<M> {
    /// The position is [worth](crate::Value::worth) at least so much.
    pub low: i32,
    /// And at most so much.
    pub high: i32,
    /// A move than which no other is better; only where the bounds leave the value open.
    pub forced: Option<M>,
    /// The higher, the better the position seems for the side that has moved.
    pub appeal: i32,
}

impl<M> Glance<M> {
    /// Nothing is forced, and nothing seems better than anything else.
    #[inline]
    pub fn new(bounds: Bounds) -> Self {
        Glance { low: bounds.at_least.worth(), high: bounds.at_most.worth(), forced: None, appeal: 0 }
    }
}
