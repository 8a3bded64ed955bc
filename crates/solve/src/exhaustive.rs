//! Plain backward induction: every position below the given one, no pruning, nothing clever. The oracle of all tests.

use crate::halt::Halt;
use crate::stack::{stack_per_ply, with_stack};
use crate::way::is_margin;
use crate::{Control, Engine, EngineKind, Goal, MemoryTooSmall, Premise, SolveError};
use perfectplay_game::{Bounds, Game, Value};
use rustc_hash::FxHashMap;

/// Searches all positions once and remembers their values.
pub struct Exhaustive<'g, G: Game> {
    game: &'g G,
    /// The value of each position met, or `None` while it is being searched.
    known: FxHashMap<G::Position, Option<Value>>,
    most_positions: usize,
    longest: usize,
}

const NAME: &str = EngineKind::Exhaustive.name();

impl<'g, G: Game> Exhaustive<'g, G> {
    /// An engine that stays within `memory` bytes.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn new(game: &'g G, memory: usize) -> Result<Self, MemoryTooSmall> {
        MemoryTooSmall::check(NAME, memory, 1 << 16)?;
        // a quarter is for the stack; while the map grows, the old half is there beside the new whole, seven eighths full
        let entry = size_of::<(G::Position, Option<Value>)>() + 1;
        let slots = (memory / 4 * 3 / (entry + entry.div_ceil(2))).max(8);
        let most_positions = (1 << slots.ilog2()) / 8 * 7;
        Ok(Exhaustive {
            game,
            known: FxHashMap::default(),
            most_positions,
            longest: memory / 4 / stack_per_ply::<G::Position>(),
        })
    }

    /// The same, but failing after so many positions.
    #[must_use]
    pub fn with_most_positions(mut self, limit: usize) -> Self {
        self.most_positions = self.most_positions.min(limit);
        self
    }

    fn value(&mut self, position: &G::Position, ply: usize, control: &mut Control) -> Result<Value, Halt<G::Position>> {
        if let Some(value) = self.game.final_value(position) {
            return Ok(value);
        }
        match self.known.get(position) {
            Some(Some(value)) => return Ok(*value),
            Some(None) => return Err(Premise::Cycle { engine: NAME }.broken_at(position.clone())),
            None if self.known.len() >= self.most_positions => {
                return Err(Premise::TooManyPositions { limit: self.most_positions }.broken_at(position.clone()));
            }
            None if ply >= self.longest => {
                return Err(Premise::TooDeep { limit: self.longest }.broken_at(position.clone()));
            }
            None => self.known.insert(position.clone(), None),
        };
        let result = with_stack::<G::Position, _>(ply, || self.best(position, ply, control));
        match &result {
            // not by inserting it again, which would make a full map grow
            Ok(value) => *self.known.get_mut(position).expect("it was entered above") = Some(*value),
            Err(_) => drop(self.known.remove(position)),
        }
        result
    }

    /// The best value among the moves of an unfinished position.
    fn best(&mut self, position: &G::Position, ply: usize, control: &mut Control) -> Result<Value, Halt<G::Position>> {
        if !control.tick() {
            return Err(Halt::Stopped);
        }
        let mut best: Option<Value> = None;
        for mv in self.game.moves(position) {
            let step = self.game.play(position, mv);
            let again = self.game.moves_again(position, &step.position);
            let value = self.value(&step.position, ply + 1, control)?.before(again, step.gain);
            if value.margin().is_some_and(|margin| !is_margin(margin)) {
                return Err(Premise::MarginTooLarge.broken_at(position.clone()));
            }
            if best.is_none_or(|best| value.worth() > best.worth()) {
                best = Some(value);
            }
        }
        best.ok_or_else(|| Premise::NoMove.broken_at(position.clone()))
    }
}

impl<G: Game> Engine<G> for Exhaustive<'_, G> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn game(&self) -> &G {
        self.game
    }

    fn bounds(
        &mut self,
        position: &G::Position,
        _goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>> {
        let mut result = self.value(position, 0, control);
        if matches!(&result, Err(Halt::Failed(error)) if error.is_about_room()) && !self.known.is_empty() {
            // what was kept from earlier questions takes the room
            self.known = FxHashMap::default();
            result = self.value(position, 0, control);
        }
        match result {
            Ok(value) => Ok(Bounds::exactly(value)),
            Err(halt) => halt.answer(Bounds::UNKNOWN),
        }
    }
}
