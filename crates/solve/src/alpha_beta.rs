//! Alpha-beta search: null-window negamax with an exact transposition table.
//!
//! Every search asks one question, "is this position worth at least so much?", and the answer narrows the bounds on
//! its value. Values with distances and margins are found by a series of such questions, which share the table.

mod code;
mod layers;
mod memory;
mod packed;
mod search;

use crate::halt::Halt;
use crate::stack::stack_per_ply;
use crate::team::{self, Member};
use crate::{Control, Crew, Engine, EngineKind, Goal, MemoryTooSmall, Solvable, SolveError, questions};
use memory::Memory;
use perfectplay_game::{Bounds, Hints, Target, Value};
use search::{Child, Search};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The alpha-beta engine. Its table stays warm from one question to the next.
pub struct AlphaBeta<'g, G: Hints> {
    game: &'g G,
    memory: Memory<G::Key>,
    crew: Crew,
    longest: usize,
    most_moves: usize,
}

/// What the table holds of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Known {
    /// Worth of the lower and the upper bound.
    low: i32,
    high: i32,
}

const NAME: &str = EngineKind::AlphaBeta.name();

/// Even the smallest engine can follow lines this long.
const LEAST_PLIES: usize = 256;

/// The best and the worst that an unfinished position can be worth.
pub(crate) const BEST: i32 = Value::Win { plies: 1 }.worth();
pub(crate) const WORST: i32 = Value::Loss { plies: 1 }.worth();

impl<'g, G: Solvable> AlphaBeta<'g, G> {
    /// An engine that stays within `memory` bytes.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn new(game: &'g G, memory: usize) -> Result<Self, MemoryTooSmall> {
        AlphaBeta::with_crew(game, memory, Crew::new(1))
    }

    /// An engine that stays within `memory` bytes, and uses these threads.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn with_crew(game: &'g G, memory: usize, crew: Crew) -> Result<Self, MemoryTooSmall> {
        let threads = crew.threads();
        let per_ply = stack_per_ply::<G::Position>() + 4 * size_of::<G::Key>();
        let least_stack = threads * LEAST_PLIES * per_ply;
        MemoryTooSmall::check(NAME, memory, 4 * least_stack.max(Memory::<G::Key>::least(game, threads)))?;
        // for the stack and the path, and for the moves along it, whose list doubles now and then
        let stack = match game.plies_to_fill(&game.start()) {
            Some(plies) if plies < LEAST_PLIES as u32 => least_stack,
            _ => (memory / 8).max(least_stack),
        };
        Ok(AlphaBeta {
            game,
            memory: Memory::new(game, threads, memory - 2 * stack),
            crew,
            longest: stack / (threads * per_ply),
            most_moves: stack / (threads * 3 * size_of::<Child<G>>()),
        })
    }

    /// The values of many positions, one thread at each, with the table in common. Tells each by its place as soon as it is
    /// found, until the control stops it.
    pub(crate) fn values(
        &self,
        positions: &[G::Position],
        control: &mut Control,
        found: &(impl Fn(usize, Value) + Sync),
    ) -> Result<(), Halt<G::Position>> {
        let next = AtomicUsize::new(0);
        team::share(self.crew, control, |member| {
            loop {
                let nth = next.fetch_add(1, Ordering::Relaxed);
                let Some(position) = positions.get(nth) else { return Ok(()) };
                let mut bounds = self.known(position);
                let ask = |target, _: &mut Control| self.answer(position, target, member);
                self.narrow(position, Goal::Exact, &mut bounds, &mut Control::default(), ask)?;
                found(nth, bounds.value().expect("an exact answer"));
            }
        })
    }

    /// Asks until the goal is reached.
    fn narrow(
        &self,
        position: &G::Position,
        goal: Goal,
        bounds: &mut Bounds,
        control: &mut Control,
        ask: impl FnMut(Target, &mut Control) -> Result<i32, Halt<G::Position>>,
    ) -> Result<(), Halt<G::Position>> {
        questions::narrow(goal, self.game.scored(), self.game.plies_to_fill(position), bounds, control, ask)
    }

    /// Whether a position is worth at least `target`: a bound that tells.
    fn answer(&self, position: &G::Position, target: Target, member: &mut Member) -> Result<i32, Halt<G::Position>> {
        let reader = self.memory.reader(self.game);
        Search::new(self.game, reader, member, self.longest, self.most_moves).answer(position, target)
    }

    /// What the game and the table tell of a position.
    fn known(&self, position: &G::Position) -> Bounds {
        if let Some(value) = self.game.final_value(position) {
            return Bounds::exactly(value);
        }
        let scored = self.game.scored();
        let bounds = self.game.bounds(position);
        let key = self.game.canonical_key(position);
        let reader = self.memory.reader(self.game);
        match reader.spot(key, self.game.layer(position)).ok().and_then(|spot| reader.get(&spot)) {
            Some(entry) => bounds.and(Bounds {
                at_least: Value::from_worth(entry.low, scored),
                at_most: Value::from_worth(entry.high, scored),
            }),
            None => bounds,
        }
    }
}

impl<G: Solvable> Engine<G> for AlphaBeta<'_, G> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn game(&self) -> &G {
        self.game
    }

    fn bounds(
        &mut self,
        position: &G::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>> {
        let mut bounds = self.known(position);
        let ask = |target, control: &mut Control| {
            team::work(self.crew, control, |member| self.answer(position, target, member))
        };
        match self.narrow(position, goal, &mut bounds, control, ask) {
            Ok(()) => Ok(bounds),
            Err(halt) => halt.answer(bounds),
        }
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.memory.save(self.game.key_codec().as_ref(), to)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.memory.load(self.game.key_codec().as_ref(), from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Exhaustive;
    use perfectplay_games::{ConnectFour, dots_and_boxes};

    /// The same engine is asked about positions of random games, as late as the exhaustive search can do, and so learns which layers
    /// take many nodes.
    fn compare_with_exhaustive<G: Solvable>(game: &G, late: usize, games: usize) {
        let mut random = fastrand::Rng::with_seed(1);
        for threads in [1, 2] {
            let mut engine = AlphaBeta::with_crew(game, 1 << 24, Crew::new(threads)).unwrap();
            for _ in 0..games {
                let mut positions = vec![game.start()];
                while let Some(mv) = random.choice(game.moves(positions.last().unwrap()).collect::<Vec<_>>()) {
                    positions.push(game.play(positions.last().unwrap(), mv).position);
                }
                let position = &positions[positions.len().saturating_sub(1 + late)];
                let bounds =
                    |engine: &mut dyn Engine<G>| engine.bounds(position, Goal::Exact, &mut Control::default()).unwrap();
                let expected = bounds(&mut Exhaustive::new(game, 1 << 28).unwrap());
                assert_eq!(bounds(&mut engine), expected, "{position:?}");
            }
        }
    }

    #[test]
    fn looking_further_changes_no_value() {
        compare_with_exhaustive(&dots_and_boxes(2, 3), 15, 30);
        compare_with_exhaustive(&dots_and_boxes(3, 3), 12, 200);
        compare_with_exhaustive(&ConnectFour::new(4, 4, 3), 9, 100);
        compare_with_exhaustive(&ConnectFour::new(4, 5, 4), 10, 40);
    }
}
