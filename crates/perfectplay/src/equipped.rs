//! The games of the registry together with their engines.
//!
//! Engines are generic, and compiled for each game on its own. That takes long, so it is done here, once for all front
//! ends.

use perfectplay_check::{Counts, Header, Terms};
use perfectplay_game::{Bounded, Game, Ordered};
use perfectplay_games::{
    ChessEnding, Chomp, ConnectFour, FingerGame, LargeConnectFour, Nim, Playable, Quixo, StringsAndCoins, Subtraction,
    TixTax, WeightedTicTacToe,
};
use perfectplay_solve::{
    Auto, CertifyError, Control, Crew, Engine, EngineKind, Estimate, Estimation, MemoryTooSmall, SolveError, certify,
};
use std::path::Path;

/// An engine of any kind.
pub type AnyEngine<'g, G> = Box<dyn Engine<G> + Send + 'g>;

/// Something that estimates positions of a game.
pub type AnyEstimator<'g, G> = Box<dyn Estimator<G> + Send + 'g>;

/// A game of the registry with its engines.
pub trait Equipped: Playable + Clone + 'static {
    /// An engine of this kind, or the one that fits, that stays within `memory` bytes and uses these threads if it can
    /// use several.
    fn engine(
        &self,
        kind: Option<EngineKind>,
        memory: usize,
        crew: Crew,
    ) -> Result<AnyEngine<'_, Self>, MemoryTooSmall>;

    /// One that estimates within `memory` bytes.
    fn estimator(&self, memory: usize, seed: u64) -> Result<AnyEstimator<'_, Self>, MemoryTooSmall>;

    /// Writes a certificate of the claims in a header and checks it, as [`certify`] does.
    fn certify(
        &self,
        path: &Path,
        header: &Header,
        engine: &mut (dyn Engine<Self> + Send),
        terms: Terms,
        control: &mut Control,
    ) -> Result<Counts, CertifyError<Self::Position>>;
}

/// What [`Estimate`] does.
pub trait Estimator<G: Game> {
    /// Thinks about a position, as [`Estimate::think`] does.
    fn think(
        &mut self,
        position: &G::Position,
        lead: i32,
        control: &mut Control,
    ) -> Result<Estimation<G::Move>, SolveError<G::Position>>;
}

impl<G: Bounded + Ordered> Estimator<G> for Estimate<'_, G> {
    fn think(
        &mut self,
        position: &G::Position,
        lead: i32,
        control: &mut Control,
    ) -> Result<Estimation<G::Move>, SolveError<G::Position>> {
        Estimate::think(self, position, lead, control)
    }
}

macro_rules! equip {
    ($($game:ty),*) => {$(
        impl Equipped for $game {
            fn engine(
                &self,
                kind: Option<EngineKind>,
                memory: usize,
                crew: Crew,
            ) -> Result<AnyEngine<'_, Self>, MemoryTooSmall> {
                match kind {
                    Some(kind) => kind.start(self, memory, crew),
                    None => Ok(Box::new(Auto::new(self, memory, crew)?)),
                }
            }

            fn estimator(&self, memory: usize, seed: u64) -> Result<AnyEstimator<'_, Self>, MemoryTooSmall> {
                Ok(Box::new(Estimate::new(self, memory, seed)?))
            }

            fn certify(
                &self,
                path: &Path,
                header: &Header,
                engine: &mut (dyn Engine<Self> + Send),
                terms: Terms,
                control: &mut Control,
            ) -> Result<Counts, CertifyError<Self::Position>> {
                certify(path, self, header, engine, terms, control)
            }
        }
    )*};
}

equip!(
    WeightedTicTacToe,
    StringsAndCoins,
    TixTax,
    FingerGame,
    ConnectFour,
    LargeConnectFour,
    Quixo,
    ChessEnding,
    Nim,
    Subtraction,
    Chomp
);
