//! The positions that can be reached in a game without layers, numbered without gaps, so that they fit a flat array.

use super::numbering::{self, number_of, position_at};
use crate::Control;
use crate::error::{Halt, Premise};
use perfectplay_game::{Ending, Game, Hints, Player, Step};
use rustc_hash::FxHashMap;

/// A game with the numbers of some of its positions in the place of its own numbering.
pub(crate) struct Ranked<'g, G> {
    game: &'g G,
    /// Rising.
    numbers: Vec<u64>,
    ranks: FxHashMap<u64, u32>,
}

impl<'g, G: Hints> Ranked<'g, G> {
    /// All positions that can be reached from the roots, if they fit into the memory.
    pub(crate) fn reachable(
        game: &'g G,
        roots: &[G::Position],
        memory: usize,
        control: &mut Control,
    ) -> Result<Self, Halt<G::Position>> {
        // the map may have just doubled
        let most = (memory / (4 * size_of::<(u64, u32)>() + size_of::<u64>())).min(u32::MAX as usize);
        let mut ranks = FxHashMap::default();
        let mut numbers: Vec<u64> = vec![];
        let mut next = 0;
        let count = numbering::count(game);
        let mut enter = |position: &G::Position, numbers: &mut Vec<u64>| -> Result<(), Halt<G::Position>> {
            let number = number_of(game, count, position)?;
            if ranks.insert(number, 0).is_none() {
                numbers.push(number);
            }
            Ok(())
        };
        for root in roots {
            enter(root, &mut numbers)?;
        }
        while next < numbers.len() {
            let position = position_at(game, numbers[next])?;
            if numbers.len() > most {
                return Err(Premise::TooManyPositions { limit: most }.broken_at(position));
            }
            for mv in game.moves(&position) {
                enter(&game.play(&position, mv).position, &mut numbers)?;
            }
            if !control.tick() {
                return Err(Halt::Stopped);
            }
            next += 1;
        }
        numbers.sort_unstable();
        ranks.extend(numbers.iter().copied().zip(0..));
        Ok(Ranked { game, numbers, ranks })
    }

    /// The numbers of the positions, rising.
    pub(crate) fn numbers(&self) -> &[u64] {
        &self.numbers
    }
}

impl<G: Hints> Game for Ranked<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.game.start()
    }
    fn turn(&self, position: &G::Position) -> Player {
        self.game.turn(position)
    }
    fn ending(&self, position: &G::Position) -> Option<Ending> {
        self.game.ending(position)
    }
    fn moves(&self, position: &G::Position) -> impl Iterator<Item = G::Move> {
        self.game.moves(position)
    }
    fn play(&self, position: &G::Position, mv: G::Move) -> Step<G::Position> {
        self.game.play(position, mv)
    }
    fn scored(&self) -> bool {
        self.game.scored()
    }
    fn layer(&self, position: &G::Position) -> Option<u32> {
        self.game.layer(position)
    }
}

impl<G: Hints> Hints for Ranked<'_, G> {
    type Key = G::Key;

    fn key(&self, position: &G::Position) -> G::Key {
        self.game.key(position)
    }
    fn index_count(&self) -> Option<u64> {
        Some(self.numbers.len() as u64)
    }
    fn index(&self, position: &G::Position) -> Option<u64> {
        self.ranks.get(&self.game.index(position)?).map(|&rank| rank.into())
    }
    fn at_index(&self, index: u64) -> Option<G::Position> {
        self.game.at_index(*self.numbers.get(index as usize)?)
    }
    fn unmoves(&self, position: &G::Position, before: &mut Vec<G::Position>) -> bool {
        let known = before.len();
        let is_reversible = self.game.unmoves(position, before);
        let mut place = 0;
        before.retain(|earlier| {
            place += 1;
            place <= known || self.index(earlier).is_some()
        });
        is_reversible
    }
}
