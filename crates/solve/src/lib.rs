//! The engines: each finds the exact value of positions of any [`Game`](perfectplay_game::Game).
//!
//! | engine | asks of the game | for |
//! |---|---|---|
//! | [`Exhaustive`] | nothing | small games without cycles; the oracle that the others are tested against |
//! | [`AlphaBeta`] | key, symmetry, bounds, order, layers (all may be trivial) | games without cycles, large ones too |
//! | [`ProofNumber`] | the same | deep questions of who wins, in games without cycles |
//! | [`Retrograde`] | symmetry, numbering, layers, moves backwards (all may be trivial) | games with cycles; all positions at once |
//!
//! [`Auto`] picks one of them.
//!
//! [`Strong`] solves all positions of a game and leaves their values in files, within a given memory; the crate
//! `perfectplay-table` makes tables of them.
//!
//! [`Estimate`] is for positions that are too large to solve: it tells which move seems best, and never calls that proved.
//!
//! All of the others are [`Engine`]s: [`solve`] asks one for the value of a position and of each move, [`main_line`] for
//! best play to the end. A [`Control`] carries limits, cancelling and progress; a search that is stopped returns the
//! bounds it has shown, never a guess.

mod alpha_beta;
mod analysis;
mod auto;
mod control;
mod crew;
mod engine;
mod error;
mod estimate;
mod exhaustive;
mod halt;
mod kind;
mod prefetch;
mod proof_number;
mod questions;
pub mod report;
mod retrograde;
mod stack;
mod team;
mod transposition;
mod way;
mod words;

pub use alpha_beta::AlphaBeta;
pub use analysis::{Analysis, analyse};
pub use auto::Auto;
pub use control::{Cancel, Clock, Control, Limits, Progress, Stop, Watch};
pub use crew::{Crew, Interrupted};
pub use engine::{Engine, Goal, RootMove, Solution, follow, main_line, solve, solve_for, value_of};
pub use error::{MemoryTooSmall, Premise, SolveError};
pub use estimate::{Estimate, Estimation, Score, Tries, network};
pub use exhaustive::Exhaustive;
pub use kind::{EngineKind, Solvable};
pub use proof_number::ProofNumber;
pub use retrograde::{
    Coding, Discovery, InUse, NoNumbering, Notice, Numbering, Plan, Retrograde, Scope, Section, SectionFiles,
    SectionReader, Strong, StrongError, Undiscovered, Unsound, Workshop, is_in_use,
};
