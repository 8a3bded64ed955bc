//! The tests of the games: one program, because each would compile them anew.

mod chess_ending;
mod conformance;
mod counts;
mod drawings;
mod hex;
mod names;
mod parsers;
mod pictures;
mod quixo;
mod strings_and_coins;
mod tixtax;

#[path = "../common/mod.rs"]
mod common;
