//! The tests of the command: one program, because each would link all engines anew.

mod any_input;
mod completions;
mod examples;
mod judge;
mod limits;
mod names;
mod play;
mod prove;
mod rules;
mod serve;
mod shelf;
mod solve;
mod table;
#[cfg(unix)]
mod terminal;

mod common;
