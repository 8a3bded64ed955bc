//! A game stripped of everything but its rules.

use crate::{Ending, Game, Hints, Player, Step};

/// The rules of a game and nothing else: no symmetry, no layers, no hints. Shows in tests what those change (never a value).
#[derive(Clone, Copy, Debug)]
pub struct Bare<'g, G>(pub &'g G);

impl<G: Game> Game for Bare<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> Self::Position {
        self.0.start()
    }
    fn turn(&self, position: &Self::Position) -> Player {
        self.0.turn(position)
    }
    fn ending(&self, position: &Self::Position) -> Option<Ending> {
        self.0.ending(position)
    }
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        self.0.moves(position)
    }
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Step<Self::Position> {
        self.0.play(position, mv)
    }
    fn players(&self) -> [&str; 2] {
        self.0.players()
    }
    fn scored(&self) -> bool {
        self.0.scored()
    }
}

impl<G: Game> Hints for Bare<'_, G> {
    type Key = G::Position;

    fn key(&self, position: &Self::Position) -> Self::Key {
        position.clone()
    }
}
