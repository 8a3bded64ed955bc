//! The rules of a game: the one trait that every engine and every checker works on.

use crate::{Bounds, Value};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of a finite two-player game with perfect information.
///
/// Rules are a value, so sizes, weights and variants are chosen at run time. Positions know whose turn it is;
/// a game in which the mover sometimes moves again simply returns a position with the same [`turn`](Game::turn).
/// Results and values are always told from the view of the side to move.
///
/// Five methods are the whole game. The others have defaults that are right for every game.
///
/// # What certificates rest on
///
/// A certificate is a list of moves; the checker finds the positions itself, by this trait and by
/// [`Notation`](crate::Notation), and by nothing else. So both are frozen for a game of which there are certificates: the rules, the
/// order of the moves, the [canonical](Game::canonical) form, the [layer](Game::layer), the [evident](Game::evident) bounds,
/// and the texts. What engines merely use is in [`Hints`](crate::Hints), and may change any day.
pub trait Game {
    /// Everything the future of the game depends on, and whose turn it is. Limits on memory count its size, and not what it
    /// has on the heap: small positions without any are best.
    type Position: Clone + Eq + Hash + Debug;
    /// A choice of the side to move.
    type Move: Copy + Eq + Debug;

    /// The position the game begins with.
    fn start(&self) -> Self::Position;

    /// Whose turn it is. In a finished position: whose turn it would be.
    fn turn(&self, position: &Self::Position) -> Player;

    /// How the game has ended, for the side to move; `None` while it goes on.
    fn ending(&self, position: &Self::Position) -> Option<Ending>;

    /// The legal moves, each once, always in the same order; none exactly when the game has ended.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The position after a legal move, and what the mover gained by it.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Step<Self::Position>;

    /// What the two players are called, the one who begins first.
    fn players(&self) -> [&str; 2] {
        ["First", "Second"]
    }

    /// Whether the gains are added up and decide the game; if not, gains are zero and only endings count.
    fn scored(&self) -> bool {
        false
    }

    /// One representative of the positions that are the same as this one up to turning the board, renaming the players, and
    /// the like. It has the same value for the side to move, its successors are equivalent to this position's, and it
    /// represents itself.
    #[inline]
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Whether equivalent positions have the same representative; if not, some have several, because finding one for all
    /// would take longer than it saves.
    fn has_one_representative(&self) -> bool {
        true
    }

    /// A number that rises with every move (marks set, lines drawn) and never falls by taking the
    /// [canonical](Game::canonical) position, so that no position can come back; or `None` at every position of a game that
    /// has no such number. Engines for games without cycles then keep track of the path themselves.
    #[inline]
    fn layer(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Bounds on the value of an unfinished position that anyone can verify by hand, without any thought of what comes next.
    /// Certificates end where these are enough.
    #[inline]
    fn evident(&self, _position: &Self::Position) -> Bounds {
        Bounds::UNKNOWN
    }

    /// The version of the rules, and of all else that certificates rest on. A game that changes any of it has to change this
    /// number, so that certificates, tables and checkpoints of the game as it was are refused, and not misread.
    fn version(&self) -> u32 {
        1
    }

    /// The text that the rules come from, if they come from a text and not from a program. Certificates and tables carry it.
    fn text(&self) -> Option<&str> {
        None
    }

    /// The value of a finished position; `None` while the game goes on.
    #[inline]
    fn final_value(&self, position: &Self::Position) -> Option<Value> {
        self.ending(position).map(|ending| Value::of_ending(ending, self.scored()))
    }

    /// Whether the side that has moved from one position to the next is to move again.
    #[inline]
    fn moves_again(&self, from: &Self::Position, to: &Self::Position) -> bool {
        self.turn(from) == self.turn(to)
    }

    /// What [`players`](Game::players) calls this player.
    fn player_name(&self, player: Player) -> &str {
        self.players()[player.index()]
    }
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Player {
    /// The player who begins.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// How a game has ended, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The side to move has lost.
    Loss,
    /// Nobody wins by the ending itself. In a [scored](Game::scored) game the gains decide.
    Tie,
    /// The side to move has won.
    Win,
}

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step<P> {
    /// The position after the move.
    pub position: P,
    /// What the mover gained by it; zero in games that are not [scored](Game::scored).
    pub gain: i32,
}

impl<P> From<P> for Step<P> {
    #[inline]
    fn from(position: P) -> Self {
        Step { position, gain: 0 }
    }
}
