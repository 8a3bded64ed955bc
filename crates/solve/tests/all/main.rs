//! The tests of the engines: one program, because every game is compiled for every engine in it.

mod agreement;
mod boards;
mod broken_hints;
mod certificates;
mod claims;
mod estimate;
mod finger_game;
mod fingerprints;
mod insight;
mod meaning;
mod premises;
mod python_checker;
mod random_games;
mod saving;
mod stopping;
mod strong;
mod theory;
mod threads;

#[path = "../../../games/tests/common/mod.rs"]
mod common;
