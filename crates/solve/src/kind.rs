//! The engines by name, for front ends that choose one at run time.

use crate::{AlphaBeta, Crew, Engine, Exhaustive, MemoryTooSmall, ProofNumber, Retrograde};
use perfectplay_game::{Game, Indexed, Insight, Keyed, Layered, Reversible};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What alpha-beta and proof-number search ask of a game. Every hint may be trivial.
pub trait Searchable:
    Game<Position: Send + Sync, Move: Send> + Keyed<Key: Send + Sync> + Insight + Layered + Sync
{
}

impl<G> Searchable for G where
    G: Game<Position: Send + Sync, Move: Send> + Keyed<Key: Send + Sync> + Insight + Layered + Sync
{
}

/// What all engines together ask of a game.
pub trait Solvable: Searchable + Keyed<Key: Serialize + DeserializeOwned> + Indexed + Reversible {}

impl<G> Solvable for G where G: Searchable + Keyed<Key: Serialize + DeserializeOwned> + Indexed + Reversible {}

/// The engines there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
