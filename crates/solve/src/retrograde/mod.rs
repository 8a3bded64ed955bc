//! Retrograde analysis: values spread from the finished positions backwards. Right on games with cycles, where a
//! position from which neither side can force an end that it likes is a draw.

mod cell;
mod discovered;
mod edge;
mod flat;
mod layers;
mod lock;
mod numbering;
mod numbers;
mod positions;
mod spread;
mod state;
mod store;
mod strong;

pub use cell::Coding;
pub use lock::is_in_use;
pub use numbering::{Discovery, Numbering, Undiscovered};
pub use store::Unsound;
pub use strong::{
    InUse, NoNumbering, Notice, Plan, Scope, Section, SectionFiles, SectionReader, Strong, StrongError, Workshop,
};

use crate::halt::Halt;
use crate::{Control, Crew, Engine, EngineKind, Goal, MemoryTooSmall, Premise, SolveError};
use cell::{Cells, Narrow, Wide};
use discovered::Discovered;
use flat::Flat;
use perfectplay_game::{Bounds, Game, Hints, Value};

const NAME: &str = EngineKind::Retrograde.name();

/// Finds the values of all positions at once: of all that have a number, in games with a dense numbering that fits into
/// the memory, else of all that can be reached.
pub struct Retrograde<'g, G: Game> {
    game: &'g G,
    memory: usize,
    crew: Crew,
    flat: Option<Box<dyn Values<G> + Send + 'g>>,
    discovered: Discovered<'g, G>,
}

/// The values of all positions.
trait Values<G: Game> {
    fn value(&self, position: &G::Position) -> Option<Value>;
}

impl<G, C: Cells> Values<G> for Flat<'_, G, C>
where
    G: Hints<Position: Send + Sync> + Sync,
{
    fn value(&self, position: &G::Position) -> Option<Value> {
        Flat::value(self, position)
    }
}

impl<'g, G> Retrograde<'g, G>
where
    G: Hints<Position: Send + Sync> + Sync,
{
    /// An engine that stays within `memory` bytes.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn new(game: &'g G, memory: usize) -> Result<Self, MemoryTooSmall> {
        MemoryTooSmall::check(NAME, memory, 1 << 16)?;
        Ok(Retrograde { game, memory, crew: Crew::default(), flat: None, discovered: Discovered::new(game, memory) })
    }

    /// The engine with so many threads instead of one for each core.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.crew = Crew::new(threads);
        self
    }

    /// Settles an array of cells of so many bytes, if it fits and they are wide enough.
    fn settle<C: Cells + 'g>(&mut self, cell_bytes: usize, control: &mut Control) -> Result<(), Halt<G::Position>> {
        let count = self.game.index_count().filter(|_| self.game.is_dense());
        let size = count.and_then(|count| count.checked_mul(cell_bytes as u64));
        if self.flat.is_some() || size.is_none_or(|size| size > self.memory as u64) {
            return Ok(());
        }
        // setting up the array takes a while, even if nothing comes of it
        if control.stopped().is_some() {
            return Err(Halt::Stopped);
        }
        let mut flat = Flat::<G, C>::new(self.game.into(), Coding::new(cell_bytes, self.game.scored()));
        match flat.settle(self.crew, control, &mut |_| Ok(())) {
            Ok(()) => self.flat = Some(Box::new(flat)),
            Err(Halt::TooNarrow) => {}
            Err(halt) => return Err(halt),
        }
        Ok(())
    }

    fn value(&mut self, position: &G::Position, control: &mut Control) -> Result<Value, Halt<G::Position>> {
        self.settle::<Narrow>(1, control)?;
        self.settle::<Wide>(2, control)?;
        self.settle::<Wide>(4, control)?;
        match &self.flat {
            Some(flat) => flat.value(position).ok_or_else(|| Premise::NotNumbered.broken_at(position.clone())),
            None => self.discovered.value(position, control),
        }
    }
}

impl<G> Engine<G> for Retrograde<'_, G>
where
    G: Hints<Position: Send + Sync> + Sync,
{
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
        match self.game.final_value(position) {
            Some(value) => Ok(Bounds::exactly(value)),
            None => match self.value(position, control) {
                Ok(value) => Ok(Bounds::exactly(value)),
                Err(halt) => halt.answer(Bounds::UNKNOWN),
            },
        }
    }
}
