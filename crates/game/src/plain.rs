//! A game stripped of its hints.

use crate::{
    Bounded, Ending, Evident, Game, Indexed, Insight, Keyed, Layered, Ordered, Player, Reversible, Step, Symmetric,
};

/// The wrapped game with none of its hints: no symmetry, no bounds, no order, and positions as their own keys.
///
/// It lets an engine that asks for hints run on a game that has none, and shows in tests what the hints change
/// (never a value).
#[derive(Clone, Copy, Debug)]
pub struct Plain<'g, G>(pub &'g G);

impl<G: Game> Game for Plain<'_, G> {
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

impl<G: Game<Position: Copy>> Keyed for Plain<'_, G> {
    type Key = G::Position;

    fn key(&self, position: &Self::Position) -> Self::Key {
        *position
    }
}

impl<G: Game> Symmetric for Plain<'_, G> {}
impl<G: Game> Bounded for Plain<'_, G> {}
impl<G: Game> Evident for Plain<'_, G> {}
impl<G: Game> Ordered for Plain<'_, G> {}
impl<G: Game> Insight for Plain<'_, G> {}
impl<G: Game> Layered for Plain<'_, G> {}
impl<G: Game> Indexed for Plain<'_, G> {}
impl<G: Game> Reversible for Plain<'_, G> {}
