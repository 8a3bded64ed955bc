//! From rules without variables to a network of gates, which is worked out for many positions in one pass.

mod build;
mod circuit;
mod codes;
mod gates;
mod order;
mod ripple;
mod ternary;

pub use build::{Net, build};
pub use circuit::{Circuit, Tap};
pub use codes::{Codes, Field};
pub use gates::{Gate, Gates, Wire};
pub use order::Order;
pub use ternary::constants;
