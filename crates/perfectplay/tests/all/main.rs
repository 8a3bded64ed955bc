//! The tests of engines, tables and certificates: one program, because every game is compiled for every engine in it, and most of that is
//! there already in the library.

mod certificates;
mod claims;
mod engines;
mod meaning;
mod python_checker;
mod python_rules;
mod stopping;
mod tables;

#[path = "../../../games/tests/common/mod.rs"]
mod common;
