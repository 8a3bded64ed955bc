//! Games without hints of their own.

use crate::{Bounds, Ending, Game, Hints, Player, Step};

/// A game without hints, as engines take it: positions are their own keys, and nothing is known beyond the rules.
#[derive(Clone, Copy, Debug)]
pub struct Plain<G>(pub G);

impl<G: Game> Game for Plain<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.0.start()
    }
    fn turn(&self, position: &G::Position) -> Player {
        self.0.turn(position)
    }
    fn ending(&self, position: &G::Position) -> Option<Ending> {
        self.0.ending(position)
    }
    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.0.moves(position)
    }
    fn play(&self, position: &G::Position, mv: G::Move) -> Step<G::Position> {
        self.0.play(position, mv)
    }
    fn players(&self) -> [&str; 2] {
        self.0.players()
    }
    fn scored(&self) -> bool {
        self.0.scored()
    }
    fn canonical(&self, position: &G::Position) -> G::Position {
        self.0.canonical(position)
    }
    fn has_one_representative(&self) -> bool {
        self.0.has_one_representative()
    }
    fn layer(&self, position: &G::Position) -> Option<u32> {
        self.0.layer(position)
    }
    fn evident(&self, position: &G::Position) -> Bounds {
        self.0.evident(position)
    }
}

impl<G: Game> Hints for Plain<G> {
    type Key = G::Position;

    fn key(&self, position: &G::Position) -> G::Position {
        position.clone()
    }
}
