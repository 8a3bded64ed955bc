//! The engines by name, for front ends that choose one at run time.

use crate::{AlphaBeta, Crew, Engine, Exhaustive, MemoryTooSmall, ProofNumber, Retrograde};
use perfectplay_game::Hints;

/// What all engines together ask of a game. A game without hints offers it as [`Plain`](perfectplay_game::Plain).
pub trait Solvable: Hints<Position: Send + Sync, Move: Send + Sync, Key: Send + Sync> + Send + Sync {}

impl<G> Solvable for G where G: Hints<Position: Send + Sync, Move: Send + Sync, Key: Send + Sync> + Send + Sync {}

/// The engines there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EngineKind {
    /// [`Exhaustive`].
    Exhaustive,
    /// [`AlphaBeta`].
    AlphaBeta,
    /// [`ProofNumber`].
    ProofNumber,
    /// [`Retrograde`].
    Retrograde,
}

impl EngineKind {
    /// All of them.
    pub const ALL: [EngineKind; 4] =
        [EngineKind::Exhaustive, EngineKind::AlphaBeta, EngineKind::ProofNumber, EngineKind::Retrograde];

    /// The engine's name.
    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::Exhaustive => "exhaustive",
            EngineKind::AlphaBeta => "alpha-beta",
            EngineKind::ProofNumber => "proof-number",
            EngineKind::Retrograde => "retrograde",
        }
    }

    /// An engine of this kind that stays within `memory` bytes, and uses these threads if it can use several.
    ///
    /// # Errors
    ///
    /// If there is too little memory.
    pub fn start<'g, G>(
        self,
        game: &'g G,
        memory: usize,
        crew: Crew,
    ) -> Result<Box<dyn Engine<G> + Send + 'g>, MemoryTooSmall>
    where
        G: Solvable,
    {
        Ok(match self {
            EngineKind::Exhaustive => Box::new(Exhaustive::new(game, memory)?),
            EngineKind::AlphaBeta => Box::new(AlphaBeta::with_crew(game, memory, crew)?),
            EngineKind::ProofNumber => Box::new(ProofNumber::new(game, memory, crew)?),
            EngineKind::Retrograde => Box::new(Retrograde::new(game, memory)?.with_threads(crew.threads())),
        })
    }
}
