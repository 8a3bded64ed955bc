//! Why a game cannot be solved.

use perfectplay_game::MARGIN_LIMIT;
use std::fmt::Debug;
use thiserror::Error;

/// The game breaks a premise of the engine, at this position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{premise} (at {position:?})")]
pub struct SolveError<P: Debug> {
    /// What was taken for granted and is not so.
    #[source]
    pub premise: Premise,
    /// Where that shows.
    pub position: P,
}

/// Something an engine takes for granted, and that does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Premise {
    /// Zermelo's theorem wants a move in every unfinished position.
    #[error("expected a move in every unfinished position, found a position with neither a move nor an ending")]
    NoMove,
    /// A finished game goes on.
    #[error("expected no moves in a finished position, found some")]
    MoveAfterEnd,
    /// The engine is for games without cycles.
    #[error(
        "expected a game without cycles for the {engine} engine, found a position that comes back below itself; \
         use the retrograde engine"
    )]
    Cycle {
        /// The engine that found it.
        engine: &'static str,
    },
    /// The game claims layers, but a move does not lead upwards.
    #[error("expected the layer to rise with every move, found a move after which it does not")]
    LayerDoesNotRise,
    /// The first plies of a game are those of its opening only if no position comes again.
    #[error("expected a game whose positions have layers, for a table of its opening, found one without")]
    NoLayers,
    /// The plies of an opening are counted by layers.
    #[error(
        "expected moves to the next layer, for a table of an opening by layers, found one that skips some; discover its positions first"
    )]
    LayersSkipped,
    /// There are more positions than there is room for.
    #[error(
        "expected at most {limit} positions, the most that fit into the given memory, found more; give it more memory"
    )]
    TooManyPositions {
        /// How many fit.
        limit: usize,
    },
    /// Lines of play are longer than there is room for.
    #[error(
        "expected lines of at most {limit} moves, the most that fit into the given memory, found a longer one; give it more memory"
    )]
    TooDeep {
        /// How many moves fit.
        limit: usize,
    },
    /// The gains add up to more than values can hold.
    #[error("expected margins below {} in size, found a larger one", MARGIN_LIMIT)]
    MarginTooLarge,
    /// The game has a numbering of its positions, but not of all.
    #[error("expected a number below the count for every position that a move leads to, found a position without")]
    NotNumbered,
    /// The game does not find a position by the number that a position has.
    #[error("expected a position at number {number}, which a position has, found none")]
    NotAtItsNumber {
        /// The number.
        number: u64,
    },
    /// A key has more bits than the game says, or cannot be packed at all.
    #[error("expected a key that is packed into {bits} bits, found another")]
    NotPacked {
        /// How many bits the game promises.
        bits: u32,
    },
    /// The numbers of positions leave no room beside them in 64 bits.
    #[error("expected numbers of positions that leave room for a value in 64 bits, found larger ones")]
    NumbersTooLarge,
    /// What was found of a position and of its moves does not fit together.
    #[error(
        "expected a value that is that of the best move, found another; if a table was asked, it does not hold, as verifying it tells"
    )]
    Contradiction,
    /// A table does not have the position.
    #[error("expected a position that the table has, found another")]
    NotInTable,
    /// A table cannot be read.
    #[error("expected a block that fits its checksum in the table, found another in block {block}")]
    TableDamaged {
        /// The block.
        block: usize,
    },
    /// Endless play of a scored game has no value, unless all gains come with last moves.
    #[error(
        "expected a scored game without cycles, or with gains by last moves alone, found positions from which play can go on for ever"
    )]
    ScoredCycle,
}

impl<P: Debug> SolveError<P> {
    pub(crate) fn is_about_room(&self) -> bool {
        matches!(self.premise, Premise::TooManyPositions { .. })
    }

    /// Whether more memory would help.
    pub(crate) fn wants_memory(&self) -> bool {
        self.is_about_room() || matches!(self.premise, Premise::TooDeep { .. })
    }
}

/// The given memory is not enough to begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected at least {least} bytes of memory for the {engine} engine, found {given}")]
pub struct MemoryTooSmall {
    /// The engine.
    pub engine: &'static str,
    /// The least it takes.
    pub least: usize,
    /// What it was given.
    pub given: usize,
}

impl MemoryTooSmall {
    pub(crate) fn check(engine: &'static str, given: usize, least: usize) -> Result<(), MemoryTooSmall> {
        if given < least { Err(MemoryTooSmall { engine, least, given }) } else { Ok(()) }
    }
}
