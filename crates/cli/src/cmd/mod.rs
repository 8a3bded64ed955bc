//! The subcommands, one file each.

pub mod batch;
pub mod games;
pub mod judge;
pub mod perft;
pub mod play;
pub mod solve;
