#![doc = include_str!("../README.md")]

pub mod door;
mod open;

pub use door::{Door, DoorError, Means, OwnedSession, Place, Playable, Question, Session};
pub use open::{open, reopen};

/// The answer about one position.
pub type Report = report::Report<games::Options>;
pub use perfectplay_check as check;
pub use perfectplay_game::*;
pub use perfectplay_games as games;
pub use perfectplay_games::{registry, with_game};
pub use perfectplay_solve::*;
pub use perfectplay_table as table;
pub use perfectplay_table::{Table, TableEngine, TableError};
