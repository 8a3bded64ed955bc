//! Tables: the values of all positions of a game in a file that can be probed, verified, counted and shared.
//!
//! [`build`] makes one from a [`Strong`](perfectplay_solve::Strong) solution, [`Table`] opens one, [`TableEngine`] answers
//! from it like any other engine, and [`verify`] checks it against the rules of the game alone.

mod build;
mod engine;
mod error;
mod export;
mod format;
mod index;
mod picture;
mod read;
mod stats;
mod verify;

pub use build::{Job, build, job_name};
pub use engine::TableEngine;
pub use error::TableError;
pub use export::{Export, ExportError, Format, export};
pub use format::{Block, Header, SectionHeader, TableNumbering, TableScope};
pub use picture::picture;
pub use read::Table;
pub use stats::{Branching, Count, DistanceCounts, Highlight, LayerCounts, MarginCounts, Stats, ValueCounts, stats};
pub use verify::{Fault, Verified, VerifyError, recheck, verify, verify_scope};
