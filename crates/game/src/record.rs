//! A game under way: where it began, the moves made, where it stands and who leads.

use crate::{Game, Player};
use thiserror::Error;

/// A position together with how it came about.
///
/// In scored games the position does not say what was gained on the way, because its future does not depend on it;
/// the record does.
pub struct Record<G: Game> {
    first: G::Position,
    played: Vec<Played<G>>,
}

struct Played<G: Game> {
    mv: G::Move,
    position: G::Position,
    /// The first player's lead after the move.
    lead: i32,
}

/// A move that the rules do not allow in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("that move is not legal here")]
pub struct IllegalMove;

impl<G: Game> Record<G> {
    /// A record that begins at the given position.
    pub fn at(position: G::Position) -> Self {
        Record { first: position, played: Vec::new() }
    }

    /// The position the record begins with.
    pub fn first(&self) -> &G::Position {
        &self.first
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.played.last().map_or(&self.first, |last| &last.position)
    }

    /// The moves made since the first position.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> + ExactSizeIterator {
        self.played.iter().map(|played| played.mv)
    }

    /// By how much the first player leads, from the gains on record.
    pub fn first_players_lead(&self) -> i32 {
        self.played.last().map_or(0, |last| last.lead)
    }

    /// Takes back the last move, if there is one.
    pub fn undo(&mut self) -> Option<G::Move> {
        self.played.pop().map(|played| played.mv)
    }
}

impl<G: Game> Record<G> {
    /// A record that begins at the start of the game.
    pub fn new(game: &G) -> Self {
        Record::at(game.start())
    }

    /// The positions, from the first to the one that is reached.
    pub fn positions(&self) -> impl Iterator<Item = &G::Position> {
        std::iter::once(&self.first).chain(self.played.iter().map(|played| &played.position))
    }

    /// By how much the side to move leads, from the gains on record.
    pub fn lead(&self, game: &G) -> i32 {
        match game.turn(self.position()) {
            Player::First => self.first_players_lead(),
            Player::Second => -self.first_players_lead(),
        }
    }

    /// Makes a move, if it is legal.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn play(&mut self, game: &G, mv: G::Move) -> Result<(), IllegalMove> {
        let position = self.position();
        if !game.moves(position).any(|legal| legal == mv) {
            return Err(IllegalMove);
        }
        let step = game.play(position, mv);
        let gain = match game.turn(position) {
            Player::First => step.gain,
            Player::Second => -step.gain,
        };
        let lead = self.first_players_lead().saturating_add(gain);
        self.played.push(Played { mv, position: step.position, lead });
        Ok(())
    }
}

impl<G: Game> Record<G> {
    /// The same record for a game with the same positions and moves.
    #[must_use]
    pub fn of_game<H: Game<Position = G::Position, Move = G::Move>>(&self) -> Record<H> {
        let copy = |p: &Played<G>| Played { mv: p.mv, position: p.position.clone(), lead: p.lead };
        Record { first: self.first.clone(), played: self.played.iter().map(copy).collect() }
    }
}

impl<G: Game> std::fmt::Debug for Record<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves: Vec<G::Move> = self.moves().collect();
        f.debug_struct("Record").field("first", &self.first).field("moves", &moves).finish_non_exhaustive()
    }
}

impl<G: Game> Clone for Record<G> {
    fn clone(&self) -> Self {
        self.of_game()
    }
}
