//! An engine whose findings are put into safety now and then.

use super::session::{Keeper, Saved};
use perfectplay_game::{Bounds, Game};
use perfectplay_solve::{Control, Engine, Goal, Limits, SolveError};
use std::io::{self, Read, Write};
use std::time::Duration;

/// An engine that stops for a moment every so often, if there is a keeper.
pub(super) struct Kept<'k, G: Game> {
    engine: Box<dyn Engine<G> + Send + 'k>,
    keeper: Option<(Duration, Keeper<'k>)>,
}

impl<'k, G: Game> Kept<'k, G> {
    pub(super) fn new(engine: Box<dyn Engine<G> + Send + 'k>, keeper: Option<(Duration, Keeper<'k>)>) -> Self {
        Kept { engine, keeper }
    }
}

struct Findings<'f, G: Game>(&'f dyn Engine<G>);

impl<G: Game> Saved for Findings<'_, G> {
    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.0.save(to)
    }
}

impl<G: Game> Engine<G> for Kept<'_, G> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn reason(&self) -> &'static str {
        self.engine.reason()
    }

    fn game(&self) -> &G {
        self.engine.game()
    }

    fn bounds(
        &mut self,
        position: &G::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<G::Position>> {
        let Some((every, keeper)) = &mut self.keeper else { return self.engine.bounds(position, goal, control) };
        let part = Limits { nodes: None, time: Some(*every) };
        let mut bounds = Bounds::UNKNOWN;
        loop {
            let found = control.slice(part, |control| self.engine.bounds(position, goal, control))?;
            bounds = bounds.and(found);
            if control.stopped().is_some() || goal.is_reached(self.engine.game().scored(), bounds) {
                return Ok(bounds);
            }
            keeper(&Findings(&*self.engine));
        }
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        self.engine.save(to)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.engine.load(from)
    }
}
