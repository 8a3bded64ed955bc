//! What the games look like: a module for each, which turns a position into shapes and spots.

mod chess_ending;
mod chomp;
mod connect_four;
mod finger_game;
mod grid;
mod heaps;
mod marks;
mod quixo;
mod strings_and_coins;
mod tixtax;
mod weighted_tic_tac_toe;
