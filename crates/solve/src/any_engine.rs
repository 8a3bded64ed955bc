//! The engines by name, for front ends that choose one at run time.

use crate::{AlphaBeta, Control, Engine, Exhaustive, Goal, MemoryTooSmall, Retrograde, SolveError};
use perfectplay_game::{Bounded, Bounds, Game, Keyed, Layered, Ordered, Symmetric};

/// The engines there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineKind {
    /// [`Exhaustive`].
    Exhaustive,
    /// [`AlphaBeta`].
    AlphaBeta,
    /// [`Retrograde`].
    Retrograde,
}

impl EngineKind {
    /// The engine that fits a game: alpha-beta if its layers exclude cycles, else retrograde analysis.
    pub fn for_game<G: Layered>(game: &G) -> EngineKind {
        match game.layer(&game.start()) {
            Some(_) => EngineKind::AlphaBeta,
            None => EngineKind::Retrograde,
        }
    }
}

/// One of the engines.
#[allow(missing_docs)]
pub enum AnyEngine<'g, G: Keyed> {
    Exhaustive(Exhaustive<'g, G>),
    AlphaBeta(AlphaBeta<'g, G>),
    Retrograde(Retrograde<'g, G>),
}

impl<'g, G: Keyed + Symmetric + Bounded + Ordered + Layered> AnyEngine<'g, G> {
    /// An engine of this kind that stays within `memory` bytes.
    pub fn new(kind: EngineKind, game: &'g G, memory: usize) -> Result<Self, MemoryTooSmall> {
        Ok(match kind {
            EngineKind::Exhaustive => AnyEngine::Exhaustive(Exhaustive::new(game, memory)?),
            EngineKind::AlphaBeta => AnyEngine::AlphaBeta(AlphaBeta::new(game, memory)?),
            EngineKind::Retrograde => AnyEngine::Retrograde(Retrograde::new(game, memory)?),
        })
    }
}

macro_rules! each {
    ($any:expr, $engine:ident => $body:expr) => {
        match $any {
            AnyEngine::Exhaustive($engine) => $body,
            AnyEngine::AlphaBeta($engine) => $body,
            AnyEngine::Retrograde($engine) => $body,
        }
    };
}

impl<G: Keyed + Symmetric + Bounded + Ordered + Layered> Engine<G> for AnyEngine<'_, G> {
    fn name(&self) -> &'static str {
        each!(self, engine => engine.name())
    }

    fn game(&self) -> &G {
        each!(self, engine => engine.game())
    }

    fn bounds(
        &mut self,
        position: &<G as Game>::Position,
        goal: Goal,
        control: &mut Control,
    ) -> Result<Bounds, SolveError<<G as Game>::Position>> {
        each!(self, engine => engine.bounds(position, goal, control))
    }
}
