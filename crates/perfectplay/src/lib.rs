#![doc = include_str!("../README.md")]

#[cfg(feature = "books")]
mod books;
mod certify;
#[cfg(feature = "games")]
pub mod contest;
pub mod door;
pub mod networks;

pub use certify::{CertifyError, EngineStrategy, Scratch, Unable, certify};
pub use door::{Door, DoorError, Doors, Means, OwnedSession, Place, Question, Session, Shelf};
pub use perfectplay_check as check;
pub use perfectplay_game::*;
#[cfg(feature = "games")]
pub use perfectplay_games as games;
#[cfg(feature = "rules")]
pub use perfectplay_gdl as rules;
pub use perfectplay_solve::report::Report;
pub use perfectplay_solve::*;
pub use perfectplay_table as table;
pub use perfectplay_table::{Table, TableEngine, TableError};
