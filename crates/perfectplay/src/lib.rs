#![doc = include_str!("../README.md")]

mod equipped;

pub use equipped::{AnyEngine, AnyEstimator, Equipped, Estimator};
pub use perfectplay_check as check;
pub use perfectplay_game::*;
pub use perfectplay_games as games;
pub use perfectplay_games::{registry, with_game};
pub use perfectplay_solve::*;
pub use perfectplay_table as table;
pub use perfectplay_table::{Table, TableEngine, TableError};
