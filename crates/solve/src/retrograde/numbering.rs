//! The numbers that a game gives its positions, and what is said if it does not keep its word.

use crate::Premise;
use crate::error::Halt;
use perfectplay_game::Hints;

/// How many numbers there may be. The game has a numbering: whoever asks has made sure of that.
pub(crate) fn count<G: Hints>(game: &G) -> u64 {
    game.index_count().unwrap_or(0)
}

/// The number of a position, below the count.
#[inline]
pub(crate) fn number_of<G: Hints>(game: &G, count: u64, position: &G::Position) -> Result<u64, Halt<G::Position>> {
    match game.index(position) {
        Some(number) if number < count => Ok(number),
        _ => Err(Premise::NotNumbered.broken_at(position.clone())),
    }
}

/// The position at a number that a position has.
#[inline]
pub(crate) fn position_at<G: Hints>(game: &G, number: u64) -> Result<G::Position, Halt<G::Position>> {
    game.at_index(number).ok_or_else(|| Premise::NotAtItsNumber { number }.broken_at(game.start()))
}

/// The layer of a position, in a game with layers.
#[inline]
pub(crate) fn layer_of<G: Hints>(game: &G, position: &G::Position) -> Result<u32, Halt<G::Position>> {
    game.layer(position).ok_or_else(|| Premise::LayerDoesNotRise.broken_at(position.clone()))
}
