//! The engines, against the exhaustive one, theory and published values.

mod agreement;
mod boards;
mod broken_hints;
mod estimate;
mod evident;
mod finger_game;
mod fingerprints;
mod following;
mod insight;
mod premises;
mod random_games;
mod saving;
mod strong;
mod theory;
mod threads;
