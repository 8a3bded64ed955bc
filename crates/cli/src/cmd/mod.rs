//! The subcommands, one file each.

pub(crate) mod completions;
pub(crate) mod games;
#[cfg(feature = "games")]
pub mod judge;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod survey;
pub(crate) mod table;
