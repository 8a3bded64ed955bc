//! The positions that can be reached in a game without layers, numbered without gaps, so that they fit a flat array.

use crate::Control;
use crate::error::{Halt, Premise};
use perfectplay_game::{Ending, Game, Indexed, Layered, Player, Reversible, Step};
use rustc_hash::FxHashMap;

/// A game with the numbers of some of its positions in the place of its own numbering.
pub(crate) struct Ranked<'g, G> {
    game: &'g G,
    /// Rising.
    numbers: Vec<u64>,
    ranks: FxHashMap<u64, u32>,
}

impl<'g, G: Indexed> Ranked<'g, G> {
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
        let mut enter = |position: &G::Position, numbers: &mut Vec<u64>| {
            let number = game.index(position);
            if ranks.insert(number, 0).is_none() {
                numbers.push(number);
            }
        };
        roots.iter().for_each(|root| enter(root, &mut numbers));
        while next < numbers.len() {
            let position = game.at_index(numbers[next]).expect("a number that a position had");
            if numbers.len() > most {
                return Err(Premise::TooManyPositions { limit: most }.broken_at(position));
            }
            for mv in game.moves(&position) {
                enter(&game.play(&position, mv).position, &mut numbers);
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

impl<G: Indexed> Game for Ranked<'_, G> {
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
}

impl<G: Indexed> Indexed for Ranked<'_, G> {
    fn index_count(&self) -> Option<u64> {
        Some(self.numbers.len() as u64)
    }
    fn index(&self, position: &G::Position) -> u64 {
        self.ranks[&self.game.index(position)].into()
    }
    fn at_index(&self, index: u64) -> Option<G::Position> {
        self.game.at_index(*self.numbers.get(index as usize)?)
    }
}

impl<G: Indexed + Layered> Layered for Ranked<'_, G> {
    fn layer(&self, position: &G::Position) -> Option<u32> {
        self.game.layer(position)
    }
}

impl<G: Indexed + Reversible> Reversible for Ranked<'_, G> {
    fn unmoves(&self, position: &G::Position, before: &mut Vec<G::Position>) -> bool {
        let known = before.len();
        let is_reversible = self.game.unmoves(position, before);
        let mut place = 0;
        before.retain(|earlier| {
            place += 1;
            place <= known || self.ranks.contains_key(&self.game.index(earlier))
        });
        is_reversible
    }
}
