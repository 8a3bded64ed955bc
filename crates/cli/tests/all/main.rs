//! The tests of the command: one program, because each would link all engines anew.

mod any_input;
mod examples;
mod judge;
mod limits;
mod play;
mod prove;
mod rules;
mod serve;
mod solve;
mod table;

mod common;
